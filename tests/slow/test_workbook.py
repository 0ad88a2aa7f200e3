"""The exported workbook, recalculated by LibreOffice, gives the same ranking."""

from __future__ import annotations

import io
import os
import random
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from scorecheck.model.outcome import Penalty, PlayerResult, Result, Standings
from scorecheck.reports.messages import Messages
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.xlsx import standings_xlsx
from scorecheck.tournament.event import Event
from scorecheck.tournament.ranking_methods import METHODS
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.season import Season, season_standings
from scorecheck.tournament.standings import standings

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


def office() -> str:
    if OFFICE is None:
        if os.environ.get("CI"):
            pytest.fail("LibreOffice is not installed, and CI must not go without this test")
        pytest.skip("LibreOffice is not installed")
    return OFFICE


def made(method: str, seed: int, **ranking: Any) -> Standings:
    chance = random.Random(seed)
    names = ["Anna", "Bernd", "=1+1", "Dora", "+Emil", "@Frieda", "Gerd", "-Heike", "Øystein", "王小明"]
    rounds: list[Round] = []
    for number in range(1, 5):
        there = chance.sample(names, 8)
        players = tuple(
            PlayerResult(
                name,
                chance.randint(-4, 4),
                chance.choice([3, 7, 21]),
                {"wins": chance.randint(0, 2), "minus": chance.randint(0, 2), "plus": chance.randint(0, 5)},
            )
            for name in there
        )
        # One player sits at both tables.
        tables = (players[:5], (*players[4:5], *players[5:]))
        results = [
            Result(f"=Tisch {at}.csv", None, table, 21, faulty=False, title=f"Tisch {at}")
            for at, table in enumerate(tables, 1)
        ]
        rounds.append(Round(f"=Runde {number}", tuple(results)))
    event = Event(
        "=HYPERLINK(1)",
        method=method,
        ties=("wins", "fewest-minus", "last-round"),
        best_rounds=3,
        penalties=(Penalty("Anna", -3, "=late"), Penalty("Bernd", 2, "x", "=Runde 1")),
        teams={"=A": ("Anna", "Bernd"), "B": ("Dora", "Gerd")},
        team_best=1,
        out={"Gerd": ("withdrawn", "")},
        **ranking,
    )
    return standings(rounds, event, "sum")


WAYS: dict[str, dict[str, Any]] = {
    **{method: {} for method in METHODS},
    "place at the table": {"places": "table"},
    "place at the table, with a list": {"places": "table", "place_points": (7, 4, 2)},
    "place in the round, with a list": {"place_points": (10, 7, 5, 3, 1)},
}


SEEDS = range(3)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all workbooks, as LibreOffice has recalculated and saved them, in one go."""
    folder = tmp_path_factory.mktemp("workbooks")
    written: list[Path] = []
    for way in WAYS:
        for seed in SEEDS:
            path = folder / f"{way}{seed}.xlsx"
            path.write_bytes(standings_xlsx(standings_of(way, seed), Messages("en")))
            written.append(path)
    profile = (folder / "profile").as_uri()
    call: list[str | Path] = [office(), f"-env:UserInstallation={profile}", "--headless"]
    call += ["--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", folder / "out", *written]
    subprocess.run(call, check=True, capture_output=True, timeout=240)
    return folder / "out"


def standings_of(way: str, seed: int) -> Standings:
    return made(way if way in METHODS else "place", seed, **WAYS[way])


@pytest.mark.parametrize("way", WAYS)
def test_recalculated(way: str, saved: Path) -> None:
    for seed in SEEDS:
        told = standings_of(way, seed)
        data = standings_xlsx(told, Messages("en"))
        # How many games of a round were won is a number: single games are not in the workbook.
        assert scores_are_formulas(data, of_rounds=way != "games-won")
        assert carries_mark(data)
        rows = recalculated(saved / f"{way}{seed}.xlsx")
        assert [
            (int(row[0]), row[1], Fraction(row[2]).limit_denominator(10**6), int(row[3])) for row in rows
        ] == [(line.rank, line.player, line.score, line.games) for line in told.lines]


def recalculated(path: Path) -> list[tuple[float, str, float, float]]:
    from openpyxl import load_workbook

    sheet = load_workbook(path, data_only=True).worksheets[0]
    found = []
    for row in sheet.iter_rows(min_row=6, max_col=4, values_only=True):
        if row[1] is None:
            break
        found.append(row)
    return found


def scores_are_formulas(data: bytes, *, of_rounds: bool = True) -> bool:
    """Whether every score and rank is computed in the workbook, from its first round to its end; without
    ``of_rounds`` those of the end alone."""
    from openpyxl import load_workbook

    sheet = load_workbook(io.BytesIO(data)).worksheets[0]
    headings = [cell.value for cell in sheet[5]]
    scores = [
        at
        for at, heading in enumerate(headings)
        if heading == "Score" or (of_rounds and ": score" in str(heading))
    ]
    rows = [
        row for row in sheet.iter_rows(min_row=6, values_only=True) if row[0] != "–" and row[2] is not None
    ]
    assert len(rows) > 5
    return all(row[at] is None or str(row[at]).startswith("=") for row in rows for at in (0, *scores))


def test_of_a_season_the_events_are_numbers_and_it_says_so(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    season = Season("Jahr", (), "points", (5, 3, 1))
    told = season_standings(season, [("1. Abend", made("sum", 1)), ("2. Abend", made("place", 2))])
    path = tmp_path / "season.xlsx"
    path.write_bytes(standings_xlsx(told, Messages("en")))
    sheet = load_workbook(path).worksheets[0]
    texts = [row[0] for row in sheet.iter_rows(values_only=True)]
    assert Messages("en").label("workbook.of_season") in texts
