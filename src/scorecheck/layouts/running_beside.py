"""Columns that say where a player stands, beside the columns of points that they run on by.

They are known by what they say, whatever stands above them: ``Σ Anna``, ``Stand``, or the same name again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorecheck.model.cells import Number, Written

_FEWEST_PLAYERS = 2
"""Of a single one it would be no surprise: beside totals the value of each game is what its winner gets, and
one player may win them all."""
_MOST_COLUMNS = 100
"""Of more columns, each is not held against each."""
_FEWEST_STEPS = 3
"""So many different steps are no chance; under the same name one is enough."""


def running_beside(columns: Mapping[int, Sequence[Written]], headings: Sequence[str]) -> Mapping[int, int]:
    """Of some columns of numbers those that run on by what another one says, with which that is.

    Two in three of the steps of the one and of the numbers of the other must agree: a slip spoils two.
    """
    if not 2 * _FEWEST_PLAYERS <= len(columns) <= _MOST_COLUMNS:
        return {}
    known = {at: _numbers(said) for at, said in columns.items()}
    given = {at: {one for one in numbers if one[1]} for at, numbers in known.items()}
    found: dict[int, int] = {}
    for at, numbers in known.items():
        # A row that says nothing is no step.
        each = zip([(-1, 0), *numbers], numbers, strict=False)
        steps = {(row, now - was) for (_, was), (row, now) in each if now != was}
        for other, points in given.items():
            same = steps & points
            if other == at or 3 * len(same) <= 2 * max(len(steps), len(points)):
                continue
            # Who won the first game together has the same points and totals there.
            different = {step for row, step in same if row > numbers[0][0]}
            if headings[other] == headings[at] or len(different) >= _FEWEST_STEPS:
                found[at] = other
    return found if len(set(found.values())) >= _FEWEST_PLAYERS else {}


def _numbers(said: Sequence[Written]) -> list[tuple[int, Number]]:
    return [(row, cell) for row, cell in enumerate(said) if isinstance(cell, (int, Fraction))]
