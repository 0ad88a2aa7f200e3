"""Repairs of a sheet beside its log, which says what a number should be."""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from scorecheck.model.finding import Finding, Fix
from scorecheck.model.record import replace
from scorecheck.model.written import written
from scorecheck.repair.explain import weighed_anew
from scorecheck.repair.slips import constant


def with_repairs_borne_out(difference: Finding, consequences: Sequence[Finding]) -> Finding:
    """A difference from the log, with the repairs of one of its consequences that write what the log says.

    Other repairs, and what nobody thought of, agree with the log only by chance.
    """
    due = difference.params.get("due", difference.params.get("log"))

    def agrees(fix: Fix) -> bool:
        return any(edit.cell == difference.cell and written(edit.after) == due for edit in fix.edits)

    by_chance = log(constant("log-all-the-same"))
    for finding in consequences:
        weights = [0.0 if agrees(fix) else by_chance for fix in finding.fixes]
        if 0.0 in weights:
            return replace(difference, fixes=tuple(weighed_anew(finding.fixes, [*weights, by_chance])))
    return difference
