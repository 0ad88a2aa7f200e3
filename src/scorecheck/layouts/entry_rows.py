"""Which rows of a table are its entries: games, and not notes, sums, or names once more."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from scorecheck.checks.common import is_penalty
from scorecheck.checks.money import speaks_of_money
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.words import plain
from scorecheck.layouts.called import Called, columns_before, columns_beside, kind_of_labels, word_of_row
from scorecheck.layouts.vocabulary import counts_games
from scorecheck.model.cells import Unreadable, Value, Written, value_text, written
from scorecheck.model.runs import KnownRows, Run
from scorecheck.model.sheet import Sheet, Table

if TYPE_CHECKING:
    from scorecheck.layouts.sums_among import SumsAmong

_WHOLE = {int}
EntryRow: TypeAlias = "tuple[int, list[Value], list[Written], str]"
"""A row by its place, with its cells for points as they stand and as they are read, and its label."""
_NO_ROW: EntryRow = (-1, [], [], "")
_StandsFor: TypeAlias = Literal["entry", "waiting", "nothing"]
_MARKED = r"(\d{1,3})(?:[.,]0+|\s?(?:\*+|\([^\d()]*\)|\s[^\W\d_]+\.?))"
"""A game number with a mark, or as a decimal: 5*, 5 B, 5 (Bock), 5,0."""


def _is_note(
    raw: Sequence[Value], cells: Sequence[Written], *, aside: bool, after_gap: bool, gaps_are_slips: bool
) -> bool:
    """Whether a row with a few numbers is a note on the sheet, such as who paid for the drinks.

    It fills at most half of the players' cells. And it has a word of its own where games have numbers
    (``aside``), or comes after a gap.
    """
    if 2 * (len(raw) - raw.count("")) > len(raw):
        return False
    return aside or (after_gap and (gaps_are_slips or Unreadable in map(type, cells)))


def _counts_or_pays(cells: Sequence[Written], *, whole: bool) -> bool:
    """Whether a row has only numbers from 0 on in all players' cells, or fractions where games have none.

    Such rows hold money or averages.
    """
    if whole and Fraction in map(type, cells):
        return not any(isinstance(cell, Unreadable) for cell in cells)
    return all(not isinstance(cell, Unreadable) and cell is not None and cell >= 0 for cell in cells)


def label_of(table: Table, row: int, column: int | None) -> str:
    """The game number in a row, or nothing."""
    if column is None:
        return ""
    value = table.value(row, column)
    if type(value) is int:
        return str(value)
    text = value_text(value).strip() if isinstance(value, (int, float, str)) else ""
    bare = text.rstrip(".:)")
    if bare.isdecimal():
        return bare
    marked = re.fullmatch(_MARKED, text)
    if marked is not None:
        return marked[1]
    # ``Spiel 3``, ``R3``, ``+3``; but no date, no ``Solo 1`` and no ``Herz 2``.
    numbers = re.findall(r"\d+", text) if counts_games(text) else ()
    return numbers[0] if len(numbers) == 1 else text


def rows_of_entries(sheet: Sheet, layout: Layout, known: KnownRows | None) -> Iterator[EntryRow | Run]:
    """The rows that entries are made of."""
    if layout.required or layout.row_names:
        return _record_rows(sheet, layout)
    rows = _entry_rows(sheet, layout, known)
    return rows if known is None else _with_last(rows, sheet, known)


def _entry_rows(sheet: Sheet, layout: Layout, known: KnownRows | None) -> Iterator[EntryRow | Run]:
    """The entry rows, each with its raw and parsed cells and its label.

    Adjacent ``known`` rows are one run.
    """
    reader = _RowReader(sheet, layout)
    waiting: list[EntryRow] = []
    following = 0
    while following < sheet.stop:
        run = None
        if known is not None and not waiting and not reader.after_gap:
            run = known.run(following, reader.label)
        if run is not None:
            yield run
            following += run.length
            reader.label = label_of(sheet.table, following - 1, reader.number)
            continue
        one, stands_for = reader.read(following)
        following += 1
        if stands_for == "entry":
            yield from waiting
            waiting.clear()
            yield one
        elif stands_for == "waiting":
            waiting.append(one)
    if layout.passed_in:
        yield from _passed_in_last(waiting, sheet)


class _RowReader:
    """Reads the rows of a sheet from the top on."""

    def __init__(self, sheet: Sheet, layout: Layout) -> None:
        self.number = sheet.column("number")
        self.label = ""
        """That of the last row."""
        self.after_gap = False
        """The last row is empty."""
        self._begun = False
        """A row above is an entry."""
        self._sheet, self._layout, self._columns = sheet, layout, sheet.points_columns
        self._last = max(self.number, *self._columns) if self.number is not None and self._columns else inf
        self._no_games = _NoGames(sheet, layout)
        # The columns that make a row without points an entry: the name in lists in which names are repeated,
        # a redeal, on running totals the value of a game that changed nothing, a game that was passed in.
        self._name = sheet.column(layout.list_of) if layout.list_of and layout.names_repeat else None
        self._kind = sheet.column("kind")
        self._value = sheet.column("value") if layout.running else None
        self._played = sheet.column(layout.played) if layout.passed_in else None

    def read(self, row: int) -> tuple[EntryRow, _StandsFor]:
        """A row, and what it stands for."""
        values = self._sheet.table.rows[row]
        if self._last < len(values) and set(map(type, values)) == _WHOLE and self._no_games.is_numbered(row):
            # Most rows hold nothing but whole numbers: no word and no gap to ask about.
            raw = [values[column] for column in self._columns]
            self.label, self.after_gap = str(values[self.number or 0]), False
            one, stands_for = (row, raw, cast("list[Written]", raw), self.label), "entry"
        elif self._no_games.is_named(row, begun=self._begun):
            return _NO_ROW, "nothing"
        else:
            raw = [values[column] if column < len(values) else "" for column in self._columns]
            self.label = label_of(self._sheet.table, row, self.number)
            one = row, raw, list(map(written, raw)), self.label
            stands_for = self._stands_for(one)
        self._begun = self._begun or stands_for == "entry"
        return one, stands_for

    def _stands_for(self, one: EntryRow) -> _StandsFor:
        row, raw, cells, label = one
        if self._no_games.adds_up(row, label):
            return "nothing"
        aside = self._no_games.is_aside(label)
        slips = self._layout.gaps == "missing"
        if _is_note(raw, cells, aside=aside, after_gap=self.after_gap, gaps_are_slips=slips):
            self.after_gap = False
            return "nothing"
        self.after_gap = not label and raw.count("") == len(raw)
        if self._begun and self._no_games.is_money(row):
            return "waiting"
        below = aside and self._begun
        if below and (speaks_of_money(label) or _counts_or_pays(cells, whole=self._layout.whole)):
            return "waiting"
        return self._by_cells(one)

    def _by_cells(self, one: EntryRow) -> _StandsFor:
        """Whether a row is an entry, or waits for an entry after it.

        A number makes it one, and so does a mark such as ``/`` or a value that is no mere text. A row of
        words alone is a note, or repeats the names; beside a game number it is a damaged entry. A row of
        marks alone is a line drawn between games that have numbers.
        """
        row, raw, cells, label = one
        spoilt = marked = False
        for said, cell in zip(raw, cells, strict=True):
            if isinstance(cell, Unreadable):
                if cell.kind != "text":
                    return "entry"
                spoilt = True
            elif cell is not None:
                return "entry"
            elif said != "":
                marked = True
        if marked:
            drawn = self._no_games.counted and not spoilt and not any(map(str.isalnum, label))
            return "nothing" if drawn else "entry"
        if spoilt:
            return "entry" if label.isdigit() or self._says(self._name, row) else "nothing"
        return self._without_points(row, label)

    def _without_points(self, row: int, label: str) -> _StandsFor:
        """Whether a row without points is an entry: it has a kind of game, or a word for a passed game.

        It waits if it only has a value, or a number where games are passed in: such rows at the foot are
        prepared for further games.
        """
        passed_in = self._layout.passed_in
        if self._says(self._kind, row):
            return "entry"
        if self._played is not None and plain(self._sheet.table.value(row, self._played)) in passed_in:
            return "entry"
        return "waiting" if (passed_in and label.isdigit()) or self._says(self._value, row) else "nothing"

    def _says(self, column: int | None, row: int) -> bool:
        return column is not None and self._sheet.table.value(row, column) != ""


class _NoGames:
    """Finds, from the top of a sheet on, the rows that are sums and not games."""

    def __init__(self, sheet: Sheet, layout: Layout) -> None:
        self._sheet, self._layout = sheet, layout
        self._names_players = layout.list_of is not None
        self._beside = columns_beside(sheet.table, sheet.points_columns)
        self._before = columns_before(sheet.table, sheet.points_columns)
        self._rows: set[int | None] = {sheet.total_row, *sheet.left_out}
        self._sums: SumsAmong | None = None
        self._number = sheet.column("number")
        self._called = Called(sheet.table)
        self._sums_of: dict[tuple[int, ...], bool] = {}
        self._bare = False
        """Whether a row above has a game number without a word."""
        self.counted = False
        """Whether a row above has a game number."""

    def is_named(self, row: int, *, begun: bool) -> bool:
        """Whether the words of a row say so; totals carried over are above the games."""
        word = word_of_row(self._sheet.table, row, self._beside)
        if (
            row in self._rows
            or word in _OF_ALL
            or (begun and word)
            or is_penalty(self._sheet.table, row, self._sheet.points_columns)
        ):
            self._rows.add(row)
            return True
        return False

    def is_aside(self, label: str) -> bool:
        """Whether a word stands in place of a game number, below games that have numbers."""
        return self.counted and label != "" and not label[:1].isdigit()

    def is_numbered(self, row: int) -> bool:
        """Whether a row without a word is a game, by its number."""
        number = self._sheet.table.rows[row][self._number or 0]
        if row in self._rows or not isinstance(number, int) or number < 0:
            return False
        self.counted = self._bare = True
        return True

    def adds_up(self, row: int, label: str) -> bool:
        """Whether the numbers of a row without a game number are such sums."""
        exact = label.isdigit() and not (self._bare and self._has_word(row))
        if not exact and (self.counted or self._stands_out(row)):
            self._rows |= self._sums_from(row)
            if row in self._rows:
                return True
        self.counted = self.counted or exact or label[:1].isdigit()
        self._bare = self._bare or (exact and not self._has_word(row))
        return False

    def _sums_from(self, row: int) -> Set[int]:
        """The rows from here on with sums of the games above, as far as known."""
        self._sums = self._sums or sums_of(self._sheet, self._layout)
        return self._sums.rows_from(row, self._rows)

    def _is_called(self, row: int) -> bool:
        """Whether a row has a word, in place of a game number, that no other row has."""
        if self._names_players or self._number is not None or row > _MOST_CALLED:
            return False
        alike = tuple(self._called.alike(row, self._before))
        return self._called.names(row, self._before) or self._are_sums(alike, row)

    def _stands_out(self, row: int) -> bool:
        """Whether a row has such a word, or is labelled as few others are: by a date, without a number."""
        if self._names_players or row > _MOST_CALLED:
            return False
        alike = self._labelled[kind_of_labels(self._sheet.table, row, self._before)]
        return _RARE * alike <= self._labelled.total() or self._is_called(row)

    @cached_property
    def _labelled(self) -> Counter[tuple[bool | None, ...]]:
        """How many of the first rows are labelled in each way."""
        rows = range(min(self._sheet.stop, _MOST_CALLED))
        return Counter(kind_of_labels(self._sheet.table, row, self._before) for row in rows)

    def is_money(self, row: int) -> bool:
        """Whether a row has a word for money, where no column has game numbers."""
        if self._number is not None:
            return False
        said = (value_text(self._sheet.table.value(row, at)) for at in self._before)
        return any(map(speaks_of_money, said)) and self._is_called(row)

    def _are_sums(self, rows: tuple[int, ...], row: int) -> bool:
        """Whether rows with the same word all hold sums of the games above, without each other."""
        if not _FEWEST_SUMS <= len(rows) <= _MOST_SUMS:
            return False
        if rows not in self._sums_of:
            sums, aside = sums_of(self._sheet, self._layout), set(self._rows)
            # Each of them leaves out those above.
            each = (sums.rows_from(one, aside | set(rows[:at])) == {one} for at, one in enumerate(rows))
            self._sums_of[rows] = (row != rows[0] or self._sums_from(row) == {row}) and all(each)
        return self._sums_of[rows]

    def _has_word(self, row: int) -> bool:
        """Whether there is a word in place of a game number: ``Round 1`` among 1, 2, 3 is no game."""
        said = self._sheet.table.value(row, self._number) if self._number is not None else ""
        return isinstance(said, str) and said[:1].isalpha()


_OF_ALL = frozenset({"total", "rank", "average", "wins"})
"""Words for all games, in any place."""


_MOST_CALLED = 2000
_RARE = 3
"""Fewer than one row in so many are sums: an evening has more than two games."""


_FEWEST_SUMS, _MOST_SUMS = 2, 8


def sums_of(sheet: Sheet, layout: Layout) -> SumsAmong:
    """Few sheets have rows with and without game numbers."""
    from scorecheck.layouts.sums_among import SumsAmong

    # The steps of running totals are not known here.
    prior = None if sheet.running or layout.prior is None else layout.prior(len(sheet.points_columns))
    return SumsAmong(sheet, prior)


def _with_last(rows: Iterable[EntryRow | Run], sheet: Sheet, known: KnownRows) -> Iterator[EntryRow | Run]:
    """The same, but a run at the end leaves its last row to be read."""
    run: Run | None = None
    for one in rows:
        if run is not None:
            yield run
        run = one if isinstance(one, Run) else None
        if run is None:
            yield one
    if run is None:
        return
    row = run.row + run.length - 1
    if run.length > 1:
        yield run.without_last(known.points(row))
    raw = [sheet.table.value(row, column) for column in sheet.points_columns]
    yield row, raw, list(map(written, raw)), label_of(sheet.table, row, sheet.column("number"))


def _record_rows(sheet: Sheet, layout: Layout) -> Iterator[EntryRow]:
    """The rows of a table of records that hold points, or one of the facts that make an entry.

    Where games are passed in, a number alone makes one, if other rows follow.
    """
    table = sheet.table
    facts = [c.at for c in sheet.columns if c.role in layout.required or c.role == "category"]
    number = sheet.column("number")
    waiting: list[EntryRow] = []
    for row in range(sheet.stop):
        if row == sheet.total_row or row in sheet.left_out:
            continue
        raw = [table.value(row, column) for column in sheet.points_columns]
        one = row, raw, [written(value) for value in raw], label_of(table, row, number)
        if any(value != "" for value in raw) or any(table.value(row, column) != "" for column in facts):
            yield from waiting
            waiting.clear()
            yield one
        elif layout.passed_in and one[3].isdigit():
            waiting.append(one)
    yield from _passed_in_last(waiting, sheet)


def _passed_in_last(waiting: Sequence[EntryRow], sheet: Sheet) -> Sequence[EntryRow]:
    """Of the rows without points at the foot, the one with a dealer: it was dealt, but nobody played.

    If several have one, they were written before the games. Without a dealer it is a single one above the
    sums with which a round of dealing ends: nobody stops just before.
    """
    dealer = sheet.column("dealer")
    dealt = [one for one in waiting if dealer is None or sheet.table.value(one[0], dealer) != ""]
    if len(dealt) != 1 or dealt != waiting[:1] or not dealt[0][3].isdigit():
        return ()
    seats = len(sheet.points_columns)
    ends = seats > 1 and sheet.total_row is not None and int(dealt[0][3]) % seats == 0
    return dealt if dealer is not None or ends else ()
