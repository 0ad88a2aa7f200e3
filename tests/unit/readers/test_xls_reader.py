"""Old Excel files: what xlwt writes, records by hand, and what the guard refuses."""

from __future__ import annotations

import io
from datetime import date
from struct import pack

import pytest
import xlwt

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.readers import limits
from scorecheck.readers.compound import pack_stream
from scorecheck.readers.errors import CannotRead
from unit.readers.builders import biff, biff_number, cells, read, xls


def refused(data: bytes) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(CannotRead) as caught:
        read(data)
    return caught.value.reason, caught.value.params


def saved(book: xlwt.Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_what_xlwt_writes() -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Tisch 1")
    sheet.write(2, 1, "Jörg")
    sheet.write(3, 2, 5)
    sheet.write(3, 3, xlwt.Formula("SUM(C4:C5)"))
    sheet.write(4, 4, date(2014, 3, 7), xlwt.easyxf(num_format_str="D/M"))
    sheet.row(4).set_cell_boolean(5, value=True)
    sheet.write(5, 0, 2.5)
    sheet.write_merge(0, 1, 0, 2, "Titel")
    sheet.row(3).hidden = True
    sheet.col(2).hidden = True
    book.add_sheet("weg").visibility = 1
    workbook = read(saved(book))
    assert workbook.format == "xls"
    assert [(g.name, g.hidden) for g in workbook.grids] == [("Tisch 1", False), ("weg", True)]
    found = cells(workbook)
    assert found == {
        (1, 1): "Titel",
        (3, 2): "Jörg",
        (4, 3): 5,
        (4, 4): "=…",
        (5, 5): date(2014, 3, 7),
        (5, 6): True,
        (6, 1): 2.5,
    }
    assert type(found[4, 4]) is Uncalculated
    grid = workbook.grids[0]
    assert (grid.hidden_rows, grid.hidden_columns, grid.merged) == ({4}, {3}, ((1, 1, 2, 3),))
    assert grid.formats == {CellRef(5, 5): "D/M"}


def formula(row: int, column: int, result: bytes) -> bytes:
    body = pack("<3H", row, column, 0) + result + pack("<HL", 0, 0) + pack("<H", 1) + b"\x1e"
    return biff(0x0006, body)


def test_results_of_formulas() -> None:
    text = biff(0x0207, pack("<HB", 2, 0) + b"ab")
    sheet = (
        formula(0, 0, pack("<d", 7))
        + formula(0, 1, b"\0\0\0\0\0\0\xff\xff")
        + text
        + formula(0, 2, b"\1\0\1\0\0\0\xff\xff")
        + formula(0, 3, b"\2\0\x17\0\0\0\xff\xff")
        + formula(0, 4, b"\3\0\0\0\0\0\xff\xff")
        + biff(0x0205, pack("<3H2B", 0, 6, 0, 0x2A, 1))
        + biff(0x0205, pack("<3H2B", 0, 7, 0, 0x77, 1))
        + biff(0x0205, pack("<3H2B", 0, 8, 0, 1, 0))
    )
    found = cells(read(xls(sheet)))
    assert found == {
        (1, 1): 7,
        (1, 2): "ab",
        (1, 3): True,
        (1, 4): "#REF!",
        (1, 5): "=…",
        (1, 7): "#N/A",
        (1, 8): "#VALUE!",
        (1, 9): True,
    }
    assert (type(found[1, 4]), type(found[1, 5])) == (CellError, Uncalculated)


def test_shared_texts_that_run_over_records(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pack("<2L", 3, 3) + pack("<HB", 5, 0) + b"abc"
    second = b"\1" + "de".encode("utf-16-le") + pack("<HBHL", 2, 0x0C, 1, 3) + b"xy" + bytes(7)
    third = pack("<HB", 3, 1) + "ä€z".encode("utf-16-le")
    strings = biff(0x00FC, first) + biff(0x003C, second + third)
    sheet = b"".join(biff(0x00FD, pack("<3HL", 0, column, 0, column)) for column in range(3))
    data = xls(sheet, globals_=strings)
    assert cells(read(data)) == {(1, 1): "abcde", (1, 2): "xy", (1, 3): "ä€z"}
    monkeypatch.setattr(limits, "TEXT_CHARACTERS", 9)
    assert refused(data)[0] == "too-much-text"


def test_charts_are_left_out_and_their_numbers_too() -> None:
    chart = biff(0x0809, pack("<2H", 0x0600, 0x20) + bytes(12)) + biff_number(9, 9, 1) + biff(0x000A)
    sheet = biff_number(0, 0, 1) + chart + biff_number(1, 0, 2)
    workbook = read(xls(sheet, biff_number(0, 0, 3), biff_number(0, 0, 4), states=[(0, 0), (0, 2), (1, 0)]))
    assert [(g.name, g.hidden) for g in workbook.grids] == [("S1", False), ("S3", True)]
    assert [cells(workbook, n) for n in (0, 1)] == [{(1, 1): 1, (2, 1): 2}, {(1, 1): 4}]


def test_false_sizes_are_taken_out() -> None:
    size = biff(0x0200, pack("<2L3H", 0, 0xFFFF_FFFF, 0, 0xFFFF, 0))
    assert cells(read(xls(size + biff_number(0, 0, 1)))) == {(1, 1): 1}


def test_names_and_formulas_are_not_built() -> None:
    name = biff(0x0018, bytes(14) + b"\xff" * 8000)
    sheet = formula(0, 0, pack("<d", 7))
    assert cells(read(xls(sheet, globals_=name))) == {(1, 1): 7}


def test_cells_too_far_apart() -> None:
    sheet = biff_number(0, 0, 1) + biff_number(65535, 255, 1)
    assert refused(xls(sheet)) == ("too-many-cells", {"cells": 2**24, "limit": limits.AREA})
    sheet = biff_number(0, 0, 1) + biff(0x00BD, pack("<2H", 65535, 0xFFF0) + bytes(6) + pack("<H", 0xFFF0))
    assert refused(xls(sheet)) == ("too-many-columns", {"columns": 0xFFF1, "limit": 16384})


def test_rows_of_packed_numbers() -> None:
    numbers = b"".join(pack("<Hl", 0, value << 2 | 2) for value in (1, -2, 3))
    assert cells(read(xls(biff(0x00BD, pack("<2H", 1, 2) + numbers + pack("<H", 4))))) == {
        (2, 3): 1,
        (2, 4): -2,
        (2, 5): 3,
    }
    assert refused(xls(biff(0x00BD, pack("<2H", 1, 2) + numbers + pack("<H", 9))))[0] == "damaged"


def test_sheets_that_share_their_records() -> None:
    data = bytearray(xls(biff_number(0, 0, 1), biff_number(0, 0, 2)))
    at = data.index(pack("<2H", 0x0085, 10))
    second = data.index(pack("<2H", 0x0085, 10), at + 1)
    data[second + 4 : second + 8] = data[at + 4 : at + 8]
    assert refused(bytes(data)) == ("damaged", {})


def test_a_password() -> None:
    assert refused(xls(b"", globals_=biff(0x002F, bytes(6)))) == ("encrypted", {})


def test_containers_of_other_programs() -> None:
    assert refused(pack_stream("EncryptedPackage", b"x")) == ("encrypted", {})
    assert refused(pack_stream("WordDocument", b"x")) == ("document", {"kind": "Word"})
    assert refused(pack_stream("PowerPoint Document", b"x")) == ("document", {"kind": "PowerPoint"})
    assert refused(pack_stream("Contents", b"x")) == ("program-data", {"kind": "OLE"})


def test_containers_that_lead_nowhere() -> None:
    good = xls(biff_number(0, 0, 1))
    assert refused(good[:700]) == ("damaged", {})
    # The table of sectors begins at the third: each sector is said to follow itself.
    loop = bytearray(good)
    for sector in range(1024):
        loop[2 * 4096 + 4 * sector : 2 * 4096 + 4 * sector + 4] = pack("<L", sector)
    assert refused(bytes(loop)) == ("damaged", {})


def test_too_large_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "XLS_BYTES", 1000)
    assert refused(xls(b"")) == ("too-large", {"size": 1, "limit": 0})
