"""Which slips of a way, undone, mend which findings: each is told of where it shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.model.finding import Severity
from scorecheck.repair.unit import LEFT_OUT, Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import CellRef
    from scorecheck.model.finding import Finding
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches
    from scorecheck.repair.unit import Way

_OF_NUMBERS = frozenset({MISSING_GAME.name, DUPLICATE_GAME.name})
_OF_ROWS = frozenset({LEFT_OUT, "row-twice"})


class Assigning:
    """Findings of a sheet, each at the entry that it is about, and what mends them."""

    def __init__(
        self,
        sheet: Sheet,
        entries: Sequence[Entry],
        findings: Sequence[Finding],
        broken: Sequence[Breaches] = (),
    ) -> None:
        """Tells of this sheet and the findings on it. ``broken``: what each entry breaks by itself, where a
        total row holds all of them together."""
        self.sheet, self.entries, self.findings = sheet, entries, findings
        self.at_row = {entry.row: at for at, entry in enumerate(entries)}
        self.row_at = {at: row for row, at in self.at_row.items()}
        if sheet.total_row is not None:
            self.at_row[sheet.total_row] = len(entries)
        self.where = [self._entry_of(finding) for finding in findings]
        self._of_turn = {
            which
            for which, at in enumerate(self.where)
            if at is not None and at < len(broken)
            # Nothing in the row is wrong but that it is not its turn.
            if "due" in findings[which].params and findings[which].rule not in broken[at].rules
        }

    def _entry_of(self, finding: Finding) -> int | None:
        """The entry that a finding is about; the number after the last one for the total row."""
        if finding.cell is None or finding.severity is Severity.INFO:
            return None
        table = self.sheet.table
        row = finding.cell.column if table.turned else finding.cell.row
        return self.at_row.get(row - table.first_row)

    def _assigned(self, way: Way, mine: Sequence[tuple[int, int]]) -> list[tuple[Unit, ...]]:
        """Which units of a way mend which finding."""
        taken: list[list[Unit]] = [[] for _ in mine]
        end = len(self.entries)
        loose: list[Unit] = []
        for unit in way.units:
            if unit.at == end or is_in_totals(unit):
                columns = {column for row, column, _ in unit.edits if row == self.sheet.total_row}
                owners = [
                    i
                    for i, (at, which) in enumerate(mine)
                    if at == end and self._column(self.findings[which]) in columns
                ]
            else:
                owners = [
                    i
                    for i, (at, which) in enumerate(mine)
                    if end > at >= unit.at
                    # A number out of order is of no cell in its row.
                    and (unit.kind in _OF_ROWS or not self._is_of_order(which))
                ][:1]
                owners = (
                    owners
                    or [
                        i
                        for i, (at, which) in enumerate(mine)
                        if at <= unit.at and at < end and not self._is_of_order(which)
                    ][-1:]
                )
            if not owners:
                loose.append(unit)
                if unit.kind != LEFT_OUT and not any(at == end for at, _ in mine):
                    # Nothing was said of the totals as long as a row could not be read.
                    owners = [0]
            for i in owners:
                taken[i].append(unit)
        for i, (at, which) in enumerate(mine):
            if at == end and not taken[i]:
                column = self._column(self.findings[which])
                crossing = [u for u in way.units if any(c == column for _, c, _ in u.edits)]
                taken[i] = loose or crossing
            elif not taken[i] and at != end:
                # What is found there only follows from a slip further up.
                above = [unit for unit in way.units if unit.at < at]
                taken[i] = [unit for unit in above if unit.at == above[-1].at]
        for i, (at, which) in enumerate(mine):
            if self._is_of_order(which):
                # A number that is out of order says nothing of slips in the cells around it.
                taken[i] = [unit for unit in way.units if self._puts_in_order(unit, which, at)]
        for gap in way.units:
            if is_in_totals(gap):
                missing = [i for i, (at, which) in enumerate(mine) if self._tells_of(gap, which, at)]
                # A total that is wrong by itself has a repair of its own, if others tell of the gap.
                others = [i for i in missing if not any(u.at == end and u.edits for u in taken[i])]
                # The totals lack what other rows should have given as well.
                beside = [unit for unit in loose if unit.edits]
                for i in others or missing:
                    # What the game gave the totals tell; the order of the rows tells where it was.
                    taken[i] = [*beside, gap] if mine[i][0] == end else [_without_points(gap)]
                # Where nothing else tells of it, a repair of cells says so too.
                for i in range(0 if missing else len(mine)):
                    taken[i].append(gap)
        return [tuple(units) for units in taken]

    def _is_of_order(self, which: int) -> bool:
        """Whether a finding tells of the order of the rows, and of no cell."""
        return self.findings[which].rule in _OF_NUMBERS or which in self._of_turn

    def _puts_in_order(self, unit: Unit, which: int, at: int) -> bool:
        """Whether a finding of the order at an entry is gone where a slip is undone."""
        if unit.kind in _OF_ROWS:
            return unit.at == at
        if which not in self._of_turn or unit.at not in (at - 1, at):
            return False
        # Whose turn it is shows in who is down as dealer, else in who sits out.
        dealer = self.sheet.column("dealer")
        if dealer is not None:
            return any(column == dealer for _, column, _ in unit.edits)
        points = self.entries[unit.at].points
        return any(now == 0 != before for now, before in zip(unit.points, points, strict=False))

    def _tells_of(self, gap: Unit, which: int, at: int) -> bool:
        """Whether a finding tells of a row that is in the totals and missing among the rows."""
        if at == len(self.entries):
            return True
        if gap.at < len(self.entries):
            return gap.at == at and self._is_of_order(which)
        return self.findings[which].rule == MISSING_GAME.name

    def _column(self, finding: Finding) -> int:
        return -1 if finding.cell is None else self._column_of(finding.cell)

    def _column_of(self, cell: CellRef) -> int:
        return (cell.row if self.sheet.table.turned else cell.column) - 1


def _without_points(gap: Unit) -> Unit:
    return gap._replace(points=())


def is_in_totals(unit: Unit) -> bool:
    """Whether a row is missing that the totals hold."""
    return unit.kind == LEFT_OUT and bool(unit.points)
