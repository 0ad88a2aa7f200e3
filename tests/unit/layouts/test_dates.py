"""Dates that a spreadsheet made of a score."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

import openpyxl
import pytest

from scorecheck.model.cells import Value, originals_in_words, originals_of, shown
from scorecheck.reports.messages import Language, Messages
from support import checked, found

pytestmark = pytest.mark.usefixtures("no_repairs")

MARCH = date(2026, 3, 7)
EXCEL = "d-mmm"


@pytest.mark.parametrize(
    ("value", "code", "text", "originals"),
    [
        (MARCH, EXCEL, "--03-07", ("3/7", "7/3")),
        (datetime.fromisoformat("2026-03-07"), EXCEL, "--03-07", ("3/7", "7/3")),
        (date(2026, 7, 7), EXCEL, "--07-07", ("7/7",)),
        (MARCH, "d. mmm", "--03-07", ("3/7", "7/3")),
        (MARCH, "d/m", "--03-07", ("7/3",)),
        (MARCH, "m/d;@", "--03-07", ("3/7",)),
        (MARCH, r"dd\.mm\.", "--03-07", ("7/3",)),
        (MARCH, "[$-407]d. mmm;@", "--03-07", ("7/3",)),
        (MARCH, "[$-409]d-mmm;@", "--03-07", ("3/7",)),
        (MARCH, "[$-en-US]d-mmm", "--03-07", ("3/7",)),
        (MARCH, "mm-dd-yy", "2026-03-07", ("3/7", "7/3")),
        (MARCH, "dd.mm.yyyy", "2026-03-07", ("7/3",)),
        (MARCH, "yyyy-mm-dd", "2026-03-07", ("3/7", "7/3")),
        (MARCH, "yyyy-mm-dd (yy)", "2026-03-07", ("3/7", "7/3")),
        (MARCH, "", "2026-03-07", ("3/7", "7/3")),
        (date(1945, 3, 1), "mmm-yy", "1945-03", ("3/45",)),
        (date(1945, 3, 2), "mmm-yy", "1945-03", ()),
        (time(12, 30), "h:mm", "12:30", ("12:30",)),
        (time(12, 30, 5), "h:mm:ss", "12:30:05", ()),
        (timedelta(hours=37, minutes=37), "[h]:mm:ss", "37:37", ("37:37",)),
        (timedelta(hours=-3), "[h]:mm", "-3:00", ()),
        (datetime.fromisoformat("1900-01-01T13:37"), "h:mm", "37:37", ("37:37",)),
        (datetime.fromisoformat("2026-03-07T13:37"), "h:mm", "2026-03-07 13:37:00", ()),
    ],
)
def test_what_shows_and_what_was_typed(
    value: Value, code: str, text: str, originals: tuple[str, ...]
) -> None:
    assert shown(value, code) == text
    assert originals_of(value, code) == originals


@pytest.mark.parametrize(
    ("text", "originals"),
    [
        ("04. Apr", ("4/4",)),
        ("3-Jul", ("7/3", "3/7")),
        ("7. Mrz", ("3/7", "7/3")),
        ("7. mars", ("3/7", "7/3")),
        ("Mar 45", ("3/45",)),
        ("Mai-45", ("5/45",)),
        ("32. Mai", ()),
        ("3 marks", ()),
        ("3 Bier", ()),
        ("Maria 45", ()),
        ("37/37", ()),
    ],
)
def test_a_date_that_was_saved_as_it_shows(text: str, originals: tuple[str, ...]) -> None:
    assert originals_in_words(text) == originals


def workbook(rows: list[list[Any]], codes: dict[str, str]) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    for row in rows:
        sheet.append(row)
    for cell, code in codes.items():
        sheet[cell].number_format = code
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


GAMES: list[list[Any]] = [
    ["Spiel", "Datum", "Anna", "Bernd", "Chris", "Dora"],
    [1, MARCH, 2, 2, -2, -2],
    [2, MARCH, -1, 1, 1, -1],
    [3, MARCH, 3, -1, -1, -1],
    [4, MARCH, -2, -2, 2, 2],
    [5, MARCH, 1, -1, 1, -1],
]


def test_a_date_among_points_and_no_word_of_the_column_of_dates() -> None:
    rows = [list(row) for row in GAMES]
    rows[3][2] = MARCH
    file = checked(workbook(rows, {"C4": EXCEL}), "a.xlsx")
    (finding,) = file.findings
    assert (finding.rule, finding.variant) == ("sheet/not-a-number", "date")
    assert finding.cell is not None
    assert finding.cell.a1 == "C4"
    said = {
        "en": "Game 3: Anna has “7 March” instead of points. Probably 3-7 or 7-3 was typed",
        "de": "Spiel 3: Bei Anna steht „7. März“ statt Punkten. Wahrscheinlich wurde 3-7 oder 7-3 getippt",
        "nb": "Spill 3: Hos Anna står det «7. mars» i stedet for poeng. Trolig ble 3-7 eller 7-3 skrevet",
    }
    languages: tuple[Language, ...] = ("en", "de", "nb")
    for language in languages:
        assert said[language] in Messages(language).text(finding)


def test_a_date_in_the_total_row() -> None:
    rows = [*map(list, GAMES), ["Summe", None, MARCH, -1, 1, -3]]
    (finding,) = checked(workbook(rows, {"C7": "d/m"}), "a.xlsx").findings
    assert finding.variant == "total-date"
    assert finding.params["originals"] == ("7-3",)


CONTROLS: list[list[Any]] = [
    ["Peter", "Gabi", "Hansi", "Maria", "Kontrolle"],
    [-12, 9, -25, 28, "37/37"],
    [-8, None, None, 24, "33/33"],
    [-4, None, None, 20, "/"],
    [-8, None, None, 24, "33/33"],
]


def control(value: Any, code: str) -> tuple[Any, ...]:
    rows = [list(row) for row in CONTROLS]
    rows[3][4] = value
    found_now = checked(workbook(rows, {"E4": code}), "a.xlsx").findings
    return tuple(f for f in found_now if f.cell is not None and f.cell.a1 == "E4")


def test_a_control_that_became_a_length_of_time() -> None:
    (finding,) = control(timedelta(hours=29, minutes=29), "[h]:mm:ss")
    assert (finding.rule, finding.variant) == ("sheet/not-a-number", "control-date")
    assert finding.params["originals"] == ("29:29",)
    assert "“29:29”" in Messages("en").text(finding)


def test_a_control_that_cannot_be_read_stays_the_cell_of_its_finding_beside_a_doubtful_entry() -> None:
    rows = [list(row) for row in CONTROLS]
    # Peter gets 10 in the next row, which no cube pays; if that one and the next changed places, 6 and 4.
    rows[2] = [-14, None, None, 30, "39/39"]
    rows[3][4] = timedelta(hours=29, minutes=29)
    findings = checked(workbook(rows, {"E4": "[h]:mm:ss"}), "a.xlsx").findings
    (finding,) = [f for f in findings if f.rule == "sheet/not-a-number"]
    assert finding.cell is not None
    assert finding.cell.a1 == "E4"


def test_of_two_ways_to_have_typed_it_the_one_that_the_totals_give() -> None:
    rows = [
        ["Ann", "Bea", "Cleo", "Kontrolle"],
        [3, -7, 4, "7/7"],
        [1, -8, 6, date(2026, 8, 7)],
        [3, None, 4, "7/7"],
    ]
    file = checked(workbook(rows, {"D3": EXCEL}), "a.xlsx", game="chouette")
    (finding,) = [f for f in file.findings if f.rule == "sheet/not-a-number"]
    assert finding.params["originals"] == ("7/8",)
    rows[2] = [1, -9, 6, date(2026, 8, 7)]
    file = checked(workbook(rows, {"D3": EXCEL}), "a.xlsx", game="chouette")
    (finding,) = [f for f in file.findings if f.rule == "sheet/not-a-number"]
    assert finding.params["originals"] == ("8/7", "7/8")


def test_several_controls_that_became_dates_are_read_back() -> None:
    # 7/7 in the second row, 8/8 in the third; the last one is 6/6, and 5 May stands there.
    rows = [
        ["Ann", "Bea", "Cleo", "Dan", "Kontrolle"],
        [3, -7, 4, None, "7/7"],
        [1, -7, 6, None, date(2026, 7, 7)],
        [2, -8, 6, None, date(2026, 8, 8)],
        [6, -4, 0, -2, date(2026, 6, 6)],
        [4, -2, 2, -4, date(2026, 5, 5)],
    ]
    codes = {f"E{row}": EXCEL for row in range(3, 7)}
    file = checked(workbook(rows, codes), "a.xlsx", game="chouette")
    (finding,) = [f for f in file.findings if f.rule == "sheet/not-a-number"]
    assert (finding.cell and finding.cell.a1, finding.params["originals"]) == ("E6", ("5/5",))


def test_in_a_sheet_that_is_kept_the_other_way_round() -> None:
    rows = [list(column) for column in zip(*GAMES, strict=True)]
    del rows[1]
    rows[1][3] = MARCH
    file = checked(workbook(rows, {"D2": "d/m"}), "a.xlsx")
    assert found(file) == [("sheet/not-a-number", "D2", "error")]
    assert file.findings[0].params["originals"] == ("7-3",)
