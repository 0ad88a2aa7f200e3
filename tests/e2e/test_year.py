"""A club's year in one workbook: a sheet an evening, and a table of the year that is worked out from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from support import run

PLAYERS = ["Anna", "Bernd", "Chris", "Dora"]
EVENINGS = {
    "Jan": [(2, 2, -2, -2), (-1, 1, -1, 1), (3, -1, -1, -1), (1, -1, -1, 1)],
    "Feb": [(-4, 4, 4, -4), (1, 1, -1, -1), (2, -2, 2, -2), (-2, 2, -2, 2)],
    "Mär": [(1, -1, 1, -1), (-3, 9, -3, -3), (2, 2, -2, -2), (1, -1, -1, 1)],
}
# Jan: 5, 1, -5, -1; Feb: -3, 5, 3, -5; Mär: 1, 9, -5, -5.
YEAR = {"Bernd": 15, "Anna": 3, "Chris": -7, "Dora": -11}


def made(folder: Path, cells: dict[str, dict[str, Any]], year: dict[str, int] | None = None) -> Path:
    """The workbook with some ``cells`` of its sheets as somebody has typed them."""
    book = Workbook()
    book.remove(book.active)  # pyright: ignore[reportArgumentType]
    for name, games in EVENINGS.items():
        sheet = book.create_sheet(name)
        sheet.append([f"Doppelkopf im {name}"])
        sheet.append(["Spiel", *PLAYERS])
        for number, points in enumerate(games, 1):
            sheet.append([number, *points])
        totals = [sum(points) for points in zip(*games, strict=True)]
        sheet.append(["Summe", *totals])
        sheet.append(["Kasse (5 ct)", *(max(0, -5 * total) / 100 for total in totals)])
    sheet = book.create_sheet("Jahr")
    sheet.append(["Jahreswertung"])
    sheet.append(["Platz", "Name", "Punkte", "Abende", "Spiele", "Schnitt"])
    for rank, (player, points) in enumerate((year or YEAR).items(), 1):
        sheet.append([rank, player, points, 3, 12, points / 12])
    for name, typed in cells.items():
        for cell, value in typed.items():
            book[name][cell] = value
    path = folder / "2025.xlsx"
    book.save(path)
    return path


def checked(path: Path) -> tuple[list[tuple[str, str, str]], dict[str, Any]]:
    report = json.loads(run("validate", path, "--format", "json", "--lang", "en").stdout)
    found = [(one["rule"], one["sheet"], one["cell"]) for one in report["findings"]]
    return found, {sheet["name"]: sheet for sheet in report["files"][0]["sheets"]}


def test_the_year_is_held_to_its_evenings(tmp_path: Path) -> None:
    found, sheets = checked(made(tmp_path, {}))
    assert found == []
    assert sheets["Jahr"]["rests_on"][-1] == "the sheets give the same"


def test_a_wrong_score_of_the_year_is_told(tmp_path: Path) -> None:
    path = made(tmp_path, {"Jahr": {"C5": 7}})
    assert ("tournament/published-mismatch", "Jahr", "C5") in checked(path)[0]
    said = run("validate", path, "--lang", "en").stdout
    assert "Chris has 7 on the list; the sheets give −7: the sign is wrong." in said


def test_a_misspelt_name_is_told_once_and_makes_no_score_wrong(tmp_path: Path) -> None:
    """Its points are those of whom it is almost: with these the year is right."""
    found, sheets = checked(made(tmp_path, {"Feb": {"C2": "Berd"}}))
    assert found == [("tournament/unknown-player", "Feb", "C2")]
    assert "the sheets give the same" in sheets["Jahr"]["rests_on"]


def test_what_follows_from_a_wrong_total_is_told_there(tmp_path: Path) -> None:
    """Dora's total of March is −15 instead of −5, and so the year says −21."""
    path = made(tmp_path, {"Mär": {"E7": -15, "E8": 0.75}, "Jahr": {"C6": -21}})
    found, sheets = checked(path)
    assert ("sheet/total-mismatch", "Mär", "E7") in found
    assert [one for one in found if one[1] == "Jahr"] == []
    assert "the sheets give the same" not in sheets["Jahr"]["rests_on"]


