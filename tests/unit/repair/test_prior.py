"""What the rows of a sheet say of a row before anything is known of slips."""

from __future__ import annotations

from math import exp

import pytest

from scorecheck.model.cells import Number
from scorecheck.model.sheet import Entry
from scorecheck.repair.prior import Prior, Style
from scorecheck.repair.two_games import TwoGames

USUAL = [(2, 2, -2, -2), (4, -4, 4, -4), (-2, 2, 2, -2), (6, -2, -2, -2)]


def prior(rows: list[tuple[int, ...]]) -> Prior:
    return Prior(enumerate(rows), 4, 4)


def test_a_row_like_the_others_is_likelier() -> None:
    known = prior(USUAL * 4)
    assert known((2, -2, -2, 2), 0) > known((7, -7, -7, 7), 0)
    assert known((2, -2, -2, 2), 0) > known((6, -2, -2, -2), 0)


def test_a_row_in_doubt_is_no_witness_for_itself() -> None:
    known = prior([*USUAL, (24, 24, -24, -24)])
    # Among the others neither 24 nor 12 is found, and the smaller amount is the likelier one.
    assert known.instead((12, 12, -12, -12), (24, 24, -24, -24), 4) > 0
    assert known.instead((24, 24, -24, -24), (24, 24, -24, -24), 4) == pytest.approx(0)


def test_a_row_in_doubt_is_weighed_as_if_it_were_not_there() -> None:
    sure = [(4, -4, 0), (0, 4, -4), (-4, 0, 4)]
    doubted = (4, 0, -4)
    known = Prior(enumerate([*sure, doubted]), 3, None, doubled=False)
    others = Prior(enumerate(sure), 3, None, doubled=False)
    nobody = (0, 0, 0)
    assert known.instead(nobody, doubted, 3) == pytest.approx(others(nobody, 3) - others(doubted, 3))


def entry(written: tuple[int | None, ...], points: tuple[Number, ...]) -> Entry:
    return Entry(0, "1", written, points, points, {}, {})


def test_two_games_are_those_of_the_sheet_put_together() -> None:
    style = Style([entry((2, 2, -2, -2), (2, 2, -2, -2))] * 8, [False] * 8)
    two = TwoGames(prior(USUAL * 4), USUAL * 4, 4, style)

    def chance(*points: int) -> float:
        row = entry(points, points)
        return two(row, row)

    # 2 2 -2 -2 and 4 -4 4 -4 come to 6 -2 2 -6; no two games of these amounts come to 40.
    assert chance(6, -2, 2, -6) > chance(40, -2, 2, -40) + 5
    near = [(a, b, c, -a - b - c) for a in range(-24, 25) for b in range(-24, 25) for c in range(-24, 25)]
    some = sum(exp(chance(*points)) for points in near if points[3] % 2 == 0)
    assert some < 1


def test_a_game_that_changes_nothing_may_be_one_of_the_two() -> None:
    nothing = (0, 0, 0, 0)
    games = [*USUAL, nothing] * 4
    style = Style([entry((2, 2, -2, -2), (2, 2, -2, -2))] * 8, [False] * 8)
    two, without = (TwoGames(prior(rows), rows, 4, style) for rows in (games, USUAL * 4))
    # 6 -2 -2 -2 is a solo; only beside a game of nothing it is what two of the games come to.
    row = entry((6, -2, -2, -2), (6, -2, -2, -2))
    assert two(row, row) > without(row, row) + 1


def test_of_the_second_game_a_mark_says_that_a_total_did_not_change() -> None:
    sixes = [(2, -2, 0), (-2, 2, 0), (0, 2, -2), (2, 0, -2)] * 5
    style = Style([entry((2, None, -2), (2, 0, -2)) for _ in range(20)], [False] * 20)
    two = TwoGames(Prior(enumerate(sixes), 3, None), sixes, 3, style)
    written = entry((2, 2, -4), (2, 2, -4))
    marked = entry((2, None, -4), (2, 2, -4))
    # 2 0 -2 and 0 2 -2: of the second one somebody is unchanged, which this sheet marks.
    assert two(marked, marked) > two(written, written) + 2


def test_twice_and_half_of_what_others_have_is_likelier_than_other_amounts() -> None:
    known = prior([(7, 7, -7, -7), (3, -3, -3, 3)] * 6)
    assert known((14, 14, -14, -14), 0) > known((13, 13, -13, -13), 0)


def test_where_all_amounts_differ_one_that_was_not_seen_is_no_surprise() -> None:
    def turn(rows: list[tuple[int, ...]]) -> float:
        known = Prior(enumerate(rows), 2, None)
        return known((4, -4), 0) - known((5, -5), 0)

    few = turn([(4, -4), (4, -4), (3, -3), (3, -3), (4, -4), (3, -3), (3, -3), (3, -3)])
    many = turn([(4, -4), (4, -4), (3, -3), (11, -11), (4, -4), (7, -7), (6, -6), (13, -13)])
    # Three of eight each time; but of the others one is like no other.
    assert few > many + 1
    assert many > 0


def test_who_settles_with_the_others_is_no_amount_of_the_sheet() -> None:
    # One deals with all the others: 24 is what 16, 4 and 4 come to.
    known = prior([(24, -16, -4, -4), (4, -4, 0, 0), (16, -16, 0, 0)] * 4)
    assert known((4, 0, -4, 0), 0) > known((24, 0, -24, 0), 0) + 1


def test_a_total_that_is_written_again_is_odd_where_others_are_marks() -> None:
    usual = [entry((5, None, -5), (5, 0, -5)) for _ in range(20)]
    style = Style(usual, [False] * 20)
    marked, again = entry((7, None, -7), (2, 0, -2)), entry((7, 0, -7), (2, 0, -2))
    assert style(marked, marked) > -0.1
    assert style(again, again) < -3
    # A cell that is put right says nothing of how it would have been written.
    assert style(again, marked) == 0
