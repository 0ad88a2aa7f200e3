"""Sums, bonus and totals of cards in the forms in which they are kept, worked out by hand.

Anna has 63 above, so a bonus of 50, and 205 below: 318. Bernd has 58 above and 81 below: 139.
"""

from __future__ import annotations

import pytest

from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_workbook
from scorecheck.one_file.settings import Keep, Settings
from scorecheck.readers.read import Refused, workbooks_in
from support import checked

pytestmark = pytest.mark.usefixtures("no_repairs")

UPPER = "Category,Anna,Bernd\nEinsen,3,2\nZweien,6,6\nDreien,9,9\nVieren,12,8\nFünfen,15,15\nSechsen,18,18\n"
LOWER = (
    "Ein Paar,12,10\nZwei Paare,22,18\nDrilling,18,0\nVierling,16,0\nKl. Straße,15,0\nGr. Straße,20,20\n"
    "Volles Haus,28,17\nChance,24,16\nYatzy,50,0\n"
)
SUM, BONUS, TOTAL = "Summe,63,58\n", "Bonus,50,0\n", "Gesamt,318,139\n"


@pytest.mark.parametrize(
    ("middle", "foot", "findings"),
    [
        # The middle begins in row 8, the lower half after it has nine rows.
        (SUM + BONUS, TOTAL, []),
        ("", TOTAL, []),
        (SUM + "Totalbonus,50,0\n", TOTAL, []),
        (SUM + "Totalbonus,35,0\n", TOTAL, [("yatzy/bonus", "B9", "")]),
        (SUM + "Totalbonus,20,0\n", TOTAL, [("yatzy/bonus", "B9", "")]),
        (SUM + BONUS + "Totalbonus,113,58\n", TOTAL, []),
        (SUM + BONUS + "Totalbonus,112,58\n", TOTAL, [("yatzy/sum", "B10", "with-bonus")]),
        (SUM + BONUS + "Totalbonus,113,59\n", TOTAL, [("yatzy/sum", "C10", "with-bonus")]),
        # A sum below the bonus holds it, if the numbers do not say otherwise.
        (BONUS + "Summe,113,58\n", TOTAL, []),
        (BONUS + "Summe,112,58\n", TOTAL, [("yatzy/sum", "B9", "with-bonus")]),
        (BONUS + SUM, TOTAL, []),
        ("Summe,64,58\n" + BONUS, TOTAL, [("yatzy/sum", "B8", "")]),
        # No bonus is due to Bernd; one of 35 would be the international one, were any due.
        (SUM + "Bonus,50,50\n", TOTAL, [("yatzy/bonus", "C9", "")]),
        (SUM + "Bonus,50,35\n", TOTAL, [("yatzy/bonus", "C9", "")]),
        (SUM + "Bonus,35,0\n", TOTAL, [("yatzy/bonus", "B9", "")]),
        # Two sums at the foot: the last one is the total.
        (SUM + BONUS, "Summe,205,81\n" + TOTAL, []),
        (SUM + BONUS, "Summe,206,81\n" + TOTAL, [("yatzy/sum", "B19", "lower")]),
        (SUM + BONUS, "Summe,205,81\nGesamt,318,140\n", [("yatzy/total", "C20", "")]),
        # What the total was added up without.
        (SUM + BONUS, "Gesamt,268,139\n", [("yatzy/total", "B19", "without-bonus")]),
        (SUM + "Bonus,,0\n", "Gesamt,268,139\n", [("yatzy/bonus", "B9", "forgotten")]),
        (SUM + "Bonus,,0\n", TOTAL, []),
        (SUM + BONUS, "Gesamt,317,139\n", [("yatzy/total", "B19", "")]),
        # Bernd's 58 and no bonus were added up to 115: the bonus and the total follow from that.
        ("Bonus,50,50\nSumme,113,115\n", "Gesamt,318,196\n", [("yatzy/sum", "C9", "with-bonus")]),
    ],
)
def test_sums(middle: str, foot: str, findings: list[tuple[str, str, str]]) -> None:
    file = checked(UPPER + middle + LOWER + foot)
    told = [(f.rule, f.cell.a1 if f.cell else None, f.variant) for f in file.findings]
    assert told == findings


@pytest.mark.parametrize(("foot", "variant"), [("", ""), (TOTAL, "fits")])
def test_a_total_alone_tells_what_an_impossible_value_should_be(foot: str, variant: str) -> None:
    # Four alike make 12 or 16, not 14; with 16 Anna's boxes and the bonus come to 318. That 14 is possible in
    # the international way is no advice: Anna's straights and full house are not.
    (value,) = checked(UPPER + LOWER.replace("Vierling,16", "Vierling,14") + foot).findings
    assert (value.rule, value.cell.a1 if value.cell else None, value.variant) == (
        "yatzy/value",
        "B11",
        variant,
    )
    assert value.params.get("fits") == (16 if variant == "fits" else None)


