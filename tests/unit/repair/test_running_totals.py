"""Slips on running totals that show only further down. By hand."""

from __future__ import annotations

from support import check, only

BESIDE = """Anna,Bernd,Chris,Dora
0,2,-10,8
/,6,-12,6
/,4,-8,-2
4,/,-12,4
16,0,-16,0
8,/,-12,4
12,-2,-14,/
24,10,-2,-32
/,6,6,-36
28,-6,10,-32
"""


def test_a_total_beside_its_column_may_show_only_in_the_row_below() -> None:
    # Anna got 6 from the others, 2 each; it was written over Bernd's 0. As it stands Bernd got 4, 2 each of
    # two, and nothing is wrong until the next row, which is six short: there Anna's mark says that she still
    # has 0. That Dora has 4 there is no slip of the pen, and about as rare as a total written over another.
    file = only(check(BESIDE, game="chouette", layout="totals"))
    (finding,) = file.findings
    assert [[(edit.cell.a1, edit.after) for edit in fix.edits] for fix in finding.fixes[:2]] == [
        [("D4", "4")],
        [("A3", "6"), ("B3", "0")],
    ]
