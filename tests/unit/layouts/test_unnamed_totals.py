"""A last row that adds up those above: a total row that nobody named, or a game."""

from __future__ import annotations

import pytest

from support import check, checked, only

GAMES = ["2,2,-2,-2", "-1,1,1,-1", "3,-3,-3,3"]
SUMS = "4,0,-4,0"


@pytest.mark.parametrize(
    ("last", "games"),
    [
        pytest.param(f"4,{SUMS}", 4, id="the number of the next game"),
        pytest.param(f",{SUMS}", 3, id="no number"),
        pytest.param(f"3,{SUMS}", 3, id="the number of games"),
    ],
)
def test_a_row_that_is_numbered_as_the_next_game_is_a_game(last: str, games: int) -> None:
    rows = [f"{number},{game}" for number, game in enumerate(GAMES, 1)]
    text = "\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows, last, ""])
    (sheet,) = checked(text, layout="points", game="doppelkopf").sheets
    assert sheet.entries == games


@pytest.mark.parametrize(
    ("last", "games"),
    [
        pytest.param(",4,-3,0,1,-2", 3, id="the sums"),
        # No game gives this, and three of the sums are right.
        pytest.param(",4,-3,0,2,-3", 3, id="the sums with two of them wrong"),
        pytest.param(",4,-4,,4,-4", 4, id="a game with one of them"),
    ],
)
def test_an_empty_cell_adds_nothing(last: str, games: int) -> None:
    # Of five at the table one sits out. 2 + 1 + 1, -2 - 1, -1 + 1, 2 - 1, -2 + 1 - 1.
    rows = ["1,2,-2,,2,-2", "2,1,,-1,-1,1", "3,1,-1,1,,-1"]
    text = "\n".join(["Spiel,Anna,Bernd,Chris,Dora,Emil", *rows, last, ""])
    (sheet,) = only(check(text, layout="points", game="doppelkopf")).sheets
    assert sheet.entries == games


@pytest.mark.parametrize(
    ("last", "games"),
    [
        pytest.param(",-4,6,4,-6", 5, id="the totals again, without a number"),
        pytest.param("6,-4,6,4,-6", 6, id="the next number"),
        pytest.param(",-6,8,6,-8", 6, id="another game"),
    ],
)
def test_running_totals_that_are_said_again_are_no_game(last: str, games: int) -> None:
    # The fifth game gives -3 3 3 -3, the last one -2 2 2 -2.
    rows = ["1,2,2,-2,-2", "2,1,1,-1,-1", "3,-3,5,3,-5", "4,-1,3,1,-3", "5,-4,6,4,-6"]
    text = "\n".join(["Spiel,Anna,Bernd,Chris,Dora", *rows, last, ""])
    (sheet,) = checked(text, layout="totals", game="doppelkopf").sheets
    assert sheet.entries == games
