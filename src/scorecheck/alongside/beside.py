"""Sheets of one table, with their rows aligned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.alongside.align import Cell, OneSign, RowToAlign, cells_unlike, lone_row, seats, side_by_side
from scorecheck.checks.runner import run_checks
from scorecheck.checks.words import plain
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.model.cells import Number, Unreadable, value_text
from scorecheck.model.finding import Edit, Finding, Severity
from scorecheck.model.outcome import SheetId
from scorecheck.model.record import NamedTuple, record
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.checked import edited

_FEWEST_SHARED = 0.5
"""Sheets with fewer common rows are hardly of one table."""
_BESIDE = 2
"""The greatest distance between the two places of a moved row that also has a slip."""

_FOLLOW = frozenset({"number", "category", "player", "unknown", "control", "total", "value"})
"""Columns that follow from the game's number and points."""


@record
class KeptSheet:
    """A sheet to be compared, with its rows and its own errors."""

    reading: Reading
    sheet: Sheet
    entries: tuple[Entry, ...]
    broken: frozenset[int]
    """The table rows with an error."""
    totals: frozenset[int]
    """The table columns with a wrong total."""
    columns: frozenset[int] = frozenset()
    """The table columns with an error, for cards, whose rows add up to nothing."""

    @property
    def id(self) -> SheetId:
        """The identity of the sheet."""
        return self.sheet.path, self.sheet.shown_name

    @property
    def one_sign(self) -> OneSign | None:
        """The meaning of an empty cell where points of one sign only are written."""
        signs = {"plus-only": OneSign(-1), "losers-only": OneSign(-1), "minus-only": OneSign(1)}
        return signs.get(self.sheet.notation)


def kept(reading: Reading, sheet: Sheet) -> KeptSheet:
    """A sheet prepared for comparison; ``sheet`` is the reading's own, settled."""
    entries = tuple(entries_of(reading, sheet))
    return kept_with(reading, sheet, entries)


def kept_with(reading: Reading, sheet: Sheet, entries: tuple[Entry, ...]) -> KeptSheet:
    """The same with given entries."""
    broken: set[int] = set()
    totals: set[int] = set()
    columns: set[int] = set()
    for finding in found_on(reading, sheet, entries):
        if finding.cell is not None and finding.severity is Severity.ERROR:
            row, column = sheet.table.place_of(finding.cell)
            columns.add(column)
            (totals.add(column) if row == sheet.total_row else broken.add(row))
    return KeptSheet(reading, sheet, entries, frozenset(broken), frozenset(totals), frozenset(columns))


def found_on(reading: Reading, sheet: Sheet, entries: Iterable[Entry]) -> list[Finding]:
    """The errors and warnings of a sheet by itself."""
    found = run_checks(sheet, entries, reading.ruleset.checks).findings
    return [finding for finding in found if finding.severity > Severity.INFO]


def read_again(one: KeptSheet, sheet: Sheet) -> tuple[Entry, ...]:
    """The entries of a sheet after a change."""
    return tuple(entries_of(one.reading._replace(entries=None, sheet=sheet), sheet))


def found_again(one: KeptSheet, edits: Iterable[Edit]) -> list[Finding]:
    """The errors and warnings of a sheet after some edits."""
    sheet = edited(one.sheet, edits)
    return found_on(one.reading, sheet, read_again(one, sheet))


class Beside(NamedTuple):
    """Sheets of one table, row beside row."""

    sheets: tuple[KeptSheet, ...]
    rows: tuple[tuple[int | None, ...], ...]
    """For each row the entry of each sheet; ``None`` where a sheet lacks it."""
    seats: tuple[tuple[int | None, ...], ...]
    """For each sheet the position of each player of the first one."""
    moved: frozenset[int] = frozenset()
    """The rows that are in another place on some sheets."""

    def cell(self, row: int, which: int, seat: int) -> Cell:
        """A player's points in a row of a sheet; ``None`` where they are missing or cannot be read."""
        at, position = self.rows[row][which], self.seats[which][seat]
        if at is None or position is None:
            return None
        return _cell(self.sheets[which], self.sheets[which].entries[at], position)

    def entry(self, row: int, which: int) -> Entry | None:
        """The entry of a sheet in a row."""
        at = self.rows[row][which]
        return None if at is None else self.sheets[which].entries[at]

    def apart(self, row: int, seat: int) -> tuple[Number, ...] | None:
        """A player's total after a row minus the one on the first sheet; ``None`` where it is not known."""
        totals: list[Number] = []
        for which in range(len(self.sheets)):
            entry, position = self.entry(row, which), self.seats[which][seat]
            amount = self.cell(row, which, seat)
            if entry is None or position is None or amount is None or isinstance(amount, OneSign):
                return None
            totals.append(entry.totals[position])
        return tuple(total - totals[0] for total in totals)


