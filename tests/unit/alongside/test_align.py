"""Rows of two sheets side by side: cases worked by hand, and laws."""

from __future__ import annotations

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from laws import examples
from scorecheck.alongside.align import (
    OneSign,
    RowToAlign,
    agree,
    ahead_of,
    align,
    cells_unlike,
    lone_row,
    seats,
    side_by_side,
    slip_rate,
    unlike,
)
from scorecheck.repair.channel import shares

GAMES = [(2, 2, -2, -2), (-1, 1, -1, 1), (1, 1, -1, -1), (3, -1, -1, -1), (-4, -4, 4, 4), (1, -1, 1, -1)]


def lines(rows: list[tuple[int, ...]], first: int = 1) -> list[RowToAlign]:
    return [RowToAlign(number, cells) for number, cells in enumerate(rows, first)]


SHEET = lines(GAMES)
ALL = tuple((at, at) for at in range(6))


def pairs(one: list[RowToAlign], other: list[RowToAlign]) -> tuple[tuple[int | None, int | None], ...]:
    found = align(one, other)
    assert found is not None
    return found.pairs


def test_equal_sheets_cost_nothing() -> None:
    found = align(SHEET, SHEET)
    assert found is not None
    assert (found.pairs, found.cost) == (ALL, 0.0)


def test_a_wrong_sign_stays_in_its_row() -> None:
    other = lines([*GAMES[:2], (1, -1, -1, -1), *GAMES[3:]])
    assert pairs(SHEET, other) == ALL


def test_a_row_doubled_or_with_two_points_exchanged_below_a_missing_one_stays_itself() -> None:
    """The numbers go on as if game 2 had been played: nothing but what the rows say tells them apart."""
    for slipped in ((6, -2, -2, -2), (-1, 3, -1, -1), (0, 3, -1, -1)):
        other = lines([GAMES[0], GAMES[2], slipped, *GAMES[4:]])
        assert pairs(SHEET, other) == ((0, 0), (1, None), (2, 1), (3, 2), (4, 3), (5, 4))


def test_a_row_that_was_written_anew_stays_with_its_number() -> None:
    assert pairs(SHEET, lines([*GAMES[:3], (-60, 20, 20, 20), *GAMES[4:]])) == ALL


def test_of_two_rows_that_changed_places_one_is_out_of_its_place() -> None:
    found = pairs(SHEET, lines([*GAMES[:2], GAMES[3], GAMES[2], *GAMES[4:]]))
    assert found in (
        ((0, 0), (1, 1), (None, 2), (2, 3), (3, None), (4, 4), (5, 5)),
        ((0, 0), (1, 1), (2, None), (3, 2), (None, 3), (4, 4), (5, 5)),
    )


def test_a_row_that_is_missing_is_found_though_the_later_ones_have_other_numbers() -> None:
    other = lines([*GAMES[:3], *GAMES[4:]])
    assert pairs(SHEET, other) == ((0, 0), (1, 1), (2, 2), (3, None), (4, 3), (5, 4))


def test_of_equal_rows_the_one_is_missing_whose_number_is() -> None:
    same = [(1, 1, -1, -1)] * 4
    one = lines(same)
    other = [line for line in one if line.number != 3]
    assert pairs(one, other) == ((0, 0), (1, 1), (2, None), (3, 2))


def test_a_row_beside_a_missing_one_stays_with_its_number_though_another_one_is_nearer() -> None:
    """Game 2 is missing on the one sheet; on the other Dora has 8 for 4 in game 3, which is game 2 halved."""
    games = [(-6, -6, 6, 6), (8, -8, -8, 8), (4, -4, -4, 4), (-8, 8, -8, 8)]
    one = [line for line in lines(games) if line.number != 2]
    other = lines([*games[:2], (4, -4, -4, 8), games[3]])
    assert pairs(one, other) == ((0, 0), (None, 1), (1, 2), (2, 3))


def test_neighbours_that_each_sheet_lacks_are_two_rows() -> None:
    """Without game 2 the one goes on with 3, as written; without game 3 the other goes on as printed."""
    one = [line for line in SHEET if line.number != 2]
    other = lines([*GAMES[:2], *GAMES[3:]])
    assert set(pairs(one, other)) == {(0, 0), (None, 1), (1, None), (2, 2), (3, 3), (4, 4)}


def test_a_row_that_stands_twice() -> None:
    other = [*SHEET[:2], SHEET[1], *SHEET[2:]]
    found = pairs(SHEET, other)
    assert [one for one, _ in found].count(None) == 1
    assert [(one, to) for one, to in found if one is not None and one > 1] == [(2, 3), (3, 4), (4, 5), (5, 6)]


def test_numbers_that_are_off_by_one_are_no_difference() -> None:
    assert pairs(SHEET, lines(GAMES, first=2)) == ALL


def test_boxes_of_a_card_are_put_together_by_their_names() -> None:
    one = [RowToAlign(None, (3,), "ones"), RowToAlign(None, (12,), "fours")]
    other = [RowToAlign(None, (3,), "ones"), RowToAlign(None, (4,), "twos"), RowToAlign(None, (12,), "fours")]
    assert pairs(one, other) == ((0, 0), (None, 1), (1, 2))


def test_sheets_without_anything_in_common_end_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    one = lines([(n, -n) for n in range(300)])
    other = lines([(5000 + 7 * n, 3) for n in range(300)], first=1000)
    monkeypatch.setattr("scorecheck.alongside.align.MOST_STEPS", 2000)
    assert align(one, other) is None


