"""``scorecheck score acey-deucey``: the points of a game, from the loser's checkers."""

from __future__ import annotations

from typing import Annotated

import typer

from scorecheck.games.acey_deucey.score import score
from scorecheck.model.terms import Worked


def command(
    on_board: Annotated[int, typer.Option("--on-board", help="The loser's checkers on the board.")] = 0,
    on_bar: Annotated[int, typer.Option("--on-bar", help="Those on the bar.")] = 0,
    to_enter: Annotated[int, typer.Option("--to-enter", help="Those still to be entered.")] = 0,
    borne_off: Annotated[
        int | None, typer.Option("--borne-off", help="Those borne off; enough by itself.")
    ] = None,
    winner: Annotated[str | None, typer.Option("--winner", help="The winner's name.")] = None,
    loser: Annotated[str | None, typer.Option("--loser", help="The loser's name.")] = None,
) -> Worked:
    """Work out what a game of acey-deucey pays: a point for each checker that the loser has left."""
    names = (winner or "winner", loser or "loser")
    return score(board=on_board, bar=on_bar, waiting=to_enter, off=borne_off, names=names)
