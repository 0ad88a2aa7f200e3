"""Cells that a spreadsheet works out: they have no slips of their own, and follow what was written."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.model.sheet import Formulas, Sheet
from scorecheck.repair.hypothesis import CONTROL_FOLLOWS, Correction, Group, Hypothesis


def as_computed(group: Group, sheet: Sheet) -> Group:
    """A group without hypotheses of slips in formulas, or after which a formula would give other points; what
    else formulas give follows."""
    if not sheet.formulas.cells:
        return group
    likely, further = (tuple(_possible(some, sheet)) for some in (group.hypotheses, group.further))
    return group._replace(hypotheses=likely, further=further)


def _possible(hypotheses: tuple[Hypothesis, ...], sheet: Sheet) -> Iterator[Hypothesis]:
    formulas, columns = sheet.formulas, sheet.points_columns
    for one in hypotheses:
        edited = {edit[:2] for slip in one.corrections for edit in slip.edits}
        written = edited - formulas.cells
        # A total beside others that are formulas gives nobody points.
        rows = {row for row, _ in written} - {sheet.total_row}
        follow = formulas.following(written)
        points = {(row, at) for row, at in follow if row in rows and at in columns}
        if edited & formulas.cells <= follow and points <= edited:
            parted = (part for slip in one.corrections for part in _parted(slip, formulas))
            yield one._replace(corrections=tuple(parted))


def _parted(slip: Correction, formulas: Formulas) -> Iterator[Correction]:
    """A slip without what formulas give, and this as its consequence."""
    given = tuple(edit for edit in slip.edits if edit[:2] in formulas.cells)
    if len(given) < len(slip.edits) or not given:
        yield slip._replace(edits=tuple(edit for edit in slip.edits if edit not in given))
    if given:
        yield Correction(CONTROL_FOLLOWS, given, slip.at)
