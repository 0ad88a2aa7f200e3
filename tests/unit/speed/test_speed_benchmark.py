"""The measure of the speed: what it makes, that it sees a command fail, and where its figures go."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

from benchmarks.speed import growth, tables
from benchmarks.speed.jobs import Job
from benchmarks.speed.measure import Command, Failed, Run, interleaved, own_peak, run
from benchmarks.speed.workload import chouette, five_players, four_players
from support import ROOT

PARTS = ("table", "growth", "profile", "cluster")


def test_the_games_add_up() -> None:
    for lines in (four_players(50, Random(1)), five_players(50, Random(1)), chouette(7, 50, Random(1))):
        _, *games = lines
        assert [game[0] for game in games] == list(range(1, 51))
        assert all(sum(int(cell) for cell in game[1:] if cell != "") == 0 for game in games)


def test_the_same_seed_makes_the_same_games() -> None:
    assert list(five_players(50, Random("a"))) == list(five_players(50, Random("a")))
    assert list(five_players(50, Random("a"))) != list(five_players(50, Random("b")))


def python(code: str, says: str, status: int = 0) -> Command:
    return Command("python", (sys.executable, "-c", code), says, status)


def test_a_command_is_measured(tmp_path: Path) -> None:
    took = run(python("print('x' * 20_000, 'done')", "^x+.* done$"), tmp_path)
    assert 0 < took.cpu < 30
    assert took.wall > 0
    # This process is a floor under what is measured, and the tests before may have made it large.
    assert 1 < took.peak < max(500, own_peak() + 50)


@pytest.mark.parametrize(
    ("code", "status"),
    [("print('done'); raise SystemExit(1)", 0), ("print('nothing')", 0), ("print('done')", 1)],
)
def test_a_command_that_did_something_else_is_not_measured(tmp_path: Path, code: str, status: int) -> None:
    with pytest.raises(Failed):
        run(python(code, "done", status), tmp_path)


def test_a_slow_command_takes_fewer_turns(tmp_path: Path) -> None:
    note = "open('turns', 'a').write('{}'); print('done')"
    often, once = python(note.format("o"), "done"), python(note.format("-"), "done")._replace(times=1)
    interleaved((often, once), tmp_path, 3)
    assert (tmp_path / "turns").read_text() == "o-oo"


def test_the_table() -> None:
    ours, other = Command("scorecheck", (), "", ours=True), Command("other", (), "", times=1, remark="sums")
    job = Job("csv", "a sheet", 0.1, 3, (ours, other), memory=20)
    assert tables.of_job(job, (Run(0.2, 0.15, 20), Run(240, 12.345, 300))).splitlines() == [
        "| a sheet | **scorecheck** | 0.200 | 0.150 | 20 |  | 0.1 s: **missed**, 20 MB |",
        "|  | other (sums; measured once) | 240 | 12.35 | 300 | 1200 |  |",
    ]


def test_the_curve_is_a_picture() -> None:
    runs = [Run(wall, wall, 20) for wall in (0.1, 0.2, 1.5)]
    root = ElementTree.fromstring(growth.drawn("Rows", "rows", (1_000, 10_000, 100_000), runs))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"1,000", "10,000", "100,000", "0.100", "0.200", "1.50"} <= set(texts)
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    for line in root.iter("{http://www.w3.org/2000/svg}polyline"):
        for point in line.get("points", "").split():
            x, y = map(float, point.split(","))
            assert 0 <= x <= width
            assert 0 <= y <= height


def test_each_part_has_a_place_on_the_page(tmp_path: Path) -> None:
    page = tmp_path / "README.md"
    page.write_text((ROOT / "benchmarks" / "README.md").read_text(encoding="utf-8"), encoding="utf-8")
    for part in PARTS:
        tables.put(page, part, f"the {part} of today")
    text = page.read_text(encoding="utf-8")
    assert all(text.count(f"the {part} of today\n<!-- end of {part} -->") == 1 for part in PARTS)
    with pytest.raises(ValueError, match="no place for weather"):
        tables.put(page, "weather", "")
