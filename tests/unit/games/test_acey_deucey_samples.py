"""The samples of acey-deucey, and sheets on which a spreadsheet made dates of rolls and moves."""

from __future__ import annotations

import io
import sys
from datetime import datetime
from pathlib import Path

import openpyxl
import pytest

from support import ROOT, checked

sys.path.insert(0, str(ROOT / "tests" / "tools"))
from make_acey_deucey_samples import FAULTS, FOLDER

pytestmark = pytest.mark.usefixtures("no_repairs")


@pytest.mark.parametrize("path", sorted(FOLDER.iterdir()), ids=lambda path: path.name)
def test_samples(path: Path) -> None:
    file = checked(path.read_bytes(), path.name)
    told = [(f.rule, f.sheet, f.cell.a1 if f.cell else None) for f in file.findings]
    assert told == FAULTS.get(path.name, [])


def workbook(rows: list[list[object]], formats: dict[str, str]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    for cell, code in formats.items():
        sheet[cell].number_format = code
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_rolls_and_moves_that_became_dates_are_read_back() -> None:
    day = datetime  # workbooks know no time zones
    rows: list[list[object]] = [
        ["Game", "Player", "Roll", "Move"],
        # 6-3 became 6 March or 3 June: in a roll that is the same.
        [1, "Anna", day(2024, 3, 6), "enter/19(1) enter/22"],
        [1, "Bernd", day(2024, 6, 6), "enter/19(2) 19/13(2)"],
        [1, "Anna", "4-2", "22/18 19/17"],
        [1, "Bernd", 31, "13/10 13/12"],
        [1, "Anna", "6-5", "18/12 17/12"],
        # 12/10 in German order and 10/9 in American.
        [1, "Bernd", day(2024, 2, 1), day(2024, 10, 12)],
    ]
    told = checked(
        workbook(rows, {"C2": "dd/mm/yyyy", "C3": "d. mmm", "C7": "d-mmm", "D7": "dd/mm/yyyy"}), "sheet.xlsx"
    )
    # All is legal but the last row: 12/10 uses only the 2 of 1-2 (and that needs a double, too).
    assert [(f.rule, f.variant, f.cell.a1 if f.cell else None) for f in told.findings] == [
        ("acey-deucey/illegal-move", "more", "D7")
    ]


@pytest.mark.parametrize(("code", "fine"), [("d/m/yyyy", True), ("m/d/yyyy", False)])
def test_in_a_move_the_number_format_tells_the_order(code: str, fine: bool) -> None:
    rows: list[list[object]] = [
        ["Game", "Player", "Roll", "Move"],
        [1, "Anna", "6-6", "enter/19 19/13 enter/19 13/7"],
        [1, "Bernd", "5-3", "enter/20 enter/22"],
        # 7/5 by day and month, 5/7 by month and day, which is no move.
        [1, "Anna", "1-1", datetime(2024, 5, 7)],  # noqa: DTZ001 - workbooks know no time zones
    ]
    (finding,) = checked(workbook(rows, {"D4": code}), "sheet.xlsx").findings
    assert finding.rule == "acey-deucey/illegal-move"
    # Of four 1s two are used in 7/5.
    assert finding.variant == ("more" if fine else "unclear-move")
