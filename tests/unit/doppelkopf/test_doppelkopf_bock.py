"""Bock rows, where the value counts double: marked in any column, and doubled once, twice or not at all."""

from __future__ import annotations

import pytest

from scorecheck.games.doppelkopf.checks import signed
from support import checked

pytestmark = pytest.mark.usefixtures("no_repairs")

HEAD = "Spiel,Anna,Bernd,Chris,Dora,Wert,{}\n1,2,2,-2,-2,2,\n2,-1,1,1,-1,1,\n3,1,-1,1,-1,1,\n4,3,3,-3,-3,3,\n"


@pytest.mark.parametrize("column", ["Bock", "Art", "Bemerkung"])
@pytest.mark.parametrize(
    ("row", "rule"),
    [
        # A value of 2 in a Bock row pays 4.
        ("4,-4,-4,4,2", None),
        # Doubling forgotten, or done twice: half and twice what is due.
        ("2,-2,-2,2,2", "doppelkopf/bock-forgotten"),
        ("8,-8,-8,8,2", "doppelkopf/bock-forgotten"),
        ("10,-10,-10,10,2", "doppelkopf/game-value"),
        ("5,-5,-5,5,2", "doppelkopf/game-value"),
        # In a solo of 2 the opponents pay 4 each.
        ("12,-4,-4,-4,2", None),
        ("6,-2,-2,-2,2", "doppelkopf/bock-forgotten"),
        ("24,-8,-8,-8,2", "doppelkopf/bock-forgotten"),
    ],
)
def test_bock(column: str, row: str, rule: str | None) -> None:
    file = checked(HEAD.format(column) + f"5,{row},Bock\n6,1,1,-1,-1,1,\n", game="doppelkopf")
    found = [f.rule for f in file.findings if f.rule.startswith("doppelkopf/")]
    assert found == ([] if rule is None else [rule])


@pytest.mark.parametrize(("number", "text"), [(3, "+3"), (-3, "−3"), (0, "0")])
def test_numbers_with_their_sign(number: int, text: str) -> None:
    assert signed(number) == text


@pytest.mark.parametrize(
    ("row", "bock", "plain"),
    [
        # A game can be worth 14, 15 not, 34, 42 not, 44, 84, 88 not; doubled once more all of these are even.
        ("28,28,-28,-28", False, False),
        ("15,15,-15,-15", True, True),
        ("68,68,-68,-68", False, False),
        ("84,84,-84,-84", False, False),
        ("88,88,-88,-88", False, True),
        ("90,90,-90,-90", True, True),
        ("168,168,-168,-168", False, True),
        ("176,176,-176,-176", True, True),
    ],
)
def test_what_a_bock_row_can_be_worth(row: str, bock: bool, plain: bool) -> None:
    head = "Anna,Bernd,Chris,Dora,Bock\n2,2,-2,-2,\n-1,1,1,-1,\n3,-1,-1,-1,\n2,2,-2,-2,B\n-2,2,2,-2,B\n"
    for mark, told in (("B", bock), ("", plain)):
        findings = checked(f"{head}{row},{mark}\n", preset="tcg", layout="points").findings
        assert [f.rule for f in findings] == ["doppelkopf/points-too-high"] * told


@pytest.mark.parametrize(("remark", "told"), [("", True), ("Strafe", False)])
def test_a_row_with_a_penalty_may_hold_what_no_game_is_worth(remark: str, told: bool) -> None:
    head = "Anna,Bernd,Chris,Dora,Bemerkung\n2,2,-2,-2,\n-1,1,1,-1,\n3,-1,-1,-1,\n2,2,-2,-2,\n-2,2,2,-2,\n"
    findings = checked(f"{head}15,15,-15,-15,{remark}\n", preset="tcg", layout="points").findings
    assert [f.rule for f in findings] == ["doppelkopf/points-too-high"] * told
