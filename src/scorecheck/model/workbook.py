"""A file as it was read: sheets of raw values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from scorecheck.model.cells import CellRef, Value
from scorecheck.model.record import field, record


@record
class Grid:
    """One sheet of a file: its values, row by row, from A1 on.

    ``rows[i][j]`` is the cell in row ``i + 1`` and column ``j + 1``. Rows may differ in length; missing cells
    are empty. ``name`` is ``None`` where the format has no sheets (CSV).
    """

    name: str | None
    rows: Sequence[Sequence[Value]]
    hidden: bool = False
    hidden_rows: frozenset[int] = frozenset()
    """Rows, counted from 1, that the spreadsheet does not show."""
    hidden_columns: frozenset[int] = frozenset()
    struck: frozenset[CellRef] = frozenset()
    """The cells whose content is crossed out."""
    merged: tuple[tuple[int, int, int, int], ...] = ()
    """Merged cells: first row, first column, last row, last column, counted from 1."""
    formats: Mapping[CellRef, str] = field(default_factory=dict["CellRef", str])
    """The number format of cells that hold a date."""
    said: Mapping[str, str] = field(default_factory=dict[str, str])
    """The ``game``, ``preset``, ``layout`` and ``notation`` that the file itself declares."""


@record
class Workbook:
    """A file that could be read."""

    path: str
    format: str
    """The format by content, not by name: ``csv``, ``json``, ``xlsx``, ``xlsb``, ``xls`` or ``ods``."""
    grids: tuple[Grid, ...]
    open_in: tuple[str, ...] = ()
    """The programs that have the file open: their unsaved changes are not seen."""
    content: bytes = b""
    """The bytes of the file, if it is small and its formulas may be needed."""

    @property
    def only_sheet(self) -> str:
        """The name of its only sheet; empty where there are several, or the format has none."""
        return self.grids[0].name or "" if len(self.grids) == 1 else ""

    @property
    def filled(self) -> int:
        """The number of cells with contents."""
        return sum(1 for grid in self.grids for row in grid.rows for value in row if value != "")


def parts(filled: Sequence[bool]) -> list[tuple[int, int]]:
    """The spans of a row between empty cells."""
    edges = [at for at, (left, right) in enumerate(pairwise([False, *filled, False])) if left != right]
    return list(zip(edges[::2], edges[1::2], strict=True))


class CopyTooLarge(Exception):
    """The workbook is too large to copy: openpyxl would need too much memory."""
