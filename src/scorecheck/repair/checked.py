"""A checked sheet, as everything that looks for repairs takes it."""

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
    """A sheet, what was found on it, and what looking for its repairs may cost."""

    sheet: Sheet
    layout: Layout
    checks: Sequence[Check]
    entries: Sequence[Entry]
    findings: Sequence[Finding]
    budget: Budget
    """The rows that may be judged."""

    def is_of_foot(self, finding: Finding) -> bool:
        """Whether a finding is of a number that was worked out from the rows, or from whole cards."""
        return any(
            check.rule.of_foot or finding.variant in check.rule.foot_variants
            for check in self.checks
            if check.rule.name == finding.rule
        )

    def with_edits(self, edits: Iterable[Edit], *, rows_a_look: int = 1) -> SheetToMend:
        """The sheet with edits made, checked anew; its rows are taken from the budget, so many as one."""
        mended = edited(self.sheet, edits)
        entries = list(entries_of(mended, self.layout))
        self.budget.spend(-(-len(entries) // rows_a_look))
        findings = run_checks(mended, entries, self.checks).findings
        return self._replace(sheet=mended, entries=entries, findings=findings)
