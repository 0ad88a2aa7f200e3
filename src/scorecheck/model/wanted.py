"""How the user or the event wants a sheet to be read."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.outcome import Result
from scorecheck.model.record import NamedTuple


class Wanted(NamedTuple):
    """The user's, or the event's, choices for a sheet; ``None``: it is recognised."""

    game: str | None = None
    preset: str | None = None
    layout: str | None = None
    headings: Mapping[str, str] = {}
    """The user's meanings of headings."""
    categories: Mapping[str, str] = {}
    """The user's meanings of the row labels of a card."""
    notation: str | None = None
    weigh_all: bool = False
    """Readings without a chance are weighed as well, to be shown as evidence."""
    only_sure: bool = False
    """Only readings that are certain are of use: no others are looked for, and none is asked about."""
    in_no_round: bool = False
    """The rounds of the event name their sheets, and this is none of them: it may be a season table."""
    if_open: Mapping[str, str] = {}
    """The game, layout and notation, as far as they are known, if the sheet itself leaves them open."""
    like: tuple[str, str, str] | None = None
    """The game, layout and notation of all files beside the sheet, used where it leaves them open."""
    beside: tuple[str, ...] = ()
    """The games of files beside the sheet: one is used if the rows agree."""
    evenings: tuple[Result, ...] = ()
    """The results of files beside the sheet, by which a season table is recognised."""

    @property
    def says_what(self) -> bool:
        """Whether the game or the layout of a sheet is given."""
        return any((self.game, self.layout, self.notation))


ANYTHING = Wanted()
"""No choices: everything is recognised."""
