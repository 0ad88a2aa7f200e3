"""What an event file can begin with: the rounds, tables and players that sheets tell of."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.record import NamedTuple


class DraftTable(NamedTuple):
    """A table of a round."""

    name: str
    players: tuple[str, ...]


class DraftRound(NamedTuple):
    """A round with the patterns that fit its files."""

    name: str
    patterns: tuple[str, ...]
    tables: tuple[DraftTable, ...]
    numbers: Mapping[int, tuple[str, ...]] = {}
    """The files of each table by its number, where names do not say it."""


class Draft(NamedTuple):
    """What an event file can begin with."""

    rounds: tuple[DraftRound, ...]
    apart: bool
    """The rounds are in files of their own; else their names tell them, and patterns cannot."""
    players: tuple[str, ...]
    alike: tuple[tuple[str, str], ...] = ()
    """Names that are almost the same, and nobody has said whose they are: only the first is a player's."""
    spellings: Mapping[str, tuple[str, ...]] = {}
    """Other spellings of players, as somebody has said."""
