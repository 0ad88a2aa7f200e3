"""The entries of a sheet: its rows in order, each with changes and totals."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, cast

from scorecheck.checks.money import speaks_of_money
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.words import penalty_words, plain
from scorecheck.layouts.called import Called, columns_before, columns_beside, word_of_row
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.unfilled import is_nothing
from scorecheck.layouts.vocabulary import counts_games, words_of_absence
from scorecheck.model import runs
from scorecheck.model.cells import Number, Unreadable, Value, Written, value_text
from scorecheck.model.dates import dates_of, may_be_dates
from scorecheck.model.record import NamedTuple
from scorecheck.model.runs import KnownRows, Run
from scorecheck.model.sheet import Entry, Ignored, Sheet, Subtotal, Table
from scorecheck.model.written import shown_name, written

if TYPE_CHECKING:
    from scorecheck.layouts.sums_among import SumsAmong

MISSING = Unreadable("", "missing")
_WHOLE = {int}
_MARKED = r"(\d{1,3})\s?(?:\*+|\([^\d()]*\)|\s[^\W\d_]+\.?)"
"""A game number with a mark: 5*, 5 B, 5 (Bock)."""


def _is_note(
    raw: Sequence[Value], cells: Sequence[Written], *, aside: bool, after_gap: bool, gaps_are_slips: bool
) -> bool:
    """Whether a row with a few numbers is a note on the sheet, such as who paid for the drinks.

    It has a word of its own where games have numbers (``aside``), or comes after a gap, and fills at most
    half of the players' cells.
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


def known_rows(sheet: Sheet, layout: Layout) -> KnownRows | None:
    """A store for the clean rows of a sheet; ``None`` if all rows must be read.

    That is so on a short sheet, and where a row depends on more than its own cells.
    """
    of_games = not layout.required and not layout.row_names and layout.list_of is None
    if sheet.stop < runs.SHORTEST or not of_games or not _stands_by_itself(sheet):
        return None
    return runs.KnownRows(sheet) if sheet.column("number") in (None, 0) else None


def _stands_by_itself(sheet: Sheet) -> bool:
    """Whether a row depends on nothing but its own cells: on no row above, on nothing beside the table."""
    table = sheet.table
    total_above = sheet.total_row is not None and sheet.total_row < sheet.stop
    moved = table.turned or table.first_column or table.formats or table.places or table.order
    return not sheet.running and not moved and not sheet.left_out and not total_above


def entries(sheet: Sheet, layout: Layout) -> Iterator[Entry]:
    """Reads the entries of a sheet in order, one at a time.

    On running totals, the points are the differences between entries; otherwise the totals are sums of
    points. An empty cell keeps the total and changes nothing.
    """
    return cast("Iterator[Entry]", entries_and_runs(sheet, layout, None))


def bare_entries(sheet: Sheet, layout: Layout) -> Iterator[Entry]:
    """The same without the columns beside the points: readings of a table with one ``basis`` share them."""
    return cast("Iterator[Entry]", entries_and_runs(sheet, layout, None, bare=True))


def basis(sheet: Sheet, layout: Layout) -> tuple[object, ...]:
    """What the bare entries of a reading depend on; not for cards, whose words are their labels."""
    roles = {*_DECIDE_ROWS, *layout.required, layout.list_of}
    return (
        *(sheet.points_columns, sheet.running, sheet.start, sheet.stop, sheet.total_row, sheet.left_out),
        tuple([(column.role, column.at) for column in sheet.columns if column.role in roles]),
        *(layout.gaps, layout.at_table, layout.passed_in, layout.whole, layout.opens_from_zero),
        *(layout.required, layout.list_of, layout.names_repeat),
    )


_DECIDE_ROWS = frozenset({"number", "dealer", "kind", "value", "category"})
"""Roles of columns that decide which rows are entries."""


def with_facts(bare: Iterable[Entry], sheet: Sheet, layout: Layout) -> Iterator[Entry]:
    """Bare entries, completed by the columns beside their points."""
    others, numeric = _facts_beside(sheet, layout)
    for entry in bare:
        fields, numbers, dates = _facts_of(sheet.table, entry.row, others, numeric)
        yield Entry(*entry[:5], fields, numbers, entry.readable, entry.opening, dates)


def entries_of(reading: Reading, sheet: Sheet) -> Iterable[Entry]:
    """The entries of a reading, or those that it has already. ``sheet`` is its own, settled or not."""
    return entries(sheet, reading.layout) if reading.entries is None else reading.entries


