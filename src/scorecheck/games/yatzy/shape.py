"""What the rows of a card with unknown words are: by their order, their values and their sums.

::

    log P(card | kinds) = Σ rows  log P(kind | the kinds above) + log P(word | kind)
                        + Σ boxes log[ (1 − ε)·P(value | category) + ε·P(any value) ]
                        + Σ sums  log[ (1 − ε)·P(value | what stands above) + ε·P(any value) ]

It competes with the null model (each column by itself), and the kind of each row with all other kinds. The
rows are named from the top, after the likeliest names of those above (a beam search).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from math import exp, inf, log
from operator import itemgetter

from scorecheck.checks.cards.card import answer_of
from scorecheck.checks.null import ODDS, by_itself, log_sum
from scorecheck.checks.shape import Box, Named
from scorecheck.checks.words import row_word
from scorecheck.games.yatzy.card import kind_of
from scorecheck.games.yatzy.repairs import chances_of
from scorecheck.games.yatzy.scoring import BONUSES, NOT_INTERNATIONAL, OPTIONAL, UPPER, ScoringWay
from scorecheck.model.cells import Unreadable
from scorecheck.model.record import NamedTuple

_SLIP = 0.03
"""The share of cells in which somebody slips."""
_LEAST_OF_FACES = 0.75
"""The share of the upper half's numbers that are of the face at least."""
_MOST, _MOST_ROWS = 40, 40
"""So many ways to name the rows above are kept at each row; so many rows are looked at."""
_USUAL, _MAIN, _LACKS = 0.98, 0.9, 0.05
"""How often the next category is one that usually comes next; that of the main order among these; how often
what was passed over has no row."""
_NO_ROW, _NO_TOTAL = log(0.02), log(0.3)
"""A category for which a card has no row, or a row of none; a card that is not added up."""
_KNOWN, _STRANGE, _OTHER = log(15), log(0.7), log(0.01)
"""A word that is known for this kind of row; that nobody knows; that is known for another kind. Each against
the words of any table."""
_SAID_OTHERWISE = log(1e-9)
_OTHER_DIGIT = log(0.05)
"""A digit in a word before a row that has none, or another one."""
_WAYS: Mapping[ScoringWay, float] = {
    ScoringWay(): log(0.4),
    ScoringWay("kniffel", international=True): log(0.4),
    ScoringWay(international=True): log(0.1),
    ScoringWay("maxi-yatzy"): log(0.08),
    ScoringWay("doppel-yatzy", extra="chance"): log(0.01),
    ScoringWay("doppel-yatzy", extra="minus"): log(0.01),
}
"""The kinds of cards, and how usual each is."""
_SUMS = frozenset({"sum", "bonus", "upper-total", "lower-sum", "total"})
_OF_LOWER, _WITH_BONUS = frozenset({"lower-sum", "total"}), _SUMS - {"lower-sum"}
"""Those of them that add up the lower half, and those in which the bonus may be."""
_OF_NONE = "unknown"
_BESIDE: Mapping[str, Mapping[str, float]] = {
    "sixes": {"sum": 0.7, "bonus": 0.1},
    "sum": {"bonus": 0.75, "upper-total": 0.05},
    "bonus": {"upper-total": 0.2, "sum": 0.1},
}
"""How often a sum comes after a row of the upper half; else the lower half begins."""
_AT_FOOT: Mapping[str, float] = {
    "lower-sum": 0.2,
    "sum": 0.05,
    "bonus": 0.05,
    "upper-total": 0.1,
    "total": 0.6,
}
_DIGITS: Mapping[str, str] = {
    **{kind: str(face) for face, kind in enumerate(UPPER, 1)},
    "pair": "12",
    "two-pairs": "2",
    "three-pairs": "3",
    "three-of-a-kind": "3",
    "four-of-a-kind": "4",
    "five-of-a-kind": "5",
    "small-straight": "145",
    "large-straight": "256",
    "full-straight": "16",
    "full-house": "23",
    "castle": "3",
    "tower": "42",
    "yatzy": "5",
    "sum": "16",
    "bonus": "0356",
}
"""The digits that stand in words for a kind of row."""


