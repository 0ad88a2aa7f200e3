"""Pages of tables that are not the only one on their sheet, or stand the other way round."""

from __future__ import annotations

from typing import Any

import pytest

from golden.small_event import DemoMessages
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Held, Skipped
from scorecheck.model.record import replace
from scorecheck.model.sheet import Ignored, Sheet, Table
from scorecheck.reports import sheet_view
from scorecheck.reports.describe import Titles, recognised
from scorecheck.reports.html import report_html
from scorecheck.reports.json_report import checked_json
from scorecheck.reports.text import checked_text
from scorecheck.reports.view import report_view

DE, EN = DemoMessages("de"), DemoMessages("en")
PATH = "runde1.xlsx"


def fault(cell: CellRef, *related: CellRef, sheet: str | None = "Blatt") -> Finding:
    return Finding(
        "demo/sum", Severity.ERROR, PATH, sheet, cell, related, value="2", params={"game": "2", "sum": 4}
    )


def read(table: Table, *findings: Finding, **more: Any) -> CheckedSheet:
    sheet = Sheet(
        PATH,
        table,
        "doppelkopf",
        "tcg",
        "points",
        (),
        tuple(word for word in table.headings if len(word) == 1),
        tuple(at for at, word in enumerate(table.headings) if len(word) == 1),
        running=False,
        **{"stop": len(table.rows), **more},
    )
    return CheckedSheet(sheet, 2, findings, grounds=(Held("zero-sum", "demo/sum", 2),))


def page_of(checked: CheckedSheet) -> sheet_view.SheetPage:
    return sheet_view.sheet_page(checked, "slug", Titles(()), DE)


def texts(line: sheet_view.SheetRow) -> list[str]:
    return [cell.text for cell in line.cells]


#      A       B  C  D  E
#  3   Spiel   1  2     Summe
#  4   A       2 -2         0
#  5   B      -2  2         0
TURNED = Table(
    "Blatt",
    ("", "", "Spiel", "A", "B"),
    1,
    2,
    [["Runde 1", "", 1, 2, -2], ["", "", 2, -2, 2], ["", "", "", "", ""], ["", "", "Summe", 0, 0]],
    turned=True,
)


def test_turned_table_stands_as_on_its_sheet() -> None:
    page = page_of(read(TURNED, fault(CellRef(4, 3), CellRef(5, 3)), total_row=3, stop=3))
    assert page.headings is None
    assert page.letters == ("A", "B", "C", "D", "E")
    assert [line.row for line in page.lines] == [1, 2, 3, 4, 5]
    assert [texts(line) for line in page.lines] == [
        ["", "Runde 1", "", "", ""],
        ["", "", "", "", ""],
        ["Spiel", "1", "2", "", "Summe"],
        ["A", "2", "−2", "", "0"],
        ["B", "−2", "2", "", "0"],
    ]
    assert page.lines[3].cells[2].mark == "error"
    assert page.lines[4].cells[2].related
    assert [len(line.said) for line in page.lines] == [0, 0, 0, 1, 0]
    assert [cell.kind for cell in page.lines[3].cells] == ["head", "", "", "", "total"]


def test_turned_table_says_which_columns_were_left_alone() -> None:
    rows = [*TURNED.rows[:2], ["", "", "", "nett", ""]]
    page = page_of(read(replace(TURNED, rows=rows), ignored=(Ignored(2, "note"),), stop=3))
    assert page.whys == ("", "", "", "eine Notiz, kein Spiel")
    assert [cell.kind for cell in page.lines[3].cells] == ["head", "", "", "ignored"]


def test_turned_table_as_a_page() -> None:
    rows = [*TURNED.rows[:2], ["", "", "", "nett", ""]]
    turned = read(replace(TURNED, rows=rows), fault(CellRef(4, 3)), ignored=(Ignored(2, "note"),), stop=3)
    html = report_html(report_view(Checked((file_of(turned),)), None, DE), DE).decode()
    _, _, row = html.partition('<tr id="s-runde1-blatt:4">')
    assert row.startswith('<th scope="row" class="at">4</th><td class="head">A</td><td class="n">2</td>')
    assert '<td class="ignored">nett</td>' in row
    assert "eine Notiz, kein Spiel" in row
    assert '<td class="mark error n">' in row


def test_turned_table_is_cut_at_its_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet_view, "MAX_COLUMNS", 3)
    page = page_of(read(TURNED))
    assert page.letters == ("A", "B", "C")
    assert page.cuts == ("Hier stehen nur die ersten 3 von 5 Spalten.",)


def file_of(*sheets: CheckedSheet, more: tuple[Finding, ...] = ()) -> CheckedFile:
    findings = tuple(finding for sheet in sheets for finding in sheet.findings) + more
    return CheckedFile(PATH, "errors" if findings else "ok", sheets, findings)


ROWS = [[1, 2, -2, "", 1, 3, -3], [2, 1, -1, "", 2, 4, -4], ["", "", "", "", "", "Notiz"]]
LEFT = Table("Blatt", ("Nr", "A", "B"), 3, 4, ROWS, part="A3")
RIGHT = Table("Blatt", ("", "", "", "", "Nr", "C", "D"), 3, 4, ROWS, first_column=4, part="E3")