def entries_and_runs(
    sheet: Sheet, layout: Layout, known: KnownRows | None, *, bare: bool = False
) -> Iterator[Entry | Run]:
    """The entries of a sheet in order, with ranges of ``known`` rows left out as runs.

    The last item is always an entry, so that the final totals are known.
    """
    table, seats = sheet.table, len(sheet.points_columns)
    others, numeric = ([], []) if bare else _facts_beside(sheet, layout)
    totals: tuple[Number, ...] = sheet.start or (0,) * seats
    lost = nothing_lost = [False] * seats
    count = 0
    for one in _rows(sheet, layout, known):
        if isinstance(one, Run):
            count += one.length
            totals = tuple(old + new for old, new in zip(totals, one.points, strict=True))
            yield one
            continue
        row, _, cells, label = one
        count += 1
        if set(map(type, cells)) == _WHOLE:
            # Most rows hold nothing but whole numbers, and need no conversion.
            lost, readable = nothing_lost, True
            numbers = cast("Sequence[Number | None]", cells)
        else:
            cells, readable, lost = _put_right(sheet, layout, one, lost)
            numbers = [None if isinstance(cell, Unreadable) else cell for cell in cells]
        points, totals = _counted(numbers, totals, running=sheet.running)
        fields, said, dates = _facts_of(table, row, others, numeric)
        if layout.row_names:
            label = shown_name(fields.get("category", ""))
        yield Entry(
            row,
            label or str(table.line(row) if table.places else count),
            tuple(cells),
            points,
            totals,
            fields,
            said,
            readable,
            opening=count == 1 and _opens(sheet, layout, row, label, totals),
            dates=dates,
        )


def _facts_beside(sheet: Sheet, layout: Layout) -> tuple[list[tuple[int, str]], list[str]]:
    """The columns beside the points by role, and the roles with numbers.

    Of several columns of one role, the last one counts.
    """
    no_facts = {"player"} if layout.list_of is None else {"player", *layout.score_roles}
    others = {c.role: c.at for c in sheet.columns if c.role not in no_facts}
    numeric = [role for role in others if role in layout.number_roles]
    return [(at, role) for role, at in others.items()], numeric


def _facts_of(
    table: Table, row: int, others: Iterable[tuple[int, str]], numeric: Iterable[str]
) -> tuple[dict[str, Value], dict[str, Written], Mapping[str, Unreadable]]:
    """The values beside the points of a row, with the numbers and dates in them."""
    if not others:
        return {}, {}, {}
    fields = {role: table.value(row, at) for at, role in others}
    codes = {role: table.format(row, at) for at, role in others} if table.formats else {}
    dates = dates_of(fields, codes) if codes or may_be_dates(fields) else {}
    return fields, {role: written(fields[role], codes.get(role, "")) for role in numeric}, dates


def _rows(sheet: Sheet, layout: Layout, known: KnownRows | None) -> Iterator[_EntryRow | Run]:
    """The rows that entries are made of."""
    if layout.required or layout.row_names:
        return _record_rows(sheet, layout)
    rows = _entry_rows(sheet, layout, known)
    return rows if known is None else _with_last(rows, sheet, known)


def _counted(
    numbers: Sequence[Number | None], before: Sequence[Number], *, running: bool
) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """The changes of a row, and the totals after it; ``None`` stands for no change."""
    if running:
        totals = tuple([old if new is None else new for old, new in zip(before, numbers, strict=True)])
        return tuple([new - old for old, new in zip(before, totals, strict=True)]), totals
    points = tuple([0 if new is None else new for new in numbers])
    return points, tuple([old + new for old, new in zip(before, points, strict=True)])


def _put_right(
    sheet: Sheet, layout: Layout, one: _EntryRow, lost: Sequence[bool]
) -> tuple[list[Written], bool, list[bool]]:
    """The cells as the layout reads them, whether all are readable, and whose total is unknown."""
    row, raw, cells, _ = one
    cells = _of_layout(layout, raw, cells)
    # An unreadable total stays unknown until the next number.
    lost = [
        before if cell is None else sheet.running and isinstance(cell, Unreadable)
        for before, cell in zip(lost, cells, strict=True)
    ]
    readable = not any(lost) and Unreadable not in map(type, cells)
    if not readable and sheet.table.formats:
        cells = _with_dates(sheet, row, raw, cells)
    return cells, readable, lost


