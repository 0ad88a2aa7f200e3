"""Transcripts played through from the first throw, and from positions worked by hand."""

from __future__ import annotations

import pytest

from acey_brute import side
from scorecheck.games.acey_deucey.board import Position
from scorecheck.games.acey_deucey.replay import Branch, Replay, TurnRow, advance
from support import check, found, only

HEAD = "Game,Turn,Player,Roll,Move\n"
GAME = "1,1,Anna,6-3,enter/19 enter/22\n1,2,Bernd,5-3,enter/20 enter/22\n"


@pytest.mark.parametrize("none", ["-", ""])
def test_the_throw_for_who_begins_is_no_turn(none: str) -> None:
    thrown = f"1,0,Bernd,3,{none}\n1,0,Anna,5,{none}\n"
    assert found(only(check(HEAD + thrown + GAME))) == []
    # Later on one die is no roll.
    (one,) = only(check(HEAD + GAME + f"1,3,Anna,5,{none}\n")).findings
    assert (one.rule, one.variant, one.cell.a1 if one.cell else None) == (
        "acey-deucey/illegal-move",
        "unclear-roll",
        "D4",
    )


def test_who_lost_the_rest_of_a_1_2_does_not_roll_again() -> None:
    # 9 and 7 are held: of the 1-2 only 10/8 can be played. After another roll it is a turn too many, too.
    held = side({25 - 9: 2, 25 - 7: 2})
    start = Replay(("Anna", "Bernd"), (Branch(Position(side({10: 1}, off=14), held), 0),), begun=True)
    for roll, move, then, variant in (
        ("1-2", "10/8", "8/2/off", "again-forfeited"),
        ("6-1", "10/4/3", "3/off", "again"),
    ):
        game, told = advance(start, TurnRow("Anna", (roll,), (move,)))
        assert told == ()
        _, told = advance(game, TurnRow("Anna", ("6-5",), (then,)))
        assert [(one.rule, one.variant) for one in told] == [("bonus", variant)]
