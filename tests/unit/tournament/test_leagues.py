"""Exports of leagues: a row a game, with the names of those who played and what each of them got."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from recorded import checked_by_path
from support import but_slow, checked, found
from unit.readers.builders import ods_table, xlsx_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.usefixtures("no_repairs")

Rows = list[list[str | int]]
GAMES: list[tuple[str, list[tuple[str, int]]]] = [
    ("G1", [("Anna", 3), ("Bernd", 3), ("Chris", -3), ("Dora", -3)]),
    ("G2", [("Anna", -2), ("Emil", 2), ("Chris", -2), ("Dora", 2)]),
    ("G3", [("Bernd", 6), ("Emil", -2), ("Chris", -2), ("Anna", -2)]),
    ("G4", [("Anna", 1), ("Bernd", -1), ("Emil", -1), ("Dora", 1)]),
    ("G5", [("Emil", 4), ("Bernd", -4), ("Chris", 4), ("Dora", -4)]),
]
WORDS = [
    ("Game ID", "Player", "Points"),
    ("Spiel-ID", "Spieler", "Punkte"),
    ("Spill-ID", "Spiller", "Poeng"),
]
Played = list[tuple[str, list[tuple[str, int]]]]


def side_by_side(games: Played, words: tuple[str, str, str]) -> Rows:
    head = [f"{word} {seat}" for word in words[1:] for seat in range(1, 5)]
    rows: Rows = [[game, *(name for name, _ in pairs), *(won for _, won in pairs)] for game, pairs in games]
    return [[words[0], *head], *rows]


def seat_by_seat(games: Played, words: tuple[str, str, str]) -> Rows:
    head = [f"{word}{seat}" for seat in range(1, 5) for word in words[1:]]
    rows: Rows = [[game, *(cell for pair in pairs for cell in pair)] for game, pairs in games]
    return [[words[0], *head], *rows]


def in_cells(games: Played, words: tuple[str, str, str]) -> Rows:
    rows: Rows = [[game, *(f"{name}:{won:+}" for name, won in pairs)] for game, pairs in games]
    return [[words[0], *(f"{words[1]} {seat}" for seat in range(1, 5))], *rows]


def csv_of(table: Rows) -> bytes:
    return "\n".join(";".join(map(str, row)) for row in table).encode()


@pytest.mark.parametrize("kept", [side_by_side, seat_by_seat, in_cells])
@pytest.mark.parametrize("words", but_slow(WORDS, WORDS[1]), ids=["en", "de", "nb"])
@pytest.mark.parametrize("title", [[], [["Liga 2026"]]], ids=["bare", "titled"])
@pytest.mark.parametrize(
    ("name", "made"),
    [("l.csv", csv_of), ("l.xlsx", xlsx_table), ("l.ods", ods_table)],
    ids=["csv", "xlsx", "ods"],
)
def test_who_played_is_read_from_the_rows(
    tmp_path: Path,
    name: str,
    made: Callable[[Rows], bytes],
    title: Rows,
    words: tuple[str, str, str],
    kept: Callable[[Played, tuple[str, str, str]], Rows],
) -> None:
    (tmp_path / name).write_bytes(made([*title, *kept(GAMES, words)]))
    file = checked_by_path(tmp_path / name, name)
    (sheet,) = file.sheets
    assert file.status == "ok"
    assert sheet.sheet.layout == "points"
    assert sheet.result is not None
    # Anna 3 - 2 - 2 + 1, Bernd 3 + 6 - 1 - 4, Chris -3 - 2 - 2 + 4, Dora -3 + 2 + 1 - 4, Emil 2 - 2 - 1 + 4.
    assert {tuple(one[:3]) for one in sheet.result.players} == {
        ("Anna", 0, 4),
        ("Bernd", 4, 4),
        ("Chris", -3, 4),
        ("Dora", -4, 4),
        ("Emil", 3, 4),
    }


@pytest.mark.parametrize(
    ("kept", "cells"),
    [(side_by_side, ("E5", "F6")), (seat_by_seat, ("H5", "C6")), (in_cells, ("E5", "B6"))],
)
def test_a_fault_is_told_where_it_stands(
    kept: Callable[[Played, tuple[str, str, str]], Rows], cells: tuple[str, str]
) -> None:
    games: Played = [(game, list(pairs)) for game, pairs in GAMES]
    games[3][1][3] = ("Anna", 1)
    games[4][1][2] = ("Chris", 5)
    assert sorted(found(checked(csv_of(kept(games, WORDS[0])).decode()))) == [
        ("tournament/group-sum", cells[1], "error"),
        ("tournament/twice-in-group", cells[0], "error"),
    ]


def test_a_game_that_was_exported_twice_is_told() -> None:
    more: Played = [(f"G{at}", GAMES[at % 5][1]) for at in range(6, 30)]
    text = csv_of(side_by_side([*GAMES, *more, more[-1]], WORDS[0])).decode()
    assert {rule for rule, _, _ in found(checked(text))} == {"tournament/twice-in-group"}


def test_a_name_that_is_almost_another_is_told() -> None:
    more: Played = [(f"G{at}", GAMES[at % 5][1]) for at in range(6, 16)]
    more[0] = ("G6", [("Anna", -2), ("Emil", 2), ("Chrs", -2), ("Dora", 2)])
    file = checked(csv_of(side_by_side([*GAMES, *more], WORDS[0])).decode())
    assert found(file) == [("tournament/similar-name", "D7", "warning")]


def test_points_without_a_name_are_nobodys() -> None:
    games: Played = [(game, list(pairs)) for game, pairs in GAMES]
    games[4][1][2] = ("", 4)
    file = checked(csv_of(side_by_side(games, WORDS[0])).decode())
    assert found(file) == [("sheet/missing-value", "D6", "error")]
    assert "" not in file.sheets[0].sheet.players


def test_a_cell_that_says_no_number_is_told() -> None:
    text = csv_of(in_cells(GAMES, WORDS[0])).decode().replace("Bernd:+6", "Bernd:x6")
    assert found(checked(text)) == [("sheet/not-a-number", "B4", "error")]


@pytest.mark.slow
def test_a_season_of_25_players_and_300_games() -> None:
    people = [f"{chr(65 + at)}{'ilo'[at % 3]}{'ntsk'[at % 4]}o" for at in range(25)]
    season: Played = [
        (f"{game}", [(people[(7 * game + at) % 25], won * (1 + game % 6)) for at, won in pairs])
        for game, pairs in enumerate([[(0, 1), (3, 1), (8, -1), (15, -1)]] * 300)
    ]
    file = checked(csv_of(side_by_side(season, WORDS[1])).decode())
    (sheet,) = file.sheets
    assert file.status == "ok"
    assert len(sheet.sheet.players) == 25
    assert sheet.entries == 300
