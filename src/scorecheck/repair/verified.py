"""The best repairs held against all checks, as the next run will: what was right before must not break."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from scorecheck.checks.rules import MISSING_GAME, TOTAL_MISMATCH
from scorecheck.checks.runner import run_checks
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.sheet import Sheet
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.explain import Diagnosis
from scorecheck.repair.hypothesis import LEFT_OUT
from scorecheck.repair.mended import place

Mark = tuple[str, int]
"""What is found where: the rule and the row."""

_MOST_TRIED = 8
"""Where the best repairs break rules together, so many of them are tried one by one."""


def verified(checked: SheetToMend, diagnoses: Sequence[Diagnosis]) -> tuple[Diagnosis, ...]:
    """The diagnoses without best repairs that break on the sheet as a whole what was right before.

    A repair that could not be asked about within the budget counts as one that breaks something.
    """
    best = [one.fixes[0] for one in diagnoses if one.fixes]
    due = _rules_due(checked, best)
    gaps = _rows_below_gaps(checked, diagnoses, best)
    known = {_mark(one.finding) for one in diagnoses}

    def breaks(edits: Collection[Edit]) -> bool:
        # What stands below the totals, or beside the points, was worked out from the games as they stood.
        of_games = any(place(checked.sheet, edit.cell)[0] != checked.sheet.total_row for edit in edits)
        found = checked.with_edits(edits).findings
        new = {_mark(one) for one in found if not (of_games and checked.is_of_foot(one))} - known
        return any(rule not in due and row not in gaps for rule, row in new)

    together = {edit.cell: edit for fix in best for edit in fix.all_edits}
    if not together or not breaks(together.values()):
        return tuple(diagnoses)
    # Who left rules out is not told of what breaks them; a repair may leave that as it is.
    known |= set(map(_mark, run_checks(checked.sheet, checked.entries, checked.checks).findings))
    return tuple(
        one._replace(fixes=one.fixes[1:], cell=one.finding.cell)
        if at < _MOST_TRIED and one.fixes and (checked.budget.exhausted or breaks(one.fixes[0].all_edits))
        else one
        for at, one in enumerate(diagnoses)
    )


def _rules_due(checked: SheetToMend, best: Sequence[Fix]) -> set[str]:
    """The rules that these repairs break even where they are right."""
    due: set[str] = set()
    if any(fix.kind == LEFT_OUT or "missing" in fix.params for fix in best):
        due.add(TOTAL_MISMATCH.name)
    sheet = checked.sheet
    if sheet.subtotals or sheet.counted or (sheet.foot and _follows(checked)):
        # What the rows give was worked out from them, and is again.
        due.add(TOTAL_MISMATCH.name)
    if any(_takes_number(checked.sheet, edit) for fix in best for edit in fix.edits):
        due.add(MISSING_GAME.name)
    return due


def _rows_below_gaps(checked: SheetToMend, diagnoses: Sequence[Diagnosis], best: Sequence[Fix]) -> set[int]:
    """The rows below a missing one: a repair does not write it, so their findings stay."""
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


def _follows(checked: SheetToMend) -> bool:
    """Whether a total says what the rows give as they stand."""
    both = zip(checked.sheet.foot, checked.entries[-1].totals, strict=True)
    return any(said == given for said, given in both)


def _takes_number(sheet: Sheet, edit: Edit) -> bool:
    """Whether a row is taken away, which leaves a gap in the numbers."""
    return not edit.after and place(sheet, edit.cell)[1] == sheet.column("number")


def _mark(finding: Finding) -> Mark:
    return finding.rule, finding.cell.row if finding.cell else 0
