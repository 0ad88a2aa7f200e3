"""Entries that are marked as extras, and their settlements, worked out by hand from the example of the MCC.

Gabi is the box and doubles to 4, Peter and Maria pass for 2, Hansi takes.
"""

from __future__ import annotations

import pytest

from support import checked

HEAD = "Peter,Gabi,Hansi,Maria,Kontrolle,Bemerkung\n"
START = HEAD + "-12,9,-25,28,37/37,\n"
PASSED = START + "-14,13,/,26,/,\n"
GIVEN = PASSED + "-16,/,-21,24,/,Extra\n"

EXTRA, SETTLED = "chouette/extra-payment", "chouette/extra-settlement"


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        (GIVEN, []),
        # Maria alone gives one.
        (PASSED + "/,/,-23,24,/,Extra\n", []),
        # Nobody gets what Peter pays (Hansi's cell should say so); two get it; nobody pays.
        (PASSED + "-16,/,/,/,/,Extra\n", [(EXTRA, "C4", "one-taker")]),
        (PASSED + "-18,/,-23,28,/,Extra\n", [(EXTRA, "A4", "one-taker")]),
        (PASSED + "/,/,-21,/,/,Extra\n", [(EXTRA, "A4", "one-taker")]),
        # The box is not in it.
        (PASSED + "-16,11,-21,/,/,Extra\n", [(EXTRA, "B4", "box-moves")]),
        # Hansi has not passed, so cannot give; Maria has, so cannot get.
        (PASSED + "-10,/,-29,/,/,Extra\n", [(EXTRA, "C4", "not-a-passer")]),
        (PASSED + "-16,/,/,28,/,Extra\n", [(EXTRA, "D4", "taker-passed")]),
        # Half of what the cube shows, which is the price of the pass.
        (PASSED + "-17,/,-20,24,/,Extra\n", [(EXTRA, "A4", "")]),
        (PASSED + "-16,/,-22,24,/,Extra\n", [(EXTRA, "C4", "taker")]),
        # After totals that were carried in nobody knows who passed: all pay the same.
        (START + "-14,/,-21,26,/,Ekstra\n", []),
        (START + "-14,/,-20,25,/,Extra\n", [(EXTRA, "C3", "unequal")]),
        # Gammon for the box: 2 · 4 from Hansi to each.
        (GIVEN + "-8,21,-45,32,53/53,\n", []),
        # Single for the team: 4 from the givers and the box to Hansi.
        (GIVEN + "-20,9,-9,20,29/29,\n", []),
        # Backgammon, for the box and for the team: 12 each.
        (GIVEN + "-4,25,-57,36,61/61,\n", []),
        (GIVEN + "-28,1,15,12,28/28,\n", []),
        # Hansi's cube was turned again and shows 8; the extras stay at 4.
        (GIVEN + "-12,21,-37,28,49/49,\n", []),
        (GIVEN + "-9,21,-45,32,53/54,\n", [(SETTLED, "A5", "")]),
        (GIVEN + "-8,21,-44,32,53/52,\n", [(SETTLED, "C5", "")]),
        (GIVEN + "-12,21,-41,32,53/53,\n", [(SETTLED, "A5", "row")]),
    ],
)
def test_extras(text: str, findings: list[tuple[str, str, str]]) -> None:
    file = checked(text, preset="mcc")
    told = [(f.rule, f.cell.a1 if f.cell else None, f.variant) for f in file.findings]
    assert [one for one in told if one[0] in {EXTRA, SETTLED, "chouette/zero-sum"}] == findings


THREE = "Anna,Bea,Carl,Kontrolle\n0,0,0,0/0\n2,-2,0,2/2\n2,-4,2,4/4\n"
"""Bea passes to Anna for 2, then pays Carl 2: an extra, or a double that Carl passed to Bea's loss."""
FOUR = START + "-14,12,/,27,/,\n"
"""Peter passes for 2, Maria for 1: what an extra costs does not follow from that."""


