"""Workbooks of programs that write formulas without their results: one remedy, so one finding a sheet."""

from __future__ import annotations

from io import BytesIO

import openpyxl

from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import MESSAGES, only

NAMES = ["Anna", "Bernd", "Chris", "Dora"]


def saved(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    kept = BytesIO()
    book.save(kept)
    return kept.getvalue()


def test_many_formulas_without_results_are_one_finding() -> None:
    rows: list[list[object]] = [
        [1, 2, -2, 2, -2],
        [2, -1, -1, 1, 1],
        [3, -1, 3, -1, -1],
        [4, 2, 2, -2, -2],
        [5, -4, 4, 4, -4],
    ]
    total = ["Total", *(f"=SUM({column}2:{column}6)" for column in "BCDE")]
    file = only(check_bytes(saved([["Game", *NAMES], *rows, total]), "a.xlsx", None, Settings()))
    (told,) = file.findings
    assert told.cell is not None
    assert (told.cell.a1, [one.a1 for one in told.related]) == ("B7", ["C7", "D7", "E7"])
    assert (
        MESSAGES["en"].text(told).startswith("4 cells hold formulas, but the file holds no results of them.")
    )


def test_a_sheet_of_formulas_alone_is_not_said_to_be_blank() -> None:
    rows: list[list[object]] = [
        [number, *(f"=Raw!{column}{number + 1}" for column in "BCDE")] for number in (1, 2, 3)
    ]
    file = only(check_bytes(saved([["Game", *NAMES], *rows]), "a.xlsx", None, Settings()))
    (told,) = file.findings
    assert told.cell is not None
    assert (told.rule, told.variant, told.cell.a1) == ("sheet/uncalculated-formula", "all", "B2")


def test_a_form_with_room_for_points_is_blank() -> None:
    rows: list[list[object]] = [
        [number, None, None, None, None, f"=SUM(B{number + 1}:E{number + 1})"] for number in (1, 2, 3)
    ]
    file = only(check_bytes(saved([["Game", *NAMES, "Check"], *rows]), "a.xlsx", None, Settings()))
    (told,) = file.findings
    assert (told.rule, told.variant) == ("sheet/nothing-to-check", "blank")


def test_a_slip_beside_formulas_of_a_control_column_is_repaired() -> None:
    # Game 4 adds up to −4 with Bernd's 2 as −2.
    rows: list[list[object]] = [
        [1, 2, -2, 2, -2],
        [2, -1, -1, 1, 1],
        [3, -1, 3, -1, -1],
        [4, 2, -2, -2, -2],
        [5, -4, 4, 4, -4],
        [6, 1, 1, -1, -1],
    ]
    checked = [[*row, f"=SUM(B{at}:E{at})"] for at, row in enumerate(rows, start=2)]
    file = only(check_bytes(saved([["Game", *NAMES, "Check"], *checked]), "a.xlsx", None, Settings()))
    formulas, slip = file.findings
    assert (formulas.rule, formulas.cell and formulas.cell.a1) == ("sheet/uncalculated-formula", "F2")
    assert (slip.rule, slip.cell and slip.cell.row) == ("doppelkopf/zero-sum", 5)
    assert ("C5", "2") in {(edit.cell.a1, edit.after) for fix in slip.fixes for edit in fix.edits}
