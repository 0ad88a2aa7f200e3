"""Beliefs of the decoder: the slips so far, and the state after them."""

from __future__ import annotations

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry
from scorecheck.repair.hypothesis import CellEdit, Correction
from scorecheck.repair.place import Cells


class Sums(NamedTuple):
    """How the controls of a sheet were made, as far as wrong rows show it."""

    followed: int
    """The number of controls that repeat wrong numbers."""
    right: int
    """The number of controls with the meant value."""


NO_SUMS = Sums(0, 0)


OF_TWO_ROWS = frozenset({"rows-swapped", "other-row"})
"""The kinds of slips that involve two rows."""


class Slip(NamedTuple):
    """A slip of a belief."""

    correction: Correction
    carried: tuple[Number, ...] | None = None
    """The error in each column from its row on, because a wrong total was continued."""


class Read(NamedTuple):
    """A row as read under a belief, and the state after it."""

    log: float
    slips_log: float
    base: tuple[Number, ...]
    off: tuple[Number, ...]
    entry: Entry | None
    """The row as it was meant; ``None`` if it is a duplicate."""
    slips: tuple[Slip, ...] = ()
    edits_of_last: tuple[CellEdit, ...] = ()
    """The edits in this row for a slip in the row above."""
    below: Cells | None = None
    lost_below: int | None = None
    apart: int = 1
    """The distance to the row that ``below`` describes."""
    sums: Sums = NO_SUMS
    """What the row adds to the sums of the belief."""


class Belief(NamedTuple):
    """A hypothesis about the rows above."""

    log: float
    costs: tuple[tuple[int, float], ...]
    """The part of it for the slips alone, by entry."""
    base: tuple[Number, ...]
    """The totals above for the writer of the next row; zeros on sheets of points."""
    off: tuple[Number, ...]
    """The correction of each player's totals from here on, because a wrong one is continued."""
    past: tuple[Entry, ...]
    """The last entries as they were meant."""
    moved: tuple[Number, ...]
    """On sheets of points: the change of each player's total by the slips so far."""
    slips: tuple[Slip, ...] = ()
    below: Cells | None = None
    """The meant value of a row further down, for a slip in two rows."""
    lost_below: int | None = None
    below_at: int = -1
    """Its position, mostly that of the next entry."""
    sums: Sums = NO_SUMS
    """Of the controls beside wrong numbers so far."""

    def meant(self, at: int) -> Cells | None:
        """The meant value of an entry, if a slip further up determines it."""
        return self.below if at == self.below_at else None

    @property
    def opened(self) -> int:
        """The slip that determines a row further down, by its position."""
        kinds = [slip.correction.kind in OF_TWO_ROWS for slip in self.slips]
        return max(at for at, tells in enumerate(kinds) if tells)
