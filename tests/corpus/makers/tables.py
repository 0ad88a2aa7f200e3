"""The games that the sheets of the corpus hold, right and with one slip each."""

from __future__ import annotations

from itertools import accumulate

Row = list[object]

ANNA = ["Anna", "Bernd", "Chris", "Dora"]
EMIL = ["Emil", "Frida", "Georg", "Hanna"]
EIGHT = [
    [2, 2, -2, -2],
    [-1, 1, 1, -1],
    [3, -1, -1, -1],
    [-2, -2, 2, 2],
    [4, -4, 4, -4],
    [-6, 2, 2, 2],
    [1, -1, -1, 1],
    [5, 5, -5, -5],
]
"""Eight games. Together: +6 +2 0 −8."""
EIGHT_WRONG = [*EIGHT[:4], [4, -4, 4, 4], *EIGHT[5:]]
"""In game 5 Dora's 4 has lost its minus: the row adds up to +8."""
SIX = [
    [-3, 3, 3, -3],
    [1, 1, -1, -1],
    [-2, 2, -2, 2],
    [4, -4, -4, 4],
    [-2, -2, 6, -2],
    [1, -1, 1, -1],
]
"""Six other games. Together: −1 −1 +3 −1."""
SIX_WRONG = [SIX[0], [1, 1, -1, 1], *SIX[2:]]
"""In game 2 Hanna's 1 has lost its minus: the row adds up to +2."""
CHOUETTE: list[Row] = [
    ["Peter", "Gabi", "Hansi", "Maria", "Kontrolle"],
    [-12, 9, -25, 28, "37/37"],
    [-14, 13, "/", 26, "/"],
    [-16, "/", -21, 24, "/"],
    [-8, 21, -45, 32, "53/53"],
]
"""The example of the MCC extra rule."""


def table(games: list[list[int]], names: list[str], first: int = 1, number: str = "Spiel") -> list[Row]:
    """Headings, and a row a game with its number."""
    return [[number, *names], *([at, *row] for at, row in enumerate(games, first))]


def sums(games: list[list[int]]) -> list[int]:
    """What the columns add up to."""
    return [sum(column) for column in zip(*games, strict=True)]


def running(games: list[list[int]], start: list[int] | None = None) -> list[list[int]]:
    """Where everybody stands after each game."""
    first = start or [0] * len(games[0])
    return list(
        accumulate(games, lambda old, new: [a + b for a, b in zip(old, new, strict=True)], initial=first)
    )[1:]


def turned(rows: list[Row]) -> list[Row]:
    """Rows made columns."""
    width = max(map(len, rows))
    return [[row[at] if at < len(row) else None for row in rows] for at in range(width)]
