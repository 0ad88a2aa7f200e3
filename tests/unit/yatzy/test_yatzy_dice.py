"""Turns of Doppel Yatzy whose extra counts one way, worked out by hand.

Six dice are thrown and five are counted. The outer ones are 6 6 4 3 3 3, which is 25: without a 3 it is 22,
without the 4 it is 21, without a 6 it is 19.
"""

from __future__ import annotations

import pytest

from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import checked, only

pytestmark = pytest.mark.usefixtures("no_repairs")

HEAD = "Turn,Player,Dice,Outer category,Outer score,Inner category,Inner score\n"
DICE = "6-5 6-4 3-3 3-2 4-1 3-2"


def told(*turns: str) -> list[tuple[str, str, str, object, object]]:
    """The outer category and its score, turn by turn; inner ones are right."""
    inner = ("Twos,4", "Ones,1")
    rows = [f"{at},Anna,{DICE},{turn},{inner[at - 1]}\n" for at, turn in enumerate(turns, 1)]
    return [
        (
            f.rule.partition("/")[2],
            f.cell.a1 if f.cell else "",
            f.variant,
            f.params.get("best"),
            f.params.get("values"),
        )
        for f in checked(HEAD + "".join(rows)).findings
    ]


MINUS = "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("turns", "findings"),
    [
        # What counts for one is best without a 3, what counts against one without a 6.
        (("Extra,22",), []),
        (("Extra,19",), [("dice-better", "E2", "", 22, None)]),
        (("Extra,-19",), []),
        (("Extra,-22",), [("dice-better", "E2", "", -19, None)]),
        # No choice of five dice gives 20.
        (("Extra,20",), [("dice-score", "E2", "several", 22, ("22", "21", "19"))]),
        (("Extra,-20",), [("dice-score", "E2", "several", -19, (f"{MINUS}19", f"{MINUS}21", f"{MINUS}22"))]),
        # Which way extra counts is no matter of the other categories: pairs of 6 and of 3.
        (("Extra,-19", "Pair,11"), [("dice-score", "E3", "several", 12, ("12", "6"))]),
        (("Extra,22", "Pair,11"), [("dice-score", "E3", "several", 12, ("12", "6"))]),
        # Where a 6 is left out one remains.
        (("Extra,-19", "Sixes,6"), [("dice-better", "E3", "", 12, None)]),
        (("Extra,-19", "Small straight,15"), [("dice-score", "E3", "nothing", None, None)]),
    ],
)
def test_turns_with_an_extra(
    turns: tuple[str, ...], findings: list[tuple[str, str, str, object, object]]
) -> None:
    assert told(*turns) == findings


CARD = (
    "Category,Anna,Bernd\nOnes,3,2\nTwos,6,6\nThrees,9,9\nFours,12,8\nFives,15,15\nSixes,18,18\nSum,63,58\n"
    "Bonus,50,0\nPair,12,10\nTwo pairs,22,18\nThree of a kind,18,0\nFour of a kind,16,0\n"
    "Small straight,15,0\nLarge straight,20,20\nFull house,28,17\nChance,24,16\nYatzy,50,0\n"
)


@pytest.mark.parametrize(
    ("anna", "bernd", "cell"),
    [
        # Five dice make 5 to 30, for one or against one; Anna has 318 besides, Bernd 139.
        (5, 20, None),
        (30, 5, None),
        (-5, -30, None),
        (20, 0, None),
        (0, -20, "B19"),
    ],
)
def test_extras_of_cards(anna: int, bernd: int, cell: str | None) -> None:
    text = f"{CARD}Extra,{anna},{bernd}\nTotal,{318 + anna},{139 + bernd}\n"
    found = [(f.rule, f.cell.a1 if f.cell else None) for f in checked(text).findings]
    assert found == ([] if cell is None else [("yatzy/extra-variant", cell)])


@pytest.mark.parametrize(
    ("extra", "findings"),
    [
        # Counted for the player, 22 were to be had.
        ("chance", [("yatzy/dice-better", "struck")]),
        # Counted against the player there is no 0; that is another rule's.
        ("minus", [("yatzy/extra-variant", "zero-minus")]),
    ],
)
def test_an_extra_that_was_struck(extra: str, findings: list[tuple[str, str]]) -> None:
    text = f"{HEAD}1,Anna,{DICE},Extra,0,Twos,4\n"
    file = only(check_bytes(text.encode(), "log.csv", "log.csv", Settings(Wanted(), {"extra": extra})))
    assert [(f.rule, f.variant) for f in file.findings] == findings
