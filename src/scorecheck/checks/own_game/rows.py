"""How the points of a row of a described game are shared out, and how likely the row is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product
from math import comb, exp, inf, lgamma, log

from scorecheck.checks.money import amount
from scorecheck.checks.null import log_sum
from scorecheck.checks.own_game.file import Cells, Described
from scorecheck.checks.prior import Step, learnt_shares
from scorecheck.model.cells import Money, Number, whole
from scorecheck.model.record import Lazy, NamedTuple, field, record
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
_OF_ZEROS = (1.0, float(_WEIGHT))
"""The same of the numbers of players with 0: the same ones recur, as where one loses each row, or hardly."""
_FOUR = 4
_FIXED, _OTHERS = 0.1, 0.02
"""The share of sheets on which partners stay the same, and that of the rows there in which others are."""
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
    """The points other than 0 in a row, with those of the other side where only one side is written.

    Where a number has the sign of the other side, it is no such row.
    """
    said = [-number if notation == "losers-only" else number for number in points if number]
    others = (game.playing or len(points)) - len(said)
    if notation == "plus-minus" or not said or others < 1 or min(said) < 0 < max(said):
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


def _partner(step: Step) -> int:
    """Who of four players won or lost with the first."""
    return next(
        at for at in range(1, _FOUR) if (step[at] > 0) == (step[0] > 0) and (step[at] < 0) == (step[0] < 0)
    )


@lru_cache(maxsize=256)
def _partners(times: tuple[int, ...]) -> Sequence[float]:
    """The share of each of the others as partner of the first player: hardly any where the same always is."""
    often, seldom, rows = log(1 - _OTHERS), log(_OTHERS / 2), sum(times)
    fixed = [log(_FIXED / 3) + with_it * often + (rows - with_it) * seldom for with_it in times]
    free = log(1 - _FIXED) - rows * log(3)
    every = log_sum([free, *fixed])
    return tuple(
        exp(
            log_sum(
                [free - log(3), *(one + (often if at == who else seldom) for at, one in enumerate(fixed))]
            )
            - every
        )
        for who in range(len(times))
    )


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
    partners: tuple[int, ...] = (0, 0, 0)
    """Of four players: the counts of rows in which the first was with each of the others."""
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
        if not alone and self.seats == playing == _FOUR:
            ways = 2 / _partners(self.partners)[_partner(step) - 1]
        shares = self._shares_of(row.sides)
        falls = (1 - _FALLS) * _FALLS ** min(200.0, float(abs(row.value)))
        value = shares.get(row.value, 0.0) or (_UNFORESEEN if row.sides in self.values else falls)
        if self.game.hundredths:
            # A single row does not show the unit of its sheet.
            value = max(value, shares.get(100 * row.value, 0.0))
        return log(value) + log(share) + log(1 - nothing) - log(ways)

    def learnt(self, steps: Iterable[Step]) -> SidesPrior:
        """See ``RowPrior``."""
        seen, partners = Counter(self.seen), [*self.partners]
        for step in steps:
            row = paid(step, self.game, self.notation)
            if row is not None:
                seen[row.sides, row.value if row.value.denominator == 1 else 100 * row.value] += 1
                if row.sides == "two-two" and self.seats == _FOUR:
                    partners[_partner(step) - 1] += 1
        return SidesPrior(self.game, self.seats, self.values, seen, self.notation, tuple(partners))

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
def _wholes(cells: Cells | None) -> tuple[float, ...]:
    """For each mean size, the logarithm of the sum over the possible points of one player other than 0."""
    values = () if cells is None else cells.values(_MOST_SUMMED)
    sizes = [abs(one) / cells.unit for one in values if one] if cells is not None else []
    if sizes:
        return tuple(log_sum([falls * size for size in sizes]) for _, falls in _SIZES)
    both = log(2.0) if cells is None or cells.least is None or cells.least < 0 else 0.0
    return tuple(both + falls - stays for stays, falls in _SIZES)


_MOST_SUMMED = 1000
_ANY = 20
"""The number of usual points in a game whose rows add up, where the file does not say which there are."""
_REFUTED = 7.0
"""Components that the observed rows make less likely than the best by this log ratio are dropped."""


class _Component(NamedTuple):
    """A component: how points get rarer with their size, by the place of their mean size, and how the same
    ones recur."""

    falls: float
    at: int
    weight: float
    """The usual shares of points count as so many observed ones."""
    of_zeros: float
    """Those of the numbers of players with 0 count as so many observed rows."""


def _kinds(cells: Cells | None, *, adds_up: bool, learns: bool) -> Sequence[_Component]:
    """The components: the same points do not recur, or each possible one has been observed once.

    ``learns``: and how often so many players get 0 in a row.
    """
    many = _ANY * adds_up if cells is None else len(cells.values(_MOST_SUMMED))
    weights = product((float(many), inf) if many else (inf,), _OF_ZEROS if learns else _OF_ZEROS[:1])
    return [_Component(falls, at, *both) for both in weights for at, (_, falls) in enumerate(_SIZES)]


@record
class CellsPrior(Lazy):
    """The prior of rows in which each player gets what the cells allow. See ``RowPrior``.

    How large points are, and how much the same ones recur, is unknown: a mixture of geometric distributions
    with several means, and of pseudo-counts of them, equally likely before rows were observed. How many
    players get 0 in a row is learnt as well.
    """

    seats: int
    sum: Cells | None
    cells: Cells | None
    zeros: int | None = None
    fixed: int = 0
    """The points that so many players have, as ``zeros`` says."""
    out: bool = False
    """Who is out has 0 as well: ``zeros`` is the least number."""
    seen: Mapping[Number, int] = field(default_factory=dict["Number", int])
    """The counts of observed points other than 0, without those that follow from the others of their row."""
    without: Mapping[int, int] = field(default_factory=dict[int, int])
    """The counts of observed rows by the number of players with 0."""
    _chances: dict[tuple[Number, ...], float] = field(default_factory=dict[tuple["Number", ...], float])

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``."""
        if not self._is_possible(step):
            return -inf
        told = self._told(step)
        if told not in self._chances:
            each = [weight + self._by(kind, told) for weight, kind in self._weights]
            self._chances[told] = log_sum(each)
        return self._chances[told]

    @cached_property
    def _weights(self) -> Sequence[tuple[float, _Component]]:
        """The components with their log-probabilities, without those that the rows refute."""
        kinds = _kinds(self.cells, adds_up=self.sum is not None, learns=self._learns_zeros)
        each = [(self._fits(kind), kind) for kind in kinds]
        best = max(each)[0]
        likely = [one for one in each if one[0] > best - _REFUTED]
        whole = log_sum([fits for fits, _ in likely])
        return [(fits - whole, kind) for fits, kind in likely]

    @property
    def _learns_zeros(self) -> bool:
        """Whether the game leaves open how many players get 0."""
        return self.zeros is None or self.out or bool(self.fixed)

    def _is_possible(self, step: Step) -> bool:
        return (
            (self.sum is None or sum(step) in self.sum)
            and (self.cells is None or all(one in self.cells for one in step))
            and (
                self.zeros is None
                or step.count(self.fixed) == self.zeros
                or (self.out and step.count(0) > self.zeros)
            )
        )

    def _told(self, step: Step) -> tuple[Number, ...]:
        """The points of a row in order, without the largest if it follows from the others."""
        told = sorted(step, key=lambda one: (abs(one), one))
        return tuple(told if self.sum is None else told[:-1])

    def _by(self, kind: _Component, told: tuple[Number, ...]) -> float:
        """The log-probability of a row with these points under a component."""
        weight, nothing = kind.weight, told.count(0)
        chance = -log(comb(len(told), nothing))
        if self._learns_zeros:
            rows = sum(self.without.values())
            usual = self._usual_zeros(kind, len(told), nothing)
            before = kind.of_zeros
            chance += log((before * exp(usual) + self.without.get(nothing, 0)) / (before + rows))
        every = sum(self.seen.values())
        for at, one in enumerate(told[nothing:]):
            usual = self._usual(kind, one)
            if weight < inf:
                # Those before it in the row count as well, so that the order of rows makes no difference.
                seen = self.seen.get(one, 0) + told[nothing : nothing + at].count(one)
                usual = log((weight * exp(usual) + seen) / (weight + every + at))
            chance += usual
        return chance

    def _usual(self, kind: _Component, points: Number) -> float:
        """The log-probability of the points of a player who does not get 0, before rows were observed."""
        size = float(abs(points)) / (1 if self.cells is None else self.cells.unit)
        return max(_LEAST, kind.falls * size - _wholes(self.cells)[kind.at])

    def _usual_zeros(self, kind: _Component, players: int, nothing: int) -> float:
        """The log-probability that this many players get 0, before rows were observed."""
        if self.cells is not None and 0 not in self.cells:
            return _LEAST if nothing else 0.0
        whole = _wholes(self.cells)[kind.at]
        others = (players - nothing) * whole - players * log_sum([0.0, whole])
        return max(_LEAST, log(comb(players, nothing)) + others)

    def _fits(self, kind: _Component) -> float:
        """The log-probability of all observed rows under a component, up to a constant."""
        chance, weight = 0.0, kind.weight
        if weight < inf:
            chance = lgamma(weight) - lgamma(weight + sum(self.seen.values()))
        for points, times in self.seen.items():
            chance += _polya(self._usual(kind, points), times, weight)
        players, before = self.seats - (self.sum is not None), kind.of_zeros
        chance += lgamma(before) - lgamma(before + sum(self.without.values()))
        for nothing, times in self.without.items() if self._learns_zeros else ():
            chance += _polya(self._usual_zeros(kind, players, nothing), times, before)
        return chance

    def learnt(self, steps: Iterable[Step]) -> CellsPrior:
        """See ``RowPrior``."""
        seen, without = Counter(self.seen), Counter(self.without)
        for step in filter(self._is_possible, steps):
            told = self._told(step)
            seen.update(filter(None, told))
            without[told.count(0)] += 1
        return CellsPrior(self.seats, self.sum, self.cells, self.zeros, self.fixed, self.out, seen, without)

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``."""
        del most
        return {}


_LEAST = -600.0
"""The least log-probability, so that its exponential is not 0."""


def _polya(usual: float, times: int, weight: float) -> float:
    """The log-probability of observing an outcome ``times`` times (Dirichlet-multinomial), given its prior
    log-probability and the weight of the prior."""
    if weight == inf:
        return times * usual
    before = weight * exp(usual)
    return log(weight) + usual + lgamma(before + times) - lgamma(before + 1)
