"""Which columns are players': those that hold points, even where somebody never has any."""

from __future__ import annotations

import pytest

from support import check, only

NAMES = ("Anna", "Bernd", "Chris", "Dora")


@pytest.mark.parametrize("nothing", ["", "0"])
def test_who_never_wins_plays_all_the_same(nothing: str) -> None:
    # Only what is won is written; nine are a solo of Anna's.
    games = ["2,2,_,_", "_,4,4,_", "3,_,3,_", "9,_,_,_", "_,6,6,_", "1,1,_,_"]
    rows = [f"{number},{game.replace('_', nothing)}" for number, game in enumerate(games, 1)]
    text = "\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows])
    file = only(check(text, game="doppelkopf"))
    assert file.findings == ()
    (sheet,) = file.sheets
    assert (sheet.sheet.notation, sheet.sheet.players) == ("plus-only", NAMES)


@pytest.mark.parametrize(
    ("heading", "games", "role"), [("Emil", 5, "control"), ("Bier", 5, "aside"), ("Emil", 4, "control")]
)
def test_a_fifth_column_of_zeros(heading: str, games: int, role: str) -> None:
    points = ["2,2,-2,-2", "1,-1,1,-1", "-3,3,3,-3", "4,4,-4,-4", "-1,-1,1,1"][:games]
    rows = [f"{number},{game},0" for number, game in enumerate(points, 1)]
    file = only(check("\n".join([f"Spiel,Anna,Bernd,Chris,Dora,{heading}", *rows]), game="doppelkopf"))
    (sheet,) = file.sheets
    assert sheet.sheet.players == NAMES
    assert sheet.sheet.columns[-1].role == role
    assert file.findings == ()


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_of_games_that_rise_are_no_points_of_somebody_called_no(first: int) -> None:
    games = ["2,2,-2,-2", "1,-1,1,-1", "-3,3,3,-3", "4,4,-4,-4"]
    rows = [f"{number},{game}" for number, game in enumerate(games, first)]
    (sheet,) = only(check("\n".join(["No,Anna,Bernd,Chris,Dora", *rows]), game="doppelkopf")).sheets
    assert {evidence.players for evidence in sheet.sheet.evidence} == {NAMES}


def test_points_below_no_are_somebodys() -> None:
    games = ["2,2,-2,-2", "-1,1,-1,1", "3,-3,-3,3", "4,4,-4,-4", "-2,2,2,-2"]
    (sheet,) = only(check("\n".join(["No,Anna,Bernd,Chris", *games]), game="doppelkopf")).sheets
    assert sheet.sheet.players == ("No", "Anna", "Bernd", "Chris")


def test_roles_of_columns_beside_the_players() -> None:
    # G is the dealer where names stand below it; below the last heading nothing stands.
    games = ["2,2,-2,-2,Anna", "1,-1,1,-1,Bernd", "-3,3,3,-3,Chris", "4,4,-4,-4,Dora"]
    rows = [f"{number},{game}," for number, game in enumerate(games, 1)]
    text = "\n".join(["Spiel,Anna,Bernd,Chris,Dora,G,Frei", *rows])
    file = only(check(text, game="doppelkopf"))
    assert file.findings == ()
    (sheet,) = file.sheets
    assert [column.role for column in sheet.sheet.columns] == ["number", *["player"] * 4, "dealer"]
