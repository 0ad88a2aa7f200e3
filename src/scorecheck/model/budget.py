"""Budgets and progress of searches. Steps are counted, not seconds, so every run gives the same report."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Literal, TypeAlias

Progressing: TypeAlias = Literal["files", "rows"]
Progress: TypeAlias = "Callable[[Progressing, int, int], None]"
"""Reports the progress of a long job: what is counted, how many are done, and how many there are."""


class Budget:
    """The work that a search may do; a unit is a row evaluated under one reading or hypothesis.

    A search checks ``exhausted`` before each piece of work and reports its size with ``spend``. The last
    piece may exceed the budget, so the result never depends on how the work is divided.
    """

    __slots__ = ("left",)

    def __init__(self, work: int) -> None:
        self.left = work

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left; what was not evaluated is reported as such."""
        return self.left <= 0

    def spend(self, work: int = 1) -> None:
        """Counts work."""
        self.left -= work

    @contextmanager
    def part(self, work: int) -> Generator[Budget]:
        """A budget for a step that may use up no more than this; what it used is spent."""
        some = Budget(work)
        yield some
        self.spend(work - some.left)


class Pool:
    """A shared budget for several parts, such as the sheets of a workbook.

    Each part may use ``least``, whatever the others used. More is charged to ``shared``, unless it led to a
    result: so unreadable sheets do not starve the others.
    """

    __slots__ = ("_each", "_least", "_shared")

    def __init__(self, each: int, least: int, shared: int) -> None:
        """Allows ``each`` part at most this much, and all parts ``shared`` beyond their least."""
        self._each, self._least, self._shared = each, least, shared

    @property
    def _next(self) -> int:
        return min(self._each, self._least + self._shared)

    def part(self) -> Budget:
        """The budget of the next part."""
        return Budget(self._next)

    def settle(self, budget: Budget) -> None:
        """Charges the shared budget for a part that gave no result; ``budget`` is the one it got last."""
        self._shared = max(self._shared - max(self._next - budget.left - self._least, 0), 0)


_REPAIRS = 8_000, 500, 60_000


def repair_budgets() -> Pool:
    """The budgets of repairs for all sheets of a file.

    One sheet with several slips takes up to 8,000; a file of sixty such stays below its ceiling of time.
    """
    return Pool(*_REPAIRS)