class _Row(NamedTuple):
    """A row with numbers: the word before it, and what stands in each column."""

    label: str
    cells: tuple[Box, ...]
    told: str | None = None
    """What somebody said that the word stands for."""
    known: str | None = None
    """What the word stands for on any card."""

    @property
    def has_word(self) -> bool:
        """Whether a word stands before it, and not only a number."""
        return any(map(str.isalpha, self.label))


class _Part(NamedTuple):
    """The rows down to one, each with a kind, and their log-probability."""

    chance: float
    kinds: tuple[str, ...]
    left: frozenset[str]
    """The categories of the lower half that have no row yet."""
    lower: tuple[int, ...]
    """What the rows of the lower half come to in each column."""
    bonus: tuple[Box, ...]
    """What a row of the bonus says in each column."""
    upper: tuple[Box, ...]
    """What a sum says that the upper half comes to."""
    at_foot: bool = False
    """Sums stand below the lower half."""
    wrong: tuple[tuple[int, int], ...] = ()
    """The rows and columns of numbers that cannot stand there."""


class _Fit(NamedTuple):
    """The log-probability of a row of some kind, and the columns with what cannot stand there."""

    chance: float
    wrong: tuple[int, ...]


def named(labels: Sequence[str], columns: Sequence[Sequence[Box]], told: Mapping[str, str]) -> Named | None:
    """What the rows of a table are, if it is a card: the words before them, and the numbers beside these.

    ``told``: what somebody said that words, as they are compared, stand for.

    ``None`` where a card is not likelier than numbers that mean nothing, by odds of 99 to 1.
    """
    rows = [
        _Row(label, tuple(cells), told.get(row_word(label)), kind_of(label))
        for label, *cells in zip(labels, *columns, strict=True)
        if any(isinstance(cell, int) for cell in cells)
    ]
    for first in range(len(rows) - len(UPPER)):
        kept = rows[first : first + _MOST_ROWS]
        if _may_begin(kept):
            nothing = _by_themselves(kept[: len(UPPER)])
            cards = [card for way in _WAYS if (card := _CardRows(kept, way)).begun.chance > nothing]
            parts = [part for card in cards for part in card.ways_to_name()]
            if log_sum([part.chance for part in parts]) - _by_themselves(kept) > ODDS:
                return _told(kept, parts)
    return None


def _may_begin(rows: Sequence[_Row]) -> bool:
    """Whether six rows may be ones to sixes: nearly all of their numbers are of the face. It only spares the
    weighing of what is far from a card."""
    fits = [_is_of(face, cell) for face, row in enumerate(rows[: len(UPPER)], 1) for cell in row.cells]
    return _LEAST_OF_FACES * len(fits) <= fits.count(True)


def _is_of(face: int, cell: Box) -> bool:
    return cell is None or (isinstance(cell, int) and cell % face == 0 and 0 <= cell <= len(UPPER) * face)


def _by_themselves(rows: Sequence[_Row]) -> float:
    """The log-probability of numbers that mean nothing, each column by itself."""
    columns = zip(*(row.cells for row in rows), strict=True)
    numbers = [[float(cell) for cell in column if isinstance(cell, int)] for column in columns]
    return sum(by_itself(column, column) for column in numbers)


def _told(rows: Sequence[_Row], parts: Sequence[_Part]) -> Named:
    """The likeliest kind of each row, and which of these are not sure."""
    best = max(parts, key=lambda part: part.chance)
    likely = [part for part in parts if part.chance > best.chance - ODDS]
    words: dict[str, str] = {}
    unsure: list[tuple[str, tuple[str, ...]]] = []
    for at, (row, kind) in enumerate(zip(rows, best.kinds, strict=True)):
        if kind == _OF_NONE or not row.label or _alike(row.known) == _alike(kind):
            continue
        # A word that stands before two sums says by its place which one it is.
        words.setdefault(row_word(row.label), kind)
        kinds = dict.fromkeys(part.kinds[at] for part in likely if part.kinds[at] != _OF_NONE)
        if len(set(map(_alike, kinds))) > 1:
            unsure.append((row.label, tuple(kinds)))
    # Where the same is wrong, it does not matter which of the likely names a row has.
    return Named(words, tuple(unsure) if len({part.wrong for part in likely}) > 1 else ())


