"""Columns of running totals beside the columns of their points.

They are recognised by their values, whatever is above them: ``Σ Anna``, ``Stand``, or the same name again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from scorecheck.model.cells import Number, Written

_FEWEST_PLAYERS = 2
"""A single one may be chance: one player may win all games, and their values are the points."""
_MOST_COLUMNS = 100
"""The comparison of every two columns is limited to this many."""
_FEWEST_STEPS = 3
"""The number of different steps that excludes chance; under the same name one is enough."""


def running_beside(columns: Mapping[int, Sequence[Written]], headings: Sequence[str]) -> Mapping[int, int]:
    """The columns of running totals among some columns, each with the column of its points.

    Two thirds of the steps of the one and of the numbers of the other must agree, since a slip spoils two.
    """
    if not 2 * _FEWEST_PLAYERS <= len(columns) <= _MOST_COLUMNS:
        return {}
    known = {at: _numbers(said) for at, said in columns.items()}
    given = {at: {one for one in numbers if one[1]} for at, numbers in known.items()}
    found: dict[int, int] = {}
    for at, numbers in known.items():
        # A row without a number is no step.
        each = zip([(-1, 0), *numbers], numbers, strict=False)
        steps = {(row, now - was) for (_, was), (row, now) in each if now != was}
        for other, points in given.items():
            same = steps & points
            if other == at or 3 * len(same) <= 2 * max(len(steps), len(points)):
                continue
            # Winners of the first game have the same points and totals there.
            different = {step for row, step in same if row > numbers[0][0]}
            if headings[other] == headings[at] or len(different) >= _FEWEST_STEPS:
                found[at] = other
    return found if len(set(found.values())) >= _FEWEST_PLAYERS else {}


def _numbers(said: Sequence[Written]) -> list[tuple[int, Number]]:
    return [(row, cell) for row, cell in enumerate(said) if isinstance(cell, (int, Fraction))]
