"""Sheets of one table row beside row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.alongside.align import Line, OneSign, seats, side_by_side
from scorecheck.checks.runner import run_checks
from scorecheck.checks.words import plain
from scorecheck.layouts.entries import entries_of
from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple, record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.alongside.align import Cell
    from scorecheck.layouts.readings import Reading
    from scorecheck.model.cells import CellRef, Number
    from scorecheck.model.finding import Finding
    from scorecheck.model.sheet import Entry, Sheet

_FEWEST_SHARED = 0.5
"""Sheets that share fewer rows than that are hardly of one table."""

_FOLLOW = frozenset({"number", "category", "player", "unknown", "control", "total", "value"})
"""Columns that say nothing of a game which its number and points do not say."""


@record
class KeptSheet:
    """A sheet that is held against others, with its rows and what is wrong with them by themselves."""

    reading: Reading
    sheet: Sheet
    entries: tuple[Entry, ...]
    broken: frozenset[int]
    """The rows of the table on which an error is found."""
    totals: frozenset[int]
    """The columns of the table whose total does not agree."""
    columns: frozenset[int] = frozenset()
    """The columns of the table in which an error is found: of a card, which has no rows that add up."""

    @property
    def one_sign(self) -> OneSign | None:
        """What an empty cell says where points of one sign alone are written."""
        signs = {"plus-only": OneSign(-1), "losers-only": OneSign(-1), "minus-only": OneSign(1)}
        return signs.get(self.sheet.notation)


def kept(reading: Reading, sheet: Sheet) -> KeptSheet:
    """A sheet as it is held against others; ``sheet`` is the reading's own, settled."""
    entries = tuple(entries_of(reading, sheet))
    return kept_with(reading, sheet, entries)


def kept_with(reading: Reading, sheet: Sheet, entries: tuple[Entry, ...]) -> KeptSheet:
    """The same of a sheet with these entries."""
    broken: set[int] = set()
    totals: set[int] = set()
    columns: set[int] = set()
    for finding in found_on(reading, sheet, entries):
        if finding.cell is not None and finding.severity is Severity.ERROR:
            row, column = _in_table(sheet, finding.cell)
            columns.add(column)
            (totals.add(column) if row == sheet.total_row else broken.add(row))
    return KeptSheet(reading, sheet, entries, frozenset(broken), frozenset(totals), frozenset(columns))


def found_on(reading: Reading, sheet: Sheet, entries: Iterable[Entry]) -> list[Finding]:
    """The errors and warnings of a sheet by itself."""
    found = run_checks(sheet, entries, reading.ruleset.checks).findings
    return [finding for finding in found if finding.severity > Severity.INFO]


def _in_table(sheet: Sheet, cell: CellRef) -> tuple[int, int]:
    return sheet.table.place_of(cell)


def read_again(one: KeptSheet, sheet: Sheet) -> Iterable[Entry]:
    """The entries of a sheet on which something was changed."""
    return entries_of(one.reading._replace(entries=None, sheet=sheet), sheet)


class Beside(NamedTuple):
    """Sheets of one table, row beside row."""

    sheets: tuple[KeptSheet, ...]
    rows: tuple[tuple[int | None, ...], ...]
    """For each row, the entry of each sheet by position; ``None`` where it has none."""
    seats: tuple[tuple[int | None, ...], ...]
    """For each sheet, the position of each player of the first one."""

    def cell(self, row: int, which: int, seat: int) -> Cell:
        """What a row of a sheet gives a player; ``None`` where there is nothing that can be read."""
        at, position = self.rows[row][which], self.seats[which][seat]
        if at is None or position is None:
            return None
        return _cell(self.sheets[which], self.sheets[which].entries[at], position)

    def entry(self, row: int, which: int) -> Entry | None:
        """The entry of a sheet in a row."""
        at = self.rows[row][which]
        return None if at is None else self.sheets[which].entries[at]

    def apart(self, row: int, seat: int) -> tuple[Number, ...] | None:
        """How far a player's totals after a row are from those on the first sheet; ``None`` where that cannot
        be said."""
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
    return entry.points[position]


def beside(sheets: Sequence[KeptSheet]) -> Beside | None:
    """Sheets row beside row; ``None`` where they have too little in common to be of one table."""
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
    found = Beside(tuple(sheets), rows, tuple(places))
    alike = sum(1 for row in rows if None not in row)
    return found if alike >= _FEWEST_SHARED * max(len(one.entries) for one in sheets) else None


def _columns(one: KeptSheet) -> list[list[Cell]]:
    return [[_cell(one, entry, at) for entry in one.entries] for at in range(len(one.sheet.players))]


def _line(one: KeptSheet, entry: Entry, positions: Sequence[int | None], *, running: bool) -> Line:
    cells = tuple(None if at is None else _cell(one, entry, at) for at in positions)
    name = entry.label if one.reading.layout.row_names else ""
    known = running and entry.readable and one.one_sign is None
    totals: tuple[Cell, ...] = ()
    if known:
        # A total that is not written says nothing of what rows above gave that are left out.
        seats = [at for at in positions if at is not None]
        written = one.sheet.running
        totals = tuple(None if written and entry.written[at] is None else entry.totals[at] for at in seats)
    facts = {
        role: plain(text)
        for role, value in entry.fields.items()
        if role not in _FOLLOW and (text := value_text(value).strip())
    }
    return Line(entry.number, cells, name, totals, facts)


def is_card(found: Beside) -> bool:
    """Whether they are cards, whose columns add up and not their rows."""
    return found.sheets[0].reading.layout.card is not None
