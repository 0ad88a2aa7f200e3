"""Sums of a season that leave out everybody's worst evenings, as clubs count them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from scorecheck.model.cells import Number, written
from scorecheck.model.sheet import Counted, Table

_MORE = 3
"""How many more sums must agree than with all evenings: by chance, one in fifty does."""


def evenings_that_count(
    table: Table, points: Sequence[int], rows: Sequence[int], total: int
) -> Counted | None:
    """The ``rows`` that the sums in the row ``total`` add up; ``None`` for all, or if unknown."""
    had = [_numbers(table, rows, at) for at in points]
    sums = [written(table.value(total, at), table.format(total, at)) for at in points]

    def agreeing(one: Counted) -> int:
        return sum(said == sum(one.of(own)) for said, own in zip(sums, had, strict=True) if own)

    likeliest = max(Counted.ways(len(rows)), key=agreeing, default=Counted())
    return likeliest if agreeing(likeliest) >= agreeing(Counted()) + _MORE else None


def rows_of_worst(table: Table, points: Sequence[int], total: int) -> int:
    """The number of rows right above the sums that show what they leave out: the worst evening, and so on."""
    for many in (1, 2):
        first = total - many
        ranked = [sorted(_numbers(table, range(first), at)) for at in points]
        if first > 1 and all(_says(table, points, first + nth, nth, ranked) for nth in range(many)):
            return many
    return 0


def _says(
    table: Table, points: Sequence[int], row: int, nth: int, ranked: Sequence[Sequence[Number]]
) -> bool:
    """Whether a row shows everybody's ``nth`` worst evening, from 0; one number may be wrong."""
    said = [written(table.value(row, at), table.format(row, at)) for at in points]
    pairs = [
        (cell, had[nth])
        for cell, had in zip(said, ranked, strict=True)
        if cell is not None and len(had) > nth
    ]
    return sum(cell == worst for cell, worst in pairs) >= max(_MORE, len(pairs) - 1)


def _numbers(table: Table, rows: Iterable[int], column: int) -> list[Number]:
    cells = (written(table.value(row, column), table.format(row, column)) for row in rows)
    return [cell for cell in cells if isinstance(cell, (int, Fraction))]
