"""Workbooks of ours print one page wide, with headings on each page, in rows that show all their text."""

from __future__ import annotations

import io
from typing import Any

import openpyxl
import pytest

from golden.small_event import CHECKED, STANDINGS, SUM, DemoMessages
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.reports.annotated import annotated
from scorecheck.reports.workbooks import row_height
from scorecheck.reports.xlsx import standings_xlsx

DE = DemoMessages("de")


def fits(sheet: Any) -> tuple[bool, int, int]:
    setup = sheet.page_setup
    return sheet.sheet_properties.pageSetUpPr.fitToPage, setup.fitToWidth, setup.fitToHeight


def test_standings_print_one_page_wide_with_their_headings() -> None:
    book = openpyxl.load_workbook(io.BytesIO(standings_xlsx(STANDINGS, DE, CHECKED)))
    sheet = book.worksheets[0]
    assert fits(sheet) == (True, 1, 0)
    assert sheet.print_title_rows == "$5:$5"
    assert sheet["A5"].value
    assert sheet.print_area.split("!")[1].replace("$", "") == sheet.dimensions


def test_the_list_of_findings_shows_all_its_text() -> None:
    grid = Grid("Tisch 1", (("Spiel", "Anna", "Bernd"), (1, 2, 2)))
    made = annotated(None, Workbook("a.csv", "csv", (grid,)), [SUM], DE, 100)
    sheet: Any = openpyxl.load_workbook(io.BytesIO(made.data)).worksheets[-1]
    assert fits(sheet) == (True, 1, 0)
    assert sheet.print_title_rows == "$1:$1"
    assert sheet.row_dimensions[2].height == row_height(sheet, 2)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("abc", 1),
        ("abcde fghij", 2),
        ("abcd efgh", 1),
        ("a\nb\n\nc", 4),
        ("abcdefghijklmnopqrstuvwxy", 3),
        ("", 1),
    ],
)
def test_height_of_a_row(text: str, lines: int) -> None:
    """A column of ten letters; a line is 15 points high."""
    sheet: Any = openpyxl.Workbook().active
    sheet.column_dimensions["A"].width = 10
    sheet["A1"] = text
    assert row_height(sheet, 1) == 15 * lines
