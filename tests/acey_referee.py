"""Judges transcripts of acey-deucey by the second way to play, and spoils rows of them."""

from __future__ import annotations

import random
import re
from itertools import permutations

from acey_brute import first_wrong
from acey_games import Line, Played

PLAYERS = ("Anna", "Bernd")


def steps_of(move: str) -> list[tuple[str, str]]:
    """The steps of a move that is written one by one."""
    steps: list[tuple[str, str]] = []
    for part in move.replace("*", "").split():
        if part != "-":
            found = re.fullmatch(r"(\w+)/(\w+?)(?:\((\d)\))?", part)
            assert found, part
            source, target, times = found.groups("1")
            steps += [(source, target)] * int(times)
    return steps


def plainly(game: Played) -> list[Line]:
    """The rows of a game without marks of hits."""
    return [row._replace(move=row.move.replace("*", "")) for row in game.rows]


def judged(rows: list[Line]) -> int | None:
    """The first row that is against the rules, whatever the order in which its steps are written."""
    played = [(PLAYERS.index(row.player), row.roll, steps_of(row.move)) for row in rows]
    wrong = first_wrong(played)
    while wrong is not None:
        player, roll, steps = played[wrong]
        for order in permutations(steps):
            tried = [*played[:wrong], (player, roll, list(order)), *played[wrong + 1 :]]
            later = first_wrong(tried)
            if later is None or later > wrong:
                played, wrong = tried, later
                break
        else:
            return wrong
    return None


def changed(row: Line, chance: random.Random) -> Line:
    """A row with one slip: another digit in the roll, another point in the move, another checker."""
    if chance.random() < 0.5 or row.move == "-":
        at = chance.choice([i for i, c in enumerate(row.roll) if c.isdigit()])
        return row._replace(roll=row.roll[:at] + str(chance.randint(1, 6)) + row.roll[at + 1 :])
    steps = steps_of(row.move)
    at = chance.randrange(len(steps))
    source, target = steps[at]
    if source.isdigit() and target.isdigit() and chance.random() < 0.6:
        # Another checker goes as far: the dice would give it.
        shift = chance.randint(1 - int(target), 24 - int(source))
        source, target = str(int(source) + shift), str(int(target) + shift)
    elif target == "off" or (source.isdigit() and chance.random() < 0.5):
        source = str(chance.randint(1 if target == "off" else min(24, int(target) + 1), 24))
    else:
        low = 24 if source in ("bar", "enter") else max(int(source) - 1, 1)
        target = str(chance.randint(max(1, low - 6), low))
        if source == target:
            return row
    steps[at] = (source, target)
    return row._replace(move=" ".join("/".join(step) for step in steps))
