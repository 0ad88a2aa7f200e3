"""What is believed of a sheet on the way down: the slips so far, and the state that they leave."""

from __future__ import annotations

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry
from scorecheck.repair.hypothesis import CellEdit, Correction
from scorecheck.repair.place import Cells


class Sums(NamedTuple):
    """How the controls of a sheet came about, as far as rows with wrong numbers show it."""

    followed: int
    """So many say what the wrong numbers give."""
    right: int
    """So many say what was meant."""


NO_SUMS = Sums(0, 0)


OF_TWO_ROWS = frozenset({"rows-swapped", "other-row"})
"""The kinds of slips that have to do with two rows."""


class Slip(NamedTuple):
    """One slip of a belief."""

    correction: Correction
    carried: tuple[Number, ...] | None = None
    """What is missing in each column from its row on, because a wrong total was built upon."""


class Read(NamedTuple):
    """A row as it is read under a belief, and the state that it leaves."""

    log: float
    slips_log: float
    base: tuple[Number, ...]
    off: tuple[Number, ...]
    entry: Entry | None
    """The row as it was meant; ``None`` where it is there twice."""
    slips: tuple[Slip, ...] = ()
    edits_of_last: tuple[CellEdit, ...] = ()
    """What the slip in the row above takes from this one."""
    below: Cells | None = None
    lost_below: int | None = None
    apart: int = 1
    """So many rows further down is the one that ``below`` is about."""
    sums: Sums = NO_SUMS
    """What the row adds to those of the belief."""


class Belief(NamedTuple):
    """What is believed on the way down."""

    log: float
    costs: tuple[tuple[int, float], ...]
    """The part of it that comes from the slips alone, by the entry that they are in."""
    base: tuple[Number, ...]
    """What stood above for whoever wrote the next row; on sheets of points zeros."""
    off: tuple[Number, ...]
    """What must be added to each player's totals from here on, because a wrong one is carried on."""
    past: tuple[Entry, ...]
    """The last entries as they were meant."""
    moved: tuple[Number, ...]
    """On sheets of points: what the slips so far took from each player's total."""
    slips: tuple[Slip, ...] = ()
    below: Cells | None = None
    """What a row further down was meant to say, where a slip has to do with two."""
    lost_below: int | None = None
    below_at: int = -1
    """Which entry that is, mostly the next one."""
    sums: Sums = NO_SUMS
    """Of the controls beside wrong numbers so far."""

    def meant(self, at: int) -> Cells | None:
        """What an entry was meant to say, if a slip further up tells."""
        return self.below if at == self.below_at else None

    @property
    def opened(self) -> int:
        """The slip that tells of a row further down, by its place."""
        kinds = [slip.correction.kind in OF_TWO_ROWS for slip in self.slips]
        return max(at for at, tells in enumerate(kinds) if tells)
