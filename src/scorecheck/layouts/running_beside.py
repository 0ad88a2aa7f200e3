"""Columns of running totals beside the columns of their points, or countdowns such as from 501.

They are recognised by their values, whatever is above them: ``Σ Anna``, ``Stand``, or the same name again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from operator import eq, sub
from typing import cast

from scorecheck.layouts.wordy import mostly_numbers
from scorecheck.model.cells import Number, Value, Written, swapped, written

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
    steps = {at: _steps(said) for at, said in columns.items()}
    given = {at: _given(said) for at, said in columns.items()}
    changes = {at: len(of_totals) - of_totals.count(0) for at, of_totals in steps.items()}
    amounts = {at: len(points) - points.count(None) for at, points in given.items()}
    found: dict[int, int] = {}
    for at, of_totals in (*steps.items(), *_falling(steps)):
        falls = of_totals is not steps[at]
        for other, points in given.items() if not falls or at not in found else ():
            # At most the fewer of both agree; a countdown from 501 has no number above its first.
            few, most = sorted((changes[at] - falls, amounts[other] - falls))
            if other == at or 3 * few <= 2 * most:
                continue
            same = sum(map(eq, of_totals[falls:], points[falls:]))
            if not falls and 3 * same <= 2 * most < 3 * (same + 3):
                same += 3 * len([*swapped(columns[at], columns[other])])
            if 3 * same <= 2 * most:
                continue
            fewest = 1 if headings[other] == headings[at] else _FEWEST_STEPS
            if _different(columns[at], of_totals, points) >= fewest:
                found[at] = other
    return found if len(set(found.values())) >= _FEWEST_PLAYERS else {}


def _different(totals: Sequence[Written], steps: Sequence[Number], points: Sequence[Written]) -> int:
    """How many different steps of the totals are those points, below the first total.

    Winners of the first game have the same points and totals there.
    """
    first = next(row for row, cell in enumerate(totals) if isinstance(cell, _NUMBER))
    below = zip(steps[first + 1 :], points[first + 1 :], strict=False)
    return len({step for step, amount in below if step == amount})


def _falling(steps: Mapping[int, Sequence[Number]]) -> Iterator[tuple[int, Sequence[Number]]]:
    """The points by the columns of countdowns, which only fall, but for a slip."""
    for at, of_totals in steps.items():
        if sum(step > 0 for step in of_totals[1:]) <= 1:
            yield at, [-step for step in of_totals]


def running_in_rows(headings: Sequence[str], rows: Sequence[Sequence[Value]]) -> Mapping[int, int]:
    """The columns of running totals, with those of their points."""
    said = {at: [written(row[at]) if at < len(row) else None for row in rows] for at in range(len(headings))}
    return running_beside({at: cells for at, cells in said.items() if mostly_numbers(cells)}, headings)


def _steps(said: Sequence[Written]) -> list[Number]:
    """The change to each number; 0 where there is none."""
    if set(map(type, said)) == _WHOLE:
        whole = cast("Sequence[int]", said)
        return [whole[0], *map(sub, whole[1:], whole)]
    found: list[Number] = []
    before: Number = 0
    for cell in said:
        found.append(cell - before if isinstance(cell, _NUMBER) else 0)
        before = cell if isinstance(cell, _NUMBER) else before
    return found


def _given(said: Sequence[Written]) -> Sequence[Written]:
    """The numbers; ``None`` for 0 and where there is none."""
    if set(map(type, said)) == _WHOLE and 0 not in said:
        return said
    return [cell or None if isinstance(cell, _NUMBER) else None for cell in said]


_NUMBER = (int, Fraction)
_WHOLE = {int}
