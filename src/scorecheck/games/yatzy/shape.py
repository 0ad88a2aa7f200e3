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
from itertools import combinations
from math import exp, inf, log
from operator import itemgetter

from scorecheck.checks.card import Box, Named
from scorecheck.checks.cards.card import answer_of
from scorecheck.checks.null import ODDS, SLIP, by_itself, log_sum
from scorecheck.checks.words import row_word
from scorecheck.games.yatzy.card import kind_of
from scorecheck.games.yatzy.repairs import chances_of
from scorecheck.games.yatzy.scoring import BONUSES, NOT_INTERNATIONAL, OPTIONAL, UPPER, ScoringWay
from scorecheck.model.cells import Unreadable
from scorecheck.model.record import NamedTuple

_LEAST_OF_FACES = 0.75
"""The least share of numbers of the face in the upper half."""
_MOST, _MOST_ROWS = 40, 40
"""The number of namings kept at each row, and the largest number of rows."""
_USUAL, _MAIN, _LACKS = 0.98, 0.9, 0.05
"""The probability of a usual next category; of the main order among these.

And that a skipped category has no row.
"""
_NO_ROW, _NO_TOTAL = log(0.02), log(0.3)
"""The log-probability of a category without a row, or a row without one; and of a card without totals."""
_KNOWN, _STRANGE, _OTHER = log(15), log(0.7), log(0.01)
"""The log ratios of a word known for this kind of row, unknown, or known for another kind."""
_SAID_OTHERWISE = log(1e-9)
_OTHER_DIGIT = log(0.05)
"""The log ratio of a digit in a word before a row without one, or of another digit."""
_WAYS: Mapping[ScoringWay, float] = {
    ScoringWay(): log(0.4),
    ScoringWay("kniffel", international=True): log(0.4),
    ScoringWay(international=True): log(0.1),
    ScoringWay("maxi-yatzy"): log(0.08),
    ScoringWay("doppel-yatzy", extra="chance"): log(0.01),
    ScoringWay("doppel-yatzy", extra="minus"): log(0.01),
}
"""The kinds of cards, and their frequencies."""
_SUMS = frozenset({"sum", "bonus", "upper-total", "lower-sum", "total"})
_OF_LOWER, _WITH_BONUS = frozenset({"lower-sum", "total"}), _SUMS - {"lower-sum"}
"""Those that add up the lower half, and those that may include the bonus."""
_OF_NONE = "unknown"
_BESIDE: Mapping[str, Mapping[str, float]] = {
    "sixes": {"sum": 0.7, "bonus": 0.1},
    "sum": {"bonus": 0.75, "upper-total": 0.05},
    "bonus": {"upper-total": 0.2, "sum": 0.1},
}
"""The probability of a sum after a row of the upper half; else the lower half starts."""
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
"""The digits in words for a kind of row."""


class _LabelledRow(NamedTuple):
    """A row with numbers: the word before it, and its cells."""

    label: str
    cells: tuple[Box, ...]
    told: str | None = None
    """The meaning by the user."""
    known: str | None = None
    """The meaning of the word on any card."""


class _Part(NamedTuple):
    """The rows down to one, each with a kind, and their log-probability."""

    chance: float
    kinds: tuple[str, ...]
    left: frozenset[str]
    """The categories of the lower half without a row so far."""
    lower: tuple[int, ...]
    """The sums of the rows of the lower half in each column."""
    bonus: tuple[Box, ...]
    """The bonus in each column."""
    upper: tuple[Box, ...]
    """The written sum of the upper half."""
    at_foot: bool = False
    """Whether there are sums below the lower half."""
    wrong: tuple[tuple[int, int], ...] = ()
    """The rows and columns of impossible numbers."""


class _Fit(NamedTuple):
    """The log-probability of a row of some kind, and the columns with impossible values."""

    chance: float
    wrong: tuple[int, ...]


