"""What came out: checked files, results of tables, standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from fractions import Fraction

    from scorecheck.model.cells import Number
    from scorecheck.model.finding import Finding, Param, Severity
    from scorecheck.model.sheet import Sheet


class PlayerResult(NamedTuple):
    """What one player has from one sheet."""

    player: str
    points: Number
    games: int
    """The games that this player took part in."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a sheet gives for a ranking."""

    path: str
    sheet: str | None
    players: tuple[PlayerResult, ...]
    games: int
    """The games played at the table."""
    faulty: bool
    """The sheet has errors: a ranking built on it is provisional."""
    opening: tuple[Number, ...] = ()
    """The totals of its first row, where they may be carried in from a sheet before; they are
    still in the points."""
    title: str = ""
    """What stands above its headings: often round and table."""
    shown_name: str | None = None
    """The name of the sheet, with the part of it that the table is where there are several."""


class Skipped(NamedTuple):
    """A rule that could not be checked on some rows, because a value there could not be read."""

    path: str
    sheet: str | None
    rule: str
    rows: tuple[int, ...]
    """The rows of the sheet, counted from 1."""


class Crash(NamedTuple):
    """A check that failed by itself: a fault in scorecheck, not in the sheet."""

    rule: str
    path: str
    row: int | None
    """The row of the sheet, counted from 1."""
    cause: str


class Note(NamedTuple):
    """A remark for the person at the screen: a key of the labels and the words that it names."""

    key: str
    params: Mapping[str, Param] = {}


@dataclass(frozen=True, slots=True)
class CheckedSheet:
    """A scoresheet that was read and checked."""

    sheet: Sheet
    entries: int
    findings: tuple[Finding, ...]
    result: Result | None = None
    """``None`` where the sheet gives nothing to a ranking: a published list."""
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file with all that was found in it; ``findings`` holds those of its sheets, too."""

    path: str
    status: str
    """``ok``, ``warnings``, ``errors`` or ``unreadable``."""
    sheets: tuple[CheckedSheet, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """All that one run of the checks gives."""

    files: tuple[CheckedFile, ...]
    notes: tuple[Note, ...] = ()
    crashes: tuple[Crash, ...] = ()

    @property
    def findings(self) -> list[Finding]:
        """The findings of all files, by path, sheet, row, column and rule."""
        return sorted((f for file in self.files for f in file.findings), key=lambda f: f.sort_key)

    def count(self, severity: Severity) -> int:
        """How many findings weigh exactly that much."""
        return sum(1 for file in self.files for f in file.findings if f.severity == severity)


class RoundScore(NamedTuple):
    """One player's part of one round."""

    name: str
    points: Number
    games: int
    score: Fraction


class Standing(NamedTuple):
    """One line of the standings."""

    rank: int
    player: str
    score: Fraction
    games: int
    rounds: tuple[RoundScore, ...]


@dataclass(frozen=True, slots=True)
class Standings:
    """A ranking: exact scores, best first; equal scores have equal ranks."""

    event: str
    day: date | None
    method: str
    scale: int
    lines: tuple[Standing, ...]
    rounds: tuple[str, ...]
    provisional: bool
