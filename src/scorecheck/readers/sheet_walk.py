"""What a walk through the records of a sheet finds out, in old and in binary Excel files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import Engine, Rows, dated_cells, put
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.xlsx_guard import HiddenColumns

ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
    0x2B: "#GETTING_DATA",
}
"""The errors by their numbers."""


class SheetFacts(NamedTuple):
    """What is known of a sheet before the engine reads it. Rows and columns are counted from 1."""

    cells: int
    area: int
    characters: int
    overlay: dict[int, list[tuple[int, CellError | Uncalculated]]]
    hidden_rows: frozenset[int]
    hidden_columns: frozenset[int]
    merged: tuple[tuple[int, int, int, int], ...]
    end: int = 0
    """Where its records end in the stream of an old file."""
    part: bytes = b""
    """What the engine is given of a sheet of a binary workbook."""

    def grid(self, name: str, rows: Rows, formats: Mapping[CellRef, str], *, hidden: bool) -> Grid:
        """The sheet with the values that the engine has read, and those that it does not tell."""
        put(rows, self.overlay)
        height, width = len(rows), max(map(len, rows), default=0)
        return Grid(
            name,
            rows,
            hidden=hidden,
            hidden_rows=frozenset(row for row in self.hidden_rows if row <= height),
            hidden_columns=frozenset(column for column in self.hidden_columns if column <= width),
            merged=self.merged,
            formats=formats,
        )


def formats_of(
    engine: Engine, rows: Rows, styled: Iterable[tuple[int, int, int]], codes: Sequence[str]
) -> dict[CellRef, str]:
    """The number formats of the cells of a sheet that hold dates or times.

    ``styled``: cells by row and column, with the number of their style; ``codes``: the format of each style.
    """
    dated = dated_cells(rows) if engine.dated else set[CellRef]()
    return {
        CellRef(row, column): codes[style]
        for row, column, style in (styled if dated else ())
        if (row, column) in dated and style < len(codes) and codes[style]
    }


class SheetWalk:
    """Gathers what the records of a sheet say, and holds it against the limits.

    Each method raises ``CannotRead`` where there is too much of something.
    """

    def __init__(self, most_cells: int) -> None:
        """Before the first record."""
        self._most_cells = most_cells
        self._span = limits.Span()
        self._overlay: dict[int, list[tuple[int, CellError | Uncalculated]]] = {}
        self._marked = 0
        self._merged: list[tuple[int, int, int, int]] = []
        self.characters = 0
        self.hidden_rows: set[int] = set()
        self.hidden_columns = HiddenColumns()

    def cells(self, row: int, first: int, last: int) -> None:
        """The cells of a row from one column to another."""
        self._span.add(row, first, last)
        if self._span.cells > self._most_cells:
            raise limits.too_many_cells(self._span.cells, self._most_cells)

    def mark(self, row: int, column: int, value: CellError | Uncalculated) -> None:
        """A cell of which the engine does not tell what is in it."""
        self._overlay.setdefault(row, []).append((column, value))
        self._marked += 1
        if self._marked > limits.MARKED_CELLS:
            raise limits.too_many_marked()

    def merge(self, spans: Sequence[tuple[int, int, int, int]]) -> None:
        """Merged cells: first row, first column, last row, last column."""
        self._merged += spans
        if len(self._merged) > limits.MERGED:
            raise limits.too_many_marked(limits.MERGED)

    def facts(self, *, end: int = 0, part: bytes = b"") -> SheetFacts:
        """All of it, after the last record."""
        return SheetFacts(
            self._span.cells,
            self._span.area(),
            self.characters,
            self._overlay,
            frozenset(self.hidden_rows),
            self.hidden_columns.columns(),
            tuple(self._merged),
            end,
            part,
        )


def within_limits(sheets: Iterable[SheetFacts], most_cells: int) -> Iterator[SheetFacts]:
    """The sheets of a workbook one after the other, as long as they are not too much together.

    Raises:
        CannotRead: they are.
    """
    cells = area = characters = 0
    for found in sheets:
        cells, area, characters = cells + found.cells, area + found.area, characters + found.characters
        if cells > most_cells:
            raise limits.too_many_cells(cells, most_cells)
        if area > limits.AREA:
            raise CannotRead("too-many-cells", cells=area, limit=limits.AREA)
        if characters > limits.TEXT_CHARACTERS:
            raise CannotRead("too-much-text", limit=limits.TEXT_CHARACTERS // limits.MIB)
        yield found
