"""``scorecheck score skat``: the soloist's points, by the kind of game, announcements and bid."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from scorecheck.games.skat.score import SkatFacts, kind_in, matadors_in, score
from scorecheck.model.terms import Worked


def command(
    kind: Annotated[str, typer.Option("--kind", help="clubs, spades, hearts, diamonds, grand or null.")],
    holding: Annotated[int, typer.Option("--with", metavar="N", help="With so many matadors.")] = 0,
    lacking: Annotated[int, typer.Option("--without", metavar="N", help="Without so many.")] = 0,
    hand: Annotated[bool, typer.Option("--hand", help="Played without the skat.")] = False,
    schneider: Annotated[
        bool, typer.Option("--schneider", help="Who lost has 30 card points or fewer.")
    ] = False,
    schwarz: Annotated[bool, typer.Option("--schwarz", help="Who lost has no trick.")] = False,
    announced: Annotated[
        Literal["", "schneider", "schwarz"],
        typer.Option("--announced", help="What was announced, schneider or schwarz; then it is a hand game."),
    ] = "",
    is_open: Annotated[
        bool, typer.Option("--open", help="Played with open cards; but for null, all tricks are announced.")
    ] = False,
    points: Annotated[
        int | None,
        typer.Option("--points", help="The soloist's card points: they tell who won, and Schneider."),
    ] = None,
    lost: Annotated[bool, typer.Option("--lost", help="The soloist lost.")] = False,
    bid: Annotated[
        int | None, typer.Option("--bid", help="What was bid. A game that is worth less is lost.")
    ] = None,
) -> Worked:
    """Work out what a game of Skat is worth, term by term."""
    return score(
        SkatFacts(
            kind_in(kind),
            matadors_in(holding, lacking),
            hand=hand,
            open=is_open,
            announced=announced,
            schneider=schneider,
            schwarz=schwarz,
            points=points,
            lost=lost,
            bid=bid,
        )
    )
