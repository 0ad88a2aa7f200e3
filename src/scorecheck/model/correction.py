"""The corrections that somebody made in an event."""

from __future__ import annotations

from scorecheck.model.cells import CellRef
from scorecheck.model.record import NamedTuple


class CorrectedCell(NamedTuple):
    """A line of ``corrections.csv``. The sheet itself stays as it was handed in."""

    file: str
    """As seen from the folder of the event."""
    sheet: str
    """Empty where the format has no sheets."""
    cell: CellRef
    before: str
    after: str
    rule: str = ""
    why: str = ""
    by: str = ""
    when: str = ""
