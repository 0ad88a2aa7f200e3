"""What the rows of a sheet say of a row before anything is known of slips."""

from __future__ import annotations

from math import exp

import pytest

from scorecheck.model.cells import Number
from scorecheck.model.sheet import Entry
from scorecheck.repair.judge import KEPT
from scorecheck.repair.prior import Prior, Style

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


def test_two_games_move_people_little_rather_than_much() -> None:
    known = prior(USUAL * 4)
    assert known.of_two_games((2, 6, -4, -4)) > known.of_two_games((40, 6, -42, -4))
    near = range(-60, 61)
    some = sum(exp(known.of_two_games((a, b, 0, -a - b))) for a in near for b in near)
    assert some < 1


def entry(written: tuple[int | None, ...], points: tuple[Number, ...]) -> Entry:
    return Entry(0, "1", written, points, points, {}, {})


def test_a_total_that_is_written_again_is_odd_where_others_are_marks() -> None:
    usual = [entry((5, None, -5), (5, 0, -5)) for _ in range(20)]
    style = Style(usual, [KEPT] * 20)
    marked, again = entry((7, None, -7), (2, 0, -2)), entry((7, 0, -7), (2, 0, -2))
    assert style(marked, marked) > -0.1
    assert style(again, again) < -3
    # A cell that is put right says nothing of how it would have been written.
    assert style(again, marked) == 0
