"""A copy of a sheet in which some cells say something else, and nothing else has changed.

A text file is changed in those cells only, byte for byte; of an Excel workbook only the cells are
changed that are named, in the file's own parts, so that formats, charts and formulas stay what they are.
"""

from __future__ import annotations

import codecs
import io
import re
import zipfile
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from scorecheck.model.record import NamedTuple
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from scorecheck.model.cells import CellRef
    from scorecheck.model.finding import Edit

MINUS = "\N{MINUS SIGN}"
_NUMBER = re.compile(r"[-+−–]?\d+", re.ASCII)


class CannotEdit(Exception):  # noqa: N818 - it names what happened, as the message does
    """A cell that cannot be changed in the file; ``fix.<reason>`` in the labels says why."""

    def __init__(self, reason: str, cell: CellRef) -> None:
        """Cannot change ``cell``."""
        super().__init__(f"{reason}: {cell.a1}")
        self.reason = reason
        self.cell = cell


class Done(NamedTuple):
    """An edit for the list in the copy: where, what stood there, what stands there now, and why."""

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
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}


def csv_mended(data: bytes, encoding: str, delimiter: str, edits: Sequence[Edit]) -> bytes:
    """A text file with other values in some cells; all other bytes stay.

    Raises:
        CannotEdit: a cell is not there, or does not say what it should.
    """
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    encoding = _MARKS.get(mark, encoding).replace("utf-8-sig", "utf-8")
    # Bytes that are no letter in this encoding go through as they are.
    text = data[len(mark) :].decode(encoding, "surrogateescape")
    spans = _spans(text, delimiter)
    typographic = MINUS in text
    signed = re.search(rf"(?:^|[{re.escape(delimiter)}\n])\s*\+\d", text) is not None
    changes: list[tuple[int, int, str]] = []
    for edit in edits:
        row, column = edit.cell.row - 1, edit.cell.column - 1
        if row >= len(spans) or column >= len(spans[row]):
            raise CannotEdit("no-such-cell", edit.cell)
        begin, end = spans[row][column]
        stands = text[begin:end]
        if stands.strip().strip('"').strip() != edit.before.strip():
            raise CannotEdit("says-otherwise", edit.cell)
        after = _styled(edit.after, typographic=typographic, signed=signed and "+" not in edit.after)
        try:
            after.encode(encoding)
        except UnicodeEncodeError:
            after = edit.after
        inner = stands.strip()
        quoted = inner.startswith('"') and inner.endswith('"') and len(inner) > 1
        new = f'"{after}"' if quoted or delimiter in after else after
        at = stands.find(inner) if inner else 0
        changes.append((begin + at, begin + at + len(inner), new))
    for begin, end, new in sorted(changes, reverse=True):
        text = text[:begin] + new + text[end:]
    return mark + text.encode(encoding, "surrogateescape")


def _styled(after: str, *, typographic: bool, signed: bool) -> str:
    """A number as the others in the file are written: with a real minus, with a plus."""
    if _NUMBER.fullmatch(after) is None:
        return after
    if typographic:
        after = after.replace("-", MINUS)
    return f"+{after}" if signed and after[0].isdigit() and after != "0" else after


def _spans(text: str, delimiter: str) -> list[list[tuple[int, int]]]:
    """Where each cell of each line begins and ends. A quoted cell may hold line breaks: then the lines
    that it runs over have no cells, as in the reader."""
    rows: list[list[tuple[int, int]]] = []
    at, size = 0, len(text)
    while at < size:
        cells: list[tuple[int, int]] = []
        begin, quoted, lines = at, False, 0
        while at < size:
            sign = text[at]
            if sign == '"' and (quoted or text[begin:at].strip() == ""):
                quoted = not quoted
            elif sign == "\n" or (sign == "\r" and text[at + 1 : at + 2] != "\n"):
                if not quoted:
                    break
                lines += 1
            elif sign == delimiter and not quoted:
                cells.append((begin, at))
                begin = at + 1
            at += 1
        end = at - 1 if at > begin and text[at - 1] == "\r" and text[at : at + 1] == "\n" else at
        cells.append((begin, end))
        rows.append(cells)
        rows += ([] for _ in range(lines))
        at += 1
    return rows


# Workbooks.

_PLAIN_CELL = re.compile(r"<c\b(?P<attributes>[^>]*?)(?:/>|>(?P<content>.*?)</c>)", re.DOTALL)
_ROW = re.compile(r"<row\b(?P<attributes>[^>]*?)(?:/>|>(?P<content>.*?)</row>)", re.DOTALL)
_PLACE = re.compile(r'\br="([A-Z]+)(\d+)"')
_FORMULA = re.compile(r"<f\b[^>]*?(?:/>|>.*?</f>)", re.DOTALL)
LIST_NAME = "scorecheck"


