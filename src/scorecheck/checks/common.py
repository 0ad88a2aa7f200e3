"""The checks that every game shares: cells that cannot be read, game numbers, totals, headings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.check import Check, Hit, column_check, sheet_check
from scorecheck.checks.rules import (
    DUPLICATE_GAME,
    DUPLICATE_PLAYER,
    MISSING_GAME,
    MISSING_VALUE,
    NOT_A_NUMBER,
    NOT_A_WHOLE_NUMBER,
    TOTAL_MISMATCH,
    UNCALCULATED_FORMULA,
    UNKNOWN_COLUMN,
)
from scorecheck.model.cells import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from scorecheck.checks.check import Rule, Summary
    from scorecheck.model.sheet import Entry, Sheet


def player_at(sheet: Sheet, position: int) -> str:
    """The name over a column of points, counted among those columns."""
    return sheet.table.headings[sheet.points_columns[position]]


def _cells_of_kind(rule: Rule, *kinds: str) -> Check:
    """A check for cells that should hold points and do not, in the rows and in the total row."""

    def look(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
        if entry.readable:
            return
        for position, cell in enumerate(entry.written):
            if isinstance(cell, Unreadable) and cell.kind in kinds:
                params = {"player": player_at(sheet, position), "text": cell.text}
                yield Hit(sheet.points_columns[position], params, cell.kind)

    def review(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
        for position, cell in enumerate(sheet.foot):
            if isinstance(cell, Unreadable) and cell.kind in kinds:
                params = {"player": player_at(sheet, position), "text": cell.text}
                yield Hit(sheet.points_columns[position], params, "total", row=sheet.total_row)

    return Check(rule, "row", look=look, review=review, arithmetic=False)


not_a_number = _cells_of_kind(NOT_A_NUMBER, "text", "error", "date")
missing_value = _cells_of_kind(MISSING_VALUE, "missing")
not_a_whole_number = _cells_of_kind(NOT_A_WHOLE_NUMBER, "fraction")
uncalculated_formula = _cells_of_kind(UNCALCULATED_FORMULA, "formula")


def game_number_checks(counts: Callable[[Entry, Sheet], bool]) -> tuple[Check, Check]:
    """Checks of the game numbers. Entries that do not count as a game may repeat a number."""

    def duplicates(sheet: Sheet) -> Callable[[Entry], Iterator[Hit]]:
        column = sheet.column("number")
        numbers = _Numbers()

        def see(entry: Entry) -> Iterator[Hit]:
            if column is not None and entry.label.isdecimal() and counts(entry, sheet):
                before = numbers.follow
                if numbers.repeats(int(entry.label)) and before != int(entry.label) - 1:
                    yield Hit(column)

        return see

    def missing(sheet: Sheet) -> Callable[[Entry], Iterator[Hit]]:
        column = sheet.column("number")
        last: int | None = None
        spare = 0

        def see(entry: Entry) -> Iterator[Hit]:
            nonlocal last, spare
            if column is None or not entry.label.isdecimal() or not counts(entry, sheet):
                return
            number = int(entry.label)
            if last is not None and number > last + 1 + spare:
                yield Hit(column, {"before": last, "after": number})
            # A number given twice explains one that is left out right after it.
            spare = 1 if number == last else 0
            last = number

        return see

    return column_check(DUPLICATE_GAME, duplicates), column_check(MISSING_GAME, missing)


class _Numbers:
    """The game numbers seen so far. Counts on while they follow each other, so that it stays small."""

    def __init__(self) -> None:
        self.first: int | None = None
        self.highest = 0
        self.gaps: set[int] = set()
        self.follow: int | None = None

    def repeats(self, number: int) -> bool:
        """Takes a number in; whether it was there before. ``follow`` is the last repeated one."""
        if self.first is None:
            self.first = self.highest = number
            return False
        if number > self.highest:
            if number - self.highest <= _WIDEST_GAP:
                self.gaps.update(range(self.highest + 1, number))
            self.highest, self.follow = number, None
            return False
        if number in self.gaps or number < self.first:
            self.gaps.discard(number)
            self.follow = None
            return False
        self.follow = number
        return True


_WIDEST_GAP = 10_000


def _total_of_column(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    """The total row against what the rows above it give."""
    if sheet.total_row is None or summary.last is None:
        return
    given = summary.last.totals
    for position, total in enumerate(sheet.foot):
        if total is None or isinstance(total, Unreadable) or position in summary.unreadable:
            continue
        if total != given[position]:
            params = {"player": player_at(sheet, position), "total": total, "sum": given[position]}
            column = sheet.points_columns[position]
            yield Hit(column, params, "column", off=given[position] - total, row=sheet.total_row)


def _control_of_row(entry: Entry, _past: object, sheet: Sheet) -> Iterator[Hit]:
    """A control column against what the row adds up to: its points, or its totals."""
    control = entry.numbers.get("control")
    if control is None or isinstance(control, Unreadable) or not entry.readable:
        return
    sums = (sum(entry.points), sum(entry.totals)) if sheet.running else (sum(entry.points),)
    if control not in sums:
        yield Hit(sheet.column("control"), {"total": control, "sum": sums[-1]}, "row")


total_mismatch = Check(TOTAL_MISMATCH, "row", look=_control_of_row, review=_total_of_column, arithmetic=False)


def _duplicate_player(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    if sheet.layout == "standings":
        return
    seen: dict[str, int] = {}
    for position, column in enumerate(sheet.points_columns):
        name = player_at(sheet, position)
        first = seen.setdefault(name.casefold(), column)
        if first != column:
            yield Hit(column, {"player": name}, related=(first,), row=-1)


def _unknown_column(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    for column in sheet.columns:
        if column.role == "unknown":
            yield Hit(column.at, {"heading": column.heading}, row=-1)


duplicate_player = sheet_check(DUPLICATE_PLAYER, _duplicate_player)
unknown_column = sheet_check(UNKNOWN_COLUMN, _unknown_column)

CELL_CHECKS = (not_a_number, missing_value, not_a_whole_number, uncalculated_formula)
"""Of any layout: a cell that should hold points holds something else."""
HEADING_CHECKS = (duplicate_player, unknown_column)
