"""Facts of dice logs for the search of repairs: probabilities of turns, and possible meanings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, log, prod

from scorecheck.checks.cards.card import card_terms
from scorecheck.checks.facts import Facts, Followed, Meant
from scorecheck.checks.words import plain
from scorecheck.games.yatzy.card import (
    DOUBLE,
    SINGLE,
    Score,
    card_of,
    is_double,
    kind_of,
    nearest_category,
    player_of,
    scores_of,
    turns_of,
)
from scorecheck.games.yatzy.dice_checks import is_wrong_turn, thrown
from scorecheck.games.yatzy.repairs import chances_of
from scorecheck.games.yatzy.scoring import (
    EXTRAS,
    FACES,
    INTERNATIONAL_CARDS,
    OPTIONAL,
    ScoringWay,
    choices,
    way_of,
)
from scorecheck.model.cells import value_text
from scorecheck.model.names import misspelt_names
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet

_BEST = 0.97
"""The share of throws with the best count in their category, neither struck nor for less."""
_SORTED = 0.9
"""With this share of sorted throws on a log, unsorted dice are evidence of a slip."""
_OUT_OF_ORDER = 0.02
_DIGIT = re.compile(r"[0-9]")
_FEWEST_ROWS = 4


class Turns(NamedTuple):
    """The boxes filled so far: player, card and category, each with its entry."""

    filled: Mapping[tuple[str, str, str], int]
    turns: int = 0
    sign: int = 0
    """The sign of the extra, if no option gives the variant: that of the first one."""
    recent: tuple[str, ...] = ()
    """The last players, as many as there are players."""


class _OneTurn(NamedTuple):
    """One turn by itself."""

    entry: Entry
    wrong: bool
    throws: tuple[tuple[int, ...], ...]
    scores: tuple[Score, ...]


class DiceFacts(Facts):
    """The turns of one dice log. See ``Facts``."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry]) -> None:
        """For a sheet, with the habits of its writer."""
        self._sheet = sheet
        self._turns: dict[int, _OneTurn] = {}
        self._way = way_of(sheet.preset, sheet.options)
        self._sides = DOUBLE if is_double(sheet) else SINGLE
        labels = [score for entry in entries for score in scores_of(entry, sheet) if score.category]
        said = {score.category or "": score.label for score in reversed(labels)}
        self._labels = {**_names_like(said, self._way), **said}
        players = [player_of(entry) for entry in entries]
        self._misspelt = misspelt_names(turns_of(entries)) if sheet.column("who") is not None else {}
        self._names = tuple(dict.fromkeys(name for name in players if name and name not in self._misspelt))
        around = list(zip(players, players[len(self._names) :], strict=False))
        regular = sum(one == other for one, other in around)
        self._in_turn = (regular + 0.5) / (len(around) + 1)
        throws = [throw for entry in entries for throw in self._thrown(entry)[:1]]
        in_order = sum(_is_in_order(throw) for throw in throws)
        self._in_order = (
            len(self._sides) == 1 and len(throws) >= _FEWEST_ROWS and in_order >= _SORTED * len(throws)
        )

    def begin(self) -> Turns:
        """Nothing is filled."""
        return Turns({})

    def follow(self, state: Turns, entry: Entry) -> Followed:
        """The state after one more turn, whose boxes must have been empty."""
        _, wrong, throws, scores = self._alone(entry)
        chance, filled, sign, mixed = 0.0, dict(state.filled), state.sign, False
        for side, score in enumerate(scores):
            if score.category is None:
                continue
            key = self._key(entry, score)
            wrong = wrong or (key in filled and score.category not in OPTIONAL)
            filled.setdefault(key, state.turns)
            if score.category == "extra" and score.value:
                mine = 1 if score.value > 0 else -1
                mixed = mixed or (not wrong and self._way.extra == "any" and mine == -sign)
                sign = sign or mine
            if not (wrong or mixed) and throws:
                chance += self._chance(score, throws[side])
        who, most = player_of(entry), len(self._names)
        if len(state.recent) == most > 1:
            chance += log(self._in_turn if state.recent[0] == who else (1 - self._in_turn) / (most - 1))
        recent = (*state.recent, who)[-most:] if most else ()
        # Each player may have another variant of the extra.
        return Followed(Turns(filled, state.turns + 1, sign, recent), wrong or mixed, chance, mixed)

    def _alone(self, entry: Entry) -> _OneTurn:
        """The faults of a turn regardless of the boxes filled before."""
        known = self._turns.get(id(entry))
        if known is None:
            scores = tuple(scores_of(entry, self._sheet))
            wrong = is_wrong_turn(entry, self._sheet) or player_of(entry) in self._misspelt
            known = _OneTurn(entry, wrong, self._thrown(entry), scores)
            self._turns[id(entry)] = known
        return known

    def suspects(self, entries: Sequence[Entry], at: int, state: Turns) -> Sequence[int]:
        """The turn itself, and the one that filled the same box before."""
        keys = [self._key(entries[at], score) for score in scores_of(entries[at], self._sheet)]
        return sorted({at, *(state.filled[key] for key in keys if key in state.filled)})

    def meant(self, entries: Sequence[Entry], at: int, state: Turns) -> Iterator[Meant]:
        """Other dice, other points, another category, another player."""
        del state
        entry = entries[at]
        text = value_text(entry.fields.get("dice", ""))
        count = self._way.thrown * len(self._sides)
        for said, kind, among in _other_dice(text, count, double=len(self._sides) > 1):
            yield Meant(kind, ((0, "dice", said),), among)
        throws = self._thrown(entry)
        for side, score in enumerate(scores_of(entry, self._sheet)):
            _, category_role, score_role = self._sides[side]
            if score.category is not None and score.category in self._way.categories and throws:
                worth = {0, *(c.value for c in choices(score.category, throws[side], self._way))}
                for value in worth - {score.value if score.filled else None}:
                    kind = "number" if score.filled else "left-out"
                    yield Meant(kind, ((0, score_role, str(value)),))
                    if score.value in self._counted_otherwise(score, throws[side]):
                        yield Meant("added-up", ((0, score_role, str(value)),), 2)
                    elif score.value is not None and abs(value - score.value) in throws[side]:
                        # A die was wrongly counted, or wrongly left out.
                        yield Meant("added-up", ((0, score_role, str(value)),), 2 * len(set(throws[side])))
            for category, label in self._other_categories(score):
                among = len(self._labels) if category else 1
                yield Meant("word" if category else "misspelt", ((0, category_role, label),), among)
        yield from self._sides_swapped(entry)
        if (likely := self._misspelt.get(player_of(entry))) is not None:
            yield Meant("misspelt", ((0, "who", likely),))
            return
        others = [name for name in self._names if name.casefold() != player_of(entry).casefold()]
        yield from (Meant("name", ((0, "who", name),), len(others)) for name in others)

    def _sides_swapped(self, entry: Entry) -> Iterator[Meant]:
        """Categories, points or both of the two cards of a turn in each other's place."""
        cells = [side[1:] for side in self._sides]
        for ways in ((0,), (1,), (0, 1)) if len(cells) > 1 else ():
            pairs = [(cells[0][way], cells[1][way]) for way in ways]
            places = [*pairs, *((other, one) for one, other in pairs)]
            edits = tuple((0, to, value_text(entry.fields.get(of, ""))) for to, of in places)
            yield Meant("swapped", edits, 3)

    def _counted_otherwise(self, score: Score, dice: Sequence[int]) -> set[int]:
        """The value of the dice under the other of the two scoring rules."""
        way = way_of("yatzy", {"international": not self._way.is_international})
        if len(dice) != way.thrown or score.category not in way.categories:
            return set()
        return {one.value for one in choices(score.category, dice, way)}

    def _other_categories(self, score: Score) -> Iterator[tuple[str, str]]:
        """Possible categories; for a misspelt name only the similar one."""
        if score.category is None and score.label:
            near = nearest_category(score.label)
            kind = None if near is None else kind_of(near)
            if near is not None and kind is not None:
                yield "", self._labels.get(kind, near)
                return
        yield from ((kind, label) for kind, label in self._labels.items() if kind != score.category)

    def _thrown(self, entry: Entry) -> tuple[tuple[int, ...], ...]:
        return thrown(entry, self._sheet, self._way) or ()

    def _key(self, entry: Entry, score: Score) -> tuple[str, str, str]:
        return player_of(entry).casefold(), card_of(entry), score.category or ""

    def _chance(self, score: Score, dice: tuple[int, ...]) -> float:
        """The log-probability of a box with its dice."""
        category = score.category
        if category is None or category not in self._way.categories or score.value is None:
            return 0.0
        way = self._way
        if category == "extra" and way.extra == "any":
            way = replace(way, extra=next(iter(EXTRAS)) if score.value < 0 else "chance")
        best = _worth(category, dice, way)
        usual = chances_of(category, way, "" if category != "extra" else way.extra)
        chance = log(usual.get(best, min(usual.values(), default=1.0)) / _sequences(category, way)[best])
        if self._in_order:
            chance += log(_orders(dice) * (1 - _OUT_OF_ORDER) if _is_in_order(dice) else _OUT_OF_ORDER)
        return chance + log(_BEST if score.value == best else (1 - _BEST) / 2)


