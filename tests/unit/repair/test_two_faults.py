"""Two faults on one sheet: what is said of the one fits what is said of the other."""

from __future__ import annotations

from support import check, only

TWO_SIGNS = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,2,-2
2,1,-1,1,-1
3,2,2,2,-2
4,-3,3,3,-3
Summe,2,2,4,-8
"""


def test_ties_of_two_findings_are_told_in_the_same_order() -> None:
    # Bernd and Chris have four too much each: one lost a minus in game 1, the other in game 3.
    file = only(check(TWO_SIGNS, game="doppelkopf", layout="points"))
    offered = [[[(e.cell.a1, e.after) for e in fix.edits] for fix in f.fixes] for f in file.findings]
    assert offered == [[[("C2", "-2")], [("D2", "-2")]], [[("D4", "-2")], [("C4", "-2")]]]
    assert all(0.49 < fix.confidence <= 0.5 for finding in file.findings for fix in finding.fixes)
