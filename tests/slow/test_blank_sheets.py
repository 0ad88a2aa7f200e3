"""Blank sheets, filled in and recalculated by LibreOffice: they validate clean; a wrong value turns
the sheet's own colours, and scorecheck finds the same row."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, TypeAlias

import openpyxl
import pytest

from scorecheck.games import registry
from scorecheck.reports.messages import LANGUAGES, Language
from support import run
from unit.reports.test_blank import ALL, on_screen_and_paper

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")
RED = (0xF8, 0xC9, 0xC4)
Value: TypeAlias = int | str | None

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


def cubes(players: int, games: int) -> list[list[int | None]]:
    """Games of a box against each of a team, at one cube for all of them."""
    luck = random.Random(3)
    rows: list[list[int | None]] = []
    for _ in range(games):
        box, cube = luck.randrange(players), luck.choice((1, 1, 2, 2, 4, 8)) * luck.choice((1, -1))
        rows.append([cube * (players - 1) if at == box else -cube for at in range(players)])
    return rows


def skat(*cells: int) -> list[list[int | None]]:
    """A list at a table of three on which each plays alone in turn."""
    return [[cell if at == game % 3 else None for at in range(3)] for game, cell in enumerate(cells)]


CASES = {
    "doppelkopf-points-4": ("doppelkopf", "points", 4, points(4, 18)),
    "doppelkopf-points-5": ("doppelkopf", "points", 5, points(5, 20)),
    "doppelkopf-totals-4": ("doppelkopf", "totals", 4, running(points(4, 18))),
    "doppelkopf-totals-5": ("doppelkopf", "totals", 5, running(points(5, 20))),
    "chouette-points-5": ("chouette", "points", 5, cubes(5, 12)),
    "chouette-totals-5": ("chouette", "totals", 5, running(chouette(5, 9))),
    "skat-points-3": ("skat", "points", 3, skat(18, 20, 48, -46, 24, 30, 22, -36)),
    "skat-totals-3": ("skat", "totals", 3, skat(18, 20, 48, -28, 44, 78, -6, 8)),
    "skat-seeger-3": (
        "skat",
        "seeger",
        3,
        [
            *([68, 0, 0], [0, 70, 0], [40, 40, -146], [-96, 40, 40]),
            *([0, 74, 0], [0, 0, 80], [72, 0, 0], [40, -86, 40]),
        ],
    ),
}
PALE = {"skat-points-3", "skat-totals-3", "skat-seeger-3"}
"""Their rows need not add up, so none turns red."""
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
DOPPEL_CARD = {**CARD, 21: 20}


def cards(card: Mapping[int, int]) -> dict[tuple[int, int], Value]:
    """Two cards side by side, the second with one point less in Chance: equal ones are told."""
    return {(row, col): said - (row == 19 and col == 3) for row, said in card.items() for col in (2, 3)}


class Filled(NamedTuple):
    """A sheet that is filled in by its cells."""

    made: tuple[str, ...]
    """What ``scorecheck new`` is told."""
    players: int
    cells: Mapping[tuple[int, int], Value]
    wrong: tuple[int, int, Value]
    """The row and column of a cell, and what stands there wrongly."""


def rows_of(*rows: Sequence[Value]) -> dict[tuple[int, int], Value]:
    """Rows of values, from the first row and column of entries on."""
    return {(4 + at, 1 + col): value for at, row in enumerate(rows) for col, value in enumerate(row)}


TURNS = (
    ("Anna", "2-4", "enter/21 21/19"),
    ("Bernd", "2-4", "enter/21 enter/23"),
    ("Anna", "1-1", "enter/24 24/23 19/18 18/17"),
    ("Bernd", "2-2", "23/21 21/19 19/17 17/15"),
)
LOG = (
    (1, None, "rekkefølge", "Anna, Bernd, Chris"),
    (1, None, "åpning", "4-2"),
    (1, "Anna", "kast"),
    (1, "Bernd", "dobler", "Anna", 2),
    (1, "Chris", "dobler", "Anna", 2),
    (1, "Anna", "tar", "Bernd, Chris", 2),
    (1, "boks", "vinner", "enkelt"),
)
"""The team doubles, the box takes, and wins."""
GAMES: tuple[dict[int, Value], ...] = (
    {0: "Anna", 1: "normal", 2: "Anna + Bernd", 3: 180, 5: "keine 60", 9: 24, 10: "Anna"},
    {0: "Bernd", 1: "normal", 2: "Anna + Chris", 3: 121, 9: 18, 10: "Ελένη"},
    {0: "Chris", 1: "normal", 2: "Bernd + Ελένη", 3: 151, 9: 21, 10: "Bernd"},
    {0: "Ελένη", 1: "Trumpfsolo", 2: "Ελένη", 3: 130, 5: "Re", 9: 30, 10: "Ελένη"},
    {0: "Anna", 1: "geworfen"},
    {0: "Anna", 1: "Hochzeit", 2: "Chris + Ελένη", 3: 119, 9: 15, 10: "Anna"},
)
"""The rules' own examples: 5, times 2 for Re, lost by a call too high; 1; 2; a solo at 4; none; 2."""
WORTH: tuple[tuple[int, ...], ...] = (
    (-10, -10, 10, 10),
    (1, -1, 1, -1),
    (-2, 2, -2, 2),
    (-4, -4, -4, 12),
    (),
    (2, 2, -2, -2),
)
DDV_GAMES: tuple[dict[int, Value], ...] = (
    {0: "Anna", 1: "normal", 2: "Anna + Bernd", 3: 121},
    {0: "Bernd", 1: "normal", 2: "Anna + Chris", 3: 151},
    {0: "Chris", 1: "Fleischlos", 2: "Chris", 3: 130, 5: "Re"},
)
"""Won; won and no 90; won and 2 for Re in a solo."""
DDV_WORTH = ((1, 1, -1, -1), (2, -2, 2, -2), (-3, -3, 9, -3))