def named(labels: Sequence[str], columns: Sequence[Sequence[Box]], told: Mapping[str, str]) -> Named | None:
    """The meaning of the rows of a table, if it is a card: words and numbers decide.

    ``told``: the user's meaning for words in their compared form. ``None`` if a card is not likelier than
    arbitrary numbers at odds of 99 to 1.
    """
    rows = [
        _LabelledRow(label, tuple(cells), told.get(row_word(label)), kind_of(label))
        for label, *cells in zip(labels, *columns, strict=True)
        if any(isinstance(cell, int) for cell in cells)
    ]
    for first in range(len(rows) - len(UPPER)):
        kept = rows[first : first + _MOST_ROWS]
        every = [_CardRows(kept, way, faces) for faces in _faces_in(kept) for way in _WAYS]
        cards = [card for card in every if card.begun.chance > _by_themselves(card.upper)]
        parts = [part for card in cards for part in card.ways_to_name()]
        if parts and log_sum([part.chance for part in parts]) - _by_themselves(kept) > ODDS:
            return _told(kept, parts)
    return None


def _faces_in(rows: Sequence[_LabelledRow]) -> Iterator[tuple[str, ...]]:
    """The categories that the first rows may be: ones to sixes, or five of these if the words say so."""
    said = tuple(row.told or row.known for row in rows[: len(UPPER)])
    for faces in (UPPER, *combinations(UPPER, len(UPPER) - 1)):
        if faces is UPPER or (said[:-1] == faces and said[-1] != UPPER[-1]):
            fits = [
                _is_of(UPPER.index(kind) + 1, cell)
                for kind, row in zip(faces, rows, strict=False)
                for cell in row.cells
            ]
            # This test only saves time for tables that are far from a card.
            if _LEAST_OF_FACES * len(fits) <= fits.count(True):
                yield faces


def _is_of(face: int, cell: Box) -> bool:
    return cell is None or (isinstance(cell, int) and cell % face == 0 and 0 <= cell <= len(UPPER) * face)


def _by_themselves(rows: Sequence[_LabelledRow]) -> float:
    """The log-probability of arbitrary numbers, each column independent."""
    columns = zip(*(row.cells for row in rows), strict=True)
    numbers = [[float(cell) for cell in column if isinstance(cell, int)] for column in columns]
    return sum(by_itself(column, column) for column in numbers)


def _told(rows: Sequence[_LabelledRow], parts: Sequence[_Part]) -> Named:
    """The likeliest kind of each row, and which of these are uncertain."""
    best = max(parts, key=lambda part: part.chance)
    likely = [part for part in parts if part.chance > best.chance - ODDS]
    words: dict[str, str] = {}
    unsure: list[tuple[str, tuple[str, ...]]] = []
    for at, (row, kind) in enumerate(zip(rows, best.kinds, strict=True)):
        if kind == _OF_NONE or not row.label or _alike(row.known) == _alike(kind):
            continue
        # The place of a word used for two sums shows which one it is.
        words.setdefault(row_word(row.label), kind)
        kinds = dict.fromkeys(part.kinds[at] for part in likely if part.kinds[at] != _OF_NONE)
        if len(set(map(_alike, kinds))) > 1:
            unsure.append((row.label, tuple(kinds)))
    # If the same is wrong, it does not matter which of the likely names a row has.
    return Named(words, tuple(unsure) if len({part.wrong for part in likely}) > 1 else ())


def _alike(kind: str | None) -> str | None:
    """The kind of a row, with all sums as one: their places distinguish them."""
    return "sum" if kind in _SUMS - {"bonus"} else kind


_CHANCE = itemgetter(0)


