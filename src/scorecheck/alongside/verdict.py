"""The verdict on a cell in which sheets of one table differ."""

from __future__ import annotations

from scorecheck.alongside.apart import Difference
from scorecheck.alongside.beside import Beside
from scorecheck.model.record import NamedTuple


class CellVerdict(NamedTuple):
    """The wrong sheets of a cell."""

    wrong: tuple[int, ...]
    """The wrong sheets; empty where they are not known."""
    why: str
    """The reason: ``sum``, ``rules``, ``total``, ``majority``; ``neither`` where no sheet is right; empty
    where nothing decides."""


def sheets_with(found: Beside, one: Difference) -> list[int]:
    """The sheets that have the cell of a difference."""
    return [which for which in range(len(found.sheets)) if place_of(found, one, which) is not None]


def place_of(found: Beside, one: Difference, which: int) -> tuple[int, int] | None:
    """The cell of a difference on a sheet, by row and column of the table."""
    entry, position = found.entry(one.row, which), found.seats[which][one.seat]
    if entry is None or position is None:
        return None
    return entry.row, found.sheets[which].sheet.points_columns[position]
