"""Sheets that are not what they are taken for: no repair of theirs is likely. By hand."""

from __future__ import annotations

import pytest

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


@pytest.mark.slow
def test_points_that_are_taken_for_totals_are_hardly_repaired() -> None:
    # Told that the rows are totals, nearly each of them would be wrong: then what was told is.
    file = only(check(POINTS, game="doppelkopf", layout="totals"))
    assert len([finding for finding in file.findings if finding.severity.word == "error"]) > 1
    assert all(fix.confidence <= 0.5 for finding in file.findings for fix in finding.fixes)


@pytest.mark.slow
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


ODD = """Spiel,Karsten,Dora,Petra,Silke
1,-10,10,10,-10
2,-6,6,6,-6
3,-10,2,10,-2
4,-15,7,15,-7
5,-14,6,14,-6
6,-12,8,8,-4
7,-8,12,4,-8
8,-5,9,7,-11
9,-11,15,1,-5
10,-3,23,-7,-13
11,-7,27,-11,-9
12,-5,25,-9,-11
13,-21,41,7,-27
14,-20,42,6,-28
15,-14,48,0,-34
16,-10,44,4,-38
17,-7,41,1,-35
18,-9,43,3,-37
19,-4,48,-12,-32
20,-10,42,-6,-26
21,-9,41,-7,-25
"""


def test_odd_rows_that_changed_places_are_not_likely_where_others_are_odd_too() -> None:
    # Games of Doppelkopf taken for a chouette: entry 4 pays 5, which no cube does. With entry 5 in its place
    # both pay cubes; and yet entry 19 pays 5 as well, so people play like that.
    file = only(check(ODD, game="chouette"))
    assert [finding.params["game"] for finding in file.findings] == ["4", "19"]
    assert all(fix.confidence < 0.5 for finding in file.findings for fix in finding.fixes)


PAIRS = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,0,4,0,-4
3,4,0,-4,0
4,6,2,-6,-2
5,2,6,-2,-6
6,0,8,0,-8
7,4,4,-4,-4
8,3,5,-5,-3
9,13,15,-15,-13
10,5,7,-7,-5
11,9,11,-11,-9
12,11,9,-13,-7
"""


def test_rows_as_the_game_hardly_has_them_tell_of_another_game() -> None:
    # Entry 9 pays 10, which no cube does. Entries 9 and 10 in each other's place pay 2 and 8; but all are two
    # against two, so that every box won from one and lost to two by the same cube, or the other way round.
    file = only(check(PAIRS, game="chouette", layout="totals"))
    assert [finding.params["game"] for finding in file.findings] == ["9"]
    assert all(fix.confidence < 0.5 for finding in file.findings for fix in finding.fixes)
