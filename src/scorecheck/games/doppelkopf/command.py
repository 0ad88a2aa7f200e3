"""``scorecheck score doppelkopf``: the value of a game from card points, calls and special points."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from scorecheck.games.doppelkopf.score import option, score
from scorecheck.model.terms import Worked

_POINTS = "Its card points: 0 to 240, or schwarz where it has no trick. Those of one party are enough."
_CALLS = 'Its highest call, "re", "kontra", "no 90", "no 60", "no 30" or "schwarz"; or all of them.'
_SPECIALS = 'Its special points, "2F D": D Doppelkopf, F fox, H pure hearts trick, K Karl; or their number.'


def command(
    re: Annotated[str, typer.Option("--re", metavar="POINTS", help=f"Re. {_POINTS}")] = "",
    kontra: Annotated[str, typer.Option("--kontra", metavar="POINTS", help=f"Kontra. {_POINTS}")] = "",
    calls_re: Annotated[str, typer.Option("--calls-re", metavar="CALLS", help=f"Re. {_CALLS}")] = "",
    calls_kontra: Annotated[
        str, typer.Option("--calls-kontra", metavar="CALLS", help=f"Kontra. {_CALLS}")
    ] = "",
    specials_re: Annotated[
        str, typer.Option("--specials-re", metavar="SPECIALS", help=f"Re. {_SPECIALS}")
    ] = "",
    specials_kontra: Annotated[
        str, typer.Option("--specials-kontra", metavar="SPECIALS", help=f"Kontra. {_SPECIALS}")
    ] = "",
    kind: Annotated[
        str, typer.Option("--kind", help="normal, wedding, silent wedding, poverty, queen solo …")
    ] = "normal",
    preset: Annotated[
        Literal["tcg", "ddv"], typer.Option("--preset", help="The rules of the TCG tournament, or the DDV's.")
    ] = "tcg",
    bock: Annotated[bool, typer.Option("--bock", help="A Bock round: everything counts double.")] = False,
    choice: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="What the source leaves open, as under [options] in an event file (repeatable).",
        ),
    ] = None,
) -> Worked:
    """Work out what a game of Doppelkopf is worth, term by term."""
    facts = {
        "kind": kind,
        "points_re": re,
        "points_kontra": kontra,
        "calls_re": calls_re,
        "calls_kontra": calls_kontra,
        "specials_re": specials_re,
        "specials_kontra": specials_kontra,
    }
    chosen = dict(option(text) for text in choice or ())
    return score(facts, preset=preset, bock=bock, options=chosen)
