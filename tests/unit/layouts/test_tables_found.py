"""Where the tables of a sheet begin and end: by lines of names, and by what stands below them."""

from __future__ import annotations

import pytest

from scorecheck.layouts.locate import partitions, turned_tables
from scorecheck.model.cells import Value
from scorecheck.model.sheet import Table
from scorecheck.model.workbook import Grid


def tables_on(rows: list[str], *merged: tuple[int, int, int, int]) -> tuple[Table, ...]:
    """The tables of the likeliest cut of a sheet; a row ends where its line does."""
    return next(partitions(Grid("Tisch 1", [row.split("|") for row in rows], merged=merged))).tables


@pytest.mark.parametrize(
    ("line", "following", "begin"),
    [
        pytest.param("Spiel|Anna|Bernd|Chris|Dora", "3|2|-2|2|-2", [1], id="the names once more"),
        pytest.param("Spiel|Anna|Bernd|Emil|Dora", "3|2|-2|2|-2", [1], id="Emil for Chris"),
        pytest.param("Spiel|Anna|Bernd|Chris", "3|2|-2|2|-2", [1], id="nobody named for Dora"),
        # Two new ones, and the numbers begin anew: that is another table with Anna and Bernd at it.
        pytest.param("Spiel|Anna|Bernd|Emil|Frieda", "1|2|-2|2|-2", [1, 4], id="two new, from 1 on"),
        pytest.param("Spiel|Anna|Bernd|Emil|Frieda", "3|2|-2|2|-2", [1], id="two new, numbers go on"),
        pytest.param("Spiel|Anna|Emil|Frieda|Gustav", "3|2|-2|2|-2", [1, 4], id="three new"),
    ],
)
def test_a_line_of_names_between_games(line: str, following: str, begin: list[int]) -> None:
    games = ["Spiel|Anna|Bernd|Chris|Dora", "1|1|1|-1|-1", "2|-2|2|2|-2"]
    assert [table.heading_row for table in tables_on([*games, line, following])] == begin


@pytest.mark.parametrize(
    ("line", "begin"),
    [
        ("Anna|Bernd|Chris|?", [1]),
        # Nobody has asked what the fourth one is called, and a question mark is no name.
        ("Anna|Bernd|Chris", [1]),
        ("Anna|Bernd|Emil|?", [1, 4]),
    ],
)
def test_where_games_have_no_numbers_only_the_same_names_go_on(line: str, begin: list[int]) -> None:
    rows = ["Anna|Bernd|Chris|?", "2|2|-2|-2", "-4|4|4|-4", line, "1|-1|1|-1"]
    assert [table.heading_row for table in tables_on(rows)] == begin


@pytest.mark.parametrize(("first", "begin"), [(60, [1, 64]), (61, [1])])
def test_the_first_sixty_rows_show_which_columns_hold_points(first: int, begin: list[int]) -> None:
    # Bernd has his first number so many rows below his name. Below a single column of points no
    # other table is looked for: its words may be notes.
    games = [f"1|{-1 if row >= first else ''}" for row in range(1, 62)]
    found = tables_on(["Anna|Bernd", *games, "", "Chris|Dora", "3|-3"])
    assert [table.heading_row for table in found] == begin


def test_a_name_stands_over_all_the_columns_that_it_is_merged_over() -> None:
    rows = [
        "Spiel|Anna|||Bernd|||Chris||",
        "|Ansage|Solo|+/-|Ansage|Solo|+/-|Ansage|Solo|+/-",
        "1|||2|||2|||-4",
        "2|||-1|||2|||-1",
    ]
    (table,) = tables_on(rows, (1, 2, 1, 4), (1, 5, 1, 7), (1, 8, 1, 10))
    assert table.headings == (
        *("Spiel", "Ansage", "Solo", "Anna", "Ansage"),
        *("Solo", "Bernd", "Ansage", "Solo", "Chris"),
    )


def test_after_a_change_of_players_another_table_may_follow() -> None:
    games = ["Spiel|Anna|Bernd|Chris|Dora", "1|1|1|-1|-1", "Spiel|Anna|Bernd|Emil|Dora", "2|2|-2|2|-2"]
    others = ["", "Spiel|Frieda|Gustav|Hanne|Ingo", "1|3|-3|3|-3"]
    assert [table.heading_row for table in tables_on([*games, *others])] == [1, 6]


def test_a_single_game_shows_which_columns_hold_points() -> None:
    rows = ["Anna|Bernd||", "3|-3||", "", "||Chris|Dora", "||5|-5"]
    assert [table.heading_row for table in tables_on(rows)] == [1, 4]


