"""How likely a row is before anything is known of slips: what the other rows of the sheet look like.

Nothing in it belongs to a game. A row is made of its shape (how many gain, how many pay), of the
amounts in it, and of who is who; each is as likely as it is on the rows of the sheet that are not in
doubt, with a little kept back for what they do not show.
"""

from __future__ import annotations

from collections import Counter
from math import factorial, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.model.cells import Number

_SHAPES = 8
"""So many shapes a game may have; only what is kept back for unseen ones depends on it."""
_KEPT_BACK_SHAPES, _KEPT_BACK_AMOUNTS = 1.0, 2.0
_ROTATION = 0.97
_SPREAD_OF_TWO = 2.5
_SURE_ROTATION = 0.8


class Prior:
    """Chances of rows, learnt from the rows of one sheet."""

    def __init__(
        self, rows: Iterable[tuple[int, tuple[Number, ...]]], seats: int, at_table: int | None
    ) -> None:
        """Learns from rows that are not in doubt, each with how-manieth it is."""
        self._seats = seats
        self._shapes: Counter[tuple[int, int]] = Counter()
        self._amounts: Counter[Number] = Counter()
        self._known: dict[tuple[Number, ...], float] = {}
        sitters: list[tuple[int, int]] = []
        seen: Counter[tuple[Number, ...]] = Counter()
        for count, points in rows:
            seen[points] += 1
            self._shapes[_shape(points)] += 1
            self._amounts.update(_amounts(points))
            if seats - 1 == at_table and points.count(0) == 1:
                sitters.append((count, points.index(0)))
        self._rows = sum(self._shapes.values())
        self._all_amounts = sum(self._amounts.values())
        self._rotation = _rotation(sitters, seats)
        usual = [self._of(points) * times for points, times in seen.items()]
        self.of_two_games: float = (sum(usual) / self._rows if self._rows else 0.0) - _SPREAD_OF_TWO
        """The logarithm of the chance of a row that holds the points of two games: a usual one, spread."""

    def __call__(self, points: tuple[Number, ...], count: int) -> float:
        """The logarithm of the chance of a row, the ``count``-th of its sheet."""
        known = self._known.get(points)
        if known is None:
            known = self._known[points] = self._of(points)
        if self._rotation is None or not any(points):
            return known
        way, start = self._rotation
        sits = points[(start + way * count) % self._seats] == 0
        seats = self._seats
        return known + (log(seats * _ROTATION) if sits else log(seats * (1 - _ROTATION) / (seats - 1)))

    def _of(self, points: tuple[Number, ...]) -> float:
        shapes = self._shapes[_shape(points)] + _KEPT_BACK_SHAPES / _SHAPES
        chance = log(shapes / (self._rows + _KEPT_BACK_SHAPES))
        for amount in _amounts(points):
            rarely = _KEPT_BACK_AMOUNTS / float(amount * (amount + 1))
            chance += log((self._amounts[amount] + rarely) / (self._all_amounts + _KEPT_BACK_AMOUNTS))
        orders = factorial(len(points))
        for times in Counter(points).values():
            orders //= factorial(times)
        return chance - log(orders)


def _shape(points: Sequence[Number]) -> tuple[int, int]:
    return sum(1 for n in points if n > 0), sum(1 for n in points if n < 0)


def _amounts(points: Sequence[Number]) -> set[Number]:
    """The amounts in a row, without that of the one who settles with all the others."""
    sizes = [abs(number) for number in points if number]
    amounts = set(sizes)
    if len(amounts) > 1 and sizes.count(max(sizes)) == 1:
        amounts.discard(max(sizes))
    return amounts


def _rotation(sitters: Sequence[tuple[int, int]], seats: int) -> tuple[int, int] | None:
    """The direction and start of the turn in which players sit out, where the rows show one."""
    if len(sitters) < seats:
        return None
    for way in (1, -1):
        starts = Counter((sitter - way * count) % seats for count, sitter in sitters)
        start, times = starts.most_common(1)[0]
        if times >= _SURE_ROTATION * len(sitters):
            return way, start
    return None
