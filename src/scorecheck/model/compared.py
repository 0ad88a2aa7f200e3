"""Sheets of one table, held against each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from scorecheck.model.outcome import Checked, Crash


class Together(NamedTuple):
    """The sheets of one table."""

    sheets: tuple[tuple[str, str | None], ...]
    """Each by its path and its name there."""
    rows: int
    """How many rows they have side by side."""
    differences: int


class Compared(NamedTuple):
    """What was found on sheets, by themselves and against each other."""

    checked: Checked
    tables: tuple[Together, ...]
    alone: tuple[tuple[str, str | None], ...]
    """The sheets with points beside which no other could be put."""
    crashes: tuple[Crash, ...] = ()
