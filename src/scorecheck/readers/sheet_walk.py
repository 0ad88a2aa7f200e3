"""The facts that a walk through the records of a sheet collects, for old and binary Excel files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import Engine, Rows, dated_cells, put

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
"""Errors by their codes."""


class SheetFacts(NamedTuple):
    """The facts of a sheet before the engine reads it. Rows and columns are counted from 1."""

    cells: int
    area: int
    characters: int
    overlay: dict[int, list[tuple[int, CellError | Uncalculated]]]
    hidden_rows: frozenset[int]
    hidden_columns: frozenset[int]
    merged: tuple[tuple[int, int, int, int], ...]
    end: int = 0
    """The end of its records in the stream of an old file."""
    part: bytes = b""
    """The rewritten part of a binary workbook for the engine."""
    foreign_errors: bool = False
    """A cell has an error that the engine does not know."""
    struck: frozenset[CellRef] = frozenset()
    """The crossed-out cells."""

    def grid(self, name: str, rows: Rows, formats: Mapping[CellRef, str], *, hidden: bool) -> Grid:
        """The sheet with the values of the engine, and those that it cannot give."""
        put(rows, self.overlay)
        height, width = len(rows), max(map(len, rows), default=0)
        return Grid(
            name,
            rows,
            hidden=hidden,
            hidden_rows=frozenset(row for row in self.hidden_rows if row <= height),
            hidden_columns=frozenset(column for column in self.hidden_columns if column <= width),
            struck=self.struck,
            merged=self.merged,
            formats=formats,
        )


def formats_of(
    engine: Engine, rows: Rows, styled: Iterable[tuple[int, int, int]], codes: Sequence[str]
) -> dict[CellRef, str]:
    """The number formats of the cells of a sheet with dates or times.

    ``styled``: cells by row and column, with the number of their style; ``codes``: the format of each style.
    """
    dated = dated_cells(rows) if engine.dated else set[CellRef]()
    found: dict[CellRef, str] = {}
    for row, column, style in styled if dated else ():
        cell = CellRef(row, column)
        if cell in dated:
            dated.remove(cell)
            if style < len(codes) and codes[style]:
                found[cell] = codes[style]
            # A large sheet is only read as far as dates are looked for.
            if not dated:
                break
    return found


class HiddenColumns:
    """The hidden columns of a sheet, as spans."""

    def __init__(self) -> None:
        self._mask = bytearray(limits.COLUMNS + 1)
        self._spans = 0

    def hide(self, first: int, last: int) -> None:
        """Adds a span of hidden columns, counted from 1."""
        self._spans += 1
        if self._spans > limits.COLUMNS:
            raise limits.too_many_marked()
        first, last = max(first, 1), min(last, limits.COLUMNS)
        if first <= last:
            self._mask[first : last + 1] = b"\1" * (last + 1 - first)

    def columns(self) -> frozenset[int]:
        """The hidden columns."""
        return (
            frozenset(column for column, hidden in enumerate(self._mask) if hidden)
            if self._spans
            else frozenset()
        )


class SheetWalk:
    """Collects the records of a sheet within the limits.

    Each method raises ``CannotRead`` beyond a limit.
    """

    def __init__(self, most_cells: int) -> None:
        self._most_cells = most_cells
        self._span = limits.Span()
        self._overlay: dict[int, list[tuple[int, CellError | Uncalculated]]] = {}
        self._marked = 0
        self._merged: list[tuple[int, int, int, int]] = []
        self.characters = 0
        self.hidden_rows: set[int] = set()
        self.hidden_columns = HiddenColumns()
        self.foreign_errors = False

    def cells(self, row: int, first: int, last: int) -> None:
        """Adds the cells of a row from one column to another."""
        self._span.add(row, first, last)
        if self._span.cells > self._most_cells:
            raise limits.too_many_cells(self._span.cells, self._most_cells)
        if last > limits.COLUMNS:
            # This refuses the sheet, so millions of further cells need not be read.
            self._span.area()

    def mark(self, row: int, column: int, value: CellError | Uncalculated) -> None:
        """Adds a cell whose content the engine cannot give."""
        self._overlay.setdefault(row, []).append((column, value))
        self._marked += 1
        if self._marked > limits.MARKED_CELLS:
            raise limits.too_many_marked()

    def merge(self, spans: Sequence[tuple[int, int, int, int]]) -> None:
        """Adds merged cells: first row, first column, last row, last column."""
        self._merged += spans
        if len(self._merged) > limits.MERGED:
            raise limits.too_many_marked(limits.MERGED)

    def block(self, cells: int, rows: Sequence[int], columns: Sequence[int]) -> None:
        """Adds a number of cells in these rows and columns."""
        for row, column in ((min(rows), min(columns)), (max(rows), max(columns))):
            self._span.add(row, column, column)
        self._span.cells = cells

    def facts(self, *, end: int = 0, part: bytes = b"") -> SheetFacts:
        """All facts, after the last record."""
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
            self.foreign_errors,
        )


def within_limits(sheets: Iterable[SheetFacts], most_cells: int | None = None) -> Iterator[SheetFacts]:
    """The sheets of a workbook, as long as they are within the limits together."""
    total = limits.Total(most_cells)
    for count, found in enumerate(sheets):
        if count >= limits.SHEETS:
            raise limits.too_many_cells(found.cells)
        total.add(found.cells, found.area, found.characters)
        yield found
