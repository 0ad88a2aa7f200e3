"""How likely an entry of a chouette is: the box deals with each of the others by a doubling cube.

The box plays against all others at one board: they win or lose together, singly or gammon alike, mostly by
cubes that were turned together. How usual each of these is the rows of the sheet teach; what they do not
show is filled in from how the game is played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import exp, inf, log

from scorecheck.checks.prior import AnySettlement, Step
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple, field, record

_ROUNDS = 6
"""So often what the rows may have been is asked again, with what was learnt from them."""
_MOST_SEATS = 7
"""With more players no games are listed."""
_USUAL = 16
"""On a sheet without other rows a cube pays so much at most, or twice that."""


class _Habit(NamedTuple):
    """How often something was so, and how often otherwise."""

    yes: float
    no: float

    @property
    def share(self) -> float:
        """How usual it is."""
        return self.yes / (self.yes + self.no)

    def seen(self, yes: float, no: float) -> _Habit:
        """The same with more that was seen."""
        return _Habit(self.yes + yes, self.no + no)


class _Habits(NamedTuple):
    """How people play, counted in members or rows."""

    idle: _Habit
    """A member has nothing to do with an entry."""
    mixed: _Habit
    """The box wins from some and loses to others."""
    one_cube: _Habit
    """The cubes of all who play show the same."""
    cubes: Mapping[int, float]
    """By what they show."""
    factors: Mapping[int, float]
    """Single, gammon, backgammon."""
    other: _Habit
    """A row is no entry with one box."""


_BEFORE = _Habits(
    idle=_Habit(0.5, 2.0),
    mixed=_Habit(0.5, 4.5),
    one_cube=_Habit(2.0, 1.0),
    # Turned once as often as not at all, and half as often each time after that.
    cubes={2**turned: 2.0 / 2 ** max(1, turned) for turned in range(12)},
    # One game in five is won as a gammon, of those one in ten as a backgammon.
    factors={1: 8.0, 2: 1.8, 3: 0.2},
    other=_Habit(0.2, 9.8),
)
"""What is believed before a row is seen."""

_PAID = frozenset(cube * factor for cube in _BEFORE.cubes for factor in _BEFORE.factors)
"""What one member can pay."""
_CHANGES = _PAID | {-amount for amount in _PAID} | {0}
"""What an entry can change for a member."""


class _AsBox(NamedTuple):
    """What an entry was if one of the players was the box, whatever people are used to."""

    boxes: float
    """The share of the players who may have been this box: those with its amount."""
    paid: tuple[Number, ...]
    """What the members who had to do with it paid or got, without signs."""
    idle: int
    """The members who had nothing to do with it."""
    mixed: bool
    alike: bool
    """Several paid or got the same."""


class _EntryReading(NamedTuple):
    """One way to read an entry."""

    chance: float
    deal: _AsBox
    factor: int
    one_cube: bool


class _Payments(NamedTuple):
    """What members pay in games that are won in one of the three ways."""

    factor: int
    share: float
    """How usual that way is."""
    chances: Mapping[Number, float]
    """By the amount."""


class _Believed(NamedTuple):
    """How people play, and what follows from it for what they pay."""

    habits: _Habits
    payments: Sequence[_Payments]


@record
class ChouettePrior:
    """Chances of entries of one sheet. See ``RowPrior``."""

    seats: int
    rows: tuple[Step, ...] = ()
    """The entries that were seen."""
    _habits: list[_Believed] = field(default_factory=list[_Believed])
    """How people play by these entries, once that is asked for."""
    _rough: list[AnySettlement] = field(default_factory=list[AnySettlement])
    """The same of entries that no cubes pay."""
    _known: dict[Step, float] = field(default_factory=dict["Step", float])

    def __call__(self, step: Step) -> float:
        """The log-probability of an entry; minus infinity where it does not add up to zero."""
        known = self._known.get(step)
        if known is None:
            # Who is in which place makes no difference, so entries with the same numbers are as likely.
            alike = tuple(sorted(step))
            known = self._known.get(alike)
            if known is None:
                known = self._known[alike] = -inf if sum(step) else self._of(alike)
            self._known[step] = known
        return known

    def learnt(self, steps: Iterable[Step]) -> ChouettePrior:
        """The same after entries that were seen."""
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
        # How likely a game is does not depend on who is in which place.
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
        """The probability of an entry that cubes pay; 0 where none do."""
        if not any(step):
            return 0.0
        if sum([amount not in _CHANGES for amount in step]) > 1:
            return 0.0
        believed = self._settled()
        nobody = believed.habits.idle.share ** (len(step) - 1)
        return sum([one.chance for one in _readings(believed, tuple(sorted(step)))]) / (1 - nobody)

    def _of(self, step: Step) -> float:
        other = self._settled().habits.other.share
        if not self._rough:
            self._rough.append(AnySettlement(self.seats).learnt(self.rows))
        roughly, of_cubes = self._rough[0](step), self.of_cubes(step)
        if roughly <= _LEAST:
            return roughly
        return log((1 - other) * of_cubes + other * exp(roughly)) if of_cubes else log(other) + roughly

    def _settled(self) -> _Believed:
        if not self._habits:
            habits = _learnt(Counter(tuple(sorted(step)) for step in self.rows))
            self._habits.append(_Believed(habits, _payments(habits)))
        return self._habits[0]


_LEAST = -600.0
"""The least log-probability that can still be told from none."""


def _learnt(seen: Mapping[Step, int]) -> _Habits:
    """The habits by what the entries may have been, as far as that is known."""
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
            # A cube that stands for all was turned once for all.
            for amount in deal.paid[:1] if by_one_cube else deal.paid:
                cubes[int(amount) // factor] += share
    return _Habits(idle, mixed, one_cube, cubes, factors, other)


def _readings(believed: _Believed, points: Step) -> list[_EntryReading]:
    """The ways to read an entry, its amounts sorted: anybody may be the box, and cubes pay."""
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


@lru_cache(maxsize=4096)
def _deals(points: Step) -> tuple[_AsBox, ...]:
    """What an entry was by who was the box, its amounts sorted."""
    found: list[_AsBox] = []
    for at, box in enumerate(points):
        if at and box == points[at - 1]:
            continue
        members = [amount for amount in (*points[:at], *points[at + 1 :]) if amount]
        if members:
            paid = tuple([abs(amount) for amount in members])
            found.append(
                _AsBox(
                    points.count(box) / len(points),
                    paid,
                    idle=len(points) - 1 - len(paid),
                    mixed=min(members) < 0 < max(members),
                    alike=len(paid) > 1 and len({*paid}) == 1,
                )
            )
    return tuple(found)


def _payments(habits: _Habits) -> Sequence[_Payments]:
    cubes, factors = habits.cubes, habits.factors
    all_cubes, all_factors = sum(cubes.values()), sum(factors.values())
    return [
        _Payments(factor, share / all_factors, {cube * factor: n / all_cubes for cube, n in cubes.items()})
        for factor, share in factors.items()
    ]
