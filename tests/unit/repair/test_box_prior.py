"""How likely an entry is where one deals with all the others."""

from __future__ import annotations

from itertools import product
from math import exp, isfinite

import pytest

from scorecheck.model.sheet import Entry
from scorecheck.repair.box import BoxPrior
from scorecheck.repair.prior import Opening, Style
from scorecheck.repair.two_games import TwoGames


def known(rows: list[tuple[int, ...]], seats: int = 4) -> BoxPrior:
    return BoxPrior(enumerate(rows), seats, None)


def test_a_chance_is_that_of_all_who_may_be_the_box() -> None:
    # Of two players either is the box. Before a row is seen one in five games is a gammon, one in fifty a
    # backgammon; a cube shows 1 and 2 alike and each further one half as often: 1, 1, 1/2 and so on, in all 3
    # less 1/1024. 4 is a single game at 4, or a gammon at 2.
    half = 0.5 * (0.8 * 0.5 + 0.18 * 1) / (3 - 1 / 1024)
    assert known([], 2).of_game((4, -4)) == pytest.approx(half)


def test_the_chances_of_all_entries_come_to_one() -> None:
    amounts = sorted(
        {sign * cube * factor for cube in (1, 2, 4, 8, 16) for factor in (1, 2, 3) for sign in (1, -1)} | {0}
    )
    for rows in ([], [(4, -2, -2), (6, -4, -2), (0, 8, -8)]):
        prior = known(rows, 3)
        entries = {
            (*paid[:box], -sum(paid), *paid[box:]) for paid in product(amounts, repeat=2) for box in range(3)
        }
        assert 0.9 < sum(prior.of_game(points) for points in entries if any(points)) < 1


def test_what_no_cube_pays_is_no_game() -> None:
    prior = known([(6, -2, -2, -2)] * 5)
    assert prior.of_game((5, 5, -5, -5)) == 0
    assert prior.of_game((0, 0, 0, 0)) == 0
    assert isfinite(prior((5, 5, -5, -5), 0))


def test_the_others_play_by_cubes_that_show_the_same_unless_the_sheet_says_otherwise() -> None:
    alike, unlike = (6, -2, -2, -2), (7, -4, -2, -1)
    usual = known([(12, -4, -4, -4), (2, 2, -6, 2), (-3, 1, 1, 1)] * 4)
    odd = known([(14, -8, -4, -2), (2, 1, -7, 4), (-5, 2, 1, 2)] * 4)
    assert usual(alike, 0) - usual(unlike, 0) > odd(alike, 0) - odd(unlike, 0) + 2


def test_the_box_wins_from_all_or_loses_to_all() -> None:
    prior = known([(6, -2, -2, -2), (-6, 2, 2, 2)] * 5)
    assert prior((3, -1, -1, -1), 0) > prior((1, 1, -1, -1), 0) + 2


def test_who_is_idle_is_learnt() -> None:
    all_play, few = known([(6, -2, -2, -2)] * 8), known([(2, -2, 0, 0), (0, 0, 4, -4)] * 4)
    assert all_play((3, -1, -1, -1), 0) > all_play((1, -1, 0, 0), 0) + 1
    assert few((3, -1, -1, -1), 0) < few((1, -1, 0, 0), 0) - 1


def test_a_table_of_very_many_has_chances_too() -> None:
    seats = 150
    row = (2 * (seats - 1), *(-2,) * (seats - 1))
    assert isfinite(known([row] * 3, seats)(row, 0))
    assert isfinite(known([], seats)(row, 0))


def entry(written: tuple[int | None, ...], points: tuple[int, ...]) -> Entry:
    return Entry(0, "1", written, points, points, {}, {})


def test_what_the_missing_game_changed_for_those_with_marks() -> None:
    rows = [(6, -2, -2, -2), (-6, 2, 2, 2), (2, -2, 0, 0)] * 3
    two = TwoGames(known(rows), rows, 4, Style([entry((2, None, None, -2), (2, 0, 0, -2))] * 9, [False] * 9))
    row = entry((3, None, None, 1), (3, 0, 0, 1))
    # The row is 4 too high: they lost 4 together, 2 each as likely as not, and nobody got anything.
    found = list(two.unsaid(row, 4))
    assert found[0] == (0, -2, -2, 0)
    assert {(0, -4, 0, 0), (0, 0, -4, 0)} <= set(found)
    assert all(sum(unsaid) == -4 and not unsaid[0] and not unsaid[3] for unsaid in found)
    assert list(two.unsaid(row, 0)) == [(0, 0, 0, 0)]
    assert not list(two.unsaid(entry((3, 2, 1, 1), (3, 2, 1, 1)), 4))


def test_two_games_may_be_any_that_cubes_pay() -> None:
    rows = [(6, -2, -2, -2), (-6, 2, 2, 2)] * 5
    two = TwoGames(known(rows), rows, 4, Style([entry((2, None, 0, -2), (2, 0, 0, -2))] * 9, [False] * 9))
    # 4, 4 and 8 lost to three, and then 1 won from each: nothing of the kind is on the sheet.
    one = entry((-13, 3, 3, 7), (-13, 3, 3, 7))
    other = entry((-13, 5, 11, -3), (-13, 5, 11, -3))
    assert two(one, one) > two(other, other)


def test_a_sheet_begins_with_a_game_or_with_totals_as_large_as_the_others() -> None:
    opening = Opening(known([(6, -2, -2, -2)] * 5), [(12, -4, -4, -4), (10, -2, -4, -4)])
    assert opening((6, -2, -2, -2)) > opening((5, -3, -1, -1))
    assert opening((5, -3, -1, -1)) > opening((50, -30, -10, -10)) + 3
    assert exp(opening((0, 0, 0, 0))) < 1


def test_a_total_that_was_to_be_written_again_is_as_odd_where_it_is_wrong() -> None:
    usual = [entry((5, None, -5), (5, 0, -5)) for _ in range(20)]
    style = Style(usual, [False] * 20, running=True)
    meant, said = entry((7, 4, -7), (2, 0, -2)), entry((7, 5, -7), (2, 1, -2))
    assert style(meant, said) < -3
    # A number that belongs elsewhere stands for nothing that was to be written here.
    assert style(entry((7, None, -7), (2, 0, -2)), said) == 0
    assert Style(usual, [False] * 20)(meant, said) == 0
