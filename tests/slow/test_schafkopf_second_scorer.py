"""3,000 random games of Schafkopf, valued a second time from what was played, under tariffs drawn at random:
right sheets are clean, and a value that no game has, a sign or a party that is wrong is found in its row."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

import pytest

import scorecheck

if TYPE_CHECKING:
    from pathlib import Path

NAMES = ("Anna", "Bernd", "Chris", "Doris", "Emil")
# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

GAMES = 3000
CALL, SOLO, SCHNEIDER, BLACK, RUNNER = (
    (10, 20, 50),
    (50, 20, 100),
    (10, 20, 50),
    (20, 40, 100),
    (10, 20, 50, 0),
)
"""What an event may choose: all are tens."""


class Tariff(NamedTuple):
    """What an event pays. Options of these names choose it."""

    call: int
    solo: int
    schneider: int
    black: int
    runner: int


def a_tariff(chance: random.Random) -> Tariff:
    return Tariff(*map(chance.choice, (CALL, SOLO, SCHNEIDER, BLACK, RUNNER)))


class Game(NamedTuple):
    """What was played. Card points of the player's party tell who won, and Schneider."""

    kind: str
    points: int
    black: bool
    runners: int
    doubled: int
    tout: bool


def drawn(chance: random.Random) -> Game:
    kind = chance.choice(("call", "call", "call", "suit solo", "wenz", "ramsch"))
    points = chance.randint(0, 120)
    black = points in (0, 120) or (not 30 < points < 90 and chance.random() < 0.1)
    most, least = (4, 2) if kind == "wenz" else (8, 3)
    runners = chance.choice((0, 0, 0, chance.randint(least, most)))
    tout = kind in ("suit solo", "wenz") and chance.random() < 0.05
    return Game(kind, points, black, runners, chance.choice((0, 0, 0, 1, 1, 2)), tout)


def worth(game: Game, tariff: Tariff) -> int:
    """What one player pays one other."""
    if game.kind == "ramsch":
        value = tariff.call
    else:
        value = tariff.call if game.kind == "call" else tariff.solo
        for _ in range(game.runners):
            value += tariff.runner
        if not game.tout:
            if game.black:
                value += tariff.black
            elif not 30 < game.points < 90:
                value += tariff.schneider
    for _ in range(game.doubled + game.tout):
        value += value
    return value


def paid(game: Game, tariff: Tariff, chance: random.Random) -> list[int]:
    """What the four who play get."""
    won = game.points > 60 and game.kind != "ramsch"
    value = worth(game, tariff) if won else -worth(game, tariff)
    player = chance.randrange(4)
    if game.kind == "call":
        partner = chance.choice([seat for seat in range(4) if seat != player])
        return [value if seat in (player, partner) else -value for seat in range(4)]
    return [value * 3 if seat == player else -value for seat in range(4)]


def sheet(rows: list[list[int | str]], seats: int, *, running: bool) -> str:
    lines = [",".join(("Spiel", *NAMES[:seats]))]
    so_far = [0] * seats
    for number, row in enumerate(rows, 1):
        for seat, cell in enumerate(row):
            so_far[seat] += cell if isinstance(cell, int) else 0
        lines.append(",".join(map(str, (number, *(so_far if running else row)))))
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("running", [False, True])
@pytest.mark.parametrize("seats", [4, 5])
def test_a_second_scorer_comes_to_the_same(tmp_path: Path, seats: int, *, running: bool) -> None:
    chance = random.Random(f"{seats} {running}")
    path = tmp_path / "evening.csv"

    def found(rows: list[list[int | str]], tariff: Tariff) -> list[tuple[str, int]]:
        path.write_text(sheet(rows, seats, running=running), encoding="utf-8")
        layout = "totals" if running else "points"
        report = scorecheck.validate(
            path, settings=None, game="schafkopf", layout=layout, options=tariff._asdict()
        )
        return [(one.rule, one.cell.row) for one in report.findings if one.cell is not None]

    for _ in range(GAMES // 25):
        rows: list[list[int | str]] = []
        tariff = a_tariff(chance)
        for _ in range(25):
            row: list[int | str] = list(paid(drawn(chance), tariff, chance))
            if seats == 5:
                row.insert(chance.randrange(5), "")
            rows.append(row)
        assert found(rows, tariff) == []
        at = chance.randrange(25)
        right = rows[at]
        # Five more for each: no sum of tens, doubled or not, gives that.
        rows[at] = [one if one == "" else int(one) + (5 if int(one) > 0 else -5) for one in right]
        three = max(abs(int(one)) for one in right if one != "") == 3 * min(
            abs(int(one)) for one in right if one != ""
        )
        if not three:
            assert found(rows, tariff) == [("schafkopf/value", at + 2)]
        seat = chance.choice([seat for seat, one in enumerate(right) if one != ""])
        rows[at] = [-int(one) if index == seat else one for index, one in enumerate(right)]
        assert found(rows, tariff)[0] == ("schafkopf/sum", at + 2)
