"""Recognises prepared sheets without results."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.model.cells import CellRef, Uncalculated, Unreadable, Value, written
from scorecheck.model.sheet import Table
from scorecheck.model.workbook import Grid

_FEWEST_HEADINGS, _FEWEST_NUMBERS = 3, 3


def is_unfilled(grid: Grid, table: Table | None) -> bool:
    """Whether below the headings there are only names of rows, and formulas on empty cells.

    If the layout is known by its words, the ``table`` shows where that is; otherwise games are numbered from
    1 on.
    """
    start = _below_headings(grid.rows) if table is None else table.first_row - 1
    if start is None or (table is not None and (table.turned or table.places)):
        return False
    for row in grid.rows[start:]:
        # Sums of nothing are 0: all sums in a row of totals, else a control beside empty cells.
        cells = row[1:]
        summed = bool(row) and (_is_word(row[0]) or 2 * cells.count("") > len(cells))
        if not all(is_nothing(value, summed=summed) for value in cells):
            return False
    numbers = [one for row in grid.rows[start:] if row and isinstance(one := written(row[0]), int)]
    counted = numbers == list(range(1, len(numbers) + 1))
    return counted and (table is not None or len(numbers) >= _FEWEST_NUMBERS)


def only_formulas(grid: Grid) -> CellRef | None:
    """The first formula without a result, if all cells beside the first column are such: then no row leaves
    anything to fill in."""
    start = _below_headings(grid.rows) or 0
    filled = [at for at in range(start, len(grid.rows)) if any(value != "" for value in grid.rows[at])]
    if not filled or not all(isinstance(value, Uncalculated) for at in filled for value in grid.rows[at][1:]):
        return None
    return CellRef(filled[0] + 1, 2)


def _below_headings(rows: Sequence[Sequence[Value]]) -> int | None:
    """The row after the last one with words in several columns."""
    behind = range(len(rows), 0, -1)
    return next((at for at in behind if sum(map(_is_word, rows[at - 1])) >= _FEWEST_HEADINGS), None)


def is_nothing(value: Value, *, summed: bool) -> bool:
    """Whether a cell is empty or holds a mark; where it is ``summed`` up, a sum of 0 counts as empty."""
    said = written(value)
    formula = isinstance(said, Unreadable) and said.kind == "formula"
    return said is None or formula or (summed and said == 0)


def _is_word(value: Value) -> bool:
    return value != "" and isinstance(said := written(value), Unreadable) and said.kind == "text"
