"""Sums of a workbook whose formulas add up the wrong rows."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from calculated import with_results
from support import run
from unit.readers.builders import ods

GAMES = [(2, 2, -2, -2), (-1, 1, -1, 1), (3, -1, -1, -1), (1, -1, -1, 1), (2, -2, 2, -2), (-1, -1, -1, 3)]
COLUMNS = "BCDE"


def cell_of(column: str, row: int) -> int:
    return GAMES[row - 2][COLUMNS.index(column)]


def workbook(path: Path, ranges: dict[str, tuple[int, int]], shared: bool = False) -> Path:
    """Six games in the rows 2 to 7 and their sums in row 8, each with what its formula gives.

    ``ranges``: the rows that a column's sum adds up, if these are others. ``shared``: only the first formula
    is written out, as Excel leaves those that were dragged to the right.
    """
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Abend"
    sheet.append(["Spiel", "Anna", "Bernd", "Chris", "Dora"])
    for number, points in enumerate(GAMES, 1):
        sheet.append([number, *points])
    sums = {column: ranges.get(column, (2, 7)) for column in COLUMNS}
    sheet.append(["Summe", *(f"=SUM({c}{first}:{c}{last})" for c, (first, last) in sums.items())])
    results = {
        f"SUM({c}{first}:{c}{last})": sum(cell_of(c, row) for row in range(first, last + 1))
        for c, (first, last) in sums.items()
    }
    path.write_bytes(with_results(book, results, "B8:E8" if shared else ""))
    return path


def findings(path: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]]
    found = json.loads(run("validate", path, "--format", "json", "--lang", "en").stdout)["findings"]
    return found


def totals_beside(path: Path, text: str) -> Path:
    """The same games with running totals beside them; in game 3 Chris's −1 is written as this text."""
    book, results = openpyxl.Workbook(), dict[str, int]()
    names = ["Anna", "Bernd", "Chris", "Dora"]
    sheet = book.worksheets[0]
    sheet.append(["Spiel", *names, *(f"Σ {name}" for name in names)])
    for row, points in enumerate(GAMES, 2):
        said = [text if (row, at) == (4, 2) else one for at, one in enumerate(points)]
        sheet.append([row - 1, *said, *(f"=SUM({c}$2:{c}{row})" for c in COLUMNS)])
        for at, c in enumerate(COLUMNS):
            added = [one[at] for one in GAMES[: row - 1]]
            results[f"SUM({c}$2:{c}{row})"] = sum(added) + (1 if c == "D" and row > 3 else 0)
    path.write_bytes(with_results(book, results, ""))
    return path


def test_running_totals_pass_over_a_number_that_is_text(tmp_path: Path) -> None:
    """Chris has −2, −1 and −1, together −4; the formulas make −3 of it, and all below are out by as much."""
    (one,) = findings(totals_beside(tmp_path / "a.xlsx", "-1."))
    assert (one["rule"], one["cell"]) == ("sheet/running-mismatch", "D4")
    assert "passes over D4" in one["fixes"][0]["message"]


def test_right_formulas_are_ok(tmp_path: Path) -> None:
    assert findings(workbook(tmp_path / "a.xlsx", {})) == []


def test_a_formula_that_leaves_out_the_last_row(tmp_path: Path) -> None:
    """Dora has −2, 1, −1, 1, −2 and 3: together 0, but −3 without the last of them."""
    (one,) = findings(workbook(tmp_path / "a.xlsx", {"E": (2, 6)}))
    assert (one["rule"], one["cell"]) == ("sheet/total-mismatch", "E8")
    (fix,) = one["fixes"]
    assert fix["edits"] == [{"cell": "E8", "from": "-3", "to": "0"}]
    assert (fix["kind"], fix["confidence"]) == ("formula-short", 0.999)
    assert "the formula adds up E2:E6 and leaves out E7" in fix["message"]


