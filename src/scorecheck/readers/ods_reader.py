"""OpenDocument spreadsheets, parsed as a stream.

One pass gives values, hidden rows, merged cells, errors and formulas. Repeats are counted before they are
expanded: LibreOffice ends each sheet with a million empty rows. The engine of the Excel formats is not used:
it expands first, fails on line breaks between cells, and hangs on a file that ends inside a table.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta

from scorecheck.model.cells import CellError, CellRef, Uncalculated, Value
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import NOT_FINITE
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.markup import elements, feed, strict_parser
from scorecheck.readers.source import FileContent
from scorecheck.readers.texts import Texts

_HIDDEN = frozenset(("collapse", "filter"))


class OdsSheet:
    """A sheet under construction."""

    def __init__(self, name: str, content: limits.Total, *, hidden: bool) -> None:
        """Starts a sheet; its content is counted in ``content``."""
        self.name = name
        self._content = content
        self._hidden = hidden
        self._rows: list[Sequence[Value]] = []
        self._empty_rows = 0
        self._repeated = 1
        self._row_hidden = False
        self._row: list[Value] = []
        self.columns_read = 0
        """How many columns of the row have been read."""
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
    def number(self) -> int:
        """The number of the row that is being read."""
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
        self._row, self.columns_read, self._filled, self._characters = [], 0, 0, 0

    def add_cell(self, value: Value, repeated: int) -> range:
        """Adds the next cells of the row; returns their columns."""
        first = self.columns_read + 1
        self.columns_read += repeated
        if value != "":
            if self.columns_read > limits.COLUMNS:
                raise CannotRead("too-many-columns", columns=self.columns_read, limit=limits.COLUMNS)
            self._row.extend([""] * (first - 1 - len(self._row)))
            self._row.extend([value] * repeated)
            self._filled += repeated
            if isinstance(value, str):
                self._characters += len(value) * repeated
        return range(first, self.columns_read + 1)

    def add_merged(self, column: int, across: int, down: int) -> None:
        """Adds a merged range that begins in this row."""
        if len(self._merged) >= limits.MERGED:
            raise limits.too_many_marked(limits.MERGED)
        row = self.number
        self._merged.append((row, column, row + down - 1, column + across - 1))

    def add_dated(self, column: int, style: str) -> None:
        """Records the style of a cell with a date in this row."""
        if len(self._dated) < limits.MARKED_CELLS:
            self._dated[CellRef(self.number, column)] = style

    def add_struck(self, columns: range) -> None:
        """Records crossed-out cells in this row."""
        if len(self._struck) < limits.MARKED_CELLS:
            self._struck.update(CellRef(self.number, column) for column in columns)

    @property
    def dated(self) -> bool:
        """Whether a cell holds a date."""
        return bool(self._dated)

    def end_row(self) -> None:
        """Ends a row."""
        first, last = self.number, self.number + self._repeated - 1
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
            self.name,
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


Attributes = dict[str, str]


_NUMBERS = frozenset(("float", "percentage", "currency"))
_DURATION = re.compile(r"(-?)P(?:(\d{1,6})D)?T?(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(?:\.(\d+))?S)?")
_REFERENCE = re.compile(r"\[\.?([^\]]*)\]")
_MIDNIGHT = time()


def cell_value(attributes: Mapping[str, str], text: str) -> Value:
    """The value of a cell that displays ``text``."""
    kind = attributes.get("office:value-type", "")
    if attributes.get("calcext:value-type") == "error":
        return CellError(text or "#VALUE!")
    formula = attributes.get("table:formula")
    if not kind:
        if formula is not None and not text:
            return Uncalculated(_formula(formula))
        return text
    if kind in _NUMBERS:
        number = _number(attributes.get("office:value", ""), text)
        # LibreOffice stores TRUE as the number 1; only the displayed text tells.
        return bool(number) if number in (0, 1) and text.isalpha() else number
    if kind == "boolean":
        return attributes.get("office:boolean-value") == "true"
    try:
        if kind == "date":
            return _date(attributes.get("office:date-value", ""))
        if kind == "time":
            return _time(attributes.get("office:time-value", ""))
    except (ValueError, OverflowError):
        # An impossible date stays the text of the cell.
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
        # A time of day, as in the other formats.
        return (datetime.combine(date(1, 1, 1), _MIDNIGHT) + length).time()
    return length


def _formula(written: str) -> str:
    """A formula as a spreadsheet displays it, without the prefix of its dialect and without brackets."""
    _, _, body = written.partition("=")
    return "=" + _REFERENCE.sub(lambda match: match[1].replace(":.", ":"), body)


_CELLS = frozenset(("table:table-cell", "table:covered-table-cell"))
_NOT_CELL_TEXT = ("office:annotation", "draw:", "table:table", "table:shapes", "dr3d:", "form:")
_ROWS_AND_COLUMNS = ("table:table-row", "table:table-col", "table:table-header")
_SIGNS = {"text:tab": "\t", "text:line-break": "\n"}
_ELEMENTS = 5_000_000
_DATE_PARTS = {
    "number:day": "d",
    "number:month": "m",
    "number:year": "yy",
    "number:hours": "h",
    "number:minutes": "m",
    "number:seconds": "s",
}


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheets of an OpenDocument spreadsheet."""
    archive = source.archive
    if "META-INF/manifest.xml" in archive:
        manifest = elements(archive.part("META-INF/manifest.xml", limits.SMALL_PART_BYTES))
        if any(element.name == "encryption-data" for element in manifest):
            raise CannotRead("encrypted")
    if "content.xml" not in archive:
        if "encrypted-package" in archive:
            raise CannotRead("encrypted")
        raise CannotRead("damaged")
    document = _OdsContent()
    _parse(document, archive.chunks("content.xml", limits.PART_BYTES))
    # The built-in formats of LibreOffice are in another part.
    styles = document.styles
    if any(sheet.dated for sheet in document.sheets) and "styles.xml" in archive:
        _parse(styles, archive.chunks("styles.xml", limits.PART_BYTES))
    return tuple(sheet.grid(styles.code) for sheet in document.sheets)


