"""Laws of the repairs of facts: on logs, results and detail sheets."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from benchmarks.slips import checking, facts
from benchmarks.slips.facts_skat_values import SkatValues
from benchmarks.slips.judging import edited
from laws import examples

KINDS = [kind for name, kind in facts.LAYOUTS.items() if name != "doppelkopf"]
WORKED_OUT = [kind for kind in KINDS if not isinstance(kind, SkatValues)]
"""Those whose bound is worked out. On the others a repair of a game leaves what follows from it elsewhere."""
seeds = st.integers(0, 9999)


@given(st.sampled_from(KINDS), seeds)
@examples(250, 8)
def test_of_one_slip(kind: facts.Kind, seed: int) -> None:
    """Repairs make the checks silent, their chances add up to one at most, and what was meant is weighed."""
    original, observed, _ = facts.drawn(kind, 1, Random(seed))
    findings = checking.findings_on(observed, preset=kind.preset)
    for finding in findings:
        chances = [fix.confidence for fix in finding.fixes]
        assert sum(chances) < 1.001
        assert chances == sorted(chances, reverse=True)
    if not findings or kind not in WORKED_OUT:
        return
    for finding in findings:
        for fix in finding.fixes:
            assert not checking.breaks_a_rule(edited(observed, [fix]), kind.preset), (finding, fix)
    meant = tuple(map(kind.meaning, original.rows))
    ways = kind.originals(observed)
    assert ways is not None
    assert any(tuple(map(kind.meaning, sheet.rows)) == meant for sheet, _ in ways)


@given(st.sampled_from(KINDS), seeds)
@examples(200, 4)
def test_a_valid_sheet_has_no_finding(kind: facts.Kind, seed: int) -> None:
    sheet = kind.generate(Random(seed))
    assert not checking.breaks_a_rule(sheet, kind.preset)
