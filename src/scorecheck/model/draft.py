"""The draft of an event file: the rounds, tables and players that the sheets show."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.record import NamedTuple


class DraftTable(NamedTuple):
    """A table of a round."""

    name: str
    players: tuple[str, ...]


class DraftRound(NamedTuple):
    """A round, with patterns for its files."""

    name: str
    patterns: tuple[str, ...]
    tables: tuple[DraftTable, ...]
    numbers: Mapping[int, tuple[str, ...]] = {}
    """The files of each table by its number, where their names do not show it."""


class Draft(NamedTuple):
    """The draft of an event file."""

    rounds: tuple[DraftRound, ...]
    apart: bool
    """Each round has files of its own; else the names of sheets show the rounds, and patterns cannot."""
    players: tuple[str, ...]
    alike: tuple[tuple[str, str], ...] = ()
    """Nearly equal names without a decision whose they are: only the first counts as a player."""
    spellings: Mapping[str, tuple[str, ...]] = {}
    """Other spellings of players, as the user decided."""
