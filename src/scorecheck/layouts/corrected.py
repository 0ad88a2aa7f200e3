"""Applies the corrections of an event to a file: cells get their corrected values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from scorecheck.model.cells import Value, value_text, written
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid, Workbook

if TYPE_CHECKING:
    from scorecheck.model.against import CorrectedCell


def corrected(
    workbook: Workbook, corrections: Iterable[CorrectedCell]
) -> tuple[Workbook, list[CorrectedCell]]:
    """The file with its corrections applied in order; and those that no longer fit the cell.

    A cell that already holds the corrected value is left alone: somebody corrected the file itself.
    """
    grids = {grid.name or "": grid for grid in workbook.grids}
    unfit: list[CorrectedCell] = []
    for one in corrections:
        name = one.sheet or workbook.only_sheet
        grid = grids.get(name)
        stands = (
            None if grid is None or one.cell.row > len(grid.rows) else value_text(_value(grid, one)).strip()
        )
        if grid is not None and stands == one.before.strip():
            grids[name] = _with(grid, one)
        elif grid is None or stands != one.after.strip():
            unfit.append(one)
    return replace(workbook, grids=tuple(grids[grid.name or ""] for grid in workbook.grids)), unfit


def _value(grid: Grid, one: CorrectedCell) -> Value:
    row = grid.rows[one.cell.row - 1]
    return row[one.cell.column - 1] if one.cell.column <= len(row) else ""


def _with(grid: Grid, one: CorrectedCell) -> Grid:
    """The sheet with another value in one cell; a number stays a number."""
    row, column = one.cell.row - 1, one.cell.column - 1
    rows: list[Sequence[Value]] = [*grid.rows]
    values: list[Value] = [*rows[row], *([""] * (column + 1 - len(rows[row])))]
    number = written(one.after)
    is_text = isinstance(values[column], str)
    values[column] = number if isinstance(number, int) and not is_text else one.after
    rows[row] = values
    formats = {cell: format_ for cell, format_ in grid.formats.items() if cell != one.cell}
    return replace(grid, rows=rows, formats=formats)
