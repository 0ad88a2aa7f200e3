"""From a checked sheet to its repairs: for each finding the cell that is wrong and what it should say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.rules import MISSING_GAME, TOTAL_MISMATCH
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.repair.decode import Decoder
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.mended import edited, place
from scorecheck.repair.order import Order
from scorecheck.repair.told import Diagnosis, Group, Told
from scorecheck.repair.total_row import MOST_JOINED, TotalRow, has_total
from scorecheck.repair.unforeseen import of_sheet
from scorecheck.repair.unit import LEFT_OUT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.budget import Budget
    from scorecheck.model.finding import Edit, Finding
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches
    from scorecheck.repair.unforeseen import Unforeseen

LONGEST_SHEET = 5000
"""On longer sheets nothing is repaired: who has ten thousand games has no paper behind them."""
_MOST_VERIFIED = 8
"""So many best repairs are tried one by one on the sheet as a whole, where all together break it."""


class Repairs(NamedTuple):
    """What was found for a sheet."""

    diagnoses: tuple[Diagnosis, ...]
    complete: bool
    """Whether all was searched before the budget was spent."""


class Search(NamedTuple):
    """What decoding the rows of a sheet gives, before anything is told of it."""

    evidence: Evidence
    groups: tuple[Group, ...]
    broken: Sequence[Breaches]
    """What each row breaks, where a total row holds all of them together."""
    unforeseen: Unforeseen
    complete: bool


def can_be_decoded(sheet: Sheet, layout: Layout) -> bool:
    """Whether rows of points make up for each other. Records without points, and lists, have none that do."""
    meant = not layout.required or layout.meant is not None
    return meant and layout.list_of is None and bool(layout.settles and sheet.points_columns)


def search(
    sheet: Sheet, layout: Layout, checks: Sequence[Check], entries: Sequence[Entry], budget: Budget
) -> Search:
    """Decodes the rows of a sheet, and holds what is found against its total row."""
    evidence = Evidence(sheet, layout, entries, checks, budget.left)
    decoder = Decoder(evidence)
    parts, complete = decoder.run()
    groups: list[Group] = []
    joined = has_total(entries, sheet.foot) and len(parts) <= MOST_JOINED
    if joined:
        try:
            ways = TotalRow(evidence, decoder.reader).ways(parts)
            groups.append(Group(0, len(entries), tuple(ways), joined=True))
        except BudgetExhausted:
            joined = False
    if not joined:
        complete = complete and not has_total(entries, sheet.foot)
        groups += (Group(part.first, part.last, part.ways) for part in parts)
    budget.spend(evidence.looks)
    broken = evidence.broken if joined else ()
    return Search(evidence, tuple(groups), broken, of_sheet(evidence, parts), complete)


def repair(
    sheet: Sheet,
    layout: Layout,
    checks: Sequence[Check],
    findings: Sequence[Finding],
    budget: Budget,
) -> Repairs:
    """Looks for what a sheet with findings was meant to say.

    Only repairs are offered with which the sheet keeps all its rules. The effort is bounded by
    ``budget``: the rows that are judged are taken from it.
    """
    unsearched = tuple(Diagnosis(finding, finding.cell, ()) for finding in findings)
    if not any(finding.cell is not None and finding.severity > Severity.INFO for finding in findings):
        return Repairs(unsearched, complete=True)
    if not can_be_decoded(sheet, layout):
        return Repairs(unsearched, complete=True)
    if sheet.stop > LONGEST_SHEET:
        return Repairs(unsearched, complete=False)
    entries = list(entries_of(sheet, layout))
    if not entries:
        return Repairs(unsearched, complete=True)
    if layout.row_names:
        return _of_cards(sheet, layout, checks, entries, findings, budget)
    found = search(sheet, layout, checks, entries, budget)
    told = Told(sheet, entries, findings, found.broken, found.unforeseen)
    diagnoses = list(unsearched)
    for group in found.groups:
        for which, diagnosis in told.of_group(group):
            diagnoses[which] = diagnosis
    order = Order(sheet, layout, checks, entries, budget)
    for which, finding in enumerate(findings):
        if not diagnoses[which].fixes:
            diagnoses[which] = told.of_order(order, finding) or diagnoses[which]
    verified = _verified(sheet, layout, checks, diagnoses, budget)
    complete = found.complete and not budget.exhausted
    return Repairs(tuple(_writable(sheet, one) for one in verified), complete)


def _writable(sheet: Sheet, diagnosis: Diagnosis) -> Diagnosis:
    """A diagnosis without repairs of cells whose value stands elsewhere: what was lost, in its own column."""
    moved = sheet.table.moved
    if not moved or not any(edit.cell in moved for fix in diagnosis.fixes for edit in fix.edits):
        return diagnosis
    fixes = tuple(fix for fix in diagnosis.fixes if not any(edit.cell in moved for edit in fix.edits))
    return diagnosis._replace(fixes=fixes)


def _of_cards(
    sheet: Sheet,
    layout: Layout,
    checks: Sequence[Check],
    entries: Sequence[Entry],
    findings: Sequence[Finding],
    budget: Budget,
) -> Repairs:
    """As ``repair``, of a card, whose columns add up and not its rows."""
    from scorecheck.repair.card import of_cards

    diagnoses = [Diagnosis(finding, finding.cell, ()) for finding in findings]
    told, complete = of_cards(sheet, layout, checks, entries, findings, budget)
    for which, diagnosis in told:
        diagnoses[which] = diagnosis
    verified = _verified(sheet, layout, checks, diagnoses, budget)
    return Repairs(verified, complete and not budget.exhausted)


def _verified(
    sheet: Sheet,
    layout: Layout,
    checks: Sequence[Check],
    diagnoses: Sequence[Diagnosis],
    budget: Budget,
) -> tuple[Diagnosis, ...]:
    """The diagnoses without best repairs that break on the sheet as a whole what was right before.

    The search has judged rows and totals; this asks all checks, as the next run will. A repair that
    could not be asked about within the budget counts as one that breaks something.
    """
    known = {_mark(one.finding) for one in diagnoses}
    best = [one.fixes[0] for one in diagnoses if one.fixes]
    due: set[str] = set()
    if any(fix.kind == LEFT_OUT or "missing" in fix.params for fix in best):
        due.add(TOTAL_MISMATCH.name)
    if sheet.total_row is not None and _follows(sheet, layout):
        # What the rows give was worked out from them, and is again.
        due.add(TOTAL_MISMATCH.name)
    if any(_takes_number(sheet, edit) for fix in best for edit in fix.edits):
        due.add(MISSING_GAME.name)

    # Where a row is missing, the one below goes on telling of it.
    gaps = {
        one.finding.cell.row
        for one in diagnoses
        if one.fixes and one.fixes[0].kind == LEFT_OUT and one.finding.cell is not None
    }
    below = {fix.params["missing"] for fix in best if isinstance(fix.params.get("missing"), str)}
    if below:
        first = sheet.table.first_row
        gaps |= {first + entry.row for entry in entries_of(sheet, layout) if entry.label in below}

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
        if at < _MOST_VERIFIED and one.fixes and (budget.exhausted or breaks(one.fixes[0].all_edits))
        else one
        for at, one in enumerate(diagnoses)
    )


def _follows(sheet: Sheet, layout: Layout) -> bool:
    """Whether a total says what the rows give as they stand."""
    last = list(entries_of(sheet, layout))[-1]
    return any(said == given for said, given in zip(sheet.foot, last.totals, strict=True))


def _takes_number(sheet: Sheet, edit: Edit) -> bool:
    """Whether a row is taken away, which leaves a gap in the numbers."""
    return not edit.after and place(sheet, edit.cell)[1] == sheet.column("number")


def _mark(finding: Finding) -> tuple[str, int]:
    return finding.rule, finding.cell.row if finding.cell else 0
