"""How likely an entry is where one player deals with each of the others by a doubling cube.

The box plays against all others at one board: they win or lose together, singly or gammon alike, mostly by
cubes that were turned together. How usual each of these is the other rows of the sheet tell; what they do
not tell is filled in from how the game is played.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import exp, log
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.repair.prior import Prior

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

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


class BoxPrior(Prior):
    """Chances of entries with one box, learnt from the rows of one sheet."""

    def __init__(
        self, rows: Iterable[tuple[int, tuple[Number, ...]]], seats: int, at_table: int | None
    ) -> None:
        """Learns from rows that are not in doubt, each with how-manieth it is."""
        sound = [(at, points) for at, points in rows if any(points)]
        super().__init__(sound, seats, at_table)
        self._seats = seats
        self._largest = 2 * max((abs(amount) for _, points in sound for amount in points), default=_USUAL)
        self._as_game: dict[tuple[Number, ...], float] = {}
        self._habits, self._payments = _BEFORE, _payments_of(_BEFORE)
        seen = Counter(tuple(sorted(points)) for _, points in sound)
        for _ in range(_ROUNDS if seen else 0):
            self._habits = self._learnt(seen)
            self._payments = _payments_of(self._habits)

    def _learnt(self, seen: Mapping[tuple[Number, ...], int]) -> _Habits:
        """The habits by what the rows may have been, as far as that is known."""
        idle, mixed, one_cube, other = _BEFORE.idle, _BEFORE.mixed, _BEFORE.one_cube, _BEFORE.other
        cubes, factors = dict(_BEFORE.cubes), dict(_BEFORE.factors)
        for points, times in seen.items():
            readings = list(self._readings(points))
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

    def _of(self, points: tuple[Number, ...], without: tuple[Number, ...] | None = None) -> float:
        roughly = super()._of(points, without)
        if without is not None:
            return roughly
        other, chance = self._habits.other.share, self._of_box(points)
        return log((1 - other) * chance + other * exp(roughly)) if chance else log(other) + roughly

    def _of_box(self, points: tuple[Number, ...]) -> float:
        """The chance of an entry with one box, given by its sorted points."""
        chance = self._as_game.get(points)
        if chance is None:
            nobody = self._habits.idle.share ** (len(points) - 1)
            chance = sum(one.chance for one in self._readings(points)) / (1 - nobody)
            self._as_game[points] = chance
        return chance

    def of_odd(self, points: tuple[Number, ...], count: int) -> float:
        """As ``Prior.of_odd``: that it is no entry with one box is believed already."""
        del count
        return super()._of(tuple(sorted(points)))

    def of_game(self, points: tuple[Number, ...]) -> float:
        """The chance of a game that cubes pay; 0 where none do."""
        odd = [amount for amount in points if amount and abs(amount) not in _PAID]
        return 0.0 if len(odd) > 1 else self._of_box(tuple(sorted(points)))

    def likely(self, most: int) -> Mapping[tuple[Number, ...], float]:
        """The likeliest games in which the box deals with all others by one cube, or with some."""
        found: dict[tuple[Number, ...], float] = {}
        members = self._seats - 1
        if self._seats > _MOST_SEATS:
            return found
        # How likely a game is does not depend on who is in which place.
        alike = [
            (self.of_game((*[amount] * many, -amount * many, *[0] * (members - many))), many, amount)
            for amount in _PAID
            if amount <= self._largest
            for many in range(1, members + 1)
        ]
        for chance, many, amount in sorted(alike, reverse=True):
            for playing in combinations(range(members), many):
                paid = [amount if member in playing else 0 for member in range(members)]
                for box in range(self._seats):
                    points = (*paid[:box], -amount * many, *paid[box:])
                    found[points] = found[tuple([-got for got in points])] = chance
            if len(found) >= most:
                break
        return found

    def _readings(self, points: tuple[Number, ...]) -> Iterator[_Reading]:
        """The ways to read an entry: anybody may be the box."""
        habits = self._habits
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
            yield from self._by_cubes(paid, chance, mixed=mixed)

    def _by_cubes(self, paid: tuple[Number, ...], chance: float, *, mixed: bool) -> Iterator[_Reading]:
        """The ways in which cubes pay these amounts, where members pay with this chance."""
        one_cube = self._habits.one_cube.share if len(paid) > 1 else 0.0
        for factor, share, chances in self._payments:
            own, each = chance * share, [chances.get(amount, 0.0) for amount in paid]
            for one in each:
                own *= one
            if own and one_cube and len(set(paid)) == 1:
                yield _Reading(chance * share * one_cube * each[0], paid, factor, mixed, one_cube=True)
            if own:
                yield _Reading(own * (1 - one_cube), paid, factor, mixed, one_cube=False)


def _payments_of(habits: _Habits) -> Sequence[_Payments]:
    cubes, factors = sum(habits.cubes.values()), sum(habits.factors.values())
    return [
        _Payments(factor, share / factors, {cube * factor: n / cubes for cube, n in habits.cubes.items()})
        for factor, share in habits.factors.items()
    ]