@pytest.mark.parametrize(
    ("text", "finding", "related"),
    [
        # Each giver pays half a cube, and 3 is none: Anna's and Bea's rows hang on who else is playing.
        (FOUR + "-17,/,-19,24,36/36,Extra\n", (EXTRA, "A4", "no-cube", "error"), ["C4", "D4"]),
        (FOUR + "-19,/,-13,20,32/32,\n", (EXTRA, "A4", "no-cube", "warning"), ["C4", "D4"]),
        (START + "/,8,-21,25,33/33,Extra\n", (EXTRA, "B3", "unequal", "error"), ["D3"]),
        # Of 1 and 2 both are half a cube; the most that is paid is taken for what is due. The control bears
        # out what Maria has, so that Peter's cell is the likelier one.
        (FOUR + "-16,/,-22,26,38/38,Extra\n", (EXTRA, "A4", "", "error"), ["C4", "D4"]),
        # Peter alone has passed, for 1, so Gabi is the box.
        (START + "-13,10,/,/,/,\n-14,9,-23,/,37/37,Extra\n", (EXTRA, "B4", "box-moves", "error"), []),
        # Anna gets 15 and Bea 5 where the extra of 4 pays both 4, and Carl 20 where he bears 8.
        (THREE + "17,1,-18,18/18\n", (SETTLED, "A5", "row", "warning"), ["B5", "C5"]),
        # Whatever a row is taken for, it adds up; only who knows that it is an extra can say more.
        (THREE + "17,0,-18,17/18\n", ("chouette/zero-sum", "A5", "", "error"), ["B5", "C5"]),
        # The control says that the losers are right, and with 0 for Bea all is.
        (THREE + "18,1,-18,18/18\n", ("chouette/zero-sum", "B5", "", "error"), ["A5"]),
        (FOUR + "-19,/,-14,20,32/33,\n", ("chouette/zero-sum", "A4", "", "error"), ["C4", "D4"]),
        (FOUR + "-19,/,-14,20,32/33,Extra\n", (EXTRA, "A4", "no-cube", "error"), ["C4", "D4"]),
    ],
)
def test_what_may_be_an_extra_and_what_must_be(
    text: str, finding: tuple[str, str, str, str], related: list[str]
) -> None:
    (one,) = checked(text, preset="mcc").findings
    assert (one.rule, one.cell.a1 if one.cell else None, one.variant, one.severity.word) == finding
    assert sorted(cell.a1 for cell in one.related) == related


CONTROL = "Anna,Bea,Carl,Kontrolle\n1,1,-2,2/2\n2,0,-2,2/2\n3,1,-4,4/4\n1,1,-2,2/2\n5,-1,-4,5/5\n"


@pytest.mark.parametrize(
    ("control", "row", "variant"),
    [
        # Anna 3, Bea -1, Carl -2.
        ("3/3", "3,-1,-2", None),
        ("3 / 3", "3,-1,-2", None),
        ("+3/-3", "3,-1,-2", None),
        ("3:3", "3,-1,-2", None),
        ("3|3", "3,-1,-2", None),
        ("0", "3,-1,-2", None),
        ("3", "3,-1,-2", None),
        ("4", "3,-1,-2", ""),
        ("3/4", "3,-1,-2", ""),
        ("2/3", "3,-1,-2", ""),
        ("0/0", "0,0,0", None),
    ],
)
def test_controls(control: str, row: str, variant: str | None) -> None:
    file = checked(f"{CONTROL}{row},{control}\n", game="chouette")
    told = [(f.rule, f.cell.a1 if f.cell else None, f.variant) for f in file.findings]
    assert told == ([] if variant is None else [("chouette/control", "D7", variant)])


def test_a_word_for_a_control_beside_a_row_that_does_not_add_up() -> None:
    file = checked(f"{CONTROL}3,-1,-1,oops\n4,-1,-3,4/4\n", game="chouette")
    assert [(f.rule, f.cell.a1 if f.cell else None) for f in file.findings] == [
        ("chouette/zero-sum", "A7"),
        ("sheet/not-a-number", "D7"),
    ]


@pytest.mark.parametrize("control", ["٣/٣", "٣"])
def test_other_digits_are_no_control(control: str) -> None:
    file = checked(f"{CONTROL}3,-1,-2,{control}\n", game="chouette")
    assert [(f.rule, f.cell.a1 if f.cell else None) for f in file.findings] == [("sheet/not-a-number", "D7")]


def test_a_row_in_which_nobody_moves_carries_a_fault_on() -> None:
    # 3 + 1 are 4, and 2 + 1 are 3: told where it begins, and once.
    text = "Game,A,B,C,D,Control\n1,4,-2,-2,0,4/4\n2,6,-2,-2,-2,6/6\n3,3,1,-2,-1,4/3\n4,/,/,/,/,4/3\n"
    (finding,) = checked(text, game="chouette", layout="totals").findings
    assert (finding.rule, finding.cell and finding.cell.row) == ("chouette/zero-sum", 4)