SKAT_GAMES: tuple[Mapping[int, Value], ...] = (
    {0: "Anna", 1: "Bernd", 2: "Grand", 3: 2, 5: "x", 10: 95, 11: 24, 12: "gewonnen"},
    {0: "Bernd", 1: "Chris", 2: "Null", 4: "x", 11: 23, 12: "verloren"},
    {0: "Chris", 1: "Anna", 2: "Herz", 3: 1, 10: 61, 11: 18, 12: "gewonnen"},
)
SKAT_WORTH = ((0, 96, 0), (0, 0, -70), (20, 0, 0))
"""2 + 1 + 1 times 24; null hand, twice 35; 1 + 1 times 10."""


def detail(
    games: Sequence[Mapping[int, Value]], worth: Sequence[Sequence[int]], first: int
) -> dict[tuple[int, int], Value]:
    """Facts by how far right of the dealer they stand, and the points from a column on."""
    facts = {(4 + at, 2 + col): value for at, game in enumerate(games) for col, value in game.items()}
    points = {(4 + at, first + col): value for at, game in enumerate(worth) for col, value in enumerate(game)}
    return {**facts, **points}


RECORDS: dict[str, Filled] = {
    "yatzy-card": Filled(("yatzy", "card"), 2, cards(CARD), (12, 3, 13)),
    "yatzy-card-doppel": Filled(
        ("yatzy", "card", "--preset", "doppel-yatzy"),
        2,
        cards(DOPPEL_CARD),
        (18, 2, 6),
    ),
    "yatzy-dice": Filled(
        ("yatzy", "dice"),
        2,
        rows_of(
            ("Anna", "6 6 4 3 6", "Seksere", 18),
            ("Bernd", "5 5 5 2 2", "Hus", 19),
            ("Anna", "1 2 3 4 5", "Liten straight", 15),
            ("Bernd", "6 6 6 6 1", "Yatzy", "x"),
        ),
        (6, 2, "1 2 3 4"),
    ),
    # The first turn is the example of the rules: a full house without the 4, a small straight without a 2.
    "yatzy-dice-doppel": Filled(
        ("yatzy", "dice", "--preset", "doppel-yatzy"),
        2,
        rows_of(
            ("Anna", "6-5 6-4 3-3 3-2 4-1 3-2", "Hus", 21, "Liten straight", 15),
            ("Bernd", "1-6 1-6 2-6 3-6 4-6 5-6", "Enere", 2, "Yatzy", 50),
            ("Anna", "5-1 5-1 5-2 5-3 2-4 1-6", "Fire like", 20, "Enere", 2),
        ),
        (5, 2, "1-6 1-6 2-6 3-6 4-6"),
    ),
    "yatzy-dice-maxi": Filled(
        ("yatzy", "dice", "--preset", "maxi-yatzy"),
        2,
        rows_of(
            ("Anna", "6 6 4 3 6 1", "Seksere", 18),
            ("Bernd", "1 2 3 4 5 6", "Full straight", 21),
            ("Anna", "5 5 5 2 2 2", "Slott", 21),
        ),
        (5, 2, "1 2 3 4 5 7"),
    ),
    "acey-deucey-points": Filled(
        ("acey-deucey", "points"),
        2,
        {(4 + at, col): (14 - at) * (1 if at % 2 == col % 2 else -1) for at in range(8) for col in (2, 3)},
        (7, 2, 10),
    ),
    "acey-deucey-points-4": Filled(
        ("acey-deucey", "points"),
        4,
        {
            (4 + at, 2 + col): sign * (at + 5)
            for at in range(8)
            for col, sign in ((at % 4, 1), ((at + 1) % 4, -1))
        },
        (7, 5, -9),
    ),
    "acey-deucey-totals": Filled(
        ("acey-deucey", "totals"),
        2,
        {
            (4 + at, col): total * (1 if col == 2 else -1)
            for at, total in enumerate((5, 2, 6, 5, 9, 3))
            for col in (2, 3)
        },
        (7, 3, -4),
    ),
    "acey-deucey-games": Filled(
        ("acey-deucey", "games"),
        2,
        {
            (4 + at, 2 + col): value
            for at in range(6)
            for col, value in enumerate(("Anna", "Bernd", at + 2) if at % 2 else ("Bernd", "Anna", at + 1))
        },
        (7, 3, "Anna"),
    ),
    "acey-deucey-transcript": Filled(
        ("acey-deucey", "transcript"),
        2,
        {
            (4 + at, 1 + col): value
            for at, turn in enumerate(TURNS)
            for col, value in enumerate((1, at + 1, *turn))
        },
        (5, 4, "7-3"),
    ),
    "chouette-log": Filled(
        ("chouette", "log"),
        3,
        {(4 + at, 1 + col): value for at, event in enumerate(LOG) for col, value in enumerate(event)},
        (7, 5, -2),
    ),
    "doppelkopf-detail": Filled(
        ("doppelkopf", "detail"),
        4,
        detail(GAMES, WORTH, 16),
        (6, 17, 5),
    ),
    "doppelkopf-detail-ddv": Filled(
        ("doppelkopf", "detail", "--preset", "ddv"),
        4,
        detail(DDV_GAMES, DDV_WORTH, 11),
        (5, 6, 100),
    ),
    "skat-detail": Filled(
        ("skat", "detail"),
        3,
        detail(SKAT_GAMES, SKAT_WORTH, 15),
        (6, 12, 130),
    ),
    "doppelkopf-rounds": Filled(
        ("doppelkopf", "rounds"),
        5,
        {
            (4 + at, 2 + col): value
            for at, row in enumerate(((12, -30, 8, 10, 0), (-7, 7, 3, -3, 0), (1, 1, 1, 1, -4)))
            for col, value in enumerate(row)
        },
        (5, 4, 4),
    ),
}
"""Other kinds of sheets, with what is typed into which cell, and which wrong value makes which row red."""
NAMES = ("Anna", "Bernd", "Chris", "Ελένη", "Øystein")
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
        names = ",".join(NAMES[:players])
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
    for name, filled in RECORDS.items():
        game, layout, *others = filled.made
        names = ",".join(NAMES[: filled.players])
        blank = home / f"{name}.xlsx"
        call = ("new", game, "--layout", layout, *others, "--players", names, "-o", blank, "--lang", "nb")
        done = run(*call)
        assert done.returncode == 0, done.stderr
        for kind in ("right", "wrong"):
            book = openpyxl.load_workbook(blank)
            for (row, column), value in filled.cells.items():
                book.worksheets[0].cell(row, column).value = value
            if kind == "wrong":
                row, column, value = filled.wrong
                book.worksheets[0].cell(row, column).value = value
            path = home / "typed" / f"{name}-{kind}.xlsx"
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
    (sheet,) = report["files"][0]["sheets"]
    assert (sheet["game"], sheet["layout"]) == RECORDS[name].made[:2]
    if "--preset" in RECORDS[name].made:
        assert sheet["preset"] == RECORDS[name].made[-1]


