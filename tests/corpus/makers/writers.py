"""The writers: each puts tables into a file as one program does."""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path

import openpyxl
import pandas
import xlsxwriter
from openpyxl.worksheet.worksheet import Worksheet

from makers.tables import Row

CORPUS = Path(__file__).resolve().parents[1]
MADE = datetime(2014, 11, 15, 18, 0)  # noqa: DTZ001 - workbooks know no time zones
sys.path[:0] = [str(CORPUS.parent), str(CORPUS.parents[1] / "src")]

Sheets = Mapping[str, list[Row]]


def place(name: str) -> Path:
    """Where a file of the corpus stands."""
    path = CORPUS / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def with_openpyxl(name: str, sheets: Sheets, finish: Callable[..., None] | None = None) -> Path:
    """A workbook by openpyxl; ``finish`` is given its sheets, to hide, merge or strike on them."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for at, row in enumerate(rows, 1):
            for column, value in enumerate(row, 1):
                if value is not None and value != "":
                    sheet.cell(at, column, value)
    if finish is not None:
        finish(*book.worksheets)
    book.properties.created = book.properties.modified = MADE
    book.save(place(name))
    return place(name)


def with_xlsxwriter(name: str, sheets: Sheets, finish: Callable[..., None] | None = None) -> Path:
    """A workbook by xlsxwriter. A value that is a pair is a formula and its result."""
    book = xlsxwriter.Workbook(str(place(name)))
    book.set_properties({"created": MADE})
    written = []
    day = book.add_format({"num_format": "dd.mm.yyyy"})
    for title, rows in sheets.items():
        sheet = book.add_worksheet(title)
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if isinstance(value, tuple):
                    sheet.write_formula(at, column, value[0], None, value[1])
                elif isinstance(value, date):
                    sheet.write_datetime(at, column, value, day)
                elif value is not None and value != "":
                    sheet.write(at, column, value)
        written.append(sheet)
    if finish is not None:
        finish(book, *written)
    book.close()
    return place(name)


def with_pandas(name: str, table: list[Row]) -> Path:
    """A file by pandas, with the index that it writes unless it is told not to."""
    frame = pandas.DataFrame(table[1:], columns=table[0])
    suffix = name.rpartition(".")[2]
    if suffix == "csv":
        frame.to_csv(place(name))
    else:
        frame.to_excel(place(name), sheet_name="Tisch 1", index=False)
    return place(name)


def with_xlwt(name: str, sheets: Sheets, finish: Callable[..., None] | None = None) -> Path:
    """An old Excel file by xlwt."""
    import xlwt

    book = xlwt.Workbook()
    written = []
    for title, rows in sheets.items():
        sheet = book.add_sheet(title)
        for at, row in enumerate(rows):
            for column, value in enumerate(row):
                if value is not None and value != "":
                    sheet.write(at, column, value)
        written.append(sheet)
    if finish is not None:
        finish(*written)
    book.save(str(place(name)))
    return place(name)


def with_xlsb(name: str, table: list[Row]) -> Path:
    """A binary workbook, record by record: no free program writes them."""
    from unit.readers.builders import xlsb_table

    return with_bytes(name, xlsb_table([["" if v is None else v for v in row] for row in table]))


def with_odfpy(name: str, sheets: Sheets, finish: Callable[..., None] | None = None) -> Path:
    """An OpenDocument spreadsheet by odfpy."""
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    for title, rows in sheets.items():
        table = Table(name=title)
        for row in rows:
            line = TableRow()
            for value in row:
                if value is None or value == "":
                    cell = TableCell()
                elif isinstance(value, bool):
                    cell = TableCell(valuetype="boolean", booleanvalue=str(value).lower())
                    cell.addElement(P(text=str(value).upper()))
                elif isinstance(value, str):
                    cell = TableCell(valuetype="string")
                    cell.addElement(P(text=value))
                else:
                    cell = TableCell(valuetype="float", value=value)
                    cell.addElement(P(text=str(value)))
                line.addElement(cell)
            table.addElement(line)
        book.spreadsheet.addElement(table)
    if finish is not None:
        finish(book)
    book.save(str(place(name)))
    return place(name)


_FILTERS = {"xls": "xls:MS Excel 97", "xlsm": "xlsm:Calc MS Excel 2007 VBA XML"}


def with_libreoffice(name: str, made: Path) -> Path:
    """A file as LibreOffice saves it, when it has opened another and worked out its formulas."""
    suffix = name.rpartition(".")[2]
    with tempfile.TemporaryDirectory() as folder:
        target = _FILTERS.get(suffix, suffix)
        command = ["soffice", f"-env:UserInstallation=file://{PROFILE}", "--headless", "--convert-to"]
        subprocess.run([*command, target, "--outdir", folder, str(made)], check=True, capture_output=True)
        shutil.copyfile(Path(folder) / f"{made.stem}.{suffix}", place(name))
    return place(name)


PROFILE = Path(tempfile.gettempdir()) / "scorecheck-corpus-libreoffice"


def with_gnumeric(name: str, made: Path) -> Path:
    """A file as gnumeric exports it."""
    exporter = {
        "xlsx": "Gnumeric_Excel:xlsx2",
        "xls": "Gnumeric_Excel:excel_biff8",
        "ods": "Gnumeric_OpenCalc:odf",
    }
    kind = exporter.get(name.rpartition(".")[2], "Gnumeric_stf:stf_csv")
    command = ["ssconvert", "-T", kind, str(made), str(place(name))]
    subprocess.run(command, check=True, capture_output=True)
    return place(name)


def with_bytes(name: str, data: bytes) -> Path:
    """Bytes as they are."""
    place(name).write_bytes(data)
    return place(name)


def csv_text(rows: list[Row], delimiter: str = ",", end: str = "\n") -> str:
    """Rows as lines, nothing quoted."""
    return "".join(delimiter.join("" if v is None else str(v) for v in row) + end for row in rows)


def with_text(name: str, text: str, encoding: str = "utf-8") -> Path:
    """Text in an encoding, its line ends as they are."""
    return with_bytes(name, text.encode(encoding))


def book_bytes(sheets: Sheets) -> bytes:
    """A workbook by openpyxl, not written to a file."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append([None if v == "" else v for v in row])
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def hide(sheet: Worksheet, *rows: int) -> None:
    """Hides rows of a sheet of openpyxl."""
    for row in rows:
        sheet.row_dimensions[row].hidden = True
