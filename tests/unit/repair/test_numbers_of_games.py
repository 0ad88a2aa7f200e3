"""Games that are there twice, or changed places, and sheets with nothing to be mended. By hand."""

from __future__ import annotations

import pytest

from scorecheck.games import registry
from scorecheck.model.budget import repair_budgets
from scorecheck.model.record import replace
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.diagnose import Repairs, repair
from scorecheck.repair.explain import Diagnosis
from support import check, only

ABOVE = "Spiel,Anna,Bernd,Chris,Dora\n1,1,1,-1,-1\n2,2,-2,2,-2\n3,3,-3,-3,3\n"


@pytest.mark.parametrize(
    ("below", "fixes"),
    [
        # The same game again, and a 4 that is missing: either is one slip, and one of the two it is.
        pytest.param(
            "3,3,-3,-3,3\n5,-1,1,1,-1\n", [("row-twice", 0.9), ("number-wrong", 0.1)], id="same, 4 missing"
        ),
        pytest.param("3,3,-3,-3,3\n4,-1,1,1,-1\n", [("row-twice", 0.9)], id="same, 4 is there"),
        # The numbers above and below it tell of the 4.
        pytest.param("3,5,5,-5,-5\n5,-1,1,1,-1\n", [("number-wrong", 0.99)], id="another, 4 missing"),
        pytest.param("3,5,5,-5,-5\n4,-1,1,1,-1\n", [], id="another, 4 is there"),
    ],
)
def test_a_number_that_is_there_twice(below: str, fixes: list[tuple[str, float]]) -> None:
    findings = only(check(ABOVE + below, game="doppelkopf")).findings
    twice = next(finding for finding in findings if finding.rule == "sheet/duplicate-game")
    assert [(fix.kind, fix.confidence) for fix in twice.fixes] == [
        (kind, pytest.approx(sure)) for kind, sure in fixes
    ]


def test_two_games_that_are_there_twice_make_the_total_row_wrong_together() -> None:
    # Without the second 2 and the second 3: 1 + 2 + 3, 1 - 2 - 3, -1 + 2 - 3, -1 - 2 + 3.
    twice = ABOVE.replace("\n3,", "\n2,2,-2,2,-2\n3,") + "3,3,-3,-3,3\nSumme,6,-4,-2,0\n"
    findings = only(check(twice, game="doppelkopf")).findings
    rows = {
        tuple(dict.fromkeys(edit.cell.row for edit in finding.fixes[0].edits))
        for finding in findings
        if finding.rule == "sheet/total-mismatch"
    }
    assert rows == {(4, 6)}
    taken = [finding for finding in findings if finding.rule == "sheet/duplicate-game"]
    assert [(finding.cell and finding.cell.a1, finding.fixes[0].kind) for finding in taken] == [
        ("A4", "row-twice"),
        ("A6", "row-twice"),
    ]


def test_a_game_with_a_slip_may_be_there_twice() -> None:
    # -4 instead of -3, and all of it written down again under the same number.
    text = ABOVE + "4,3,-3,-4,3\n4,3,-3,-4,3\n5,-1,1,1,-1\n"
    findings = only(check(text, game="doppelkopf", layout="points")).findings
    first, *_ = findings
    assert (first.rule, first.cell and first.cell.a1) == ("doppelkopf/zero-sum", "D5")
    assert [(edit.cell.a1, edit.after) for edit in first.fixes[0].edits] == [("D5", "-3")]
    assert "row-twice" in {fix.kind for finding in findings for fix in finding.fixes}


def test_games_that_changed_places_are_no_wrong_dealer() -> None:
    # Bernd's game stands above Anna's: with one of the two dealers put right the turn is still not kept.
    turn = ["Anna", "Bernd", "Chris", "Dora"]
    dealers = [*turn, "Bernd", "Anna", "Chris", "Dora", *turn]
    points = ["1,1,-1,-1", "2,-2,2,-2", "3,-3,-3,3", "4,4,-4,-4", "-2,2,-2,2", "-3,-3,3,3"] * 2
    rows = [f"{at},{who},{game}" for at, (who, game) in enumerate(zip(dealers, points, strict=True), 1)]
    findings = only(
        check("\n".join(["Spiel,Geber,Anna,Bernd,Chris,Dora", *rows]), game="doppelkopf")
    ).findings
    assert [(one.rule, one.cell and one.cell.a1) for one in findings] == [
        ("doppelkopf/dealer-rotation", cell) for cell in ("B6", "B7")
    ]
    for finding in findings:
        (fix,) = finding.fixes
        assert fix.kind == "rows-swapped"
        assert {edit.cell.a1: edit.after for edit in fix.edits}.items() >= {
            "B6": "Anna",
            "B7": "Bernd",
        }.items()


def test_where_nothing_was_found_nothing_is_left_to_be_searched() -> None:
    (checked,) = only(check(ABOVE, game="doppelkopf")).sheets
    doppelkopf = registry.load("doppelkopf")
    layout, budget = doppelkopf.layout("points"), repair_budgets().part()
    to_mend = SheetToMend(checked.sheet, layout, doppelkopf.checks, (), (), budget)
    assert repair(to_mend) == Repairs((), complete=True)


def test_without_games_all_was_searched_and_on_very_long_sheets_nothing() -> None:
    file = only(check(ABOVE.replace("3,3,-3", "2,3,-3"), game="doppelkopf"))
    doppelkopf, (checked,), (twice,) = registry.load("doppelkopf"), file.sheets, file.findings
    for rows, complete in ((0, True), (5001, False)):
        sheet = replace(checked.sheet, stop=rows)
        layout, budget = doppelkopf.layout("points"), repair_budgets().part()
        repairs = repair(SheetToMend(sheet, layout, doppelkopf.checks, (), [twice], budget))
        assert repairs == Repairs((Diagnosis(twice, twice.cell, ()),), complete=complete)


def test_a_number_of_five_thousand_digits_is_no_number() -> None:
    # Python makes no number of so many digits.
    checked = check(f"{ABOVE}{'9' * 5000},2,2,-2,-1\n", game="doppelkopf")
    assert not checked.crashes
    (finding,) = only(checked).findings
    assert finding.rule == "doppelkopf/zero-sum"
    assert finding.fixes[0].kind == "off-by-one"
