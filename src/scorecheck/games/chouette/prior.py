"""How likely an entry of a chouette is: the box deals with each of the others by a doubling cube.

The box plays against all others at one board: they win or lose together, singly or gammon alike, mostly by
cubes that were turned together. How usual each of these is the rows of the sheet teach; what they do not
show is filled in from how the game is played.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import field
from functools import lru_cache
from itertools import combinations
from math import exp, inf, log
from typing import TYPE_CHECKING

from scorecheck.checks.prior import AnySettlement
from scorecheck.model.record import NamedTuple, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.checks.prior import Step
    from scorecheck.model.cells import Number

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


class _Reading(NamedTuple):
    """One way to read an entry."""

    chance: float
    paid: tuple[Number, ...]
    """What the members who had to do with it paid or got, without signs."""
    factor: int
    mixed: bool
    one_cube: bool


class _Payments(NamedTuple):
    """What members pay in games that are won in one of the three ways."""

    factor: int
    share: float
    """How usual that way is."""
    chances: Mapping[Number, float]
    """By the amount."""


@record
class ChouettePrior:
    """Chances of entries of one sheet. See ``RowPrior``."""

    seats: int
    rows: tuple[Step, ...] = ()
    """The entries that were seen."""
    _habits: list[_Habits] = field(default_factory=list[_Habits])
    """How people play by these entries, once that is asked for."""
    _rough: list[AnySettlement] = field(default_factory=list[AnySettlement])
    """The same of entries that no cubes pay."""
    _known: dict[Step, float] = field(default_factory=dict["Step", float])

    def __call__(self, step: Step) -> float:
        """The logarithm of the chance of an entry; minus infinity where it does not add up to zero."""
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
        """The chance (no logarithm) of an entry that cubes pay; 0 where none do."""
        if not any(step):
            return 0.0
        if sum([amount not in _CHANGES for amount in step]) > 1:
            return 0.0
        habits = self._settled()
        nobody = habits.idle.share ** (len(step) - 1)
        return sum(one.chance for one in _readings(habits, tuple(sorted(step)))) / (1 - nobody)

    def _of(self, step: Step) -> float:
        other = self._settled().other.share
        if not self._rough:
            self._rough.append(AnySettlement(self.seats).learnt(self.rows))
        roughly, of_cubes = self._rough[0](step), self.of_cubes(step)
        if roughly <= _LEAST:
            return roughly
        return log((1 - other) * of_cubes + other * exp(roughly)) if of_cubes else log(other) + roughly

    def _settled(self) -> _Habits:
        if not self._habits:
            self._habits.append(_learnt(Counter(tuple(sorted(step)) for step in self.rows)))
        return self._habits[0]


_LEAST = -600.0
"""The logarithm of a chance that can still be told from none."""


def _learnt(seen: Mapping[Step, int]) -> _Habits:
    """The habits by what the entries may have been, as far as that is known."""
    habits = _BEFORE
    for _ in range(_ROUNDS if seen else 0):
        habits = _learnt_once(seen, habits)
    return habits


def _learnt_once(seen: Mapping[Step, int], believed: _Habits) -> _Habits:
    idle, mixed, one_cube, other = _BEFORE.idle, _BEFORE.mixed, _BEFORE.one_cube, _BEFORE.other
    cubes, factors = dict(_BEFORE.cubes), dict(_BEFORE.factors)
    for points, times in seen.items():
        readings = list(_readings(believed, points))
        whole = sum(one.chance for one in readings)
        other = other.seen(times * (not whole), times * bool(whole))
        for one in readings:
            share = times * one.chance / whole if whole else 0.0
            members = len(one.paid)
            idle = idle.seen(share * (len(points) - 1 - members), share * members)
            factors[one.factor] += share
            if members > 1:
                mixed = mixed.seen(share * one.mixed, share * (not one.mixed))
                one_cube = one_cube.seen(share * one.one_cube, share * (not one.one_cube))
            # A cube that stands for all was turned once for all.
            for amount in one.paid[:1] if one.one_cube else one.paid:
                cubes[int(amount) // one.factor] += share
    return _Habits(idle, mixed, one_cube, cubes, factors, other)


def _readings(habits: _Habits, points: Step) -> Iterator[_Reading]:
    """The ways to read an entry, its amounts sorted: anybody may be the box."""
    for at, box in enumerate(points):
        if at and box == points[at - 1]:
            continue
        members = [amount for amount in (*points[:at], *points[at + 1 :]) if amount]
        if not members:
            continue
        many = len(members)
        mixed = min(members) < 0 < max(members)
        chance = points.count(box) / len(points)
        chance *= habits.idle.share ** (len(points) - 1 - many) * (1 - habits.idle.share) ** many
        if many == 1:
            chance /= 2
        else:
            chance *= habits.mixed.share / (2**many - 2) if mixed else (1 - habits.mixed.share) / 2
        paid = tuple([abs(amount) for amount in members])
        yield from _by_cubes(habits, paid, chance, mixed=mixed)


def _by_cubes(habits: _Habits, paid: tuple[Number, ...], chance: float, *, mixed: bool) -> Iterator[_Reading]:
    """The ways in which cubes pay these amounts, where members pay with this chance."""
    one_cube = habits.one_cube.share if len(paid) > 1 else 0.0
    for factor, share, chances in _payments(tuple(habits.cubes.items()), tuple(habits.factors.items())):
        own, each = chance * share, [chances.get(amount, 0.0) for amount in paid]
        for one in each:
            own *= one
        if own and one_cube and len(set(paid)) == 1:
            yield _Reading(chance * share * one_cube * each[0], paid, factor, mixed, one_cube=True)
        if own:
            yield _Reading(own * (1 - one_cube), paid, factor, mixed, one_cube=False)


@lru_cache(maxsize=64)
def _payments(
    cubes: tuple[tuple[int, float], ...], factors: tuple[tuple[int, float], ...]
) -> Sequence[_Payments]:
    all_cubes, all_factors = sum(n for _, n in cubes), sum(n for _, n in factors)
    return [
        _Payments(factor, share / all_factors, {cube * factor: n / all_cubes for cube, n in cubes})
        for factor, share in factors
    ]
