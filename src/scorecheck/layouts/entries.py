"""The entries of a sheet: its rows in order, each with changes and totals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import add, sub
from typing import cast

from scorecheck.checks.common import is_penalty
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.words import plain, says_penalty
from scorecheck.layouts.called import columns_beside, word_of_row
from scorecheck.layouts.entry_rows import EntryRow, label_of, rows_of_entries, sums_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.unfilled import is_nothing
from scorecheck.layouts.wordy import says_absence
from scorecheck.model import runs
from scorecheck.model.cells import (
    Number,
    Unreadable,
    Value,
    Written,
    dates_of,
    may_be_dates,
    shown_name,
    written,
)
from scorecheck.model.record import replace
from scorecheck.model.runs import KnownRows, Run
from scorecheck.model.sheet import Entry, Ignored, Sheet, Subtotal, Table, options_of

_plus = cast("Callable[[Number, Number], Number]", add)
_minus = cast("Callable[[Number, Number], Number]", sub)
MISSING = Unreadable("", "missing")
_WHOLE = {int}
_NO_FACTS: tuple[dict[str, Value], dict[str, Written], Mapping[str, Unreadable]] = {}, {}, {}


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


def entries(sheet: Sheet, layout: Layout, *, bare: bool = False) -> Iterator[Entry]:
    """Reads the entries of a sheet in order, one at a time.

    On running totals, the points are the differences between entries; otherwise the totals are sums of
    points. An empty cell keeps the total and changes nothing. ``bare``: without the columns beside the
    points; readings of a table with one ``basis`` share these.
    """
    return cast("Iterator[Entry]", entries_and_runs(sheet, layout, None, bare=bare))


def basis(sheet: Sheet, layout: Layout) -> tuple[object, ...]:
    """What the bare entries of a reading depend on; not for cards, whose words are their labels."""
    roles = {*_DECIDE_ROWS, *layout.required, layout.list_of}
    return (
        *(sheet.points_columns, sheet.running, sheet.start, sheet.stop, sheet.total_row, sheet.left_out),
        tuple([(column.role, column.at) for column in sheet.columns if column.role in roles]),
        *(
            layout.gaps,
            layout.marks_are_zeros,
            layout.zeros,
            layout.drops_out,
            layout.at_table,
            layout.passed_in,
            layout.whole,
            layout.opens_from_zero,
        ),
        *(layout.required, layout.list_of, layout.names_repeat),
    )


_DECIDE_ROWS = frozenset({"number", "dealer", "kind", "value", "category"})
"""Roles of columns that decide which rows are entries."""


def with_facts(bare: Iterable[Entry], sheet: Sheet, layout: Layout) -> Iterator[Entry]:
    """Bare entries, completed by the columns beside their points."""
    others, numeric = _facts_beside(sheet, layout)
    if not others:
        yield from bare
        return
    for entry in bare:
        fields, numbers, dates = _facts_of(sheet.table, entry.row, others, numeric)
        yield Entry(*entry[:5], fields, numbers, entry.readable, entry.opening, dates)


def entries_of(reading: Reading, sheet: Sheet) -> Iterable[Entry]:
    """The entries of a reading, or those that it has already. ``sheet`` is its own, settled or not."""
    return entries(sheet, reading.layout) if reading.entries is None else reading.entries


def settled(reading: Reading, options: Mapping[str, str | int | bool]) -> Sheet:
    """The sheet with all options of its rules: set, shown by the sheet, or default."""
    ruleset, sheet = reading.ruleset, reading.sheet
    known = {name: value for name, value in options.items() if name in ruleset.options}
    in_force = ruleset.settled_options(sheet.preset, known)
    noun, by_preset = reading.layout.noun or ruleset.noun, reading.layout.by_preset
    if ruleset.shown_options is None:
        in_force = options_of(tuple(in_force.items()))
        return replace(sheet, options=in_force, noun=noun, by_preset=by_preset)
    seen = ruleset.shown_options(sheet, in_force, entries_of(reading, sheet))
    said = {*known, *(("preset",) if sheet.preset_said else ())}
    shown = {name: what for name, what in seen.items() if name not in said}
    holds = {name: what.value for name, what in shown.items() if not what.asked}
    preset = str(holds.pop("preset", sheet.preset or "")) or None
    in_force = options_of(tuple({**in_force, **holds}.items()))
    return replace(sheet, preset=preset, options=in_force, noun=noun, shown=shown, by_preset=by_preset)


def entries_and_runs(
    sheet: Sheet, layout: Layout, known: KnownRows | None, *, bare: bool = False
) -> Iterator[Entry | Run]:
    """The entries of a sheet in order, with ranges of ``known`` rows left out as runs.

    The last item is always an entry, so that the final totals are known.
    """
    table, seats = sheet.table, len(sheet.points_columns)
    others, numeric = ([], []) if bare else _facts_beside(sheet, layout)
    nothing: tuple[Number, ...] = (0,) * seats
    totals = sheet.start or nothing
    lost = nothing_lost = [False] * seats
    ends = _ends(sheet) if layout.drops_out else [sheet.stop] * seats
    count, running = 0, sheet.running
    for one in rows_of_entries(sheet, layout, known):
        if isinstance(one, Run):
            count += one.length
            totals = tuple(map(_plus, totals, one.points))
            yield one
            continue
        row, _, cells, label = one
        count += 1
        opens = count == 1 and _opens(sheet, layout, row, label, cells)
        if set(map(type, cells)) == _WHOLE:
            # Most rows hold nothing but whole numbers, and need no conversion.
            lost, readable = nothing_lost, True
            now = cast("tuple[Number, ...]", tuple(cells))
            before, totals = totals, now if running or opens else tuple(map(_plus, totals, now))
            points = tuple(map(_minus, now, before)) if running else now
            written_cells: tuple[Written, ...] = now
        else:
            cells, readable, lost = _put_right(sheet, layout, one, lost, ends)
            written_cells = tuple(cells)
            numbers = [None if isinstance(cell, Unreadable) else cell for cell in cells]
            points, totals = _counted(numbers, nothing if opens and not running else totals, running=running)
        fields, said, dates = _facts_of(table, row, others, numeric) if others else _NO_FACTS
        if layout.row_names:
            label = shown_name(fields.get("category", ""))
        yield Entry(
            row,
            label or str(table.line(row) if table.places and not layout.required else count),
            written_cells,
            points,
            totals,
            fields,
            said,
            readable,
            opening=opens,
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
    fields = {role: table.value(row, at) for at, role in others}
    codes = {role: table.format(row, at) for at, role in others} if table.formats else {}
    dates = dates_of(fields, codes) if codes or may_be_dates(fields) else {}
    return fields, {role: written(fields[role], codes.get(role, "")) for role in numeric}, dates


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
    sheet: Sheet, layout: Layout, one: EntryRow, lost: Sequence[bool], ends: Sequence[int]
) -> tuple[list[Written], bool, list[bool]]:
    """The cells as the layout reads them, whether all are readable, and whose total is unknown.

    ``ends``: the row of each player's last value.
    """
    row, raw, cells, _ = one
    cells = _of_layout(layout, raw, cells, [row > end for end in ends])
    # An unreadable total stays unknown until the next number.
    lost = [
        before if cell is None else sheet.running and isinstance(cell, Unreadable)
        for before, cell in zip(lost, cells, strict=True)
    ]
    readable = not any(lost) and Unreadable not in map(type, cells)
    if not readable and sheet.table.formats:
        cells = _with_dates(sheet, row, raw, cells)
    return cells, readable, lost


def _ends(sheet: Sheet) -> Sequence[int]:
    """The row of the last value in each column of points; above it an empty cell is a gap."""
    rows = list(sheet.rows_of_games)
    return [
        next((row for row in reversed(rows) if sheet.table.value(row, at) != ""), sheet.stop)
        for at in sheet.points_columns
    ]


def _of_layout(
    layout: Layout, raw: Sequence[Value], cells: list[Written], out: Sequence[bool]
) -> list[Written]:
    """The cells, with gaps and fractions as the layout treats them; ``out``: who has no more values."""
    gaps_are_slips = layout.gaps == "missing" and (layout.at_table is None or len(cells) <= layout.at_table)
    if gaps_are_slips and 0 < cells.count(None) < len(cells):
        gaps = cells if not layout.marks_are_zeros else _with_zeros(raw, cells, layout.zeros)
        cells = [
            MISSING if gap is None and not gone else cell if layout.running else gap
            for cell, gap, gone in zip(cells, gaps, out, strict=True)
        ]
    elif not gaps_are_slips and not _has_facts(layout):
        cells = [None if says_absence(cell, layout.passed_in) else cell for cell in cells]
    if not layout.whole or Fraction not in map(type, cells):
        return cells
    return [
        Unreadable(str(value), "fraction") if isinstance(cell, Fraction) else cell
        for value, cell in zip(raw, cells, strict=True)
    ]


def _with_zeros(raw: Sequence[Value], cells: Sequence[Written], zeros: int) -> list[Written]:
    """The cells with 0 for marks, and for empty ones if then no more players have 0 than must."""
    marked = [0 if cell is None and value != "" else cell for value, cell in zip(raw, cells, strict=True)]
    if marked.count(None) + marked.count(0) <= (zeros if zeros >= 0 else len(marked) + zeros):
        return [cell or 0 for cell in marked]
    return marked


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


def _opens(sheet: Sheet, layout: Layout, row: int, label: str, cells: Sequence[Written]) -> bool:
    """Whether a first entry is no game: totals carried over, called so, or the start of the sheet."""
    if (not layout.opens_from_zero and not sheet.start) or _word(sheet, row) == "carried":
        return True
    if _stands_before(sheet, row, label):
        return True
    if not sheet.running:
        return False
    if sheet.start:
        return all(cell is None or cell == was for cell, was in zip(cells, sheet.start, strict=True))
    return label == "0" and not any(cells)


def _stands_before(sheet: Sheet, row: int, label: str) -> bool:
    """Whether a row right above game 1 has no number, but a word, a date or nothing: then it holds earlier
    totals."""
    number = sheet.column("number")
    if number is None or row + 1 >= sheet.stop or label.isdecimal():
        return False
    return label_of(sheet.table, row + 1, number) == "1"


def _word(sheet: Sheet, row: int) -> str | None:
    return word_of_row(sheet.table, row, columns_beside(sheet.table, sheet.points_columns))


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
    if _has_facts(layout):
        return ()
    games = [entry.row for entry in entries_of(reading, sheet)]
    no_games = {sheet.total_row, *sheet.left_out}
    aside = {*no_games, *games}
    beside = columns_beside(sheet.table, sheet.points_columns)
    sums = sums_of(sheet, layout)
    found: list[int] = []
    for row in range(sheet.stop if games else 0):
        if row in aside or is_penalty(sheet.table, row, sheet.points_columns):
            continue
        said = row > games[0] and word_of_row(sheet.table, row, beside) in _SUMS
        if said or sums.rows_from(row, no_games) == {row}:
            found.append(row)
            no_games.add(row)
    return tuple(as_subtotal(sheet, row) for row in found)


def sums_below(sheet: Sheet) -> tuple[Subtotal, ...]:
    """Rows below the total row, and sums below that include them: penalties, what is carried in, or
    anything with which the sums of half of the players agree; empty without both."""
    table = sheet.table
    beside = columns_beside(table, sheet.points_columns)
    found: list[Subtotal] = []
    others: list[Subtotal] = []
    for row in range(sheet.stop + 1, len(table.rows)):
        word, one = word_of_row(table, row, beside), as_subtotal(sheet, row)
        if word == "carried" or any(says_penalty(table.value(row, at)) for at in beside):
            found.append(one)
        elif found and (word == "total" or row + 1 == len(table.rows)):
            return (*found, one)
        elif word == "total" and others and _are_added(others, one, sheet):
            return (*others, one)
        elif any(isinstance(said, int) for said in one.said):
            others.append(one)
    return ()


def _are_added(rows: Sequence[Subtotal], sums: Subtotal, sheet: Sheet) -> bool:
    """Whether the sums of at least half of the players are those above with some rows."""
    columns = zip(sheet.foot, *(one.said for one in rows), strict=False)
    due = [sum(said for said in column if isinstance(said, int)) for column in columns]
    right = sum(said == one for said, one in zip(sums.said, due, strict=False))
    return 2 * right >= len(sums.said)


def as_subtotal(sheet: Sheet, row: int) -> Subtotal:
    """A row of sums, with its numbers."""
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
