"""A sheet of an OpenDocument spreadsheet, built row by row."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from scorecheck.model.cells import CellRef, Value
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead

Attributes = dict[str, str]

_HIDDEN = frozenset(("collapse", "filter"))


class OdsSheet:
    """A sheet under construction."""

    def __init__(self, name: str, content: limits.Total, *, hidden: bool) -> None:
        """Starts a sheet; its content is counted in ``content``."""
        self._name = name
        self._content = content
        self._hidden = hidden
        self._rows: list[Sequence[Value]] = []
        self._empty_rows = 0
        self._repeated = 1
        self._row_hidden = False
        self._row: list[Value] = []
        self._at = 0
        self._filled = self._characters = 0
        self._columns = 0
        self._column_ends: list[int] = []
        self._column_styles: list[str] = []
        self._hidden_spans: list[range] = []
        self._hidden_columns: list[range] = []
        self._merged: list[tuple[int, int, int, int]] = []
        self._dated: dict[CellRef, str] = {}
        self._struck: set[CellRef] = set()

    @property
    def _number(self) -> int:
        return len(self._rows) + self._empty_rows + 1

    def add_columns(self, attributes: Attributes) -> None:
        """Adds the next columns."""
        first = self._columns + 1
        self._columns = min(
            self._columns + count(attributes.get("table:number-columns-repeated")), limits.COLUMNS
        )
        if len(self._column_styles) <= limits.COLUMNS:
            self._column_ends.append(self._columns)
            self._column_styles.append(attributes.get("table:default-cell-style-name", ""))
            if attributes.get("table:visibility") in _HIDDEN:
                self._hidden_columns.append(range(first, self._columns + 1))

    def column_style(self, column: int) -> str:
        """The default style of the cells in a column."""
        at = bisect_left(self._column_ends, column)
        return self._column_styles[at] if at < len(self._column_styles) else ""

    def start_row(self, attributes: Attributes) -> None:
        """Starts a row."""
        self._repeated = count(attributes.get("table:number-rows-repeated"))
        self._row_hidden = attributes.get("table:visibility") in _HIDDEN
        self._row, self._at, self._filled, self._characters = [], 0, 0, 0

    def add_cell(self, value: Value, repeated: int) -> range:
        """Adds the next cells of the row; returns their columns."""
        first = self._at + 1
        self._at += repeated
        if value != "":
            if self._at > limits.COLUMNS:
                raise CannotRead("too-many-columns", columns=self._at, limit=limits.COLUMNS)
            self._row.extend([""] * (first - 1 - len(self._row)))
            self._row.extend([value] * repeated)
            self._filled += repeated
            if isinstance(value, str):
                self._characters += len(value) * repeated
        return range(first, self._at + 1)

    def add_merged(self, column: int, across: int, down: int) -> None:
        """Adds a merged range that begins in this row."""
        if len(self._merged) >= limits.MERGED:
            raise limits.too_many_marked(limits.MERGED)
        row = self._number
        self._merged.append((row, column, row + down - 1, column + across - 1))

    def add_dated(self, column: int, style: str) -> None:
        """Records the style of a cell with a date in this row."""
        if len(self._dated) < limits.MARKED_CELLS:
            self._dated[CellRef(self._number, column)] = style

    def add_struck(self, columns: range) -> None:
        """Records crossed-out cells in this row."""
        if len(self._struck) < limits.MARKED_CELLS:
            self._struck.update(CellRef(self._number, column) for column in columns)

    @property
    def dated(self) -> bool:
        """Whether a cell holds a date."""
        return bool(self._dated)

    def end_row(self) -> None:
        """Ends a row.

        Raises:
            CannotRead: it stands too far down, or with it there is too much on the sheets.
        """
        first, last = self._number, self._number + self._repeated - 1
        if self._row_hidden and len(self._hidden_spans) < limits.ROWS:
            self._hidden_spans.append(range(first, last + 1))
        if not self._row:
            self._empty_rows += self._repeated
            return
        if last > limits.ROWS:
            raise CannotRead("too-many-rows", rows=last, limit=limits.ROWS)
        self._content.add(
            self._filled * self._repeated, len(self._row) * self._repeated, self._characters * self._repeated
        )
        self._rows.extend([()] * self._empty_rows)
        self._empty_rows = 0
        self._rows.extend([tuple(self._row)] * self._repeated)

    def grid(self, code: Callable[[str], str]) -> Grid:
        """The finished sheet; ``code`` gives the number format of a style."""
        height, width = len(self._rows), max(map(len, self._rows), default=0)
        return Grid(
            self._name,
            self._rows,
            hidden=self._hidden,
            hidden_rows=frozenset(
                row for span in self._hidden_spans for row in range(span.start, min(span.stop, height + 1))
            ),
            hidden_columns=frozenset(
                column
                for span in self._hidden_columns
                for column in range(span.start, min(span.stop, width + 1))
            ),
            struck=frozenset(self._struck),
            merged=tuple(self._merged),
            formats={cell: found for cell, style in self._dated.items() if (found := code(style))},
        )


def count(text: str | None) -> int:
    """A number of repeats or of cells spanned: at least one."""
    return max(1, int(text)) if text and text.isdecimal() and len(text) < 10 else 1
