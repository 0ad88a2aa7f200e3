"""A checked sheet, as all searches for repairs take it, and the same with edits in its table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.checks.check import Check
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import as_subtotal
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.budget import Budget
from scorecheck.model.cells import Value, written
from scorecheck.model.finding import Edit, Finding
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet


class SheetToMend(NamedTuple):
    """A sheet, its findings, and the budget for its repairs."""

    sheet: Sheet
    layout: Layout
    checks: Sequence[Check]
    entries: Sequence[Entry]
    findings: Sequence[Finding]
    budget: Budget
    """The number of rows that may be judged."""

    def is_of_foot(self, finding: Finding) -> bool:
        """Whether a finding is about a number calculated from the rows, or from whole cards."""
        return any(
            check.rule.of_foot or finding.variant in check.rule.foot_variants
            for check in self.checks
            if check.rule.name == finding.rule
        )

    def new_in(self, after: SheetToMend) -> Sequence[Finding]:
        """The findings that a sheet with edits has and this one has not."""
        known = {(one.rule, one.cell) for one in self.findings}
        return [one for one in after.findings if (one.rule, one.cell) not in known]

    def with_edits(self, edits: Iterable[Edit]) -> SheetToMend:
        """The sheet with edits made, checked again; each of its rows costs one of the budget."""
        mended = edited(self.sheet, edits)
        entries = list(entries_of(mended, self.layout))
        self.budget.spend(len(entries))
        findings = run_checks(mended, entries, self.checks).findings
        return self._replace(sheet=mended, entries=entries, findings=findings)


def edited(sheet: Sheet, edits: Iterable[Edit]) -> Sheet:
    """The sheet with edits in its table, read with the same columns."""
    table = sheet.table
    rows = list(table.rows)
    copies: dict[int, list[Value]] = {}
    apart, around = dict(table.apart), table.around
    for cell, _, after in edits:
        row, column = table.place_of(cell)
        if row >= len(rows) or column >= len(table.headings):
            # Results beside the table: only for these is the whole sheet copied.
            at = table.first_row - 1 + row
            line = list(around[at])
            line[column] = _as_stood(after, line[column])
            around = [*around[:at], line, *around[at + 1 :]]
            continue
        joined = apart.get((table.line(row), column)) or table.apart_at(row, column)
        if joined is not None:
            # Several cells were joined in the first of them.
            at = joined.columns.index(column)
            joined = joined._replace(values=(*joined.values[:at], after, *joined.values[at + 1 :]))
            apart |= dict.fromkeys([(table.line(row), other) for other in joined.columns], joined)
            column, after = joined.columns[0], str(joined.read)
        if row not in copies:
            copies[row] = [*rows[row], *([""] * (len(table.headings) - len(rows[row])))]
            rows[row] = copies[row]
        copies[row][column] = _as_stood(after, copies[row][column])
    table = replace(table, rows=rows, apart=apart, around=around)
    foot = sheet.foot
    if foot and sheet.total_row is not None:
        total = sheet.total_row
        foot = tuple(written(table.value(total, at), table.format(total, at)) for at in sheet.points_columns)
    sheet = replace(sheet, table=table, foot=foot)
    return replace(sheet, subtotals=tuple([as_subtotal(sheet, one.row) for one in sheet.subtotals]))


def _as_stood(after: str, stood: Value) -> Value:
    """The content of a cell, as a number if it was one."""
    number = written(after)
    return number if isinstance(number, int) and not isinstance(stood, str) else after