def formulas_of(source: FileContent, sheet: str) -> dict[CellRef, str]:
    """The formulas of a sheet by cell, as a spreadsheet displays them: ``=SUM(B2:B9)``."""
    document = _OdsFormulas(sheet)
    _parse(document, source.archive.chunks("content.xml", limits.PART_BYTES))
    return document.found


def _parse(handler: _OdsContent | _OdsStyles, chunks: Iterator[bytes]) -> None:
    parser = strict_parser()
    parser.StartElementHandler = handler.start
    parser.EndElementHandler = handler.end
    parser.CharacterDataHandler = handler.characters
    feed(parser, chunks)


class _OdsStyles:
    """Collects the styles from parser events."""

    def __init__(self) -> None:
        self._name = ""
        self._data_styles: dict[str, str] = {}
        self._codes: dict[str, str] = {}
        self._unseen: set[str] = set()
        self._struck: set[str] = set()
        self._code: str | None = None
        self._in_text = False

    def hides(self, style: str) -> bool:
        """Whether sheets of this style are hidden."""
        return style in self._unseen

    def strikes(self, style: str) -> bool:
        """Whether cells of this style are crossed out."""
        return style in self._struck

    def code(self, style: str) -> str:
        """The number format of cells of this style; empty if it is none for dates."""
        return self._codes.get(self._data_styles.get(style, ""), "")

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "style:style":
            self._name = attributes.get("style:name", "")
            data_style = attributes.get("style:data-style-name")
            if data_style:
                self._data_styles.setdefault(self._name, data_style)
        elif name == "style:text-properties":
            if attributes.get("style:text-line-through-style", "none") != "none":
                self._struck.add(self._name)
        elif name == "style:table-properties":
            if attributes.get("table:display") == "false":
                self._unseen.add(self._name)
        elif name in ("number:date-style", "number:time-style"):
            self._name = attributes.get("style:name", "")
            self._code = ""
        elif self._code is not None:
            sign = _DATE_PARTS.get(name, "")
            if sign and attributes.get("number:textual") == "true":
                sign = "mmm"
            if sign and attributes.get("number:style") == "long":
                sign = sign * 2 if len(sign) < 3 else "mmmm"
            self._code += sign
            self._in_text = name == "number:text"

    def end(self, name: str) -> None:
        self._in_text = False
        if self._code is not None and name in ("number:date-style", "number:time-style"):
            self._codes.setdefault(self._name, self._code)
            self._code = None

    def characters(self, text: str) -> None:
        if self._in_text and self._code is not None and len(self._code) < 100:
            self._code += text[:10]