def test_a_year_made_from_wrong_totals_follows_them(tmp_path: Path) -> None:
    """The totals of March leave out its last game, in which Anna and Dora won 1: they are 0, 10, −4 and −6.

    Nothing in the year is what the games give, and all of it what the totals say.
    """
    year = {"Bernd": 16, "Anna": 2, "Chris": -6, "Dora": -12}
    march = dict(zip(("B7", "C7", "D7", "E7"), (0, 10, -4, -6), strict=True))
    money = {"D8": 0.2, "E8": 0.3}
    found, sheets = checked(made(tmp_path, {"Mär": {**march, **money}}, year))
    assert {sheet for _, sheet, _ in found} == {"Mär"}
    assert "Jahr" in sheets


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "most players' scores here are not what the other sheets give"),
        ("de", "Die Punkte der meisten Spieler sind nicht die, die sich aus den anderen Blättern ergeben"),
        ("nb", "De fleste spillernes poeng her er ikke det de andre arkene gir"),
    ],
)
def test_other_numbers_of_the_players_are_no_standings(tmp_path: Path, language: str, said: str) -> None:
    path = made(tmp_path, {}, {"Chris": 41, "Anna": 22, "Dora": 17, "Bernd": 8})
    done = run("validate", path, "--lang", language)
    assert said in done.stdout
    assert done.returncode == 0


def test_money_is_held_to_what_its_row_says_a_point_is_worth(tmp_path: Path) -> None:
    """In January only Chris and Dora pay; −5 and −1 at 5 cents are 0.25 and 0.05."""
    found, _ = checked(made(tmp_path, {"Jan": {"D8": 0.15}}))
    assert [(rule, sheet, cell) for rule, sheet, cell in found if sheet == "Jan"] == [
        ("sheet/money-mismatch", "Jan", "D8")
    ]


@pytest.mark.parametrize(
    ("sheet", "corner"),
    [
        pytest.param("Jahr", (1, 1), marks=pytest.mark.slow),
        ("Mär", (9, 1)),
        pytest.param("Mär", (2, 8), marks=pytest.mark.slow),
    ],
)
def test_a_list_without_headings_is_held_to_the_games(
    tmp_path: Path, sheet: str, corner: tuple[int, int]
) -> None:
    """It stands on a sheet of its own, below the games or beside them; Chris has 7 there instead of −7.

    One of beers stays alone.
    """
    path = made(tmp_path, {})
    book = load_workbook(path)
    del book["Jahr"]
    there = book["Mär"] if sheet == "Mär" else book.create_sheet(sheet)
    row, column = corner
    there.cell(row, column, "Jahr")
    for at, (player, points) in enumerate(sorted(YEAR.items()), 1):
        there.cell(row + at, column, player)
        there.cell(row + at, column + 1, abs(points) if player == "Chris" else points)
        there.cell(row + at, column + 3, player)
        there.cell(row + at, column + 4, at % 3)
    book.save(path)
    found, _ = checked(path)
    cell = there.cell(row + 3, column + 1).coordinate
    assert found == [("tournament/published-mismatch", sheet, cell)]
    report = json.loads(run("validate", path, "--format", "json").stdout)
    states = [(one["name"], one["layout"], one["status"]) for one in report["files"][0]["sheets"]]
    assert states == [
        *((name, "points", "ok") for name in EVENINGS),
        (sheet, "standings", "errors"),
    ]


