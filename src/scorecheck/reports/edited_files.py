"""A copy of a file with the values of some cells changed, and nothing else.

In a text file all other bytes stay the same; in an Excel workbook only the XML of the cells changes, so
formats, charts and formulas are kept.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from difflib import unified_diff
from typing import Protocol, TypeAlias
from xml.sax.saxutils import escape

from scorecheck.model.cells import BOLD, DRAWN, CellRef, column_number
from scorecheck.model.error import Refusal
from scorecheck.model.finding import Edit
from scorecheck.model.order import grouped
from scorecheck.model.record import NamedTuple
from scorecheck.reports.recalculation import (
    FORMULA,
    PLACE,
    Formula,
    NumberStyles,
    Piece,
    cells_in,
    formulas,
    piece_of,
    recalculated,
)
from scorecheck.reports.safe import MINUS, plain


def text_diff(before: bytes, after: bytes, encoding: str, name: str) -> Iterator[str]:
    """The lines of a text file that differ, with those around them."""
    old, new = (data.decode(encoding, "replace").splitlines() for data in (before, after))
    for line in unified_diff(old, new, name, name, lineterm=""):
        # `plain` would replace tabs, which may separate cells.
        yield "\t".join(map(plain, line.split("\t")))


def cells_diff(edits: Mapping[str, Sequence[Edit]], name: str) -> Iterator[str]:
    """The cells of a workbook that differ, sheet by sheet."""
    for sheet, ours in edits.items():
        where = plain(f"{name} {sheet}".rstrip())
        yield f"--- {where}"
        yield f"+++ {where}"
        for edit in sorted(ours):
            yield f"@@ {edit.cell.a1} @@"
            yield f"-{plain(edit.before)}"
            yield f"+{plain(edit.after)}"


_NUMBER = re.compile(r"[-+−–]?\d+", re.ASCII)
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d+:\d\d", re.ASCII)
_DECIMAL = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]\d+)?", re.ASCII)


class CannotEdit(Refusal):
    """A cell cannot be changed in the file."""

    said = "fix."

    def __init__(self, reason: str, cell: CellRef) -> None:
        super().__init__(reason, cell=cell.a1)


class ListedEdit(NamedTuple):
    """An edit for the list of changes in the copy."""

    sheet: str
    cell: str
    before: str
    after: str
    why: str

    @property
    def said(self) -> str:
        """The edit in one line."""
        where = " ".join(filter(None, (self.sheet, self.cell)))
        return f"{where}: {self.before or '–'} → {self.after or '–'}. {self.why}"


# Text files.

_MARKS = {
    codecs.BOM_UTF8: "utf-8",
    # Before UTF-16, whose mark is a prefix of this one.
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF32_BE: "utf-32-be",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


FindSpans: TypeAlias = "Callable[[str], Sequence[tuple[int, int]]]"


class TextFile(NamedTuple):
    """The content of a text file, and how to read it."""

    data: bytes
    encoding: str
    delimiter: str
    cut: FindSpans | None = None
    """Returns the start and end of each cell in a line, for cells separated by blanks."""


class TextChange(NamedTuple):
    """A replacement of a part of a text."""

    begin: int
    end: int
    after: str


class TextCells:
    """The cells of a text file, which can be replaced while all other bytes stay the same."""

    def __init__(self, file: TextFile, rows: Collection[int]) -> None:
        """For changes in some rows, counted from 1."""
        data, encoding, delimiter, self._cut = file
        self._mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
        self._encoding = _MARKS.get(self._mark, encoding).replace("utf-8-sig", "utf-8")
        self._delimiter = delimiter
        # Invalid bytes are preserved.
        self.text = data[len(self._mark) :].decode(self._encoding, "surrogateescape")
        wanted = {row - 1 for row in rows}
        cut = self._cut
        self._spans = (
            _spans(self.text, delimiter, wanted) if cut is None else _spans_between(self.text, cut, wanted)
        )
        self._typographic = MINUS in self.text
        self._signed = re.search(rf"(?:^|[{re.escape(delimiter)}\n])\s*\+\d", self.text) is not None

    def change(self, edit: Edit) -> TextChange:
        """The replacement for an edit.

        Raises:
            CannotEdit: the cell does not exist, or has another value than expected.
        """
        row, column = edit.cell.row - 1, edit.cell.column - 1
        if column >= len(self._spans.get(row, ())):
            raise CannotEdit("no-such-cell", edit.cell)
        begin, end = self._spans[row][column]
        stands = self.text[begin:end]
        bold = BOLD if self._delimiter == DRAWN else ""
        inner = stands.strip().removeprefix(bold).removesuffix(bold)
        if inner.strip('"').strip() != edit.before.strip():
            raise CannotEdit("says-otherwise", edit.cell)
        signed = self._signed and "+" not in edit.after
        after = _styled(edit.after, typographic=self._typographic, signed=signed)
        try:
            after.encode(self._encoding)
        except UnicodeEncodeError:
            after = edit.after
        if self._cut is not None:
            return self._kept_in_line(begin, stands, after)
        quoted = inner.startswith('"') and inner.endswith('"') and len(inner) > 1
        new = f'"{after}"' if quoted or self._delimiter in after else after
        at = begin + (stands.find(inner) if inner else 0)
        return TextChange(at, at + len(inner), new)

    def _kept_in_line(self, begin: int, stands: str, after: str) -> TextChange:
        """A replacement in a cell between blanks that keeps the columns aligned.

        The new text is right-aligned with the old one, or left-aligned in the first cell of a line. Room is
        taken from the blanks beside it, of which two must stay.
        """
        inner = stands.strip()
        start = begin + (stands.find(inner) if inner else len(stands) - len(stands.lstrip(" ")))
        end = start + len(inner)
        before, behind = self.text[:start], self.text[end:]
        blanks = len(before) - len(before.rstrip(" ")), len(behind) - len(behind.lstrip(" "))
        spare = [max(0, count - _APART) if inner else 0 for count in blanks]
        left = min(spare[0], max(0, len(after) - len(inner)))
        right = min(spare[1], max(0, len(after) - len(inner) - left))
        wide = len(inner) + left + right
        return TextChange(start - left, end + right, after.rjust(wide) if blanks[0] else after.ljust(wide))

    def changed(self, changes: Iterable[TextChange]) -> bytes:
        """The file with these replacements."""
        pieces: list[str] = []
        at = 0
        for begin, end, new in sorted(changes):
            pieces += (self.text[at:begin], new)
            at = end
        text = "".join((*pieces, self.text[at:]))
        return self._mark + text.encode(self._encoding, "surrogateescape")


_APART = 2
"""The least number of blanks between cells."""


def edited_csv(file: TextFile, edits: Sequence[Edit]) -> bytes:
    """A text file with new values in some cells.

    Raises:
        CannotEdit: a cell does not exist, or has another value than expected.
    """
    cells = TextCells(file, {edit.cell.row for edit in edits})
    return cells.changed([cells.change(edit) for edit in edits])


def _styled(after: str, *, typographic: bool, signed: bool) -> str:
    """A number in the style of the file: with a typographic minus, with a plus."""
    if _NUMBER.fullmatch(after) is None:
        return after
    if typographic:
        after = after.replace("-", MINUS)
    return f"+{after}" if signed and after[0].isdigit() and after != "0" else after


def _spans(text: str, delimiter: str, wanted: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """The start and end of each cell in the wanted rows, counted from 0.

    A quoted cell may contain delimiters and line breaks, which end no row, as in the reader.
    """
    found: dict[int, list[tuple[int, int]]] = {}
    cells: list[tuple[int, int]] = []
    row = begin = 0
    quoted, closed = False, -1
    for sign in re.finditer(rf'["\n{re.escape(delimiter)}]|\r\n?', text):
        at = sign.start()
        if sign[0] == '"':
            # A doubled quote is an escaped one, and the cell continues.
            if quoted or at in (begin, closed + 1):
                closed = at if quoted else closed
                quoted = not quoted
        elif not quoted:
            if row in wanted:
                cells.append((begin, at))
            begin, closed = sign.end(), -1
            if sign[0] != delimiter:
                if row in wanted:
                    found[row], cells = cells, []
                row += 1
    if row in wanted:
        found[row] = [*cells, (begin, len(text))]
    return found


def _spans_between(text: str, cut: FindSpans, wanted: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """``_spans`` for cells separated by blanks."""
    found: dict[int, list[tuple[int, int]]] = {}
    begin = 0
    for number, line in enumerate(text.splitlines(keepends=True)):
        if number in wanted:
            found[number] = [(begin + start, begin + min(end, len(line))) for start, end in cut(line)]
        begin += len(line)
    return found


# Workbooks.

_ROW = re.compile(r"<row\b(?P<attributes>[^<>]*)>")
_NUMBER_OF_ROW = re.compile(r'\br="(\d{1,7})"')
LIST_NAME = "scorecheck"


class Parts(Protocol):
    """The parts of an .xlsx archive."""

    book: str
    """The name of the workbook part."""
    styles: str
    """The name of the part with the styles of its cells; empty if there is none."""
    sheets: dict[str, str]
    """The parts that hold its sheets, by their names."""

    @property
    def names(self) -> Collection[str]:
        """The names in lower case."""
        ...

    def text(self, name: str) -> str:
        """The text of a part, with invalid bytes as surrogates.

        Raises:
            KeyError: the part is missing, or cannot be read.
        """
        ...


def as_bytes(text: str) -> bytes:
    """The bytes of a part, from its text."""
    return text.encode("utf-8", "surrogateescape")


def formulas_in(parts: Parts, sheet: str, rows: Collection[int] | None = None) -> dict[CellRef, Formula]:
    """The formulas of a sheet, or of some of its rows, by cell.

    Raises:
        KeyError: the sheet is not in the workbook.
    """
    text = parts.text(parts.sheets[sheet])
    pieces = [text] if rows is None else [row.content for row in _rows(text, rows).values()]
    found = (one for piece in pieces for one in formulas(sheet, piece))
    return {CellRef(*cell): one for one in found for _, *cell in one.results}


def edited_xlsx(
    parts: Parts, edits: Mapping[str, Sequence[Edit]], listed: Sequence[ListedEdit], heading: str
) -> dict[str, bytes]:
    """The changed parts of a workbook after some edits, with a new sheet that lists them if there is a
    ``heading``.

    Formulas are kept, with a new result, or none where it is unknown.

    Raises:
        CannotEdit: a cell is on no sheet of the workbook, or the file has an unknown structure.
    """
    changed: dict[str, bytes] = {}
    first = next(edit.cell for ours in edits.values() for edit in ours)
    try:
        sheets = parts.sheets
        dated = any(_DATE.match(edit.before) for ours in edits.values() for edit in ours)
        listed_styles = parts.text(parts.styles) if dated and parts.styles else ""
        styles = NumberStyles(listed_styles)
        for sheet, ours in edits.items():
            first = ours[0].cell
            changed[sheets[sheet]] = as_bytes(_sheet_mended(parts.text(sheets[sheet]), ours, styles))
        texts = {sheet: parts.text(part) for sheet, part in sheets.items()}
        for sheet, results in recalculated(texts, edits).items():
            text = _sheet_mended(texts[sheet], [*edits.get(sheet, ()), *results], styles)
            changed[sheets[sheet]] = as_bytes(text)
        if styles.text != listed_styles:
            changed[parts.styles] = as_bytes(styles.text)
        if heading:
            changed |= _new_list_parts(parts, [heading, *(line.said for line in listed)])
    except KeyError as missing:
        raise CannotEdit("built-otherwise", first) from missing
    return changed


def _links_of(part: str) -> str:
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels".lstrip("/")


def _rows(text: str, wanted: Collection[int]) -> dict[int, Piece]:
    """The wanted rows of a sheet by number, in document order."""
    found: dict[int, Piece] = {}
    for row in _ROW.finditer(text):
        number = _NUMBER_OF_ROW.search(row["attributes"])
        if number is not None and int(number[1]) in wanted:
            found.setdefault(int(number[1]), piece_of(text, row, "</row>", len(text)))
    return found


def _sheet_mended(text: str, edits: Sequence[Edit], styles: NumberStyles) -> str:
    """The XML of a sheet with new values in some cells.

    Raises:
        CannotEdit: a cell is in no row of it, or the rows have an unknown structure.
    """
    by_row = grouped(edits, lambda edit: edit.cell.row)
    rows = _rows(text, by_row)
    for number, ours in by_row.items():
        if number not in rows:
            raise CannotEdit("no-such-cell", ours[0].cell)
    pieces: list[str] = []
    at = 0
    for number, row in rows.items():
        if row.start < at:
            raise CannotEdit("built-otherwise", by_row[number][0].cell)
        content = row.content
        for edit in by_row[number]:
            content = _row_mended(content, edit, styles)
        pieces += (text[at : row.start], f"<row{row.attributes}>{content}</row>")
        at = row.stop
    return "".join((*pieces, text[at:]))


def _row_mended(content: str, edit: Edit, styles: NumberStyles) -> str:
    for cell in cells_in(content):
        place = PLACE.search(cell.attributes)
        if place is None:
            raise CannotEdit("built-otherwise", edit.cell)
        if place[1] + place[2] == edit.cell.a1:
            return content[: cell.start] + _cell(cell, edit, styles) + content[cell.stop :]
        if column_number(place[1]) > edit.cell.column:
            return content[: cell.start] + _cell(None, edit, styles) + content[cell.start :]
    return content + _cell(None, edit, styles)


def _cell(old: Piece | None, edit: Edit, styles: NumberStyles) -> str:
    attributes = f' r="{edit.cell.a1}"'
    formula = None
    if old is not None:
        found = re.search(r'\bs="(\d+)"', old.attributes)
        style = int(found[1]) if found else None
        formula = FORMULA.search(old.content)
        if style is not None and not formula and _DATE.match(edit.before):
            # The format of a date would make a date of the number, too.
            style = styles.like(style)
        attributes += "" if style is None else f' s="{style}"'
    kept = formula[0] if formula else ""
    if not edit.after:
        return f"<c{attributes}>{kept}</c>" if kept else f"<c{attributes}/>"
    if _NUMBER.fullmatch(edit.after) or (kept and _DECIMAL.fullmatch(edit.after)):
        return f"<c{attributes}>{kept}<v>{edit.after}</v></c>"
    if kept:
        return f'<c{attributes} t="str">{kept}<v>{escape(edit.after)}</v></c>'
    return f'<c{attributes} t="inlineStr"><is><t>{escape(plain(edit.after))}</t></is></c>'


def _new_list_parts(parts: Parts, lines: Sequence[str]) -> dict[str, bytes]:
    """The new and changed parts for a further sheet with the list of changes.

    Raises:
        KeyError: a part is missing.
    """
    folder = parts.book.rpartition("/")[0]
    number = 1
    while f"{folder}/worksheets/scorecheck{number}.xml".lstrip("/").lower() in parts.names:
        number += 1
    part = f"worksheets/scorecheck{number}.xml"
    full = f"{folder}/{part}".lstrip("/")
    book = parts.text(parts.book)
    links = parts.text(_links_of(parts.book))
    types = parts.text("[Content_Types].xml")
    taken = {name.casefold() for name in re.findall(r'<(?:\w+:)?sheet\b[^<>]*?\bname="([^"]*)"', book)}
    title = LIST_NAME
    while title.casefold() in taken:
        title += "_"
    highest = max((int(n) for n in re.findall(r'\bsheetId="(\d{1,9})"', book)), default=0)
    prefix = re.search(r"<(\w+:)?workbook\b", book)
    p = (prefix[1] or "") if prefix else ""
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    link_id = f"rIdScorecheck{number}"
    one = f'<{p}sheet xmlns:r="{relations}" name="{title}" sheetId="{highest + 1}" r:id="{link_id}"/>'
    book = book.replace(f"</{p}sheets>", f"{one}</{p}sheets>")
    if re.search(rf"<{p}calcPr\b", book):
        book = re.sub(r'\s+fullCalcOnLoad="[^"]*"', "", book)
        book = re.sub(rf"<{p}calcPr\b", f'<{p}calcPr fullCalcOnLoad="1"', book)
    link = f'<Relationship Id="{link_id}" Type="{relations}/worksheet" Target="{part}"/>'
    links = links.replace("</Relationships>", f"{link}</Relationships>")
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
    types = types.replace("</Types>", f'<Override PartName="/{full}" ContentType="{kind}"/></Types>')
    # One text per row: columns of numbers could be taken for a scoresheet.
    rows = "".join(
        f'<row r="{at}"><c r="A{at}" t="inlineStr"><is><t>{escape(plain(line))}</t></is></c></row>'
        for at, line in enumerate(lines, start=1)
    )
    sheet = (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols>'
        '<col min="1" max="1" width="110" customWidth="1"/>'
        f"</cols><sheetData>{rows}</sheetData></worksheet>"
    )
    return {
        parts.book: as_bytes(book),
        _links_of(parts.book): as_bytes(links),
        "[Content_Types].xml": as_bytes(types),
        full: sheet.encode(),
    }
