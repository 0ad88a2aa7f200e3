"""The differences between two standings of one event with their causes, and the corrections of an event."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from scorecheck.model.cells import CellRef
from scorecheck.model.record import NamedTuple, record
from scorecheck.model.terms import Param


class CorrectedCell(NamedTuple):
    """A line of ``corrections.csv``. The sheet itself stays as it was handed in."""

    file: str
    """As seen from the folder of the event."""
    sheet: str
    """Empty where the format has no sheets."""
    cell: CellRef
    before: str
    after: str
    rule: str = ""
    why: str = ""
    by: str = ""
    when: str = ""


class RankAndScore(NamedTuple):
    """The rank and score of a player or a team."""

    rank: int | None
    """``None`` for a player who is not ranked."""
    score: Fraction


class Changed(NamedTuple):
    """A player or team whose rank or score differs."""

    name: str
    team: bool
    before: RankAndScore | None
    """``None``: not there then."""
    now: RankAndScore | None


class Given(NamedTuple):
    """What a sheet gave a player then and now; ``None`` where it does not name the player."""

    player: str
    before: Fraction | None
    now: Fraction | None


class Cause(NamedTuple):
    """A cause of differences: a sheet, a rule, or the version of the program."""

    kind: str
    """A key of the labels under ``against.cause``."""
    params: Mapping[str, Param] = {}
    players: tuple[Given, ...] = ()


@record
class Against:
    """Standings compared with earlier ones."""

    path: str
    version: str
    """Of the program that wrote the earlier ones."""
    event: str | None
    """What their event is called, where that is another name."""
    changed: tuple[Changed, ...]
    causes: tuple[Cause, ...]
    provisional: tuple[bool, bool] = (False, False)
    """Whether they were, and are, provisional."""


class ListedCorrection(NamedTuple):
    """A correction in the list of its event."""

    list: str
    """The path of the list as findings name it."""
    number: int
    """Its number there, from 1."""
    correction: CorrectedCell


@record
class Account:
    """The corrections of an event, and whose score or rank they change."""

    entries: tuple[ListedCorrection, ...]
    changed: tuple[Changed, ...] | None
    """``None`` where there are no standings, or were none."""
