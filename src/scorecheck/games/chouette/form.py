"""What a form asks to work out what one game of the chouette is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import Untold, Words, choices, field, said_by
from scorecheck.games.chouette.score import Stake, score
from scorecheck.model.terms import Worked

_CUBES = tuple(str(2**power) for power in range(7))
_ENDINGS = ("played", "untouched", "passed", "paid-off")
_RESULTS = ("single", "gammon", "backgammon")
PLACE = 2
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""
    said = said_by(words)
    stake = [
        field("player", words.label("blank.who")),
        field("cube", words.label("blank.cube"), "choice", choices=choices(_CUBES, lambda cube: cube)),
        field("ending", said("ending"), "choice", choices=choices(_ENDINGS, said)),
        field("extra", said("extra"), "flag"),
    ]
    return [
        field("preset", words.label("app.blank.preset"), "choice", choices=choices(("mcc", "couette"), said)),
        field("winner", words.label("blank.winner"), "choice", choices=choices(("box", "team"), said)),
        field("result", said("result"), "choice", choices=choices(_RESULTS, said)),
        field("stakes", said("stakes"), "rows", fields=stake),
    ]


def worth(said: Mapping[str, Any]) -> Worked:
    """The value of what was filled in.

    Raises:
        Untold: there is none.
    """
    stakes: list[Stake] = []
    givers: list[str] = []
    for row in said["stakes"]:
        player = row["player"].strip()
        if not player:
            continue
        touched = row["ending"] != "untouched"
        stakes.append(
            Stake(player, int(row["cube"]), row["ending"] if touched else "played", touched=touched)
        )
        if row["extra"]:
            givers.append(player)
    couette = said["preset"] == "couette"
    if not stakes:
        raise Untold("no-stakes")
    if couette and givers:
        raise Untold("no-extras")
    return score(stakes, said["winner"], said["result"], jacoby=couette, givers=givers)
