"""Words beside the numbers of a row: they mark sums, carried totals, or no game at all."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from scorecheck.checks.words import plain
from scorecheck.layouts.vocabulary import row_words, words_around_sums, words_below_names, words_so_far
from scorecheck.model.cells import Unreadable, Value, value_text, written
from scorecheck.model.sheet import Table

_WHOLE = {int}
_LAST, _FIRST = 60, 5
"""The sums are in this many last rows, or in this many first ones."""


def columns_beside(table: Table, points_columns: Sequence[int]) -> tuple[int, ...]:
    """The columns of a table without points, up to an empty one before the headings of something else."""
    points, heads, end = frozenset(points_columns), table.headings, len(table.headings)
    first = max(points, default=end) + 1
    if "" in heads[first:]:
        gaps = (
            at for at in range(first, end - 1) if not heads[at] and heads[at + 1] and _is_empty(table, at)
        )
        end = next(gaps, end)
    return tuple([at for at in range(table.first_column, end) if at not in points])


def _is_empty(table: Table, column: int) -> bool:
    return all(column >= len(row) or row[column] == "" for row in table.rows[:_MOST])


def word_of_row(table: Table, row: int, beside: Iterable[int]) -> str | None:
    """The kind of a row by a word in a column without points: ``total``, ``carried`` or nothing.

    The columns ``beside`` are in their order on the sheet.
    """
    values = table.rows[row]
    width = len(values)
    for column in beside:
        if column >= width:
            return None
        value = values[column]
        if value.__class__ is int or not isinstance(value, str) or not value or value[0].isdigit():
            continue
        word = _said_by(value)
        if word is not None:
            return word
    return None


@lru_cache(maxsize=1 << 12)
def _said_by(text: str) -> str | None:
    """The kind that a text gives its row, alone or with a range of games: ``Stand nach Runde 2``."""
    known = row_words().get(plain(text))
    if known is None and len(text) < _LONGEST:
        words = [plain(word) for word in _DIGITS.sub(" ", text).split()]
        known = row_words().get("".join(word for word in words if word not in words_around_sums()))
    return known


_DIGITS = re.compile(r"[\d.:,()]+")
_LONGEST = 40


def says_so_far(table: Table, row: int, beside: Iterable[int]) -> bool:
    """Whether a row of sums is not the last one: by its word, or by the games that it names."""
    words = (plain(value) for at in beside if isinstance(value := table.value(row, at), str) and value)
    return any(word in words_so_far() or row_words().get(word) != "total" for word in words)


def called_at_end(table: Table) -> str:
    """The word before the last row, if it is a heading and those before other rows are none: in a pivot,
    the sums of rows and of columns are called so."""
    rows = table.rows[-_LAST:]
    word = next((row[0] for row in reversed(rows) if row and row[0] != ""), "")
    if word == "" or word not in table.headings[1:]:
        return ""
    called = [row[0] for row in rows if row and row[0] in table.headings]
    return str(word) if called == [word] else ""


def total_row(
    table: Table,
    points_columns: Sequence[int],
    below: frozenset[str] = frozenset(),
    called: Called | None = None,
) -> int | None:
    """The row of the column sums: the last one with a word for them, else one at the top.

    Only the last rows of long sheets are read, from the end. If rows have words that stand ``below`` the
    sums, it is the last row above these.
    """
    if table.total_row is not None:
        return table.total_row
    beside = columns_beside(table, points_columns)
    rows = table.rows[: first_below(table, beside, below)]
    ends = [*rows[-_LAST:], *rows[:_FIRST]]
    of_words = [at for at in beside if {row[at].__class__ for row in ends if at < len(row)} != _WHOLE]
    last, first = range(len(rows) - 1, max(-1, len(rows) - 1 - _LAST), -1), range(min(_FIRST, len(rows)))
    end, pivot = len(rows) - 1, called_at_end(table) or None
    named = (
        at
        for at in ((*last, *first) if of_words else last[:1])
        if (word_of_row(table, at, of_words) == "total" or (at == end and table.value(at, 0) == pivot))
        and any(column < len(rows[at]) and _is_sum(rows[at][column]) for column in points_columns)
    )
    found = next(named, None)
    called = called or Called(table)
    if found is None:
        return total_above(table, points_columns, called)
    if (of_all := _sum_of_all(table, range(found, len(rows)), points_columns, called)) is not None:
        return of_all
    return _first_sums(table, found, points_columns, called)


def _first_sums(table: Table, found: int, points_columns: Sequence[int], called: Called) -> int:
    """The first of some adjacent rows with words, up to the one that was ``found``, with the sums above it,
    if the last one does not count."""
    beside, first = columns_beside(table, points_columns), found
    while called.names(first - 1, beside):
        first -= 1
        is_total = word_of_row(table, first, beside) == "total"
        if is_total and _says_sums(table.rows[:first], table.rows[first], points_columns):
            return found if _are_last_sums(table, first, found, points_columns) else first
    return found


def _sum_of_all(table: Table, last: range, columns: Sequence[int], called: Called) -> int | None:
    """Of several rows of sums at the end the one that adds up all games, whatever it is called.

    Above it are the sum of the last evening, and the standing after it. Of several, it is that with most
    right sums, of these the last.
    """
    beside = columns_beside(table, columns)
    named = [at for at in last if called.names(at, beside)]
    if len(named) < 2:
        return None
    games = [row for at, row in enumerate(table.rows[: last.start]) if not called.names(at, beside)]
    sums = _sums_of(games, columns)
    right = {at: _right_sums(sums, table.rows[at]) for at in reversed(named)}
    best = max(right, key=right.__getitem__)
    return best if 2 * right[best] > len(columns) else None


def _are_last_sums(table: Table, first: int, found: int, points_columns: Sequence[int]) -> bool:
    """Whether of two rows of sums the second counts: it adds tables above, or is the sum of the games alone.

    The end of a list below its sums is called a total as well. Sums below a penalty, a bonus, or what is
    carried in, include it.
    """
    rows, beside = table.rows, columns_beside(table, points_columns)
    if _adds_tables_above(table, rows[first], rows[found], points_columns):
        return True
    if any(_numbers(rows[first + 1 : found], at) for at in points_columns):
        return False
    games = [row for at, row in enumerate(rows[:found]) if word_of_row(table, at, beside) != "total"]
    return _says_sums(games, rows[found], points_columns)


def _adds_tables_above(
    table: Table, sums: Sequence[Value], total: Sequence[Value], columns: Sequence[int]
) -> bool:
    """Whether a row adds the ``sums`` above it to those of the tables above on its sheet: for at least two
    players, and half of them."""
    lines = [
        line
        for line in table.around[: max(0, table.first_row - 1)]
        if any(isinstance(value, str) and row_words().get(plain(value)) == "total" for value in line)
    ]
    same = [at for at in columns if _numbers([total], at) == [sum(_numbers([sums, *lines], at))]]
    return bool(lines) and len(same) >= _FEWEST_ALIKE and 2 * len(same) >= len(columns)


_FEWEST_ALIKE = 2


def first_below(table: Table, beside: Sequence[int], below: frozenset[str]) -> int:
    """The first of the last rows with a word that only stands ``below`` sums; else the end of the rows."""
    end = len(table.rows)
    for row in range(max(0, end - _LAST), end) if below else ():
        first = next((value for at in beside if (value := table.value(row, at)) != ""), "")
        if plain(first) in below:
            return row
    return end


def columns_before(table: Table, points_columns: Sequence[int]) -> Sequence[int]:
    """The columns before the points, where rows have names; after them there are remarks."""
    beside = columns_beside(table, points_columns)
    return [at for at in beside if at < min(points_columns, default=0)] or beside


def kind_of_labels(table: Table, row: int, columns: Iterable[int]) -> tuple[bool | None, ...]:
    """What labels a row in each of some columns: a number, something else, or nothing."""
    labels = (value_text(table.value(row, at)).rstrip(".:)") for at in columns)
    return tuple([label.isdecimal() if label else None for label in labels])


def total_above(table: Table, columns: Sequence[int], called: Called | None = None) -> int | None:
    """A row above the games, called a total or points, with a player's sum of those below."""
    rows, beside, before = table.rows, columns_beside(table, columns), columns_before(table, columns)
    called = called or Called(table)
    for row in range(min(_FIRST, len(rows))):
        words = [plain(table.value(row, at)) for at in beside]
        if word_of_row(table, row, beside) == "total" or any(word in words_below_names() for word in words):
            said = [written(table.value(row, at)) for at in columns]
            rest = range(row + 1, min(len(rows), row + _MOST))
            below = [one for one in rest if word_of_row(table, one, beside) is None]
            # A dealer or kind of game that occurs once is such a word, too.
            for games in (below, [one for one in below if not called.names(one, before)]):
                due = [sum(_numbers(map(rows.__getitem__, games), at)) for at in columns]
                if any(one and one == sums for one, sums in zip(said, due, strict=True)):
                    return row
            return None
        if word_of_row(table, row, beside) is None and any(_numbers([rows[row]], at) for at in columns):
            return None
    return None


