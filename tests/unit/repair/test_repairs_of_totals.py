"""Rows that keep the rules and are wrong all the same: only the total row tells. By hand."""

from __future__ import annotations

import pytest

from scorecheck.model.outcome import CheckedFile
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import help_lines
from support import check, only

GAMES = [(1, 1, -1, -1), (2, -2, 2, -2), (3, -3, -3, 3), (4, 4, -4, -4), (-1, 1, 1, -1), (-5, -5, 5, 5)]
SUMS = "Summe,4,-4,0,0"
"""1 + 2 + 3 + 4 - 1 - 5, 1 - 2 - 3 + 4 + 1 - 5, -1 + 2 - 3 - 4 + 1 + 5, -1 - 2 + 3 - 4 - 1 + 5."""


def sheet_with(games: list[tuple[int, ...]], foot: str = SUMS) -> CheckedFile:
    rows = [f"{number},{','.join(map(str, points))}" for number, points in enumerate(games, 1)]
    return only(check("\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows, foot]), game="doppelkopf"))


def test_the_games_add_up_to_the_total_row() -> None:
    assert sheet_with(GAMES).findings == ()


@pytest.mark.parametrize(
    ("games", "kind", "edits"),
    [
        # Game 3 stands there twice; a row that is taken away is emptied, with its number.
        pytest.param(
            [*GAMES[:3], *GAMES[2:]],
            "row-twice",
            ["A5: 4 -> ", "B5: 3 -> ", "C5: -3 -> ", "D5: -3 -> ", "E5: 3 -> "],
            id="written twice",
        ),
        pytest.param(
            [*GAMES[:3], (8, 8, -8, -8), *GAMES[4:]],
            "doubling",
            ["B5: 8 -> 4", "C5: 8 -> 4", "D5: -8 -> -4", "E5: -8 -> -4"],
            id="doubled once too often",
        ),
        pytest.param(
            [*GAMES[:3], (2, 2, -2, -2), *GAMES[4:]],
            "doubling",
            ["B5: 2 -> 4", "C5: 2 -> 4", "D5: -2 -> -4", "E5: -2 -> -4"],
            id="doubling forgotten",
        ),
    ],
)
def test_the_total_row_shows_what_no_row_does(
    games: list[tuple[int, ...]], kind: str, edits: list[str]
) -> None:
    findings = sheet_with(games).findings
    assert findings
    for finding in findings:
        assert finding.rule == "sheet/total-mismatch"
        best = finding.fixes[0]
        assert best.kind == kind
        assert [f"{edit.cell.a1}: {edit.before} -> {edit.after}" for edit in best.edits] == edits


def test_totals_and_a_control_that_were_added_up_from_a_wrong_row_follow_it_whoever_it_was() -> None:
    # 2 - 1 + 3 - 2 + 4, 2 + 1 - 1 - 2 - 4, -2 + 1 - 1 + 2 + 4, -2 - 1 - 1 + 2 + 4: formulas, as they stand.
    rows = ["1,2,2,-2,-2,0", "2,-1,1,1,-1,0", "3,3,-1,-1,-1,0", "4,-2,-2,2,2,0", "5,4,-4,4,4,8"]
    text = "\n".join(["Spiel,Anna,Bernd,Chris,Dora,Kontrolle", *rows, "Summe,6,-4,4,2,8"])
    (finding,) = only(check(text, game="doppelkopf")).findings
    assert (finding.rule, finding.cell and finding.cell.a1) == ("doppelkopf/zero-sum", "B6")
    assert [{(edit.cell.a1, edit.after) for edit in fix.edits} for fix in finding.fixes] == [
        {("B6", "-4")},
        {("D6", "-4")},
        {("E6", "-4")},
        # Or Bernd lost to all three, and has what one of them got.
        {("C6", "-12")},
    ]
    # The control is worked out again from the row; it has no repair of its own.
    assert [[(edit.cell.a1, edit.after) for edit in fix.follows] for fix in finding.fixes] == [
        [("F6", "0")]
    ] * 4
    first, *others = (fix.confidence for fix in finding.fixes)
    assert others[:2] == [first, first]
    assert others[2] < first


def test_one_of_several_is_told_with_what_is_less_likely() -> None:
    # Any of the three may have lost its sign; that Dora lost alone, and 3, is seldom.
    sheet = "Spiel,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n2,1,1,1,-1\n3,3,-1,-1,-1\n4,-2,-2,2,2\n5,4,-4,4,-4\n"
    (finding,) = only(check(sheet, game="doppelkopf")).findings
    lines = list(help_lines(finding, Messages("en")))
    assert lines[0] == "One of these, each as likely as the other:"
    assert [line[:6] for line in lines[1:4]] == ["· Anna", "· Bern", "· Chri"]
    assert lines[4] == "Or, less likely:"
    assert lines[5].startswith("· Dora's −1 should be −3")
    assert lines[5].endswith(" % sure)")
    assert lines[6:] == ["Ask who lost game 2 with Dora."]


def test_one_total_that_is_out_is_wrong_rather_than_the_only_one_that_was_added_by_hand() -> None:
    # Dora's total lacks 2. That game 5 was -1 1 1 -1 or 1 1 -1 -1, which hers alone still says, as the others
    # were worked out from what stands there, is much less likely.
    games = [(1, 1, -1, -1), (-1, 1, 1, -1), (3, -1, -1, -1), (2, 2, -2, -2), (-1, -1, 1, 1), (-6, 2, 2, 2)]
    (finding,) = sheet_with(games, "Summe,-2,4,0,-4").findings
    (best,) = finding.fixes
    assert [(edit.cell.a1, edit.after) for edit in best.edits] == [("E8", "-2")]
    assert 0.9 < best.confidence < 0.99


WITH_DOTS = """Spiel;Anna;Bernd;Chris
1;240;;
2;;264;
3;240;;
4;;;-48
5;240;;
6;240;;
7;240;;
8;;48;
Summe;1.210;312;-48
"""


def test_a_repair_keeps_the_dots_between_thousands() -> None:
    (finding,) = only(check(WITH_DOTS, game="skat", layout="points")).findings
    assert [(edit.before, edit.after) for edit in finding.fixes[0].edits] == [("1.210", "1.200")]


WITH_DOTS_AS_OTHERS_HAVE = """Spiel;Anna;Bernd;Chris
1;240;;
2;;264;
3;240;;
4;;264;
5;240;;
6;;264;
7;240;;
8;;264;
9;240;;
10;;;-48
Summe;120;1.056;-48
"""


def test_a_number_gets_dots_as_others_have_them() -> None:
    (finding,) = only(check(WITH_DOTS_AS_OTHERS_HAVE, game="skat", layout="points")).findings
    assert [(edit.before, edit.after) for edit in finding.fixes[0].edits] == [("120", "1.200")]
