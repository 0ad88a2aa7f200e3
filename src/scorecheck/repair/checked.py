"""A checked sheet, as all searches for repairs take it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.checks.check import Check
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.budget import Budget
from scorecheck.model.finding import Edit, Finding
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.mended import edited


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
