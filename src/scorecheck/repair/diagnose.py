"""From a checked sheet to its repairs: for each finding the cell that is wrong and what it should say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.repair.decode import Decoder
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.order import Order
from scorecheck.repair.told import Diagnosis, Group, Told
from scorecheck.repair.total_row import MOST_JOINED, TotalRow, has_total
from scorecheck.repair.unforeseen import of_sheet
from scorecheck.repair.verified import verified

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.budget import Budget
    from scorecheck.model.finding import Finding
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches
    from scorecheck.repair.unforeseen import Unforeseen

LONGEST_SHEET = 5000
"""On longer sheets nothing is repaired: who has ten thousand games has no paper behind them."""


class Repairs(NamedTuple):
    """What was found for a sheet."""

    diagnoses: tuple[Diagnosis, ...]
    complete: bool
    """Whether all was searched before the budget was spent."""


class Search(NamedTuple):
    """What decoding the rows of a sheet gives, before anything is told of it."""

    evidence: Evidence
    groups: tuple[Group, ...]
    parts: tuple[Group, ...]
    """The same before they were held against the total row."""
    broken: Sequence[Breaches]
    """What each row breaks, where a total row holds all of them together."""
    unforeseen: Unforeseen
    complete: bool


def can_be_decoded(sheet: Sheet, layout: Layout) -> bool:
    """Whether rows of points make up for each other, or it is known what games there are. Records without
    points, and lists, have none that do."""
    meant = not layout.required or layout.meant is not None
    if not meant or layout.list_of is not None or not sheet.points_columns:
        return False
    return layout.settles or (
        layout.prior is not None and bool(layout.prior(len(sheet.points_columns)).likely(1))
    )


def search(
    sheet: Sheet, layout: Layout, checks: Sequence[Check], entries: Sequence[Entry], budget: Budget
) -> Search:
    """Decodes the rows of a sheet, and holds what is found against its total row."""
    evidence = Evidence(sheet, layout, entries, checks, budget.left)
    decoder = Decoder(evidence)
    parts, complete = decoder.run()
    apart = tuple(Group(part.first, part.last, part.ways) for part in parts)
    groups: list[Group] = []
    # A total row says nothing of the others where nobody knows what one part of the rows was meant to give.
    joined = has_total(entries, sheet.foot) and len(parts) <= MOST_JOINED and all(part.ways for part in parts)
    if joined:
        try:
            ways = TotalRow(evidence, decoder.reader).ways(parts)
            groups.append(Group(0, len(entries), tuple(ways), joined=True))
        except BudgetExhausted:
            joined = False
    if not joined:
        complete = complete and not has_total(entries, sheet.foot)
        groups += apart
    budget.spend(evidence.looks)
    broken = evidence.broken if joined else ()
    return Search(evidence, tuple(groups), apart, broken, of_sheet(evidence, parts), complete)


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
    # Beside columns of players the facts of a row are decoded with their points.
    of_facts = layout.facts is not None and (layout.worked is None or not sheet.points_columns)
    if not of_facts and not can_be_decoded(sheet, layout):
        return Repairs(unsearched, complete=True)
    if sheet.stop > LONGEST_SHEET:
        return Repairs(unsearched, complete=False)
    entries = list(entries_of(sheet, layout))
    if not entries:
        return Repairs(unsearched, complete=True)
    if of_facts:
        return _of_facts(sheet, layout, checks, entries, findings, budget)
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
    kept = verified(sheet, layout, checks, diagnoses, budget)
    complete = found.complete and not budget.exhausted
    return Repairs(tuple(_writable(sheet, one) for one in kept), complete)


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
    kept = verified(sheet, layout, checks, diagnoses, budget)
    return Repairs(kept, complete and not budget.exhausted)


def _of_facts(
    sheet: Sheet,
    layout: Layout,
    checks: Sequence[Check],
    entries: Sequence[Entry],
    findings: Sequence[Finding],
    budget: Budget,
) -> Repairs:
    """As ``repair``, of rows that hold facts."""
    from scorecheck.repair.facts import of_facts

    diagnoses = [Diagnosis(finding, finding.cell, ()) for finding in findings]
    told, complete = of_facts(sheet, layout, checks, entries, findings, budget)
    for which, diagnosis in told:
        diagnoses[which] = diagnosis
    return Repairs(tuple(diagnoses), complete and not budget.exhausted)
