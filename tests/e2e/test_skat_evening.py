"""An evening of Skat in one workbook: a sheet a table, and the list of the results as clubs keep it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from support import run

TABLES = {
    "Tisch 1": (
        ["Anna", "Bernd", "Chris"],
        [(0, 18), (1, 20), (2, 48), (0, -46), (1, 46), (2, -44), (0, 60), (2, -54), (0, 88)],
    ),
    "Tisch 2": (
        ["Dora", "Emil", "Frieda"],
        [(2, 23), (0, 96), (1, -36), (1, 72), (2, -48), (0, 30), (0, 22), (1, 27), (2, 35)],
    ),
}
# Points, won and lost games, and the end: points + 50 for won more than lost + 40 for lost by others.
RESULTS: dict[str, tuple[int, int, int, int]] = {
    "Anna": (120, 3, 1, 300),
    "Bernd": (66, 2, 0, 286),
    "Chris": (-50, 1, 2, -60),
    "Dora": (148, 3, 0, 378),
    "Emil": (63, 2, 1, 153),
    "Frieda": (10, 2, 1, 100),
}


def made(folder: Path, headings: list[str], columns: list[int], typed: dict[str, int] | None = None) -> Path:
    """The workbook; its list has some ``columns`` of the results, and cells as ``typed``."""
    book = Workbook()
    book.remove(book.active)  # pyright: ignore[reportArgumentType]
    for name, (players, games) in TABLES.items():
        sheet = book.create_sheet(name)
        sheet.append(["Spiel", *players])
        totals = [0, 0, 0]
        for number, (soloist, points) in enumerate(games, 1):
            totals[soloist] += points
            sheet.append([number, *(totals[at] if at == soloist else None for at in range(3))])
    sheet = book.create_sheet("Ergebnis")
    sheet.append(["Name", *headings])
    for player, results in sorted(RESULTS.items(), key=lambda one: -one[1][columns[-1]]):
        sheet.append([player, *(results[at] for at in columns)])
    for cell, value in (typed or {}).items():
        sheet[cell] = value
    path = folder / "evening.xlsx"
    book.save(path)
    return path


def findings(path: Path) -> tuple[list[tuple[str, str, str]], list[str]]:
    """The findings by rule, cell and sentence, and what an ok of the list rests on."""
    report = json.loads(run("validate", path, "--format", "json", "--lang", "en").stdout)
    found = [(one["rule"], one["cell"], one["message"]) for one in report["findings"]]
    sheets: dict[str, Any] = {sheet["name"]: sheet for sheet in report["files"][0]["sheets"]}
    return found, sheets["Ergebnis"].get("rests_on", [])


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (["Punkte"], [3]),
        (["Punkte"], [0]),
        (["Spielpunkte", "Gew.", "Verl.", "Seeger"], [0, 1, 2, 3]),
        (["Punkte", "gewonnen", "verloren", "Gesamt"], [0, 1, 2, 3]),
        (["Siege", "Niederlagen", "Punkte"], [1, 2, 3]),
    ],
)
def test_a_right_list_is_what_the_sheets_give(
    headings: list[str], columns: list[int], tmp_path: Path
) -> None:
    found, grounds = findings(made(tmp_path, headings, columns))
    assert found == []
    assert grounds[-1].endswith("the sheets give the same")


def test_points_without_ends_are_held_to_points(tmp_path: Path) -> None:
    # The second line is Anna, who has 120.
    found, _ = findings(made(tmp_path, ["Punkte"], [0], {"B3": 102}))
    assert found == [
        ("tournament/published-mismatch", "B3", "Punkte: Anna has 102 here; the sheet gives 120.")
    ]


def test_won_games_are_held_to_the_sheets_and_explain_the_end(tmp_path: Path) -> None:
    # The second line is Anna: with 4 won games her end would be 350, which follows from the games.
    path = made(tmp_path, ["Spielpunkte", "Gew.", "Verl.", "Seeger"], [0, 1, 2, 3], {"C3": 4})
    found, _ = findings(path)
    assert found == [("tournament/published-mismatch", "C3", "Gew.: Anna has 4 here; the sheet gives 3.")]


def test_standings_say_that_an_end_is_more_than_the_points(tmp_path: Path) -> None:
    """Anna ends with 120 points, which 3 games won, 1 lost and 2 lost by others make 120 + 100 + 80 = 300."""
    path = made(tmp_path, ["Punkte", "Ergebnis"], [0, 3])
    said = run("rank", path, "--lang", "en").stdout.splitlines()
    assert "Anna      300" in " ".join(said)
    assert said[-1].startswith("Points of all rounds, added up, each list by Seeger-Fabian: own points, 50")
    options = tmp_path / "scorecheck.toml"
    options.write_text('layout.game = "skat"\n[options]\nlist_end = "points"\n', encoding="utf-8")
    assert run("rank", path, "--lang", "en").stdout.splitlines()[-1] == "Points of all rounds, added up"
