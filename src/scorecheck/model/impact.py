"""What a repair of a sheet would change in the standings of its event."""

from __future__ import annotations

from scorecheck.model.record import NamedTuple


class Moved(NamedTuple):
    """A player or team whose rank a repair changes."""

    name: str
    before: int | None
    """The rank with the sheet as it stands; ``None``: not ranked."""
    after: int | None
    """The rank with the repair; ``None``: not ranked."""


class Impact(NamedTuple):
    """What one repair, by itself, would change in the standings."""

    changes: str
    """The most that it changes: ``ranks``, ``scores`` (of players, teams, the season, but no rank),
    ``nothing``; or ``unknown``."""
    ranks: tuple[Moved, ...] = ()
    """The players of the event, by the rank that they have without it."""
    teams: tuple[Moved, ...] = ()
    season: tuple[Moved, ...] = ()
    """The players of the season, where the event is ranked in one."""
    why: str = ""
    """Why it is unknown: ``no-edits`` (a row was left out, and nobody knows what would stand in it),
    ``not-looked-at`` (the budget was spent), ``cannot-rank`` (with it the sheets do not tell what the
    method asks for)."""
