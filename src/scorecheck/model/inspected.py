"""How a file was read, for users who wonder."""

from __future__ import annotations

from scorecheck.model.finding import Finding
from scorecheck.model.noticed import Noticed
from scorecheck.model.outcome import Crash
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, ReadingEvidence, Sheet, Table
from scorecheck.model.terms import Term


class ReadTable(NamedTuple):
    """A table that was read as a scoresheet."""

    sheet: Sheet
    entries: tuple[Entry, ...]
    """Of a very long sheet only the first."""
    size: int
    """How many entries there are."""
    first: int | None
    """The table rows of the first and the last entry."""
    last: int | None
    remarks: tuple[Term, ...] = ()
    """How it was read where there are several possibilities."""
    noticed: Noticed | None = None
    """The share of slips that a check would detect."""


class DoubtfulTable(NamedTuple):
    """A table, or a sheet without one, that was not read."""

    finding: Finding
    """Its finding; beside sheets that can be read, a remark."""
    table: Table | None
    """``None`` where no table was found."""
    evidence: tuple[ReadingEvidence, ...]


class InspectedSheet(NamedTuple):
    """One sheet of a file."""

    name: str | None
    hidden: bool
    hidden_rows: tuple[int, ...]
    """Counted from 1, as the columns."""
    hidden_columns: tuple[int, ...]
    tables: tuple[ReadTable | DoubtfulTable, ...]
    """Empty for an empty sheet."""


class InspectedFile(NamedTuple):
    """A file and how it was read."""

    path: str
    format: str | None
    """By its content; ``None`` where it could not be read."""
    sheets: tuple[InspectedSheet, ...]
    problem: Finding | None = None
    """Why nothing of it, or not all, can be shown."""
    crashes: tuple[Crash, ...] = ()
