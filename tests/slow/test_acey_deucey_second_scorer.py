"""3,000 random games of acey-deucey against a second scorer, made of one sentence: the loser pays a point for
each checker on the board, on the bar or still to be entered; nothing doubles it.
"""

from __future__ import annotations

import random

import pytest

from support import checked

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

GAMES, ROWS = 3000, 50
CHECKERS = 15


def left(board: int, bar: int, waiting: int) -> int:
    """What the loser pays."""
    return board + bar + waiting


def position(chance: random.Random) -> tuple[int, int, int]:
    """Where the loser's checkers are that are not borne off; at least one is left."""
    counts = [0, 0, 0]
    for _ in range(chance.randint(1, CHECKERS)):
        counts[chance.choice([0, 0, 0, 1, 2])] += 1
    return counts[0], counts[1], counts[2]


def planted(chance: random.Random, row: dict[str, str], points: int) -> bool:
    """Puts one error in a row, or none."""
    way = chance.choice(["", "", "points", "cube", "gammon", "checkers", "winner"])
    if way == "points":
        row["Points"] = str(points + chance.choice([-1, 1]))
    elif way == "cube":
        row["Cube"] = chance.choice(["2", "4"])
    elif way == "gammon":
        row["Points"] = str(points * chance.choice([2, 3]))
    elif way == "checkers":
        row["Borne off"] = str(CHECKERS - points + chance.choice([-1, 1]))
    elif way == "winner":
        row["Winner"] = row["Loser"]
    return bool(way)


@pytest.mark.parametrize("preset", ["american"])
def test_games_with_their_position(preset: str) -> None:
    chance = random.Random(22)
    heading = ["Game", "Winner", "Loser", "Points", "On board", "On bar", "To enter", "Borne off", "Cube"]
    for _ in range(GAMES // ROWS):
        lines, wrong = [",".join(heading)], set[int]()
        for game in range(1, ROWS + 1):
            where = position(chance)
            points = left(*where)
            winner, loser = chance.sample(["Anna", "Bea"], 2)
            cells = [str(game), winner, loser, *map(str, (points, *where, CHECKERS - points)), "1"]
            row = dict(zip(heading, cells, strict=True))
            if planted(chance, row, points):
                wrong.add(game + 1)
            lines.append(",".join(row.values()))
        file = checked("\n".join(lines), preset=preset, game="acey-deucey")
        told = {f.cell.row for f in file.findings if f.cell}
        assert told == wrong, (lines, file.findings)


def test_points_of_two_players() -> None:
    chance = random.Random(23)
    for _ in range(GAMES // ROWS):
        lines, wrong = ["Game,Anna,Bea"], set[int]()
        for game in range(1, ROWS + 1):
            points = left(*position(chance))
            pair = [points, -points]
            chance.shuffle(pair)
            if chance.random() < 0.05:
                wrong.add(game + 1)
                at = chance.randrange(2)
                change = chance.choice(["sign", "more", "much"])
                if change == "sign":
                    pair[at] = -pair[at]
                elif change == "more":
                    pair[at] += 1 if pair[at] > 0 else -1
                else:
                    pair = [16, -16]
            lines.append(f"{game},{pair[0]},{pair[1]}")
        file = checked("\n".join(lines), game="acey-deucey", layout="points")
        assert {f.cell.row for f in file.findings if f.cell} == wrong, (lines, file.findings)
