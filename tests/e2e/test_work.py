"""How much work a sheet is, in calls of functions: no step may grow faster than the sheet does.

The bounds have half as much again as was counted when they were set; seconds are measured by
``python -m benchmarks.speed``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import chain, islice
from random import Random

import pytest

from benchmarks.speed.workload import chouette, five_players, four_players, write_csv, write_xlsx
from support import ROOT

pytestmark = pytest.mark.slow
LONG = (200, 400, 800)
SEATS = (8, 16, 32)
SAME = (6_000, 9_000)


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """The calls that each sheet takes, counted in a process of its own, where nothing is remembered."""
    folder = tmp_path_factory.mktemp("work")
    small = list(four_players(24, Random(1)))
    game, first, *others = small[7]
    sheets = {
        "small.csv": small,
        "wrong.csv": [*small[:7], (game, int(first) + 1, *others), *small[8:]],
    }
    # What a process works out once, such as what a game can be worth, is no work of the sheets after it.
    sheets["before.csv"] = list(five_players(LONG[-1], Random(6)))
    for games in LONG:
        sheets[f"points-{games}.csv"] = list(five_players(games, Random(2)))
        sheets[f"totals-{games}.csv"] = list(chouette(4, games, Random(3)))
    for players in SEATS:
        sheets[f"players-{players}.csv"] = list(chouette(players, 60, Random(4)))
    block = list(five_players(20, Random(5)))
    for games in SAME:
        rows = islice(chain.from_iterable(block[1:] for _ in range(games)), games)
        sheets[f"same-{games}.csv"] = [block[0], *((at, *row[1:]) for at, row in enumerate(rows, 1))]
    for name, lines in sheets.items():
        write_csv(folder / name, lines)
    numbers = Random(7)
    # A table of somebody else's: every game and each of its columns is asked about.
    rows = [(at, *(numbers.randint(3, 40) for _ in range(5))) for at in range(1, 25)]
    sheets["foreign.csv"] = [("Day", "North", "South", "East", "West", "Centre"), *rows]
    write_csv(folder / "foreign.csv", sheets["foreign.csv"])
    # A long list of another game, under the name of one of ours: which columns are members' is not tried out.
    holes = [
        (2012, 1 + at // 108, 1 + at // 6 % 18, "ABCDEF"[at % 6], *(numbers.randint(2, 9) for _ in range(5)))
        for at in range(432)
    ]
    headings = ("Year", "Round", "Hole", "Player", "Par", "Index", "Gross", "Net", "Strokes")
    sheets["holes.csv"] = [("Yatzy 2012", *("" for _ in range(8))), headings, *holes]
    write_csv(folder / "holes.csv", sheets["holes.csv"])
    write_xlsx(folder / "small.xlsx", small)
    script = ROOT / "tests" / "tools" / "count_calls.py"
    names = ["small.csv", "small.xlsx", *(name for name in sheets if name != "small.csv")]
    done = subprocess.run(
        [sys.executable, str(script), *(str(folder / name) for name in names)],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env=os.environ | {"PYTHONHASHSEED": "0"},
    )
    counted: dict[str, int] = json.loads(done.stdout)
    return counted


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("small.csv", 12_000),
        ("small.xlsx", 20_000),
        ("wrong.csv", 58_000),
        ("foreign.csv", 400_000),
        ("holes.csv", 6_000_000),
    ],
)
def test_a_sheet_of_24_games(calls: dict[str, int], name: str, most: int) -> None:
    assert calls[name] <= most


@pytest.mark.parametrize("kind", ["points", "totals"])
def test_twice_as_many_games_are_twice_as_much_work_at_most(calls: dict[str, int], kind: str) -> None:
    short, middle, long = (calls[f"{kind}-{games}.csv"] for games in LONG)
    assert long - middle <= 2.2 * (middle - short)


@pytest.mark.parametrize(("kind", "most"), [("points", 600), ("totals", 450)])
def test_a_game_more(calls: dict[str, int], kind: str, most: int) -> None:
    _, middle, long = (calls[f"{kind}-{games}.csv"] for games in LONG)
    assert (long - middle) / (LONG[2] - LONG[1]) <= most


def test_twice_as_many_players_are_twice_as_much_work_at_most(calls: dict[str, int]) -> None:
    few, more, many = (calls[f"players-{players}.csv"] - calls["small.csv"] for players in SEATS)
    # Who plays in the games of each sheet was drawn: what must not come is four times as much.
    assert more <= 2.5 * few
    assert many <= 2.5 * more


def test_a_row_like_one_before_costs_next_to_nothing(calls: dict[str, int]) -> None:
    short, long = (calls[f"same-{games}.csv"] for games in SAME)
    assert (long - short) / (SAME[1] - SAME[0]) <= 5
