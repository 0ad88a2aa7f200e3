"""A copy of a workbook with the bad cells coloured and commented."""

from __future__ import annotations

import importlib.util
import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from itertools import chain, count
from typing import Any

import openpyxl
from openpyxl.cell.cell import MergedCell
from openpyxl.comments import Comment
from openpyxl.styles import Alignment, Font, PatternFill
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.hyperlink import Hyperlink

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import CopyTooLarge, Grid, Workbook
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import help_lines
from scorecheck.reports.safe import plain
from scorecheck.reports.workbooks import prints_one_page_wide, row_height, saved

_COLOUR = {Severity.ERROR: "FFF4B6B0", Severity.WARNING: "FFFFE08A", Severity.INFO: "FFCFE4F7"}
_NEAR = "FFFFF3D6"
_COMMENT_WIDTH, _COMMENT_LINE = 340, 18
_LONGEST_COMMENT = 2000
_USUAL_WIDTH, _WIDEST = 10, 40
_LONGEST_CELL = 32_000
_HIGHEST_ROW = 409
"""The greatest row height of a spreadsheet, in points."""
_MOST_FINDINGS = 20_000
_NOT_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")

_LOST = (
    ("shapes", re.compile(r"xl/drawings/drawing\d+\.xml$"), (b"<xdr:sp>", b"<xdr:sp ", b"<xdr:grpSp")),
    ("pictures", re.compile(r"xl/media/"), ()),
    ("controls", re.compile(r"xl/(ctrlProps|activeX)/"), ()),
    ("slicers", re.compile(r"xl/slicers/"), ()),
    ("threads", re.compile(r"xl/threadedComments/"), ()),
    ("sparklines", re.compile(r"xl/worksheets/[^/]+\.xml$"), (b"sparklineGroup",)),
    (
        "formats",
        re.compile(r"xl/worksheets/[^/]+\.xml$"),
        (b"x14:conditionalFormatting", b"x14:dataValidation"),
    ),
)
"""Features that openpyxl loses, by the parts of the archive that hold them, and by their content."""


class Annotated(NamedTuple):
    """The copy, and the features that it lost: keys of ``annotate.lost`` in the labels."""

    data: bytes
    lost: tuple[str, ...]
    broken: bool = False
    """Only the values were copied, because openpyxl cannot open the workbook."""


def annotated(
    data: bytes | None, workbook: Workbook, findings: Sequence[Finding], messages: Messages, most_cells: int
) -> Annotated:
    """The copy of a file with its findings, as an .xlsx workbook.

    With ``data``, the .xlsx file, its content and formats are kept; ``None``: only the values are copied.

    Raises:
        ValueError: openpyxl cannot open the workbook.
        CopyTooLarge: only the values are copied, and there are more cells than ``most_cells``.
    """
    grids = workbook.grids
    if data is not None:
        lost = tuple(_lost(data))
        try:
            book: Any = openpyxl.load_workbook(io.BytesIO(data), rich_text=True)
        except Exception as cause:  # openpyxl raises whatever its parts raise
            raise ValueError(f"{type(cause).__name__}: {cause}") from cause
    else:
        book, lost = book_of(workbook, most_cells), ("format",) if workbook.format != "csv" else ()
    names = {grid.name: grid.name or book.sheetnames[0] for grid in grids}
    listed = book.create_sheet(_free_name(book.sheetnames, messages.label("annotate.sheet")))
    for finding in findings[:_MOST_FINDINGS]:
        if finding.cell is not None and names.get(finding.sheet) in book.sheetnames:
            _mark(book[names[finding.sheet]], finding.cell, finding, messages)
    _list(listed, findings[:_MOST_FINDINGS], names, messages)
    author = book.properties.creator
    book.properties.creator = "scorecheck"
    if author and not author.startswith(("openpyxl", "scorecheck")):
        book.properties.lastModifiedBy = author
    return Annotated(saved(book), lost)


