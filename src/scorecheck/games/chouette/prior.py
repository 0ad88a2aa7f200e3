"""The prior of chouette entries: the box settles with each other player by a doubling cube.

The box plays against all others at one board: they win or lose together, by single games or gammons alike,
mostly with equal cubes. The frequencies are learnt from the rows of the sheet, starting from general
experience.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from math import exp, inf, log

from scorecheck.checks.prior import MOST_KNOWN, AnySettlement, Step
from scorecheck.model.cells import Number
from scorecheck.model.record import Lazy, NamedTuple, field, record

_ROUNDS = 6
"""The number of iterations of interpreting the rows and learning from them."""
_MOST_SEATS = 7
"""With more players, no games are enumerated."""
_USUAL = 16
"""The usual largest cube, or twice that, on a sheet without other rows."""


class _Habit(NamedTuple):
    """How often something was so, and how often not."""

    yes: float
    no: float

    @property
    def share(self) -> float:
        """Its relative frequency."""
        return self.yes / (self.yes + self.no)

    def seen(self, yes: float, no: float) -> _Habit:
        """The same with more observations."""
        return _Habit(self.yes + yes, self.no + no)


class _Habits(NamedTuple):
    """How people play, counted in members or rows."""

    idle: _Habit
    """A member takes no part in an entry."""
    mixed: _Habit
    """The box wins from some and loses to others."""
    one_cube: _Habit
    """All cubes of the players are equal."""
    cubes: Mapping[int, float]
    """The frequencies of cube values."""
    factors: Mapping[int, float]
    """Single, gammon, backgammon."""
    other: _Habit
    """A row is no entry with one box."""


_BEFORE = _Habits(
    idle=_Habit(0.5, 2.0),
    mixed=_Habit(0.5, 4.5),
    one_cube=_Habit(2.0, 1.0),
    # One turn is as frequent as none, and each further one half as frequent.
    cubes={2**turned: 2.0 / 2 ** max(1, turned) for turned in range(12)},
    # One game in five is won as a gammon, of those one in ten as a backgammon.
    factors={1: 8.0, 2: 1.8, 3: 0.2},
    other=_Habit(1.0, 49.0),
)
"""The prior habits."""

_PAID = frozenset(cube * factor for cube in _BEFORE.cubes for factor in _BEFORE.factors)
"""The possible payments of one member."""
_CHANGES = _PAID | {-amount for amount in _PAID} | {0}
"""The possible changes of a member."""


class _AsBox(NamedTuple):
    """An entry under the assumption of a box, independent of habits."""

    box: Number
    """What the box has."""
    boxes: float
    """The share of the players with this amount, who may have been the box."""
    paid: tuple[Number, ...]
    """The payments of the members who took part, without signs."""
    idle: int
    """The number of members who took no part."""
    mixed: bool
    alike: bool
    """Whether several payments are equal."""


class _EntryReading(NamedTuple):
    """A reading of an entry."""

    chance: float
    deal: _AsBox
    factor: int
    one_cube: bool


class _Payments(NamedTuple):
    """The payments in games with one of the three results."""

    factor: int
    share: float
    """The frequency of that result."""
    chances: Mapping[Number, float]
    """The probabilities by amount."""


class _Believed(NamedTuple):
    """How people play, and the resulting distribution of payments."""

    habits: _Habits
    payments: Sequence[_Payments]


@record
class ChouettePrior(Lazy):
    """The probabilities of entries of one sheet. See ``RowPrior``."""

    seats: int
    rows: tuple[Step, ...] = ()
    """The entries so far."""
    _known: dict[Step, float] = field(default_factory=dict["Step", float])

    def __call__(self, step: Step) -> float:
        """The log-probability of an entry; minus infinity if it does not add up to 0."""
        known = self._known.get(step)
        if known is None:
            # The order of players makes no difference, so entries with the same numbers are equally likely.
            alike = tuple(sorted(step))
            known = self._known.get(alike)
            if known is None:
                known = -inf if sum(step) else self._of(alike)
            if len(self._known) < MOST_KNOWN:
                self._known[alike] = self._known[step] = known
        return known

    def learnt(self, steps: Iterable[Step]) -> ChouettePrior:
        """The same after learning from entries."""
        return ChouettePrior(
            self.seats, (*self.rows, *(step for step in steps if any(step) and not sum(step)))
        )

    def likely(self, most: int) -> Mapping[Step, float]:
        """The likeliest games in which the box deals with all others by one cube, or with some."""
        found: dict[Step, float] = {}
        members = self.seats - 1
        if self.seats > _MOST_SEATS:
            return found
        largest = 2 * max((abs(amount) for step in self.rows for amount in step), default=_USUAL)
        # The probability of a game does not depend on the order of players.
        alike = [
            (self.of_cubes((*[amount] * many, -amount * many, *[0] * (members - many))), many, amount)
            for amount in _PAID
            if amount <= largest
            for many in range(1, members + 1)
        ]
        for chance, many, amount in sorted(alike, reverse=True):
            for playing in combinations(range(members), many):
                paid = [amount if member in playing else 0 for member in range(members)]
                for box in range(self.seats):
                    points = (*paid[:box], -amount * many, *paid[box:])
                    found[points] = found[tuple([-got for got in points])] = chance
            if len(found) >= most:
                break
        return found

    def of_cubes(self, step: Step) -> float:
        """The probability of an entry given by cubes; 0 if it cannot be."""
        if not any(step):
            return 0.0
        if sum([amount not in _CHANGES for amount in step]) > 1:
            return 0.0
        believed = self._believed
        nobody = believed.habits.idle.share ** (len(step) - 1)
        return sum([one.chance for one in _readings(believed, tuple(sorted(step)))]) / (1 - nobody)

    def _of(self, step: Step) -> float:
        other = self._believed.habits.other.share
        roughly, of_cubes = self._rough(step), self.of_cubes(step)
        if roughly <= _LEAST:
            return roughly
        return log((1 - other) * of_cubes + other * exp(roughly)) if of_cubes else log(other) + roughly

    @cached_property
    def _believed(self) -> _Believed:
        habits = _learnt(Counter(tuple(sorted(step)) for step in self.rows))
        return _Believed(habits, _payments(habits))

    @cached_property
    def _rough(self) -> AnySettlement:
        """The prior of entries that no cubes give."""
        return AnySettlement(self.seats).learnt(self.rows)


_LEAST = -600.0
"""The least log-probability that differs from none."""


def _learnt(seen: Mapping[Step, int]) -> _Habits:
    """The habits by the possible readings of the entries."""
    habits = _BEFORE
    for _ in range(_ROUNDS if seen else 0):
        habits = _learnt_once(seen, _Believed(habits, _payments(habits)))
    return habits


def _learnt_once(seen: Mapping[Step, int], believed: _Believed) -> _Habits:
    idle, mixed, one_cube, other = _BEFORE.idle, _BEFORE.mixed, _BEFORE.one_cube, _BEFORE.other
    cubes, factors = dict(_BEFORE.cubes), dict(_BEFORE.factors)
    for points, times in seen.items():
        readings = _readings(believed, points)
        whole = sum([one.chance for one in readings])
        other = other.seen(times * (not whole), times * bool(whole))
        for chance, deal, factor, by_one_cube in readings:
            share = times * chance / whole
            idle = idle.seen(share * deal.idle, share * len(deal.paid))
            factors[factor] += share
            if len(deal.paid) > 1:
                mixed = mixed.seen(share * deal.mixed, share * (not deal.mixed))
                one_cube = one_cube.seen(share * by_one_cube, share * (not by_one_cube))
            # A common cube was turned once for all.
            for amount in deal.paid[:1] if by_one_cube else deal.paid:
                cubes[int(amount) // factor] += share
    return _Habits(idle, mixed, one_cube, cubes, factors, other)


def _readings(believed: _Believed, points: Step) -> list[_EntryReading]:
    """The readings of an entry, with sorted amounts: anybody may be the box, and cubes pay."""
    found: list[_EntryReading] = []
    habits, payments = believed
    idle, mixed, one_cube = habits.idle.share, habits.mixed.share, habits.one_cube.share
    for deal in _deals(points):
        paid, many = deal.paid, len(deal.paid)
        chance = deal.boxes * idle**deal.idle * (1 - idle) ** many
        if many == 1:
            chance /= 2
        else:
            chance *= mixed / (2**many - 2) if deal.mixed else (1 - mixed) / 2
        for factor, share, chances in payments:
            own = chance * share
            for amount in paid:
                if amount not in chances:
                    break
                own *= chances[amount]
            else:
                if deal.alike:
                    together = chance * share * one_cube * chances[paid[0]]
                    found.append(_EntryReading(together, deal, factor, one_cube=True))
                own *= 1 - one_cube if many > 1 else 1.0
                found.append(_EntryReading(own, deal, factor, one_cube=False))
    return found


def _deals(points: Step) -> tuple[_AsBox, ...]:
    """An entry with sorted amounts, for each possible box."""
    found: list[_AsBox] = []
    for at, box in enumerate(points):
        if at and box == points[at - 1]:
            continue
        members = [amount for amount in (*points[:at], *points[at + 1 :]) if amount]
        paid = tuple(map(abs, members))
        if paid and _PAID.issuperset(paid):
            found.append(
                _AsBox(
                    box,
                    points.count(box) / len(points),
                    paid,
                    idle=len(points) - 1 - len(paid),
                    mixed=min(members) < 0 < max(members),
                    alike=len(paid) > 1 and len({*paid}) == 1,
                )
            )
    return tuple(found)


def box_shares(step: Step) -> Sequence[float]:
    """The probability of each player to have been in the box of an entry; all 0 if cubes do not give it."""
    weights: dict[Number, float] = dict.fromkeys(step, 0.0)
    for one in _readings(_USUALLY, tuple(sorted(step))):
        weights[one.deal.box] += one.chance
    whole = sum(weights.values())
    return [weights[amount] / step.count(amount) / whole if whole else 0.0 for amount in step]


def _payments(habits: _Habits) -> Sequence[_Payments]:
    cubes, factors = habits.cubes, habits.factors
    all_cubes, all_factors = sum(cubes.values()), sum(factors.values())
    return [
        _Payments(factor, share / all_factors, {cube * factor: n / all_cubes for cube, n in cubes.items()})
        for factor, share in factors.items()
    ]


_USUALLY = _Believed(_BEFORE, _payments(_BEFORE))
"""The beliefs before any row was seen."""
