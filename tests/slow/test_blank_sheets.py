"""Blank sheets, filled in and recalculated by LibreOffice: they validate clean; a wrong value turns
the sheet's own colours, and scorecheck finds the same row."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from pathlib import Path

import openpyxl
import pytest

from support import run

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
RED = (0xF8, 0xC9, 0xC4)

pytestmark = pytest.mark.skipif(
    OFFICE is None and not os.environ.get("CI"), reason="LibreOffice is not on this computer"
)


def points(players: int, games: int) -> list[list[int | None]]:
    """Games of two against two; of more than four players the others sit out."""
    luck = random.Random(7)
    rows: list[list[int | None]] = []
    for game in range(games):
        row: list[int | None] = [None] * players
        playing = [(game + 1 + seat) % players for seat in range(4)]
        value, winners = luck.randint(1, 5), luck.sample(playing, 2)
        for player in playing:
            row[player] = value if player in winners else -value
        rows.append(row)
    return rows


def running(rows: list[list[int | None]]) -> list[list[int | None]]:
    totals = [0] * len(rows[0])
    found: list[list[int | None]] = []
    for row in rows:
        totals = [total + (value or 0) for total, value in zip(totals, row, strict=True)]
        found.append(list[int | None](totals))
    return found


def chouette(players: int, games: int) -> list[list[int | None]]:
    return [
        [(players - 1) * 2 if at == game % players else -2 for at in range(players)] for game in range(games)
    ]


CASES = {
    "doppelkopf-points-4": ("doppelkopf", "points", 4, points(4, 18)),
    "doppelkopf-points-5": ("doppelkopf", "points", 5, points(5, 20)),
    "doppelkopf-totals-4": ("doppelkopf", "totals", 4, running(points(4, 18))),
    "doppelkopf-totals-5": ("doppelkopf", "totals", 5, running(points(5, 20))),
    "chouette-totals-5": ("chouette", "totals", 5, running(chouette(5, 9))),
}
CARD = {
    4: 3,
    5: 6,
    6: 9,
    7: 12,
    8: 15,
    9: 18,
    12: 12,
    13: 22,
    14: 18,
    15: 24,
    16: 15,
    17: 20,
    18: 28,
    19: 25,
    20: 50,
}
"""A card of Yatzy with the bonus, by its rows."""
RECORDS = {
    "yatzy-card": ("yatzy", "card", 2, {(row, col): CARD[row] for row in CARD for col in (2, 3)}),
    "acey-deucey-points": (
        "acey-deucey",
        "points",
        2,
        {(4 + at, col): (14 - at) * (1 if at % 2 == col % 2 else -1) for at in range(8) for col in (2, 3)},
    ),
    "acey-deucey-games": (
        "acey-deucey",
        "games",
        2,
        {
            (4 + at, 2 + col): value
            for at in range(6)
            for col, value in enumerate(("Anna", "Bernd", at + 2) if at % 2 else ("Bernd", "Anna", at + 1))
        },
    ),
}
"""Other kinds of sheets, with what is typed into which cell."""
WRONG = 5
"""The entry, counted from 0, that gets a wrong value."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Each case right and wrong, as LibreOffice has recalculated and saved it, and as it prints it."""
    assert OFFICE is not None, "LibreOffice must be there where CI is set"
    home = tmp_path_factory.mktemp("blank")
    (home / "typed").mkdir()
    typed: list[Path] = []
    for name, (game, layout, players, rows) in CASES.items():
        names = ",".join(("Anna", "Bernd", "Chris", "Ελένη", "Øystein")[:players])
        blank = home / f"{name}.xlsx"
        done = run("new", game, "--layout", layout, "--players", names, "-o", blank, "--lang", "de")
        assert done.returncode == 0, done.stderr
        for kind in ("right", "wrong"):
            book = openpyxl.load_workbook(blank)
            sheet = book.worksheets[0]
            for at, row in enumerate(rows):
                for column, value in enumerate(row):
                    sheet.cell(4 + at, 2 + column).value = value
            if kind == "wrong":
                column = next(at for at, value in enumerate(rows[WRONG]) if value is not None)
                sheet.cell(4 + WRONG, 2 + column).value = (rows[WRONG][column] or 0) + 1
            path = home / "typed" / f"{name}-{kind}.xlsx"
            book.save(path)
            typed.append(path)
    for name, (game, layout, players, cells) in RECORDS.items():
        names = ",".join(("Anna", "Bernd", "Chris", "Ελένη")[:players])
        blank = home / f"{name}.xlsx"
        done = run("new", game, "--layout", layout, "--players", names, "-o", blank, "--lang", "nb")
        assert done.returncode == 0, done.stderr
        book = openpyxl.load_workbook(blank)
        for (row, column), value in cells.items():
            book.worksheets[0].cell(row, column).value = value
        path = home / "typed" / f"{name}-right.xlsx"
        book.save(path)
        typed.append(path)
    for kind in ("xlsx", "pdf"):
        call = [OFFICE, f"-env:UserInstallation={(home / 'profile').as_uri()}", "--headless"]
        call += ["--convert-to", kind, "--outdir", str(home / kind), *map(str, typed)]
        subprocess.run(call, check=True, capture_output=True, timeout=240)
    return home


