"""A game for statistics and tie-breaks, and a player's part in it."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple


class Played(NamedTuple):
    """One game of a sheet, or one entry, for statistics; made by the ruleset of the game.

    Players with points of one sign played together against those with the other. A game without points does
    not show the sides.
    """

    label: str
    """The game number on the sheet, else its ordinal."""
    points: Mapping[str, Number]
    """The points of those who took part, by their names on the sheet."""
    alone: str | None = None
    """The player against all others: the soloist, the box."""
    category: str | None = None
    """The row of a scorecard: a part of a game, which is the whole card."""


class PlayerPart(NamedTuple):
    """The points of one player in one game of a sheet, or in a row that is no game."""

    game: str
    """The game number on the sheet, else its ordinal; empty where the row is no game."""
    player: str
    """The name on the sheet."""
    points: Number | None
    """``None``: the cell cannot be read."""
    role: str = ""
    """``solo`` or ``box``: the player played against all others, each of whom is an ``opponent``.
    ``penalty``: the row is no game. Empty where the sheet shows no roles."""


class PlayerInGame(NamedTuple):
    """A row of the table of all games: one player in one game, with event, round and table."""

    event: str | None
    round: str
    table: str | None
    path: str
    sheet: str | None
    kind: str
    """The game, as options name it: ``doppelkopf``."""
    game: str | None
    """``None`` where the row is no game."""
    player: str
    """The name in the event file, else the most frequent spelling on the sheets."""
    points: Number | None
    role: str | None
    evening: str | None = None
    """The day of the event, else that in the names of the sheet: ``2026-01-15``."""
    provisional: str | None = None
    """``yes`` where the sheet has errors, so that its points may change."""