@pytest.mark.parametrize("shared", [False, True])
def test_formulas_with_the_same_fault_are_one_finding(tmp_path: Path, shared: bool) -> None:
    """Row 2 was written above the first row of the sums: −2, −2, 2 and 2 are missing there."""
    (one,) = findings(workbook(tmp_path / "a.xlsx", dict.fromkeys(COLUMNS, (3, 7)), shared))
    assert (one["cell"], one["related"]) == ("B8", ["C8", "D8", "E8"])
    (fix,) = one["fixes"]
    assert [(edit["cell"], edit["from"], edit["to"]) for edit in fix["edits"]] == [
        ("B8", "4", "6"),
        ("C8", "-4", "-2"),
        ("D8", "-2", "-4"),
        ("E8", "2", "0"),
    ]
    assert "the formulas leave out B2, C2, D2 and E2" in fix["message"]


def with_text(path: Path, cell: str, control: bool) -> Path:
    """Six games with sums, and a control column if there is ``control``; one number is stored as text, which
    SUM passes over."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["Spiel", "Anna", "Bernd", "Chris", "Dora", *(["Kontrolle"] * control)])
    for number, points in enumerate(GAMES, 1):
        sheet.append([number, *points, *([f"=SUM(B{number + 1}:E{number + 1})"] * control)])
    sheet.append(["Summe", *(f"=SUM({c}2:{c}7)" for c in COLUMNS)])
    passed_over = sheet[cell].value
    sheet[cell] = str(passed_over)
    sums = {f"SUM({c}2:{c}7)": sum(cell_of(c, row) for row in range(2, 8)) for c in COLUMNS}
    sums |= {f"SUM(B{row}:E{row})": 0 for row in range(2, 8)}
    for formula in (f"SUM({cell[0]}2:{cell[0]}7)", f"SUM(B{cell[1]}:E{cell[1]})"):
        sums[formula] -= passed_over
    path.write_bytes(with_results(book, sums))
    return path


def test_a_number_stored_as_text(tmp_path: Path) -> None:
    """Chris has −2, −1, −1, −1, 2 and −1: together −4, but −6 without the 2, which is text."""
    (one,) = findings(with_text(tmp_path / "a.xlsx", "D6", control=False))
    assert (one["rule"], one["cell"], one["value"], one["related"]) == (
        "sheet/total-mismatch",
        "D6",
        "2",
        ["D8"],
    )
    (fix,) = one["fixes"]
    assert (fix["kind"], fix["edits"]) == ("formula-text", [{"cell": "D8", "from": "-6", "to": "-4"}])
    assert "the formula passes over D6, where the number is stored as text" in fix["message"]


def test_a_number_stored_as_text_in_two_sums(tmp_path: Path) -> None:
    """The control of game 5 and Dora's sum both lack her −2."""
    (one,) = findings(with_text(tmp_path / "a.xlsx", "E6", control=True))
    assert (one["cell"], one["related"]) == ("E6", ["F6", "E8"])
    (fix,) = one["fixes"]
    assert [(edit["cell"], edit["from"], edit["to"]) for edit in fix["edits"]] == [
        ("F6", "2", "0"),
        ("E8", "2", "0"),
    ]


def test_formulas_of_an_ods_file(tmp_path: Path) -> None:
    """Anna's formula adds up Bernd's column; Bernd's begins a row too late, after his 2."""
    formulas = {"B": "of:=SUM([.C2:.C7])", "C": "of:=SUM([.C3:.C5];[.C6];[.C7])"}

    def number(value: int, formula: str = "") -> str:
        said = f' table:formula="{formula}"' * bool(formula)
        return f'<table:table-cell office:value-type="float" office:value="{value}"{said}/>'

    def row(cells: Iterable[str]) -> str:
        return f"<table:table-row>{''.join(cells)}</table:table-row>"

    def text(said: str) -> str:
        return f'<table:table-cell office:value-type="string"><text:p>{said}</text:p></table:table-cell>'

    head = row(map(text, ("Spiel", "Anna", "Bernd", "Chris", "Dora")))
    games = [row(map(number, (at, *points))) for at, points in enumerate(GAMES, 1)]
    sums = [
        text("Summe"),
        number(-2, formulas["B"]),
        number(-4, formulas["C"]),
        number(-4),
        number(0),
    ]
    path = tmp_path / "a.ods"
    path.write_bytes(ods(f'<table:table table:name="a">{head}{"".join(games)}{row(sums)}</table:table>'))
    anna, bernd = findings(path)
    assert (anna["cell"], anna["fixes"][0]["edits"]) == ("B8", [{"cell": "B8", "from": "-2", "to": "6"}])
    assert "the formula adds up C2:C7 and leaves out B2:B7" in anna["fixes"][0]["message"]
    assert (bernd["cell"], bernd["fixes"][0]["edits"]) == ("C8", [{"cell": "C8", "from": "-4", "to": "-2"}])
    assert "the formula adds up C3:C5, C6, C7 and leaves out C2" in bernd["fixes"][0]["message"]