def _cell(one: KeptSheet, entry: Entry, position: int) -> Cell:
    written = entry.written[position]
    if isinstance(written, Unreadable):
        return None
    if written is None and one.one_sign is not None:
        return one.one_sign
    if written is None and one.reading.layout.row_names:
        # An empty box may be struck or still open, which is not the same as 0.
        return None
    return entry.points[position]


def beside(sheets: Sequence[KeptSheet]) -> Beside | None:
    """The sheets with their rows aligned; ``None`` where they have too little in common to be of one
    table."""
    first = sheets[0]
    places: list[tuple[int | None, ...]] = [tuple(range(len(first.sheet.players)))]
    for other in sheets[1:]:
        columns, others = _columns(first), _columns(other)
        places.append(seats(first.sheet.players, other.sheet.players, columns, others))
    seats_of_first = range(len(first.sheet.players))
    shared = [seat for seat in seats_of_first if all(place[seat] is not None for place in places)]
    if 2 * len(shared) < max(len(one.sheet.players) for one in sheets):
        return None
    running = any(one.sheet.running for one in sheets)
    lines = [
        [_line(one, entry, [place[seat] for seat in shared], running=running) for entry in one.entries]
        for one, place in zip(sheets, places, strict=True)
    ]
    rows = side_by_side(lines)
    if rows is None:
        return None
    found = _with_moved(Beside(tuple(sheets), rows, tuple(places)))
    alike = sum(1 for row in rows if None not in row)
    return found if alike >= _FEWEST_SHARED * max(len(one.entries) for one in sheets) else None


def _with_moved(found: Beside) -> Beside:
    """The same, with each moved row as one, in the first of its places.

    On running totals a moved row shows in the totals and stays where it is.
    """
    if any(one.sheet.running for one in found.sheets):
        return found
    rows, moved = list(found.rows), set[int]()
    at = 0
    while at < len(rows):
        lone = [to for to in range(at + 1, len(rows)) if None in rows[to]] if None in rows[at] else []
        other = next((to for to in lone if _is_moved(found, rows[at], rows[to], to - at)), None)
        if other is not None:
            here, there = rows[at], rows.pop(other)
            rows[at] = tuple(a if a is not None else b for a, b in zip(here, there, strict=True))
            moved.add(at)
        at += 1
    return found._replace(rows=tuple(rows), moved=frozenset(moved))


def _is_moved(found: Beside, row: Sequence[int | None], other: Sequence[int | None], lower: int) -> bool:
    """Whether two unpaired rows are the same game in two places; near ones may differ by a slip."""
    here, there = (
        next((which, at) for which, at in enumerate(places) if at is not None) for places in (row, other)
    )
    if any(None not in both for both in zip(row, other, strict=True)):
        return False
    cells, others = (
        [
            None if seat is None else _cell(found.sheets[which], found.sheets[which].entries[at], seat)
            for seat in found.seats[which]
        ]
        for which, at in (here, there)
    )
    cost = cells_unlike(cells, others)
    return cost < lone_row() if lower <= _BESIDE else not cost


def _columns(one: KeptSheet) -> list[list[Cell]]:
    return [[_cell(one, entry, at) for entry in one.entries] for at in range(len(one.sheet.players))]


def _line(one: KeptSheet, entry: Entry, positions: Sequence[int | None], *, running: bool) -> RowToAlign:
    cells = tuple(None if at is None else _cell(one, entry, at) for at in positions)
    name = entry.label if one.reading.layout.row_names else ""
    known = running and entry.readable and one.one_sign is None
    totals: tuple[Cell, ...] = ()
    if known:
        # A total that is not written says nothing about missing rows above it.
        seats = [at for at in positions if at is not None]
        written = one.sheet.running
        totals = tuple(None if written and entry.written[at] is None else entry.totals[at] for at in seats)
    facts = {
        role: plain(text)
        for role, value in entry.fields.items()
        if role not in _FOLLOW and (text := value_text(value).strip())
    }
    return RowToAlign(entry.number, cells, name, totals, facts)


def is_card(found: Beside) -> bool:
    """Whether they are cards, which add up by columns and not by rows."""
    return bool(found.sheets[0].reading.layout.row_names)
