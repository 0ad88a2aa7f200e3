"""Struck rounds and events: marked wherever they are shown, and what is left adds up to the score."""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest

from scorecheck.reports.messages import Messages
from support import ROOT, run

SEASON = "samples/events/season"
# Two of three evenings count: the third, worth 2.50 to Dora and 1 to Anna, is struck from theirs.


def test_the_table_of_a_season_shows_what_adds_up() -> None:
    lines = run("rank", SEASON).stdout.splitlines()
    dora = next(line for line in lines if "Dora" in line)
    assert dora.split("  ")[-1].strip() == "[2.50 (−16.67 in 12)]"
    assert "5.50" in dora
    assert "2.50 (+75 in 12)" in dora
    assert "3 (+16.67 in 12)" in dora
    assert "In brackets: does not count." in lines


def test_what_is_counted_adds_up_in_the_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(run("rank", SEASON, "--format", "csv").stdout)))
    evenings = [key.removesuffix(" counted") for key in rows[0] if key.endswith(" counted")]
    assert evenings == ["Abend 1", "Abend 2", "Abend 3"]
    for row in rows:
        counted = [Fraction(row[f"{name} score"]) for name in evenings if row[f"{name} counted"] == "yes"]
        assert sum(counted) == Fraction(row["score"])
    assert [row["player"] for row in rows if "no" in row.values()] == ["Dora", "Anna"]


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not on this computer")
def test_prints_and_pages_mark_it(tmp_path: Path) -> None:
    done = run("report", str(ROOT / SEASON), "-o", "out", "--print", "players", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for name in ("standings.pdf", "players.pdf"):
        said = subprocess.run(
            ["pdftotext", "-layout", tmp_path / "out" / name, "-"],
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        assert said.count("left out") == 2, name
    assert (tmp_path / "out" / "index.html").read_text(encoding="utf-8").count("left out") == 2


def test_the_chart_of_rounds_has_the_numbers_of_the_table(tmp_path: Path) -> None:
    """A penalty of no round belongs to the score: the bars are the scores of the rounds all the same."""
    games = ("3,-1,-1,-1", "2,2,-2,-2", "-1,1,1,-1", "2,-2,2,-2", "1,-1,-1,1")
    (tmp_path / "event.toml").write_text(
        '[event]\nname = "x"\ngame = "doppelkopf"\npreset = "tcg"\n'
        '[[penalties]]\nplayer = "Anna"\npoints = -50\nreason = "late"\n',
        encoding="utf-8",
    )
    for number, rows in enumerate((games, games[::-1]), 1):
        lines = (f"{at},{row}" for at, row in enumerate(rows, 1))
        sheet = "\n".join(("Game,Anna,Bernd,Chris,Dora", *lines))
        (tmp_path / f"Runde {number}.csv").write_text(sheet, encoding="utf-8")
    assert run("report", ".", "-o", "out", cwd=tmp_path).returncode == 0
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    # Anna's 7 points in 5 games, times 100, are 140 a round; 230 with the penalty.
    chart = page[page.index('id="chart-2"') :]
    assert Messages("en").label("chart.rounds_points") not in chart
    assert "230" in chart[: chart.index("</svg>")]


@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler is not on this computer")
def test_what_is_provisional_says_so_in_every_print_of_standings(tmp_path: Path) -> None:
    prints = [part for what in ("report", "players", "certificates") for part in ("--print", what)]
    faulty = str(ROOT / "samples" / "events" / "tcg-faulty")
    assert run("report", faulty, "-o", "out", "--provisional", *prints, cwd=tmp_path).returncode == 1
    pages = {"standings": 1, "report": 1, "players": 8, "certificates": 3}
    for name, least in pages.items():
        said = subprocess.run(
            ["pdftotext", tmp_path / "out" / f"{name}.pdf", "-"],
            capture_output=True,
            check=True,
            encoding="utf-8",
        ).stdout
        assert said.count("Provisional") >= least, name
