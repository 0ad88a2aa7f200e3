"""Short sheets of nothing but game numbers and points, all of whose rows were met before.

A club plays the same few games again and again. Where a row's points alone say whether it is a game, that is
remembered from sheet to sheet, so that such a sheet need not be read row by row to be recognised.
``tests/property/test_plain.py`` holds that what comes of a sheet is the same.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from scorecheck.model.cells import has_truth_value
from scorecheck.model.runs import can_be_followed, numbers_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Value
    from scorecheck.model.runs import Tail
    from scorecheck.model.sheet import Sheet

SAMPLE = 300
"""So many entries decide how a long sheet is read."""
_MOST_REMEMBERED = 50_000
_KINDS_REMEMBERED = 32


def stands_by_itself(sheet: Sheet) -> bool:
    """Whether what a row says hangs on the row alone: on no row above it, on nothing beside the table."""
    table = sheet.table
    total_above = sheet.total_row is not None and sheet.total_row < sheet.stop
    as_read = not table.turned and not table.first_column and not table.formats
    return as_read and not sheet.running and not sheet.left_out and not total_above


def plain_rows(sheet: Sheet, layout: Layout) -> list[Tail] | None:
    """What the rows of a sheet say behind their game numbers; ``None`` where they may say more than points,
    or the numbers do not go up one by one."""
    seats = len(sheet.points_columns)
    if not layout.by_points or not 0 < sheet.stop < SAMPLE or not stands_by_itself(sheet):
        return None
    if sheet.column("number") != 0 or sheet.points_columns != tuple(range(1, seats + 1)):
        return None
    rows = sheet.table.rows[: sheet.stop]
    if len(sheet.columns) != seats + 1 or not all(len(row) == seats + 1 for row in rows):
        return None
    return [tuple(row[1:]) for row in rows] if _counts_up([row[0] for row in rows]) else None


def _counts_up(numbers: list[Value]) -> bool:
    label = str(numbers[0])
    return can_be_followed(label) and numbers == numbers_from(int(label), numbers)


@lru_cache(maxsize=_KINDS_REMEMBERED)
def games_met(
    _game: str | None, _preset: str | None, _layout: str, _notation: str, _seats: int
) -> dict[Tail, bool]:
    """The rows that were games on sheets that are kept in one way, each with whether it is a typical one."""
    return {}


class Met:
    """The rows of one sheet, held against those that were met before."""

    def __init__(self, sheet: Sheet, rows: Sequence[Tail]) -> None:
        """Take the rows that ``plain_rows`` gives."""
        self._rows = rows
        self._games = games_met(
            sheet.game, sheet.preset, sheet.layout, sheet.notation, len(sheet.points_columns)
        )

    @property
    def typical(self) -> int | None:
        """How many are typical games, if all are games; ``None`` if that has to be seen."""
        games = self._games
        if not all(map(games.__contains__, self._rows)):
            return None
        if has_truth_value(chain.from_iterable(self._rows)):
            return None
        return sum(map(games.__getitem__, self._rows))

    def learn(self, row: int, *, typical: bool) -> None:
        """Takes in a row that is a game."""
        tail = self._rows[row]
        if len(self._games) < _MOST_REMEMBERED and not has_truth_value(tail):
            self._games[tail] = typical
