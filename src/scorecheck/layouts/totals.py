"""The totals below and among the games of a sheet, and the rows that they add up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.model.cells import CellRef, written
from scorecheck.model.sheet import Sheet


def totals_of(sheet: Sheet, position: int) -> Iterator[tuple[CellRef, int, tuple[frozenset[int], ...]]]:
    """The totals of a player, with their values and the rows that they may add up.

    That is all rows above or, for a subtotal, those since the last one, or up to the next.
    """
    sums = {sheet.total_row, *sheet.left_out, *(row for row, _ in sheet.subtotals)}
    games = frozenset(row for row in range(sheet.stop) if row not in sums)
    before = -1
    ends = [*(row for row, _ in sheet.subtotals[1:]), sheet.stop]
    for (row, said), after in zip(sheet.subtotals, ends, strict=False):
        above = frozenset(one for one in games if one < row)
        cell = said[position]
        if isinstance(cell, int):
            since = frozenset(one for one in above if one > before)
            below = frozenset(one for one in games if row < one < after)
            yield sheet.table.cell(row, sheet.points_columns[position]), cell, (above, since, below)
        before = row
    foot = sheet.foot[position] if sheet.foot else None
    if sheet.total_row is not None and isinstance(foot, int):
        yield sheet.table.cell(sheet.total_row, sheet.points_columns[position]), foot, (games,)


def sum_of(sheet: Sheet, places: Iterable[tuple[int, int]]) -> int:
    """The sum of the whole numbers in some rows and columns of the table."""
    numbers = (written(sheet.table.value(*place)) for place in places)
    return sum(number for number in numbers if isinstance(number, int))
