"""Where what was won and what was lost have columns of their own: no repair is written into the wrong one."""

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


def test_what_was_lost_is_no_repair_of_the_column_of_what_was_won() -> None:
    # Bernd lost 2 and not 3: E6, while D6 is empty and stays so.
    file = checked(SHEET.format(lost=3, won=2))
    (finding,) = file.findings
    assert finding.rule == "doppelkopf/zero-sum"
    assert finding.fixes == ()


def test_what_was_won_is_repaired() -> None:
    # Chris won 2 and not 3: F6.
    (finding,) = checked(SHEET.format(lost=2, won=3)).findings
    assert [edit[1:] for edit in finding.fixes[0].edits] == [("3", "2")]
    assert finding.fixes[0].edits[0].cell.a1 == "F6"
