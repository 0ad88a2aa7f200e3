"""Cards whose columns are judged together, because values went from one to another. By hand."""

from __future__ import annotations

import pytest

from scorecheck.games import registry
from scorecheck.layouts.entries import entries
from scorecheck.model.sheet import Formulas
from scorecheck.repair.card import CardSearch
from scorecheck.repair.judge import Effort
from support import check, only

ROWS = [
    line.split(",")
    for line in """\
Category,Anna,Bernd,Chris
Ones,3,3,2
Twos,6,6,6
Threes,9,9,9
Fours,12,12,12
Fives,15,15,15
Sixes,18,18,18
Sum,63,63,62
Bonus,50,50,0
Pair,12,10,8
Two pairs,18,14,22
Three of a kind,15,12,9
Four of a kind,0,20,16
Small straight,15,15,0
Large straight,20,0,20
Full house,0,28,19
Chance,21,26,17
Yatzy,0,50,0
Total,214,288,173""".splitlines()
]


def cards(**changes: str) -> str:
    """The cards with other values in some boxes: ``a_Chance`` is what Anna has in that row."""
    rows: list[list[str]] = [list(row) for row in ROWS]
    for place, value in changes.items():
        player, _, name = place.partition("_")
        row = next(row for row in rows if row[0] == name.replace("_", " "))
        row[" abc".index(player)] = value
    return "\n".join(map(",".join, rows))


def test_the_cards_are_right() -> None:
    assert only(check(cards(), game="yatzy")).findings == ()


def test_values_that_changed_places_are_judged_apart_from_another_card() -> None:
    # 26 and 21 stand in each other's column; Chris's total was 173.
    text = cards(a_Chance="26", b_Chance="21", c_Total="137")
    findings = only(check(text, game="yatzy")).findings
    assert [
        (finding.cell and finding.cell.a1, finding.fixes[0].kind, [e.after for e in finding.fixes[0].edits])
        for finding in findings
    ] == [
        ("B17", "values-swapped", ["21", "26"]),
        ("D19", "digits-swapped", ["173"]),
    ]


def test_sums_that_follow_two_slips_are_put_right_with_the_first() -> None:
    # 21 for 12 and 7 for 12, and added up as they stand: 63 + 9, 214 + 9 - 5.
    text = cards(a_Fours="21", a_Pair="7", a_Sum="72", a_Total="218")
    fours, pair = only(check(text, game="yatzy")).findings
    assert [(edit.cell.a1, edit.after) for edit in fours.fixes[0].edits] == [("B5", "12")]
    assert [(edit.cell.a1, edit.after) for edit in fours.fixes[0].follows] == [("B8", "63"), ("B19", "210")]
    assert [(edit.cell.a1, edit.after) for edit in pair.fixes[0].edits] == [("B10", "8")]


def test_hypotheses_of_a_column_touch_no_other_column_but_by_a_slip_that_both_share() -> None:
    (checked,) = only(check(cards(a_Chance="26", b_Chance="21", c_Total="137"), game="yatzy")).sheets
    layout = registry.load("yatzy").layout("card")
    rows = list(entries(checked.sheet, layout))
    card = layout.mending().card
    assert card is not None
    search = CardSearch(card(checked.sheet, rows), rows, Effort(20_000), Formulas())
    assert search.run()
    assert sorted(search.found) == [0, 1, 2]
    for at, hypotheses in search.found.items():
        for one in (one for hypothesis in hypotheses for one in hypothesis.corrections):
            columns = {column for _, column, _ in one.edits}
            assert at + 1 in columns
            assert columns == {at + 1} or one.kind in ("values-swapped", "wrong-column", "rows-swapped")
            # A slip is where the first of its cells is.
            assert rows[one.at].row == one.edits[0][0]


def test_two_slips_that_columns_share_are_looked_for_together() -> None:
    # Anna and Bernd have each other's Chance and each other's Twos (6 and 4).
    text = cards(b_Twos="6", a_Twos="4", b_Sum="61", b_Bonus="0", b_Total="236", a_Chance="26", b_Chance="21")
    findings = only(check(text, game="yatzy")).findings
    edits = {(edit.cell.a1, edit.after) for one in findings for edit in one.fixes[0].edits}
    assert {("B17", "21"), ("C17", "26"), ("B3", "6"), ("C3", "4")} <= edits


def test_a_value_lost_beside_another_players_is_told_where_both_columns_have_a_second_slip() -> None:
    # Bernd's 14 is in Anna's column, whose own 18 is lost; 51 is 15 and 02 is 20, which the totals tell.
    text = cards(a_Two_pairs="14", b_Two_pairs="", a_Fives="51", b_Four_of_a_kind="02")
    findings = only(check(text, game="yatzy")).findings
    (unfilled,) = (finding for finding in findings if finding.rule == "yatzy/unfilled")
    best = unfilled.fixes[0]
    assert best.kind == "wrong-column"
    assert {(edit.cell.a1, edit.after) for edit in best.edits} == {("C11", "14"), ("B11", "18")}


def test_three_boxes_of_a_card_that_no_dice_give_are_put_right_together() -> None:
    # Bernd's 12 stands a row too low, over his 15, which the sum tells; and 62 is 26.
    text = cards(b_Fours="", b_Fives="12", b_Chance="62")
    findings = only(check(text, game="yatzy")).findings
    edits = {(edit.cell.a1, edit.after) for one in findings for edit in one.fixes[0].edits}
    assert edits == {("C5", "12"), ("C6", "15"), ("C17", "26")}