def _of_layout(layout: Layout, raw: Sequence[Value], cells: list[Written]) -> list[Written]:
    """The cells, with gaps and fractions as the layout treats them."""
    gaps_are_slips = layout.gaps == "missing" and (layout.at_table is None or len(cells) <= layout.at_table)
    if gaps_are_slips and 0 < cells.count(None) < len(cells):
        cells = [MISSING if cell is None else cell for cell in cells]
    elif not gaps_are_slips and not _has_facts(layout):
        cells = [None if says_absence(cell, layout.passed_in) else cell for cell in cells]
    if not layout.whole or Fraction not in map(type, cells):
        return cells
    return [
        Unreadable(str(value), "fraction") if isinstance(cell, Fraction) else cell
        for value, cell in zip(raw, cells, strict=True)
    ]


def _with_dates(sheet: Sheet, row: int, raw: Sequence[Value], cells: Sequence[Written]) -> list[Written]:
    """The cells, with possible scores that a spreadsheet turned into dates."""
    return [
        written(value, sheet.table.format(row, column))
        if isinstance(cell, Unreadable) and cell.kind == "date"
        else cell
        for value, cell, column in zip(raw, cells, sheet.points_columns, strict=True)
    ]


def _has_facts(layout: Layout) -> bool:
    """Whether rows are no games of players with columns: records, cards, lists."""
    return bool(layout.required or layout.row_names or layout.list_of is not None)


def says_absence(cell: Written, passed_in: Container[str] = ()) -> bool:
    """Whether a cell says that its player is absent, leaves or joins, or that nobody played."""
    if not isinstance(cell, Unreadable) or cell.kind != "text":
        return False
    return plain(cell.text) in words_of_absence() or plain(cell.text) in passed_in


def final_totals(sheet: Sheet, layout: Layout) -> tuple[Number, ...]:
    """The totals after the last entry."""
    known = known_rows(sheet, layout)
    totals: tuple[Number, ...] = (0,) * len(sheet.points_columns)
    for entry in entries_and_runs(sheet, layout, known):
        if isinstance(entry, Run):
            continue
        totals = entry.totals
        if known is not None:
            # This is not the place to look for errors.
            known.open = True
            known.learn(entry)
    return totals


def _opens(sheet: Sheet, layout: Layout, row: int, label: str, totals: Sequence[Number]) -> bool:
    """Whether a first entry is no game: totals carried over, called so, or the start of the sheet."""
    if (not layout.opens_from_zero and not sheet.start) or _word(sheet, row) == "carried":
        return True
    if _stands_before(sheet, row, label):
        return True
    if sheet.start:
        return totals == sheet.start
    return sheet.running and label == "0" and not any(totals)


def _stands_before(sheet: Sheet, row: int, label: str) -> bool:
    """Whether a row right above game 1 has words in place of the number: then it holds earlier totals."""
    if not label or any(map(str.isdigit, label)) or row + 1 >= sheet.stop:
        return False
    return label_of(sheet.table, row + 1, sheet.column("number")) == "1"


def _word(sheet: Sheet, row: int) -> str | None:
    return word_of_row(sheet.table, row, columns_beside(sheet.table, sheet.points_columns))


_EntryRow = tuple[int, "list[Value]", "list[Written]", str]


class _Telltales(NamedTuple):
    """The columns that make a row without points an entry."""

    name: int | None
    """For lists in which names are repeated."""
    kind: int | None
    """The kind of game: a redeal."""
    value: int | None
    """On running totals, the value of a game that changed nothing."""
    played: int | None
    """The kind of game, where it may say that a game was passed in."""


def _telltales(sheet: Sheet, layout: Layout) -> _Telltales:
    name = sheet.column(layout.list_of) if layout.list_of and layout.names_repeat else None
    value = sheet.column("value") if layout.running else None
    played = sheet.column(layout.played) if layout.passed_in else None
    return _Telltales(name, sheet.column("kind"), value, played)


def _stands_for(
    one: _EntryRow, sheet: Sheet, layout: Layout, telltales: _Telltales, *, below: bool
) -> Literal["entry", "waiting", "nothing"]:
    """Whether a row is an entry, or waits for an entry after it.

    A number makes it one, and so does a mark such as ``/`` or a value that is no mere text. A row of words
    alone is a note, or repeats the names; beside a game number it is a damaged entry. Counts under a word of
    their own (won games), and money and averages ``below`` games wait.
    """
    row, raw, cells, label = one
    if below and (speaks_of_money(label) or _counts_or_pays(cells, whole=layout.whole)):
        return "waiting"
    spoilt = False
    for said, cell in zip(raw, cells, strict=True):
        if isinstance(cell, Unreadable):
            if cell.kind != "text":
                return "entry"
            spoilt = True
        elif cell is not None or said != "":
            return "entry"
    if not spoilt:
        return _without_points(row, label, sheet, layout, telltales)
    name = telltales.name
    named = label.isdigit() or (name is not None and sheet.table.value(row, name) != "")
    return "entry" if named else "nothing"


