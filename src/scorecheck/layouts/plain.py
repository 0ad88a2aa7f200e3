"""Tables of nothing but game numbers and whole points, which need not be read row by row."""

from __future__ import annotations

from operator import sub
from typing import TYPE_CHECKING, cast

from scorecheck.layouts.cells import written
from scorecheck.model.runs import can_be_followed, numbers_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Value
    from scorecheck.model.sheet import Sheet

SAMPLE = 300
"""So many entries decide how a long sheet is read."""
COLUMN_SAMPLE = 60
"""So many rows show what a column holds."""


def stands_by_itself(sheet: Sheet) -> bool:
    """Whether what a row says hangs on the row alone: on no row above it, on nothing beside the table."""
    return not sheet.running and _as_read(sheet)


def _as_read(sheet: Sheet) -> bool:
    table = sheet.table
    total_above = sheet.total_row is not None and sheet.total_row < sheet.stop
    moved = table.turned or table.first_column or table.formats or table.places
    return not moved and not sheet.left_out and not total_above


def plain_steps(sheet: Sheet, layout: Layout) -> list[tuple[int, ...]] | None:
    """What each row changes; ``None`` where a row may say more than whole points, or the numbers of the games
    do not go up one by one."""
    seats = len(sheet.points_columns)
    if not 0 < sheet.stop < SAMPLE or not _as_read(sheet) or not layout.opens_from_zero:
        return None
    if sheet.column("number") != 0 or sheet.points_columns != tuple(range(1, seats + 1)):
        return None
    rows = sheet.table.rows[: sheet.stop]
    if len(sheet.columns) != seats + 1 or not all(len(row) == seats + 1 for row in rows):
        return None
    if not _counts_up([row[0] for row in rows]):
        return None
    whole: list[tuple[int, ...]] = []
    for row in rows:
        points = tuple(map(written, row[1:]))
        if set(map(type, points)) != {int}:
            return None
        whole.append(cast("tuple[int, ...]", points))
    if not sheet.running:
        return whole
    return [tuple(map(sub, now, before)) for before, now in zip([(0,) * seats, *whole], whole, strict=False)]


def _counts_up(numbers: Sequence[Value]) -> bool:
    label = str(numbers[0])
    return can_be_followed(label) and list(numbers) == numbers_from(int(label), list(numbers))