def _names_like(said: Mapping[str, str], way: ScoringWay) -> Mapping[str, str]:
    """The names of categories in the most frequent language of the log."""
    names = max(
        card_terms().values(),
        key=lambda names: sum(plain(names.get(kind)) == plain(text) for kind, text in said.items()),
    )
    # Five alike are called like their game.
    own = {"yatzy": names[way.preset]} if way.preset in INTERNATIONAL_CARDS else {}
    return {kind: names[kind] for kind in way.categories if kind in names} | own


def _is_in_order(dice: Sequence[int]) -> bool:
    return list(dice) in (sorted(dice), sorted(dice, reverse=True))


def _orders(dice: Sequence[int]) -> int:
    return factorial(len(dice)) // prod(factorial(count) for count in Counter(dice).values())


@cache
def _worth(category: str, dice: tuple[int, ...], way: ScoringWay) -> int:
    """The highest value of a throw in a category."""
    return max((choice.value for choice in choices(category, dice, way)), default=0)


@cache
def _sequences(category: str, way: ScoringWay) -> Mapping[int, int]:
    """The number of throws for each possible value of a category, with distinct dice."""
    found = Counter[int]()
    for dice in combinations_with_replacement(FACES, way.thrown):
        found[_worth(category, dice, way)] += _orders(dice)
    return found


