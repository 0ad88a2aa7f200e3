"""Short sheets of nothing but game numbers and points, and what of them is remembered from sheet to sheet.

A club plays the same few games again and again. Where a row's points alone say whether it is a game, that is
remembered, so that such a sheet need not be read row by row to be recognised. And the ways in which a sheet
may be read hang on its headings and on what kind of thing stands in each column; where two sheets are alike
in that, those ways are found once and only weighed again. ``tests/property/test_plain.py`` holds that what
comes of a sheet is the same.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from scorecheck.checks.words import plain
from scorecheck.layouts.cells import shown_name, written
from scorecheck.model.cells import Unreadable, has_truth_value
from scorecheck.model.record import replace
from scorecheck.model.runs import can_be_followed, numbers_from
from scorecheck.model.sheet import PlainRows

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from scorecheck.checks.ruleset import Layout
    from scorecheck.layouts.readings import Reading
    from scorecheck.model.cells import Value
    from scorecheck.model.runs import Tail
    from scorecheck.model.sheet import Sheet
    from scorecheck.model.workbook import Grid

    Form = Hashable

SAMPLE = 300
"""So many entries decide how a long sheet is read."""
COLUMN_SAMPLE = 60
"""So many rows show what a column holds."""
_MOST_REMEMBERED = 50_000
_KINDS_REMEMBERED = 32
_FORMS_REMEMBERED = 1000
_MOST_COLUMNS = 11
"""In a row of more players one plus point may be less than a tenth of what is written."""


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


class Ways:
    """The ways in which sheets of one form can be read."""

    def __init__(self) -> None:
        """None is known yet."""
        self.met = False
        """Whether a sheet of the form was read before: of most forms there is but one."""
        self.readings: tuple[Reading, ...] = ()
        """Those of one such sheet."""

    def of(self, grid: Grid, path: str) -> list[Reading]:
        """The same ways for another sheet of the form."""
        headings = tuple(map(shown_name, grid.rows[0]))
        first = self.readings[0].sheet
        table = replace(first.table, sheet=grid.name, headings=headings, rows=PlainRows(grid.rows[1:]))
        columns = tuple([column._replace(heading=headings[column.at]) for column in first.columns])
        return [
            reading._replace(
                sheet=replace(
                    reading.sheet,
                    path=path,
                    table=table,
                    columns=columns,
                    players=headings[1:],
                    stop=len(table.rows),
                )
            )
            for reading in self.readings
        ]


@lru_cache(maxsize=_FORMS_REMEMBERED)
def ways_to_read(_form: Form) -> Ways:
    """What is known of the sheets of a form; those who find it out keep it here."""
    return Ways()


def is_all_points(reading: Reading) -> bool:
    """Whether all that a reading makes of a table are game numbers and the points of players."""
    sheet = reading.sheet
    due = ["number", *["player"] * (len(sheet.table.headings) - 1)]
    as_due = [column.role for column in sheet.columns] == due
    return as_due and sheet.total_row is None and sheet.stop == len(sheet.table.rows)


def form_of(line: Sequence[Value], words: frozenset[str]) -> Form:
    """What the ways to read a plain sheet hang on: its headings, where it does not matter which name one is.

    The ``words`` are those that may say something.
    """
    return tuple([_heading(str(value), words) for value in line])


@lru_cache(maxsize=_MOST_REMEMBERED)
def _heading(text: str, words: frozenset[str]) -> str | None:
    """A heading as it stands; ``None`` for a name."""
    parts = text.split(" ")
    letters = all(part.isalpha() and len(part) > 1 for part in parts)
    unknown = words.isdisjoint(map(plain, (text, *parts)))
    return None if letters and unknown and isinstance(written(text), Unreadable) else text


def is_plain(grid: Grid) -> bool:
    """Whether a sheet is one line of headings above plain rows, so that its headings say how it can be read.

    Such rows hold the number of the game, from 1 on, and whole numbers, some above zero and some below, or
    zeros now and then; no column holds zeros alone.
    """
    if grid.hidden_rows or grid.merged or grid.formats:
        return False
    if not 1 < len(grid.rows) <= SAMPLE:
        return False
    line, rows = grid.rows[0], grid.rows[1:]
    width = len(line)
    if not 1 < width <= _MOST_COLUMNS or not all(len(row) == width for row in rows):
        return False
    heads, tails = [row[0] for row in rows], [tuple(row[1:]) for row in rows]
    if not all(value.__class__ is str for value in line) or has_truth_value(chain(heads, *tails)):
        return False
    if heads[0] not in _FIRST or not _counts_up(heads):
        return False
    known = _whole_points()
    for tail in tails:
        if tail not in known:
            if len(known) >= _MOST_REMEMBERED or not _holds_whole_points(tail):
                return False
            known.add(tail)
    return not any(map(_ZEROS.issuperset, zip(*tails[:COLUMN_SAMPLE], strict=True)))


_FIRST = frozenset((1, "1"))
_ZEROS = frozenset((0, "0"))


@lru_cache(maxsize=1)
def _whole_points() -> set[Tail]:
    """Rows of whole points; sheets share them."""
    return set()


def _holds_whole_points(tail: Tail) -> bool:
    """Whether a row holds whole numbers, written plainly: some above zero and some below, or zeros alone."""
    said = list(map(written, tail))
    whole = [one for one in said if isinstance(one, int)]
    if list(map(str, whole)) != list(map(str, tail)):
        return False
    return min(whole) < 0 < max(whole) or not any(whole)
