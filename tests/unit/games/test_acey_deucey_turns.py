"""Turns of acey-deucey as they are written, on positions worked by hand."""

from __future__ import annotations

import pytest

from acey_brute import side
from scorecheck.games.acey_deucey.board import START, Position
from scorecheck.games.acey_deucey.moves import Opening, Throw, hops_of, side_text, throw_of
from scorecheck.games.acey_deucey.replay import End, WrittenTurn, turn


def played(position: Position, roll: str, move: str, *, only_enter: bool = False) -> WrittenTurn:
    throw, hops = throw_of(roll), hops_of(move)
    assert isinstance(throw, Throw)
    assert hops is not None
    return turn(position, throw, hops, only_enter=only_enter)


def end_of(position: Position, roll: str, move: str) -> Position:
    """The only position to which a legal turn leads."""
    judged = played(position, roll, move)
    assert judged.fault is None
    assert judged.bonus == ""
    (end,) = judged.ends
    return end.position


def reason(position: Position, roll: str, move: str, *, only_enter: bool = False) -> tuple[str, str]:
    """Why a turn is not legal. What is offered instead is."""
    fault = played(position, roll, move, only_enter=only_enter).fault
    assert fault is not None
    offered = played(position, roll, fault.legal, only_enter=only_enter)
    assert (offered.fault, offered.bonus) == (None, "")
    return fault.reason, fault.where


# How it is written.


@pytest.mark.parametrize(
    ("text", "throw"),
    [
        ("6-3", Throw((6, 3))),
        ("63", Throw((6, 3))),
        ("6 3", Throw((6, 3))),
        ("6/3", Throw((6, 3))),
        ("6:03", Throw((6, 3))),
        ("6.3", Throw((6, 3))),
        ("(2, 1)", Throw((2, 1))),
        ("1-2 6-6", Throw((1, 2), (6, 6))),
        ("1-2, 6-6", Throw((1, 2), (6, 6))),
        ("2-1 (6)", Throw((2, 1), (6, 6))),
        ("1-2 5-6", Throw((1, 2), (5, 6))),
        ("5", Opening(5)),
        ("7-3", None),
        ("0-3", None),
        ("", None),
        ("6-3 1-2 5", None),
        ("six three", None),
    ],
)
def test_rolls(text: str, throw: Throw | Opening | None) -> None:
    assert throw_of(text) == throw


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("bar/22 24/18", [(25, 22, False), (24, 18, False)]),
        ("enter/20", [(26, 20, False)]),
        ("5/off", [(5, 0, False)]),
        ("5/0", [(5, 0, False)]),
        ("24/18*/15", [(24, 18, True), (18, 15, False)]),
        ("13/10*(2)", [(13, 10, True), (13, 10, False)]),
        ("13/10(2)*", [(13, 10, True), (13, 10, False)]),
        ("13/10 (2), 6/3", [(13, 10, False), (13, 10, False), (6, 3, False)]),
        ("Bar-22; 24–18", [(25, 22, False), (24, 18, False)]),
        ("ein/20 5/aus", [(26, 20, False), (5, 0, False)]),
        ("inn/20 5/ut", [(26, 20, False), (5, 0, False)]),
        ("25/20", [(27, 20, False)]),
        ("-", []),
        ("–", []),
        ("", []),
        ("kein Zug", []),
        ("står over", []),
    ],
)
def test_moves(text: str, hops: list[tuple[int, int, bool]]) -> None:
    assert hops_of(text) == tuple(hops)


@pytest.mark.parametrize(
    "text", ["18/24", "26/20", "24/bar", "24", "24/18(12)", "foo", "24/18(9)", "x" * 500]
)
def test_moves_that_are_unclear(text: str) -> None:
    assert hops_of(text) is None


def test_a_position_is_written_like_moves() -> None:
    assert side_text(side({24: 2, 18: 1}, bar=1, off=3)) == "24(2) 18 enter(8) bar(1) off(3)"


# What is legal.


def test_the_order_of_the_writing_does_not_matter_and_25_is_where_a_checker_is() -> None:
    position = Position(side({13: 2}, bar=1), side({}))
    after = side({13: 1, 20: 1, 9: 1})
    for move in ("bar/20 13/9", "13/9 bar/20", "25/20 13/9"):
        assert end_of(position, "5-4", move).mover == after
    assert end_of(START, "5-4", "25/20 25/21").mover == side({20: 1, 21: 1})
    # Whom another move takes off the bar is there no more: from 25 a second checker enters.
    assert end_of(Position(side({}, bar=1), side({})), "5-4", "bar/20 25/21").mover == side({20: 1, 21: 1})
    # The one on the bar first, then one that waits.
    assert end_of(Position(side({}, bar=1), side({})), "5-4", "25/20 25/21").mover == side({20: 1, 21: 1})