def test_tables_side_by_side_show_only_their_own_columns() -> None:
    left, right = page_of(read(LEFT)), page_of(read(RIGHT, fault(CellRef(5, 6))))
    assert left.letters == ("A", "B", "C")
    assert [texts(line) for line in left.lines] == [["1", "2", "−2"], ["2", "1", "−1"]]
    assert right.letters == ("E", "F", "G")
    assert texts(right.headings) == ["Nr", "C", "D"]
    assert [texts(line) for line in right.lines] == [["1", "3", "−3"], ["2", "4", "−4"], ["", "Notiz", ""]]
    assert right.lines[1].cells[1].mark == "error"
    assert [cell.number for cell in right.headings.cells] == [True, True, True]


def test_findings_lead_to_the_page_of_their_table() -> None:
    whole = Finding("demo/file", Severity.INFO, PATH, "Blatt", variant="old")
    left, right = read(LEFT, fault(CellRef(4, 2))), read(RIGHT, fault(CellRef(4, 6)))
    skipped = replace(right, skipped=(Skipped(PATH, "Blatt", "demo/sum", (5,)),))
    view = report_view(Checked((file_of(left, skipped, more=(whole,)),)), None, DE)
    assert [(group.title, group.href, [one.cell for one in group.findings]) for group in view.findings] == [
        ("runde1.xlsx · Blatt", "#s-runde1-blatt-a3", [""]),
        ("runde1.xlsx · Blatt · A3", "#s-runde1-blatt-a3", ["B4"]),
        ("runde1.xlsx · Blatt · E3", "#s-runde1-blatt-e3", ["F4"]),
    ]
    assert [[one.cell for line in page.lines for one in line.said] for page in view.pages] == [["B4"], ["F4"]]
    assert view.unchecked[0].startswith("runde1.xlsx · Blatt · E3: ")


def test_tables_have_names_on_the_terminal() -> None:
    text = checked_text(Checked((file_of(read(LEFT), read(RIGHT)),)), EN)
    assert text.splitlines()[0].startswith("runde1.xlsx:Blatt · A3: ok.")
    assert text.splitlines()[1].startswith("runde1.xlsx:Blatt · E3: ok.")


def test_numbers_that_are_text_stand_to_the_right() -> None:
    table = Table(
        None, ("Spiel", "A", "B", "Bemerkung"), 1, 2, [["1", "+2", "-2,5", "am 3."], ["2", "/", "", ""]]
    )
    page = page_of(read(table))
    assert [cell.number for cell in page.lines[0].cells] == [True, True, True, False]
    assert [cell.number for cell in page.headings.cells] == [True, True, True, False]
    assert texts(page.lines[0]) == ["1", "+2", "−2,5", "am 3."]
    assert [cell.number for cell in page.lines[1].cells] == [True, False, False, False]


def test_notation_is_told() -> None:
    sheet = read(LEFT)
    plain = "Doppelkopf (tcg), points of each game, 2 players, 2 games"
    assert recognised(sheet, EN) == plain
    plus = replace(sheet, sheet=replace(sheet.sheet, notation="plus-only"))
    assert recognised(plus, EN) == plain.replace("game,", "game, plus points only,")
    assert sheet_json(plus)["notation"] == "plus-only"


def test_rules_with_a_name_of_their_own_go_by_it() -> None:
    assert (EN.game("yatzy", "kniffel"), EN.game("chouette", "mcc")) == ("Kniffel", "Chouette (mcc)")
    assert EN.game("yatzy") == "Yatzy"


def sheet_json(sheet: CheckedSheet) -> Any:
    return checked_json(Checked((file_of(sheet),)), EN)["files"][0]["sheets"][0]


@pytest.mark.parametrize(
    ("sheet", "cells"),
    [
        (read(LEFT, ignored=()), "A3:C5"),
        (read(RIGHT), "E3:G6"),
        (read(RIGHT, ignored=(Ignored(2, "note"),)), "E3:G5"),
        (read(RIGHT, total_row=1, stop=1), "E3:G5"),
        (read(TURNED, total_row=3, stop=3), "A3:E5"),
        (read(replace(TURNED, rows=TURNED.rows[:2])), "A3:C5"),
        (read(replace(LEFT, rows=()), stop=2), "A3:C5"),
        (read(replace(LEFT, rows=()), stop=0), "A3:C3"),
        (read(replace(LEFT, rows=[["1", 2, 3], ["", 0, 0]]), total_row=0, stop=2), "A3:C5"),
    ],
)
def test_range(sheet: CheckedSheet, cells: str) -> None:
    assert sheet_json(sheet)["range"] == cells


def test_ignored_rows_are_told() -> None:
    assert "ignored" not in sheet_json(read(LEFT))
    left = read(LEFT, ignored=(Ignored(2, "note"),))
    assert sheet_json(left)["ignored"] == [{"row": 6, "why": "note"}]
    turned = read(TURNED, ignored=(Ignored(2, "names"),))
    assert sheet_json(turned)["ignored"] == [{"row": "D", "why": "names"}]
