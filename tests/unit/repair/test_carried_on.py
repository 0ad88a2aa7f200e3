"""A total that was worked out wrongly and carried on: what the rows below it still tell. By hand."""

from __future__ import annotations

import pytest

from support import check, only

TRIPLED = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,3,1,-1,-3
3,-1,5,3,-7
4,1,3,5,-13
5,0,4,4,-12
6,3,7,1,-15
7,1,9,-1,-13
8,5,5,-5,-9
9,6,4,-6,-8
10,4,2,-4,-6
"""


def test_the_rows_below_a_total_that_is_carried_on_tell_how_people_play() -> None:
    # Game 4 gives 2, -2, 2 and -6: Dora's 2 were tripled, or Bernd's 2 subtracted in a solo that she lost.
    # All other games are two against two, and most of them stand below.
    file = only(check(TRIPLED, game="doppelkopf", layout="totals"))
    (finding,) = file.findings
    best = finding.fixes[0]
    assert [(edit.cell.a1, edit.after) for edit in best.edits] == [
        ("E5", "-9"),
        ("E6", "-8"),
        ("E7", "-11"),
        ("E8", "-9"),
        ("E9", "-5"),
        ("E10", "-4"),
        ("E11", "-2"),
    ]
    others = {(fix.kind, fix.edits[0].cell.a1, fix.edits[0].after) for fix in finding.fixes[1:]}
    assert others <= {("wrong-way", "C5", "7")}
    assert best.confidence > 0.8


BOTH_CARRIED = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-2,6,-6,2
3,2,13,-20,-12
4,3,14,-21,-13
5,-3,20,-15,-19
6,1,24,-19,-23
"""
ONE_CARRIED = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-2,6,-6,2
3,2,20,-26,-12
4,3,21,-21,-13
5,-3,27,-15,-19
6,1,31,-19,-23
"""
TEN_MORE = [("B4", "12"), ("B5", "13"), ("B6", "7"), ("B7", "11")]


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        pytest.param(
            BOTH_CARRIED, [*TEN_MORE, ("C4", "20"), ("C5", "21"), ("C6", "27"), ("C7", "31")], id="both"
        ),
        pytest.param(ONE_CARRIED, [*TEN_MORE, ("D4", "-20")], id="one"),
    ],
)
def test_two_wrong_totals_of_a_row_are_found_whichever_is_carried_on(
    text: str, edits: list[tuple[str, str]]
) -> None:
    # Game 3 gave 14, 14, -14 and -14. Anna lost ten, which was carried on; and either Bernd half of his as
    # well, or one digit of Chris's -20 is wrong, and the next row is right again.
    findings = only(check(text, game="doppelkopf", layout="totals")).findings
    told = {edit.cell.a1: edit.after for finding in findings for edit in finding.fixes[0].edits}
    assert told == dict(edits)


TWICE_ONE_MORE = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-2,6,-6,2
3,12,21,-20,-12
4,13,21,-21,-13
5,7,28,-15,-19
6,11,32,-19,-23
7,13,30,-17,-25
"""


def test_a_total_that_the_next_row_does_not_build_on_is_not_carried_on_further_down() -> None:
    # 20 in game 3 and 27 in game 5 are one too high; in between Bernd's 21 is right: 1, 1, -1, -1.
    findings = only(check(TWICE_ONE_MORE, game="doppelkopf", layout="totals")).findings
    told = [edit for finding in findings for edit in finding.fixes[0].edits]
    assert {edit.cell.a1: edit.after for edit in told} == {"C4": "20", "C6": "27", "C7": "31", "C8": "29"}
    assert not [e for finding in findings for fix in finding.fixes for e in fix.edits if e.before == e.after]


