"""What a run is asked to do with a file, and what it keeps of its sheets."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.catalogue import Selection
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.sheet import Start
from scorecheck.model.wanted import Wanted

if TYPE_CHECKING:
    from scorecheck.model.correction import CorrectedCell
    from scorecheck.tournament.substitutes import SeatChange


@record
class Settings:
    """What a run is asked to do."""

    wanted: Wanted = field(default_factory=Wanted)
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    selection: Selection = field(default_factory=Selection)
    substitutes: tuple[SeatChange, ...] = ()
    """What the event says of seats that change their player in this file."""
    own_rules: str | None = None
    """The file with the club's own rules, which is run for them."""
    game_files: tuple[str, ...] = ()
    """The file with the club's own game, which its sheets are read by."""
    corrections: tuple[CorrectedCell, ...] = ()
    """What was corrected in this file since it was handed in."""
    table: int | None = None
    """The number of its table, where the event says it."""
    starts: Mapping[tuple[str, str | None], Start] = field(
        default_factory=dict["tuple[str, str | None]", "Start"]
    )
    """By path and shown name of the sheets that go on from others: where everybody stood."""


class Source(NamedTuple):
    """A file to be checked: where it is, how it is called, and under which settings."""

    path: Path
    shown: str
    settings: Settings
    unseen: bool = False
    """It is left out if scorecheck has written it."""
    data: bytes | None = None
    """What came by standard input; then there is no file."""


class Keep(NamedTuple):
    """What is kept of a sheet when it has been checked, beside its findings."""

    results: bool = False
    """What it gives for a ranking, and would with each of its repairs; takes another pass over its rows."""
    rows: bool = False
    """Its rows, for a page that shows it; without them the memory for an archive does not grow
    with its files."""
    impact: bool = False
    """Whether each of its repairs matters for the ranks; only together with results."""
    games: bool = False
    """What each player got in each game, as a part of the results."""
    noticed: int = 0
    """How much a check of it would notice, by so many slips of each kind on the sheets of a file; takes many
    more checks of its rows."""
    points: bool = True
    """What its games gave, as far as another sheet of the same table is known by it."""
