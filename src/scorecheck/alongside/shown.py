"""Sheets of one table side by side, for display."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.alongside.apart import differing_cells
from scorecheck.alongside.beside import Beside
from scorecheck.model.cells import value_text
from scorecheck.model.outcome import ComparedRow as Shown
from scorecheck.model.sheet import Entry

_MOST_SHOWN = 300
"""The greatest number of rows that are shown side by side."""


def lines(found: Beside) -> Iterator[Shown]:
    """The aligned rows as they stand on the sheets."""
    seats_of_first = range(len(found.sheets[0].sheet.players))
    apart = {(one.row, one.seat) for one in differing_cells(found)}
    for at in range(min(len(found.rows), _MOST_SHOWN)):
        entries = [found.entry(at, which) for which in range(len(found.sheets))]
        label = next(entry.label for entry in entries if entry is not None)
        cells = tuple(
            None if entry is None else tuple(_standing(found, which, entry, seat) for seat in seats_of_first)
            for which, entry in enumerate(entries)
        )
        differs = tuple((at, seat) in apart for seat in seats_of_first)
        places = [
            None if entry is None else found.sheets[which].sheet.table.cell(entry.row, 0).row
            for which, entry in enumerate(entries)
        ]
        yield Shown(label, cells, differs, tuple(places))


def _standing(found: Beside, which: int, entry: Entry, seat: int) -> str:
    """A player's cell; empty where it is, or where the sheet has no such player."""
    position, one = found.seats[which][seat], found.sheets[which].sheet
    if position is None:
        return ""
    return value_text(one.table.value(entry.row, one.points_columns[position]))
