"""``scorecheck score chouette``: the payments of a game, from its cubes and its result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import typer

from scorecheck.checks.worth import CannotScore
from scorecheck.games.chouette.score import Stake, score
from scorecheck.model.terms import Worked

_HIGHEST = 2**30


def command(
    cube: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=VALUE", help="A cube that was played to the end (repeatable)."),
    ] = None,
    untouched: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=VALUE", help="The same, but never offered nor accepted (repeatable)."),
    ] = None,
    passed: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=VALUE", help="The player passed the box's double (repeatable)."),
    ] = None,
    paid_off: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER=VALUE", help="The box passed the player's double (repeatable)."),
    ] = None,
    extra: Annotated[
        list[str] | None,
        typer.Option(metavar="PLAYER", help="A passer who gave the taker an extra (repeatable)."),
    ] = None,
    winner: Annotated[Literal["box", "team"], typer.Option(help="Who won.")] = "box",
    result: Annotated[
        Literal["single", "gammon", "backgammon"], typer.Option(help="How the game was won.")
    ] = "single",
    preset: Annotated[
        Literal["mcc", "couette"] | None,
        typer.Option(help="Whose rules hold: under couette Jacoby counts, under mcc extras do."),
    ] = None,
    jacoby: Annotated[
        bool | None,
        typer.Option("--jacoby/--no-jacoby", help="An untouched cube pays single whatever the result."),
    ] = None,
) -> Worked:
    """What one game of chouette pays to the box, cube by cube, and to everybody else."""
    stakes = [
        *_stakes("--cube", cube, Stake("", 1)),
        *_stakes("--untouched", untouched, Stake("", 1, touched=False)),
        *_stakes("--passed", passed, Stake("", 1, "passed")),
        *_stakes("--paid-off", paid_off, Stake("", 1, "paid-off")),
    ]
    if not stakes:
        raise CannotScore("nobody", "")
    if extra and preset == "couette":
        raise CannotScore("no-extras", "--extra")
    counts = preset == "couette" if jacoby is None else jacoby
    return score(stakes, winner, result, jacoby=counts, givers=extra or ())


def _stakes(option: str, said: list[str] | None, like: Stake) -> Iterator[Stake]:
    for text in said or ():
        player, _, shown = text.rpartition("=")
        value = (
            int(shown) if shown.isascii() and shown.isdecimal() and len(shown) <= len(str(_HIGHEST)) else 0
        )
        if not player.strip() or not 0 < value <= _HIGHEST or value & (value - 1):
            raise CannotScore("stake", option, text=text)
        yield like._replace(player=player.strip(), cube=value)
