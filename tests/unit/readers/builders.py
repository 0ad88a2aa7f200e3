"""Small files of every format, good and hostile, made by hand where a library would not."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from struct import pack
from xml.sax.saxutils import escape

from scorecheck.model.workbook import Workbook
from scorecheck.readers.compound import pack_stream
from scorecheck.readers.read import read_bytes
from scorecheck.readers.xlsb_reader import record

Table = Sequence[Sequence[object]]

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def zipped(parts: Mapping[str, str | bytes], level: int = 6) -> bytes:
    """A zip of parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def letters(column: int) -> str:
    """The letters of a column counted from 1."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def xlsx(
    *sheets: str,
    strings: str | None = None,
    styles: str | None = None,
    workbook: str = "",
    prefix: str = "",
    targets: Sequence[str] = (),
    extra: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """A workbook of sheets given as what stands in their ``worksheet`` element."""
    p = prefix
    numbers = range(1, len(sheets) + 1)
    listed = "".join(f'<{p}sheet name="S{n}" sheetId="{n}" r:id="rId{n}"/>' for n in numbers)
    targets = targets or [f"worksheets/sheet{n}.xml" for n in numbers]
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{LINKS}/worksheet" Target="{target}"/>'
        for n, target in zip(numbers, targets, strict=True)
    ) + other_links("xml")
    space = f'xmlns{":" + p[:-1] if p else ""}="{MAIN}" xmlns:r="{LINKS}"'
    parts: dict[str, str | bytes] = {
        "_rels/.rels": f'<Relationships xmlns="{PACKAGE}"><Relationship Id="a" Type="{LINKS}/officeDocument" '
        'Target="xl/workbook.xml"/></Relationships>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>',
        "xl/workbook.xml": f"<{p}workbook {space}>{workbook}<{p}sheets>{listed}</{p}sheets></{p}workbook>",
    }
    for number, body in enumerate(sheets, start=1):
        parts[f"xl/worksheets/sheet{number}.xml"] = f"<{p}worksheet {space}>{body}</{p}worksheet>"
    for name, data in (("sharedStrings", strings), ("styles", styles)):
        if data is not None:
            parts[f"xl/{name}.xml"] = data
    return zipped({**parts, **(extra or {})})


def other_links(suffix: str) -> str:
    """The links to the texts and the styles."""
    return "".join(
        f'<Relationship Id="{name}" Type="{LINKS}/{name}" Target="{name}.{suffix}"/>'
        for name in ("sharedStrings", "styles")
    )


def sheet_data(cells: Mapping[str, str]) -> str:
    """A ``sheetData`` of cells given as the text between ``<c`` and ``</c>``, after its place."""
    rows: dict[int, str] = {}
    for place, body in cells.items():
        row = int(place.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
        rows[row] = rows.get(row, "") + f'<c r="{place}"{body}</c>'
    return (
        "<sheetData>" + "".join(f'<row r="{r}">{c}</row>' for r, c in sorted(rows.items())) + "</sheetData>"
    )


def xlsx_table(table: Table) -> bytes:
    """A workbook with one sheet, its texts inline."""
    cells: dict[str, str] = {}
    for row, values in enumerate(table, start=1):
        for column, value in enumerate(values, start=1):
            place = f"{letters(column)}{row}"
            if isinstance(value, bool):
                cells[place] = f' t="b"><v>{int(value)}</v>'
            elif isinstance(value, str):
                if value:
                    text = escape(value)
                    cells[place] = f' t="inlineStr"><is><t xml:space="preserve">{text}</t></is>'
            else:
                cells[place] = f"><v>{value}</v>"
    return xlsx(sheet_data(cells))


def ods(content: str, *, styles: str = "", manifest: str = "", outer: str = "") -> bytes:
    """An OpenDocument spreadsheet of what stands in its ``office:spreadsheet`` element."""
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text", "style", "number", "draw", "calcext")
    )
    head = "application/vnd.oasis.opendocument.spreadsheet"
    return zipped(
        {
            "mimetype": head,
            "META-INF/manifest.xml": '<manifest:manifest xmlns:manifest="urn:m">'
            f'<manifest:file-entry manifest:full-path="/">{manifest}</manifest:file-entry>'
            "</manifest:manifest>",
            "styles.xml": f"<office:document-styles {spaces}>{outer}</office:document-styles>",
            "content.xml": f"<office:document-content {spaces}><office:automatic-styles>{styles}"
            f"</office:automatic-styles><office:body><office:spreadsheet>{content}"
            "</office:spreadsheet></office:body></office:document-content>",
        }
    )


def ods_cell(value: object) -> str:
    """One cell."""
    if isinstance(value, bool):
        inside = f'office:value-type="boolean" office:boolean-value="{str(value).lower()}"'
        return f"<table:table-cell {inside}><text:p>{value}</text:p></table:table-cell>"
    if isinstance(value, str):
        if not value:
            return "<table:table-cell/>"
        text = escape(value)
        return f'<table:table-cell office:value-type="string"><text:p>{text}</text:p></table:table-cell>'
    inside = f'office:value-type="float" office:value="{value}"'
    return f"<table:table-cell {inside}><text:p>{value}</text:p></table:table-cell>"


def ods_table(table: Table, name: str = "S1") -> bytes:
    """A spreadsheet with one sheet, ended by empty rows as LibreOffice ends it."""
    rows = "".join(
        f"<table:table-row>{''.join(map(ods_cell, row))}"
        '<table:table-cell table:number-columns-repeated="16370"/></table:table-row>'
        for row in table
    )
    rest = (
        '<table:table-row table:number-rows-repeated="1048000">'
        '<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
    )
    return ods(f'<table:table table:name="{name}">{rows}{rest}</table:table>')


def wide(text: str) -> bytes:
    """A text of xlsb: its length and UTF-16."""
    raw = text.encode("utf-16-le")
    return pack("<L", len(raw) // 2) + raw


def xlsb(
    *sheets: bytes,
    strings: bytes | None = None,
    styles: bytes | None = None,
    states: Sequence[int] = (),
    from_1904: bool = False,
) -> bytes:
    """A binary workbook of sheets given as their records."""
    numbers = range(1, len(sheets) + 1)
    book = record(0x83) + record(0x99, pack("<2L", int(from_1904), 0)) + record(0x8F)
    for number in numbers:
        state = states[number - 1] if states else 0
        book += record(0x9C, pack("<2L", state, number) + wide(f"rId{number}") + wide(f"S{number}"))
    book += record(0x90) + record(0x84)
    links = "".join(
        f'<Relationship Id="rId{n}" Type="{LINKS}/worksheet" Target="worksheets/sheet{n}.bin"/>'
        for n in numbers
    ) + other_links("bin")
    parts: dict[str, str | bytes] = {
        "xl/workbook.bin": book,
        "xl/_rels/workbook.bin.rels": f'<Relationships xmlns="{PACKAGE}">{links}</Relationships>',
    }
    for number, body in enumerate(sheets, start=1):
        parts[f"xl/worksheets/sheet{number}.bin"] = record(0x81) + body + record(0x82)
    if strings is not None:
        parts["xl/sharedStrings.bin"] = strings
    if styles is not None:
        parts["xl/styles.bin"] = styles
    return zipped(parts)


def xlsb_sheet(rows: Iterable[tuple[int, Iterable[bytes]]], before: bytes = b"", after: bytes = b"") -> bytes:
    """The records of a sheet: row numbers from 0 with the records of their cells."""
    body = record(0x94, bytes(16)) + before + record(0x91)
    for row, cells in rows:
        body += xlsb_row(row) + b"".join(cells)
    return body + record(0x92) + after


def xlsb_row(row: int, *, hidden: bool = False) -> bytes:
    """The head of a row."""
    return record(0, pack("<2LH2B", row, 0, 300, 0, 0x10 if hidden else 0) + bytes(5))


def xlsb_cell(kind: int, column: int, data: bytes, style: int = 0) -> bytes:
    """One cell of a type."""
    return record(kind, pack("<2L", column, style) + data)


def xlsb_table(table: Table) -> bytes:
    """A workbook with one sheet, its texts inline."""
    rows: list[tuple[int, list[bytes]]] = []
    for row, values in enumerate(table):
        cells: list[bytes] = []
        for column, value in enumerate(values):
            if isinstance(value, bool):
                cells.append(xlsb_cell(4, column, bytes((value,))))
            elif isinstance(value, str):
                if value:
                    cells.append(xlsb_cell(6, column, wide(value)))
            elif isinstance(value, int):
                cells.append(xlsb_cell(2, column, pack("<l", value << 2 | 2)))
            else:
                cells.append(xlsb_cell(5, column, pack("<d", value)))
        rows.append((row, cells))
    return xlsb(xlsb_sheet(rows))


def biff(kind: int, data: bytes = b"") -> bytes:
    """One record of an old Excel file."""
    return pack("<2H", kind, len(data)) + data


def xls(*sheets: bytes, globals_: bytes = b"", states: Sequence[tuple[int, int]] = ()) -> bytes:
    """An old Excel file of sheets given as their records; ``states`` are hidden state and kind."""
    bof = biff(0x0809, pack("<2H", 0x0600, 5) + bytes(12))
    names = [f"S{n}".encode() for n in range(1, len(sheets) + 1)]
    bounds = sum(4 + 8 + len(name) for name in names)
    at = len(bof) + len(globals_) + bounds + 4
    listed = b""
    for number, (name, body) in enumerate(zip(names, sheets, strict=True)):
        state, kind = states[number] if states else (0, 0)
        listed += biff(0x0085, pack("<L4B", at, state, kind, len(name), 0) + name)
        at += 20 + len(body) + 4
    stream = bof + globals_ + listed + biff(0x000A)
    for body in sheets:
        stream += biff(0x0809, pack("<2H", 0x0600, 0x10) + bytes(12)) + body + biff(0x000A)
    return pack_stream("Workbook", stream)


def biff_number(row: int, column: int, value: float, style: int = 0) -> bytes:
    """A cell with a number."""
    return biff(0x0203, pack("<3Hd", row, column, style, value))


def xls_table(table: Table) -> bytes:
    """A workbook with one sheet, as xlwt writes it."""
    import xlwt

    book = xlwt.Workbook()
    sheet = book.add_sheet("S1")
    for row, values in enumerate(table):
        for column, value in enumerate(values):
            if value != "":
                sheet.write(row, column, value)
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def csv_table(table: Table) -> bytes:
    """A CSV file; its values are texts."""
    import csv

    buffer = io.StringIO()
    csv.writer(buffer).writerows(table)
    return buffer.getvalue().encode()


TABLES = {"xlsx": xlsx_table, "ods": ods_table, "xlsb": xlsb_table, "xls": xls_table}


def read(data: bytes, filename: str | None = None) -> Workbook:
    """What the reader makes of bytes."""
    return read_bytes(data, filename or "-", filename)


def cells(workbook: Workbook, sheet: int = 0) -> dict[tuple[int, int], object]:
    """The cells that are not empty, by row and column counted from 1."""
    return {
        (row, column): value
        for row, values in enumerate(workbook.grids[sheet].rows, start=1)
        for column, value in enumerate(values, start=1)
        if value != ""
    }
