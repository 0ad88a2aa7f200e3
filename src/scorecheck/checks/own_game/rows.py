"""How the points of a row of a described game are shared out, and how likely the row is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, exp, inf, log
from operator import add

from scorecheck.checks.money import amount
from scorecheck.checks.null import log_sum
from scorecheck.checks.own_game.file import Cells, Described
from scorecheck.checks.prior import Step, learnt_shares
from scorecheck.model.cells import Money, Number, whole
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.sheet import Sheet

_MOST_SEATS = 12
_MOST_LISTED = 8
"""With more seats there are too many rows to list."""
_FALLS = 0.9
"""The ratio of a geometric distribution of values, where nothing else is known."""
_ALONE = 0.15
"""The initial share of games of one against the rest."""
_NOTHING = 0.02
"""The initial share of rows in which all points are 0."""
_UNFORESEEN = 0.001
"""The probability of a value that the game does not have."""
_WEIGHT = 10
"""The prior counts as so many observed rows."""
_SIZES = tuple((-log(1 + 2.0**power), log(2.0**power / (1 + 2.0**power))) for power in range(-2, 14))
"""For several mean sizes of a player's points, in steps: the log-probability of 0, and the log-ratio of each
further step (geometric distributions)."""


class Paid(NamedTuple):
    """How the points of a row are shared out."""

    value: Number
    """The points of each of two winners; or those that each of the rest gets or pays."""
    sides: str
    """Empty where all points are 0."""


def paid(points: Sequence[Number], game: Described, notation: str = "plus-minus") -> Paid | None:
    """How the points of a row are shared out in a game with sides; ``None``: no row of the game is like
    that."""
    amounts = sorted(_of_both(points, game, notation))
    if not amounts:
        return Paid(0, "")
    playing = game.playing or len(points)
    if len(amounts) != playing:
        return None
    low, high = amounts[0], amounts[-1]
    if "two-two" in game.sides and amounts == [low, low, -low, -low]:
        return Paid(-low, "two-two")
    if "one-rest" in game.sides:
        rest = playing - 1
        if amounts[:-1] == [low] * rest and high == -rest * low:
            return Paid(-low, "one-rest")
        if amounts[1:] == [high] * rest and low == -rest * high:
            return Paid(high, "one-rest")
    return None


def _of_both(points: Sequence[Number], game: Described, notation: str) -> Sequence[Number]:
    """The points other than 0 in a row, with those of the other side where only one side is written."""
    said = [-number if notation == "losers-only" else number for number in points if number]
    others = (game.playing or len(points)) - len(said)
    if notation == "plus-minus" or not said or others < 1:
        return said
    each = whole(Fraction(-sum(said), others))
    return [*said, *[each if _may_be(each, game) else 0] * others]


SIGNS: Mapping[str, tuple[int, int]] = {"plus-only": (1, 0), "minus-only": (0, 1), "losers-only": (0, -1)}
"""The factors on the points of winners and losers, in notations that write one side only."""


def like_in(notation: str, points: Sequence[Number], game: Described) -> Iterator[tuple[Number, ...]]:
    """The rows of ``like``, in a notation."""
    if notation == "plus-minus":
        return like(points, game)
    won, lost = SIGNS[notation]
    rows = like([abs(number) for number in points], game)
    return iter(dict.fromkeys(tuple(one * (won if one > 0 else lost) for one in row) for row in rows))


def like(points: Sequence[Number], game: Described) -> Iterator[tuple[Number, ...]]:
    """All rows of a game with sides that contain one of these amounts."""
    seats = range(len(points))
    playing = game.playing or len(points)
    who: Sequence[int] = seats
    if len(points) > _MOST_SEATS:
        who = [at for at in seats if points[at]]
        if len(who) > _MOST_SEATS:
            return
    rest = playing - 1
    shared = [Fraction(abs(n), rest) for n in points]
    amounts = {abs(n) for n in points} | {n for n in map(whole, shared) if _may_be(n, game)}
    for part in combinations(who, playing):
        for value in amounts - {0}:
            for paid in _sides(part, value, game):
                yield tuple(paid.get(seat, 0) for seat in seats)
    yield (0,) * len(points)


def _may_be(number: Number, game: Described) -> bool:
    """Whether an amount is possible on a sheet: whole, or in whole hundredths."""
    return number.denominator == 1 or (game.hundredths and 100 % number.denominator == 0)


def in_hundredths(points: Sequence[Number], sheet: Sheet, game: Described) -> Sequence[Number]:
    """Points in the unit of the game: times 100 on a sheet in the larger unit."""
    return [whole(Fraction(one * 100)) for one in points] if has_hundredths(sheet, game) else points


def has_hundredths(sheet: Sheet, game: Described) -> bool:
    """Whether the first rows of a sheet have decimals, or amounts in euros."""
    if not game.hundredths:
        return False
    rows = range(min(_LOOKED_AT, sheet.stop))
    cells = [sheet.table.value(row, at) for row in rows for at in sheet.points_columns]
    cells = [one for one in cells if not isinstance(one, str) or "," in one or "." in one]
    if any(isinstance(one, Money) and one.in_euros for one in cells):
        return True
    return any(one is not None and one.denominator != 1 for one in map(amount, cells))


_LOOKED_AT = 12


def _sides(part: Sequence[int], value: Number, game: Described) -> Iterator[dict[int, Number]]:
    """The points of each player for every choice of sides, in a game with a value."""
    if "two-two" in game.sides:
        for winners in combinations(part, 2):
            yield {seat: value if seat in winners else -value for seat in part}
    if "one-rest" in game.sides:
        rest = len(part) - 1
        for alone in part:
            for sign in (value, -value):
                yield {seat: rest * sign if seat == alone else -sign for seat in part}


@record
class SidesPrior:
    """The prior of rows of a game with sides. See ``RowPrior``."""

    game: Described
    seats: int
    values: Mapping[str, Mapping[int, float]] = field(default_factory=dict[str, "Mapping[int, float]"])
    """The possible values with shares, by sides; sides that are missing can have any value."""
    seen: Mapping[tuple[str, Number], int] = field(default_factory=dict[tuple[str, "Number"], int])
    """The counts of observed values, by sides."""
    notation: str = "plus-minus"
    _chances: dict[str, Mapping[Number, float]] = field(default_factory=dict[str, "Mapping[Number, float]"])

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``."""
        row = paid(step, self.game, self.notation)
        if row is None:
            return -inf
        games = _WEIGHT + sum(self.seen.values())
        nothing = (_NOTHING * _WEIGHT + self.seen.get(("", 0), 0)) / games
        if not row.sides:
            return log(nothing)
        alone = row.sides == "one-rest"
        share = 1.0
        if len(self.game.sides) > 1:
            alones = sum(times for (sides, _), times in self.seen.items() if sides == "one-rest")
            share = (_ALONE * _WEIGHT + alones) / games
            share = share if alone else 1 - share
        playing = self.game.playing or self.seats
        ways = comb(self.seats, playing) * (2 * playing if alone else 6)
        shares = self._shares_of(row.sides)
        value = shares.get(row.value, 0.0) or self._unseen(row)
        if self.game.hundredths:
            # A single row does not show the unit of its sheet.
            value = max(value, shares.get(100 * row.value, 0.0))
        return log(value) + log(share) + log(1 - nothing) - log(ways)

    def learnt(self, steps: Iterable[Step]) -> SidesPrior:
        """See ``RowPrior``."""
        rows = (paid(step, self.game, self.notation) for step in steps)
        seen = Counter((row.sides, self._counted(row.value)) for row in rows if row is not None)
        return SidesPrior(self.game, self.seats, self.values, seen + Counter(self.seen), self.notation)

    def _counted(self, value: Number) -> Number:
        return value if value.denominator == 1 else 100 * value

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``: the rows with the likeliest values, for all choices of sides."""
        playing = self.game.playing or self.seats
        worth = [
            (share, value) for sides in self.game.sides for value, share in self._shares_of(sides).items()
        ]
        listed: dict[Step, float] = {}
        for _, value in sorted(worth, reverse=True) if self.seats <= _MOST_LISTED else ():
            if len(listed) >= most:
                break
            for part in combinations(range(self.seats), playing):
                for given in _sides(part, value, self.game):
                    step = tuple([given.get(seat, 0) for seat in range(self.seats)])
                    listed[step] = exp(self(step))
        return listed

    def _unseen(self, row: Paid) -> float:
        if row.sides in self.values:
            return _UNFORESEEN
        return (1 - _FALLS) * _FALLS ** min(200.0, float(abs(row.value)))

    def _shares_of(self, sides: str) -> Mapping[Number, float]:
        """The probabilities of values, for rows with these sides."""
        if sides not in self._chances:
            known = self.values.get(sides) or dict.fromkeys(range(1, 9), 1.0)
            usual: dict[Number, float] = dict(known.items())
            seen = {value: times for (of, value), times in self.seen.items() if of == sides}
            self._chances[sides] = learnt_shares(seen, _of_seen_sizes(usual, seen), _WEIGHT)
        return self._chances[sides]


def _of_seen_sizes(usual: Mapping[Number, float], seen: Mapping[Number, int]) -> Mapping[Number, float]:
    """The shares of values of which large ones are the rarer, the smaller those seen are: a mixture as in
    ``CellsPrior``."""
    if not seen:
        return usual
    unit, mixed = float(min(usual)), dict.fromkeys(usual, 0.0)
    sizes: list[tuple[float, Mapping[Number, float]]] = []
    for _, falls in _SIZES:
        each = {value: log(share) + falls * float(value) / unit for value, share in usual.items()}
        whole = log_sum(list(each.values()))
        fits = sum(times * (each[value] - whole) for value, times in seen.items() if value in each)
        sizes.append((fits, {value: one - whole for value, one in each.items()}))
    every = log_sum([fits for fits, _ in sizes])
    for fits, each in sizes:
        for value, one in each.items():
            mixed[value] += exp(fits - every + one)
    return mixed


@lru_cache(maxsize=64)
def _wholes(cells: Cells | None, *, with_zero: bool) -> tuple[float, ...]:
    """For each component of the sizes, the logarithm of the sum over the possible points of one player."""
    values = () if cells is None else cells.values(_MOST_SUMMED)
    sizes = [abs(one) / cells.unit for one in values if one or with_zero] if cells is not None else []
    if sizes:
        return tuple(log_sum([falls * size for size in sizes]) for _, falls in _SIZES)
    both = log(2.0) if cells is None or cells.least is None or cells.least < 0 else 0.0
    return tuple(both - stays for stays, _ in _SIZES)


_MOST_SUMMED = 1000


@record
class CellsPrior:
    """The prior of rows in which each player gets what the cells allow. See ``RowPrior``.

    The scale of the points is unknown: a mixture of geometric distributions with several means, equally
    likely before rows were observed.
    """

    seats: int
    sum: Cells | None
    cells: Cells | None
    zeros: int | None = None
    weights: tuple[float, ...] = (0.0,) * len(_SIZES)
    """The log-weights of the components."""
    _chances: dict[float, float] = field(default_factory=dict[float, float])

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``."""
        if self.sum is not None and sum(step) not in self.sum:
            return -inf
        if self.cells is not None and not all(one in self.cells for one in step):
            return -inf
        if self.zeros is not None and step.count(0) != self.zeros:
            return -inf
        moved = self._moved(step)
        if moved not in self._chances:
            told = [one + weight for one, weight in zip(self._by_size(moved), self.weights, strict=True)]
            self._chances[moved] = log_sum(told) - log_sum(self.weights)
        return self._chances[moved]

    def _moved(self, step: Step) -> float:
        """The sum of the sizes of all points, in steps, without the largest if it follows from the others."""
        unit = 1 if self.cells is None else self.cells.unit
        told = [float(abs(one)) / unit for one in step]
        return sum(told) - (0.0 if self.sum is None else max(told))

    def _by_size(self, moved: float) -> Iterator[float]:
        """The log-probability of a row with this sum of sizes, under each component."""
        zeros = self.zeros or 0
        free = self.seats - zeros - (self.sum is not None)
        who = log(comb(self.seats, zeros)) if zeros <= self.seats else 0.0
        for (_, falls), every in zip(_SIZES, _wholes(self.cells, with_zero=not zeros), strict=True):
            yield moved * falls - free * every - who

    def learnt(self, steps: Iterable[Step]) -> CellsPrior:
        """See ``RowPrior``."""
        weights = self.weights
        for step in steps:
            if self(step) > -inf:
                weights = tuple(map(add, weights, self._by_size(self._moved(step))))
        return CellsPrior(self.seats, self.sum, self.cells, self.zeros, weights)

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``."""
        del most
        return {}