def test_fix_does_not_write_over_a_sum_that_passes_over_text(tmp_path: Path) -> None:
    with_text(tmp_path / "a.xlsx", "D6", control=False)
    done = run("fix", "a.xlsx", "-o", "b.xlsx", "--yes", "--lang", "en", cwd=tmp_path)
    assert "a number stored as text, which the formula passes over" in done.stdout + done.stderr


CARD = {
    "Ones": (3, 2, 4),
    "Twos": (6, 8, 6),
    "Threes": (9, 9, 6),
    "Fours": (12, 8, 12),
    "Fives": (15, 10, 15),
    "Sixes": (18, 18, 12),
    "Sum": (63, 55, 43),
    "Bonus": (50, 0, 0),
    "One pair": (12, 10, 8),
    "Two pairs": (18, 14, 0),
    "Three of a kind": (15, 0, 12),
    "Four of a kind": (0, 16, 0),
    "Small straight": (15, 15, 15),
    "Large straight": (0, 20, 0),
    "Full house": (22, 0, 19),
    "Chance": (24, 21, 20),
    "Yatzy": (0, 50, 0),
}


def test_a_sum_on_a_card_is_held_to_the_formulas_beside_it(tmp_path: Path) -> None:
    """Chris has 4 + 6 + 6 + 12 + 15 + 12 = 55 in the upper half; without the last 12 it is 43."""
    book = openpyxl.Workbook()
    sheet = book.worksheets[0]
    sheet.append(["", "Anna", "Bernd", "Chris"])
    for label, values in CARD.items():
        sheet.append([label, *values])
    sheet.append(["Total", *(sum(column[6:]) for column in zip(*CARD.values(), strict=True))])
    for cell, last in (("B8", 7), ("C8", 7), ("D8", 6)):
        sheet[cell] = f"=SUM({cell[0]}2:{cell[0]}{last})"
    sums = zip(("SUM(B2:B7)", "SUM(C2:C7)", "SUM(D2:D6)"), CARD["Sum"], strict=True)
    path = tmp_path / "a.xlsx"
    path.write_bytes(with_results(book, dict(sums)))
    (one,) = findings(path)
    assert (one["rule"], one["cell"]) == ("yatzy/sum", "D8")
    (fix,) = one["fixes"]
    assert (fix["edits"], fix["kind"]) == ([{"cell": "D8", "from": "43", "to": "55"}], "formula-short")
    assert "the formula adds up D2:D6 and leaves out D7" in fix["message"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "the formula there adds up the wrong cells; correct it in the workbook"),
        ("de", "die Formel dort addiert die falschen Zellen; bitte in der Arbeitsmappe berichtigen"),
        ("nb", "formelen der legger sammen feil celler; rett den i arbeidsboken"),
    ],
)
def test_fix_writes_no_number_over_a_formula(tmp_path: Path, language: str, said: str) -> None:
    workbook(tmp_path / "a.xlsx", {"E": (2, 6)})
    done = run("fix", "a.xlsx", "-o", "b.xlsx", "--yes", "--lang", language, cwd=tmp_path)
    assert said in done.stdout + done.stderr
    assert not (tmp_path / "b.xlsx").exists()
