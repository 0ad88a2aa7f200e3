"""Small files that take much memory or time unless they are looked at before they are read."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from struct import pack
from typing import NamedTuple

from unit.readers.builders import (
    biff,
    biff_number,
    ods,
    xls,
    xlsx,
    xlsx_table,
)

MIB = 1024 * 1024
HEAD = ("Game", "Anna", "Bernd", "Chris", "Dora")
GAMES = [
    [number, *points]
    for number, points in enumerate([(2, 2, -2, -2), (-1, 1, -1, 1), (-3, 1, 1, 1), (1, -1, -1, 1)] * 3, 1)
]
GOOD = "\n".join(",".join(map(str, row)) for row in (HEAD, *GAMES)) + "\n"


class Bad(NamedTuple):
    """A bad file: how it is called, its bytes, and the reason for which it is refused (none: it is not)."""

    name: str
    make: Callable[[], bytes]
    reason: str | None
    command: str = "validate"
    """What is asked for: a look at its folder (``validate``), or a copy of it (``annotate``, ``fix``)."""
    slow: bool = False
    """Whether to make and refuse it takes so long that it is left to the slow tests."""


def flipped_crc(data: bytes, name: str) -> bytes:
    """A zip in which the checksum of a part differs in one bit, in both places where it stands."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(name)
    broken = bytearray(data)
    checksum = pack("<L", info.CRC)
    at = -1
    while (at := broken.find(checksum, at + 1)) >= 0:
        broken[at] ^= 1
    return bytes(broken)


def with_wrong_size(data: bytes, name: str, size: int) -> bytes:
    """A zip that claims another length of a part when unpacked."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(name)
    broken = bytearray(data)
    claimed = pack("<2L", info.compress_size, info.file_size)
    at = -1
    while (at := broken.find(claimed, at + 1)) >= 0:
        broken[at + 4 : at + 8] = pack("<L", size)
    return bytes(broken)


def json_sheet(points: str) -> bytes:
    """A sheet as JSON; ``points`` stand where Anna's of the second game should."""
    rows = [
        {"number": number, "points": dict(zip(HEAD[1:], values, strict=True))} for number, *values in GAMES
    ]
    document = {"game": "doppelkopf", "layout": "points", "rows": rows}
    return json.dumps(document).replace('{"Anna": -1,', '{"Anna": ' + points + ",", 1).encode()


def ods_text(inside: str, *, rows: int = 1) -> bytes:
    cell = f'<table:table-cell office:value-type="string"><text:p>{inside}</text:p></table:table-cell>'
    row = f"<table:table-row>{cell}</table:table-row>"
    return ods(f'<table:table table:name="a">{row * rows}</table:table>')


def without_references(cells: int) -> bytes:
    """A workbook of rows whose cells do not say where they stand."""
    row = "<row>" + "<c><v>1</v></c>" * 10 + "</row>"
    return xlsx("<sheetData>" + row * (cells // 10) + "</sheetData>")


def with_slip() -> list[list[object]]:
    """A sheet with one wrong cell."""
    rows: list[list[object]] = [list(HEAD), *map(list, GAMES)]
    rows[4][4] = 7
    return rows


def with_part(name: str, data: bytes, times: int = 1) -> bytes:
    """A sheet with one wrong cell, beside which a part stands that nobody needs: the data so many times."""
    buffer = io.BytesIO(xlsx_table(with_slip()))
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_DEFLATED) as archive:
        with archive.open(name, "w") as part:
            for _ in range(times):
                part.write(data)
        archive.writestr("[Content_Types].xml", _TYPES)
    return buffer.getvalue()


_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override '
    'PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'spreadsheetml.sheet.main+xml"/></Types>'
)


def wide_row(cells: int) -> bytes:
    return (GOOD + ",".join(map(str, range(cells))) + "\n").encode()


def many_tables(count: int) -> bytes:
    return "".join(f"A{n},B,C,D\n1,1,-1,-1\n2,-2,1,-1\n\n" for n in range(count)).encode()


