"""The standings once more, in another way: pandas adds up the same sheets, over many random events."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import NamedTuple

import pandas as pd
import pytest

from scorecheck.games.doppelkopf.results import result
from scorecheck.model.outcome import Result
from scorecheck.model.sheet import Entry, Sheet, Table
from scorecheck.tournament.event import Event
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.standings import standings

EVENTS = 200
METHODS = ("normalized", "sum", "mean", "mean-round", "place")


class Game(NamedTuple):
    round: int
    table: int
    game: int
    player: str
    points: int
    played: bool


def random_event(chance: random.Random) -> list[Game]:
    """Rounds at tables of four and five; at five one sits out in each game."""
    games: list[Game] = []
    for number in range(chance.randint(1, 4)):
        people = [f"P{at}" for at in range(20)]
        chance.shuffle(people)
        for table in range(chance.randint(1, 3)):
            seats = [people.pop() for _ in range(chance.choice([4, 5]))]
            for game in range(chance.randint(1, 12)):
                sitter = game % 5 if len(seats) == 5 else None
                four = [seat for at, seat in enumerate(seats) if at != sitter]
                value = chance.randint(1, 6)
                chance.shuffle(four)
                solo = chance.random() < 0.2
                points = [3 * value, -value, -value, -value] if solo else [value, value, -value, -value]
                points = [-p for p in points] if solo and chance.random() < 0.5 else points
                of = dict(zip(four, points, strict=True))
                games += [Game(number, table, game, seat, of.get(seat, 0), seat in of) for seat in seats]
    return games


def rounds_of(games: list[Game]) -> list[Round]:
    """The same event as the sheets give it, through the ruleset's own results."""
    rounds: list[Round] = []
    for number in sorted({game.round for game in games}):
        results: list[Result] = []
        for table in sorted({g.table for g in games if g.round == number}):
            mine = [g for g in games if (g.round, g.table) == (number, table)]
            players = tuple(dict.fromkeys(g.player for g in mine))
            by_game: dict[int, dict[str, Game]] = {}
            for g in mine:
                by_game.setdefault(g.game, {})[g.player] = g
            entries = [entry(row, [of[name] for name in players]) for row, of in by_game.items()]
            sheet = Sheet(
                f"t{table}.csv",
                Table(None, ("", *players), 1, 2, ()),
                "doppelkopf",
                "tcg",
                "points",
                (),
                players,
                tuple(range(1, len(players) + 1)),
                running=False,
            )
            results.append(
                Result(
                    f"tisch{table}.csv",
                    None,
                    result(sheet, entries),
                    len(entries),
                    faulty=False,
                    zero_sum=True,
                )
            )
        rounds.append(Round(f"Runde {number + 1}", tuple(results)))
    return rounds


def entry(row: int, games: list[Game]) -> Entry:
    points = tuple(game.points for game in games)
    written = tuple(game.points if game.played else None for game in games)
    return Entry(row, str(row + 1), written, points, points, {}, {})


def by_pandas(games: list[Game], method: str) -> pd.DataFrame:
    """Rank and score of each player: group by round and player, then by player."""
    frame = pd.DataFrame(games)
    parts = (
        frame.groupby(["round", "player"])
        .agg(points=("points", "sum"), games=("played", "sum"))
        .reset_index()
    )
    parts = parts.astype({"points": object, "games": object})
    if method == "place":
        # The mean rank from below is what the place is worth where the last has 1 point.
        numbers = parts.assign(points=parts["points"].astype(int))
        parts["score"] = [
            Fraction(str(worth)) for worth in numbers.groupby("round")["points"].rank(method="average")
        ]
    elif method == "normalized":
        parts["score"] = [
            Fraction(int(p) * 100, int(g)) if g else Fraction(0)
            for p, g in zip(parts["points"], parts["games"], strict=True)
        ]
    else:
        parts["score"] = [Fraction(int(p)) for p in parts["points"]]
    total = parts.groupby("player").agg(
        score=("score", "sum"), games=("games", "sum"), rounds=("games", lambda g: sum(1 for one in g if one))
    )
    if method == "mean":
        total["score"] = [
            s / int(g) if g else Fraction(0) for s, g in zip(total["score"], total["games"], strict=True)
        ]
    if method == "mean-round":
        total["score"] = [
            s / n if n else Fraction(0) for s, n in zip(total["score"], total["rounds"], strict=True)
        ]
    # Who has no game is in no ranking.
    total = total[total["games"] > 0]
    order = {score: sum(1 for other in total["score"] if other > score) + 1 for score in set(total["score"])}
    total["rank"] = [order[score] for score in total["score"]]
    return total


@pytest.mark.parametrize("method", METHODS)
def test_pandas_computes_the_same_standings(method: str) -> None:
    for seed in range(EVENTS // len(METHODS)):
        games = random_event(random.Random(f"{method} {seed}"))
        made = standings(rounds_of(games), Event("x", method=method), "sum")
        told = by_pandas(games, method)
        assert {line.player: (line.rank, line.score, line.games) for line in made.lines} == {
            str(player): (row["rank"], row["score"], int(row["games"])) for player, row in told.iterrows()
        }, (method, seed)
        assert not [line for line in made.audit if line.expected and line.sum]
