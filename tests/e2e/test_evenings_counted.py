"""The standings of a list of evenings count evenings, in every format that says what is counted."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support import run

GRID = """\
Name,6 Mar,13 Mar,20 Mar,27 Mar,Total
Anna,12,-4,,7,15
Bernd,-6,,5,-9,-10
Chris,-10,6,3,,-1
Dora,4,-2,-8,2,-4
"""
LONG_LIST = """\
Evening,Name,Score
1,Anna,12
1,Bernd,-6
1,Chris,-10
1,Dora,4
2,Anna,-4
2,Chris,6
2,Dora,-2
3,Bernd,5
3,Chris,3
3,Dora,-8
4,Anna,7
4,Bernd,-9
4,Dora,2
"""


@pytest.fixture(params=[GRID, LONG_LIST], ids=["grid", "long list"])
def sheet(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    path = tmp_path / "season.csv"
    path.write_text(request.param, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("lang", "heading", "basis"),
    [
        ("en", "Evenings", "+15 in 3"),
        ("de", "Abende", "+15 an 3 Abenden"),
        ("nb", "Kvelder", "+15 på 3"),
    ],
)
def test_text_says_evenings(sheet: str, lang: str, heading: str, basis: str) -> None:
    header, *lines = run("rank", sheet, "--lang", lang).stdout.splitlines()[2:7]
    assert heading in header.split()
    assert basis in lines[0]


@pytest.mark.parametrize("format_", ["md", "html"])
def test_pages_say_evenings(sheet: str, format_: str) -> None:
    said = run("rank", sheet, "--format", format_, "--lang", "en").stdout
    assert "Evenings" in said
    assert "3 evenings" in said or format_ == "md"
    assert "Games" not in said


def test_a_chart_counts_evenings(tmp_path: Path) -> None:
    (tmp_path / "season.csv").write_text(GRID, encoding="utf-8")
    run("report", "season.csv", "-o", "out", "--lang", "de", cwd=tmp_path)
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert ">Abende</text>" in page
    assert not re.search(r"\bSpielen?\b", page)


def test_numbered_rounds_are_rounds(tmp_path: Path) -> None:
    heading, *lines = GRID.splitlines()
    heading = "Name,R1,R2,R3,R4,Total"
    (tmp_path / "list.csv").write_text("\n".join((heading, *lines)), encoding="utf-8")
    said = run("rank", tmp_path / "list.csv", "--lang", "de").stdout
    assert "Runden" in said.splitlines()[2]
    assert "+15 in 3 Runden" in said


def test_games_stay_games(tmp_path: Path) -> None:
    """Also where some of the sheets are of evenings: then nothing is counted that has one name."""
    games = "Anna,Bernd,Chris,Dora\n" + "1,1,-1,-1\n3,-1,-1,-1\n-2,2,2,-2\n" * 4
    (tmp_path / "table.csv").write_text(games, encoding="utf-8")
    (tmp_path / "season.csv").write_text(GRID, encoding="utf-8")
    assert "Games" in run("rank", str(tmp_path)).stdout


def test_where_nobody_loses_it_is_said_that_the_lowest_may_win(tmp_path: Path) -> None:
    """Strokes of golf look like points: ranked by the most, they stand upside down."""
    said = "no sheet says whether the lowest wins"
    strokes = "Player,R1,R2,Total\nAnn,72,73,145\nBen,74,72,146\nCid,80,79,159\nDan,85,83,168\n"
    (tmp_path / "strokes.csv").write_text(strokes, encoding="utf-8")
    assert said in run("rank", "strokes.csv", cwd=tmp_path).stdout
    (tmp_path / "grid.csv").write_text(GRID, encoding="utf-8")
    assert said not in run("rank", "grid.csv", cwd=tmp_path).stdout
