"""OpenDocument spreadsheets, read as they stream out of the zip.

One pass gives values, hidden rows, merged cells, errors and formulas. Repeats are counted before
they are unfolded: LibreOffice ends each sheet with a million empty rows, which cost nothing here.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.archive import Archive
from scorecheck.readers.calamine_reader import NOT_FINITE
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.markup import elements, feed, strict_parser
from scorecheck.readers.texts import Texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Value
    from scorecheck.readers.source import Source

    Attributes = dict[str, str]

_CELLS = frozenset(("table:table-cell", "table:covered-table-cell"))
_SKIPPED_INSIDE = ("office:annotation", "draw:", "table:table", "table:shapes", "dr3d:", "form:")
_NUMBERS = frozenset(("float", "percentage", "currency"))
_HIDDEN = frozenset(("collapse", "filter"))
_DURATION = re.compile(r"(-?)P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:\.(\d+))?S)?")
_REFERENCE = re.compile(r"\[\.?([^\]]*)\]")
_ELEMENTS = 5_000_000
_DATE_PARTS = {
    "number:day": "d",
    "number:month": "m",
    "number:year": "yy",
    "number:hours": "h",
    "number:minutes": "m",
    "number:seconds": "s",
}


class _Style(NamedTuple):
    format: str
    shown: bool


def read(source: Source) -> tuple[Grid, ...]:
    """The sheets of an OpenDocument spreadsheet.

    Raises:
        CannotRead: it is damaged, encrypted or too large.
    """
    archive = Archive(source.stream, source.size)
    if "META-INF/manifest.xml" in archive:
        manifest = elements(archive.part("META-INF/manifest.xml", limits.SMALL_PART_BYTES))
        if any(element.name == "encryption-data" for element in manifest):
            raise CannotRead("encrypted")
    if "content.xml" not in archive:
        raise CannotRead("encrypted" if "encrypted-package" in archive else "damaged")
    document = _Document()
    parser = strict_parser()
    parser.StartElementHandler = document.start
    parser.EndElementHandler = document.end
    parser.CharacterDataHandler = document.characters
    feed(parser, archive.chunks("content.xml", limits.PART_BYTES))
    return tuple(document.grids)


class _Document:
    """Takes the events of ``content.xml`` and leaves its sheets in ``grids``."""

    def __init__(self) -> None:
        self.grids: list[Grid] = []
        self._open: list[str] = []
        self._elements = 0
        self._cells = 0
        self._area = 0
        self._texts = Texts()
        self._styles: dict[str, _Style] = {}
        self._dates: dict[str, str] = {}
        self._style = ("", "")
        self._sheet: _Sheet | None = None
        self._skipping = 0
        self._cell: Attributes | None = None
        self._paragraphs: list[str] = []
        self._text: list[str] | None = None
        self._length = 0

    def start(self, name: str, attributes: Attributes) -> None:
        """An element begins."""
        self._elements += 1
        if self._elements > _ELEMENTS:
            raise CannotRead("too-many-cells", cells=self._elements, limit=_ELEMENTS)
        if self._skipping:
            self._skipping += 1
        elif self._cell is not None:
            self._start_inside_cell(name, attributes)
        elif self._sheet is not None:
            self._start_inside_sheet(self._sheet, name, attributes)
        elif name == "table:table":
            if self._open and self._open[-1] == "office:spreadsheet":
                if len(self.grids) >= limits.SHEETS:
                    raise CannotRead("too-many-cells", cells=limits.SHEETS, limit=limits.SHEETS)
                style = self._styles.get(attributes.get("table:style-name", ""))
                self._sheet = _Sheet(attributes.get("table:name", ""), hidden=bool(style and not style.shown))
            else:
                self._skipping = 1
        else:
            self._start_style(name, attributes)
        self._open.append(name)

    def _start_inside_cell(self, name: str, attributes: Attributes) -> None:
        if self._text is None:
            if name == "text:p":
                self._text = []
            elif name.startswith(_SKIPPED_INSIDE):
                self._skipping = 1
        elif name == "text:s":
            self._text.append(" " * min(_count(attributes.get("text:c")), limits.CELL_CHARACTERS))
        elif name == "text:tab":
            self._text.append("\t")
        elif name == "text:line-break":
            self._text.append("\n")
        elif name.startswith(_SKIPPED_INSIDE):
            self._skipping = 1

    def _start_inside_sheet(self, sheet: _Sheet, name: str, attributes: Attributes) -> None:
        if name in _CELLS:
            self._cell = attributes
            self._paragraphs = []
            self._length = 0
        elif name == "table:table-row":
            sheet.start_row(attributes)
        elif name == "table:table-column":
            sheet.add_columns(attributes)
        elif name.startswith(("table:table-row", "table:table-col", "table:table-header", "table:title")):
            return
        else:
            self._skipping = 1

    def _start_style(self, name: str, attributes: Attributes) -> None:
        if name == "style:style":
            self._style = (attributes.get("style:name", ""), attributes.get("style:family", ""))
            format_ = self._dates.get(attributes.get("style:data-style-name", ""), "")
            self._styles[self._style[0]] = _Style(format_, shown=True)
        elif name == "style:table-properties":
            if attributes.get("table:display") == "false":
                self._styles[self._style[0]] = _Style("", shown=False)
        elif name in ("number:date-style", "number:time-style"):
            self._style = (attributes.get("style:name", ""), name)
            self._dates[self._style[0]] = ""
        elif name in _DATE_PARTS and self._style[0] in self._dates:
            sign = _DATE_PARTS[name]
            if attributes.get("number:textual") == "true":
                sign = "mmm"
            if attributes.get("number:style") == "long":
                sign = sign * 2 if len(sign) < 3 else "mmmm"
            self._dates[self._style[0]] += sign

    def end(self, name: str) -> None:
        """An element ends."""
        self._open.pop()
        if self._skipping:
            self._skipping -= 1
        elif self._cell is not None:
            if name == "text:p" and self._text is not None:
                self._paragraphs.append("".join(self._text))
                self._text = None
            elif name in _CELLS and self._sheet is not None:
                self._end_cell(self._sheet, self._cell)
                self._cell = None
        elif self._sheet is not None:
            if name == "table:table-row":
                self._cells, self._area = self._sheet.end_row(self._cells, self._area)
            elif name == "table:table":
                self.grids.append(self._sheet.grid())
                self._sheet = None

    def characters(self, text: str) -> None:
        """Text between tags."""
        if self._skipping:
            return
        if self._text is not None:
            self._length += len(text)
            if self._length > limits.CELL_CHARACTERS:
                raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)
            self._text.append(text)
        elif self._open and self._open[-1] == "number:text" and self._style[0] in self._dates:
            self._dates[self._style[0]] += text[:10]

    def _end_cell(self, sheet: _Sheet, attributes: Attributes) -> None:
        value = _value(attributes, "\n".join(self._paragraphs))
        if value.__class__ is str:
            value = self._texts.keep(str(value))
        columns = sheet.add_cell(value, _count(attributes.get("table:number-columns-repeated")))
        across = _count(attributes.get("table:number-columns-spanned"))
        down = _count(attributes.get("table:number-rows-spanned"))
        if across > 1 or down > 1:
            sheet.add_merged(columns.start, across, down)
        if isinstance(value, (date, time, timedelta)):
            named = attributes.get("table:style-name") or sheet.column_style(columns.start)
            style = self._styles.get(named)
            if style and style.format:
                sheet.add_format(columns.start, style.format)


class _Sheet:
    """One sheet as it grows."""

    def __init__(self, name: str, *, hidden: bool) -> None:
        self._name = name
        self._hidden = hidden
        self._rows: list[Sequence[Value]] = []
        self._empty_rows = 0
        self._repeated = 1
        self._row_hidden = False
        self._row: list[Value] = []
        self._at = 0
        self._filled = 0
        self._columns = 0
        self._column_styles: list[tuple[int, str]] = []
        self._hidden_rows: set[int] = set()
        self._hidden_spans: list[range] = []
        self._hidden_columns: list[range] = []
        self._merged: list[tuple[int, int, int, int]] = []
        self._formats: dict[CellRef, str] = {}

    @property
    def _number(self) -> int:
        return len(self._rows) + self._empty_rows + 1

    def add_columns(self, attributes: Attributes) -> None:
        """The next columns, described."""
        first = self._columns + 1
        self._columns = min(
            self._columns + _count(attributes.get("table:number-columns-repeated")), limits.COLUMNS
        )
        if len(self._column_styles) <= limits.COLUMNS:
            self._column_styles.append((self._columns, attributes.get("table:default-cell-style-name", "")))
            if attributes.get("table:visibility") in _HIDDEN:
                self._hidden_columns.append(range(first, self._columns + 1))

    def column_style(self, column: int) -> str:
        """The style of cells in a column that name none."""
        return next((style for last, style in self._column_styles if column <= last), "")

    def start_row(self, attributes: Attributes) -> None:
        """A row begins."""
        self._repeated = _count(attributes.get("table:number-rows-repeated"))
        self._row_hidden = attributes.get("table:visibility") in _HIDDEN
        self._row, self._at, self._filled = [], 0, 0

    def add_cell(self, value: Value, repeated: int) -> range:
        """The next cells of the row; gives their columns."""
        first = self._at + 1
        self._at += repeated
        if value != "":
            if self._at > limits.COLUMNS:
                raise CannotRead("too-many-columns", columns=self._at, limit=limits.COLUMNS)
            self._row.extend([""] * (first - 1 - len(self._row)))
            self._row.extend([value] * repeated)
            self._filled += repeated
        return range(first, self._at + 1)

    def add_merged(self, column: int, across: int, down: int) -> None:
        """A merged range that begins in this row."""
        if len(self._merged) >= limits.MARKED_CELLS:
            raise CannotRead("too-many-marked", limit=limits.MARKED_CELLS)
        row = self._number
        self._merged.append((row, column, row + down - 1, column + across - 1))

    def add_format(self, column: int, code: str) -> None:
        """The number format of a cell in this row."""
        if len(self._formats) < limits.MARKED_CELLS:
            self._formats[CellRef(self._number, column)] = code

    def end_row(self, cells: int, area: int) -> tuple[int, int]:
        """The row ends; takes and gives how many cells the whole document has so far."""
        first, last = self._number, self._number + self._repeated - 1
        if self._row_hidden and len(self._hidden_spans) < limits.ROWS:
            self._hidden_spans.append(range(first, last + 1))
        if not self._row:
            self._empty_rows += self._repeated
            return cells, area
        if last > limits.ROWS:
            raise CannotRead("too-many-rows", rows=last, limit=limits.ROWS)
        cells += self._filled * self._repeated
        area += len(self._row) * self._repeated
        if cells > limits.CELLS or area > limits.AREA:
            over = cells > limits.CELLS
            raise CannotRead(
                "too-many-cells", cells=cells if over else area, limit=limits.CELLS if over else limits.AREA
            )
        self._rows.extend([()] * self._empty_rows)
        self._empty_rows = 0
        self._rows.extend([tuple(self._row)] * self._repeated)
        return cells, area

    def grid(self) -> Grid:
        """The finished sheet."""
        height, width = len(self._rows), max(map(len, self._rows), default=0)
        return Grid(
            self._name,
            self._rows,
            hidden=self._hidden,
            hidden_rows=frozenset(
                row for span in self._hidden_spans for row in range(span.start, min(span.stop, height + 1))
            ),
            hidden_columns=frozenset(
                column for span in self._hidden_columns for column in range(span.start, min(span.stop, width + 1))
            ),
            merged=tuple(self._merged),
            formats=self._formats,
        )


def _count(text: str | None) -> int:
    """A number of repeats or of cells spanned: at least one."""
    return max(1, int(text)) if text and text.isdecimal() and len(text) < 10 else 1


def _value(attributes: Attributes, text: str) -> Value:
    kind = attributes.get("office:value-type", "")
    if attributes.get("calcext:value-type") == "error":
        return CellError(text or "#VALUE!")
    formula = attributes.get("table:formula")
    if not kind:
        if formula is not None and not text:
            return Uncalculated(_formula(formula))
        return text
    if kind in _NUMBERS:
        return _number(attributes.get("office:value", ""), text)
    if kind == "boolean":
        return attributes.get("office:boolean-value") == "true"
    try:
        if kind == "date":
            return _date(attributes.get("office:date-value", ""))
        if kind == "time":
            return _time(attributes.get("office:time-value", ""))
    except (ValueError, OverflowError):
        # A date that no calendar has is shown as the text that stands in the cell.
        return text
    return attributes.get("office:string-value", text)


def _number(written: str, text: str) -> Value:
    try:
        number = float(written)
    except ValueError:
        return text
    if number - number != 0:
        return NOT_FINITE
    if number.is_integer() and abs(number) <= 2**53:
        return int(number)
    return number


def _date(written: str) -> Value:
    if "T" in written:
        return datetime.fromisoformat(written[:26]).replace(tzinfo=None)
    return date.fromisoformat(written)


def _time(written: str) -> Value:
    match = _DURATION.fullmatch(written)
    if match is None:
        raise ValueError(written)
    sign, days, hours, minutes, seconds, fraction = match.groups(default="0")
    length = timedelta(
        days=int(days),
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(seconds),
        microseconds=int(fraction[:6].ljust(6, "0")),
    )
    if sign == "-":
        return -length
    if length < timedelta(days=1):
        return (datetime.min + length).time()
    return length


def _formula(written: str) -> str:
    """A formula as a spreadsheet shows it: without the name of its dialect, without brackets."""
    _, _, body = written.partition("=")
    return "=" + _REFERENCE.sub(lambda match: match[1].replace(":.", ":"), body)
