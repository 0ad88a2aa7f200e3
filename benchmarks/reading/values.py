"""Random games: what one game gives each player."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from benchmarks.slips.chouette import LAYOUTS as CHOUETTES
from benchmarks.slips.chouette import looks_extra, passed_in
from benchmarks.slips.doppelkopf import Pays, draw_game
from benchmarks.slips.own_games import Legs, Lives, Partners, Rummy, Wizard
from benchmarks.slips.sheets import number
from benchmarks.slips.yatzy import OF_KNIFFEL, VALUES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

Game = tuple[int, ...]


def doppelkopf(rng: Random, seats: int) -> Game:
    """A game of four; at a table of five or six the others sit out."""
    at_table = sorted(rng.sample(range(seats), 4))
    points = dict(zip(at_table, draw_game(rng), strict=True))
    return tuple(points.get(seat, 0) for seat in range(seats))


def chouette(rng: Random, seats: int) -> Game:
    """What one settles with each of the others."""
    return rng.choice(_chouettes(seats, rng.randrange(40)))


def is_extra_by_chance(entry: Game, before: Sequence[Game]) -> bool:
    """Whether an entry looks like extras after a pass that stands above it, which has rules of its own."""
    return bool(before) and looks_extra(entry, passed_in(before[-1]))


@cache
def _chouettes(seats: int, seed: int) -> tuple[Game, ...]:
    """The steps of a sheet of running totals."""
    from random import Random as Fixed

    rng = Fixed(f"{seats}/{seed}")  # noqa: S311 - no secret
    while True:
        sheet = CHOUETTES[1].generate(rng)
        if len(sheet.shape.players) != seats:
            continue
        totals = [number(sheet.rows[0][column]) or 0 for column in sheet.shape.players]
        steps: list[Game] = []
        for row in sheet.rows[1:]:
            told = [number(row[column]) for column in sheet.shape.players]
            now = [old if new is None else new for old, new in zip(totals, told, strict=True)]
            steps.append(tuple(new - old for old, new in zip(totals, now, strict=True)))
            totals = now
        return tuple(step for step in steps if any(step)) or ((-2, 1, 1, *(0,) * (seats - 3)),)


def acey(rng: Random, seats: int) -> Game:
    """One wins what one other loses."""
    winner, loser = rng.sample(range(seats), 2)
    won = min(15, 1 + int(rng.expovariate(0.25)))
    return tuple(won if seat == winner else -won if seat == loser else 0 for seat in range(seats))


_OF_SKAT = (18, 20, 22, 23, 24, 27, 30, 33, 36, 40, 44, 46, 48, 50, 55, 59, 60, 72, 96)


def skat(rng: Random, seats: int) -> Game:
    """One wins a value, or loses twice that."""
    soloist, value = rng.randrange(seats), rng.choice(_OF_SKAT)
    points = value if rng.random() < 0.8 else -2 * value
    return tuple(points if seat == soloist else 0 for seat in range(seats))


def by_seeger(points: Game) -> Game:
    """What the game gives everybody by Seeger-Fabian."""
    others = (40 if len(points) == 3 else 30) if min(points) < 0 else 0
    return tuple(one + (50 if one > 0 else -50) if one else others for one in points)


def schafkopf(rng: Random, seats: int) -> Game:
    """A game of four by the usual tariff; at a table of five one sits out."""
    at_table = sorted(rng.sample(range(seats), 4))
    points = dict(zip(at_table, _SCHAFKOPF.draw(rng), strict=True))
    return tuple(points.get(seat, 0) for seat in range(seats))


def romme(rng: Random, seats: int) -> Game:
    """Who goes out has nothing, each other counts what is held."""
    return _ROMME.draw(rng, seats, 0)


def wizard(rng: Random, seats: int) -> Game:
    """A round with any number of cards."""
    return _WIZARD.draw(rng, seats, rng.randrange(60 // seats))


def schwimmen(rng: Random, seats: int) -> Game:
    """One loses a life, or two."""
    return _SCHWIMMEN.draw(rng, seats, 0)


def darts(rng: Random, seats: int) -> Game:
    """The legs of a match."""
    return _DARTS.draw(rng, seats, 0)


def butler(rng: Random, _seats: int) -> Game:
    """The IMPs of a board."""
    return _BUTLER.draw(rng)


_SCHAFKOPF, _BUTLER = Pays("schafkopf"), Partners("butler")
_ROMME, _WIZARD, _SCHWIMMEN, _DARTS = Rummy(), Wizard(), Lives(), Legs()


def running(games: Sequence[Game]) -> list[Game]:
    """Where everybody stands after each game."""
    totals = [0] * len(games[0])
    found: list[Game] = []
    for game in games:
        totals = [old + new for old, new in zip(totals, game, strict=True)]
        found.append(tuple(totals))
    return found


def card(rng: Random) -> dict[str, int]:
    """One card of Yatzy: the boxes, upper sum, bonus and total."""
    upper = ("ones", "twos", "threes", "fours", "fives", "sixes")
    boxes = {name: shares.draw(rng) for name, shares in VALUES.items() if not name.startswith("extra")}
    found = {name: boxes[name] for name in upper}
    found["sum"] = sum(found.values())
    found["bonus"] = 50 if found["sum"] >= 63 else 0
    found |= {name: value for name, value in boxes.items() if name not in upper}
    found["total"] = found["sum"] + found["bonus"] + sum(v for n, v in boxes.items() if n not in upper)
    return found


def kniffel(rng: Random) -> dict[str, int]:
    """One game of Kniffel, in the order of a printed block, with the sums of its halves."""
    upper = ("ones", "twos", "threes", "fours", "fives", "sixes")
    lower = {name: (OF_KNIFFEL.get(name) or VALUES[name]).draw(rng) for name in (*OF_KNIFFEL, "chance")}
    found = {name: VALUES[name].draw(rng) for name in upper}
    found["sum"] = sum(found.values())
    found["bonus"] = 35 if found["sum"] >= 63 else 0
    found["upper_total"] = found["sum"] + found["bonus"]
    found |= lower
    found["lower_sum"] = sum(lower.values())
    found["total"] = found["upper_total"] + found["lower_sum"]
    return found
