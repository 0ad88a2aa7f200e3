"""Short sheets of nothing but game numbers and points, all of whose rows were met before.

A club plays the same few games again and again. Where a row's points alone say whether it is a game, that is
remembered from sheet to sheet, so that such a sheet need not be read row by row to be recognised.
``tests/property/test_plain.py`` holds that what comes of a sheet is the same.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Value
    from scorecheck.model.sheet import Sheet

    Tail = tuple[Value, ...]

LONGEST = 300
"""On longer sheets the first rows decide how it is read."""
_MOST_REMEMBERED = 50_000
_KINDS_REMEMBERED = 32
_MOST_DIGITS = 15


def plain_rows(sheet: Sheet, layout: Layout) -> list[Tail] | None:
    """What the rows of a sheet say behind their game numbers; ``None`` where they may say more than points,
    or the numbers do not go up one by one."""
    table, seats = sheet.table, len(sheet.points_columns)
    if not layout.by_points or sheet.running or not 0 < sheet.stop < LONGEST:
        return None
    if sheet.column("number") != 0 or sheet.points_columns != tuple(range(1, seats + 1)):
        return None
    total_above = sheet.total_row is not None and sheet.total_row < sheet.stop
    elsewhere = table.turned or table.first_column or table.formats
    if len(sheet.columns) != seats + 1 or sheet.left_out or total_above or elsewhere:
        return None
    rows = table.rows[: sheet.stop]
    if not all(len(row) == seats + 1 for row in rows) or not _counts_up([row[0] for row in rows]):
        return None
    return [tuple(row[1:]) for row in rows]


def _counts_up(numbers: list[Value]) -> bool:
    first = numbers[0]
    if first.__class__ is int:
        return numbers == list(range(int(first), int(first) + len(numbers)))  # type: ignore[call-overload]
    text = str(first)
    if first.__class__ is not str or not (text.isascii() and text.isdecimal()) or len(text) > _MOST_DIGITS:
        return False
    return numbers == list(map(str, range(int(text), int(text) + len(numbers))))


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
        # A truth value equals a number and says something else.
        if bool in set(map(type, chain.from_iterable(self._rows))):
            return None
        return sum(map(games.__getitem__, self._rows))

    def learn(self, row: int, *, typical: bool) -> None:
        """Takes in a row that is a game."""
        tail = self._rows[row]
        if len(self._games) < _MOST_REMEMBERED and bool not in set(map(type, tail)):
            self._games[tail] = typical
