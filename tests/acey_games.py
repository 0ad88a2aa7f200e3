"""Random games of acey-deucey, played through with the engine, as they would be written down."""

from __future__ import annotations

import random
from typing import NamedTuple

from scorecheck.games.acey_deucey.board import FAR, OFF, START, CheckerStep, Position, left
from scorecheck.games.acey_deucey.moves import ACEY_DEUCEY, dice_of, moves_text, plays


class Line(NamedTuple):
    """A row of a transcript."""

    player: str
    roll: str
    move: str


class Played(NamedTuple):
    """A game with its rows and its end."""

    rows: tuple[Line, ...]
    winner: str
    loser: str
    end: Position
    """As the winner sees it."""

    @property
    def points(self) -> int:
        return left(self.end.other)


def play(
    players: tuple[str, str],
    chance: random.Random,
    *,
    acey_deuceys: float = 0.0,
    plain: bool = False,
    longest: int | None = None,
) -> Played:
    """A game in which both sides mostly run; ``acey_deuceys`` is the share of rolls that are made a 1-2.

    With ``plain`` every step is written by itself; after the ``longest`` row the game is broken off.
    """
    rows: list[Line] = []
    position, me = START, 0

    def text_of(way: tuple[CheckerStep, ...]) -> str:
        return moves_text(way) if plain else written(way, chance)

    while True:
        again = False
        first, second = chance.randint(1, 6), chance.randint(1, 6)
        if chance.random() < acey_deuceys:
            first, second = chance.choice(((1, 2), (2, 1)))
        dice = dice_of(first, second)
        roll = f"{first}-{second}"
        position, way = chosen(position, dice, chance)
        text = text_of(way)
        if dice == ACEY_DEUCEY and len(way) == 2 and not position.is_over:
            named = chance.randint(1, 6)
            position, more = chosen(position, (named,) * 4, chance)
            roll += f" {named}-{named}"
            text = f"{text} {text_of(more)}" if more else text
            again = len(more) == 4 and not position.is_over
        rows.append(Line(players[me], roll, text))
        if position.is_over or len(rows) == longest:
            return Played(tuple(rows), players[me], players[1 - me], position)
        if not again:
            position, me = position.turned, 1 - me


def chosen(
    position: Position, dice: tuple[int, ...], chance: random.Random
) -> tuple[Position, tuple[CheckerStep, ...]]:
    """A legal play: of a few the one after which the fewest pips are left, so that games end."""
    found = list(plays(position, dice).items())
    some = chance.sample(found, min(3, len(found)))
    return min(some, key=lambda one: sum(min(place, FAR) * count for place, count in enumerate(one[0].mover)))


def written(way: tuple[CheckerStep, ...], chance: random.Random) -> str:
    """A play in one of the ways to write it: steps, chains, with and without marks of hits."""
    steps = list(way)
    style = chance.random()
    if style < 0.5 or not steps:
        text = moves_text(steps)
    else:
        texts: list[str] = []
        while steps:
            step = steps.pop(0)
            text = moves_text([step])
            while style > 0.7 and step.target != OFF:
                following = next((other for other in steps if other.source == step.target), None)
                if following is None:
                    break
                steps.remove(following)
                text += moves_text([following]).partition("/")[1] + moves_text([following]).partition("/")[2]
                step = following
            texts.append(text)
        text = " ".join(texts)
    # A hit that is not marked is still a hit. Marks on the way of a chain tell the way.
    return text if chance.random() < 0.8 or style > 0.7 else text.replace("*", "")


def transcript_csv(games: list[Played]) -> str:
    """A transcript of several games."""
    lines = ["Game,Turn,Player,Roll,Move"]
    for number, game in enumerate(games, 1):
        lines += [
            f"{number},{turn},{row.player},{row.roll},{row.move}" for turn, row in enumerate(game.rows, 1)
        ]
    return "\n".join(lines) + "\n"
