"""Finds subtotals among the games, below them or above, whatever their names: halves, rounds, days."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from fractions import Fraction
from operator import eq

from scorecheck.layouts.called import columns_before, kind_of_labels
from scorecheck.model.cells import Number
from scorecheck.model.sheet import Sheet
from scorecheck.model.written import written

_FEWEST = 3
"""With fewer games nothing is a sum: a second game may repeat the first."""
_MOST = 2000
"""Longer sheets are not searched for sums."""


class SumsAmong:
    """Adds up the games of a sheet from the top."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._before = columns_before(sheet.table, sheet.points_columns)
        self._none: Sequence[Number] = (0,) * len(sheet.points_columns)
        self._row = 0
        self._last: Sequence[Number] | None = None
        self._games, self._since = 0, 0
        self._all = self._later = self._none
        """What all games above ``_row`` add up to, and those since the last row that is none."""
        self._start = self._end = 0
        self._below = self._none
        """Of the last rows with a word and numbers each: where they start, end, and what they add up to."""

    def rows_from(self, row: int, aside: Collection[int | None]) -> Set[int]:
        """The rows without a number from ``row`` on that hold sums of the games above, or of the next ones.

        A single row holds the sums of all games, or of those since the last such row, or up to the next one.
        Several together each hold those of a part of the games. ``aside``: the rows above it that are no
        games; call it from the top down. Two thirds of a row's sums must agree, since a slip in a game
        spoils one.
        """
        said = self._numbers(row) if row <= _MOST else None
        if said is None:
            return frozenset()
        self._go_to(row, aside)
        if not self._sheet.running and _agree(said, self._up_to_next(row, aside)):
            return frozenset({row})
        if self._games < _FEWEST:
            return frozenset()
        if self._sheet.running:
            return frozenset({row} if _agree(said, self._last) else ())
        if _agree(said, self._all) or (self._since >= _FEWEST and _agree(said, self._later)):
            return frozenset({row})
        end, below = self._run_from(row, said)
        return frozenset(range(row, end) if end > row + 1 and _agree(below, self._all) else ())

    def _go_to(self, row: int, aside: Collection[int | None]) -> None:
        for at in range(self._row, row):
            if at in aside:
                self._since, self._later = 0, self._none
            elif numbers := self._numbers(at, gaps=not self._sheet.running):
                self._games, self._since, self._last = self._games + 1, self._since + 1, numbers
                self._all, self._later = _plus(self._all, numbers), _plus(self._later, numbers)
        self._row = row

    def _up_to_next(self, row: int, aside: Collection[int | None]) -> Sequence[Number] | None:
        """What the games below a row add up to, to the next row that is labelled like it."""
        games, due, kind = 0, self._none, self._kind(row)
        for at in range(row + 1, self._sheet.stop):
            numbers = None if at in aside else self._numbers(at, gaps=True)
            if numbers is None:
                continue
            if self._kind(at) == kind:
                break
            games, due = games + 1, _plus(due, numbers)
        return due if games >= _FEWEST else None

    def _run_from(self, row: int, said: Sequence[Number]) -> tuple[int, Sequence[Number]]:
        """The end of the rows with numbers that start at a row and are labelled like it, and their sums."""
        if row >= self._end:
            self._start, self._end, self._below, kind = row, row + 1, said, self._kind(row)
            while (
                self._end < self._sheet.stop
                and self._kind(self._end) == kind
                and (more := self._numbers(self._end)) is not None
            ):
                self._end, self._below = self._end + 1, _plus(self._below, more)
        for above in range(self._start, row):
            self._below = _plus(self._below, [-cell for cell in self._numbers(above) or self._none])
        self._start = row
        return self._end, self._below

    def _kind(self, row: int) -> tuple[bool | None, ...]:
        return kind_of_labels(self._sheet.table, row, self._before)

    def _numbers(self, row: int, *, gaps: bool = False) -> Sequence[Number] | None:
        """The players' numbers; ``None`` if one is missing, or with ``gaps``, which count as 0, all are."""
        found = [written(self._sheet.table.value(row, at)) for at in self._sheet.points_columns]
        numbers = [cell for cell in found if isinstance(cell, (int, Fraction))]
        if gaps and numbers and found.count(None) + len(numbers) == len(found):
            return [cell if isinstance(cell, (int, Fraction)) else 0 for cell in found]
        return numbers if len(numbers) == len(found) else None


def _plus(one: Sequence[Number], other: Sequence[Number]) -> Sequence[Number]:
    return [left + right for left, right in zip(one, other, strict=True)]


def _agree(said: Sequence[Number], due: Sequence[Number] | None) -> bool:
    return due is not None and any(said) and 3 * sum(map(eq, said, due)) >= 2 * len(said)
