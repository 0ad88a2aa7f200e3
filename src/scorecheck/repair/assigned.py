"""Assigns the corrections of a hypothesis to findings, so that each is reported where it shows."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.hypothesis import COPIED, LEFT_OUT, OF_ROWS, Correction, Hypothesis
from scorecheck.repair.judge import Breaches

_OF_NUMBERS = frozenset({MISSING_GAME.name, DUPLICATE_GAME.name})

Mine = tuple[int, int]
"""A finding by its entry and its position in the list."""


class Assigning:
    """The findings of a sheet by entry, and the corrections that repair them."""

    def __init__(
        self,
        sheet: Sheet,
        entries: Sequence[Entry],
        findings: Sequence[Finding],
        broken: Sequence[Breaches] = (),
    ) -> None:
        """For a sheet and its findings.

        ``broken``: the violations of each entry, where a total row connects all of them.
        """
        self.sheet, self.entries, self.findings = sheet, entries, findings
        self.end = len(entries)
        self.at_row = {entry.row: at for at, entry in enumerate(entries)}
        self.row_at = {at: row for row, at in self.at_row.items()}
        if sheet.total_row is not None:
            self.at_row[sheet.total_row] = self.end
        self.where = [self._entry_of(finding) for finding in findings]
        self._columns = list(map(self._column, findings))
        self._of_turn = {
            which
            for which, at in enumerate(self.where)
            if at is not None and at < len(broken)
            # The row is right except for its order.
            if "due" in findings[which].params and findings[which].rule not in broken[at].rules
        }

    def _entry_of(self, finding: Finding) -> int | None:
        """The entry of a finding; the number after the last one for the total row."""
        if finding.cell is None or finding.severity is Severity.INFO:
            return None
        return self.at_row.get(self.sheet.table.place_of(finding.cell)[0])

    def _assigned(self, hypothesis: Hypothesis, mine: Sequence[Mine]) -> list[tuple[Correction, ...]]:
        """Which correction of a hypothesis repairs which finding."""
        taken: list[list[Correction]] = [[] for _ in mine]
        loose: list[Correction] = []
        whole = not any(map(is_in_totals, hypothesis.corrections))
        for correction in hypothesis.corrections:
            owners = self._owners(correction, mine, whole=whole)
            if not owners:
                loose.append(correction)
                if correction.kind != LEFT_OUT and not any(at == self.end for at, _ in mine):
                    # Totals have no findings as long as a row is unreadable.
                    owners = [0]
            for i in owners:
                taken[i].append(correction)
        every = hypothesis.corrections
        for i, (at, which) in enumerate(mine):
            if self._is_of_order(which):
                # A number out of order is no evidence of slips in nearby cells.
                taken[i] = [one for one in every if self._puts_in_order(one, which, at)]
            elif not taken[i]:
                taken[i] = self._from_elsewhere(every, loose, at, which)
        self._tell_the_rest(every, loose, mine, taken)
        return [tuple(corrections) for corrections in taken]

    def _tell_the_rest(
        self,
        every: Sequence[Correction],
        loose: Sequence[Correction],
        mine: Sequence[Mine],
        taken: list[list[Correction]],
    ) -> None:
        """Assigns what no row shows to the totals, and missing rows."""
        untold = [one for one in loose if one.edits and not any(one in told for told in taken)]
        for i, (at, _) in enumerate(mine):
            if at == self.end:
                taken[i] += untold
        for gap in filter(is_in_totals, every):
            self._told_of_gap(gap, [one for one in loose if one.edits], mine, taken)

    def _owners(self, correction: Correction, mine: Sequence[Mine], *, whole: bool) -> list[int]:
        """The findings that a correction repairs: all totals of its columns, one of rows.

        ``whole``: no row is missing, so that totals show what no row does.
        """
        of_total = correction.at == self.end or is_in_totals(correction)
        columns = {edit[1] for edit in correction.edits if not of_total or edit[0] == self.sheet.total_row}
        totals = [
            i for i, (at, which) in enumerate(mine) if at == self.end and self._columns[which] in columns
        ]
        rows = [(i, at) for i, (at, _) in enumerate(mine) if at < self.end]
        silent = rows and not self.sheet.running and all(at != correction.at for _, at in rows)
        # Where no row shows a slip in one column, the total of that column does.
        shown = totals and not rows and len(columns) == 1
        if of_total or (whole and (shown or (silent and totals))):
            return totals
        return self._nearest(correction, rows, mine)

    def _nearest(self, correction: Correction, rows: Sequence[Mine], mine: Sequence[Mine]) -> list[int]:
        """The finding about one of the rows that a correction repairs: at or below it, else above."""
        # A number out of order belongs to no cell in its row.
        of_cells = [(i, at) for i, at in rows if not self._is_of_order(mine[i][1])]
        below = [i for i, at in (rows if correction.kind in OF_ROWS else of_cells) if at >= correction.at]
        return below[:1] or [i for i, at in of_cells if at <= correction.at][-1:]

    def _from_elsewhere(
        self, corrections: Sequence[Correction], loose: Sequence[Correction], at: int, which: int
    ) -> list[Correction]:
        """The corrections for a finding without its own, which follows from a slip further up."""
        if at == self.end:
            column = self._columns[which]
            return [*loose] or [
                correction
                for correction in corrections
                if any(one == column for _, one, _ in correction.edits)
            ]
        # A row of points depends on its own cells only.
        above = [
            correction
            for correction in corrections
            if correction.at < at
            and (self.sheet.running or any(row == self.row_at[at] for row, _, _ in correction.edits))
        ]
        return [correction for correction in above if correction.at == above[-1].at]

    def _told_of_gap(
        self,
        gap: Correction,
        beside: Sequence[Correction],
        mine: Sequence[Mine],
        taken: list[list[Correction]],
    ) -> None:
        """Assigns a missing row to findings about totals and order."""
        missing = [i for i, (at, which) in enumerate(mine) if self._tells_of(gap, which, at)]
        # A wrong total has a repair of its own, if other findings show the gap.
        others = [
            i
            for i in missing
            if not any(correction.at == self.end and correction.edits for correction in taken[i])
        ]
        for i in others or missing:
            # The totals show the points of the missing game and the errors of other rows; the order of the
            # rows shows its place.
            taken[i] = [*beside, gap] if mine[i][0] == self.end else [gap._replace(points=())]
        if not missing:
            # If nothing else shows it, the repair of a cell does.
            for corrections in taken:
                corrections.append(gap)

    def _is_of_order(self, which: int) -> bool:
        """Whether a finding is about the order of the rows and no cell."""
        return self.findings[which].rule in _OF_NUMBERS or which in self._of_turn

    def _puts_in_order(self, correction: Correction, which: int, at: int) -> bool:
        """Whether a finding about the order disappears with a correction."""
        numbered = correction.kind == COPIED and correction.edits[0][1] == self.sheet.column("number")
        if correction.kind in OF_ROWS or numbered:
            return correction.at == at
        if which not in self._of_turn or correction.at not in (at - 1, at):
            return False
        # The turn is that of the written dealer, else of the player who sits out.
        dealer = self.sheet.column("dealer")
        if dealer is not None:
            return any(column == dealer for _, column, _ in correction.edits)
        points = self.entries[correction.at].points
        return any(now == 0 != before for now, before in zip(correction.points, points, strict=False))

    def _tells_of(self, gap: Correction, which: int, at: int) -> bool:
        """Whether a finding shows a row that is in the totals and missing among the rows."""
        if at == self.end:
            return True
        if gap.at < self.end:
            return gap.at == at and self._is_of_order(which)
        return self.findings[which].rule == MISSING_GAME.name

    def _column(self, finding: Finding) -> int:
        return -1 if finding.cell is None else self._column_of(finding.cell)

    def _column_of(self, cell: CellRef) -> int:
        row, column = self.sheet.table.place_of(cell)
        joined = self.sheet.table.apart.get((self.sheet.table.line(row), column))
        return joined.columns[0] if joined and joined.signed else column


def is_in_totals(correction: Correction) -> bool:
    """Whether a missing row is in the totals."""
    return correction.kind == LEFT_OUT and bool(correction.points)
