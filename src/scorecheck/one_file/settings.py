"""The settings of a run for a file, and what it keeps of its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.catalogue import Selection
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.sheet import Start
from scorecheck.model.wanted import Wanted

if TYPE_CHECKING:
    from scorecheck.model.against import CorrectedCell
    from scorecheck.tournament.substitutes import SeatChange


@record
class Settings:
    """The settings of a run."""

    wanted: Wanted = field(default_factory=Wanted)
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    selection: Selection = field(default_factory=Selection)
    substitutes: tuple[SeatChange, ...] = ()
    """The substitutes of the event in this file."""
    own_rules: str | None = None
    """The file with the club's own rules, which is executed."""
    game_files: tuple[str, ...] = ()
    """The file with the club's own game, by which its sheets are read."""
    corrections: tuple[CorrectedCell, ...] = ()
    """The corrections to this file since it was handed in."""
    table: int | None = None
    """The number of its table by the event file."""
    starts: Mapping[tuple[str, str | None], Start] = field(
        default_factory=dict["tuple[str, str | None]", "Start"]
    )
    """The totals before the first row, by path and shown name of sheets that continue others."""


class Source(NamedTuple):
    """A file to check: its path, its name in reports, and its settings."""

    path: Path
    shown: str
    settings: Settings
    data: bytes | None = None
    """The data from standard input, if there is no file."""


class Keep(NamedTuple):
    """What is kept of a checked sheet besides its findings."""

    results: bool = False
    """Its result for a ranking, also with each of its repairs; takes another pass over its rows."""
    rows: bool = False
    """Its rows, for a page that shows them; without them, memory does not grow with the number of files."""
    impact: bool = False
    """Whether each of its repairs matters for the ranks; only together with results."""
    games: bool = False
    """The points of each player in each game, as part of the results."""
    noticed: int = 0
    """The number of slips of each kind per file, to measure what checks detect; takes many more checks."""
    points: bool = True
    """The points of its games, as far as they identify another sheet of the same table."""
    aligned: bool = False
    """The rows of sheets of one table side by side, also where nothing differs."""