def with_a_list(folder: Path, evenings: list[str], lines: list[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """What is found on games without Dora's minus in the first one, and the list that stands beside them."""
    book = Workbook()
    book.remove(book.active)  # pyright: ignore[reportArgumentType]
    for name in evenings:
        sheet = book.create_sheet(name)
        sheet.append(["Spiel", *PLAYERS])
        for number, points in enumerate(EVENINGS[name], 1):
            sheet.append([number, *points])
    book["Jan"]["E2"] = 2
    there = book.create_sheet("Stand")
    for line in lines:
        there.append(line)
    path = folder / "games.xlsx"
    book.save(path)
    report = json.loads(run("validate", path, "--format", "json", "--lang", "en").stdout)
    return [*report["findings"], report["files"][0]["sheets"][-1]]


@pytest.mark.parametrize("headings", [[("Name", "Punkte")], []])
@pytest.mark.parametrize(
    ("evenings", "scores"),
    [(["Jan"], {"Anna": 5, "Bernd": 1, "Dora": -1, "Chris": -5}), (["Jan", "Feb", "Mär"], YEAR)],
)
def test_a_list_of_scores_tells_whose_sign_was_lost(
    tmp_path: Path, headings: list[tuple[str, ...]], evenings: list[str], scores: dict[str, int]
) -> None:
    """The first game is 2 + 2 − 2 + 2: by itself each of those with 2 may have lost it. On the list Dora
    has −1 of January, and −2 + 1 − 1 + 1 = −1; or −11 of the year."""
    finding, listed = with_a_list(tmp_path, evenings, [*headings, *scores.items()])
    assert (finding["rule"], finding["cell"]) == ("doppelkopf/zero-sum", "E2")
    assert finding["fixes"][0]["edits"] == [{"cell": "E2", "from": "2", "to": "-2"}]
    assert finding["fixes"][0]["confidence"] > 0.9
    assert listed["status"] == "ok"
    assert "the sheets give the same" not in listed["rests_on"]


def test_a_list_with_a_slip_of_its_own_tells_whose_sign_was_lost(tmp_path: Path) -> None:
    """On the list of January Chris has −4 instead of −5."""
    lines = [("Name", "Punkte"), ("Anna", 5), ("Bernd", 1), ("Dora", -1), ("Chris", -4)]
    *findings, _ = with_a_list(tmp_path, ["Jan"], lines)
    found = {finding["cell"]: finding for finding in findings}
    assert [(found[cell]["rule"], cell) for cell in sorted(found)] == [
        ("tournament/published-mismatch", "B5"),
        ("doppelkopf/zero-sum", "E2"),
    ]
    best = found["E2"]["fixes"][0]
    assert best["edits"] == [{"cell": "E2", "from": "2", "to": "-2"}]
    assert best["confidence"] > 0.9


FIVE = {
    "Jan": [(3, 3, -3, 0, -3), (2, 2, -2, 0, -2), (1, 1, -1, 0, -1), (1, 1, -1, 0, -1)],
    "Feb": [(-2, 2, 0, -2, 2), (1, -3, 1, 0, 1), (5, 0, -5, 5, -5), (0, -1, -1, 1, 1)],
    "Mär": [(2, -2, 2, -2, 0), (-6, 2, 2, 0, 2), (0, 1, -1, -1, 1), (-1, 0, -1, 1, 1)],
}


@pytest.mark.parametrize("march", [(-5, 1, 2, -2, 4), (4, 1, 2, -2, -5)])
def test_rows_called_like_the_sheets_are_their_evenings(tmp_path: Path, march: tuple[int, ...]) -> None:
    """January comes to 7, 7, −7, 0 and −7, which a game gives as well, February to 4, −2, −5, 4 and −1,
    March to −5, 1, 2, −2 and 4; in March two players may have changed places."""
    book = Workbook()
    book.remove(book.active)  # pyright: ignore[reportArgumentType]
    for name, games in FIVE.items():
        sheet = book.create_sheet(name)
        sheet.append(["Spiel", *PLAYERS, "Eva"])
        for number, points in enumerate(games, 1):
            sheet.append([number, *(one or None for one in points)])
    sheet = book.create_sheet("Tabelle", 0)
    sheet.append(["Abend", *PLAYERS, "Eva"])
    rows = {"Jan": (7, 7, -7, 0, -7), "Feb": (4, -2, -5, 4, -1), "Mär": march}
    for name, points in rows.items():
        sheet.append([name, *points])
    sheet.append(["Summe", *map(sum, zip(*rows.values(), strict=True))])
    path = tmp_path / "2025.xlsx"
    book.save(path)
    expected = [] if march[0] < 0 else [("tournament/published-mismatch", "Tabelle", "B4")]
    assert checked(path)[0] == expected
