"""Sheets that are not what they are taken for: no repair of theirs is likely. By hand."""

from __future__ import annotations

from support import check, only

POINTS = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-1,1,1,-1
3,3,-1,-1,-1
4,-2,-2,2,2
5,4,-4,4,-4
6,-6,2,2,2
7,1,-1,-1,1
8,5,5,-5,-5
9,-2,2,2,-2
10,1,1,-1,-1
"""

COUNTED = """Gustav,Rolf,Jule,Frieda,Bernd,Rita,Kontrolle
-4,-4,16,-4,-4,1,16/16
/,-2,10,-2,-2,1,10/10
-20,2,14,2,2,1,20/20
-22,10,12,0,0,1,22/22
-20,/,14,-6,2,2,26/26
-24,6,28,-8,-2,2,34/34
/,2,30,-6,/,2,32/32
-26,10,28,-8,-4,3,38/38
-32,12,30,/,-2,3,/
-28,/,34,/,-10,3,46/46
-124,44,66,24,/,4,/
-131,45,67,25,-6,4,137/137
/,-3,83,41,10,4,134/134
-129,/,85,35,12,4,132/132
-113,13,/,-13,28,4,126/126
"""


def test_points_that_are_taken_for_totals_are_hardly_repaired() -> None:
    # Told that the rows are totals, nearly each of them would be wrong: then what was told is.
    file = only(check(POINTS, game="doppelkopf", layout="totals"))
    assert len([finding for finding in file.findings if finding.severity.word == "error"]) > 1
    assert all(fix.confidence <= 0.5 for finding in file.findings for fix in finding.fixes)


def test_a_column_in_which_every_number_would_be_wrong_is_no_players() -> None:
    # The others make up zero in every row; Rita counts something else.
    file = only(check(COUNTED, game="chouette"))
    assert file.findings
    assert all(fix.confidence <= 0.5 for finding in file.findings for fix in finding.fixes)


def test_one_number_in_the_column_of_somebody_idle_is_a_slip() -> None:
    sheet = "".join(_with_rita(line, "0") for line in COUNTED.splitlines()[1:-1])
    sheet = COUNTED.splitlines()[0] + "\n" + sheet + _with_rita(COUNTED.splitlines()[-1], "4")
    (finding,) = only(check(sheet, game="chouette")).findings
    best = finding.fixes[0]
    assert [(edit.cell.a1, edit.after) for edit in best.edits] == [("F16", "0")]
    assert best.confidence > 0.5


def _with_rita(line: str, said: str) -> str:
    *others, _, control = line.split(",")
    return ",".join([*others, said, control]) + "\n"
