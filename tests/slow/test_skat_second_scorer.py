"""3,000 random games of Skat, scored a second time from what was played, with the end below each list or,
where an event counts the points alone, without: right lists are clean, and a wrong number below is found."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from scorecheck.model.outcome import CheckedFile
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings
from support import found, only

# What is found is held against the second scorer, and not what would mend it: that takes the longest.
pytestmark = pytest.mark.usefixtures("no_repairs")

NAMES = ("Anna", "Bernd", "Chris", "Doris")
GAMES = 3000
SUITS = {"diamonds": 9, "hearts": 10, "spades": 11, "clubs": 12, "grand": 24}
NULLS = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}


class Game(NamedTuple):
    """What was played, and what it gave."""

    soloist: int
    points: int


def played(chance: random.Random, dealer: int, seats: int) -> Game:
    """One game from its facts: matadors, hand, Schneider, Schwarz, announced, open."""
    soloist = chance.choice([seat for seat in range(seats) if seats == 3 or seat != dealer])
    won = chance.random() < 0.75
    hand, opened = chance.random() < 0.2, chance.random() < 0.1
    if chance.random() < 0.1:
        worth = NULLS[hand, opened]
    else:
        suit = chance.choice([*SUITS])
        steps = chance.randint(1, 4 if suit == "grand" else 11) + 1
        reached = chance.choice((0, 0, 0, 1, 2))
        called = chance.randint(0, reached) if hand else 0
        steps += hand + reached + called + (opened and called == 2)
        worth = SUITS[suit] * steps
    return Game(soloist, worth if won else -worth - worth)


def ended(games: list[Game | None], seats: int) -> list[list[int]]:
    """The rows below the list, each game added as it comes: totals, won, lost, and the end."""
    rows = [[0] * seats for _ in range(4)]
    for game in games:
        if game is None:
            continue
        total, won, lost, end = rows
        total[game.soloist] += game.points
        end[game.soloist] += game.points
        if game.points > 0:
            won[game.soloist] += 1
            end[game.soloist] += 50
            continue
        lost[game.soloist] += 1
        for seat in range(seats):
            end[seat] += -50 if seat == game.soloist else (40 if seats == 3 else 30)
    return rows


def listed(games: list[Game | None], below: list[list[int]], seats: int) -> str:
    lines = ["Spiel," + ",".join(NAMES[:seats])]
    for number, game in enumerate(games, 1):
        cells = [str(game.points) if game and game.soloist == seat else "-" for seat in range(seats)]
        lines.append(",".join([str(number), *cells]))
    for word, row in zip(("Summe", "Gewonnen", "Verloren", "Seeger-Fabian"), below, strict=False):
        lines.append(",".join([word, *map(str, row)]))
    return "\n".join(lines) + "\n"


def checked(games: list[Game | None], below: list[list[int]], seats: int, end: str) -> CheckedFile:
    settings = Settings(Wanted(game="skat"), {"list_end": end})
    data = listed(games, below, seats).encode()
    return only(check_bytes(data, "list.csv", "list.csv", settings, Keep(results=True)))


@pytest.mark.parametrize("seats", [3, 4])
def test_a_second_scorer_comes_to_the_same(seats: int) -> None:
    chance = random.Random(seats)
    of_list = 12 * seats
    for _ in range(-(-GAMES // of_list)):
        games = [
            None if chance.random() < 0.03 else played(chance, number % seats, seats)
            for number in range(of_list)
        ]
        end = chance.choice(("seeger-fabian", "seeger-fabian", "points"))
        below = ended(games, seats)
        points = below[0 if end == "points" else 3]
        # Where points alone count there is no end below the games won and lost.
        below = below[:3] if end == "points" else below
        file = checked(games, below, seats, end)
        assert found(file) == []
        result = file.sheets[0].result
        assert result is not None
        assert [one.points for one in result.players] == points
        row, seat = chance.randrange(1, len(below)), chance.randrange(seats)
        below[row][seat] += chance.choice((-10, -1, 1, 10))
        wrong = checked(games, below, seats, end)
        assert found(wrong) == [("skat/list-end", f"{'BCDE'[seat]}{of_list + 2 + row}", "error")]
