"""Who sits where: everybody once in each round, at tables of the right size, with new people."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorecheck.tournament.draw import CannotPair, CannotSeat, draw, sizes, tables_of
from scorecheck.tournament.event import EventRound


@pytest.mark.parametrize(
    ("players", "tables"),
    [
        (4, [4]),
        (5, [5]),
        (8, [4, 4]),
        (9, [5, 4]),
        (10, [5, 5]),
        (11, [6, 5]),
        (15, [5, 5, 5]),
        (40, [4] * 10),
    ],
)
def test_sizes(players: int, tables: list[int]) -> None:
    assert sizes(players, 4, 4, 7) == tables


@pytest.mark.parametrize(("players", "usual", "least", "most"), [(3, 4, 4, 7), (3, 2, 2, 2), (12, 12, 3, 10)])
def test_who_cannot_sit(players: int, usual: int, least: int, most: int) -> None:
    with pytest.raises(CannotSeat):
        sizes(players, usual, least, most)


@given(st.integers(4, 60), st.integers(0, 6))
def test_everybody_sits_once(players: int, number: int) -> None:
    names = [f"P{at}" for at in range(players)]
    wanted = sizes(players, 4, 4, 7)
    tables = tables_of(names, wanted, number)
    assert sorted(map(len, tables)) == sorted(wanted)
    assert sorted(name for table in tables for name in table) == sorted(names)


def test_nobody_meets_twice_in_five_rounds_of_twenty() -> None:
    names = [f"P{at}" for at in range(20)]
    met = Counter(
        pair
        for number in range(5)
        for table in tables_of(names, sizes(20, 4, 4, 7), number)
        for pair in combinations(sorted(table), 2)
    )
    assert max(met.values()) == 1


def test_files_are_those_that_the_event_asks_for() -> None:
    rounds = (
        EventRound("Runde 1", ("r1/tisch*.xlsx",)),
        EventRound("Runde 2", ("a.xlsx", "b.xlsx")),
        EventRound("Finale", ("finale/*.xlsx",)),
        EventRound("Rest / Ende", ()),
    )
    names = [f"P{at}" for at in range(8)]
    files = [seat.file for seat in draw(names, rounds, sizes(8, 4, 4, 7), "Tisch {}".format)]
    assert files == [
        "r1/tisch1",
        "r1/tisch2",
        "a.xlsx",
        "b.xlsx",
        "finale/Tisch 1",
        "finale/Tisch 2",
        "Rest - Ende/Tisch 1",
        "Rest - Ende/Tisch 2",
    ]


def test_each_writer_has_a_sheet_that_the_pattern_of_the_round_finds() -> None:
    rounds = (
        EventRound("Runde 1", ("r1/tisch*-karte.xlsx",)),
        EventRound("Finale", ()),
    )
    seats = draw([f"P{at}" for at in range(8)], rounds, sizes(8, 4, 4, 7), "Tisch {}".format, 2)
    assert [(seat.round, seat.table, seat.writer, seat.file) for seat in seats] == [
        ("Runde 1", 1, "A", "r1/tisch1 A-karte"),
        ("Runde 1", 1, "B", "r1/tisch1 B-karte"),
        ("Runde 1", 2, "A", "r1/tisch2 A-karte"),
        ("Runde 1", 2, "B", "r1/tisch2 B-karte"),
        ("Finale", 1, "A", "Finale/Tisch 1 A"),
        ("Finale", 1, "B", "Finale/Tisch 1 B"),
        ("Finale", 2, "A", "Finale/Tisch 2 A"),
        ("Finale", 2, "B", "Finale/Tisch 2 B"),
    ]
    for one, other in zip(seats[::2], seats[1::2], strict=True):
        assert one.players == other.players


def test_where_each_sheet_is_named_there_is_no_place_for_a_second_one() -> None:
    rounds = (EventRound("Runde 1", ("r1/*.xlsx",)), EventRound("Runde 2", ("a.xlsx", "b.xlsx")))
    with pytest.raises(CannotPair) as refused:
        draw([f"P{at}" for at in range(8)], rounds, sizes(8, 4, 4, 7), "Tisch {}".format, 2)
    assert refused.value.round == "Runde 2"
