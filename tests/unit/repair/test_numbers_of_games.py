"""Numbers of games that are there twice, and a sheet on which there is nothing to be mended. By hand."""

from __future__ import annotations

import pytest

from scorecheck.games import registry
from scorecheck.repair.diagnose import Repairs, repair
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
        pytest.param("3,5,5,-5,-5\n5,-1,1,1,-1\n", [("number-wrong", 0.9)], id="another, 4 missing"),
        pytest.param("3,5,5,-5,-5\n4,-1,1,1,-1\n", [], id="another, 4 is there"),
    ],
)
def test_a_number_that_is_there_twice(below: str, fixes: list[tuple[str, float]]) -> None:
    findings = only(check(ABOVE + below, game="doppelkopf")).findings
    twice = next(finding for finding in findings if finding.rule == "sheet/duplicate-game")
    assert [(fix.kind, fix.confidence) for fix in twice.fixes] == [
        (kind, pytest.approx(sure)) for kind, sure in fixes
    ]


def test_where_nothing_was_found_nothing_is_left_to_be_searched() -> None:
    (checked,) = only(check(ABOVE, game="doppelkopf")).sheets
    doppelkopf = registry.load("doppelkopf")
    assert repair(checked.sheet, doppelkopf.layout("points"), doppelkopf.checks, ()) == Repairs(
        (), complete=True
    )