@pytest.mark.parametrize(("row", "width"), [(60, 4), (61, 2)])
def test_a_table_is_as_wide_as_its_first_sixty_rows(row: int, width: int) -> None:
    games = ["3|-3||beer" if at == row else "3|-3" for at in range(1, 62)]
    (table,) = tables_on(["Anna|Bernd", *games])
    assert len(table.headings) == width


@pytest.mark.parametrize(("plus", "minus"), [("+", "-"), ("+", "−"), ("Plus", "Minus"), ("Pluss", "Minus")])
def test_what_was_won_and_what_was_lost_in_two_columns(plus: str, minus: str) -> None:
    pair = f"{plus}|{minus}"
    rows = ["|Anna||Bernd||Chris|", f"Spiel|{pair}|{pair}|{pair}", "1|3|||2||1", "2||4|4||0|"]
    (table,) = tables_on(rows)
    assert table.headings == ("Spiel", "Anna", "", "Bernd", "", "Chris", "")
    assert [list(row) for row in table.rows] == [
        ["1", "3", "", -2, "", -1, ""],
        ["2", -4, "", "4", "", "0", ""],
    ]


def test_words_between_games_are_no_headings_where_they_stand_over_no_points() -> None:
    games = ["Spiel|Anna|Bernd|Chris|Dora|Notiz|Ort", "1|1|1|-1|-1||", "|||||Pause|Garten", "2|2|-2|2|-2||"]
    assert [table.heading_row for table in tables_on(games)] == [1]


def test_words_at_the_end_are_no_headings_of_what_stands_above() -> None:
    assert list(partitions(Grid("Tisch 1", [[1, 2], [3, 4], ["Anna", "Bernd"]]))) == []


def test_two_names_are_enough_for_a_table_beside_another() -> None:
    rows = ["Anna|Bernd||Chris|Dora||Emil", "3|-3||5|-5||1", "-1|1||2|-2||1"]
    together, apart = (cut.tables for cut in partitions(Grid("Tisch 1", [row.split("|") for row in rows])))
    assert [table.headings for table in together] == [("Anna", "Bernd", "", "Chris", "Dora", "", "Emil")]
    assert [(table.first_column, table.headings) for table in apart] == [
        (0, ("Anna", "Bernd", "")),
        (3, ("", "", "", "Chris", "Dora", "")),
    ]


def test_each_table_beside_another_has_the_title_above_it() -> None:
    rows = ["Tisch 1|||Tisch 2||", "Anna|Bernd||Chris|Dora|", "3|-3||5|-5|", "-1|1||2|-2|"]
    _, apart = (cut.tables for cut in partitions(Grid("Runde 1", [row.split("|") for row in rows])))
    assert [table.title for table in apart] == ["Tisch 1", "Tisch 2"]


@pytest.mark.parametrize(("games", "is_turned"), [(399, True), (400, False)])
def test_no_more_than_four_hundred_columns_are_games(games: int, is_turned: bool) -> None:
    rows: list[list[Value]] = [["Spiel", *range(1, games + 1)], *([name, *[0] * games] for name in "ABC")]
    assert bool(turned_tables(Grid("Tisch 1", rows))) == is_turned


@pytest.mark.parametrize(
    ("above", "between", "is_turned"),
    [
        (0, 0, True),
        # Where on the sheet it stands does not matter, but how tall it is: 120 rows and no more.
        (40, 0, True),
        (40, 115, True),
        (0, 115, True),
        (0, 116, False),
    ],
)
def test_players_one_below_the_other(above: int, between: int, is_turned: bool) -> None:
    rows = [["Spiel", "1", "2"], ["Anna", "1", "2"], ["Bernd", "1", "-2"], ["Chris", "-2", "0"]]
    sheet = [*([[""]] * above), *rows, *([[""]] * between), ["zu Hause"]]
    turned = turned_tables(Grid("Tisch 1", sheet))
    assert bool(turned) == is_turned
    if turned:
        assert turned[0].headings[above : above + 4] == ("Spiel", "Anna", "Bernd", "Chris")


@pytest.mark.parametrize(("count", "taken"), [(500, 500), (501, 500)])
def test_of_very_many_tables_the_first_are_looked_at(count: int, taken: int) -> None:
    rows = [row.split("|") for n in range(count) for row in (f"A{n}|B|C", "1|1|-2", "2|-1|-1", "")]
    cut = next(partitions(Grid("Tisch 1", rows)))
    assert (len(cut.tables), cut.whole) == (taken, count == taken)


def test_of_very_wide_tables_fewer_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorecheck.layouts.locate._MOST_HEADINGS", 500)
    rows = [row for _ in range(60) for row in ([f"P{at}" for at in range(16)], [1] * 16, [])]
    cut = next(partitions(Grid("Tisch 1", rows)))
    assert (len(cut.tables), cut.whole) == (31, False)
