"""The moves of acey-deucey: positions worked by hand, and counts against a second way to find plays."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from acey_brute import as_board, brute, counted_both_ways, side
from laws import examples
from scorecheck.games.acey_deucey.board import CHECKERS, START, Position, left
from scorecheck.games.acey_deucey.moves import dice_of, is_complete, most, moves_text, plays, steps

ROLLS = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


def ways(position: Position, *roll: int) -> set[str]:
    """The plays of a roll, as they are written."""
    return {moves_text(way) for way in plays(position, dice_of(*roll)).values()}


def hold(*points: int) -> Position:
    """Nothing of the mover's yet but one checker on the bar, against a side with two on these points."""
    return Position(side({}, bar=1), side({25 - point: 2 for point in points}))


# Positions worked by hand.


def test_the_first_checkers_enter_on_the_points_that_are_thrown() -> None:
    assert {after.mover for after in plays(START, (6, 3))} == {
        side({19: 1, 22: 1}),
        # One checker may play both: 25 - 9 = 16.
        side({16: 1}),
    }


def test_on_the_first_roll_checkers_only_enter_where_that_was_agreed() -> None:
    assert {after.mover for after in plays(START, (6, 3), only_enter=True)} == {side({19: 1, 22: 1})}


def test_a_first_double_has_five_plays() -> None:
    # Four steps of 2 shared out over checkers that enter: 1+1+1+1, 2+1+1, 2+2, 3+1, 4.
    assert {after.mover for after in plays(START, (2,) * 4)} == {
        side({23: 4}),
        side({21: 1, 23: 2}),
        side({21: 2}),
        side({19: 1, 23: 1}),
        side({17: 1}),
    }


def test_the_bar_comes_before_checkers_that_wait() -> None:
    position = Position(side({10: 1}, bar=1), side({}))
    assert {after.mover for after in plays(position, (5, 4))} == {
        side({21: 1, 20: 1, 10: 1}),
        side({16: 1, 10: 1}),
        side({20: 1, 6: 1}),
        side({21: 1, 5: 1}),
    }


def test_two_on_the_bar_and_one_number_that_enters() -> None:
    blocked = Position(side({13: 3}, bar=2), side({25 - 20: 2}))
    assert ways(blocked, 5, 4) == {"bar/21"}


def test_nobody_enters_against_six_points() -> None:
    closed = hold(19, 20, 21, 22, 23, 24)
    for roll in ROLLS:
        assert ways(closed, *roll) == {"-"}
    assert most(closed, (6, 6, 6, 6)) == 0


def test_blots_are_hit_and_points_of_two_are_not() -> None:
    position = Position(side({24: 1, 1: 14}), side({25 - 18: 1, 25 - 19: 2}))
    assert ways(position, 6, 5) == {"24/18* 18/13"}
    (after,) = plays(position, (6, 5))
    assert after.other == side({25 - 19: 2}, bar=1)


def test_both_numbers_where_both_can_be_played() -> None:
    # The 5 from 12 and from 6 is blocked, so the 6 has to come from 12: 10/4 would leave no 5.
    position = Position(side({12: 1, 10: 1}, off=13), side({25 - 7: 2, 25 - 1: 2}))
    assert ways(position, 6, 5) == {"12/6 10/5"}


def test_the_higher_number_where_only_one_can_be_played() -> None:
    # From 20 the 6 and the 5 go to 14 and 15; further, to 9, nobody can.
    position = Position(side({20: 1}, off=14), side({25 - 9: 2}))
    assert ways(position, 6, 5) == {"20/14"}
    assert is_complete(position, (6, 5), (5,))
    assert not is_complete(position, (6, 5), (6,))


def test_the_lower_number_where_only_that_can_be_played() -> None:
    position = Position(side({20: 1}, off=14), side({25 - 14: 2, 25 - 9: 2}))
    assert ways(position, 6, 5) == {"20/15"}