def test_a_card_without_pairs_and_one_full_house_of_25_are_the_international_way() -> None:
    # Where dice are counted no full house is 25, and a card has rows for pairs.
    lower = (
        "Drilling,18,0\nVierling,16,0\nKl. Straße,0,0\nGr. Straße,0,0\n"
        "Volles Haus,25,{}\nChance,24,16\nYatzy,50,0\n"
    )
    assert checked(UPPER + lower.format(0)).findings == ()
    # A second one that counts its dice speaks against it.
    (missing,) = checked(UPPER + lower.format(17)).findings
    assert (missing.rule, missing.variant) == ("yatzy/category", "missing")


def in_the_international_way(bonus: str) -> list[tuple[str, str]]:
    """What is said of the bonus where the event chose that way."""
    text = UPPER + f"Summe,63,58\nBonus,{bonus},0\n" + LOWER
    (workbook,) = workbooks_in(text.encode(), "card.csv", "card.csv")
    assert not isinstance(workbook, Refused)
    settings = Settings(Wanted(game="yatzy"), {"international": True})
    file, crashes = check_workbook(workbook, settings, Keep(results=True))
    assert not crashes
    return [(f.cell.a1 if f.cell else "", f.variant) for f in file.findings if f.rule == "yatzy/bonus"]


@pytest.mark.slow
def test_the_bonus_of_the_international_way() -> None:
    assert in_the_international_way("35") == []
    assert in_the_international_way("50") == [("B9", "scandinavian")]
    assert in_the_international_way("51") == [("B9", "")]
    assert in_the_international_way("0") == [("B9", "")]


def test_rows_that_are_no_boxes_of_this_card() -> None:
    # The extra is of Doppel Yatzy, and nobody has filled it; a title has no boxes.
    assert checked(UPPER + LOWER + "Extra,,\n" + TOTAL, preset="yatzy").findings == ()
    assert checked(UPPER + "Oberer Teil,,\n" + LOWER + TOTAL).findings == ()


def test_what_stands_beside_a_title_is_no_box() -> None:
    # The number of the card stands over each half of it; Chris does not play.
    rows = (UPPER + SUM + BONUS + "Unterer Teil,2,2\n" + LOWER + TOTAL).splitlines()
    text = "\n".join([f"{rows[0]},Chris", *(f"{row},{2 if 'Teil' in row else ''}" for row in rows[1:])])
    assert checked(text).findings == ()


ONE_CARD = (
    "Category,Anna\nOnes,{}\nTwos,2\nThrees,9\nFours,0\nFives,10\nSixes,18\nSum,{}\nBonus,0\nPair,12\n"
    "Two pairs,22\nThree of a kind,9\nFour of a kind,0\nSmall straight,15\nLarge straight,0\nFull house,21\n"
    "Chance,22\nYatzy,0\nTotal,{}\n,,,,\n"
)
LOG = (
    "1,Anna,1 1 1 4 5,Ones,3\n2,Anna,2 3 4 4 6,Twos,2\n3,Anna,3 3 3 5 6,Threes,9\n4,Anna,1 2 3 5 6,Fours,0\n"
    "5,Anna,5 5 1 2 3,Fives,10\n6,Anna,6 6 6 1 2,Sixes,18\n7,Anna,6 6 1 2 4,Pair,12\n"
    "8,Anna,6 6 5 5 1,Two pairs,22\n9,Anna,3 3 3 1 2,Three of a kind,9\n10,Anna,1 2 3 4 6,Four of a kind,0\n"
    "11,Anna,1 2 3 4 5,Small straight,15\n12,Anna,1 2 3 4 6,Large straight,0\n"
    "13,Anna,3 3 3 6 6,Full house,21\n14,Anna,6 6 5 4 1,Chance,22\n15,Anna,1 2 3 4 6,Yatzy,0\n"
)


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize(
    ("card", "findings"),
    [
        # Three 1s make 3: then the sum is 42 and all of it 143.
        ((3, 42, 143), []),
        # The box is wrong, the sums are those of the log: they follow from nothing else.
        ((1, 42, 143), [("yatzy/card-mismatch", "B2")]),
        ((1, 40, 141), [("yatzy/card-mismatch", "B2")]),
        ((3, 43, 144), [("yatzy/sum", "B8")]),
        # With the 3 of the log the sum is 42, and it says 45: that follows from nothing.
        ((1, 45, 146), [("yatzy/card-mismatch", "B2"), ("yatzy/sum", "B8")]),
    ],
)
def test_a_card_beside_the_log_of_its_dice(
    named: bool, card: tuple[int, int, int], findings: list[tuple[str, str]]
) -> None:
    log = "Turn,Player,Dice,Category,Score\n" + LOG
    # Of a single card nobody need say whose it is.
    text = ONE_CARD.format(*card) + (log if named else log.replace(",Player", "").replace(",Anna", ""))
    assert [(f.rule, f.cell.a1 if f.cell else None) for f in checked(text).findings] == findings