def _alike(kind: str | None) -> str | None:
    """The kind of a row, where the sums count as one: they are told from each other by their places."""
    return "sum" if kind in _SUMS - {"bonus"} else kind


_CHANCE = itemgetter(0)


class _CardRows:
    """Rows that may be a card of one kind."""

    def __init__(self, rows: Sequence[_Row], way: ScoringWay) -> None:
        self.way = way
        self.upper, self.below = rows[: len(UPPER)], rows[len(UPPER) :]
        self.sums = [
            sum(cell for cell in column if isinstance(cell, int))
            for column in zip(*(row.cells for row in self.upper), strict=True)
        ]
        sizes = [abs(cell) for row in rows for cell in row.cells if isinstance(cell, int)]
        spread = max(1.0, sum(sizes) / len(sizes))
        self.as_any = {size: -size / spread - log(2 * spread + 1) for size in sizes}
        self.chances = {kind: _chances(kind, way) for kind in way.categories}
        self.begun = self._begun()

    def _begun(self) -> _Part:
        """Ones to sixes."""
        fits = [self._row(row, kind, self.chances[kind]) for row, kind in zip(self.upper, UPPER, strict=True)]
        chance = _WAYS[self.way] + sum(fit.chance for fit in fits)
        lower = frozenset(self.way.categories) - frozenset(UPPER)
        nothing = (0,) * len(self.sums)
        wrong = tuple((at, column) for at, fit in enumerate(fits) for column in fit.wrong)
        unsaid = (None,) * len(self.sums)
        return _Part(chance, UPPER, lower, nothing, unsaid, unsaid, wrong=wrong)

    def ways_to_name(self) -> list[_Part]:
        """The likeliest ways to name the rows, ones to sixes first."""
        parts = [self.begun]
        nexts: dict[object, Sequence[tuple[str, float]]] = {}
        for row in self.below:
            parts = self._down_to(row, parts, nexts)
        return [part._replace(chance=part.chance + self._end(part)) for part in parts]

    def _down_to(
        self, row: _Row, parts: Sequence[_Part], nexts: dict[object, Sequence[tuple[str, float]]]
    ) -> list[_Part]:
        """The likeliest ways to name the rows down to one, from those above it; the likeliest come first.

        ``nexts``: what may come next, as far as that was asked before.
        """
        known = {kind: self._row(row, kind, self.chances.get(kind)) for kind in (*self.begun.left, _OF_NONE)}
        # A number is certain at best, so that no row is likelier than its word.
        words = {kind: self._word(row, kind) for kind in _SUMS}
        at_best = max(*words.values(), *(fit.chance for fit in known.values()))
        sums: dict[object, _Fit] = {}
        found: list[tuple[float, tuple[int, ...], _Part, str]] = []
        least = -inf
        for part in parts:
            if part.chance + at_best < least:
                break
            here: tuple[object, ...] = part.at_foot, _SUMS.intersection(part.kinds)
            if not part.at_foot:
                here = *here, part.kinds[-1], part.left
            if here not in nexts:
                nexts[here] = tuple(self._next(part))
            for kind, share in nexts[here]:
                fit = known.get(kind)
                if fit is None:
                    if part.chance + share + words[kind] < least:
                        continue
                    # Each sum is held against what it adds up, and no more.
                    due = (
                        kind,
                        part.lower if kind in _OF_LOWER else (),
                        (part.bonus, part.upper) if kind in _WITH_BONUS else (),
                    )
                    fit = sums.get(due)
                    if fit is None:
                        fit = sums[due] = self._sum(row, kind, part)
                chance = part.chance + share + fit.chance
                if chance >= least:
                    found.append((chance, fit.wrong, part, kind))
            if len(found) > 2 * _MOST:
                found.sort(key=_CHANCE, reverse=True)
                del found[_MOST:]
                least = found[-1][0]
        found.sort(key=_CHANCE, reverse=True)
        return [self._longer(part, row, kind, chance, wrong) for chance, wrong, part, kind in found[:_MOST]]

    def _longer(self, part: _Part, row: _Row, kind: str, chance: float, wrong: Sequence[int]) -> _Part:
        in_half = kind in part.left
        return _Part(
            chance,
            (*part.kinds, kind),
            part.left - {kind},
            tuple(
                [
                    a + b if in_half and isinstance(b, int) else a
                    for a, b in zip(part.lower, row.cells, strict=True)
                ]
            ),
            row.cells if kind == "bonus" else part.bonus,
            self._upper(part, row, kind),
            part.at_foot or (kind in _SUMS and self._is_begun(part)),
            part.wrong + tuple((len(part.kinds), column) for column in wrong),
        )

    @staticmethod
    def _upper(part: _Part, row: _Row, kind: str) -> tuple[Box, ...]:
        """What the sums down to a row say that the upper half comes to."""
        if kind == "sum":
            return row.cells
        if kind == "upper-total":
            return tuple(map(_without, row.cells, part.bonus))
        return part.upper

    def _is_begun(self, part: _Part) -> bool:
        """Whether a row of the lower half stands above."""
        return len(part.left) + len(UPPER) < len(self.way.categories)

    def _next(self, part: _Part) -> Iterator[tuple[str, float]]:
        """The kinds that the next row may be of, with the log-probability of each."""
        yield _OF_NONE, _NO_ROW
        if part.at_foot:
            yield from self._foot(part, 0.0)
            return
        beside = _BESIDE.get(part.kinds[-1], {})
        yield from ((kind, log(share)) for kind, share in beside.items() if kind not in part.kinds)
        on = log(1 - sum(beside.values()))
        usual, seldom = self._usual(part), (1 - _USUAL) / max(1, len(part.left))
        strange = on + log(seldom)
        for kind in part.left:
            yield kind, on + log(_USUAL * usual[kind] + seldom) if kind in usual else strange
        if self._is_begun(part):
            yield from self._foot(part, _NO_ROW * len(part.left - _MAY_LACK))

    def _foot(self, part: _Part, lacking: float) -> Iterator[tuple[str, float]]:
        """The sums that may stand below; that of the upper half once more."""
        for kind, share in _AT_FOOT.items():
            if kind == "sum" or kind not in part.kinds:
                yield kind, lacking + log(share)

    def _usual(self, part: _Part) -> Mapping[str, float]:
        """The categories that usually come next, with the share of each."""
        found: dict[str, float] = {}
        for order, share in _orders(self.way):
            above = order.index(part.kinds[-1]) if part.kinds[-1] in order else -1
            waiting = [at for at, kind in enumerate(order) if kind in part.left]
            # What was passed over may have no row, or may come now.
            for least, part_of_it in ((0, 1 - _LACKS), (above + 1, _LACKS)):
                at = bisect_left(waiting, least)
                if at < len(waiting):
                    after = order[waiting[at]]
                    found[after] = found.get(after, 0.0) + share * part_of_it
        return found

    def _word(self, row: _Row, kind: str) -> float:
        """log P(word | kind), against any table."""
        if not row.has_word:
            return 0.0
        if row.told is not None:
            return 0.0 if _alike(row.told) == _alike(kind) else _SAID_OTHERWISE
        known = row.known
        said = _STRANGE if known is None else _KNOWN if _alike(known) == _alike(kind) else _OTHER
        strange = [c for c in row.label if c.isdigit() and c not in _DIGITS.get(kind, "")]
        return said + _OTHER_DIGIT * bool(strange and known is None)

    def _row(self, row: _Row, kind: str, shares: Mapping[int, float] | None) -> _Fit:
        """How well a row of boxes fits a category; one of no kind holds any numbers."""
        every = [shares] * len(row.cells)
        return self._fit(row, kind, every)

    def _sum(self, row: _Row, kind: str, part: _Part) -> _Fit:
        stand = zip(self.sums, part.upper, part.lower, part.bonus, strict=True)
        return self._fit(row, kind, [_due_by(kind, here, self.way) for here in stand])

    def _fit(self, row: _Row, kind: str, due: Sequence[Mapping[int, float] | None]) -> _Fit:
        chance, wrong = self._word(row, kind), list[int]()
        for column, (cell, shares) in enumerate(zip(row.cells, due, strict=True)):
            if cell is None or (isinstance(cell, Unreadable) and self._may_say(kind, cell)):
                continue
            if isinstance(cell, Unreadable):
                wrong.append(column)
                chance += log(_SLIP)
                continue
            any_value = self.as_any[abs(cell)]
            if shares is None:
                chance += any_value
            else:
                share = shares.get(cell, 0.0)
                if not share:
                    wrong.append(column)
                chance += log((1 - _SLIP) * share + _SLIP * exp(any_value))
        return _Fit(chance, tuple(wrong))

    @staticmethod
    def _may_say(kind: str, cell: Unreadable) -> bool:
        """Whether a row of some kind may hold a word: one of none, and a bonus that was earned or not."""
        return kind == _OF_NONE or (kind == "bonus" and answer_of(cell.text) is not None)

    def _end(self, part: _Part) -> float:
        missing = 0.0 if part.at_foot else _NO_ROW * len(part.left - _MAY_LACK)
        return missing + _NO_TOTAL * ("total" not in part.kinds)


