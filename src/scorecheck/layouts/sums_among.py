"""Rows among the games that say what these come to, whatever they are called: halves, rounds, days."""

from __future__ import annotations

from fractions import Fraction
from operator import eq
from typing import TYPE_CHECKING

from scorecheck.layouts.cells import written

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Sheet

_FEWEST = 3
"""The sums of fewer games are no sums: the second one may be the first once more."""
_MOST = 2000
"""Of more rows nobody adds up the sums on the side."""


def rows_of_sums(sheet: Sheet, row: int, aside: Collection[int | None]) -> frozenset[int]:
    """The rows from one on that have no number and say what the games above add up to: ``row`` by itself,
    of all of them or of those since the last such row, or together with those below it, each of a part of
    them.

    ``aside``: the rows above it that are no games. Two in three of a row's sums agree: a slip in a game
    spoils one.
    """
    said = _numbers(sheet, row) if row <= _MOST else None
    if said is None:
        return frozenset()
    games = [at for at in range(row) if at not in aside and _numbers(sheet, at)]
    if len(games) < _FEWEST:
        return frozenset()
    since = max((at for at in aside if at is not None and at < row), default=-1)
    if sheet.running:
        return frozenset({row} if _agree(said, _numbers(sheet, games[-1])) else ())
    later = [at for at in games if at > since]
    if _agree(said, _sums(sheet, games)) or (len(later) >= _FEWEST and _agree(said, _sums(sheet, later))):
        return frozenset({row})
    parts = [row]
    while parts[-1] + 1 < sheet.stop and _is_called(sheet, parts[-1] + 1):
        parts.append(parts[-1] + 1)
    return frozenset(parts if len(parts) > 1 and _agree(_sums(sheet, parts), _sums(sheet, games)) else ())


def _is_called(sheet: Sheet, row: int) -> bool:
    """Whether a row has a word where games have their number, and a number for each player."""
    at = sheet.column("number")
    label = "" if at is None else str(sheet.table.value(row, at))
    return any(map(str.isalpha, label)) and _numbers(sheet, row) is not None


def _numbers(sheet: Sheet, row: int) -> Sequence[Number] | None:
    """What stands there for each player; ``None`` where that is no number of each."""
    found = [written(sheet.table.value(row, at)) for at in sheet.points_columns]
    numbers = [cell for cell in found if isinstance(cell, (int, Fraction))]
    return numbers if len(numbers) == len(found) else None


def _sums(sheet: Sheet, rows: Sequence[int]) -> Sequence[Number]:
    each = [[written(sheet.table.value(row, at)) for row in rows] for at in sheet.points_columns]
    return [sum(cell for cell in cells if isinstance(cell, (int, Fraction))) for cells in each]


def _agree(said: Sequence[Number], due: Sequence[Number] | None) -> bool:
    return due is not None and any(said) and 3 * sum(map(eq, said, due)) >= 2 * len(said)