def _without_points(
    row: int, label: str, sheet: Sheet, layout: Layout, telltales: _Telltales
) -> Literal["entry", "waiting", "nothing"]:
    """Whether a row without points is an entry: it has a kind of game, or a word for a passed game.

    It waits if it only has a value, or a number where games are passed in: such rows at the foot are prepared
    for further games.
    """
    _, kind, value, played = telltales
    value_at = sheet.table.value
    if kind is not None and value_at(row, kind) != "":
        return "entry"
    if played is not None and plain(value_at(row, played)) in layout.passed_in:
        return "entry"
    waits = (layout.passed_in and label.isdigit()) or (value is not None and value_at(row, value) != "")
    return "waiting" if waits else "nothing"


def _entry_rows(sheet: Sheet, layout: Layout, known: KnownRows | None) -> Iterator[_EntryRow | Run]:
    """The entry rows, each with its raw and parsed cells and its label.

    Adjacent ``known`` rows are one run.
    """
    table, columns = sheet.table, sheet.points_columns
    number = sheet.column("number")
    telltales = _telltales(sheet, layout)
    no_games = _NoGames(sheet, layout)
    waiting: list[_EntryRow] = []
    after_gap = begun = False
    label = ""
    following = 0
    while following < sheet.stop:
        run = None if known is None or waiting or after_gap else known.run(following, label)
        if run is not None:
            yield run
            following += run.length
            label = label_of(table, following - 1, number)
            continue
        row, following = following, following + 1
        if no_games.is_named(row, begun=begun):
            continue
        values = table.rows[row]
        width = len(values)
        raw = [values[column] if column < width else "" for column in columns]
        cells = list(map(written, raw))
        label = label_of(table, row, number)
        if no_games.adds_up(row, label):
            continue
        aside = no_games.counted and label != "" and not label[:1].isdigit()
        if _is_note(raw, cells, aside=aside, after_gap=after_gap, gaps_are_slips=layout.gaps == "missing"):
            after_gap = False
            continue
        after_gap = not label and raw.count("") == len(raw)
        one = row, raw, cells, label
        stands_for = _stands_for(one, sheet, layout, telltales, below=aside and begun)
        if stands_for == "entry":
            yield from waiting
            waiting.clear()
            begun = True
            yield one
        elif stands_for == "waiting":
            waiting.append(one)
    if waiting and layout.passed_in:
        yield from _passed_in_last(waiting, sheet)


class _NoGames:
    """Finds, from the top of a sheet on, the rows that are sums and not games."""

    def __init__(self, sheet: Sheet, layout: Layout) -> None:
        """Before the first row."""
        self._sheet = sheet
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
        if row in self._rows or word in _OF_ALL or (word and begun):
            self._rows.add(row)
            return True
        return False

    def adds_up(self, row: int, label: str) -> bool:
        """Whether the numbers of a row without a game number are such sums."""
        exact = label.isdigit() and not (self._bare and self._has_word(row))
        if not exact and (self.counted or self._is_called(row)):
            self._rows |= self._sums_from(row)
            if row in self._rows:
                return True
        self.counted = self.counted or exact or label[:1].isdigit()
        self._bare = self._bare or (exact and not self._has_word(row))
        return False

    def _sums_from(self, row: int) -> Set[int]:
        """The rows from here on with sums of the games above, as far as known."""
        self._sums = self._sums or _sums_among(self._sheet)
        return self._sums.rows_from(row, self._rows)

    def _is_called(self, row: int) -> bool:
        """Whether a row has a word, in place of a game number, that no other row has."""
        if self._names_players or self._number is not None or row > _MOST_CALLED:
            return False
        alike = tuple(self._called.alike(row, self._before))
        return self._called.names(row, self._before) or self._are_sums(alike, row)

    def _are_sums(self, rows: tuple[int, ...], row: int) -> bool:
        """Whether rows with the same word all hold sums of the games above, without each other."""
        if not _FEWEST_SUMS <= len(rows) <= _MOST_SUMS:
            return False
        if rows not in self._sums_of:
            sums, aside = _sums_among(self._sheet), set(self._rows)
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
_FEWEST_SUMS, _MOST_SUMS = 2, 8


def _sums_among(sheet: Sheet) -> SumsAmong:
    """Few sheets have rows with and without game numbers."""
    from scorecheck.layouts.sums_among import SumsAmong

    return SumsAmong(sheet)


