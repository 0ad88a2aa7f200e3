"""Which cells the formulas of an old Excel workbook read."""

from __future__ import annotations

import io
from struct import pack

import pytest
import xlwt

from scorecheck.model.cells import CellRef
from scorecheck.readers.source import FileContent
from scorecheck.readers.xls_formulas import formulas_of
from unit.readers.builders import biff, xls


def _formulas(data: bytes, sheet: str = "S1") -> dict[str, str]:
    source = FileContent(io.BytesIO(data), len(data), ".xls")
    return {cell.a1: said for cell, said in formulas_of(source, sheet).items()}


def _formula(row: int, column: int, tokens: bytes) -> bytes:
    return biff(0x0006, pack("<3HdHLH", row, column, 0, 0.0, 0, 0, len(tokens)) + tokens)


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("SUM(B2:B9)", "=ANY(B2:B9)"),
        ("SUM(B2:B9,C4)", "=ANY(B2:B9,C4)"),
        ("B2+(C2+D2)", "=ANY(B2,C2,D2)"),
        ("B2-C2", "=ANY(B2,C2)"),
        ("B2+5", "=ANY(B2)"),
        ('IF(F2="gewonnen",I2,-2*I2)', "=ANY(F2,I2,I2)"),
        ("MAX(B2:D2)", "=ANY(B2:D2)"),
        ("12+5", "=ANY()"),
        ("Other!B2", "=ANY('?'!A1)"),
    ],
)
def test_a_formula(formula: str, said: str) -> None:
    book = xlwt.Workbook()
    sheet = book.add_sheet("S1")
    book.add_sheet("Other")
    sheet.write(0, 7, xlwt.Formula(formula))
    buffer = io.BytesIO()
    book.save(buffer)
    assert _formulas(buffer.getvalue()) == {"H1": said}


def test_a_formula_that_was_dragged_down() -> None:
    """E1 holds =SUM(B1:D1)+$A$1 for E1 and E2: its cells count from each, but for A1."""
    area = b"\x2d" + pack("<4H", 0, 0, 0xC000 | 0xFD, 0xC000 | 0xFF)
    tokens = area + b"\x19\x10\x00\x00" + b"\x4c" + pack("<2H", 0, 0) + b"\x03"
    shared = biff(0x04BC, pack("<2H4BH", 0, 1, 4, 4, 0, 2, len(tokens)) + tokens)
    first = b"\x01" + pack("<2H", 0, 4)
    data = xls(_formula(0, 4, first) + shared + _formula(1, 4, first))
    assert _formulas(data) == {"E1": "=ANY(B1:D1,A1)", "E2": "=ANY(B2:D2,A1)"}


def test_behind_a_choice_the_cells_go_on() -> None:
    """CHOOSE(A1,…)+B1: a choice of two is followed by where each begins."""
    tokens = (
        b"\x44" + pack("<2H", 0, 0) + b"\x19\x04" + pack("<4H", 2, 6, 9, 12) + b"\x44" + pack("<2H", 0, 1)
    )
    assert _formulas(xls(_formula(0, 4, tokens))) == {"E1": "=ANY(A1,B1)"}


def test_without_the_shared_formula_nothing_is_known() -> None:
    assert _formulas(xls(_formula(0, 4, b"\x01" + pack("<2H", 0, 4)))) == {}


def test_another_sheet_is_another_matter() -> None:
    data = xls(_formula(0, 0, b""), _formula(1, 1, b"\x24" + pack("<2H", 0, 0)))
    assert _formulas(data, "S2") == {CellRef(2, 2).a1: "=ANY(A1)"}
    with pytest.raises(KeyError):
        _formulas(data, "S3")
