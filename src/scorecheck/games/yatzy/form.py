"""What a form asks to work out what a throw is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorecheck.checks.worth import Ranked, Words, choices, field
from scorecheck.games.yatzy.score import by_side, refuse_impossible, throw_of
from scorecheck.games.yatzy.scoring import PRESETS, ScoringWay

PLACE = 3
"""Where the form stands among those of all games."""


def fields(words: Words) -> list[dict[str, Any]]:
    """The fields, in the order in which they are shown."""
    cards = [{"value": "", "label": words.label("app.worth.as_thrown")}, *choices(PRESETS, lambda name: name)]
    return [
        field("dice", words.label("blank.dice"), hint="3 3 3 6 6"),
        field("card", words.label("app.worth.card"), "choice", choices=cards),
    ]


def worth(said: Mapping[str, Any]) -> Ranked:
    """The value of what was filled in.

    Raises:
        Untold: there is none.
    """
    played, thrown = throw_of(said["dice"], said["card"] or None)
    way = ScoringWay(played, strict=played == "maxi-yatzy")
    refuse_impossible(said["dice"], thrown, way)
    return by_side(thrown, way)
