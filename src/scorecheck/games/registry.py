"""The games that are supported. A game is imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorecheck.checks.ruleset import Ruleset

GAMES = {
    "doppelkopf": "scorecheck.games.doppelkopf.ruleset",
    "acey-deucey": "scorecheck.games.acey_deucey.ruleset",
    "chouette": "scorecheck.games.chouette.ruleset",
    "yatzy": "scorecheck.games.yatzy.ruleset",
}
"""Game and module. The stricter a game's rows, the further up: it is recognised first."""


def load(game: str) -> Ruleset:
    """The ruleset of a game.

    Raises:
        KeyError: there is no such game.
    """
    ruleset: Ruleset = import_module(GAMES[game]).RULESET
    return ruleset
