"""How the user or the event wants a sheet to be read."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.outcome import Result
from scorecheck.model.record import NamedTuple


class Wanted(NamedTuple):
    """What the user or the event says of a sheet; ``None`` leaves it to be recognised."""

    game: str | None = None
    preset: str | None = None
    layout: str | None = None
    headings: Mapping[str, str] = {}
    """What headings stand for that only this club uses."""
    categories: Mapping[str, str] = {}
    """The same of the words before the rows of a card."""
    notation: str | None = None
    weigh_all: bool = False
    """Weigh also what cannot be chosen any more, to be shown as evidence."""
    in_no_round: bool = False
    """The rounds of the event name their sheets, and it is none of them: it may be a season's table."""
    if_open: Mapping[str, str] = {}
    """The game, layout and notation that a sheet has if it leaves them open; what of them is known."""
    like: tuple[str, str, str] | None = None
    """The game, layout and notation of all other files beside the sheet: taken where it leaves them open."""
    beside: tuple[str, ...] = ()
    """The games of files beside the sheet: one is taken where the rows bear that out."""
    evenings: tuple[Result, ...] = ()
    """What the sheets of other files beside it give: a season's table of these is known by that."""

    @property
    def says_what(self) -> bool:
        """Whether somebody says of which game a sheet is, or how it is kept."""
        return any((self.game, self.layout, self.notation))


ANYTHING = Wanted()
"""Nobody says anything: all is left to be recognised."""
