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
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.judge import Breaches

_SHAPES = 6
"""So many shapes a game may have; only what is kept back for unseen ones depends on it."""
_KEPT_BACK_SHAPES, _KEPT_BACK_AMOUNTS = 1.5, 2.0
_ROTATION = 0.97
_MOVED_BY_TWO = 1.5
"""Two games move a player by so many times what one does."""
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
        moved = sum(abs(number) * times for points, times in seen.items() for number in points)
        self._of_two = _MOVED_BY_TWO * (float(moved) + seats) / ((self._rows + 1) * seats)

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

    def instead(self, points: tuple[Number, ...], said: tuple[Number, ...], count: int) -> float:
        """How much likelier a row is than what it says, judged by the other rows alone."""
        turn = self(points, count) - self(said, count) - self._of(points) + self._of(said)
        return turn + self._of(points, without=said) - self._of(said, without=said)

    def of_two_games(self, points: tuple[Number, ...]) -> float:
        """The logarithm of the chance of a row that holds the points of two games, one of them left out.

        What that comes to has no shape: any change, large ones less likely. The last player's follows.
        """
        falls = self._of_two / (1 + self._of_two)
        sizes = sorted(abs(number) for number in points)[:-1]
        return sum(log((1 - falls) / (1 + falls)) + float(size) * log(falls) for size in sizes)

    def _of(self, points: tuple[Number, ...], without: tuple[Number, ...] | None = None) -> float:
        shape, amounts = _shape(points), _amounts(points)
        # A row that is in doubt itself is left out of what is known.
        less: Counter[Number] = Counter() if without is None else Counter(_amounts(without))
        rows = self._rows - (without is not None)
        alike = self._shapes[shape] - (without is not None and _shape(without) == shape)
        chance = log(max(0, alike) + _KEPT_BACK_SHAPES / _SHAPES) - log(max(0, rows) + _KEPT_BACK_SHAPES)
        every = max(0, self._all_amounts - less.total()) + _KEPT_BACK_AMOUNTS
        for amount in amounts:
            rarely = _KEPT_BACK_AMOUNTS / float(amount * (amount + 1))
            chance += log((max(0, self._amounts[amount] - less[amount]) + rarely) / every)
        orders = factorial(len(points))
        for times in Counter(points).values():
            orders //= factorial(times)
        return chance - log(orders)


class Style:
    """How the sheet writes that nothing changed: on running totals the total once more, on points a 0;
    or a mark, or nothing."""

    def __init__(self, entries: Sequence[Entry], broken: Sequence[Breaches]) -> None:
        """Learns from the rows that keep the rules."""
        unchanged = [
            cell is not None
            for entry, breaches in zip(entries, broken, strict=True)
            if not (breaches.rules or entry.opening)
            for cell, change in zip(entry.written, entry.points, strict=True)
            if not change
        ]
        repeated = (sum(unchanged) + 0.5) / (len(unchanged) + 1)
        self._repeated, self._marked = log(repeated), log(1 - repeated)

    def __call__(self, meant: Entry, said: Entry) -> float:
        """The logarithm of the chance that cells without change are written as they are, where ``meant``
        is right. Cells that are put right are not asked."""
        chance = 0.0
        for change, cell, seen in zip(meant.points, meant.written, said.written, strict=True):
            if not change and cell == seen:
                chance += self._marked if cell is None else self._repeated
        return chance


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
