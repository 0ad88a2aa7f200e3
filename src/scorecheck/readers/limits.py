"""Limits of readers: more than any scoresheet needs, less than would do harm.

They keep the process under about 200 MB and 10 s for any file, as measured with hostile files
(``tests/slow/test_hostile_files.py``).
"""

from __future__ import annotations

from scorecheck.readers.errors import CannotRead

MIB = 1024 * 1024

TEXT_BYTES = 128 * MIB
"""Size of a CSV file."""
TEXT_MEMORY = 200 * MIB
"""Memory for the values of a CSV file, in bytes: a million games of five players take 170 MB."""
JSON_BYTES = 4 * MIB
"""Size of a sheet in JSON: the validation of 50,000 rows takes 3 s."""
LINE = MIB
"""Characters of one line of a CSV file."""

PACKAGE_BYTES = 256 * MIB
"""Size of a zipped workbook (xlsx, xlsb, ods); its pictures are never unpacked."""
PACKED_BYTES = 24 * MIB
"""Packed size of all parts with cells."""
COPY_BYTES = 32 * MIB
"""Size of a file that is copied with coloured or repaired cells."""
ENTRIES = 10_000
"""Files in a zip."""
ZIP_SHEETS = 1000
"""Sheets in a zip of sheets."""
ZIP_BYTES = 48 * MIB
"""Unpacked size of all of them, and of the workbooks among them."""
PART_BYTES = 64 * MIB
"""One part of a zipped workbook, unpacked."""
UNPACKED_BYTES = 128 * MIB
"""Unpacked size of all parts with cells."""
SMALL_PART_BYTES = 8 * MIB
"""Unpacked size of a part with lists: the workbook, its relations, its styles."""
XLS_BYTES = 24 * MIB
"""Size of an old Excel file."""

DEPTH = 100
"""Nesting of XML tags."""
SHEETS = 1000
CELLS = 1_200_000
"""Cells with content, in all sheets."""
XLS_CELLS = 700_000
"""The same for old Excel files, of which the engine holds several copies."""
XLS_RECORDS = 2_000_000
"""Records of one sheet, or before the sheets."""
AREA = 3_000_000
"""Cells of the bounding rectangles of the content, in all sheets."""
ROWS = 1_048_576
COLUMNS = 16_384
TEXT_CHARACTERS = 32 * MIB
"""Characters of all texts, each counted as often as cells show it."""
TEXT_BYTES_KEPT = 64 * MIB
"""Memory of the different texts of a workbook."""
CELL_CHARACTERS = 100_000
"""One text: Excel itself allows 32,767."""
MARKED_CELLS = 100_000
"""Cells with an error, and formulas without a result: of each, in one sheet."""
MERGED = 20_000
"""Merged ranges in one sheet."""


class Span:
    """The cells of a sheet, and their bounding rectangle."""

    __slots__ = ("_left", "_right", "_top", "bottom", "cells")

    def __init__(self) -> None:
        self.cells, self._top, self.bottom, self._left, self._right = 0, ROWS + 1, 0, COLUMNS + 1, 0

    def add(self, row: int, first: int, last: int) -> None:
        """Adds the cells of a row from one column to another."""
        self.cells += last - first + 1
        self._top, self.bottom = min(self._top, row), max(self.bottom, row)
        self._left, self._right = min(self._left, first), max(self._right, last)

    def area(self) -> int:
        """The cells of the rectangle; 0 if there are none."""
        return extent(self._top, self.bottom, self._left, self._right) if self.cells else 0


def extent(top: int, bottom: int, left: int, right: int) -> int:
    """The number of cells of a rectangle on a sheet."""
    if bottom > ROWS:
        raise CannotRead("too-many-rows", rows=bottom, limit=ROWS)
    if right > COLUMNS:
        raise CannotRead("too-many-columns", columns=right, limit=COLUMNS)
    area = (bottom - top + 1) * (right - left + 1)
    if area > AREA:
        raise too_many_cells(area, AREA)
    return area


class Total:
    """The content of all sheets of a file together."""

    def __init__(self, most_cells: int | None = None) -> None:
        self._most_cells = CELLS if most_cells is None else most_cells
        self._cells = self._area = self._characters = 0

    def add(self, cells: int, area: int, characters: int) -> None:
        """Adds cells with content, cells of the bounding rectangle, and characters of texts."""
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
