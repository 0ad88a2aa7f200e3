"""Finds subtotals among the games, below them or above, whatever their names: halves, rounds, days."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from fractions import Fraction

from scorecheck.checks.prior import RowPrior
from scorecheck.layouts.called import columns_before, kind_of_labels
from scorecheck.layouts.foot import maybe_sums
from scorecheck.model.cells import Number, written
from scorecheck.model.sheet import Sheet

_FEWEST = 3
"""With fewer games nothing is a sum: a second game may repeat the first."""
_MOST = 2000
"""Longer sheets are not searched for sums."""


class SumsAmong:
    """Adds up the games of a sheet from the top."""

    def __init__(self, sheet: Sheet, prior: RowPrior | None) -> None:
        self._sheet = sheet
        self._prior = prior
        self._before = columns_before(sheet.table, sheet.points_columns)
        self._none: Sequence[Number] = (0,) * len(sheet.points_columns)
        self._row = 0
        self._last: Sequence[Number] | None = None
        self._games: list[Sequence[Number]] = []
        self._since = 0
        self._all = self._later = self._none
        """What all games above ``_row`` add up to, and those since the last row that is none."""
        self._start = self._end = 0
        self._below = self._none
        """Of the last rows with a word and numbers each: where they start, end, and what they add up to."""

    def rows_from(self, row: int, aside: Collection[int | None]) -> Set[int]:
        """The rows without a number from ``row`` on that hold sums of the games above, or of the next ones.

        A single row holds the sums of all games, or of those since the last such row, or up to the next one.
        Several together each hold those of a part of the games. ``aside``: the rows above it that are no
        games; call it from the top down. A slip in a game spoils a sum or two, so not all must agree.
        """
        said = self._numbers(row, gaps=not self._sheet.running) if row <= _MOST else None
        if said is None:
            return frozenset()
        self._go_to(row, aside)
        if not self._sheet.running and self._are_sums(row, said, *self._up_to_next(row, aside)):
            return frozenset({row})
        games = self._games
        if len(games) < _FEWEST:
            return frozenset()
        if self._sheet.running:
            return frozenset({row} if self._are_sums(row, said, self._last, games[-1:]) else ())
        if self._are_sums(row, said, self._all, games) or (
            self._since >= _FEWEST and self._are_sums(row, said, self._later, games[-self._since :])
        ):
            return frozenset({row})
        end, below = self._run_from(row, said)
        return frozenset(
            range(row, end) if end > row + 1 and self._are_sums(row, below, self._all, games) else ()
        )

    def _are_sums(
        self,
        row: int,
        said: Sequence[Number],
        due: Sequence[Number] | None,
        games: Sequence[Sequence[Number]],
    ) -> bool:
        """Whether a row, or several together, hold the sums of some games."""
        if due is None or not any(said):
            return False
        return maybe_sums(row, said, due, games).are_sums(self._prior)

    def _go_to(self, row: int, aside: Collection[int | None]) -> None:
        for at in range(self._row, row):
            if at in aside:
                self._since, self._later = 0, self._none
            elif numbers := self._numbers(at, gaps=not self._sheet.running):
                self._games.append(numbers)
                self._since, self._last = self._since + 1, numbers
                self._all, self._later = _plus(self._all, numbers), _plus(self._later, numbers)
        self._row = row

    def _up_to_next(
        self, row: int, aside: Collection[int | None]
    ) -> tuple[Sequence[Number] | None, Sequence[Sequence[Number]]]:
        """What the games below a row add up to, to the next row that is labelled like it; and these games."""
        games, due, kind = list[Sequence[Number]](), self._none, self._kind(row)
        for at in range(row + 1, self._sheet.stop):
            numbers = None if at in aside else self._numbers(at, gaps=True)
            if numbers is None:
                continue
            if self._kind(at) == kind:
                break
            games.append(numbers)
            due = _plus(due, numbers)
        return due if len(games) >= _FEWEST else None, games

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
