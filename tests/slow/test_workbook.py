"""The exported workbook, recalculated by LibreOffice, gives the same ranking."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from scorecheck.model.outcome import Penalty, PlayerResult, Result, Standings
from scorecheck.reports.messages import Messages
from scorecheck.reports.outputs import carries_mark
from scorecheck.reports.xlsx import standings_xlsx
from scorecheck.tournament.event import Event
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.standings import standings

OFFICE = shutil.which("soffice") or shutil.which("libreoffice")


def office() -> str:
    if OFFICE is None:
        if os.environ.get("CI"):
            pytest.fail("LibreOffice is not installed, and CI must not go without this test")
        pytest.skip("LibreOffice is not installed")
    return OFFICE


def made(method: str, seed: int) -> Standings:
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
        rounds.append(Round(f"=Runde {number}", (Result("a.csv", None, players, 21, faulty=False),)))
    event = Event(
        "=HYPERLINK(1)",
        method=method,
        ties=("wins", "fewest-minus", "last-round"),
        best_rounds=3,
        penalties=(Penalty("Anna", -3, "=late"), Penalty("Bernd", 2, "x", "=Runde 1")),
        teams={"=A": ("Anna", "Bernd"), "B": ("Dora", "Gerd")},
        team_best=1,
        out={"Gerd": ("withdrawn", "")},
    )
    return standings(rounds, event, "sum")


@pytest.mark.parametrize("method", ["normalized", "sum", "mean", "mean-round", "place", "plus-only"])
def test_recalculated(method: str, tmp_path: Path) -> None:
    for seed in range(3):
        told = made(method, seed)
        data = standings_xlsx(told, Messages("en"))
        assert carries_mark(data)
        source = tmp_path / f"{method}{seed}.xlsx"
        source.write_bytes(data)
        out = tmp_path / "out"
        profile = (tmp_path / "profile").as_uri()
        subprocess.run(
            [
                office(),
                f"-env:UserInstallation={profile}",
                "--headless",
                "--convert-to",
                "xlsx:Calc MS Excel 2007 XML",
                "--outdir",
                str(out),
                str(source),
            ],
            check=True,
            capture_output=True,
            timeout=120,
        )
        rows = recalculated(out / source.name)
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
