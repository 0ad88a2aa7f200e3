"""How far work may go, and how far it is.

Steps of a search are counted, not seconds, so that a report is the same in every run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

Counted: TypeAlias = Literal["files", "rows"]
Progress: TypeAlias = "Callable[[Counted, int, int], None]"
"""Takes how far a long piece of work is: what is counted, how many are done, and how many there are in
all. Told by what does the work, shown by whoever asked for it."""


class Budget:
    """The work that a search may do; a unit is a row evaluated under one reading or hypothesis.

    Who works asks ``exhausted`` before the next piece, and tells by ``spend`` what it took. The last
    piece may take more than was left: so what a budget allows never depends on how work is cut up.
    """

    __slots__ = ("left",)

    def __init__(self, work: int) -> None:
        """Allows so much work."""
        self.left = work

    @property
    def exhausted(self) -> bool:
        """Whether nothing is left; what was not evaluated by then is reported as such."""
        return self.left <= 0

    def spend(self, work: int = 1) -> None:
        """Counts work that was done."""
        self.left -= work


class Pool:
    """A shared budget for several parts, such as the sheets of a workbook.

    Each part may take ``least`` however much the others took. What a part takes beyond that comes out of
    what is ``shared``, unless it came to something: so odd sheets do not starve good ones.
    """

    __slots__ = ("_each", "_least", "_shared")

    def __init__(self, each: int, least: int, shared: int) -> None:
        """Allows ``each`` part so much at most, and all of them ``shared`` beyond their least."""
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
