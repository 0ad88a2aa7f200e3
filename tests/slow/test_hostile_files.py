"""Files made to hurt: each is read or refused within 200 MB and 10 s, in a process of its own."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from struct import pack

import pytest

from scorecheck.readers.xlsb_reader import record
from unit.readers.builders import (
    biff,
    biff_number,
    ods,
    sheet_data,
    wide,
    xls,
    xlsb,
    xlsb_cell,
    xlsb_row,
    xlsb_sheet,
    xlsx,
    xlsx_table,
)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as Linux does")

MIB = 1024 * 1024
MEMORY_MB = 200
TEXT_MEMORY_MB = 230
SECONDS = 10

CHILD = """
import resource, sys, time
from pathlib import Path
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.read import read_file
resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
begun = time.perf_counter()
try:
    workbook = read_file(Path(sys.argv[1]), "a")
    said = "read"
except CannotRead as error:
    said = error.reason
seconds = time.perf_counter() - begun
# The largest resident size of this program alone: the other figures include its parent's.
status = Path("/proc/self/status").read_text()
print(said, round(seconds, 2), int(status.split("VmHWM:")[1].split()[0]) // 1024)
"""


def measured(path: Path) -> tuple[str, float, int]:
    """What a process of its own says of a file, its seconds and its megabytes."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(path)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    said, seconds, memory = done.stdout.split()
    return said, float(seconds), int(memory)


def repacked(data: bytes, name: str, pieces: Iterable[bytes]) -> bytes:
    """A zip in which one part consists of pieces, however long."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as new,
    ):
        for other in old.namelist():
            if other != name:
                new.writestr(other, old.read(other))
        with new.open(name, "w", force_zip64=True) as part:
            for piece in pieces:
                part.write(piece)
    return buffer.getvalue()


SHEET = "xl/worksheets/sheet1.xml"
EMPTY = xlsx("<sheetData/>")


def sheet(pieces: Iterable[bytes], base: bytes = EMPTY, after: bytes = b"") -> bytes:
    def all_() -> Iterable[bytes]:
        yield b"<worksheet><sheetData>"
        yield from pieces
        yield b"</sheetData>" + after + b"</worksheet>"

    return repacked(base, SHEET, all_())


def rows(count: int, cells: Callable[[int], str]) -> Iterable[bytes]:
    for first in range(1, count + 1, 1000):
        last = min(first + 1000, count + 1)
        yield "".join(f'<row r="{r}">{cells(r)}</row>' for r in range(first, last)).encode()


def dense(row: int) -> str:
    return "".join(f'<c r="{letter}{row}"><v>{row}.5</v></c>' for letter in "ABCDEFGHIJKLMN")


def texts(row: int) -> str:
    return "".join(f'<c r="{c}{row}" t="inlineStr"><is><t>{row}{c}x</t></is></c>' for c in "ABCDEFGHIJ")


def emoji(row: int) -> str:
    text = f"{row}😀" + "x" * 3000
    return f'<c r="A{row}" t="inlineStr"><is><t>{text}</t></is></c>'


def shared(strings: str, cells: Iterable[bytes]) -> bytes:
    return sheet(cells, xlsx("<sheetData/>", strings=strings))


DATES = '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22"/></cellXfs></styleSheet>'
ODS = ods("")
ODS_HEAD, ODS_TAIL = (
    zipfile.ZipFile(io.BytesIO(ods('<table:table table:name="a">|</table:table>')))
    .read("content.xml")
    .split(b"|")
)


def ods_of(pieces: Iterable[bytes]) -> bytes:
    def all_() -> Iterable[bytes]:
        yield ODS_HEAD
        yield from pieces
        yield ODS_TAIL

    return repacked(ODS, "content.xml", all_())


def ods_rows(count: int, cell: Callable[[int], str]) -> Iterable[bytes]:
    for first in range(0, count, 1000):
        yield "".join(
            f"<table:table-row>{cell(row)}</table:table-row>" for row in range(first, first + 1000)
        ).encode()


def ods_floats(row: int) -> str:
    return "".join(
        f'<table:table-cell office:value-type="float" office:value="{row}.{n}5"/>' for n in range(7)
    )


def ods_texts(row: int) -> str:
    return "".join(f"<table:table-cell><text:p>{row}{n}</text:p></table:table-cell>" for n in range(14))


def random_bytes(count: int) -> bytes:
    return random.Random(1).randbytes(count)


def many_entries(count: int) -> bytes:
    buffer = io.BytesIO(EMPTY)
    with zipfile.ZipFile(buffer, "a") as archive:
        for number in range(count):
            archive.writestr(f"x{number}", b"")
    return buffer.getvalue()


def same_sheet(count: int, pieces: Iterable[bytes]) -> bytes:
    base = xlsx(*["<sheetData/>"] * count, targets=["worksheets/sheet1.xml"] * count)
    return sheet(pieces, base)


def formula_text(row: int) -> bytes:
    body = pack("<3H", row, 0, 0) + b"\0\0\0\0\0\0\xff\xff" + pack("<HLH", 0, 0, 0)
    return biff(0x0006, body) + biff(0x0207, pack("<HB", 1, 0) + b"a")


def xls_numbers(count: int) -> bytes:
    return b"".join(biff_number(n // 20, n % 20, n + 0.5) for n in range(count))


def xls_shared(length: int, count: int) -> bytes:
    size = 8000
    first = pack("<2L", 1, 1) + pack("<HB", length, 0)
    pieces = [b"x" * min(size, length - at) for at in range(0, length, size)]
    strings = biff(0x00FC, first + pieces[0])
    strings += b"".join(biff(0x003C, b"\0" + piece) for piece in pieces[1:])
    cells = b"".join(biff(0x00FD, pack("<3HL", n // 20, n % 20, 0, 0)) for n in range(count))
    return xls(cells, globals_=strings)


def overlapping(count: int) -> bytes:
    """Sheets that begin one record after the other."""
    data = bytearray(xls(biff(0x0001) * 3_000_000, *[b""] * count))
    bound, at = pack("<H", 0x0085), 0
    begin = 100_000
    for _ in range(count):
        at = data.index(bound, at + 1)
        data[at + 4 : at + 8] = pack("<L", begin)
        begin += 4
    return bytes(data)


def xlsb_numbers(count: int) -> Iterable[bytes]:
    yield record(0x94, bytes(16)) + record(0x91)
    for row in range(count // 20):
        yield xlsb_row(row) + b"".join(xlsb_cell(5, c, pack("<d", row + c / 7)) for c in range(20))
    yield record(0x92)


def lines(line: bytes, size: int) -> bytes:
    return line * (size // len(line))


def different_lines(count: int) -> bytes:
    return b"".join(b"%d;%d;%d\n" % (n, n * 7, n * 13) for n in range(count))


CASES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "xlsx: a cell at the far corner": (
        "too-many-cells",
        lambda: xlsx(sheet_data({"A1": "><v>1</v>", "XFD1048576": "><v>1</v>"})),
    ),
    "xlsx: one cell at the far corner": ("read", lambda: xlsx(sheet_data({"XFD1048576": "><v>1</v>"}))),
    "xlsx: a large declared size": (
        "read",
        lambda: xlsx('<dimension ref="A1:XFD1048576"/>' + sheet_data({"A1": "><v>1</v>", "C3": "><v>1</v>"})),
    ),
    "xlsx: five million rows": (
        "unpacks-too-large",
        lambda: sheet(lines(b"<row><c><v>1</v></c></row>", MIB) for _ in range(160)),
    ),
    "xlsx: a text that is too large": (
        "unpacks-too-large",
        lambda: sheet([b'<row><c t="inlineStr"><is><t>', *[b"x" * MIB] * 160, b"</t></is></c></row>"]),
    ),
    "xlsx: a text of 60 MB": (
        "text-too-long",
        lambda: sheet([b'<row><c t="inlineStr"><is><t>', *[b"x" * MIB] * 60, b"</t></is></c></row>"]),
    ),
    "xlsx: as many numbers as are read": ("read", lambda: sheet(rows(85_000, dense))),
    "xlsx: more numbers than are read": ("too-many-cells", lambda: sheet(rows(112_000, dense))),
    "xlsx: numbers without places": (
        "too-many-cells",
        lambda: sheet(lines(b"<row>" + b"<c><v>1</v></c>" * 100 + b"</row>", MIB) for _ in range(60)),
    ),
    "xlsx: a large sheet with little on it": (
        "read",
        lambda: sheet(
            rows(100_000, lambda row: f'<c r="{"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[row % 26]}{row}"><v>1</v></c>')
        ),
    ),
    "xlsx: a long diagonal": (
        "too-many-cells",
        lambda: xlsx(
            sheet_data(
                {f"{c}{n * 9000}": "><v>1</v>" for n, c in enumerate(("A", "Z", "AZ", "EZ"), 1)}
                | {"ZZ1048570": "><v>1</v>"}
            )
        ),
    ),
    "xlsx: many different texts": ("read", lambda: sheet(rows(90_000, texts))),
    "xlsx: texts that grow in memory": ("too-much-text", lambda: sheet(rows(20_000, emoji))),
    "xlsx: a long text shown often": (
        "too-much-text",
        lambda: shared(
            f"<sst><si><t>{'x' * 30_000}</t></si></sst>",
            rows(100_000, lambda row: f'<c r="A{row}" t="s"><v>0</v></c>'),
        ),
    ),
    "xlsx: a long text shown often, oddly written": (
        "too-much-text",
        lambda: shared(
            f"<sst><si><t>{'x' * 30_000}</t></si></sst>",
            rows(100_000, lambda row: f"<c r='A{row}' t = 's'><f>1</f><v>0</v></c>"),
        ),
    ),
    "xlsx: very many shared texts": (
        "read",
        lambda: repacked(
            xlsx(sheet_data({"A1": ' t="s"><v>5</v>'}), strings="<sst/>"),
            "xl/sharedStrings.xml",
            [b"<sst>", *[b"<si><t>a</t></si>" * 10_000] * 180, b"</sst>"],
        ),
    ),
    "xlsx: nothing but empty cells": (
        "too-many-cells",
        lambda: sheet([b"<row>", *[b"<c/>" * 100_000] * 160]),
    ),
    "xlsx: empty cells with places": (
        "read",
        lambda: sheet(
            rows(100_000, lambda row: "".join(f'<c r="{c}{row}" s="1"/>' for c in "ABCDEFGHIJKLMNOPQRSTU"))
        ),
    ),
    "xlsx: nothing but empty rows": ("too-many-rows", lambda: sheet([b"<row/>" * 100_000] * 100)),
    "xlsx: hidden rows": (
        "too-many-rows",
        lambda: sheet([*[b'<row hidden="1"/>' * 100_000] * 35, b"<row><c><v>1</v></c></row>"]),
    ),
    "xlsx: nothing but errors": (
        "too-many-marked",
        lambda: sheet(rows(200_000, lambda row: f'<c r="A{row}" t="e"><v>#N/A</v></c>')),
    ),
    "xlsx: nothing but formulas": (
        "too-many-marked",
        lambda: sheet(rows(200_000, lambda row: f'<c r="A{row}"><f>A1+{row}</f></c>')),
    ),
    "xlsx: formulas with results": (
        "read",
        lambda: sheet(
            rows(
                100_000, lambda row: "".join(f'<c r="{c}{row}"><f>A1+{row}</f><v>1</v></c>' for c in "ABCDEF")
            )
        ),
    ),
    "xlsx: merged cells": (
        "too-many-marked",
        lambda: sheet([], after=b'<mergeCell ref="A1:B2"/>' * 2_000_000),
    ),
    "xlsx: dates": (
        "read",
        lambda: sheet(
            rows(
                150_000, lambda row: "".join(f'<c r="{c}{row}" s="1"><v>{row}.5</v></c>' for c in "ABCDEFG")
            ),
            xlsx("<sheetData/>", styles=DATES),
        ),
    ),
    "xlsx: spaces in a tag": ("text-too-long", lambda: sheet([b"<row><c", *[b" " * MIB] * 60, b">"])),
    "xlsx: a tag without end": ("text-too-long", lambda: sheet([b"<row><c", *[b' a="b"' * 100_000] * 90])),
    "xlsx: formulas without end": (
        "too-many-columns",
        lambda: sheet([b"<row>", *[b"<c><f><f" * 100_000] * 20]),
    ),
    "xlsx: columns": (
        "read",
        lambda: repacked(
            EMPTY,
            SHEET,
            [
                b"<worksheet>",
                *[b'<col min="1" max="16384" hidden="1"/>' * 10] * 30,
                b"<sheetData/></worksheet>",
            ],
        ),
    ),
    "xlsx: very many columns": (
        "too-many-marked",
        lambda: repacked(
            EMPTY,
            SHEET,
            [
                b"<worksheet>",
                *[b'<col min="1" max="16384" hidden="1"/>' * 10_000] * 100,
                b"<sheetData/></worksheet>",
            ],
        ),
    ),
    "xlsx: one sheet listed often": (
        "damaged",
        lambda: same_sheet(
            900, rows(100_000, lambda row: "".join(f'<c r="{c}{row}" s="1"/>' for c in "ABCDEFGHIJKLMN"))
        ),
    ),
    "xlsx: a thousand small sheets": ("read", lambda: xlsx(*[sheet_data({"A1": "><v>1</v>"})] * 900)),
    "xlsx: very many parts": ("too-many-parts", lambda: many_entries(30_000)),
    "xlsx: noise": ("damaged", lambda: repacked(EMPTY, SHEET, [random_bytes(20 * MIB)])),
    "xlsx: large noise": ("unpacks-too-large", lambda: repacked(EMPTY, SHEET, [random_bytes(60 * MIB)])),
    "xlsx: a deep workbook": (
        "damaged",
        lambda: repacked(EMPTY, "xl/workbook.xml", [b"<a>" * 2_000_000]),
    ),
    "xlsx: a large list of styles": (
        "read",
        lambda: repacked(
            xlsx(sheet_data({"A1": ' s="1"><v>1</v>'}), styles=DATES),
            "xl/styles.xml",
            [b"<styleSheet><cellXfs>", b'<xf numFmtId="22"/>' * 420_000, b"</cellXfs></styleSheet>"],
        ),
    ),
    "ods: repeated empty cells": (
        "read",
        lambda: ods_of(
            [
                b'<table:table-row table:number-rows-repeated="1048576">'
                b'<table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
            ]
        ),
    ),
    "ods: repeated content": (
        "too-many-cells",
        lambda: ods_of(
            [
                b'<table:table-row table:number-rows-repeated="1048576"><table:table-cell '
                b'table:number-columns-repeated="16384" office:value-type="float" office:value="1"/>'
                b"</table:table-row>"
            ]
        ),
    ),
    "ods: numbers": ("read", lambda: ods_of(ods_rows(100_000, ods_floats))),
    "ods: different texts": ("read", lambda: ods_of(ods_rows(60_000, ods_texts))),
    "ods: nothing but tags": ("too-many-cells", lambda: ods_of([b"<a/>" * 1_000_000] * 15)),
    "ods: deep tags": ("damaged", lambda: ods_of([b"<a>" * 1_000_000] * 20)),
    "ods: a long text": (
        "text-too-long",
        lambda: ods_of([b"<table:table-row><table:table-cell><text:p>", *[b"x" * MIB] * 60]),
    ),
    "ods: merged cells": (
        "too-many-marked",
        lambda: ods_of(ods_rows(200_000, lambda _: '<table:table-cell table:number-columns-spanned="2"/>')),
    ),
    "ods: too large": ("unpacks-too-large", lambda: ods_of([b" " * MIB] * 160)),
    "xls: a cell at the far corner": (
        "too-many-cells",
        lambda: xls(biff_number(0, 0, 1) + biff_number(65535, 255, 1)),
    ),
    "xls: numbers": ("read", lambda: xls(xls_numbers(690_000))),
    "xls: too many numbers": ("too-many-cells", lambda: xls(xls_numbers(1_200_000))),
    "xls: texts of formulas": ("read", lambda: xls(b"".join(formula_text(n) for n in range(65_000)))),
    "xls: a long text shown often": ("too-much-text", lambda: xls_shared(60_000, 300_000)),
    "xls: a text shown often": ("read", lambda: xls_shared(80, 400_000)),
    "xls: very many sheets of the same records": ("damaged", lambda: overlapping(1000)),
    "xls: hidden columns": (
        "too-many-marked",
        lambda: xls(biff(0x007D, pack("<6H", 0, 255, 0, 0, 1, 0)) * 1_000_000 + biff_number(0, 0, 1)),
    ),
    "xls: errors": (
        "too-many-marked",
        lambda: xls(b"".join(biff(0x0205, pack("<3H2B", n // 20, n % 20, 0, 7, 1)) for n in range(400_000))),
    ),
    "xls: a false size": (
        "read",
        lambda: xls(biff(0x0200, pack("<2L3H", 0, 0xFFFF_FFFF, 0, 0xFFFF, 0)) + biff_number(0, 0, 1)),
    ),
    "xlsb: a cell at the far corner": (
        "too-many-cells",
        lambda: xlsb(
            xlsb_sheet([(0, [xlsb_cell(5, 0, bytes(8))]), (1048575, [xlsb_cell(5, 16383, bytes(8))])])
        ),
    ),
    "xlsb: numbers": (
        "read",
        lambda: repacked(xlsb(b""), "xl/worksheets/sheet1.bin", xlsb_numbers(900_000)),
    ),
    "xlsb: too many numbers": (
        "unpacks-too-large",
        lambda: repacked(xlsb(b""), "xl/worksheets/sheet1.bin", xlsb_numbers(1_600_000)),
    ),
    "xlsb: a record that claims much": (
        "damaged",
        lambda: xlsb(record(0x94, bytes(16)) + record(0x91) + xlsb_row(0) + b"\x05\xff\xff\xff\x7f"),
    ),
    "xlsb: hidden columns": (
        "too-many-marked",
        lambda: xlsb(xlsb_sheet([], record(0x3C, pack("<4LH", 0, 16383, 0, 0, 1)) * 800_000)),
    ),
    "xlsb: empty records": (
        "too-many-cells",
        lambda: repacked(
            xlsb(b""),
            "xl/worksheets/sheet1.bin",
            [record(0x94, bytes(16)), *[b"\x01\x00" * 100_000] * 100, record(0x91), record(0x92)],
        ),
    ),
    "xlsb: a long text shown often": (
        "too-much-text",
        lambda: xlsb(
            xlsb_sheet((row, [xlsb_cell(7, c, bytes(4)) for c in range(10)]) for row in range(10_000)),
            strings=record(0x9F, pack("<2L", 1, 1)) + record(0x13, b"\0" + wide("x" * 30_000)),
        ),
    ),
    "csv: nothing but commas": ("too-many-lines", lambda: lines(b"," * 1000 + b"\n", 127 * MIB)),
    "csv: nothing but lines": ("too-many-lines", lambda: lines(b"\n", 127 * MIB)),
    "csv: different values": ("too-many-lines", lambda: different_lines(2_000_000)),
    "csv: quotes that never close": ("read", lambda: lines(b'"a;b\n' + b"1;2\n" * 17_000, 6 * MIB)),
    "csv: quotes everywhere": (
        "read",
        lambda: lines(b'"', 10 * MIB).replace(b'"' * 1000, b'"' * 1000 + b"\n"),
    ),
    "csv: one row over many lines": ("read", lambda: lines(b'"a\n",', 8 * MIB)),
    "csv: zeros": ("read", lambda: lines(b"1,2,3,4\n" * 1000 + b"\0\n", 10 * MIB)),
    "csv: one long line": ("line-too-long", lambda: b"x" * 127 * MIB),
    "csv: too large": ("too-large", lambda: b"1,2\n" * (33 * MIB)),
}


@pytest.mark.parametrize("name", CASES)
def test_a_hostile_file(tmp_path: Path, name: str) -> None:
    expected, make = CASES[name]
    path = tmp_path / "file.xlsx"
    path.write_bytes(make())
    said, seconds, memory = measured(path)
    if os.environ.get("SCORECHECK_FIGURES"):
        with Path(os.environ["SCORECHECK_FIGURES"]).open("a") as figures:
            figures.write(f"{name:50} {said:18} {seconds:6} s {memory:5} MB  {path.stat().st_size} bytes\n")
    assert said == expected
    assert memory <= (TEXT_MEMORY_MB if name.startswith("csv") else MEMORY_MB)
    assert seconds <= SECONDS


def test_a_million_games(tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    numbers = random.Random(1)
    with path.open("w") as file:
        file.write("Game,Anna,Bernd,Chris,Dora,Emil\n")
        for game in range(1, 1_000_001):
            points = numbers.choice((1, 2, 3, 4, 5, 6, 8, 12))
            row = [points, points, -points, -points, 0]
            numbers.shuffle(row)
            file.write(f"{game},{','.join(map(str, row))}\n")
    said, seconds, memory = measured(path)
    assert said == "read"
    assert memory < 210
    assert seconds < 4


def test_a_hundred_thousand_rows(tmp_path: Path) -> None:
    path = tmp_path / "games.xlsx"
    path.write_bytes(xlsx_table([[row, 1, -1, 2, -2, 0] for row in range(100_000)]))
    said, seconds, memory = measured(path)
    assert said == "read"
    assert memory < 150
    assert seconds < 4