def test_a_third_slip_that_only_the_sums_tell_of_is_thought_of() -> None:
    # 91 was 19, and 26 was 28: two likely slips. 91 for 21 is one, and as good a reading, so it is not sure.
    text = cards(b_Chance="91", b_Full_house="26", b_Total="281", b_Twos="0")
    findings = only(check(text, game="yatzy")).findings
    (value,) = (finding for finding in findings if finding.rule == "yatzy/value")
    assert {fix.edits[0].after: fix.confidence for fix in value.fixes}["21"] < 0.995


def test_beside_three_values_that_no_dice_give_a_sum_may_be_wrong() -> None:
    # 7 is no Ones, 40 no Fives and 7 no Yatzy. If 7 was 3 all sums are right; if it was 2, which looks more
    # like it, the upper sum was added up wrongly by one.
    text = cards(b_Ones="7", b_Fives="65", b_Sum="63", b_Yatzy="7", b_Total="238")
    findings = only(check(text, game="yatzy")).findings
    (ones,) = (finding for finding in findings if finding.cell and finding.cell.a1 == "C2")
    offered = {fix.edits[0].after: fix.confidence for fix in ones.fixes}
    assert offered["3"] == max(offered.values()) < 0.98


def test_who_left_out_the_bonus_added_up_wrongly() -> None:
    (total,) = only(check(cards(a_Total="164"), game="yatzy")).findings
    assert (total.fixes[0].kind, total.fixes[0].edits[0].after) == ("added-up", "214")


def test_where_no_dice_give_a_value_it_is_the_cell_to_look_at() -> None:
    # 68 is wrong whatever else is; that 2 was 12 in Pair as well only makes the sums right with 28.
    said = [2, 6, 6, 8, 15, 6, 42, 0, 2, 10, 9, 24, 0, 20, 68, 5, 50, 201]
    rows = ["Category,Anna", *(f"{row[0]},{value}" for row, value in zip(ROWS[1:], said, strict=True))]
    findings = only(check("\n".join(rows), game="yatzy")).findings
    (value,) = (finding for finding in findings if finding.rule == "yatzy/value")
    assert "B16" in {edit.cell.a1 for edit in value.fixes[0].edits}
    assert value.cell is not None
    assert value.cell.a1 == "B16"


@pytest.mark.parametrize(
    ("changes", "cell", "offered"),
    [
        # A pair gives 2, 4 … 12.
        ({"a_Pair": "7"}, "B10", ["8", "6"]),
        ({"a_Fours": "21"}, "B5", ["12"]),
        ({"a_Sum": "36"}, "B8", ["63"]),
    ],
)
def test_a_card_that_is_not_finished_is_mended_like_another(
    changes: dict[str, str], cell: str, offered: list[str]
) -> None:
    open_card = {"a_Two_pairs": "", "a_Total": ""}
    (alone,) = only(check(cards(**open_card), game="yatzy")).findings
    assert alone.rule == "yatzy/unfinished"
    findings = only(check(cards(**open_card, **changes), game="yatzy")).findings
    (wrong,) = (finding for finding in findings if finding.rule != "yatzy/unfinished")
    assert (wrong.cell and wrong.cell.a1) == cell
    best = [fix.edits for fix in wrong.fixes[: len(offered)]]
    assert [[(edit.cell.a1, edit.after) for edit in edits] for edits in best] == [
        [(cell, value)] for value in offered
    ]
    # That there is a box to be filled yet is no slip, and stays where it is.
    (unfinished,) = (finding for finding in findings if finding.rule == "yatzy/unfinished")
    assert (unfinished.cell, unfinished.fixes) == (alone.cell, ())


def test_an_empty_box_takes_nothing_from_a_card_that_is_not_finished() -> None:
    # With 12 Anna's sums are right; Chris has 8, and a box to be filled.
    findings = only(check(cards(a_Pair="", c_Pair="12", c_Two_pairs="", c_Total=""), game="yatzy")).findings
    unfilled, unfinished = sorted(findings, key=lambda finding: finding.rule)
    assert (unfilled.rule, unfinished.rule) == ("yatzy/unfilled", "yatzy/unfinished")
    best = unfilled.fixes[0]
    assert [(edit.cell.a1, edit.after) for edit in best.edits] == [("B10", "12")]
    assert best.confidence > 0.5


def test_a_total_nobody_told_of_is_put_right_with_the_last_value_above_it() -> None:
    # -10 for 10 and 1 for 0; with these it all comes to 49 + 2 + 10 + 12 + 16 + 22 + 26 = 137.
    said = [1, 6, 9, 12, 15, 6, 49, 0, 2, -10, 12, 16, 0, 0, 22, 26, 1, 117]
    rows = ["Category,Anna", *(f"{row[0]},{value}" for row, value in zip(ROWS[1:], said, strict=True))]
    findings = only(check("\n".join(rows), game="yatzy")).findings
    assert [finding.rule for finding in findings] == ["yatzy/value", "yatzy/value"]
    pairs, yatzy = ([(edit.cell.a1, edit.after) for edit in one.fixes[0].edits] for one in findings)
    assert pairs == [("B11", "10")]
    assert yatzy == [("B18", "0"), ("B19", "137")]


def test_an_unreadable_total_of_a_card_that_needs_no_repair_has_none() -> None:
    # Nobody can say what Anna's Chance was: perhaps it is in another column, hardly in that of Dora.
    rows = cards(a_Chance="", a_Total="?", b_Total="?", c_Total="?").splitlines()
    dora = dict(zip(rows, ["Dora", *(row[1] for row in ROWS[1:-1]), "?"], strict=True))
    findings = only(check("\n".join(f"{row},{value}" for row, value in dora.items()), game="yatzy")).findings
    (total,) = (finding for finding in findings if finding.cell and finding.cell.a1 == "E19")
    assert (total.rule, total.value, total.fixes) == ("sheet/not-a-number", "?", ())