@pytest.mark.parametrize("name", RECORDS)
def test_of_cards_and_records_the_wrong_row_turns_red_as_well(folder: Path, name: str) -> None:
    done = run("validate", folder / "xlsx" / f"{name}-wrong.xlsx", "--format", "json")
    assert {finding["row"] for finding in json.loads(done.stdout)["findings"]} == {RECORDS[name].wrong[0]}
    assert done.returncode == 1
    assert red_rows(folder / "pdf" / f"{name}-right.pdf") == []
    assert len(red_rows(folder / "pdf" / f"{name}-wrong.pdf")) == 1


def test_every_layout_of_every_game_is_filled_in_here() -> None:
    filled = {case[:2] for case in CASES.values()} | {case.made[:2] for case in RECORDS.values()}
    games = [registry.load(game) for game in registry.GAMES]
    assert filled == {(ruleset.game, layout.name) for ruleset in games for layout in ruleset.layouts}


def test_a_folder_of_them_is_not_taken_for_our_own_output(folder: Path) -> None:
    done = run("validate", folder / "xlsx", "--format", "json")
    paths = {Path(file["path"]).name for file in json.loads(done.stdout)["files"]}
    assert {f"{name}-right.xlsx" for name in (*CASES, *RECORDS)} <= paths


@pytest.mark.parametrize("name", CASES)
def test_a_wrong_value_is_found_in_the_row_that_turns_red(folder: Path, name: str) -> None:
    done = run("validate", folder / "xlsx" / f"{name}-wrong.xlsx", "--format", "json")
    assert done.returncode == 1
    assert {finding["row"] for finding in json.loads(done.stdout)["findings"]} == {4 + WRONG}
    assert red_rows(folder / "pdf" / f"{name}-right.pdf") == []
    if name in PALE:
        assert red_rows(folder / "pdf" / f"{name}-wrong.pdf") == []
        return
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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "layout"), ALL)
def test_every_sheet_in_every_language_on_screen_and_paper(lang: Language, game: str, layout: str) -> None:
    on_screen_and_paper(lang, game, layout)
