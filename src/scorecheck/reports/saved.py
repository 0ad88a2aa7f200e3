"""Saves a workbook in memory; openpyxl would write each sheet to the temporary folder."""

from __future__ import annotations

import io
import zipfile
from typing import Any

from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter


def saved(book: Any) -> bytes:
    """The bytes of a saved workbook, made without a disk."""
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
