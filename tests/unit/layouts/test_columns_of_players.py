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
    file = only(check(text, game="doppelkopf", notation="plus-only"))
    assert file.findings == ()
    (sheet,) = file.sheets
    assert (sheet.sheet.notation, sheet.sheet.players) == ("plus-only", NAMES)


GAMES = ["2,2,-2,-2", "1,-1,1,-1", "-3,3,3,-3", "4,4,-4,-4", "-1,-1,1,1"]


@pytest.mark.parametrize("games", [3, 4, 5])
@pytest.mark.parametrize("heading", ["Bier", "Kontrolle", "=0?"])
def test_a_column_of_zeros_that_is_no_players(heading: str, games: int) -> None:
    rows = [f"{number},{game},0" for number, game in enumerate(GAMES[:games], 1)]
    file = only(check("\n".join([f"Spiel,Anna,Bernd,Chris,Dora,{heading}", *rows]), game="doppelkopf"))
    assert [sheet.sheet.players for sheet in file.sheets] == [NAMES]
    assert file.findings == ()


@pytest.mark.parametrize("games", [3, 4, 5])
@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_column_of_zeros_under_a_name_is_asked_about(at: int, games: int) -> None:
    def row(cells: list[str], more: str) -> str:
        return ",".join([*cells[:at], more, *cells[at:]])

    rows = [row(game.split(","), "0") for game in GAMES[:games]]
    text = "\n".join([row(list(NAMES), "Emil"), *rows])
    file = only(check(text, game="doppelkopf"))
    assert [(one.rule, one.variant) for one in file.findings] == [("sheet/ambiguous-notation", "zeros")]
    params = file.findings[0].params
    assert params["yes"] == 'columns."Emil" = "player"'
    five = (*NAMES[:at], "Emil", *NAMES[at:])
    for role, players in (("player", five), ("other", NAMES)):
        answered = only(check(text, game="doppelkopf", headings={"Emil": role}))
        assert [sheet.sheet.players for sheet in answered.sheets] == [players]
        assert answered.findings == ()


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