@pytest.mark.parametrize("name", CASES)
def test_filled_in_it_is_read_without_any_option_and_is_clean(folder: Path, name: str) -> None:
    done = run("validate", folder / "xlsx" / f"{name}-right.xlsx", "--format", "json")
    report = json.loads(done.stdout)
    assert report["findings"] == []
    assert done.returncode == 0
    game, layout, players, rows = CASES[name]
    (sheet,) = report["files"][0]["sheets"]
    assert (sheet["game"], sheet["layout"], len(sheet["players"])) == (game, layout, players)
    assert sheet["rows"] == len(rows)


@pytest.mark.parametrize("name", RECORDS)
def test_cards_and_records_are_clean_as_well(folder: Path, name: str) -> None:
    done = run("validate", folder / "xlsx" / f"{name}-right.xlsx", "--format", "json")
    report = json.loads(done.stdout)
    assert report["findings"] == []
    game, layout, _, _ = RECORDS[name]
    (sheet,) = report["files"][0]["sheets"]
    assert (sheet["game"], sheet["layout"]) == (game, layout)


@pytest.mark.parametrize("name", CASES)
def test_a_folder_of_them_is_not_taken_for_our_own_output(folder: Path, name: str) -> None:
    done = run("validate", folder / "xlsx", "--format", "json")
    paths = {Path(file["path"]).name for file in json.loads(done.stdout)["files"]}
    assert f"{name}-right.xlsx" in paths


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_value_is_found_in_the_row_that_turns_red(folder: Path, name: str) -> None:
    done = run("validate", folder / "xlsx" / f"{name}-wrong.xlsx", "--format", "json")
    assert done.returncode == 1
    assert {finding["row"] for finding in json.loads(done.stdout)["findings"]} == {4 + WRONG}
    assert red_rows(folder / "pdf" / f"{name}-right.pdf") == []
    (row,) = red_rows(folder / "pdf" / f"{name}-wrong.pdf")
    # The rows are of one height: how far down the red is tells which of them it is.
    assert row > 0


def red_rows(pdf: Path) -> list[int]:
    """Where red stripes begin on the first page, in pixels from above."""
    call = ["pdftoppm", "-r", "60", "-f", "1", "-l", "1", "-singlefile", str(pdf), str(pdf.with_suffix(""))]
    subprocess.run(call, check=True)
    data = pdf.with_suffix(".ppm").read_bytes()
    _, size, _, pixels = data.split(b"\n", 3)
    width, height = map(int, size.split())
    starts: list[int] = []
    before = False
    for y in range(height):
        line = pixels[y * width * 3 : (y + 1) * width * 3]
        red = line.count(bytes(RED)) > width // 20
        if red and not before:
            starts.append(y)
        before = red
    return starts
