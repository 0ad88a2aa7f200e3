"""How likely an entry is where one player deals with each of the others by a doubling cube.

The box plays against all others at one board: they win or lose together, singly or gammon alike, mostly by
cubes that were turned together. How usual each of these is the other rows of the sheet tell; what they do
not tell is filled in from how the game is played.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import exp, log
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.repair.prior import Prior

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.model.cells import Number

_PAID = frozenset(sign * factor * 2**turned for turned in range(12) for factor in (1, 2, 3) for sign in (1, -1)) | {0}
_USUAL = 16
_MOST_SEATS = 7
_ROUNDS = 6
"""So often what the rows may have been is asked again, with what was learnt from them."""


class _Habit(NamedTuple):
    """How often something was so, and how often otherwise."""

    yes: float
    no: float

    @property
    def share(self) -> float:
        return self.yes / (self.yes + self.no)

    def seen(self, yes: float, no: float) -> _Habit:
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
    """By how often they were turned."""
    factors: Mapping[int, float]
    """Single, gammon, backgammon."""
    other: _Habit
    """A row is no entry with one box."""


_BEFORE = _Habits(
    idle=_Habit(1.0, 4.0),
    mixed=_Habit(0.5, 4.5),
    one_cube=_Habit(2.0, 1.0),
    cubes={turned: 2.0 / 2**turned for turned in range(12)},
    # One game in five is won as a gammon, of those one in ten as a backgammon.
    factors={1: 8.0, 2: 1.8, 3: 0.2},
    other=_Habit(0.2, 9.8),
)
"""What is believed before a row is seen."""


class _Reading(NamedTuple):
    """One way to read an entry."""

    chance: float
    idle: int
    """Members who have nothing to do with it."""
    turned: Mapping[int, int]
    """How many of the members' cubes were turned so often."""
    factor: int
    mixed: bool
    one_cube: bool

    @property
    def members(self) -> int:
        """How many have to do with it."""
        return sum(self.turned.values())


class BoxPrior(Prior):
    """Chances of entries with one box, learnt from the rows of one sheet."""

    def __init__(
        self, rows: Iterable[tuple[int, tuple[Number, ...]]], seats: int, at_table: int | None
    ) -> None:
        """Learns from rows that are not in doubt, each with how-manieth it is."""
        sound = [(at, points) for at, points in rows if any(points)]
        super().__init__(sound, seats, at_table)
        self._habits = _BEFORE
        self._largest = 2 * max((abs(amount) for _, points in sound for amount in points), default=_USUAL)
        seen = Counter(tuple(sorted(points)) for _, points in sound)
        for _ in range(_ROUNDS if seen else 0):
            self._habits = self._learnt(seen)

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
                idle = idle.seen(share * one.idle, share * one.members)
                factors[one.factor] += share
                if one.members > 1:
                    mixed = mixed.seen(share * one.mixed, share * (not one.mixed))
                    one_cube = one_cube.seen(share * one.one_cube, share * (not one.one_cube))
                for turned, many in one.turned.items():
                    # A cube that stands for all was turned once for all.
                    cubes[turned] += share * (1 if one.one_cube else many)
        return _Habits(idle, mixed, one_cube, cubes, factors, other)

    def _of(self, points: tuple[Number, ...], without: tuple[Number, ...] | None = None) -> float:
        roughly = super()._of(points, without)
        habits = self._habits
        chance = sum(one.chance for one in self._readings(points)) if without is None else 0.0
        if not chance:
            return log(habits.other.share) + roughly if without is None else roughly
        nobody = habits.idle.share ** (len(points) - 1)
        chance *= (1 - habits.other.share) / (1 - nobody)
        return log(chance + habits.other.share * exp(roughly))

    def of_game(self, points: tuple[Number, ...]) -> float:
        """The chance of a game that cubes pay; 0 where none do."""
        if sum(1 for amount in points if amount not in _PAID) > 1 or not any(points):
            return 0.0
        return exp(self.of_any_turn(points))

    def likely(self, most: int) -> Mapping[tuple[Number, ...], float]:
        """The likeliest games in which the box deals with all others by one cube, or by some."""
        seats = self._seats
        found: dict[tuple[Number, ...], float] = {}
        if seats > _MOST_SEATS:
            return found
        amounts = [cube for cube in sorted(_PAID) if 0 < cube <= self._largest]
        for box, members in product(range(seats), product((0, 1), repeat=seats - 1)):
            many = sum(members)
            if many:
                for amount in amounts:
                    paid = [amount * one for one in members]
                    points = (*paid[:box], -amount * many, *paid[box:])
                    chance = exp(self.of_any_turn(points))
                    found[points] = found[tuple(-n for n in points)] = chance
        ordered = sorted(found.items(), key=lambda one: -one[1])
        return dict(ordered[:most])

    def _readings(self, points: tuple[Number, ...]) -> Iterator[_Reading]:
        """The ways to read an entry: anybody may be the box."""
        for box, seats in Counter(points).items():
            paid = Counter(points)
            paid[box] -= 1
            idle = paid.pop(0, 0)
            members = +paid
            if members:
                for one in self._of_members(members, idle):
                    yield one._replace(chance=one.chance * seats / len(points))

    def _of_members(self, paid: Mapping[Number, int], idle: int) -> Iterator[_Reading]:
        habits = self._habits
        many = sum(paid.values())
        mixed = min(paid) < 0 < max(paid)
        signs = 1 / 2
        if many > 1:
            signs = habits.mixed.share / (2**many - 2) if mixed else (1 - habits.mixed.share) / 2
        signs *= habits.idle.share**idle * (1 - habits.idle.share) ** many
        all_cubes, all_factors = sum(habits.cubes.values()), sum(habits.factors.values())
        for factor, times in habits.factors.items():
            turned = _turned(paid, factor)
            if turned is None:
                continue
            chance = signs * times / all_factors
            own = 1.0
            for one, cubes in turned.items():
                own *= (habits.cubes[one] / all_cubes) ** cubes
            if many == 1:
                yield _Reading(chance * own, idle, turned, factor, mixed, one_cube=False)
                continue
            if len(turned) == 1:
                same = chance * habits.one_cube.share * habits.cubes[min(turned)] / all_cubes
                yield _Reading(same, idle, turned, factor, mixed, one_cube=True)
            own *= chance * (1 - habits.one_cube.share)
            yield _Reading(own, idle, turned, factor, mixed, one_cube=False)


def _turned(paid: Mapping[Number, int], factor: int) -> Mapping[int, int] | None:
    """How often the cubes were turned with which these amounts were won; ``None`` where no cubes pay them."""
    found: Counter[int] = Counter()
    for amount, members in paid.items():
        cube, rest = divmod(abs(amount), factor)
        if rest or not isinstance(cube, int) or cube & (cube - 1) or cube.bit_length() > len(_BEFORE.cubes):
            return None
        found[cube.bit_length() - 1] += members
    return found
