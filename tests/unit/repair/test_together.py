"""Repairs that are right only together."""

from __future__ import annotations

from scorecheck.reports.json_report import checked_json
from scorecheck.reports.messages import Messages
from support import check
from unit.repair.test_another_sheet import POINTS

# In games 2 and 5 one of three lost a minus sign; by the total row Anna and Bernd have 4 too many each.
# It was Anna in the one and Bernd in the other, and nobody can say which.
SHEET = """Spiel,Anna,Bernd,Chris,Dora
1,3,-3,3,-3
2,2,2,2,-2
3,1,-1,-1,1
4,-1,1,1,-1
5,2,2,2,-2
6,4,4,-4,-4
7,-2,2,-2,2
Summe,5,3,1,-9
"""


def test_each_of_two_rows_names_what_the_other_must_be_then() -> None:
    two, five = (f for f in check(SHEET).findings if f.rule == "doppelkopf/zero-sum")
    pairs = {
        (fix.edits[0].cell.a1, edit.cell.a1) for f in (two, five) for fix in f.fixes for edit in fix.together
    }
    assert pairs == {("B3", "C6"), ("C3", "B6"), ("B6", "C3"), ("C6", "B3")}
    assert {(edit.before, edit.after) for fix in two.fixes for edit in fix.together} == {("2", "-2")}


def test_json_says_it_by_the_fingerprint_of_the_other_finding() -> None:
    report = checked_json(check(SHEET), Messages("en"))
    two, five = (f for f in report["findings"] if f["rule"] == "doppelkopf/zero-sum")
    assert [fix["with"] for fix in two["fixes"][:2]] == [[five["fingerprint"]]] * 2
    assert "Right only together with C6: 2 → -2." in two["fixes"][0]["message"]
    assert [fix["with"] for fix in five["fixes"][:2]] == [[two["fingerprint"]]] * 2


def test_a_repair_that_stands_by_itself_names_no_other() -> None:
    alone = SHEET.replace("5,2,2,2,-2", "5,2,-2,2,-2")
    assert not [edit for f in check(alone).findings for fix in f.fixes for edit in fix.together]


RARELY_MORE = """Spiel,Anna,Bernd,Chris,Dora
1,4,4,4,-12
2,-2,-2,2,2
3,5,-10,5,-5
4,6,-6,6,-6
5,-6,-6,6,6
6,-4,4,4,-4
7,6,-6,6,-6
8,-4,-4,12,-4
9,-5,5,5,-5
10,-4,-4,4,4
11,4,-4,4,-4
12,-3,-3,-3,9
13,1,1,-1,-1
14,12,12,-12,-12
15,4,-4,4,-4
16,-3,3,-3,3
17,-2,2,-2,2
18,2,2,-2,-2
19,6,10,6,-10
20,-2,2,2,-2
21,-6,6,10,-6
22,2,-2,2,-2
Summe,-1,5,59,-59
"""


def test_a_repair_is_as_sure_as_all_that_holds_it() -> None:
    # Bernd's -10 was -5 in any case. That another number of the sheet may be wrong too makes it no less sure.
    game_three = next(f for f in check(RARELY_MORE).findings if f.cell is not None and f.cell.row == 4)
    ((edit,),) = (fix.edits for fix in game_three.fixes)
    assert (edit.cell.a1, edit.after) == ("C4", "-5")
    assert game_three.fixes[0].confidence > 0.995


def test_four_wrong_totals_have_another_cause_than_four_slips() -> None:
    """Game 4 was left out and more: the rows give 7, 7, −1 and −13. No game pays 5, 6, 10 and −11."""
    rows = POINTS.replace("4,-2,-2,2,2\n", "")

    def surest(totals: str) -> float:
        findings = check(f"{rows}Summe,{totals}\n", game="doppelkopf", layout="points").findings
        wrong = [one for one in findings if one.rule == "sheet/total-mismatch"]
        return max((fix.confidence for one in wrong for fix in one.fixes), default=0.0)

    assert surest("12,13,9,-24") < 0.5
    # One total alone was added up wrongly.
    assert surest("7,7,-1,-3") > 0.7
