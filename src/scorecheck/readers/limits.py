"""Limits on what is read of a file: more than any scoresheet needs, less than would do harm.

The figures keep the whole process under about 200 MB and 10 s whatever the file holds; they were
set by measuring hostile files (``tests/slow/test_hostile_files.py``).
"""

from __future__ import annotations

from scorecheck.readers.errors import CannotRead

MIB = 1024 * 1024

TEXT_BYTES = 128 * MIB
"""Size of a CSV file."""
TEXT_MEMORY = 200 * MIB
"""Memory for the values of a CSV file, in bytes: a million games of five players take 170 MB."""
JSON_BYTES = 4 * MIB
"""Size of a sheet handed in as JSON: to hold 50,000 rows against their schema takes 3 s."""
LINE_BYTES = MIB
"""Length of one line of a CSV file."""

PACKAGE_BYTES = 256 * MIB
"""Size of a zipped workbook (xlsx, xlsb, ods); pictures in it are never unpacked."""
PACKED_BYTES = 24 * MIB
"""What the parts that hold cells take in the zip, all together."""
COPY_BYTES = 32 * MIB
"""Size of a file of which a copy is made with its cells coloured or repaired."""
ENTRIES = 10_000
"""Files in a zip."""
ZIP_SHEETS = 1000
"""Sheets in a zip of sheets."""
ZIP_BYTES = 48 * MIB
"""All of them unpacked, with what the workbooks among them unpack to."""
PART_BYTES = 64 * MIB
"""One part of a zipped workbook, unpacked."""
UNPACKED_BYTES = 128 * MIB
"""All parts that hold cells, unpacked."""
SMALL_PART_BYTES = 8 * MIB
"""A part that only lists things, unpacked: the workbook, its relations, its styles."""
XLS_BYTES = 24 * MIB
"""Size of an old Excel file."""

DEPTH = 100
"""Tags within tags in the XML of a workbook."""
SHEETS = 1000
CELLS = 1_200_000
"""Cells with content, in all sheets."""
XLS_CELLS = 700_000
"""The same in an old Excel file, which the engine holds whole and several times."""
XLS_RECORDS = 2_000_000
"""The records of one of its sheets, or before the sheets."""
AREA = 3_000_000
"""Cells of the smallest rectangles that hold the content, in all sheets."""
ROWS = 1_048_576
COLUMNS = 16_384
TEXT_CHARACTERS = 32 * MIB
"""All texts together, each counted as often as cells show it."""
TEXT_BYTES_KEPT = 64 * MIB
"""What the different texts of a workbook take in memory."""
CELL_CHARACTERS = 100_000
"""One text: Excel itself allows 32,767."""
MARKED_CELLS = 100_000
"""Cells with an error, and formulas without a result: of each, in one sheet."""
MERGED = 20_000
"""Merged ranges in one sheet."""


class Span:
    """The cells that were seen on a sheet, and the rectangle that they span."""

    __slots__ = ("_left", "_right", "_top", "bottom", "cells")

    def __init__(self) -> None:
        """None was seen yet."""
        self.cells, self._top, self.bottom, self._left, self._right = 0, ROWS + 1, 0, COLUMNS + 1, 0

    def add(self, row: int, first: int, last: int) -> None:
        """The cells of a row from one column to another."""
        self.cells += last - first + 1
        self._top, self.bottom = min(self._top, row), max(self.bottom, row)
        self._left, self._right = min(self._left, first), max(self._right, last)

    def area(self) -> int:
        """The cells of the rectangle; 0 where none was seen.

        Raises:
            CannotRead: it is too large.
        """
        return extent(self._top, self.bottom, self._left, self._right) if self.cells else 0


def extent(top: int, bottom: int, left: int, right: int) -> int:
    """The cells of a rectangle that lies on a sheet.

    Raises:
        CannotRead: it does not, or is too large.
    """
    if bottom > ROWS:
        raise CannotRead("too-many-rows", rows=bottom, limit=ROWS)
    if right > COLUMNS:
        raise CannotRead("too-many-columns", columns=right, limit=COLUMNS)
    area = (bottom - top + 1) * (right - left + 1)
    if area > AREA:
        raise too_many_cells(area, AREA)
    return area


class Total:
    """What stands on all sheets of a file together."""

    def __init__(self, most_cells: int | None = None) -> None:
        """Begin with nothing."""
        self._most_cells = CELLS if most_cells is None else most_cells
        self._cells = self._area = self._characters = 0

    def add(self, cells: int, area: int, characters: int) -> None:
        """Count more: cells with content, cells of the area that holds it, characters of its texts.

        Raises:
            CannotRead: it becomes too much.
        """
        self._cells, self._area = self._cells + cells, self._area + area
        self._characters += characters
        if self._cells > self._most_cells:
            raise too_many_cells(self._cells, self._most_cells)
        if self._area > AREA:
            raise too_many_cells(self._area, AREA)
        if self._characters > TEXT_CHARACTERS:
            raise CannotRead("too-much-text", limit=TEXT_CHARACTERS // MIB)


def too_many_cells(cells: int, limit: int | None = None) -> CannotRead:
    """The refusal of too many cells with content."""
    return CannotRead("too-many-cells", cells=cells, limit=CELLS if limit is None else limit)


def too_many_marked(limit: int | None = None) -> CannotRead:
    """The refusal of too many cells that are merged, hold errors or lack their result."""
    return CannotRead("too-many-marked", limit=MARKED_CELLS if limit is None else limit)
