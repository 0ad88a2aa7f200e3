"""The games that are supported. A game is imported when it is asked for, or may be meant by a sheet."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from scorecheck.checks.words import vocabulary
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorecheck.checks.ruleset import Ruleset

GAMES = {
    "doppelkopf": "scorecheck.games.doppelkopf.ruleset",
    "acey-deucey": "scorecheck.games.acey_deucey.ruleset",
    "chouette": "scorecheck.games.chouette.ruleset",
    "yatzy": "scorecheck.games.yatzy.ruleset",
}
"""Game and module. The stricter a game's rows, the further up: it is recognised first."""

FEWEST_PLAYERS = {"doppelkopf": 4, "acey-deucey": 2, "chouette": 3}
"""The games with sheets that have a column of points for each player, and how many of them at least."""


class Sketch(NamedTuple):
    """What a layout of records, or a card, is told by before its game is imported."""

    game: str
    layout: str
    section: str
    """The section of the game's ``columns.toml`` with its headings, or with the names of its rows."""
    required: frozenset[str] = frozenset()
    """The roles that must stand in a line of headings; a card has none."""
    theirs: Mapping[str, str] | None = None
    """What the words stand for, in a game of others, which has been imported."""

    @property
    def _words(self) -> Mapping[str, str]:
        if self.theirs is not None:
            return self.theirs
        return vocabulary("games", self.game.replace("-", "_"), "columns.toml", section=self.section)

    @property
    def headings(self) -> Mapping[str, str]:
        """What its headings stand for."""
        return self._words if self.required else {}

    @property
    def row_names(self) -> Mapping[str, str]:
        """What the names of its rows stand for; empty where it is no card."""
        return {} if self.required else self._words


def _sketch(game: str, layout: str, section: str, required: str = "") -> Sketch:
    return Sketch(game, layout, section, frozenset(required.split()))


SKETCHES = (
    _sketch("doppelkopf", "detail", "detail", "kind re points_re"),
    _sketch("acey-deucey", "games", "games", "winner loser value"),
    _sketch("acey-deucey", "transcript", "transcript", "who roll move"),
    _sketch("chouette", "log", "log", "who action to"),
    _sketch("yatzy", "card", "categories"),
    _sketch("yatzy", "dice", "dice", "dice category score"),
    _sketch("yatzy", "dice", "dice", "dice outer-category outer-score inner-category inner-score"),
)
"""The same as in the games' layouts, which a test holds."""


def names() -> tuple[str, ...]:
    """All games: ours, then those of others that are installed."""
    from scorecheck.checks.own import installed

    return (*GAMES, *installed().games)


def fewest_players() -> Mapping[str, int]:
    """The games of ``names`` with a column of points for each player, and how many of them at least."""
    from scorecheck.checks.own import installed

    theirs = installed().games
    if not theirs:
        return FEWEST_PLAYERS
    plain = {
        name: [one.min_players for one in game.ruleset.layouts if not (one.required or one.row_names)]
        for name, game in theirs.items()
    }
    return FEWEST_PLAYERS | {name: min(fewest) for name, fewest in plain.items() if fewest}


def sketches() -> tuple[Sketch, ...]:
    """What the records and cards of all games are told by."""
    from scorecheck.checks.own import installed

    return (
        *SKETCHES,
        *(
            Sketch(
                name, one.name, "", one.required, one.row_names or {**game.ruleset.headings, **one.headings}
            )
            for name, game in installed().games.items()
            for one in game.ruleset.layouts
            if one.required or one.row_names
        ),
    )


def load(game: str) -> Ruleset:
    """The ruleset of a game.

    Raises:
        KeyError: there is no such game.
    """
    if game not in GAMES:
        from scorecheck.checks.own import installed

        return installed().games[game].ruleset
    ruleset: Ruleset = import_module(GAMES[game]).RULESET
    return ruleset