def test_a_double_as_far_as_it_goes() -> None:
    position = Position(side({20: 1}, off=14), side({25 - 5: 2}))
    assert ways(position, 5, 5) == {"20/15 15/10"}


def test_bearing_off_only_with_all_fifteen_home() -> None:
    straggler = Position(side({7: 1, 3: 14}), side({}))
    # 7/5 brings the last one home, and after that the 3 may bear off.
    assert {after.mover for after in plays(straggler, (3, 2))} == {
        side({5: 1, 3: 13}, off=1),
        side({4: 1, 3: 13, 1: 1}),
        side({2: 1, 3: 14}),
    }
    waiting = Position(side({3: 14}), side({}))
    assert "3/off" not in " ".join(ways(waiting, 3, 3))
    on_bar = Position(side({3: 14}, bar=1), side({}))
    assert "3/off" not in " ".join(ways(on_bar, 3, 3))


def test_a_higher_number_takes_from_the_highest_point_if_nothing_stands_further_back() -> None:
    position = Position(side({4: 1, 2: 2}, off=12), side({}))
    assert ways(position, 6, 5) == {"4/off 2/off"}
    # With the 5 a checker on 6 has to move; nothing may be borne off from 4 before that.
    position = Position(side({6: 1, 4: 2}, off=12), side({}))
    assert {moves_text([step]) for step, _ in steps(position, 5)} == {"6/1"}
    # The exact number, or a move inside the home board.
    assert {moves_text([step]) for step, _ in steps(position, 4)} == {"4/off", "6/2"}


def test_the_game_ends_with_the_last_checker() -> None:
    position = Position(side({2: 1}, off=14), side({}))
    (after,) = plays(position, (6, 5))
    assert after.is_over
    assert left(after.mover) == 0
    assert left(after.other) == CHECKERS


def test_both_ways_count_the_same_from_the_start() -> None:
    # Depth 1 by hand: 15 rolls with 2 plays each and 6 doubles with 5 each. Depth 2 would be 60 times
    # 60, but for blocked points and for hits on the way: both ways say 3604.
    assert counted_both_ways(2) == [1, 60, 3604]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any position that keeps the board's own law: a point belongs to one side."""
    owners = draw(st.lists(st.sampled_from((0, 1, None)), min_size=24, max_size=24))
    sides = []
    for me in (0, 1):
        places = [p for p in range(24) if owners[p] == me] + [24, 25, 26]
        if draw(st.booleans()):
            # A side that is all home, or nearly so.
            low = range(6) if me == 0 else range(18, 24)
            places = [p for p in places if p in low or p == 26] + places[:1]
        spots = draw(st.lists(st.sampled_from(places), min_size=CHECKERS, max_size=CHECKERS))
        points: dict[int, int] = Counter(p + 1 if me == 0 else 24 - p for p in spots if p < 24)
        sides.append(side(points, bar=spots.count(24), off=spots.count(26)))
    return Position(sides[0], sides[1])


@given(positions(), st.sampled_from(ROLLS))
@examples(150)
def test_both_ways_agree_on_any_position(position: Position, roll: tuple[int, int]) -> None:
    found = plays(position, dice_of(*roll))
    assert {as_board(after) for after in found} == brute(as_board(position), roll)


@given(positions(), st.sampled_from(ROLLS))
@examples(150)
def test_laws_of_every_play(position: Position, roll: tuple[int, int]) -> None:
    dice = dice_of(*roll)
    used = most(position, dice)
    for after, way in plays(position, dice).items():
        assert sum(after.mover) == sum(after.other) == CHECKERS
        assert min(*after.mover, *after.other) >= 0
        assert not any(after.mover[p] and after.other[25 - p] for p in range(1, 25))
        assert len(way) == used
        assert sum(step.hit for step in way) == after.other[25] - position.other[25]
        if any(way_step.target == 0 for way_step in way):
            assert not any(after.mover[7:])
