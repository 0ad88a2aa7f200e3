"""Where what was won and what was lost have columns of their own: repairs are written into the right one."""

from __future__ import annotations

from support import checked

SHEET = """\
,Anna,,Bernd,,Chris,,Dora,
Spiel,+,-,+,-,+,-,+,-
1,2,,2,,,2,,2
2,,1,1,,1,,,1
3,3,,,1,,1,,1
4,,2,,{lost},{won},,2,
5,4,,,4,4,,,4
6,,6,2,,2,,2,
"""


def test_what_was_lost_is_repaired_where_it_stands() -> None:
    # Bernd lost 2 and not 3: E6, while D6 is empty and stays so.
    (finding,) = checked(SHEET.format(lost=3, won=2)).findings
    assert finding.rule == "doppelkopf/zero-sum"
    assert [(edit.cell.a1, *edit[1:]) for edit in finding.fixes[0].edits] == [("E6", "3", "2")]


def test_what_stands_in_the_column_of_the_other_sign_is_moved() -> None:
    # Bernd did not win 2, he lost them: D6 is emptied, and E6 says so.
    text = SHEET.format(lost="", won=2).replace("4,,2,,", "4,,2,2,")
    (finding,) = checked(text).findings
    (fix,) = [fix for fix in finding.fixes if fix.edits[0].cell.a1 == "D6"]
    assert [(edit.cell.a1, *edit[1:]) for edit in fix.edits] == [("D6", "2", ""), ("E6", "", "2")]


def test_what_was_won_is_repaired() -> None:
    # Chris won 2 and not 3: F6.
    (finding,) = checked(SHEET.format(lost=2, won=3)).findings
    assert [edit[1:] for edit in finding.fixes[0].edits] == [("3", "2")]
    assert finding.fixes[0].edits[0].cell.a1 == "F6"
