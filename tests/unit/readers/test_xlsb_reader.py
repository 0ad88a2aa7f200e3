"""Binary workbooks, made by hand."""

from __future__ import annotations

import struct
from datetime import date
from struct import pack

import pytest

from scorecheck.model.cells import CellError, CellRef
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.xlsb_reader import record
from unit.readers.builders import cells, read, wide, xlsb, xlsb_cell, xlsb_row, xlsb_sheet


def refused(data: bytes) -> tuple[str, dict[str, int | str]]:
    with pytest.raises(CannotRead) as caught:
        read(data)
    return caught.value.reason, caught.value.params


def one(*found: bytes) -> bytes:
    return xlsb(xlsb_sheet([(0, found)]))


def rk(value: int, flags: int) -> bytes:
    return pack("<l", value << 2 | flags)


STRINGS = (
    record(0x9F, pack("<2L", 2, 2)) + record(0x13, b"\0" + wide("Anna")) + record(0x13, b"\0" + wide("Jörg"))
)
STYLES = (
    record(0x116)
    + record(0x267, pack("<L", 1))
    + record(0x2C, pack("<H", 164) + wide("d/m"))
    + record(0x268)
    + record(0x272, pack("<L", 1))
    + record(0x2F, pack("<2H", 0xFFFF, 14) + bytes(12))
    + record(0x273)
    + record(0x269, pack("<L", 3))
    + b"".join(record(0x2F, pack("<2H", 0, number) + bytes(12)) for number in (0, 164, 14))
    + record(0x26A)
)


@pytest.mark.parametrize(
    ("cell", "value", "kind"),
    [
        (xlsb_cell(2, 0, rk(-5, 2)), -5, int),
        (xlsb_cell(2, 0, rk(250, 3)), 2.5, float),
        (xlsb_cell(2, 0, pack("<d", 1.5)[4:]), 1.5, float),
        (xlsb_cell(3, 0, b"\x17"), "#REF!", CellError),
        (xlsb_cell(3, 0, b"\x99"), "#VALUE!", CellError),
        (xlsb_cell(4, 0, b"\1"), True, bool),
        (xlsb_cell(5, 0, pack("<d", 7)), 7, int),
        (xlsb_cell(5, 0, pack("<d", float("inf"))), "#NUM!", CellError),
        (xlsb_cell(6, 0, wide("a")), "a", str),
        (xlsb_cell(7, 0, pack("<L", 1)), "Jörg", str),
        (xlsb_cell(8, 0, wide("f") + bytes(9)), "f", str),
        (xlsb_cell(9, 0, pack("<d", 7) + bytes(9)), 7, int),
        (xlsb_cell(10, 0, b"\0" + bytes(9)), False, bool),
        (xlsb_cell(11, 0, b"\x2a" + bytes(9)), "#N/A", CellError),
        (xlsb_cell(1, 0, b""), None, type(None)),
    ],
)
def test_a_cell(cell: bytes, value: object, kind: type) -> None:
    found = cells(read(xlsb(xlsb_sheet([(0, [cell])]), strings=STRINGS))).get((1, 1))
    assert (found, type(found)) == (value, kind)


def test_what_is_hidden_merged_and_dated() -> None:
    columns = record(0x186) + record(0x3C, pack("<4LH", 1, 16383, 0, 0, 1)) + record(0x187)
    merged = record(0xB1, pack("<L", 1)) + record(0xB0, pack("<4L", 0, 1, 2, 3)) + record(0xB2)
    day = pack("<d", 41705)
    body = (
        record(0x94, bytes(16))
        + columns
        + record(0x91)
        + xlsb_row(0, hidden=True)
        + xlsb_cell(5, 0, day, style=1)
        + xlsb_cell(5, 1, day, style=2)
        + xlsb_cell(5, 2, day)
        + xlsb_row(4)
        + xlsb_cell(5, 0, pack("<d", 1))
        + xlsb_row(9, hidden=True)
        + record(0x92)
        + merged
    )
    workbook = read(xlsb(body, xlsb_sheet([]), styles=STYLES, states=[0, 2]))
    assert workbook.format == "xlsb"
    assert [(grid.name, grid.hidden) for grid in workbook.grids] == [("S1", False), ("S2", True)]
    assert cells(workbook) == {(1, 1): date(2014, 3, 7), (1, 2): date(2014, 3, 7), (1, 3): 41705, (5, 1): 1}
    grid = workbook.grids[0]
    assert (grid.hidden_rows, grid.hidden_columns) == ({1}, {2, 3})
    assert grid.merged == ((1, 3, 2, 4),)
    assert grid.formats == {CellRef(1, 1): "d/m", CellRef(1, 2): "mm-dd-yy"}


def test_dates_from_1904() -> None:
    sheet = xlsb_sheet([(0, [xlsb_cell(5, 0, pack("<d", 41705 - 1462), style=1)])])
    assert cells(read(xlsb(sheet, styles=STYLES, from_1904=True))) == {(1, 1): date(2014, 3, 7)}


def test_cells_too_far_apart() -> None:
    seven = pack("<d", 7)
    near, far = (0, [xlsb_cell(5, 0, seven)]), (1048575, [xlsb_cell(5, 16383, seven)])
    assert refused(xlsb(xlsb_sheet([near, far]))) == (
        "too-many-cells",
        {"cells": 2**34, "limit": limits.AREA},
    )
    assert refused(one(xlsb_cell(5, 0xFFFF_FFFF, seven)))[0] == "too-many-columns"
    assert refused(xlsb(xlsb_sheet([(0xFFFF_FFFE, [xlsb_cell(5, 0, seven)])])))[0] == "too-many-rows"


@pytest.mark.parametrize(
    "cell",
    [
        record(5, b""),
        record(5, pack("<2L", 0, 0)),
        xlsb_cell(6, 0, pack("<L", 99)),
        xlsb_cell(7, 0, pack("<L", 9)),
        b"\x05\xff\xff\xff\x7f",
        b"\x05",
    ],
)
def test_records_that_claim_too_much(cell: bytes) -> None:
    body = record(0x94, bytes(16)) + record(0x91) + xlsb_row(0) + cell
    assert refused(xlsb(body, strings=STRINGS))[0] == "damaged"


def test_texts_that_are_long_or_shown_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(one(xlsb_cell(6, 0, wide("x" * 150_000))))[0] == "text-too-long"
    strings = record(0x9F, pack("<2L", 1, 1)) + record(0x13, b"\0" + wide("x" * 900))
    sheet = xlsb_sheet([(0, [xlsb_cell(7, column, bytes(4)) for column in range(9)])])
    monkeypatch.setattr(limits, "TEXT_CHARACTERS", 8000)
    assert refused(xlsb(sheet, strings=strings))[0] == "too-much-text"


def test_a_record_of_many_lengths() -> None:
    for length in (0, 1, 0x7F, 0x80, 0x3FFF, 0x4000, 0x20_0000):
        data = record(0x1E5, bytes(length))
        assert data[:2] == struct.pack("<2B", 0xE5, 0x03)
        assert len(data) - length in (3, 4, 5, 6)