def _other_dice(text: str, count: int, *, double: bool) -> Iterable[tuple[str, str, float]]:
    """Other possible throws, each with the kind of slip and the number of alternatives.

    The order of plain dice has no meaning: of equal ones, the one is changed that leaves them sorted.
    """
    places = [found.start() for found in _DIGIT.finditer(text)]
    if len(places) == count:
        for alike in _alike(text, places, double=double):
            for face in map(str, FACES):
                if face != text[alike[0]]:
                    ways = [text[:place] + face + text[place + 1 :] for place in alike]
                    yield _in_order(ways), "die", (len(FACES) - 1) * count / len(alike)
        for one, other in zip(places[::2], places[1::2], strict=False) if double else ():
            if text[one] != text[other]:
                between = text[one + 1 : other]
                swapped = text[:one] + text[other] + between + text[one] + text[other + 1 :]
                yield swapped, "digits-swapped", count / 2
    elif len(places) == count + 1:
        for alike in _alike(text, places, double=double):
            yield _without(text, places, alike[0]), "digit-doubled", count / len(alike)
    elif len(places) == count - 1 and len(places) > 1 and not double:
        between = text[places[0] + 1 : places[1]]
        for face in map(str, FACES):
            ways = [
                text[:place] + new + text[place:]
                for place in (len(text), *places)
                for new in (f"{face}{between}" if place < len(text) else f"{between}{face}",)
            ]
            yield _in_order(ways), "digit-dropped", 1.0


def _alike(text: str, places: Sequence[int], *, double: bool) -> Iterable[Sequence[int]]:
    """The positions of equivalent dice of a throw."""
    faces: dict[object, list[int]] = {}
    for place in places:
        faces.setdefault(place if double else text[place], []).append(place)
    return faces.values()


def _in_order(ways: Sequence[str]) -> str:
    """The notation of a throw with sorted dice, else the first."""
    return next((way for way in ways if _is_in_order([int(digit) for digit in _DIGIT.findall(way)])), ways[0])


def _without(text: str, places: Sequence[int], place: int) -> str:
    at = places.index(place)
    if at + 1 < len(places):
        return text[:place] + text[places[at + 1] :]
    return text[: places[at - 1] + 1] + text[place + 1 :]
