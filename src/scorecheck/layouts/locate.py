"""Finds the tables of a sheet: lines of headings, and rows of points below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise, takewhile, zip_longest

from scorecheck.checks.words import plain
from scorecheck.layouts.joined_columns import joined_columns, with_cells_joined, with_marks_named
from scorecheck.layouts.names_above import headings_of
from scorecheck.layouts.running_beside import running_in_rows
from scorecheck.layouts.vocabulary import SIGNS, common_headings, row_words
from scorecheck.layouts.wordy import COLUMN_SAMPLE, holds_points, is_number, is_word
from scorecheck.model.cells import CellError, Value, shown_name, value_text, written
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Table
from scorecheck.model.workbook import Grid, parts

Rows = Sequence[Sequence[Value]]

_MOST_TABLES = 500
"""The largest number of tables of one sheet."""
_MOST_HEADINGS = 500_000
"""The largest number of their columns in total, since each table stores where its cells are."""
_FURTHEST_HEADING = 200
"""The first line of headings is within this many rows."""
_GAP = 3
"""The first row of points is at most this many rows below its headings."""
_WIDEST_TURNED = 400
"""A transposed sheet has at most this many games side by side."""
_TALLEST_TURNED = 120
"""A transposed sheet has at most this many rows."""
_LEAST_TURNED = 3
"""The least number of filled cells in its first row; titles above have fewer."""
_LONGEST_TITLE = 200
_MOST_REMEMBERED = 50_000


class Cut(NamedTuple):
    """A way to cut a sheet into tables."""

    tables: tuple[Table, ...]
    whole: bool = True
    """Whether these are all its tables; of very many, only the first are read."""


def partitions(grid: Grid) -> Iterator[Cut]:
    """The possible ways to cut a sheet into tables, the likeliest first.

    Tables below each other are always separate. Those side by side may also be one table with gaps, which its
    rows must decide. If they cannot, see ``turned_tables``.
    """
    stacked = _first(_stacked(grid))
    beside = _first(part for table in stacked.tables for part in _side_by_side(table))
    beside = beside._replace(whole=beside.whole and stacked.whole)
    if any(_repeats_a_heading(table) for table in stacked.tables):
        yield beside
        yield stacked
    else:
        if stacked.tables:
            yield stacked
        if len(beside.tables) > len(stacked.tables):
            yield beside


def results_beside(rows: Rows) -> int | None:
    """The first column of results to the right of a list, after an empty column.

    Their first column names the players of the list, once each, or again and again below each other.
    """
    sample = rows[:COLUMN_SAMPLE]
    filled = [set(column) != {""} for column in zip_longest(*sample, fillvalue="")]
    starts = (start for start, _ in parts(filled)[1:])
    return next((start for start in starts if _names_those_left_of(sample, start)), None)


def _names_those_left_of(rows: Rows, start: int) -> bool:
    """Whether a column names, once each, the players in columns to the left."""
    named = Counter(
        plain(row[start]) for row in rows if start < len(row) and _begins_with_a_letter(row[start])
    )
    left = [
        [plain(value) if _begins_with_a_letter(value) else "" for value in row[: start - 1]] for row in rows
    ]
    listed = {name for words in left for name in words if named[name] == 1}
    if not _FEWEST_LISTED <= len(listed) <= _MOST_LISTED or named.total() > len(listed) + _MOST_OTHERS:
        return False
    again = Counter(at for words in left for at, name in enumerate(words) if name in listed)
    return max(again.values()) >= 2 * len(listed) or any(listed <= {*words} for words in left)


_FEWEST_LISTED, _MOST_LISTED = 2, 8
"""Limits for the number of players: the boxes of a card are more."""
_MOST_OTHERS = 2
"""The heading above the names, and a word before their sums."""


def _first(tables: Iterable[Table]) -> Cut:
    """The first tables of a sheet, up to the limit."""
    taken: list[Table] = []
    columns = 0
    for table in tables:
        columns += len(table.headings)
        if taken and (len(taken) == _MOST_TABLES or columns > _MOST_HEADINGS):
            return Cut(tuple(taken), whole=False)
        taken.append(table)
    return Cut(tuple(taken))


def _stacked(grid: Grid) -> Iterator[Table]:
    """The tables of a sheet below each other."""
    heading = _first_heading(grid.rows)
    while heading is not None:
        following = _next_heading(grid.rows, heading)
        yield _table(grid, heading, following)
        heading = following


def _first_heading(rows: Rows) -> int | None:
    """The first line with at least two words, one of them above numbers.

    Of several lines of words (a title, then the headings), the one nearest to the numbers counts.
    """
    for first in range(min(len(rows), _FURTHEST_HEADING)):
        if not any(map(is_number, rows[first])):
            continue
        for heading in range(first - 1, max(-1, first - 1 - _GAP), -1):
            if _is_heading(rows, heading):
                return heading
    return None


def _next_heading(rows: Rows, heading: int) -> int | None:
    """The line of headings of the next table below, if there is one."""
    further = _may_be_headings(rows, heading + 2)
    first = next(further, None)
    if first is None:
        return None
    columns = [column for column, value in enumerate(rows[heading]) if is_word(value)]
    points = [
        column for column in columns if holds_points(rows[heading + 1 : heading + 1 + COLUMN_SAMPLE], column)
    ]
    if len(points) < 2:
        return None
    names = [plain(rows[heading][column]) for column in points]
    at = next((at for at in chain((first,), further) if not _goes_on(rows, at, points, names)), None)
    while (
        at is not None
        and at + 1 < len(rows)
        and not any(map(is_number, rows[at + 1]))
        and _is_heading(rows, at + 1)
    ):
        at += 1
    return at


def _may_be_headings(rows: Rows, start: int) -> Iterator[int]:
    """The lines of words above games, from a row on."""
    wordless: set[tuple[Value, ...]] = set()
    for at in range(start, len(rows)):
        row = rows[at]
        # This loop is for long sheets, whose rows are alike except for the game number.
        tail = tuple(row[1:])
        if str not in map(type, row) or tail in wordless:
            continue
        words = sum(map(_begins_with_a_letter, tail))
        if not words and len(wordless) < _MOST_REMEMBERED:
            wordless.add(tail)
        if words + sum(map(_begins_with_a_letter, row[:1])) < 2:
            continue
        if not any(map(is_number, row)) and _is_heading(rows, at) and _games_follow(rows, at):
            yield at


def _begins_with_a_letter(value: Value) -> bool:
    return value.__class__ is str and value[:1].isalpha()  # type: ignore[index]


def _goes_on(rows: Rows, at: int, points: Sequence[int], names: Sequence[str]) -> bool:
    """Whether a line only repeats the names of the table above, which has no sums so far."""
    now = [plain(rows[at][column]) if column < len(rows[at]) else "" for column in points]
    if now == names and any(map(is_number, rows[at - 1])):
        return not _says_total(rows[at - 1])
    # After an empty row, or where one or two players change, the game numbers must continue.
    kept = sum(1 for one, other in zip(names, now, strict=True) if one == other)
    return kept >= 2 and 2 * kept >= sum(1 for name in now if name) and _numbers_go_on(rows, at, points[0])


def _numbers_go_on(rows: Rows, at: int, number: int) -> bool:
    """Whether the game ``number`` below a line of headings is the next one."""
    above = reversed(rows[max(0, at - _GAP) : at])
    before = next((row for row in above if any(value != "" for value in row)), ())
    after = rows[at + 1] if at + 1 < len(rows) else ()
    if number >= min(len(before), len(after)) or not is_number(before[number]):
        return False
    last, first = written(before[number]), written(after[number])
    return isinstance(last, int) and isinstance(first, int) and first == last + 1


def _games_follow(rows: Rows, heading: int) -> bool:
    """Whether rows of numbers that are no totals follow right after a line."""
    numeric = [row for row in rows[heading + 1 : heading + 1 + _GAP + 1] if any(map(is_number, row))]
    return bool(numeric) and not all(map(_says_total, numeric))


def _says_total(row: Sequence[Value]) -> bool:
    words = row_words()
    return any(isinstance(value, str) and words.get(plain(value)) == "total" for value in row if value != "")


def _is_heading(rows: Rows, at: int) -> bool:
    """Whether a line has at least two words, one of them above a column of numbers."""
    words = [column for column, value in enumerate(rows[at]) if is_word(value)]
    if len(words) < 2:
        return False
    below = rows[at + 1 : at + 1 + COLUMN_SAMPLE]
    return any(not _is_misspelt(rows[at][column]) and holds_points(below, column) for column in words)


def _is_misspelt(value: Value) -> bool:
    """Whether a text is a number with a slip, such as ``-l2``: above numbers it is no heading."""
    text = value_text(value)
    return text[:1] in SIGNS and any(map(str.isdigit, text))


def _holds_words(rows: Rows, column: int) -> bool:
    """Whether more words than numbers stand in a column, as under ``Spiel`` what was played."""
    return not holds_points(rows, column) and any(
        is_word(value) for row in rows for value in row[column : column + 1]
    )


def _table(grid: Grid, heading: int, following: int | None) -> Table:
    """The table below a line of headings; its columns end where headings and values end."""
    rows = grid.rows
    body = rows[heading + 1 : following]
    line = rows[heading]
    width = max([len(line), *(len(row) for row in islice(body, COLUMN_SAMPLE))])
    named = ["" if isinstance(value, CellError) else shown_name(value) for value in line[:width]]
    headings = (*named, *[""] * (width - len(named)))
    top, names, words = headings_of(grid, heading, headings)
    start = heading + 1
    if top > 0 and _says_total(rows[top - 1]) and sum(map(is_number, rows[top - 1])) > 2:
        # Sums above the names belong to the table, which continues over the names.
        start = top - 1
        body = rows[start:following]
    joined = joined_columns(names, words, body)
    body, apart = with_cells_joined(body, start, joined)
    title = _title(rows, top)
    order = _order(body)
    return Table(
        grid.name,
        with_marks_named(names, joined),
        top + 1,
        start + 1,
        [body[at] for at in order] if order else body,
        title=_joined(title),
        title_words=title,
        hidden=frozenset(
            row if not 0 <= row < len(order) else order.index(row)
            for row in (line - start - 1 for line in grid.hidden_rows)
        ),
        hidden_columns=frozenset(column - 1 for column in grid.hidden_columns),
        order=order,
        struck=grid.struck,
        apart=apart,
        formats=grid.formats,
        around=grid.rows,
    )


def _order(body: Rows) -> Sequence[int]:
    """The lines of rows in the order of the games, where these count down from the top; else empty.

    What stands above and below the numbered rows stays there; somebody may slip in a number.
    """
    top = pairwise(filter(None, map(_numbered, range(COLUMN_SAMPLE), body)))
    down = takewhile(lambda pair: pair[0][1] == pair[1][1] + 1, islice(top, _FEWEST_DOWN))
    if len(list(down)) < _FEWEST_DOWN:
        return ()
    numbered = list(filter(None, map(_numbered, range(len(body)), body)))
    # Totals of a player who keeps losing fall as well, but not by one from row to row.
    odd = sum(above != below + 1 for (_, above), (_, below) in pairwise(numbered))
    if odd * _ONE_IN > len(numbered):
        return ()
    first, last = numbered[0][0], numbered[-1][0]
    return [*range(first), *range(last, first - 1, -1), *range(last + 1, len(body))]


def _numbered(at: int, row: Sequence[Value]) -> tuple[int, int] | None:
    """A row with the whole number that stands first in it, in one of its first two columns."""
    for value in row[:2]:
        if value != "":
            number = written(value)
            return (at, number) if isinstance(number, int) else None
    return None


_FEWEST_DOWN, _ONE_IN = 3, 3
"""So many rows count down at the top to the next one; of so many numbers one may not follow the one above."""


def _title(rows: Rows, heading: int) -> tuple[tuple[int, str], ...]:
    """The words right above the headings, up to the next row of numbers, each with its column.

    On top of a sheet a number beside a word may be a stake, a table or a year.
    """
    said: list[tuple[int, str]] = []
    for at in range(heading - 1, max(-1, heading - 1 - _GAP), -1):
        on_top = not at and any(map(is_word, rows[at]))
        if sum(map(is_number, rows[at])) > on_top:
            break
        said = [(at, value_text(value).strip()) for at, value in enumerate(rows[at]) if value != ""] + said
    return tuple(said)


def title_above(rows: Rows, heading: int) -> str:
    """The text right above a line of headings, as one line."""
    return _joined(_title(rows, heading))


def _joined(words: Iterable[tuple[int, str]]) -> str:
    return " ".join(text for _, text in words)[:_LONGEST_TITLE]


def _repeats_a_heading(table: Table) -> bool:
    """Whether a heading that tables have only once is there twice."""
    heads = [plain(word) for word in table.headings if common_headings().get(plain(word)) == "number"]
    return len(heads) > len(set(heads))


def _side_by_side(table: Table) -> Iterator[Table]:
    """The parts of a table between empty columns, or between game number columns.

    A part with final standings of another part is none of its own.
    """
    starts = _starts_of_parts(table)
    for start, stop in zip(starts, [*starts[1:], len(table.headings)], strict=True):
        headings = tuple(word if start <= at < stop else "" for at, word in enumerate(table.headings[:stop]))
        if sum(1 for word in headings if word) >= 2:
            title = _joined(word for word in table.title_words if start <= word[0] < stop) or table.title
            yield replace(table, headings=headings, first_column=start, title=title, title_words=())


def _starts_of_parts(table: Table) -> Sequence[int]:
    """The columns in which the parts of a table start."""
    width = len(table.headings)
    sample = table.rows[:COLUMN_SAMPLE]
    filled = [
        word != "" or any(at < len(row) and row[at] != "" for row in sample)
        for at, word in enumerate(table.headings)
    ]
    called = [at for at, word in enumerate(table.headings) if common_headings().get(plain(word)) == "number"]
    numbers = [at for at in called if len(called) > 1 and not _holds_words(sample, at)]
    starts = sorted({*(start for start, _ in parts(filled)), *numbers[1:]})
    if len(starts) < 2:
        return starts
    running = running_in_rows(table.headings, sample)
    return [
        start
        for start, stop in zip(starts, [*starts[1:], width], strict=True)
        if not any(points < start <= at < stop for at, points in running.items())
    ]


def turned_tables(grid: Grid) -> tuple[Table, ...]:
    """The tables of a transposed sheet, with the players below each other."""
    rows = grid.rows
    filled = [at for at, row in enumerate(rows) if any(value != "" for value in row)]
    if not filled or filled[-1] - filled[0] >= _TALLEST_TURNED:
        return ()
    width = max(len(rows[at]) for at in filled)
    if width > _WIDEST_TURNED:
        return ()
    # The text above the table is no player's.
    wide = (at for at in filled if len(rows[at]) - rows[at].count("") >= _LEAST_TURNED)
    first = next(wide, filled[0])
    table_rows = [rows[at] if at >= first else () for at in range(filled[-1] + 1)]
    columns = [[row[column] if column < len(row) else "" for row in table_rows] for column in range(width)]
    return tuple(
        replace(
            table, first_column=first, turned=True, title="", title_words=(), around=(), formats=grid.formats
        )
        for table in _stacked(Grid(grid.name, columns))
        # Players in rows have names there, and no numbers, which count the games of an upright sheet.
        if 2 * sum(map(str.isdecimal, table.headings)) < len(table.headings) - first - 1
    )
