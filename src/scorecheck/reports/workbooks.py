"""Shared by all workbooks that openpyxl writes: texts, numbers, our mark, the print setup, and saving."""

from __future__ import annotations

import io
import zipfile
from datetime import datetime
from typing import Any

from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter

_POINTS_A_LINE = 15
_WIDE = 60
"""A sheet with more characters across is printed in landscape format."""


def prints_one_page_wide(sheet: Any, headings: int) -> None:
    """Sets up A4 pages with the row of headings on each."""
    wide = sum(_width(sheet, column) for column in range(1, sheet.max_column + 1))
    sheet.page_setup.paperSize = sheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if wide > 1.5 * _WIDE else "portrait"
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.print_title_rows = f"{headings}:{headings}"
    sheet.print_area = sheet.dimensions
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.oddFooter.right.text = "&P / &N"


def row_height(sheet: Any, row: int, merged: int = 1) -> float:
    """The height in points that a row with wrapped texts needs; its first cell spans ``merged`` columns."""
    lines = [1]
    for cell in sheet[row]:
        if cell.value:
            columns = range(cell.column, cell.column + (merged if cell.column == 1 else 1))
            lines.append(_lines(str(cell.value), sum(_width(sheet, column) for column in columns)))
    return _POINTS_A_LINE * max(lines)


def _lines(text: str, width: float) -> int:
    """The number of lines of a wrapped text in a cell with a width in characters."""
    lines = 0
    for part in text.split("\n"):
        room = 0.0
        for word in part.split(" "):
            if room < len(word):
                # A word longer than the cell takes several lines.
                more = max(1, -(-len(word) // max(int(width), 1)))
                lines += more
                room = more * width
            room -= len(word) + 1
        lines += not part
    return lines


def _width(sheet: Any, column: int) -> float:
    return sheet.column_dimensions[get_column_letter(column)].width


def say(cell: Any, text: str) -> None:
    """Writes a text into a cell, never a formula."""
    cell.value = text
    cell.data_type = "s"
    cell.quotePrefix = True


def mark_as_ours(book: Any) -> None:
    """Writes our mark, the author's name, and a date that does not depend on the time of the run."""
    properties = book.properties
    properties.creator = "scorecheck"
    properties.created = properties.modified = datetime(2000, 1, 1)  # noqa: DTZ001 - a workbook knows no zones


def saved(book: Any) -> bytes:
    """The bytes of a saved workbook, made without a disk: openpyxl would write each sheet there first."""
    out = io.BytesIO()
    _Writer(book, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED)).save()
    return out.getvalue()


class _Writer(ExcelWriter):
    _archive: zipfile.ZipFile
    manifest: Any

    def write_worksheet(self, ws: Any) -> None:
        """Writes one sheet like openpyxl, but in memory."""
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        ws._drawing.images = ws._images
        sheet = io.BytesIO()
        writer: Any = WorksheetWriter(ws, sheet)
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], sheet.getvalue())
        self.manifest.append(ws)
