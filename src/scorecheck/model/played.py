"""A game as statistics and tie-breaks see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorecheck.model.cells import Number


class Played(NamedTuple):
    """One game of a sheet, or one entry, as statistics see it. The games' rulesets make them.

    Who has points of one sign played together against those with the other; a game that gave
    nothing to anybody does not show who played with whom.
    """

    label: str
    """The game number on the sheet, else the how-manieth it is."""
    points: Mapping[str, Number]
    """What each of those who took part got, by the names on the sheet."""
    alone: str | None = None
    """Who played against all others: the soloist, the box."""
    category: str | None = None
    """The row of a scorecard: then it is no game but a part of one, and the card is the game."""
