"""The rules for dice logs: the throw, its value, the written score, and the card of the same workbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.checks.cards.card import Box, Card, Cards
from scorecheck.checks.check import Check, Hit, Rule, Watcher, column_check, row_check, rows_check
from scorecheck.checks.common import unreadable_column
from scorecheck.checks.rules import SIMILAR_NAME
from scorecheck.checks.ruleset import Kept
from scorecheck.games.yatzy.card import (
    Score,
    card_of,
    cards_of,
    dice_of,
    is_double,
    nearest_category,
    pairs_of,
    player_of,
    scores_of,
    turns_of,
)
from scorecheck.games.yatzy.card_checks import JUDGE
from scorecheck.games.yatzy.rules import CATEGORY, DICE, DICE_BETTER, DICE_SCORE, EXTRA_VARIANT, JOKER
from scorecheck.games.yatzy.scoring import (
    EXTRAS,
    FACES,
    OPTIONAL,
    UPPER,
    DiceChoice,
    ScoringWay,
    choices,
    values_of_extra,
    way_of,
)
from scorecheck.games.yatzy.scoring import JOKER as AS_JOKER
from scorecheck.model.names import misspelt_names
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

LAYOUT = "dice"


def thrown(entry: Entry, sheet: Sheet, way: ScoringWay) -> tuple[tuple[int, ...], ...] | None:
    """The dice of a turn, outer and inner ones separate; ``None`` if it is no throw of this game."""
    value = entry.fields.get("dice", "")
    if is_double(sheet):
        pairs = pairs_of(value)
        sides = (tuple(outer for outer, _ in pairs), tuple(inner for _, inner in pairs))
    else:
        sides = (dice_of(value),)
    return sides if all(map(way.may_throw, sides)) else None


def _dice(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    way = way_of(sheet.preset, sheet.options)
    if thrown(entry, sheet, way) is not None:
        return
    value = entry.fields.get("dice", "")
    params: dict[str, Param] = {"said": str(value), "count": way.thrown}
    column = sheet.column("dice")
    if value == "":
        yield Hit(column, params, "missing")
        return
    if is_double(sheet):
        pairs = pairs_of(value)
        numbers, count = [die for pair in pairs for die in pair], len(pairs)
    else:
        numbers = list(dice_of(value))
        count = len(numbers)
    variant = "double" if is_double(sheet) else ""
    wrong = sorted({die for die in numbers if die not in FACES})
    if numbers and count != way.thrown:
        params["thrown"] = count
        variant = f"count-{variant}" if variant else "count"
    elif wrong:
        params["wrong"] = tuple(map(str, wrong))
        variant = "face"
    yield Hit(column, params, variant)


def judged(entry: Entry, sheet: Sheet) -> Iterator[tuple[Score, tuple[DiceChoice, ...], ScoringWay]]:
    """Each score of a turn with the ways to count its dice, if it can be judged."""
    way = way_of(sheet.preset, sheet.options)
    sides = thrown(entry, sheet, way)
    if sides is None:
        return
    for score, dice in zip(scores_of(entry, sheet), sides, strict=False):
        if score.category is None or score.category not in way.categories:
            continue
        if score.category == "extra":
            found = tuple(
                choice for extra in EXTRAS for choice in choices("extra", dice, replace(way, extra=extra))
            )
        else:
            found = choices(score.category, dice, way)
        yield score, found, way


def _dice_score(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    for score, found, way in judged(entry, sheet):
        params: dict[str, Param] = {"category": score.label, "player": player_of(entry)}
        if not score.filled:
            yield Hit(score.column, params, "missing")
        if score.value is None or score.value == 0 or any(choice.value == score.value for choice in found):
            continue
        params["said"] = score.value
        if score.category == "extra":
            found = tuple(c for c in found if way.extra == "any" or c.value in values_of_extra(way.extra))
        if not found or not found[0].value:
            yield Hit(score.column, params, "nothing")
            continue
        params["best"] = found[0].value
        params["worked"] = found[0].worked
        others = tuple(str(choice.value).replace("-", "\N{MINUS SIGN}") for choice in found if choice.value)
        if len(others) > 1:
            params["values"] = others
        yield Hit(score.column, params, "several" if len(others) > 1 else "")


def _extra_values_like(value: int, way: ScoringWay) -> range | tuple[int, ...]:
    """The possible values of the extra box in the variant of a value."""
    if value:
        return values_of_extra("chance" if value > 0 else "minus")
    return values_of_extra(way.extra if way.extra != "any" else "strike")


def _dice_better(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    for score, found, way in judged(entry, sheet):
        if score.value is None or not found:
            continue
        values = _extra_values_like(score.value, way) if score.category == "extra" else None
        # Whether a joker is allowed depends on the card, so it was not overlooked.
        same = [
            choice
            for choice in found
            if (values is None or choice.value in values)
            and all(term.key != AS_JOKER for term in choice.worked.terms)
        ]
        if not same or same[0].value <= score.value or (score.value < 0 and same[0].value == 0):
            continue
        if score.value and all(choice.value != score.value for choice in found):
            continue
        params: dict[str, Param] = {
            "category": score.label,
            "player": player_of(entry),
            "said": score.value,
            "best": same[0].value,
            "worked": same[0].worked,
        }
        yield Hit(score.column, params, "" if score.value else "struck")


def _unknown_category(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    way = way_of(sheet.preset, sheet.options)
    for score in scores_of(entry, sheet):
        if not score.label:
            if score.filled:
                yield Hit(score.category_column, {}, "empty")
        elif score.category is None:
            near = nearest_category(score.label)
            if near is None:
                yield Hit(score.category_column, {"category": score.label})
            else:
                yield Hit(score.category_column, {"category": score.label, "near": near}, "near")
        elif score.category not in way.categories:
            params: dict[str, Param] = {"category": score.label, "preset": way.preset}
            yield Hit(score.category_column, params, "other-card")


def is_wrong_turn(entry: Entry, sheet: Sheet) -> bool:
    """Whether a turn breaks one of the rules by itself, whatever was filled before."""
    looks = (_dice, _dice_score, _unknown_category)
    if any(True for look in looks for _ in look(entry, sheet)):
        return True
    return way_of(sheet.preset, sheet.options).extra != "any" and any(
        True for _ in _extra_variant(entry, sheet)
    )


class _OncePerCard(Watcher):
    """Checks that no player fills a category twice."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.seen = set[tuple[str, str, str]]()

    def see(self, entry: Entry) -> Iterator[Hit]:
        yield from _unknown_category(entry, self.sheet)
        for score in scores_of(entry, self.sheet):
            if score.category is None:
                continue
            key = (player_of(entry).casefold(), card_of(entry), score.category)
            if key in self.seen and score.category not in OPTIONAL:
                params: dict[str, Param] = {"category": score.label, "player": player_of(entry)}
                yield Hit(score.category_column, params, "again")
            self.seen.add(key)