def test_only_where_a_checker_ends_may_be_written() -> None:
    position = Position(side({24: 1}, off=14), side({25 - 18: 2}))
    # With 6-3 over 21, since 18 is held.
    assert end_of(position, "6-3", "24/15").mover == side({15: 1}, off=14)
    # What stands on the way is hit only if it is marked, if there is another way.
    position = Position(side({24: 1}, off=14), side({25 - 18: 1}))
    assert end_of(position, "6-3", "24/15").other == side({25 - 18: 1})
    assert end_of(position, "6-3", "24/18*/15").other == side({}, bar=1)
    # A hit that is not marked is one all the same where there is no other way.
    assert end_of(position, "6-3", "24/18/15").other == side({}, bar=1)


def test_a_checker_borne_off_by_both_numbers() -> None:
    position = Position(side({4: 2}, off=13), side({}))
    # 4/3 with the 1, then 3/off with the 6; 4/off and 4/3 would be the other way.
    assert end_of(position, "6-1", "4/off 4/3").mover == side({3: 1}, off=14)
    assert reason(position, "6-1", "4/off")[0] == "more"


def test_the_1_2_its_double_and_the_roll_after_it() -> None:
    (end,) = played(START, "1-2 6-6", "enter/24 enter/23 enter/19(4)").ends
    assert end.again
    assert end.position.mover == side({24: 1, 23: 1, 19: 4})


def test_a_double_in_part_loses_the_roll() -> None:
    # One 6 from 11; from 24 it is blocked, and 5 is not borne off while 24 is not home.
    position = Position(side({24: 1, 14: 1}, off=13), side({25 - 18: 2}))
    judged = played(position, "1-2 6-6", "14/11 11/5")
    assert (judged.fault, judged.bonus, judged.ends[0].again) == (None, "", False)
    # No 6 at all is no fault either.
    position = Position(side({24: 1, 14: 1}, off=13), side({25 - 18: 2, 25 - 5: 2}))
    judged = played(position, "1-2 6-6", "14/11")
    assert (judged.fault, judged.bonus, judged.ends[0].again) == (None, "", False)


def test_a_part_of_the_1_2_that_cannot_be_played_loses_the_double() -> None:
    position = Position(side({10: 1}, off=14), side({25 - 9: 2, 25 - 7: 2}))
    judged = played(position, "1-2", "10/8")
    assert (judged.fault, judged.bonus, judged.ends[0].again) == (None, "", False)
    assert played(position, "1-2 6-6", "10/8").bonus == "forfeited"
    assert played(position, "1-2 6-6", "10/8 8/2/off").bonus == "forfeited"


def test_a_game_that_the_1_2_wins() -> None:
    position = Position(side({2: 1, 1: 1}, off=13), side({}))
    judged = played(position, "1-2", "2/off 1/off")
    assert (judged.fault, judged.bonus, judged.ends[0].again) == (None, "", False)
    assert played(position, "1-2 6-6", "2/off 1/off").bonus == "won"
    # The double may win it as well, and nobody rolls after that.
    position = Position(side({6: 1, 2: 1, 1: 1}, off=12), side({}))
    (end,) = played(position, "1-2 6-6", "2/off 1/off 6/off").ends
    assert end.position.is_over
    assert not end.again


@pytest.mark.parametrize(
    ("roll", "move", "bonus"),
    [
        ("1-2", "enter/24 enter/23", "double-missing"),
        ("2-1 5-6", "enter/24 enter/23", "no-double"),
        ("6-3 6-6", "enter/19 enter/22", "double-not-due"),
        ("6-3 6-6", "enter/19 enter/22 enter/19(4)", "double-not-due"),
    ],
)
def test_doubles_that_are_wrong(roll: str, move: str, bonus: str) -> None:
    judged = played(START, roll, move)
    assert (judged.fault, judged.bonus) == (None, bonus)


# What is not legal, and why.


@pytest.mark.parametrize(
    ("position", "roll", "move", "expected"),
    [
        (START, "6-3", "enter/20 enter/22", ("dice", "enter/20")),
        (START, "6-3", "enter/19 enter/18", ("dice", "enter/18")),
        (START, "6-3", "enter/19", ("more", "")),
        (START, "6-3", "-", ("more", "")),
        (START, "6-3", "24/18 enter/22", ("nobody", "24")),
        (START, "6-3", "bar/19 enter/22", ("nobody-on-bar", "bar")),
        (START, "6-3", "enter/19* enter/22", ("no-hit", "19")),
        (
            Position(side({13: 14}, off=1), side({})),
            "6-3",
            "enter/19 13/10",
            ("nobody-to-enter", "enter"),
        ),
        (
            Position(side({13: 1}, off=13, bar=1), side({})),
            "6-3",
            "13/7 13/10",
            ("nobody", "13"),
        ),
        (
            Position(side({13: 2}, off=12, bar=1), side({25 - 19: 2, 25 - 22: 2})),
            "6-3",
            "13/7 13/10",
            ("none", ""),
        ),
        (
            Position(side({13: 2}, off=12, bar=1), side({25 - 22: 2})),
            "6-3",
            "13/7 13/10",
            ("bar", ""),
        ),
        (
            Position(side({13: 1}, off=14), side({25 - 7: 2, 25 - 4: 1})),
            "6-3",
            "13/7*/4",
            ("blocked", "7"),
        ),
        # 13 to 4 with both ways held; the 6 alone is held as well, so it is the 3 from 5.
        (
            Position(side({13: 1, 5: 1}, off=13), side({25 - 7: 2, 25 - 10: 2})),
            "6-3",
            "13/4",
            ("between", ""),
        ),
        # 7/6 brings the last one home, in whatever order it is written.
        (Position(side({7: 1, 3: 1}, off=13), side({})), "3-1", "3/off 7/6", None),
        (Position(side({8: 1, 3: 1}, off=13), side({})), "3-1", "3/off 8/7", ("not-home", "3/off")),
        (
            Position(side({6: 1, 4: 1}, off=13), side({})),
            "5-1",
            "4/off 6/5",
            ("further-back", "4/off"),
        ),
        # With 7/6 all are home, but then 6 is further back than 4, and the 5 has to be played from there.
        (Position(side({7: 1, 4: 1}, off=13), side({})), "5-1", "7/6 4/off", ("further-back", "4/off")),
        # Both 6 and 5 can be played alone, not together.
        (Position(side({20: 1}, off=14), side({25 - 9: 2})), "6-5", "20/15", ("higher", "6")),
    ],
)
def test_reasons(position: Position, roll: str, move: str, expected: tuple[str, str] | None) -> None:
    if expected is None:
        assert played(position, roll, move).fault is None
    else:
        found = reason(position, roll, move)
        assert found == expected