CARRIED_AND_TWICE = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-2,6,-6,2
3,2,20,-20,-12
4,3,21,-21,-13
4,3,21,-21,-13
5,-3,27,-15,-19
6,1,31,-19,-23
"""


def test_of_a_row_that_is_there_twice_the_second_is_taken_away_and_not_mended() -> None:
    # Game 3 gave 14, 14, -14 and -14: Anna lost ten, and game 4 stands there twice.
    findings = only(check(CARRIED_AND_TWICE, game="doppelkopf", layout="totals")).findings
    told = {finding.rule: finding.fixes[0].edits for finding in findings}
    assert {rule: [(edit.cell.a1, edit.after) for edit in edits] for rule, edits in told.items()} == {
        "doppelkopf/zero-sum": [("B4", "12"), ("B5", "13"), ("B7", "7"), ("B8", "11")],
        "sheet/duplicate-game": [("A6", ""), ("B6", ""), ("C6", ""), ("D6", ""), ("E6", "")],
    }


GAP_AND_ONE_MORE = """Spiel,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,-2,6,-6,2
3,1,9,-9,-1
5,-1,3,-3,2
6,0,4,-4,{}
7,4,0,-8,{}
8,2,2,-10,{}
"""


@pytest.mark.parametrize(
    ("below", "edits"),
    [
        pytest.param((0, 4, 6), [("E5", "1")], id="put right"),
        pytest.param((1, 5, 7), [("E5", "1"), ("E6", "0"), ("E7", "4"), ("E8", "6")], id="carried on"),
    ],
)
def test_a_wrong_total_in_the_row_after_one_that_is_left_out(
    below: tuple[int, ...], edits: list[tuple[str, str]]
) -> None:
    # From game 3 to 5 it is -2, -6, 6, 3. Dora's 2 for 1 leaves two games: 2, -2, 2, -2 and -4, -4, 4, 4.
    findings = only(check(GAP_AND_ONE_MORE.format(*below), game="doppelkopf", layout="totals")).findings
    told = {finding.rule: finding.fixes[0] for finding in findings if finding.rule != "sheet/missing-game"}
    assert [(edit.cell.a1, edit.after) for fix in told.values() for edit in fix.edits] == edits
    gap = next(finding for finding in findings if finding.rule == "sheet/missing-game")
    assert (gap.fixes[0].kind, gap.fixes[0].edits) == ("row-left-out", ())


def test_controls_that_follow_a_total_carried_on_are_put_right_with_it() -> None:
    # Anna's 8 became 9 and she went on from there; a spreadsheet worked out the controls from what stood.
    sheet = """Anna,Bo,Cem,Dag,Check
6,-2,-2,-2,6/6
4,0,-4,0,4/4
9,-4,-4,0,9/8
7,-2,-4,0,7/6
11,-6,-4,0,11/10
9,-4,-4,0,9/8
"""
    (finding,) = only(check(sheet, game="chouette")).findings
    best = finding.fixes[0]
    assert {(edit.cell.a1, edit.after) for edit in best.edits} == {
        *(("A4", "8"), ("A5", "6"), ("A6", "10"), ("A7", "8")),
    }
    assert {(edit.cell.a1, edit.after) for edit in best.follows} == {
        *(("E4", "8/8"), ("E5", "6/6"), ("E6", "10/10"), ("E7", "8/8")),
    }
    assert best.confidence > 0.9


def test_a_row_left_out_above_a_control_that_follows_is_less_sure() -> None:
    # Bo may have got 1 in an entry that is missing, for his slash; the control, of 32 and 33, would be
    # worked out from what stands here. Another control is a mark, which no spreadsheet writes. With 33 of
    # each it knows of Bo's 13.
    sheet = """Anna,Bo,Cem,Dag,Kontrolle
-12,9,-25,28,37/37
-14,12,/,27,/
-19,/,-14,20,{}
"""
    sure: list[float] = []
    for control in ("32/33", "33/33"):
        (finding,) = only(check(sheet.format(control), game="chouette")).findings
        best = finding.fixes[0]
        assert (best.kind, best.edits) == ("row-left-out", ())
        sure.append(best.confidence)
    assert sure[0] < 0.98 < sure[1]