BAD: dict[str, Bad] = {
    "json: an integer of 310 digits": Bad(
        "bad.sheet.json", lambda: json_sheet("9" * 310), "json-number", slow=True
    ),
    "json: an integer of 5000 digits": Bad("bad.sheet.json", lambda: json_sheet("9" * 5000), "json-number"),
    "json: numbers that are none": Bad(
        "bad.sheet.json", lambda: json_sheet("1e999"), "json-wrong", slow=True
    ),
    "xlsx: a flipped bit of a checksum": Bad(
        "bad.xlsx",
        lambda: flipped_crc(xlsx_table(with_slip()), "xl/worksheets/sheet1.xml"),
        "damaged",
        slow=True,
    ),
    "xlsx: a flipped checksum, fixed": Bad(
        "bad.xlsx",
        lambda: flipped_crc(xlsx_table(with_slip()), "xl/worksheets/sheet1.xml"),
        "damaged",
        "fix",
        slow=True,
    ),
    "xlsx: a flipped checksum, annotated": Bad(
        "bad.xlsx",
        lambda: flipped_crc(xlsx_table(with_slip()), "xl/worksheets/sheet1.xml"),
        "damaged",
        "annotate",
    ),
    "xlsx: a wrong size": Bad(
        "bad.xlsx",
        lambda: with_wrong_size(xlsx_table(with_slip()), "xl/worksheets/sheet1.xml", 10),
        "damaged",
        slow=True,
    ),
    "xlsx: a picture with a flipped checksum, fixed": Bad(
        "bad.xlsx",
        lambda: flipped_crc(with_part("xl/media/image1.png", b"\x89PNG" * 100), "xl/media/image1.png"),
        None,
        "fix",
        slow=True,
    ),
    "xlsx: a picture with a flipped checksum, annotated": Bad(
        "bad.xlsx",
        lambda: flipped_crc(with_part("xl/media/image1.png", b"\x89PNG" * 100), "xl/media/image1.png"),
        None,
        "annotate",
        slow=True,
    ),
    "xlsx: a picture of a gigabyte, fixed": Bad(
        "bad.xlsx", lambda: with_part("xl/media/image1.png", bytes(MIB), 1024), None, "fix", slow=True
    ),
    "xlsx: a drawing of a gigabyte, annotated": Bad(
        "bad.xlsx",
        lambda: with_part("xl/drawings/drawing1.xml", bytes(MIB), 1024),
        None,
        "annotate",
        slow=True,
    ),
    "ods: spaces that are counted": Bad(
        "bad.ods", lambda: ods_text('<text:s text:c="90000"/>' * 10_000), "text-too-long", slow=True
    ),
    "ods: spaces in many cells": Bad(
        "bad.ods", lambda: ods_text('<text:s text:c="90000"/>' + "x", rows=20_000), "too-much-text", slow=True
    ),
    "ods: tabs": Bad("bad.ods", lambda: ods_text("<text:tab/>" * 1_000_000), "text-too-long", slow=True),
    "ods: paragraphs": Bad(
        "bad.ods", lambda: ods_text("</text:p><text:p>" * 1_000_000), "text-too-long", slow=True
    ),
    "csv: UTF-16, one long line": Bad(
        "bad.csv", lambda: ("1," * 24 * MIB).encode("utf-16"), "line-too-long", slow=True
    ),
    "csv: UTF-16, many lines": Bad(
        "bad.csv", lambda: ("1,2,-2\n" * 7 * MIB).encode("utf-16"), "too-many-lines", slow=True
    ),
    "csv: UTF-16 without a mark": Bad(
        "bad.csv", lambda: ("1," * 24 * MIB).encode("utf-16-be"), "line-too-long", slow=True
    ),
    "csv: UTF-32": Bad("bad.csv", lambda: ("1," * 12 * MIB).encode("utf-32"), "line-too-long", slow=True),
    "csv: UTF-32 without a mark": Bad(
        "bad.csv", lambda: ("1," * 12 * MIB).encode("utf-32-be"), "line-too-long", slow=True
    ),
    "xls: empty continuations": Bad(
        "bad.xls",
        lambda: xls(
            biff_number(0, 0, 1), globals_=biff(0x00FC, pack("<2L", 0, 0)) + biff(0x003C) * 1_000_000
        ),
        "damaged",
        slow=True,
    ),
    "xls: empty continuations of a cell": Bad(
        "bad.xls", lambda: xls(biff_number(0, 0, 1) + biff(0x003C) * 1_000_000), None, slow=True
    ),
    "xls: empty continuations of many records": Bad(
        "bad.xls", lambda: xls((biff(0x0001) + biff(0x003C) * 4_000) * 250), None, slow=True
    ),
    "xls: shared texts that are claimed": Bad(
        "bad.xls",
        lambda: xls(biff_number(0, 0, 1), globals_=biff(0x00FC, pack("<2L", 1, 0x7FFF_FFFF))),
        None,
        slow=True,
    ),
    "csv: one row of very many cells": Bad("bad.csv", lambda: wide_row(16_000), None, slow=True),
    "csv: more columns than spreadsheets have": Bad(
        "bad.csv", lambda: wide_row(100_001), "too-many-columns", slow=True
    ),
    "csv: more columns, annotated": Bad("bad.csv", lambda: wide_row(100_001), "too-many-columns", "annotate"),
    "csv: twenty thousand tables": Bad("bad.csv", lambda: many_tables(20_000), None, slow=True),
    "xlsx: a million cells without references": Bad(
        "bad.xlsx", lambda: without_references(1_000_000), None, slow=True
    ),
    "xlsx: a million cells, annotated": Bad(
        "bad.xlsx", lambda: without_references(1_000_000), "too-large", "annotate", slow=True
    ),
}
