"""Which corrections of a hypothesis mend which findings: each is told of where it shows."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.hypothesis import LEFT_OUT, OF_ROWS, Correction, Hypothesis
from scorecheck.repair.judge import Breaches

_OF_NUMBERS = frozenset({MISSING_GAME.name, DUPLICATE_GAME.name})

Mine = tuple[int, int]
"""A finding by its entry and its place in the list."""


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
        self.end = len(entries)
        self.at_row = {entry.row: at for at, entry in enumerate(entries)}
        self.row_at = {at: row for row, at in self.at_row.items()}
        if sheet.total_row is not None:
            self.at_row[sheet.total_row] = self.end
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
        return self.at_row.get(self.sheet.table.place_of(finding.cell)[0])

    def _assigned(self, hypothesis: Hypothesis, mine: Sequence[Mine]) -> list[tuple[Correction, ...]]:
        """Which corrections of a hypothesis mend which finding."""
        taken: list[list[Correction]] = [[] for _ in mine]
        loose: list[Correction] = []
        for correction in hypothesis.corrections:
            owners = self._owners(correction, mine)
            if not owners:
                loose.append(correction)
                if correction.kind != LEFT_OUT and not any(at == self.end for at, _ in mine):
                    # Nothing was said of the totals as long as a row could not be read.
                    owners = [0]
            for i in owners:
                taken[i].append(correction)
        for i, (at, which) in enumerate(mine):
            if self._is_of_order(which):
                # A number that is out of order says nothing of slips in the cells around it.
                taken[i] = [
                    correction
                    for correction in hypothesis.corrections
                    if self._puts_in_order(correction, which, at)
                ]
            elif not taken[i]:
                taken[i] = self._from_elsewhere(hypothesis.corrections, loose, at, which)
        for gap in filter(is_in_totals, hypothesis.corrections):
            self._told_of_gap(gap, [correction for correction in loose if correction.edits], mine, taken)
        return [tuple(corrections) for corrections in taken]

    def _owners(self, correction: Correction, mine: Sequence[Mine]) -> list[int]:
        """The findings that a correction mends: of totals all that are of its columns, of rows one."""
        if correction.at == self.end or is_in_totals(correction):
            columns = {column for row, column, _ in correction.edits if row == self.sheet.total_row}
            return [
                i
                for i, (at, which) in enumerate(mine)
                if at == self.end and self._column(self.findings[which]) in columns
            ]
        rows = [(i, at) for i, (at, _) in enumerate(mine) if at < self.end]
        of_cells = [(i, at) for i, at in rows if not self._is_of_order(mine[i][1])]
        # A number out of order is of no cell in its row.
        below = [i for i, at in (rows if correction.kind in OF_ROWS else of_cells) if at >= correction.at]
        return below[:1] or [i for i, at in of_cells if at <= correction.at][-1:]

    def _from_elsewhere(
        self, corrections: Sequence[Correction], loose: Sequence[Correction], at: int, which: int
    ) -> list[Correction]:
        """What mends a finding of which no correction is: it only follows from a slip further up."""
        if at == self.end:
            column = self._column(self.findings[which])
            return [*loose] or [
                correction
                for correction in corrections
                if any(one == column for _, one, _ in correction.edits)
            ]
        # A row of points goes on from nothing: only what is written in it makes it another.
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
        """Tells of a row that is missing what the totals and the order of the rows say of it."""
        missing = [i for i, (at, which) in enumerate(mine) if self._tells_of(gap, which, at)]
        # A total that is wrong by itself has a repair of its own, if others tell of the gap.
        others = [
            i
            for i in missing
            if not any(correction.at == self.end and correction.edits for correction in taken[i])
        ]
        for i in others or missing:
            # What the game gave the totals tell, beside what other rows should have given as well; the order
            # of the rows tells where it was.
            taken[i] = [*beside, gap] if mine[i][0] == self.end else [_without_points(gap)]
        if not missing:
            # Where nothing else tells of it, a repair of cells says so too.
            for corrections in taken:
                corrections.append(gap)

    def _is_of_order(self, which: int) -> bool:
        """Whether a finding tells of the order of the rows, and of no cell."""
        return self.findings[which].rule in _OF_NUMBERS or which in self._of_turn

    def _puts_in_order(self, correction: Correction, which: int, at: int) -> bool:
        """Whether a finding of the order at an entry is gone where a slip is undone."""
        if correction.kind in OF_ROWS:
            return correction.at == at
        if which not in self._of_turn or correction.at not in (at - 1, at):
            return False
        # Whose turn it is shows in who is down as dealer, else in who sits out.
        dealer = self.sheet.column("dealer")
        if dealer is not None:
            return any(column == dealer for _, column, _ in correction.edits)
        points = self.entries[correction.at].points
        return any(now == 0 != before for now, before in zip(correction.points, points, strict=False))

    def _tells_of(self, gap: Correction, which: int, at: int) -> bool:
        """Whether a finding tells of a row that is in the totals and missing among the rows."""
        if at == self.end:
            return True
        if gap.at < self.end:
            return gap.at == at and self._is_of_order(which)
        return self.findings[which].rule == MISSING_GAME.name

    def _column(self, finding: Finding) -> int:
        return -1 if finding.cell is None else self._column_of(finding.cell)

    def _column_of(self, cell: CellRef) -> int:
        return self.sheet.table.place_of(cell)[1]


def _without_points(gap: Correction) -> Correction:
    return gap._replace(points=())


def is_in_totals(correction: Correction) -> bool:
    """Whether a row is missing that the totals hold."""
    return correction.kind == LEFT_OUT and bool(correction.points)