class _CardRows:
    """Rows that may be a card of one kind."""

    def __init__(self, rows: Sequence[_LabelledRow], way: ScoringWay, faces: tuple[str, ...]) -> None:
        """``faces``: the categories of the first rows."""
        self.way, self.faces = way, faces
        self.upper, self.below = rows[: len(faces)], rows[len(faces) :]
        lacking = [face for face, kind in enumerate(UPPER, 1) if kind not in faces]
        self.unseen = tuple(face * many for face in lacking for many in range(way.counted + 1)) or (0,)
        """What a category without a row may add to the sums."""
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
        fits = [
            self._row(row, kind, self.chances[kind]) for row, kind in zip(self.upper, self.faces, strict=True)
        ]
        chance = _WAYS[self.way] + sum(fit.chance for fit in fits) + _NO_ROW * (self.faces is not UPPER)
        lower = frozenset(self.way.categories) - frozenset(UPPER)
        nothing = (0,) * len(self.sums)
        wrong = tuple((at, column) for at, fit in enumerate(fits) for column in fit.wrong)
        unsaid = (None,) * len(self.sums)
        return _Part(chance, self.faces, lower, nothing, unsaid, unsaid, wrong=wrong)

    def ways_to_name(self) -> list[_Part]:
        """The likeliest namings of the rows, ones to sixes first."""
        parts = [self.begun]
        nexts: dict[object, Sequence[tuple[str, float]]] = {}
        for row in self.below:
            parts = self._down_to(row, parts, nexts)
        return [part._replace(chance=part.chance + self._end(part)) for part in parts]

    def _down_to(
        self, row: _LabelledRow, parts: Sequence[_Part], nexts: dict[object, Sequence[tuple[str, float]]]
    ) -> list[_Part]:
        """The likeliest namings of the rows down to one, from those above it, in order.

        ``nexts``: a cache of possible next kinds.
        """
        known = {kind: self._row(row, kind, self.chances.get(kind)) for kind in (*self.begun.left, _OF_NONE)}
        # The probability of a number is at most 1, so that no row is likelier than its word.
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
                    # Each sum is compared with what it adds up only.
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

    def _longer(
        self, part: _Part, row: _LabelledRow, kind: str, chance: float, wrong: Sequence[int]
    ) -> _Part:
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
    def _upper(part: _Part, row: _LabelledRow, kind: str) -> tuple[Box, ...]:
        """The upper half's sum in the rows down to one."""
        if kind == "sum":
            return row.cells
        if kind == "upper-total":
            return tuple(map(_without, row.cells, part.bonus))
        return part.upper

    def _is_begun(self, part: _Part) -> bool:
        """Whether a row of the lower half is above."""
        return len(part.left) + len(UPPER) < len(self.way.categories)

    def _next(self, part: _Part) -> Iterator[tuple[str, float]]:
        """The possible kinds of the next row, with their log-probabilities."""
        yield _OF_NONE, _NO_ROW
        if part.at_foot:
            yield from self._foot(part, 0.0)
            return
        above = part.kinds[-1] if len(part.kinds) > len(self.faces) else UPPER[-1]
        beside = _BESIDE.get(above, {})
        yield from ((kind, log(share)) for kind, share in beside.items() if kind not in part.kinds)
        on = log(1 - sum(beside.values()))
        usual, seldom = self._usual(part), (1 - _USUAL) / max(1, len(part.left))
        strange = on + log(seldom)
        for kind in part.left:
            yield kind, on + log(_USUAL * usual[kind] + seldom) if kind in usual else strange
        if self._is_begun(part):
            yield from self._foot(part, _NO_ROW * len(part.left - _MAY_LACK))

    def _foot(self, part: _Part, lacking: float) -> Iterator[tuple[str, float]]:
        """The possible sums below; that of the upper half may be repeated."""
        for kind, share in _AT_FOOT.items():
            if kind == "sum" or kind not in part.kinds:
                yield kind, lacking + log(share)

    def _usual(self, part: _Part) -> Mapping[str, float]:
        """The usual next categories, with the share of each."""
        found: dict[str, float] = {}
        for order, share in _orders(self.way):
            above = order.index(part.kinds[-1]) if part.kinds[-1] in order else -1
            waiting = [at for at, kind in enumerate(order) if kind in part.left]
            # A skipped category may have no row, or come now.
            for least, part_of_it in ((0, 1 - _LACKS), (above + 1, _LACKS)):
                at = bisect_left(waiting, least)
                if at < len(waiting):
                    after = order[waiting[at]]
                    found[after] = found.get(after, 0.0) + share * part_of_it
        return found

    def _word(self, row: _LabelledRow, kind: str) -> float:
        """log P(word | kind), against any table."""
        if not any(map(str.isalpha, row.label)):
            return 0.0
        if row.told is not None:
            return 0.0 if _alike(row.told) == _alike(kind) else _SAID_OTHERWISE
        known = row.known
        said = _STRANGE if known is None else _KNOWN if _alike(known) == _alike(kind) else _OTHER
        strange = [c for c in row.label if c.isdigit() and c not in _DIGITS.get(kind, "")]
        return said + _OTHER_DIGIT * bool(strange and known is None)

    def _row(self, row: _LabelledRow, kind: str, shares: Mapping[int, float] | None) -> _Fit:
        """How well a row of boxes fits a category; a row of no kind holds arbitrary numbers."""
        every = [shares] * len(row.cells)
        return self._fit(row, kind, every)

    def _sum(self, row: _LabelledRow, kind: str, part: _Part) -> _Fit:
        stand = zip(self.sums, part.upper, part.lower, part.bonus, strict=True)
        return self._fit(row, kind, [self._due_by(kind, here) for here in stand])

    def _due_by(self, kind: str, above: tuple[int, Box, int, Box]) -> Mapping[int, float]:
        """The possible values of a sum, whatever a category without a row adds to it."""
        if len(self.unseen) == 1:
            return _due_by(kind, above, self.way)
        found: dict[int, float] = {}
        for more in self.unseen:
            for value, share in _due_by(kind, (above[0] + more, *above[1:]), self.way).items():
                found[value] = found.get(value, 0.0) + share / len(self.unseen)
        return found

    def _fit(self, row: _LabelledRow, kind: str, due: Sequence[Mapping[int, float] | None]) -> _Fit:
        chance, wrong = self._word(row, kind), list[int]()
        for column, (cell, shares) in enumerate(zip(row.cells, due, strict=True)):
            if cell is None or (isinstance(cell, Unreadable) and self._may_say(kind, cell)):
                continue
            if isinstance(cell, Unreadable):
                wrong.append(column)
                chance += log(SLIP)
                continue
            any_value = self.as_any[abs(cell)]
            if shares is None:
                chance += any_value
            else:
                share = shares.get(cell, 0.0)
                if not share:
                    wrong.append(column)
                chance += log((1 - SLIP) * share + SLIP * exp(any_value))
        return _Fit(chance, tuple(wrong))

    @staticmethod
    def _may_say(kind: str, cell: Unreadable) -> bool:
        """Whether a row of some kind may hold a word: one of no kind, and a bonus that was earned or not."""
        return kind == _OF_NONE or (kind in {"bonus", *OPTIONAL} and answer_of(cell.text) is not None)

    def _end(self, part: _Part) -> float:
        missing = 0.0 if part.at_foot else _NO_ROW * len(part.left - _MAY_LACK)
        return missing + _NO_TOTAL * ("total" not in part.kinds)