def _extra_variant(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    way = way_of(sheet.preset, sheet.options)
    for score in scores_of(entry, sheet):
        if score.category != "extra" or score.value is None:
            continue
        allowed = {"minus": score.value < 0, "chance": score.value >= 0, "strike": score.value == 0}
        if not allowed[way.extra]:
            params: dict[str, Param] = {"player": player_of(entry), "category": score.label}
            params["said"] = score.value
            yield Hit(score.column, params, f"zero-{way.extra}" if score.value == 0 else way.extra)


class _Jokers(Watcher):
    """Tracks the filled categories of each card, and checks where a further yatzy may go."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.filled: dict[tuple[str, str], dict[str, str]] = {}
        """The categories by player and card, each as called in the log."""

    def see(self, entry: Entry) -> Iterator[Hit]:
        way = way_of(self.sheet.preset, self.sheet.options)
        filled = self.filled.setdefault((player_of(entry).casefold(), card_of(entry)), {})
        sides = thrown(entry, self.sheet, way)
        for score in scores_of(entry, self.sheet):
            if score.category in {None, *OPTIONAL}:
                continue
            if way.joker and sides is not None and len(set(sides[0])) == 1 and score.category != "yatzy":
                yield from self._goes(score, sides[0][0], way, filled, player_of(entry))
            filled.setdefault(str(score.category), score.label)

    def _goes(
        self, score: Score, face: int, way: ScoringWay, filled: dict[str, str], player: str
    ) -> Iterator[Hit]:
        own = UPPER[face - 1]
        is_straight = bool(score.value) and score.category in {"small-straight", "large-straight"}
        params: dict[str, Param] = {"category": score.label, "player": player, "box": own}
        if "yatzy" not in filled:
            if is_straight:
                yield Hit(score.column, params, "first")
        elif score.category == own:
            return
        elif own not in filled:
            if way.joker == "forced":
                yield Hit(score.category_column, params, "upper")
            elif is_straight:
                yield Hit(score.column, params, "not-yet")
        elif way.joker == "forced" and score.category in UPPER:
            free = [one for one in way.categories if one not in {*UPPER, *OPTIONAL, *filled}]
            if free:
                yield Hit(score.category_column, params | {"free": tuple(free)}, "lower")


class _Mixed(Watcher):
    """Without an option for the variant of extra, the first turn that fills it decides."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.first = ""

    def see(self, entry: Entry) -> Iterator[Hit]:
        way = way_of(self.sheet.preset, self.sheet.options)
        if way.extra != "any":
            yield from _extra_variant(entry, self.sheet)
            return
        for score in scores_of(entry, self.sheet):
            if score.category == "extra" and score.value:
                sign = "minus" if score.value < 0 else "chance"
                self.first = self.first or sign
                if sign != self.first:
                    params: dict[str, Param] = {"player": player_of(entry), "category": score.label}
                    params["said"] = score.value
                    yield Hit(score.column, params, self.first)


def _spellings(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[Hit]:
    """Names that are almost another's: a name that is misspelt is a player of its own."""
    column, turns = sheet.column("who"), turns_of(rows)
    meant = {} if column is None else misspelt_names(turns)
    for entry in rows:
        likely = meant.get(player_of(entry))
        if likely is not None:
            params = {"player": player_of(entry), "likely": likely, "count": len(turns[likely])}
            yield Hit(column, params, "turns", row=entry.row)


def _of_log(rule: Rule, watcher: type[_OncePerCard | _Jokers | _Mixed]) -> Check:
    return column_check(rule, lambda sheet: watcher(sheet), layouts=(LAYOUT,))


DICE_CHECKS = (
    replace(unreadable_column, layouts=frozenset({LAYOUT})),
    row_check(DICE, _dice, layouts=(LAYOUT,), arithmetic=False),
    row_check(DICE_SCORE, _dice_score, layouts=(LAYOUT,), arithmetic=False),
    row_check(DICE_BETTER, _dice_better, layouts=(LAYOUT,), arithmetic=False),
    _of_log(CATEGORY, _OncePerCard),
    _of_log(EXTRA_VARIANT, _Mixed),
    _of_log(JOKER, _Jokers),
    rows_check(SIMILAR_NAME, _spellings, layouts=(LAYOUT,)),
)
"""The checks of a dice log."""


class _LoggedScore(NamedTuple):
    """The score of a log for one box of a card."""

    value: int
    sure: bool
    """Whether the dice give it; otherwise the log has a fault of its own."""


def mismatches(log: Kept, card: Kept) -> Iterator[Hit]:
    """The boxes of a card that differ from the dice log."""
    cards = cards_of(card.sheet, card.entries)
    for one, turns in _side_by_side(_turns(log), cards):
        column = card.sheet.points_columns[one.position]
        lacking: list[Box] = []
        for category in cards.way.categories:
            box = one.boxes.get(category)
            if box is None or (box.filled and box.value is None):
                continue
            turn = turns.get(category)
            if turn is None:
                lacking += [box] if box.filled else []
                continue
            params: dict[str, Param] = {"player": one.called, "category": box.row.label, "log": turn.value}
            if not box.filled:
                yield Hit(column, params, "empty", row=box.row.at)
            elif box.value is not None and _differs(box.value, turn):
                yield Hit(column, {**params, "said": box.value}, row=box.row.at)
        if lacking:
            names = tuple(box.row.label for box in lacking)
            params = {"player": one.called, "categories": names, "count": len(lacking)}
            yield Hit(column, params, "no-turn", row=lacking[0].row.at)


def remaining(log: Kept, card: Kept) -> frozenset[tuple[str, int | None, int | None]]:
    """The faults of the card if its boxes had the values of the log: rule, row, column."""
    cards = cards_of(card.sheet, card.entries)
    corrected: dict[int, Card] = {}
    for one, turns in _side_by_side(_turns(log), cards):
        boxes = dict(one.boxes)
        for category, turn in turns.items():
            box = boxes.get(category)
            if box is not None and (not box.filled or (box.value is not None and _differs(box.value, turn))):
                boxes[category] = box._replace(filled=True, value=turn.value)
        corrected[one.position] = one._replace(boxes=boxes)
    again = cards._replace(cards=tuple(corrected.get(one.position, one) for one in cards.cards))
    return frozenset(
        (told.rule.name, told.hit.row, told.hit.column) for told in JUDGE.judge(again, card.sheet)
    )


def _differs(value: int, turn: _LoggedScore) -> bool:
    """Whether a box and a turn differ, without a fault of the log alone."""
    return value != turn.value and turn.sure


def _turns(log: Kept) -> dict[str, dict[str, list[tuple[str, _LoggedScore]]]]:
    """The scores of the log by player and category, each with the card of the turn."""
    found: dict[str, dict[str, list[tuple[str, _LoggedScore]]]] = {}
    for entry in log.entries:
        ways = {score.column: choices for score, choices, _ in judged(entry, log.sheet)}
        for score in scores_of(entry, log.sheet):
            if score.category is not None and score.value is not None:
                given = {0, *(choice.value for choice in ways.get(score.column, ()))}
                turn = _LoggedScore(score.value, score.value in given)
                mine = found.setdefault(player_of(entry).casefold(), {})
                mine.setdefault(score.category, []).append((card_of(entry), turn))
    return found


def _side_by_side(
    log: Mapping[str, Mapping[str, Sequence[tuple[str, _LoggedScore]]]], cards: Cards
) -> Iterator[tuple[Card, Mapping[str, _LoggedScore]]]:
    """Pairs each card with the turns that filled it; several cards of a player in their order."""
    count: dict[str, int] = {}
    for one in cards.cards:
        name = one.player.casefold()
        at = count[name] = count.get(name, -1) + 1
        alone = set(log) == {""} and len(cards.cards) == 1
        mine = log.get("" if alone else name)
        if mine is None:
            continue
        games = list(dict.fromkeys(game for turns in mine.values() for game, _ in turns))
        if len(games) > 1:
            game = games[at] if at < len(games) else None
            yield one, {c: turn for c, turns in mine.items() for said, turn in turns if said == game}
        else:
            yield one, {c: turns[at][1] for c, turns in mine.items() if at < len(turns)}
