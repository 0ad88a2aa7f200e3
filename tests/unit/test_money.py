"""Money beside the points: what hangs on them is checked, and what does not is said not to be."""

from __future__ import annotations

import pytest

from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Keep, Settings

pytestmark = pytest.mark.usefixtures("no_repairs")

HEAD = "Spiel,Anna,Bernd,Chris,Dora"
GAMES = ("1,2,2,-2,-2", "2,-1,1,1,-1", "3,3,-1,-1,-1", "4,-2,-2,2,2", "5,4,-4,4,-4", "6,1,1,-1,-1")
BELOW = "\n".join([HEAD, *GAMES, "Summe,7,-3,3,-7", ""])


def found(text: str) -> list[tuple[str, str, str]]:
    checked = check_bytes(text.encode(), "a.csv", "a.csv", Settings(), Keep())
    assert not checked.crashes
    return [(f.rule, f.cell.a1 if f.cell else "", f.variant) for f in checked.findings]


def beside(head: str, amounts: tuple[str, ...]) -> str:
    return "\n".join([f"{HEAD},{head}", *(f"{game},{row}" for game, row in zip(GAMES, amounts, strict=True))])


EACH = ("10,10,-10,-10", "-5,5,5,-5", "15,-5,-5,-5", "-10,-10,10,10", "20,-20,20,-20", "5,5,-5,-5")
"""Five kroner a point."""
STANDS = ("10,10,-10,-10", "5,15,-5,-15", "20,10,-10,-20", "10,0,0,-10", "30,-20,20,-30", "35,-15,15,-35")
"""The same, of where everybody stands."""


@pytest.mark.parametrize("head", ["kr Anna,kr Bernd,kr Chris,kr Dora", "Anna kr,Bernd (kr),Chris kr,Dora kr"])
@pytest.mark.parametrize("amounts", [EACH, STANDS])
def test_columns_of_money_are_held_against_the_points(head: str, amounts: tuple[str, ...]) -> None:
    assert found(beside(head, amounts)) == []
    wrong = amounts[2].replace("-5,-5,-5", "-5,-6,-5").replace("20,10,-10", "20,10,-11")
    slip = (*amounts[:2], wrong, *amounts[3:])
    assert found(beside(head, slip)) == [("sheet/money-mismatch", "H4", "")]


def test_other_money_is_said_not_to_be_checked() -> None:
    at_random = tuple(f"{one},{one + 3},7,9" for one in range(6))
    told = found(beside("kr Anna,kr Bernd,kr Chris,kr Dora", at_random))
    assert told == [("sheet/unknown-column", "F1", "several")]
    assert found(BELOW + "Euro,5,5,5,5\n") == [("sheet/unknown-column", "A9", "money-row")]


def test_a_row_of_money_is_held_against_the_totals() -> None:
    assert found(BELOW + 'Euro,"0,70","-0,30","0,30","-0,70"\n') == []
    assert found(BELOW + "Euro,0.70 €,-0.30 €,0.40 €,-0.70 €\n") == [("sheet/money-mismatch", "D9", "")]


def test_a_total_that_is_wrong_is_told_once() -> None:
    wrong = BELOW.replace("Summe,7", "Summe,8")
    assert found(wrong + "Euro,0.80,-0.30,0.30,-0.70\n") == [("sheet/total-mismatch", "B8", "column")]


def test_points_that_are_wrong_beside_right_money_are_told_once() -> None:
    wrong = beside("Anna kr,Bernd kr,Chris kr,Dora kr", EACH).replace("\n4,-2,", "\n4,2,")
    assert [one for one in found(wrong) if one[0] == "sheet/money-mismatch"] == []
    assert found(wrong) != []


@pytest.mark.parametrize(
    ("amounts", "told"),
    [
        (("2.40", "1.30", "-3.00", "-0.70"), []),
        (("2.40", "1.30", "-3.10", "-0.70"), [("sheet/money-mismatch", "C4", "")]),
        (("5", "3", "2", "0"), [("sheet/unknown-column", "C1", "")]),
    ],
)
def test_money_in_a_list(amounts: tuple[str, ...], told: list[tuple[str, str, str]]) -> None:
    scores = (("Anna", 24), ("Bo", 13), ("Cem", -30), ("Dov", -7))
    rows = [f"{name},{score},{money}" for (name, score), money in zip(scores, amounts, strict=True)]
    assert found("\n".join(["Player,Points,Pounds", *rows])) == told


@pytest.mark.parametrize("word", ["zu zahlen", "Å betale", "Owes", "10 Cent/Punkt", "Kasse"])
def test_a_row_of_amounts_is_known_by_its_numbers(word: str) -> None:
    assert found(f"{BELOW}{word},0.70,-0.30,0.30,-0.70\n") == []
    assert found(f"{BELOW}{word},0.70,-0.30,0.40,-0.70\n") == [("sheet/money-mismatch", "D9", "")]


@pytest.mark.parametrize(
    "row",
    ["Schnitt,1.4,-0.6,0.6,-1", "Siege,4,2,3,1", "Vorher,3,-9,6,0"],
)
def test_other_rows_below_are_no_money(row: str) -> None:
    assert found(f"{BELOW}{row}\n") == [("sheet/unknown-column", "A9", "rows-below")]


@pytest.mark.parametrize("row", ["Saison,7,-3,13,-7", "Platz,1,3,2,4"])
def test_rows_below_that_are_checked_are_not_told(row: str) -> None:
    assert found(f"{BELOW}{row}\n") == []


def test_a_currency_alone_belongs_to_the_player_before_it() -> None:
    head = "Spiel,Anna,€,Bernd,€,Chris,€,Dora,€"
    games = [game.split(",") for game in GAMES]
    rows = [[game[0], *(cell for x in game[1:] for cell in (x, f"{int(x) / 5:.2f}"))] for game in games]
    assert found("\n".join([head, *map(",".join, rows)])) == []
    rows[3][4] = "0.60"
    assert found("\n".join([head, *map(",".join, rows)])) == [("sheet/money-mismatch", "E5", "")]


@pytest.mark.parametrize("word", ["Betrag", "Auszahlung (€)", "Beløp"])
def test_an_amount_in_a_list_is_known_by_one_of_its_words(word: str) -> None:
    lines = f"Name,Punkte,Spiele,{word}\nAnna,7,20,1.40\nBernd,-3,20,-0.60\nChris,3,20,0.60\n"
    assert found(f"{lines}Dora,-7,18,-1.40\n") == []
    assert found(f"{lines}Dora,-7,18,-1.20\n") == [("sheet/money-mismatch", "D5", "")]


def test_an_average_in_a_list_is_no_amount() -> None:
    lines = "Name,Punkte,Schnitt\nAnna,40,2\nBernd,-20,-1\nChris,10,0.5\nDora,-30,-2\n"
    assert found(lines) == []