_SIGNS = frozenset("€£$%∑∅")
"""Signs that stand for a word: money, a share, a sum, an average."""
_IS_NUMBER = re.compile(r"[-+−\d.,:/() ]*").fullmatch
"""A fast test for most cells."""


class Called:
    """The words beside the points of a table's rows, cached."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._alike: dict[int, Mapping[str, Sequence[int]]] = {}

    @cached_property
    def _of_games(self) -> Mapping[int, frozenset[str]]:
        """The words beside games, by column: the dealer, the kind of game, ``Game`` in ``Game 1``.

        They occur more than once, in a column with a word in at least every second row.
        """
        columns = range(self._table.first_column, len(self._table.headings))
        rows = self._table.rows[:_MOST]
        games = [row for row in rows if any(at < len(row) and _is_sum(row[at]) for at in columns)]
        found: dict[int, frozenset[str]] = {}
        for at in columns:
            counted = Counter(word for row in games if (word := _word_in(row, at)))
            if 2 * counted.total() >= len(games):
                found[at] = frozenset(word for word, count in counted.items() if count > 1)
        return found

    def alike(self, row: int, beside: Iterable[int]) -> Sequence[int]:
        """The first rows with the same first word as a row; none if it has no word."""
        said = ((at, word) for at in beside if (word := _word_in(self._table.rows[row], at)))
        place = next(said, None)
        return () if place is None else self._rows_by_word(place[0]).get(place[1], ())

    def _rows_by_word(self, at: int) -> Mapping[str, Sequence[int]]:
        """The rows with each word in a column."""
        if at not in self._alike:
            found: dict[str, list[int]] = {}
            for row, values in enumerate(self._table.rows[:_MOST]):
                found.setdefault(_word_in(values, at), []).append(row)
            self._alike[at] = found
        return self._alike[at]

    def names(self, row: int, beside: Iterable[int]) -> bool:
        """Whether a row has a word, or a sign for one, that does not occur beside games."""
        if row < 0:
            return False
        said = [(at, word) for at in beside if (word := _word_in(self._table.rows[row], at))]
        return bool(said) and any(word not in self._of_games.get(at, ()) for at, word in said)


_MOST = 2000
"""This many rows decide."""


def _is_sum(value: Value) -> bool:
    """Whether a cell holds a number, or a formula or error in place of one."""
    said = written(value)
    return said is not None and not (isinstance(said, Unreadable) and said.kind == "text")


def _word_in(row: Sequence[Value], at: int) -> str:
    """The word in a cell in its plain form, without its numbers; empty if there is none."""
    value = row[at] if at < len(row) else ""
    if value.__class__ is not str or _IS_NUMBER(said := str(value)):
        return ""
    is_word = any(char.isalpha() or char in _SIGNS for char in said)
    return (plain(_DIGITS.sub("", said)) or said) if is_word else ""


def _says_sums(above: Sequence[Sequence[Value]], row: Sequence[Value], columns: Sequence[int]) -> bool:
    """Whether a row holds for most players the sum of the rows above, or the last total there."""
    return 2 * _right_sums(_sums_of(above, columns), row) > len(columns)


def _sums_of(above: Sequence[Sequence[Value]], columns: Sequence[int]) -> Mapping[int, tuple[int, int]]:
    """The sum of some rows in each column with numbers, and its last number."""
    numbers = {at: _numbers(above, at) for at in columns}
    return {at: (sum(some), some[-1]) for at, some in numbers.items() if some}


def _right_sums(sums: Mapping[int, tuple[int, int]], row: Sequence[Value]) -> int:
    """In how many columns a row holds the sum of the rows above, or the last total there."""
    return sum(at < len(row) and written(row[at]) in due for at, due in sums.items())


def _numbers(rows: Iterable[Sequence[Value]], at: int) -> list[int]:
    """The whole numbers of some rows in a column."""
    cells = (written(row[at]) for row in rows if at < len(row))
    return [cell for cell in cells if isinstance(cell, int)]