def test_where_only_entering_was_agreed_on_the_first_roll() -> None:
    assert played(START, "6-3", "enter/19/16").fault is None
    assert reason(START, "6-3", "enter/19/16", only_enter=True) == ("enter-first", "")
    # The double that is named after the first roll is no part of it.
    assert played(START, "1-2 6-6", "enter/24 enter/23 24/18/12 enter/19(2)", only_enter=True).fault is None


def test_a_first_roll_of_which_only_one_number_enters() -> None:
    # With the 3 nobody enters on 22; from 19 a checker could go on to 16, were it not for what was agreed.
    held = Position(side({}), side({25 - 22: 2}))
    assert played(held, "6-3", "enter/19", only_enter=True).fault is None
    assert reason(held, "6-3", "enter/19") == ("more", "")


def test_where_a_1_2_that_went_wrong_may_have_led() -> None:
    # 9 and 7 are held: 10/8 is all that the 1-2 gives, and the double is lost.
    held = side({25 - 9: 2, 25 - 7: 2})
    judged = played(Position(side({10: 1}, off=14), held), "1-2 6-6", "10/9")
    assert judged.fault is not None
    assert (judged.fault.reason, judged.fault.where, judged.fault.legal) == ("blocked", "9", "10/8")
    assert judged.ends == (End(Position(side({8: 1}, off=14), held)),)
    # Three of the four 6s, as it is written; then with each place from which the fourth may have been played.
    judged = played(START, "1-2 6-6", "enter/24 enter/23 enter/19(3)")
    assert judged.fault is not None
    assert (judged.fault.reason, judged.fault.legal) == ("more", "enter/23 enter/24 enter/19(4)")
    ends = [end.position.mover for end in judged.ends]
    assert ends[0] == side({24: 1, 23: 1, 19: 3})
    assert set(ends[1:]) >= {
        side({24: 1, 23: 1, 19: 4}),
        side({24: 1, 23: 1, 19: 2, 13: 1}),
        side({23: 1, 19: 3, 18: 1}),
        side({24: 1, 19: 3, 17: 1}),
    }


def test_where_the_writing_leaves_open_what_was_hit() -> None:
    # Over 18 or over 21, a blot on each: one of the two was hit, and nobody marked it.
    position = Position(side({24: 1}, off=14), side({25 - 18: 1, 25 - 21: 1}))
    judged = played(position, "6-3", "24/15")
    assert judged.fault is None
    assert {end.position for end in judged.ends} == {
        Position(side({15: 1}, off=14), side({25 - 21: 1}, bar=1)),
        Position(side({15: 1}, off=14), side({25 - 18: 1}, bar=1)),
    }
    # What is marked on the way is what was hit.
    (end,) = played(position, "6-3", "24/18*/15").ends
    assert end.position.other == side({25 - 21: 1}, bar=1)


def test_a_point_that_is_held_on_the_way_of_a_double() -> None:
    held = Position(side({}), side({25 - 18: 2}))
    assert reason(held, "1-2 6-6", "enter/24 enter/23 24/12") == ("between", "")


def test_the_longest_move_that_is_read() -> None:
    # 120 characters, as far as a cell is looked at.
    assert hops_of("24/18" + " " * 110 + "13/10") == hops_of("24/18 13/10")
    assert hops_of("24/18" + " " * 111 + "13/10") is None


def test_the_nearest_legal_move_is_offered() -> None:
    fault = played(START, "6-3", "enter/20 enter/22").fault
    assert fault is not None
    assert fault.legal == "enter/19 enter/22"
    assert fault.of_dice


def test_a_double_is_played_as_far_as_it_goes() -> None:
    position = Position(side({20: 1}, off=14), side({25 - 5: 2}))
    assert end_of(position, "5-5", "20/15/10").mover == side({10: 1}, off=14)
    assert reason(position, "5-5", "20/15")[0] == "more"
