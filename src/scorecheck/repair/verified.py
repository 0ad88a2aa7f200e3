"""Checks the best repairs by all rules: right parts of the sheet must stay right."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import eq

from scorecheck.checks.rules import MISSING_GAME, TOTAL_MISMATCH
from scorecheck.checks.runner import run_checks
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.explain import Diagnosis
from scorecheck.repair.hypothesis import LEFT_OUT

Mark = tuple[str, int]
"""The place of a finding: the rule and the row."""

_MOST_TRIED = 8
"""If the best repairs break rules together, this many are tried one by one."""


def verified(checked: SheetToMend, diagnoses: Sequence[Diagnosis]) -> tuple[Diagnosis, ...]:
    """The diagnoses without best repairs that break a right part of the sheet.

    A repair that could not be tried within the budget counts as breaking.
    """
    best = [one.fixes[0] for one in diagnoses if one.fixes]
    due = _rules_due(checked, best)
    gaps = _rows_below_gaps(checked, diagnoses, best)
    known = {_mark(one.finding) for one in diagnoses}

    def breaks(edits: Collection[Edit]) -> bool:
        # Numbers below the totals, or beside the points, were calculated from the games as written.
        of_games = any(
            checked.sheet.table.place_of(edit.cell)[0] != checked.sheet.total_row for edit in edits
        )
        found = checked.with_edits(edits).findings
        new = {_mark(one) for one in found if not (of_games and checked.is_of_foot(one))} - known
        return any(rule not in due and row not in gaps for rule, row in new)

    together = {edit.cell: edit for fix in best for edit in fix.all_edits}
    if not together or not breaks(together.values()):
        return tuple(diagnoses)
    # Rules that the user excluded are not reported; a repair may leave their violations.
    known |= set(map(_mark, run_checks(checked.sheet, checked.entries, checked.checks).findings))
    return tuple(
        one._replace(fixes=one.fixes[1:], cell=one.finding.cell)
        if at < _MOST_TRIED and one.fixes and (checked.budget.exhausted or breaks(one.fixes[0].all_edits))
        else one
        for at, one in enumerate(diagnoses)
    )


def _rules_due(checked: SheetToMend, best: Sequence[Fix]) -> set[str]:
    """The rules that these repairs may break even if they are right."""
    due: set[str] = set()
    if any(fix.kind == LEFT_OUT or "missing" in fix.params for fix in best):
        due.add(TOTAL_MISMATCH.name)
    sheet = checked.sheet
    agree = sheet.foot and any(map(eq, sheet.foot, checked.entries[-1].totals))
    if sheet.subtotals or sheet.counted or agree:
        # Numbers calculated from the rows are calculated again.
        due.add(TOTAL_MISMATCH.name)
    emptied = (edit.cell for fix in best for edit in fix.edits if not edit.after)
    if any(sheet.table.place_of(cell)[1] == sheet.column("number") for cell in emptied):
        # A row is removed, which leaves a gap in the numbers.
        due.add(MISSING_GAME.name)
    return due


def _rows_below_gaps(checked: SheetToMend, diagnoses: Sequence[Diagnosis], best: Sequence[Fix]) -> set[int]:
    """The rows below a missing one: a repair does not write it, so their findings remain."""
    gaps = {
        one.finding.cell.row
        for one in diagnoses
        if one.fixes and one.fixes[0].kind == LEFT_OUT and one.finding.cell is not None
    }
    below = {fix.params["missing"] for fix in best if isinstance(fix.params.get("missing"), str)}
    if below:
        table = checked.sheet.table
        gaps |= {table.line(entry.row) for entry in checked.entries if entry.label in below}
    return gaps


def _mark(finding: Finding) -> Mark:
    return finding.rule, finding.cell.row if finding.cell else 0
