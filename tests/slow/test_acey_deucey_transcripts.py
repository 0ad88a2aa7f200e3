"""1,200 random games of acey-deucey, move by move, judged by the second way to play."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from acey_games import Line, Played, play, transcript_csv
from acey_referee import PLAYERS, changed, judged, plainly, steps_of
from support import checked

if TYPE_CHECKING:
    from scorecheck.model.outcome import CheckedFile

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

GAMES, TOGETHER, PARTS = 600, 25, 4
WHOLE, LEAST, MOST = 0.02, 4, 14
"""The share of games that are played to their end; of the others so many rows."""


def places(file: CheckedFile) -> list[tuple[str, int]]:
    return [(finding.rule, finding.cell.row if finding.cell else 0) for finding in file.findings]


def has_chain(row: Line) -> bool:
    """Whether a double makes a step by several of its numbers; the referee knows those of one alone."""
    first, second, *_ = (int(letter) for letter in row.roll if letter.isdigit())
    lengths = [
        int(START.get(source, source)) - int(END.get(target, target)) for source, target in steps_of(row.move)
    ]
    return first == second and any(length > first and length % first == 0 for length in lengths)


START, END = {"bar": "25", "enter": "25"}, {"off": "0"}


@pytest.mark.parametrize("part", range(PARTS))
def test_played_games(part: int) -> None:
    """Half of the games as they were played, half with one row spoilt: that row is told, if it is wrong."""
    chance = random.Random(100 + part)
    planted = 0
    for _ in range(GAMES // PARTS // TOGETHER):
        games: list[Played] = []
        wrong: list[int] = []
        first = 2
        for _ in range(TOGETHER):
            longest = None if chance.random() < WHOLE else chance.randint(LEAST, MOST)
            game = play(PLAYERS, chance, acey_deuceys=0.08, plain=True, longest=longest)
            rows = plainly(game)
            if chance.random() < 0.5:
                at = chance.randrange(len(rows))
                spoilt = changed(rows[at], chance)
                rows[at] = rows[at] if has_chain(spoilt) else spoilt
            row = judged(rows)
            wrong += [] if row is None else [first + row]
            games.append(game._replace(rows=tuple(rows)))
            first += len(rows)
        told = places(checked(transcript_csv(games), game="acey-deucey"))
        assert {rule for rule, _ in told} <= {"acey-deucey/illegal-move", "acey-deucey/bonus"}
        assert [row for _, row in told] == wrong
        planted += len(wrong)
    assert planted > GAMES // PARTS // 4
