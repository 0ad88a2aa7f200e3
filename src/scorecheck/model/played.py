"""A game as statistics and tie-breaks see it, and a player's part of one."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple


class Played(NamedTuple):
    """One game of a sheet, or one entry, as statistics see it. The games' rulesets make them.

    Who has points of one sign played together against those with the other; a game that gave
    nothing to anybody does not show who played with whom.
    """

    label: str
    """The game number on the sheet, else its ordinal."""
    points: Mapping[str, Number]
    """What each of those who took part got, by the names on the sheet."""
    alone: str | None = None
    """Who played against all others: the soloist, the box."""
    category: str | None = None
    """The row of a scorecard: then it is no game but a part of one, and the card is the game."""


class PlayerPart(NamedTuple):
    """What one player got in one game of a sheet, or by a row that is no game."""

    game: str
    """The game number on the sheet, else its ordinal; empty where the row is no game."""
    player: str
    """The name on the sheet."""
    points: Number | None
    """``None``: what stands there cannot be read."""
    role: str = ""
    """``solo`` or ``box``: the player played against all others, of whom each is an ``opponent``.
    ``penalty``: the row is no game. Empty where the sheet tells no roles."""


class GameRow(NamedTuple):
    """A row of the table of all games: one player in one game, with event, round and table."""

    event: str | None
    round: str
    table: str | None
    path: str
    sheet: str | None
    kind: str
    """What is played, as the options name it: ``doppelkopf``."""
    game: str | None
    """``None`` where the row is no game."""
    player: str
    """The name as the event has it, else as the sheets mostly spell it."""
    points: Number | None
    role: str | None
    evening: str | None = None
    """The day of the event, else the one that the names of the sheet speak of: ``2026-01-15``."""
    provisional: str | None = None
    """``yes`` where the sheet has errors: what it gives may change."""
