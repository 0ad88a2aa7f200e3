"""Makes the samples of acey-deucey anew: ``python tests/tools/make_acey_deucey_samples.py``.

The games are played at random by the engine. Each faulty sample says in ``FAULTS`` what is wrong with it.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from make_samples import SAMPLES, Row, save, write_csv

from acey_games import Played, play
from scorecheck.games.acey_deucey.board import BAR, FAR, OFF, WAITING

FOLDER = SAMPLES / "acey-deucey"
PLAYERS = ("Anna", "Bernd")
RESULTS: Row = ["Game", "Winner", "Loser", "Points", "On board", "On bar", "To enter", "Borne off"]
TURNS: Row = ["Game", "Turn", "Player", "Roll", "Move"]
FAULTS = {
    # Game 1 says one checker more than its transcript leaves; game 2 pays one point too little for the
    # position; game 4 was counted as a gammon; and in a move of game 1 a checker enters one point off.
    "match-faulty.xlsx": [
        ("acey-deucey/result", "Games", "D4"),
        ("acey-deucey/checkers", "Games", "D5"),
        ("acey-deucey/cube", "Games", "D7"),
        ("acey-deucey/illegal-move", "Transcript", "E10"),
    ],
    "club-night-faulty.csv": [("acey-deucey/zero-sum", None, "B4"), ("acey-deucey/points-range", None, "B7")],
}


def results(games: list[Played]) -> list[Row]:
    """A row a game, with where the loser's checkers are at the end."""
    rows: list[Row] = [RESULTS]
    for number, game in enumerate(games, 1):
        loser = game.end.other
        places: Row = [sum(loser[1:FAR]), loser[BAR], loser[WAITING], loser[OFF]]
        rows.append([number, game.winner, game.loser, game.points, *places])
    return rows


def transcript(games: list[Played]) -> list[Row]:
    """A row a turn."""
    rows: list[Row] = [TURNS]
    for number, game in enumerate(games, 1):
        rows += [[number, turn, *line] for turn, line in enumerate(game.rows, 1)]
    return rows


def match() -> list[Played]:
    """Five games in which the losers have got on differently far."""
    found: list[Played] = []
    for seed in range(1000):
        game = play(
            PLAYERS if seed % 2 else PLAYERS[::-1], random.Random(seed), acey_deuceys=0.02, plain=True
        )
        if game.points not in {other.points for other in found} and game.points <= 7 + 2 * len(found):
            found.append(game)
        if len(found) == 5:
            return found
    raise AssertionError


CLUB_NIGHT: list[Row] = [
    ["Spiel", "Anna", "Bernd", "Chris"],
    [1, 7, -7, None],
    [2, None, 12, -12],
    [3, -5, None, 5],
    [4, 15, -15, None],
    [5, None, -9, 9],
    [6, 3, None, -3],
    [7, -11, 11, None],
]


def summed(rows: list[Row]) -> list[Row]:
    """The rows with the sums of their columns below."""
    sums: Row = [sum(int(row[at] or 0) for row in rows[1:]) for at in range(1, len(rows[0]))]
    return [*rows, ["Summe", *sums]]


def main() -> None:
    """Writes them all."""
    games = match()
    good = {"Games": results(games), "Transcript": transcript(games[:2])}
    save(FOLDER / "match.xlsx", good, "Acey-deucey, Anna against Bernd")
    wrong = {name: [list(row) for row in rows] for name, rows in good.items()}
    for at, more in ((3, 1), (4, 1), (7, -1)):
        wrong["Games"][1][at] = int(wrong["Games"][1][at] or 0) + more
    wrong["Games"][2][3] = games[1].points - 1
    wrong["Games"][4][3] = 2 * games[3].points
    line = wrong["Transcript"][7]
    line[4] = slipped(str(line[4]))
    save(FOLDER / "match-faulty.xlsx", wrong, "Acey-deucey, Anna against Bernd")
    write_csv(FOLDER / "club-night.csv", summed(CLUB_NIGHT), ";")
    faulty = [list(row) for row in CLUB_NIGHT]
    faulty[3][3] = 6
    faulty[6][1], faulty[6][3] = 33, -33
    write_csv(FOLDER / "club-night-faulty.csv", faulty, ";")


def slipped(move: str) -> str:
    """A move in which the first checker lands one point short."""
    source, _, rest = move.partition("/")
    digits = len(rest) - len(rest.lstrip("0123456789"))
    return f"{source}/{int(rest[:digits]) + 1}{rest[digits:]}"


if __name__ == "__main__":
    main()