def formulas_in(data: bytes, sheet: str, cells: Iterable[CellRef]) -> frozenset[CellRef]:
    """Those of the cells of a workbook that hold formulas: to write a number there would not last."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(_part_of(archive, sheet)).decode("utf-8")
    wanted = {cell.a1: cell for cell in cells}
    found: set[CellRef] = set()
    for cell in _PLAIN_CELL.finditer(text):
        place = _PLACE.search(cell["attributes"])
        name = place[1] + place[2] if place else ""
        if name in wanted and cell["content"] and _FORMULA.search(cell["content"]):
            found.add(wanted[name])
    return frozenset(found)


def xlsx_mended(
    data: bytes, edits: Mapping[str, Sequence[Edit]], done: Sequence[Done], heading: str
) -> bytes:
    """A workbook with other values in some cells of its sheets, and a sheet that lists what was changed.

    A formula keeps its place with a new result; the program that opens the copy works all of them out.

    Raises:
        CannotEdit: a cell is on no sheet of the workbook, or the file is built in another way.
    """
    out = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as archive,
        zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as copy,
    ):
        parts = {_part_of(archive, sheet): ours for sheet, ours in edits.items()}
        listed = _new_list_parts(archive, [heading, *(line.said for line in done)])
        for info in archive.infolist():
            content = archive.read(info.filename)
            if info.filename in parts:
                content = _sheet_mended(content.decode("utf-8"), parts[info.filename]).encode()
            content = listed.pop(info.filename, content)
            copy.writestr(info, content)
        for name, content in listed.items():
            copy.writestr(name, content)
    return out.getvalue()


def _part_of(archive: zipfile.ZipFile, sheet: str) -> str:
    """The part of the archive that holds a sheet."""
    from html import unescape

    book = archive.read("xl/workbook.xml").decode("utf-8")
    links = archive.read("xl/_rels/workbook.xml.rels").decode("utf-8")
    for found in re.finditer(r"<(?:\w+:)?sheet\b([^>]*)>", book):
        name = re.search(r'\bname="([^"]*)"', found[1])
        link = re.search(r'\b\w+:id="([^"]*)"', found[1])
        if name is None or link is None or unescape(name[1]) != sheet:
            continue
        for one in re.finditer(r"<Relationship\b([^>]*)>", links):
            target = re.search(r'\bTarget="([^"]*)"', one[1])
            if re.search(rf'\bId="{re.escape(link[1])}"', one[1]) and target:
                path = target[1]
                return path.lstrip("/") if path.startswith("/") else f"xl/{path}"
    raise KeyError(sheet)


def _sheet_mended(text: str, edits: Sequence[Edit]) -> str:
    for edit in edits:
        text = _cell_mended(text, edit)
    return text


def _cell_mended(text: str, edit: Edit) -> str:
    for row in _ROW.finditer(text):
        number = re.search(r'\br="(\d+)"', row["attributes"])
        if number is None or int(number[1]) != edit.cell.row:
            continue
        content = row["content"] or ""
        for cell in _PLAIN_CELL.finditer(content):
            place = _PLACE.search(cell["attributes"])
            if place is None:
                raise CannotEdit("built-otherwise", edit.cell)
            if place[1] + place[2] == edit.cell.a1:
                new = content[: cell.start()] + _cell(cell, edit) + content[cell.end() :]
                break
            if _order(place[1]) > edit.cell.column:
                new = content[: cell.start()] + _cell(None, edit) + content[cell.start() :]
                break
        else:
            new = content + _cell(None, edit)
        return f"{text[: row.start()]}<row{row['attributes']}>{new}</row>{text[row.end() :]}"
    raise CannotEdit("no-such-cell", edit.cell)


def _order(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def _cell(old: re.Match[str] | None, edit: Edit) -> str:
    attributes = f' r="{edit.cell.a1}"'
    formula = None
    if old is not None:
        style = re.search(r'\bs="\d+"', old["attributes"])
        attributes += f" {style[0]}" if style else ""
        formula = _FORMULA.search(old["content"] or "")
    kept = formula[0] if formula else ""
    if not edit.after and not kept:
        return f"<c{attributes}/>"
    if _NUMBER.fullmatch(edit.after):
        return f"<c{attributes}>{kept}<v>{edit.after}</v></c>"
    if kept:
        return f'<c{attributes} t="str">{kept}<v>{escape(edit.after)}</v></c>'
    return f'<c{attributes} t="inlineStr"><is><t>{escape(plain(edit.after))}</t></is></c>'


def _new_list_parts(archive: zipfile.ZipFile, lines: Sequence[str]) -> dict[str, bytes]:
    """The parts that a further sheet takes, with the list of what was changed; those that are there
    already with what they must say besides."""
    names = set(archive.namelist())
    number = 1
    while f"xl/worksheets/scorecheck{number}.xml" in names:
        number += 1
    part = f"worksheets/scorecheck{number}.xml"
    book = archive.read("xl/workbook.xml").decode("utf-8")
    links = archive.read("xl/_rels/workbook.xml.rels").decode("utf-8")
    types = archive.read("[Content_Types].xml").decode("utf-8")
    taken = {name.casefold() for name in re.findall(r'<(?:\w+:)?sheet\b[^>]*?\bname="([^"]*)"', book)}
    title = LIST_NAME
    while title.casefold() in taken:
        title += "_"
    highest = max((int(n) for n in re.findall(r'\bsheetId="(\d+)"', book)), default=0)
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
    types = types.replace("</Types>", f'<Override PartName="/xl/{part}" ContentType="{kind}"/></Types>')
    # One text a row: numbers side by side would be taken for a scoresheet.
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
        "xl/workbook.xml": book.encode(),
        "xl/_rels/workbook.xml.rels": links.encode(),
        "[Content_Types].xml": types.encode(),
        f"xl/{part}": sheet.encode(),
    }
