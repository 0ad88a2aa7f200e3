"""How likely an entry is where one deals with all the others."""

from __future__ import annotations

from itertools import product
from math import isfinite

import pytest

from scorecheck.games.chouette.prior import ChouettePrior


def known(rows: list[tuple[int, ...]], seats: int = 4) -> ChouettePrior:
    return ChouettePrior(seats).learnt(rows)


def test_a_chance_is_that_of_all_who_may_be_the_box() -> None:
    # Of two players either is the box. Before a row is seen one in five games is a gammon, one in fifty a
    # backgammon; a cube shows 1 and 2 alike and each further one half as often: 1, 1, 1/2 and so on, in all 3
    # less 1/1024. 4 is a single game at 4, or a gammon at 2.
    half = 0.5 * (0.8 * 0.5 + 0.18 * 1) / (3 - 1 / 1024)
    assert known([], 2).of_cubes((4, -4)) == pytest.approx(half)


def test_the_chances_of_all_entries_come_to_one() -> None:
    amounts = sorted(
        {sign * cube * factor for cube in (1, 2, 4, 8, 16) for factor in (1, 2, 3) for sign in (1, -1)} | {0}
    )
    for rows in ([], [(4, -2, -2), (6, -4, -2), (0, 8, -8)]):
        prior = known(rows, 3)
        entries = {
            (*paid[:box], -sum(paid), *paid[box:]) for paid in product(amounts, repeat=2) for box in range(3)
        }
        assert 0.9 < sum(prior.of_cubes(points) for points in entries if any(points)) < 1


def test_what_no_cube_pays_is_no_game() -> None:
    prior = known([(6, -2, -2, -2)] * 5)
    assert prior.of_cubes((5, 5, -5, -5)) == 0
    assert prior.of_cubes((0, 0, 0, 0)) == 0
    assert isfinite(prior((5, 5, -5, -5)))


def test_the_others_play_by_cubes_that_show_the_same_unless_the_sheet_says_otherwise() -> None:
    alike, unlike = (6, -2, -2, -2), (7, -4, -2, -1)
    usual = known([(12, -4, -4, -4), (2, 2, -6, 2), (-3, 1, 1, 1)] * 4)
    odd = known([(14, -8, -4, -2), (2, 1, -7, 4), (-5, 2, 1, 2)] * 4)
    assert usual(alike) - usual(unlike) > odd(alike) - odd(unlike) + 2


def test_the_box_wins_from_all_or_loses_to_all() -> None:
    prior = known([(6, -2, -2, -2), (-6, 2, 2, 2)] * 5)
    assert prior((3, -1, -1, -1)) > prior((1, 1, -1, -1)) + 2


def test_who_is_idle_is_learnt() -> None:
    all_play, few = known([(6, -2, -2, -2)] * 8), known([(2, -2, 0, 0), (0, 0, 4, -4)] * 4)
    assert all_play((3, -1, -1, -1)) > all_play((1, -1, 0, 0)) + 1
    assert few((3, -1, -1, -1)) < few((1, -1, 0, 0)) - 1


def test_a_table_of_very_many_has_chances_too() -> None:
    seats = 150
    row = (2 * (seats - 1), *(-2,) * (seats - 1))
    assert isfinite(known([row] * 3, seats)(row))
    assert isfinite(known([], seats)(row))