def _with_last(rows: Iterable[_EntryRow | Run], sheet: Sheet, known: KnownRows) -> Iterator[_EntryRow | Run]:
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


def _record_rows(sheet: Sheet, layout: Layout) -> Iterator[_EntryRow]:
    """The rows of a table of records that hold points, or one of the facts that make an entry.

    Where games are passed in, a number alone makes one, if other rows follow.
    """
    table = sheet.table
    facts = [c.at for c in sheet.columns if c.role in layout.required or c.role == "category"]
    number = sheet.column("number")
    waiting: list[_EntryRow] = []
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


def _passed_in_last(waiting: Sequence[_EntryRow], sheet: Sheet) -> Sequence[_EntryRow]:
    """Of the rows without points at the foot, the one with a dealer: it was dealt, but nobody played.

    If several have one, they were written before the games.
    """
    dealer = sheet.column("dealer")
    dealt = [one for one in waiting if dealer is not None and sheet.table.value(one[0], dealer) != ""]
    return dealt if len(dealt) == 1 and dealt == waiting[:1] and dealt[0][3].isdigit() else ()


def _is_waiting(sheet: Sheet, row: int) -> bool:
    """Whether a row waits for a game: it has a number, and sums of nothing."""
    number = sheet.column("number")
    if number is None or not isinstance(written(sheet.table.value(row, number)), int):
        return False
    beside = (at for at in range(sheet.table.first_column, len(sheet.table.headings)) if at != number)
    points = sheet.points_columns
    return all(is_nothing(sheet.table.value(row, at), summed=at not in points) for at in beside)


_SUMS = frozenset({"total", "carried"})


def subtotals_of(reading: Reading, sheet: Sheet) -> tuple[Subtotal, ...]:
    """The rows among the games with subtotals, or with totals carried over."""
    layout = reading.layout
    if layout.required or layout.row_names or layout.list_of is not None:
        return ()
    games = [entry.row for entry in entries_of(reading, sheet)]
    no_games = {sheet.total_row, *sheet.left_out}
    aside = {*no_games, *games}
    beside = columns_beside(sheet.table, sheet.points_columns)
    sums = _sums_among(sheet)
    found: list[int] = []
    for row in range(games[0] if games else sheet.stop, sheet.stop):
        if row in aside:
            continue
        said = word_of_row(sheet.table, row, beside) in _SUMS
        if said or sums.rows_from(row, no_games) == {row}:
            found.append(row)
            no_games.add(row)
    return tuple(_as_subtotal(sheet, row) for row in found)


def sums_below_penalties(sheet: Sheet) -> tuple[Subtotal, ...]:
    """Rows of penalties below the total row, and sums below that include them; empty without both."""
    table = sheet.table
    below = range(sheet.stop + 1, len(table.rows))
    if len(below) < _FEWEST_BELOW:
        return ()
    beside = columns_beside(table, sheet.points_columns)
    found: list[int] = []
    for row in below:
        if any(plain(table.value(row, at)) in penalty_words() for at in beside):
            found.append(row)
        elif found and word_of_row(table, row, beside) == "total":
            return tuple(_as_subtotal(sheet, one) for one in (*found, row))
    return ()


_FEWEST_BELOW = 2
"""A row of penalties, and one of sums."""


def _as_subtotal(sheet: Sheet, row: int) -> Subtotal:
    return Subtotal(row, tuple([written(sheet.table.value(row, at)) for at in sheet.points_columns]))


def ignored_rows(reading: Reading, sheet: Sheet) -> tuple[Ignored, ...]:
    """The rows with content that are no entries: notes, repeated names, all below the total."""
    used = {sheet.total_row, *(entry.row for entry in entries_of(reading, sheet))}
    sums = {row for row, _ in sheet.subtotals}
    names = {plain(name) for name in sheet.players}
    ignored: list[Ignored] = []
    for row in range(len(sheet.table.rows)):
        values = sheet.table.rows[row]
        if row in used or all(value == "" for value in sheet.table.of_row(row)):
            continue
        if row >= sheet.stop:
            why = "below-total"
        elif row in sheet.left_out:
            why = "hidden" if row in sheet.table.hidden else "struck"
        elif row in sums:
            why = "subtotal"
        elif word := _word(sheet, row):
            why = {"total": "subtotal", "carried": "carried"}.get(word, "note")
        else:
            words = [
                plain(value) for at, value in enumerate(values) if at in sheet.points_columns and value != ""
            ]
            why = "names" if len(words) > 1 and names.issuperset(words) else "note"
            if _is_waiting(sheet, row):
                why = "unfilled"
        ignored.append(Ignored(row, why))
    return tuple(ignored)
