"""The best repairs held against all checks, as the next run will: what was right before must not break."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.rules import MISSING_GAME, TOTAL_MISMATCH
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.repair.mended import edited, place
from scorecheck.repair.unit import LEFT_OUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.budget import Budget
    from scorecheck.model.finding import Edit, Finding, Fix
    from scorecheck.model.sheet import Sheet
    from scorecheck.repair.told import Diagnosis

    Mark = tuple[str, int]
    """What is found where: the rule and the row."""

_MOST_TRIED = 8
"""So many best repairs are tried one by one, where all together break the sheet."""


def verified(
    sheet: Sheet, layout: Layout, checks: Sequence[Check], diagnoses: Sequence[Diagnosis], budget: Budget
) -> tuple[Diagnosis, ...]:
    """The diagnoses without best repairs that break on the sheet as a whole what was right before.

    A repair that could not be asked about within the budget counts as one that breaks something.
    """
    best = [one.fixes[0] for one in diagnoses if one.fixes]
    due = _rules_due(sheet, layout, best) | {check.rule.name for check in checks if check.rule.of_foot}
    gaps = _rows_below_gaps(sheet, layout, diagnoses, best)
    known = {_mark(one.finding) for one in diagnoses}

    def breaks(edits: Iterable[Edit]) -> bool:
        mended = edited(sheet, edits)
        entries = list(entries_of(mended, layout))
        budget.spend(len(entries))
        new = set(map(_mark, run_checks(mended, entries, checks).findings)) - known
        return any(rule not in due and row not in gaps for rule, row in new)

    together = {edit.cell: edit for fix in best for edit in fix.all_edits}
    if not together or not breaks(together.values()):
        return tuple(diagnoses)
    # Who left rules out is not told of what breaks them; a repair may leave that as it is.
    known |= {_mark(finding) for finding in run_checks(sheet, entries_of(sheet, layout), checks).findings}
    return tuple(
        one._replace(fixes=one.fixes[1:], cell=one.finding.cell)
        if at < _MOST_TRIED and one.fixes and (budget.exhausted or breaks(one.fixes[0].all_edits))
        else one
        for at, one in enumerate(diagnoses)
    )


def _rules_due(sheet: Sheet, layout: Layout, best: Sequence[Fix]) -> set[str]:
    """The rules that speak up after these repairs although they are right."""
    due: set[str] = set()
    if any(fix.kind == LEFT_OUT or "missing" in fix.params for fix in best):
        due.add(TOTAL_MISMATCH.name)
    if sheet.total_row is not None and _follows(sheet, layout):
        # What the rows give was worked out from them, and is again.
        due.add(TOTAL_MISMATCH.name)
    if any(_takes_number(sheet, edit) for fix in best for edit in fix.edits):
        due.add(MISSING_GAME.name)
    return due


def _rows_below_gaps(
    sheet: Sheet, layout: Layout, diagnoses: Sequence[Diagnosis], best: Sequence[Fix]
) -> set[int]:
    """The rows below one that is missing: they go on telling of it."""
    gaps = {
        one.finding.cell.row
        for one in diagnoses
        if one.fixes and one.fixes[0].kind == LEFT_OUT and one.finding.cell is not None
    }
    below = {fix.params["missing"] for fix in best if isinstance(fix.params.get("missing"), str)}
    if below:
        first = sheet.table.first_row
        gaps |= {first + entry.row for entry in entries_of(sheet, layout) if entry.label in below}
    return gaps


def _follows(sheet: Sheet, layout: Layout) -> bool:
    """Whether a total says what the rows give as they stand."""
    last = list(entries_of(sheet, layout))[-1]
    return any(said == given for said, given in zip(sheet.foot, last.totals, strict=True))


def _takes_number(sheet: Sheet, edit: Edit) -> bool:
    """Whether a row is taken away, which leaves a gap in the numbers."""
    return not edit.after and place(sheet, edit.cell)[1] == sheet.column("number")


def _mark(finding: Finding) -> Mark:
    return finding.rule, finding.cell.row if finding.cell else 0
