"""Long lists: what parts their rows, in which words and formats, and what they give to a ranking."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from recorded import checked_by_path
from scorecheck.one_file.row_evidence import weigh_groups
from support import but_slow, check, checked, found, only
from unit.readers.builders import ods_table, xlsx_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorecheck.model.outcome import CheckedFile

Rows = list[list[str | int]]
ROWS = [
    (1, 1, "Anna", 10),
    (1, 1, "Bernd", -4),
    (1, 1, "Chris", -6),
    (1, 2, "Dora", 3),
    (1, 2, "Emil", -3),
    (2, 1, "Anna", -8),
    (2, 1, "Emil", 8),
    (2, 2, "Dora", 7),
    (2, 2, "Bernd", -5),
    (2, 2, "Chris", -2),
]
HEADINGS = [
    ("Round", "Table", "Player", "Points"),
    ("Runde", "Tisch", "Spieler", "Punkte"),
    ("Omgang", "Bord", "Spiller", "Poeng"),
]


def csv_of(table: Rows) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in table).encode()


def with_results(data: bytes, folder: Path, name: str = "l.csv") -> CheckedFile:
    (folder / name).write_bytes(data)
    return checked_by_path(folder / name, name)


@pytest.mark.parametrize("headings", but_slow(HEADINGS, HEADINGS[1]), ids=["en", "de", "nb"])
@pytest.mark.parametrize(
    "title", but_slow([[], [["Club 2026", "", "", ""]]], [["Club 2026", "", "", ""]]), ids=["bare", "titled"]
)
@pytest.mark.parametrize(
    ("name", "made"),
    [("l.csv", csv_of), ("l.xlsx", xlsx_table), ("l.ods", ods_table)],
    ids=["csv", "xlsx", "ods"],
)
def test_a_long_list_is_read_in_each_format(
    tmp_path: Path, name: str, made: Callable[[Rows], bytes], title: Rows, headings: tuple[str, ...]
) -> None:
    table: Rows = [*title, list(headings), *map(list, ROWS)]
    file = with_results(made(table), tmp_path, name)
    (sheet,) = file.sheets
    assert file.status == "ok"
    assert sheet.sheet.layout == "list"
    assert sheet.sheet.players == ("Anna", "Bernd", "Chris", "Dora", "Emil")
    assert sheet.result is not None
    # Anna 10 - 8, Bernd -4 - 5, Chris -6 - 2, Dora 3 + 7, Emil -3 + 8.
    assert [(one.player, one.points, one.games) for one in sheet.result.players] == [
        ("Anna", 2, 2),
        ("Bernd", -9, 2),
        ("Chris", -8, 2),
        ("Dora", 10, 2),
        ("Emil", 5, 2),
    ]


def test_what_parts_the_rows_is_what_makes_them_add_up(tmp_path: Path) -> None:
    # The running number is no group of its own, nor is the day: it holds two games.
    rows = ["Nr,Date,Game,Name,Points"]
    games = [("1 May", "A", 4), ("1 May", "B", 7), ("2 May", "C", 2), ("2 May", "D", -9)]
    for day, game, won in games:
        rows += [f"{len(rows)},{day},{game},Anna,{won}", f"{len(rows) + 1},{day},{game},Bob,{-won}"]
    file = with_results("\n".join(rows).encode(), tmp_path)
    assert file.status == "ok"
    assert file.sheets[0].sheet.layout == "list"
    assert file.sheets[0].result is not None
    assert [one.games for one in file.sheets[0].result.players] == [4, 4]


def test_one_name_in_two_spellings_of_case_is_one_player() -> None:
    file = checked("Game,Name,Points\n1,Anna,4\n1,Bob,-4\n2,anna,-6\n2,Bob,6\n3,Anna,5\n3,Bob,-5\n")
    assert file.sheets[0].sheet.players == ("Anna", "Bob")


def test_a_league_of_many_games_is_read() -> None:
    people = [f"P{at}" for at in range(25)]
    rows = ["Game ID,Player,Points"]
    for game in range(300):
        at = [people[(7 * game + step) % 25] for step in (0, 3, 8, 15)]
        value = 1 + game % 6
        rows += [f"G{game},{name},{value * sign}" for name, sign in zip(at, (1, 1, -1, -1), strict=True)]
    file = checked("\n".join(rows))
    assert file.status == "ok"
    assert len(file.sheets[0].sheet.players) == 25
    rows[5] = rows[5].replace(",2", ",3")
    assert rows[5] == "G1,P7,3"
    assert found(checked("\n".join(rows))) == [("doppelkopf/zero-sum", "C6", "error")]


def test_two_lists_are_no_published_list_and_its_sheets() -> None:
    text = "Evening,Name,Points\n1,Anna,4\n1,Bob,-4\n2,Anna,-6\n2,Bob,6\n3,Anna,5\n3,Bob,-5\n"
    assert only(check(text)).status == "ok"


def test_only_what_settles_up_speaks_for_a_long_list() -> None:
    settled = [((12, -7, -5), True), ((3, 7, -10), True), ((-4, 9, -5), True)]
    positive = [((12, 7, 5), True), ((3, 7, 10), True), ((4, 9, 5), True)]
    twice = [(step, False) for step, _ in settled]
    assert weigh_groups(settled) > 4.6 > weigh_groups(positive)
    assert weigh_groups(settled) > weigh_groups(twice)


@pytest.mark.parametrize("points", [(12, 30, 8, 11, 2, 19), (-12, 30, -8, 11, 5, 19)])
def test_a_list_that_does_not_settle_up_is_left_alone(points: tuple[int, ...]) -> None:
    rows = (f"{1 + at // 2} May,{'Bob' if at % 2 else 'Anna'},{said}" for at, said in enumerate(points))
    assert not checked("\n".join(["Date,Name,Total", *rows])).sheets
