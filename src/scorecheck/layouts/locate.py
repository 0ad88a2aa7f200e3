"""Finds the table on a sheet: the line of headings and the rows of points below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.words import plain
from scorecheck.layouts.cells import shown_name, written
from scorecheck.layouts.vocabulary import row_words
from scorecheck.model.cells import Unreadable
from scorecheck.model.sheet import Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Value
    from scorecheck.model.workbook import Grid

_FURTHEST_HEADING = 200
"""A line of headings further down than this many rows is not looked for."""
_SAMPLE = 60
"""So many rows below a line of headings show what its columns hold."""
_GAP = 3
"""A first row of points stands at most so many rows below its headings."""


def find_table(grid: Grid, fewest_columns: int = 1) -> Table | None:
    """The table of a sheet, or ``None`` if nothing on it looks like one.

    A table is a line with two words or more, at least ``fewest_columns`` of them above numbers. Of
    several such lines (a title, then the headings) the one nearest to the numbers is taken.
    """
    rows = grid.rows
    for first in range(min(len(rows), _FURTHEST_HEADING)):
        if not _holds_numbers(rows[first]):
            continue
        for heading in range(first - 1, max(-1, first - 1 - _GAP), -1):
            if _is_heading(rows, heading, fewest_columns):
                return _table(grid, heading)
    return None


def _holds_numbers(row: Sequence[Value]) -> bool:
    return any(_is_number(value) for value in row)


def _is_number(value: Value) -> bool:
    said = written(value)
    return said is not None and not isinstance(said, Unreadable)


def _is_word(value: Value) -> bool:
    return isinstance(value, str) and value.strip() != "" and not _is_number(value)


def _is_heading(rows: Sequence[Sequence[Value]], at: int, fewest_columns: int) -> bool:
    """Whether enough words of a line stand above columns that hold more numbers than other text."""
    words = [column for column, value in enumerate(rows[at]) if _is_word(value)]
    if len(words) < 2:
        return False
    below = rows[at + 1 : at + 1 + _SAMPLE]
    return sum(1 for column in words if holds_points(below, column)) >= min(fewest_columns, len(words))


def holds_points(rows: Sequence[Sequence[Value]], column: int) -> bool:
    """Whether a column holds numbers, and no more words than numbers."""
    numbers = words = 0
    for row in rows:
        if column < len(row) and row[column] != "":
            said = written(row[column])
            if isinstance(said, Unreadable):
                words += 1
            elif said is not None:
                numbers += 1
    return numbers > 0 and numbers >= words


def _table(grid: Grid, heading: int) -> Table:
    """The table under a line of headings; its columns end where headings and values end."""
    rows = grid.rows[heading + 1 :]
    line = grid.rows[heading]
    width = max([len(line), *(len(row) for row in rows[:_SAMPLE])])
    headings = tuple(shown_name(line[column]) if column < len(line) else "" for column in range(width))
    return Table(grid.name, headings, heading + 1, heading + 2, rows)


def total_row(table: Table, points_columns: Sequence[int]) -> int | None:
    """The row of the column sums: the last one that says so beside its numbers.

    The word may stand in any column that holds no points. Long sheets are read from their end, and
    no further up than the last rows.
    """
    words = row_words()
    rows = table.rows
    for at in range(len(rows) - 1, max(-1, len(rows) - 1 - _SAMPLE), -1):
        row = rows[at]
        says_so = any(
            isinstance(value, str)
            and value != ""
            and column not in points_columns
            and words.get(plain(value)) == "total"
            for column, value in enumerate(row)
        )
        if says_so and any(column < len(row) and _is_number(row[column]) for column in points_columns):
            return at
    return None
