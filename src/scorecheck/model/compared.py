"""Sheets of one table, held against each other."""

from __future__ import annotations

from scorecheck.model.record import NamedTuple


class ComparedRow(NamedTuple):
    """A row of a table as each of its sheets has it."""

    label: str
    """The number of the game, or the name of the row."""
    cells: tuple[tuple[str, ...] | None, ...]
    """For each sheet what stands there for each player of the first; ``None``: it lacks the row."""
    differs: tuple[bool, ...]
    """For each player whether the sheets differ."""
    rows: tuple[int | None, ...] = ()
    """Where it stands on each sheet, counted from 1."""


class Together(NamedTuple):
    """The sheets of one table."""

    sheets: tuple[tuple[str, str | None], ...]
    """Each by its path and its name there."""
    rows: int
    """How many rows they have side by side."""
    differences: int
    players: tuple[str, ...] = ()
    """Of the first sheet."""
    lines: tuple[ComparedRow, ...] = ()
    """The rows side by side, from the top; no more than can be looked at."""