@cache
def _chances(category: str, way: ScoringWay) -> Mapping[int, float]:
    """The frequency of each value in a category: half by sample games, half by chance."""
    counted = chances_of(category, way, way.extra)
    return {value: (share + 1 / len(counted)) / 2 for value, share in counted.items()}


_MAY_LACK = OPTIONAL | NOT_INTERNATIONAL


def _without(total: Box, bonus: Box) -> Box:
    """The part of a sum without the bonus in it."""
    return total - bonus if isinstance(total, int) and isinstance(bonus, int) else total


def _due_by(kind: str, above: tuple[int, Box, int, Box], way: ScoringWay) -> Mapping[int, float]:
    """The possible values of a sum, by the boxes and, if these do not fit, by the sums above.

    After a slip in a box, or in a sum, the writer continues with the written sum.
    """
    boxes, upper, lower, given = above
    found = _due(kind, boxes, lower, given, way)
    if not isinstance(upper, int) or upper in _due("sum", boxes, 0, given, way):
        return found
    by_sum = _due(kind, upper, lower, given, way)
    return {one: (found.get(one, 0.0) + by_sum.get(one, 0.0)) / 2 for one in {**found, **by_sum}}


def _due(kind: str, upper: int, lower: int, given: Box, way: ScoringWay) -> Mapping[int, float]:
    """The possible values of a sum with their shares; the bonus is the written one, else the earned one."""
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
        # It may include the bonus or not.
        found = {value: share / 2 for value, share in found.items()}
        found[upper] = found.get(upper, 0.0) + 0.5
    return found


@cache
def _orders(way: ScoringWay) -> Sequence[tuple[tuple[str, ...], float]]:
    """The usual orders of the lower half, with the share of each.

    Yatzy before chance or after it, the full house before the straights or after them.
    """
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