class _OdsContent:
    """Collects the sheets of ``content.xml`` from parser events."""

    def __init__(self) -> None:
        self.sheets: list[OdsSheet] = []
        self.styles = _OdsStyles()
        self._open: list[str] = []
        self._elements = 0
        self._content = limits.Total()
        self._texts = Texts()
        self._sheet: OdsSheet | None = None
        self._skipping = 0
        self._cell: Attributes | None = None
        self._paragraphs: list[str] = []
        self._text: list[str] | None = None
        self._length = 0

    def start(self, name: str, attributes: Attributes) -> None:
        self._elements += 1
        if self._elements > _ELEMENTS:
            raise CannotRead("too-many-cells", cells=self._elements, limit=_ELEMENTS)
        if len(self._open) > limits.DEPTH:
            raise CannotRead("damaged")
        if self._skipping:
            self._skipping += 1
        elif self._cell is not None:
            self._start_inside_cell(name, attributes)
        elif self._sheet is not None:
            self._start_inside_sheet(self._sheet, name, attributes)
        elif name == "table:table":
            if self._open and self._open[-1] == "office:spreadsheet":
                if len(self.sheets) >= limits.SHEETS:
                    raise CannotRead("too-many-parts", count=limits.SHEETS + 1, limit=limits.SHEETS)
                hidden = self.styles.hides(attributes.get("table:style-name", ""))
                self._sheet = OdsSheet(attributes.get("table:name", ""), self._content, hidden=hidden)
            else:
                self._skipping = 1
        else:
            self.styles.start(name, attributes)
        self._open.append(name)

    def _start_inside_cell(self, name: str, attributes: Attributes) -> None:
        if self._text is None:
            if name == "text:p":
                # Paragraphs are separated by a line break.
                self._lengthen(1)
                self._text = []
            elif name.startswith(_NOT_CELL_TEXT):
                self._skipping = 1
        elif name == "text:s":
            spaces = count(attributes.get("text:c"))
            self._lengthen(spaces)
            self._text.append(" " * spaces)
        elif name in _SIGNS:
            self._lengthen(1)
            self._text.append(_SIGNS[name])
        elif name.startswith(_NOT_CELL_TEXT):
            self._skipping = 1

    def _start_inside_sheet(self, sheet: OdsSheet, name: str, attributes: Attributes) -> None:
        if name in _CELLS:
            self._cell = attributes
            self._paragraphs = []
            self._length = 0
        elif name == "table:table-row":
            sheet.start_row(attributes)
        elif name == "table:table-column":
            sheet.add_columns(attributes)
        elif name.startswith(_ROWS_AND_COLUMNS):
            return
        else:
            self._skipping = 1

    def end(self, name: str) -> None:
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
                self._sheet.end_row()
            elif name == "table:table":
                self.sheets.append(self._sheet)
                self._sheet = None
        else:
            self.styles.end(name)

    def characters(self, text: str) -> None:
        if self._skipping:
            return
        if self._text is not None:
            self._lengthen(len(text))
            self._text.append(text)
        elif self._sheet is None:
            self.styles.characters(text)

    def _lengthen(self, characters: int) -> None:
        """Counts the characters that are added to the text of a cell."""
        self._length += characters
        if self._length > limits.CELL_CHARACTERS:
            raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)

    def _end_cell(self, sheet: OdsSheet, attributes: Attributes) -> None:
        value = cell_value(attributes, "\n".join(self._paragraphs))
        if value.__class__ is str:
            value = self._texts.keep(str(value))
        columns = sheet.add_cell(value, count(attributes.get("table:number-columns-repeated")))
        if value != "" and self.styles.strikes(attributes.get("table:style-name", "")):
            sheet.add_struck(columns)
        across = count(attributes.get("table:number-columns-spanned"))
        down = count(attributes.get("table:number-rows-spanned"))
        if across > 1 or down > 1:
            sheet.add_merged(columns.start, across, down)
        if isinstance(value, (date, time, timedelta)):
            style = attributes.get("table:style-name") or sheet.column_style(columns.start)
            sheet.add_dated(columns.start, style)


class _OdsFormulas(_OdsContent):
    """Collects the formulas of one sheet as well."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self._wanted = wanted
        self.found: dict[CellRef, str] = {}

    def _end_cell(self, sheet: OdsSheet, attributes: Attributes) -> None:
        formula = attributes.get("table:formula")
        if formula is not None and sheet.name == self._wanted:
            self.found[CellRef(sheet.number, sheet.columns_read + 1)] = _formula(formula)
        super()._end_cell(sheet, attributes)