def _mark(sheet: Any, at: CellRef, finding: Finding, messages: Messages) -> None:
    """Colours and comments the cell of a finding."""
    for near in finding.related:
        cell = sheet.cell(near.row, near.column)
        if cell.fill.fgColor.rgb not in _COLOUR.values():
            cell.fill = PatternFill("solid", fgColor=_NEAR)
    cell = sheet.cell(at.row, at.column)
    cell.fill = PatternFill("solid", fgColor=_COLOUR[finding.severity])
    if isinstance(cell, MergedCell):
        return
    lines = [messages.text(finding), *help_lines(finding, messages)]
    if cell.comment is not None:
        lines.insert(0, cell.comment.text)
    text = _xml("\n".join(map(plain, lines)))[:_LONGEST_COMMENT]
    comment = Comment(text, "scorecheck")
    comment.width = _COMMENT_WIDTH
    comment.height = _COMMENT_LINE * (2 + sum(1 + len(line) // 48 for line in text.splitlines()))
    cell.comment = comment


def _list(sheet: Any, findings: Sequence[Finding], names: dict[str | None, str], messages: Messages) -> None:
    """The sheet of all findings, each with a link to its cell."""
    heads = ("where", "severity", "what", "repair", "rule")
    for column, (head, width) in enumerate(zip(heads, (20, 11, 54, 56, 24), strict=True), start=1):
        cell = sheet.cell(1, column, messages.label(f"annotate.{head}"))
        cell.font = Font(bold=True)
        sheet.column_dimensions[cell.column_letter].width = width
    for row, finding in enumerate(findings, start=2):
        where = names.get(finding.sheet, "")
        place = finding.cell.a1 if finding.cell else ""
        words = (
            " ".join(filter(None, (where, place))),
            messages.label(f"severity.{finding.severity.word}"),
            messages.text(finding),
            "\n".join(help_lines(finding, messages)),
            finding.rule,
        )
        for column, word in enumerate(words, start=1):
            cell = sheet.cell(row, column)
            cell.value = _xml(word)[:_LONGEST_CELL]
            # Never a formula.
            cell.data_type = "s"
            cell.alignment = Alignment(wrap_text=True, vertical="top")
        if place and where:
            quoted = where.replace("'", "''")
            cell = sheet.cell(row, 1)
            cell.hyperlink = Hyperlink(ref=cell.coordinate, location=f"'{quoted}'!{place}")
            cell.font = Font(color="FF0B5394", underline="single")
        # Not every program fits the height of rows to their texts.
        sheet.row_dimensions[row].height = min(row_height(sheet, row), _HIGHEST_ROW)
    sheet.freeze_panes = "A2"
    prints_one_page_wide(sheet, 1)


def book_of(workbook: Workbook, most_cells: int) -> Any:
    """A workbook with the values of one of another format, in the same cells.

    Raises:
        CopyTooLarge: there are more cells than ``most_cells``.
    """
    if workbook.filled > most_cells:
        raise CopyTooLarge(workbook.filled)
    book: Any = openpyxl.Workbook()
    book.remove(book.active)
    for grid in workbook.grids:
        sheet = book.create_sheet(_free_name(book.sheetnames, grid.name or "Sheet"))
        for at, row in enumerate(grid.rows, start=1):
            for column, value in enumerate(row, start=1):
                if value != "":
                    _put(sheet.cell(at, column), value)
        for number in grid.hidden_rows:
            sheet.row_dimensions[number].hidden = True
        for column, width in _widths(grid):
            sheet.column_dimensions[get_column_letter(column)].width = width
    if not book.sheetnames:
        book.create_sheet("Sheet")
    return book


def _widths(grid: Grid) -> Iterable[tuple[int, int]]:
    """The columns that need more than the usual width, with their widths."""
    for column in range(max(map(len, grid.rows), default=0)):
        longest = max((len(str(row[column])) for row in grid.rows if column < len(row)), default=0)
        if longest > _USUAL_WIDTH:
            yield column + 1, min(longest + 1, _WIDEST)


def _put(cell: Any, value: object) -> None:
    """Writes a value into a cell; a text that is a whole number becomes one."""
    if isinstance(value, (CellError, Uncalculated)):
        value = str(value)
    if isinstance(value, str):
        text = _xml(value)[:_LONGEST_CELL]
        if re.fullmatch(r"-?(0|[1-9]\d{0,14})", text, re.ASCII):
            cell.value = int(text)
        else:
            cell.value = text
            cell.data_type = "s"
    else:
        cell.value = value


def _free_name(taken: Iterable[str], name: str) -> str:
    """A unique and valid name for a sheet."""
    known = {one.casefold() for one in taken}
    bare = re.sub(r"[\[\]:*?/\\']", " ", name)[:28] or "Sheet"
    names = chain([bare], (f"{bare} {number}" for number in count(2)))
    return next(free for free in names if free.casefold() not in known)


def _lost(data: bytes) -> Iterable[str]:
    """The features of a workbook that the copy will lose."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        for key, pattern, signs in _LOST:
            if key == "pictures" and importlib.util.find_spec("PIL") is not None:
                continue
            parts = [name for name in names if pattern.match(name)]
            if parts and (not signs or any(sign in archive.read(p) for p in parts for sign in signs)):
                yield key
        if "xl/vbaProject.bin" in names:
            yield "macros"


def _xml(text: str) -> str:
    return _NOT_IN_XML.sub("", text)