@cache
def _chances(category: str, way: ScoringWay) -> Mapping[int, float]:
    """How often each value stands in a category: half as in games that were counted, half as they come."""
    counted = chances_of(category, way, way.extra)
    return {value: (share + 1 / len(counted)) / 2 for value, share in counted.items()}


_MAY_LACK = OPTIONAL | NOT_INTERNATIONAL


def _without(total: Box, bonus: Box) -> Box:
    """What a sum says without the bonus that is in it."""
    return total - bonus if isinstance(total, int) and isinstance(bonus, int) else total


def _due_by(kind: str, above: tuple[int, Box, int, Box], way: ScoringWay) -> Mapping[int, float]:
    """What a sum may say, by the boxes and, where that cannot come of them, by what a sum above says: who
    slips in a box, or in a sum, goes on from the sum."""
    boxes, upper, lower, given = above
    found = _due(kind, boxes, lower, given, way)
    if not isinstance(upper, int) or upper in _due("sum", boxes, 0, given, way):
        return found
    by_sum = _due(kind, upper, lower, given, way)
    return {one: (found.get(one, 0.0) + by_sum.get(one, 0.0)) / 2 for one in {**found, **by_sum}}


def _due(kind: str, upper: int, lower: int, given: Box, way: ScoringWay) -> Mapping[int, float]:
    """What a sum may say, with the share of each; the bonus is what its row says, else what is earned."""
    if upper >= way.bonus_from:
        others = {*BONUSES, way.bonus} if way.preset != "maxi-yatzy" else {way.bonus}
        bonuses = {one: 0.95 / len(others) for one in others} | {0: 0.05}
    else:
        bonuses = {0: 1.0}
    if isinstance(given, int):
        bonuses = {one: share / 10 for one, share in bonuses.items()}
        bonuses[given] = bonuses.get(given, 0.0) + 0.9
    if kind == "bonus":
        return bonuses
    if kind == "lower-sum":
        return {lower: 1.0}
    base = upper + lower * (kind == "total")
    found = {base + bonus: share for bonus, share in bonuses.items()}
    if kind == "sum":
        # It may hold the bonus or not.
        found = {value: share / 2 for value, share in found.items()}
        found[upper] = found.get(upper, 0.0) + 0.5
    return found


@cache
def _orders(way: ScoringWay) -> Sequence[tuple[tuple[str, ...], float]]:
    """The orders in which the lower half usually stands, with the share of each: yatzy before chance or after
    it, the full house before the straights or after them."""
    main = way.categories[len(UPPER) :]
    other = tuple({"chance": "yatzy", "yatzy": "chance"}.get(kind, kind) for kind in main)
    share = (1 - _MAIN) / 3
    return ((main, _MAIN), (other, share), (_house_moved(main), share), (_house_moved(other), share))


def _house_moved(order: Sequence[str]) -> tuple[str, ...]:
    others = [kind for kind in order if kind != "full-house"]
    straights = [at for at, kind in enumerate(others) if kind.endswith("straight")]
    was_before = order.index("full-house") < straights[0]
    others.insert(straights[-1] + 1 if was_before else straights[0], "full-house")
    return tuple(others)