def test_a_cell_that_may_be_left_empty_agrees_with_what_is_not_written() -> None:
    only_plus = OneSign(-1)
    assert agree(only_plus, -3)
    assert agree(0, only_plus)
    assert not agree(only_plus, 3)
    assert not agree(None, only_plus)


def test_players_are_found_by_name_by_a_slip_in_it_and_by_their_columns() -> None:
    columns = [[row[seat] for row in GAMES] for seat in range(4)]
    one = ("Anna", "Brigitte", "Chris", "Dora")
    other = ("D.", "chris", "Anna", "Brigite")
    others = [columns[3], columns[2], columns[0], columns[1]]
    assert seats(one, other, columns, others) == (2, 3, 1, 0)


def test_a_player_whom_only_one_sheet_has_stays_alone() -> None:
    columns = [[row[seat] for row in GAMES] for seat in range(4)]
    others = [columns[0], columns[1], columns[2], [50, 60, 70, 80, 90, 100]]
    assert seats(("A", "B", "C", "D"), ("A", "B", "C", "Xaver"), columns, others) == (0, 1, 2, None)


def test_of_three_sheets_the_rows_that_the_first_lacks_are_put_together() -> None:
    without = [*SHEET[:3], *SHEET[4:]]
    assert side_by_side([without, SHEET, SHEET]) == (
        (0, 0, 0),
        (1, 1, 1),
        (2, 2, 2),
        (None, 3, 3),
        (3, 4, 4),
        (4, 5, 5),
    )


def test_sheets_that_are_empty_are_put_beside_others() -> None:
    assert side_by_side([[], [], SHEET[:1]]) == ((None, None, 0),)
    assert side_by_side([[], SHEET[:1], SHEET[:1]]) == ((None, 0, 0),)


POINTS = st.integers(-40, 40)
ROWS = st.lists(st.tuples(POINTS, POINTS, POINTS), max_size=12)


@given(ROWS)
@examples(200)
def test_law_a_sheet_beside_itself(rows: list[tuple[int, ...]]) -> None:
    found = align(lines(rows), lines(rows))
    assert found is not None
    assert found.cost == 0
    assert found.pairs == tuple((at, at) for at in range(len(rows)))


@given(ROWS, ROWS)
@examples(200)
def test_law_every_row_is_there_once_and_in_order_and_the_order_of_sheets_does_not_matter(
    rows: list[tuple[int, ...]], others: list[tuple[int, ...]]
) -> None:
    one, other = lines(rows), lines(others)
    found, turned = align(one, other), align(other, one)
    assert found is not None
    assert turned is not None
    assert abs(found.cost - turned.cost) < 1e-9
    assert [at for at, _ in found.pairs if at is not None] == list(range(len(rows)))
    assert [at for _, at in found.pairs if at is not None] == list(range(len(others)))


@given(st.lists(st.tuples(POINTS, POINTS, POINTS), min_size=2, max_size=12, unique=True), st.data())
@examples(200)
def test_law_a_row_that_is_dropped_is_found(rows: list[tuple[int, ...]], data: st.DataObject) -> None:
    dropped = data.draw(st.integers(0, len(rows) - 1))
    one = lines(rows)
    other = [line for at, line in enumerate(one) if at != dropped]
    assert (dropped, None) in pairs(one, other)


@given(ROWS, st.data())
@examples(200)
def test_law_no_way_is_cheaper_than_the_one_that_is_taken(
    rows: list[tuple[int, ...]], data: st.DataObject
) -> None:
    """Against all ways, of sheets so short that they can be counted."""
    one = lines(rows[:4])
    other = lines(data.draw(st.lists(st.sampled_from(rows), max_size=4)) if rows else [])
    found = align(one, other)
    assert found is not None
    assert abs(found.cost - cheapest(one, other, ahead_of(one, other))) < 1e-9


def cheapest(
    one: list[RowToAlign],
    other: list[RowToAlign],
    ahead: int,
    at: tuple[int, int] = (0, 0),
    last: tuple[int, int] = (-1, -1),
) -> float:
    """What the cheapest way costs, by trying all. ``last``: the last two rows that were put together."""
    i, j = at
    if i == len(one) or j == len(other):
        return lone_row() * (len(one) - i + len(other) - j)
    ways = [
        lone_row() + cheapest(one, other, ahead, (i + 1, j), last),
        lone_row() + cheapest(one, other, ahead, (i, j + 1), last),
    ]
    now = (other[j].number or 0) - (one[i].number or 0)
    missing, more = (i - last[0] - 1, j - last[1] - 1), now - ahead
    if missing == (0, 0) and not more:
        numbers = {ahead: 0.0}
    elif missing != (0, 0) and more in (0, missing[1], -missing[0], missing[1] - missing[0]):
        numbers = {now: log(2)}
    else:
        # A slip in the number of this row, or one from which it goes on.
        numbers = dict.fromkeys((ahead, now), -log(slip_rate()) - log(shares()["control"]))
    ways += (
        unlike(one[i], other[j], ahead) + cost + cheapest(one, other, then, (i + 1, j + 1), (i, j))
        for then, cost in numbers.items()
    )
    if i + 1 < len(one) and j + 1 < len(other) and one[i].cells != other[j].cells:
        crossed = [(one[i].cells, other[j + 1].cells), (one[i + 1].cells, other[j].cells)]
        if all(2 * sum(x != y for x, y in zip(a, b, strict=True)) <= len(a) for a, b in crossed):
            swapped = (
                -log(slip_rate()) - log(shares()["rows-swapped"]) + sum(cells_unlike(*c) for c in crossed)
            )
            ways += (
                swapped + cost + cheapest(one, other, then, (i + 2, j + 2), (i + 1, j + 1))
                for then, cost in numbers.items()
            )
    return min(ways)
