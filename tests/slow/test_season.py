"""A season as an organiser lives it, from the first evening to the prints: what is said at each step.

The points are added up by hand, in ``season.workbooks`` a table and here all together.
"""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from season import workbooks
from slow.test_workbook import office
from support import Done, run

AFTER = {
    "Erika": (1, 9),  # 1 + 5 + 3
    "Gisela": (1, 9),  # 3 + 1 + 5
    "Christa": (3, 3),  # 1 + 1 + 1
    "Jens": (3, 3),
    "Anke": (5, -1),  # 5 − 7 + 1
    "Bernd": (6, -3),  # 1 + 1 − 5
    "Holger": (7, -4),  # −5 + 1
    "Dieter": (8, -5),  # −7 + 1 + 1
    "Frank": (9, -11),  # 1 − 5 − 7
}
"""Rank and score when all is mended."""


def standings(season: Path) -> tuple[dict[str, tuple[int, int]], bool]:
    """Rank and score of each player, and whether they are provisional."""
    ranking = json.loads(run("rank", season, "--format", "json", cwd=season.parent).stdout)
    lines = {line["player"]: (line["rank"], int(line["score"])) for line in ranking["standings"]}
    return lines, ranking["provisional"]


def said(done: Done, *parts: str) -> None:
    for part in parts:
        assert part in done.stdout + done.stderr, (part, done.stdout, done.stderr)


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("club") / "Saison 2026"
    workbooks.make(folder, office())
    return folder


def test_a_season(season: Path) -> None:
    before = {path: path.read_bytes() for path in season.rglob("*.xlsx")}

    # init writes the season and its evenings, and does not list the misspelt name as a player.
    done = run("init", season, "--lang", "de", cwd=season.parent)
    assert done.returncode == 0
    said(done, "Christta")
    events = sorted(path.relative_to(season).as_posix() for path in season.rglob("*.toml"))
    assert events == [*(f"{day}/event.toml" for day in workbooks.EVENINGS), "season.toml"]
    third = tomllib.loads((season / "2026-03-19" / "event.toml").read_text(encoding="utf-8"))
    assert "Christta" not in third["players"]
    assert third["rounds"][0]["name"] == "Runde 1"

    # rank: the verdict first; what is wrong with its sheet; the copy counts once.
    done = run("rank", season, "--lang", "de", cwd=season.parent)
    assert done.returncode == 1
    assert re.search(r"^3 Fehler auf 3 von 7 Spielzetteln", done.stderr, re.MULTILINE)
    said(
        done,
        f"{workbooks.FAULTY}:Abend!B10",
        f"{workbooks.COPY}:Abend!B4",
        "Christta",
        "Vorläufig. Diese Rangliste kann sich noch ändern",
    )
    found, provisional = standings(season)
    assert provisional
    assert found["Erika"] == (1, 19)
    assert "Christta" in found

    # The digit too many is the likeliest repair; the sheets themselves stay as they were.
    done = run("fix", season / "2026-02-19" / "event.toml", "--yes", "--lang", "de", cwd=season.parent)
    said(done, "B10", "13", "3")
    corrections = (season / "2026-02-19" / "corrections.csv").read_text(encoding="utf-8")
    assert "B10" in corrections
    assert {path: path.read_bytes() for path in season.rglob("*.xlsx")} == before

    # The organiser deletes the copy, and says whose name it is.
    (season / workbooks.COPY).unlink()
    event = season / "2026-03-19" / "event.toml"
    text = event.read_text(encoding="utf-8")
    assert '"Christa" = []' in text
    event.write_text(text.replace('"Christa" = []', '"Christa" = ["Christta"]'), encoding="utf-8")
    done = run("rank", season, "--lang", "de", cwd=season.parent)
    assert done.returncode == 0, done.stderr
    said(done, "Alle 6 Spielzettel stimmen")
    assert standings(season) == (AFTER, False)

    # The page and the prints.
    done = run("process", season, "-o", season.parent / "Bericht", "--lang", "de", cwd=season.parent)
    assert done.returncode == 0, done.stderr
    page = (season.parent / "Bericht" / "index.html").read_text(encoding="utf-8")
    assert "Alle 6 Spielzettel stimmen" in page
    printed = season.parent / "Druck"
    kinds = [word for kind in ("report", "players", "certificates", "sheets") for word in ("--print", kind)]
    done = run("report", season, "-o", printed, *kinds, "--lang", "de", cwd=season.parent)
    assert done.returncode == 0, done.stderr
    pdfs = sorted(path.name for path in printed.glob("*.pdf"))
    assert {"certificates.pdf", "players.pdf", "sheets.pdf", "standings.pdf"} <= set(pdfs)
    for name, pages in (("sheets.pdf", 6), ("players.pdf", 9)):
        told = subprocess.run(["pdfinfo", printed / name], capture_output=True, encoding="utf-8", check=True)
        assert re.search(rf"^Pages: +{pages}$", told.stdout, re.MULTILINE), (name, told.stdout)
    words = subprocess.run(
        ["pdftotext", printed / "standings.pdf", "-"], capture_output=True, encoding="utf-8", check=True
    )
    assert all(player in words.stdout for player in AFTER)
    assert "Christta" not in words.stdout
