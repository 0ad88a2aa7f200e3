"""Finds the repairs of a checked sheet: for each finding the wrong cell and its right value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import takewhile
from math import inf
from operator import attrgetter, eq

from scorecheck.checks.rules import MISSING_GAME, TOTAL_MISMATCH
from scorecheck.checks.ruleset import Layout
from scorecheck.checks.runner import run_checks
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.repair.beside import ResultsBeside
from scorecheck.repair.channel import more_often
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.decode import Decoder
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.explain import Diagnosis, Explainer, lacks_a_row, weighed_anew
from scorecheck.repair.hypothesis import LEFT_OUT, Group
from scorecheck.repair.judge import Breaches, BudgetExhausted
from scorecheck.repair.order import Order
from scorecheck.repair.total_row import MOST_JOINED, TotalRow
from scorecheck.repair.unforeseen import Unforeseen, of_left_columns, of_sheet

Decoded = tuple[list[tuple[int, Diagnosis]], bool]
"""The diagnoses of findings, by position, and whether the search ended within the budget."""

LONGEST_SHEET = 5000
"""Longer sheets get no repairs: ten thousand games are not copied from paper."""


class Repairs(NamedTuple):
    """The repairs of a sheet."""

    diagnoses: tuple[Diagnosis, ...]
    complete: bool
    """Whether the search ended within the budget."""


class Search(NamedTuple):
    """The decoded rows of a sheet, before findings are explained."""

    evidence: Evidence
    groups: tuple[Group, ...]
    parts: tuple[Group, ...]
    """The same before the comparison with the total row."""
    broken: Sequence[Breaches]
    """The violations of each row, where a total row connects all of them."""
    unforeseen: Unforeseen
    complete: bool


def can_be_decoded(sheet: Sheet, layout: Layout) -> bool:
    """Whether the rows can be decoded: points add up, or the possible games are known.

    Records without points, and lists, have none of these.
    """
    meant = not layout.required or layout.mending().meant is not None
    if not meant or layout.list_of is not None or not sheet.points_columns:
        return False
    return layout.settles or layout.prior is not None


def search(checked: SheetToMend) -> Search:
    """Decodes the rows of a sheet, and compares the result with its total row."""
    sheet, entries, budget = checked.sheet, checked.entries, checked.budget
    evidence = Evidence(sheet, checked.layout, entries, checked.checks, budget.left)
    decoder = Decoder(evidence)
    parts, complete = decoder.run()
    groups: list[Group] = []
    # If the meaning of a part is unknown, the total row is no evidence about the others.
    joined = (
        complete
        and evidence.has_total
        and len(parts) <= MOST_JOINED
        and all(part.hypotheses for part in parts)
    )
    if joined:
        try:
            groups.append(TotalRow(evidence, decoder.reader).group(parts))
        except BudgetExhausted:
            joined = False
    if not joined:
        complete = complete and not evidence.has_total
        groups += parts
    budget.spend(budget.left - max(0, int(evidence.judge.left)))
    broken = evidence.broken if joined else ()
    return Search(
        evidence, _with_others(groups, evidence.room), parts, broken, of_sheet(evidence, groups), complete
    )


def _with_others(groups: Sequence[Group], room: float) -> tuple[Group, ...]:
    """The hypotheses of groups, weighed by the number of slips with the likeliest of others."""
    likeliest = [group.hypotheses[0] if group.hypotheses else None for group in groups]
    counts = [(1, 0) if best is None else (best.many, best.others) for best in likeliest]
    whole = [sum(each) for each in zip(*counts, strict=True)]
    weighed: list[Group] = []
    for group, mine in zip(groups, counts, strict=True):
        many, others = (number - here for number, here in zip(whole, mine, strict=True))
        every = [one.likelier(more_often(many + one.many, others + one.others, room)) for one in group.all]
        shown = len(group.hypotheses)
        hypotheses = sorted(every[:shown], key=attrgetter("weight"), reverse=True)
        weighed.append(group._replace(hypotheses=tuple(hypotheses), further=tuple(every[shown:])))
    return tuple(weighed)


def repair(checked: SheetToMend) -> Repairs:
    """Finds the repairs of a sheet with findings.

    Only repairs after which the sheet keeps all its rules are offered. The budget limits the number of judged
    rows.
    """
    sheet, layout, findings = checked.sheet, checked.layout, checked.findings
    unsearched = tuple(Diagnosis(finding, finding.cell, ()) for finding in findings)
    asked = any(finding.cell is not None and finding.severity > Severity.INFO for finding in findings)
    decoded = _decoder_of(sheet, layout) if asked else None
    too_long = sheet.stop > LONGEST_SHEET
    if decoded is None or too_long or not checked.entries:
        return Repairs(unsearched, complete=decoded is None or not too_long)
    diagnoses = list(unsearched)
    results = layout.mending().results
    beside = ResultsBeside(checked, () if results is None else results(sheet))
    found, complete = decoded(beside.checked)
    for which, diagnosis in found:
        diagnoses[which] = beside.where_they_stand(diagnosis, findings[which])
    kept = verified(checked, diagnoses)
    if beside.says_more:
        from scorecheck.repair.follows import with_what_follows

        kept = with_what_follows(checked, kept)
    kept = tuple(_writable(sheet, one) for one in _told_once(kept))
    return Repairs(kept, complete and not checked.budget.exhausted)


def _told_once(diagnoses: Sequence[Diagnosis]) -> list[Diagnosis]:
    """The diagnoses, with each slip told by one finding, which names the cells of others of its rule."""
    told = list(diagnoses)
    repairs = [tuple(map(_certain, one.fixes)) for one in told]
    mended = [at for at, one in enumerate(told) if one.fixes]
    for which, one in enumerate(told):
        tellers = (
            at for at in mended if _tells(told[at], one, same=repairs[at] == repairs[which], first=at < which)
        )
        teller, cell = next(tellers, None), one.finding.cell
        if one.told or teller is None:
            continue
        told[which] = one._replace(told=True)
        finding = told[teller].finding
        if cell is not None and finding.rule == one.finding.rule:
            related = tuple(dict.fromkeys((*finding.related, cell)))
            told[teller] = told[teller]._replace(finding=replace(finding, related=related))
    return told


def _tells(one: Diagnosis, other: Diagnosis, *, same: bool, first: bool) -> bool:
    """Whether a finding tells what another does: it has the ``same`` repairs, or all of them mend its cell.

    Under one rule only the ``first`` of those with the same repairs, none of them at its own cell; else
    totals and the order follow from rows, unless that would leave an error to a warning.
    """
    finding, more = other.finding, one.finding.severity - other.finding.severity
    mends = (finding.cell in {edit.cell for edit in fix.all_edits} for fix in one.fixes)
    if one.finding.rule == finding.rule:
        return first and not one.told and same and not any(mends)
    follows = finding.rule == TOTAL_MISMATCH.name or finding.variant == "order"
    return not one.told and ((more > 0 and same) or (more >= 0 and follows and (same or all(mends))))


def _certain(fix: Fix) -> Fix:
    """The repair itself: how sure it is differs a little between the findings that it mends."""
    return replace(fix, confidence=1)


def _decoder_of(sheet: Sheet, layout: Layout) -> Callable[[SheetToMend], Decoded] | None:
    """The decoder of a layout; ``None`` if nothing shows what was meant."""
    # Beside columns of players, the facts of a row are decoded with its points.
    mending = layout.mending()
    if mending.facts is not None and (mending.worked is None or not sheet.points_columns):
        from scorecheck.repair.facts import of_facts

        return of_facts
    if not can_be_decoded(sheet, layout):
        return None
    if layout.row_names:
        from scorecheck.repair.card import of_cards

        return of_cards
    return _rows_decoded


def _rows_decoded(checked: SheetToMend) -> Decoded:
    """Decodes rows of points or totals, which add up or are known games."""
    found = search(checked)
    groups, unforeseen = found.groups, found.unforeseen
    if found.evidence.mending.worked is not None:
        groups, left = of_left_columns(checked.sheet, checked.entries, groups)
        unforeseen = unforeseen._replace(another=left)
    explainer = Explainer(
        checked.sheet,
        checked.entries,
        checked.findings,
        found.broken,
        unforeseen,
        singly=not checked.layout.settles,
    )
    diagnoses = dict(one for group in groups for one in explainer.of_group(group))
    order = Order(checked, found.evidence)
    for which, finding in enumerate(checked.findings):
        if which not in diagnoses or not diagnoses[which].fixes:
            of_order = explainer.of_order(order, finding)
            if of_order is not None:
                diagnoses[which] = of_order
    return list(diagnoses.items()), found.complete


def _writable(sheet: Sheet, diagnosis: Diagnosis) -> Diagnosis:
    """The diagnosis, without repairs of formulas, or of cells of absent players, as in lists below each
    other."""
    table, computed = sheet.table, sheet.formulas.cells

    def holds(fix: Fix) -> bool:
        written = not table.places or all(
            edit.before != "" or table.value(*table.place_of(edit.cell)) == "" for edit in fix.all_edits
        )
        return written and computed.isdisjoint(table.place_of(edit.cell) for edit in fix.edits)

    return diagnosis._replace(fixes=tuple(filter(holds, diagnosis.fixes)))


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
        if checked.budget.exhausted:
            return True
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
    from scorecheck.repair.follows import with_results_again

    # What was worked out from a wrong number is worked out again.
    again = [with_results_again(checked, one) for one in diagnoses[:_MOST_TRIED]]
    return (*(_without_broken(one, breaks) for one in again), *diagnoses[_MOST_TRIED:])


def _without_broken(diagnosis: Diagnosis, breaks: Callable[[Sequence[Edit]], bool]) -> Diagnosis:
    """The diagnosis without repairs that break a right part; what is left is so much likelier."""
    broken = len([*takewhile(breaks, (fix.all_edits for fix in diagnosis.fixes))])
    if not broken:
        return diagnosis
    left = weighed_anew(diagnosis.fixes, [-inf] * broken + [0.0] * (len(diagnosis.fixes) - broken + 1))
    return diagnosis._replace(fixes=tuple(left), cell=diagnosis.finding.cell)


def _rules_due(checked: SheetToMend, best: Sequence[Fix]) -> set[str]:
    """The rules that these repairs may break even if they are right."""
    due: set[str] = set()
    if lacks_a_row(best):
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
