"""Recognises text that was opened without being parted: each row stands in one cell."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from scorecheck.model.workbook import Grid
from scorecheck.model.written import written

_DELIMITERS = ";,\t|"
_FEWEST_ROWS, _FEWEST_VALUES = 3, 3


def delimiter_in_cells(grid: Grid) -> str | None:
    """The character that parts the values of each row in its only cell; ``None`` if rows are parted already.

    Half of the filled rows, titles and notes counted, must have as many values as each other, and half of the
    values be numbers.
    """
    filled = [[value for value in row if value != ""] for row in grid.rows]
    alone = [row[0] for row in filled if len(row) == 1]
    if 2 * len(alone) <= sum(map(bool, filled)):
        return None
    texts = [value for value in alone if isinstance(value, str)]
    for delimiter in _DELIMITERS:
        parted = [text.split(delimiter) for text in texts]
        values, rows = next(iter(Counter(map(len, parted)).most_common(1)), (0, 0))
        numbers = sum(isinstance(written(one), (int, Fraction)) for row in parted for one in row)
        if (
            values >= _FEWEST_VALUES
            and rows >= _FEWEST_ROWS
            and 2 * rows >= len(alone)
            and 2 * numbers >= sum(map(len, parted))
        ):
            return delimiter
    return None
