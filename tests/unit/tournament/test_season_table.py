"""A season's table beside the sheets of its evenings is held against these, cell by cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import openpyxl
import pytest

import scorecheck
from support import but_slow, run

if TYPE_CHECKING:
    from pathlib import Path

Row = Sequence[str | int]
PLAYERS = ("Anna", "Bernd", "Clara", "Dieter")
GAMES = {
    "12.01.24": ((2, 2, -2, -2), (-1, 1, 1, -1), (9, -3, -3, -3), (1, -1, -1, 1)),
    "09.02.24": ((3, -3, 3, -3), (-2, 2, -2, 2), (-4, -4, 4, 4), (1, 1, -1, -1)),
    "08.03.24": ((1, -1, 1, -1), (2, -2, -2, 2), (-6, 2, 2, 2)),
}
EVENINGS: list[list[str | int]] = [
    ["Datum", *PLAYERS],
    ["12.01.24", 11, -1, -5, -5],
    ["09.02.24", -2, -4, 4, 2],
    ["08.03.24", -3, -1, 1, 3],
    ["Gesamt", 6, -6, 0, 0],
]
"""Anna 2 - 1 + 9 + 1, 3 - 2 - 4 + 1, 1 + 2 - 6, and so on."""


def _members() -> list[list[str | int]]:
    """The same with a row a member and a column an evening."""
    turned = [list(column) for column in zip(*EVENINGS, strict=True)]
    return [["Name", *turned[0][1:]], *turned[1:]]


def _found(path: Path, season: Sequence[Row], games: Mapping[str, Sequence[Row]] = GAMES) -> list[str]:
    return [_said(one) for one in _findings(path, season, games)]


def _said(one: scorecheck.Finding) -> str:
    return f"{one.sheet}!{one.cell and one.cell.a1}: {one.message()}"


def _findings(
    path: Path, season: Sequence[Row], games: Mapping[str, Sequence[Row]]
) -> list[scorecheck.Finding]:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name, rows in games.items():
        sheet = book.create_sheet(name)
        sheet.append(["Spiel", *PLAYERS])
        for number, game in enumerate(rows, 1):
            sheet.append([number, *game])
    table = book.create_sheet("Gesamtwertung")
    for row in season:
        table.append([None if cell == "" else cell for cell in row])
    book.save(path / "season.xlsx")
    return list(scorecheck.validate(path / "season.xlsx").findings)


@pytest.mark.parametrize("months", but_slow([False, True], False), ids=["days", "months"])  # noqa: FBT003 - a value
@pytest.mark.parametrize("summed", [False, True], ids=["bare", "summed"])
@pytest.mark.parametrize("turned", [False, True], ids=["evenings", "members"])
def test_the_cell_that_is_wrong_is_named_once(
    tmp_path: Path, *, turned: bool, summed: bool, months: bool
) -> None:
    season = _members() if turned else [list(row) for row in EVENINGS]
    if not summed:
        season = [row[:-1] for row in season] if turned else season[:-1]
    names = dict(zip(GAMES, ("Januar", "Februar", "März"), strict=True)) if months else {}
    season = [[names.get(str(cell), cell) for cell in row] for row in season]
    games = {names.get(name, name): rows for name, rows in GAMES.items()}
    assert _found(tmp_path, season, games) == []
    row, column = (3, 2) if turned else (2, 3)
    season[row][column] = 7
    cell = "C4" if turned else "D3"
    evening = "Februar" if months else "09.02.24"
    said = f"Gesamtwertung!{cell}: {evening}: Clara has 7 here; the sheet gives 4."
    assert _found(tmp_path, season, games) == [said]


def _with(row: int, column: int, *cells: str | int) -> list[list[str | int]]:
    season = [list(one) for one in EVENINGS]
    season[row][column : column + len(cells)] = cells
    return season


@pytest.mark.parametrize(
    ("season", "said"),
    [
        (_with(2, 1, 2), "B3: 09.02.24: Anna has 2 here; the sheet gives −2: the sign is wrong."),
        (
            _with(1, 1, -1, 11),
            "B2: 12.01.24: Anna and Bernd were swapped. Anna has −1 here; the sheet gives 11.",
        ),
        (_with(1, 2, ""), "C2: 12.01.24: nothing stands here for Bernd; the sheet gives −1."),
        ([*EVENINGS[:2], *EVENINGS[3:4]], "B1: This list leaves out 1 sheet: 09.02.24."),
        (_with(0, 2, "Bernt"), "C1: Bernt is on the list, but on no sheet. There Bernd is meant, it seems."),
        (_with(4, 1, 7), "B5: Anna: the total row says +7, but the rows above it give +6."),
    ],
    ids=["sign", "swapped", "empty", "left-out", "misspelt", "total"],
)
def test_what_may_be_wrong(tmp_path: Path, season: Sequence[Row], said: str) -> None:
    assert _found(tmp_path, season) == [f"Gesamtwertung!{said}"]


FAULTY: Mapping[str, Sequence[Row]] = {
    **GAMES,
    "09.02.24": ((3, -3, 3, -3), (-2, 2, -2, 2), (-4, -4, 4, 4), (1, 2, -1, -1)),
}
"""Of the last game of the second evening Bernd has 2, where he won 1."""


def test_the_season_tells_how_a_sheet_is_mended(tmp_path: Path) -> None:
    found = _findings(tmp_path, EVENINGS, FAULTY)
    assert [_said(one) for one in found] == ["09.02.24!C5: Game 4 adds up to +1, not 0."]
    fix, *_ = found[0].fixes
    assert [(edit.cell.a1, edit.after) for edit in fix.edits] == [("C5", "1")]
    assert fix.confidence >= 0.99
    assert "then “Gesamtwertung” is right as well" in fix.message()


def test_what_the_season_takes_from_a_faulty_sheet_only_follows(tmp_path: Path) -> None:
    """By a formula it says 1 too many of Bernd, so that nobody won what others lost: no second fault."""
    season = [list(row) for row in _with(2, 2, -3)]
    season[4][2] = int(season[4][2]) + 1
    found = _findings(tmp_path, season, FAULTY)
    assert [_said(one) for one in found] == ["09.02.24!C5: Game 4 adds up to +1, not 0."]
    assert "then all 4 games add up" in found[0].fixes[0].message()


def test_a_season_made_from_a_faulty_sheet_makes_its_repair_no_less_sure(tmp_path: Path) -> None:
    """Eva, who stayed away, has a column of her own: the table need not agree in each cell to be a copy."""
    season = [[*row, cell] for row, cell in zip(_with(2, 2, -3), ("Eva", 0, "", 0, 0), strict=True)]
    alone, beside = (
        next(one for one in _findings(tmp_path, table, FAULTY) if one.sheet == "09.02.24").fixes[0].confidence
        for table in ([["Notiz"]], season)
    )
    assert beside == pytest.approx(alone, abs=0.01)


def test_both_are_told_where_no_repair_of_the_sheet_gives_what_the_season_says(tmp_path: Path) -> None:
    assert [_said(one) for one in _findings(tmp_path, _with(2, 2, -9), FAULTY)] == [
        "09.02.24!C5: Game 4 adds up to +1, not 0.",
        "Gesamtwertung!C3: 09.02.24: Bernd has −9 here; the sheet gives −3. "
        "Something is wrong on the sheet itself: look there first.",
    ]


def test_evenings_before_the_first_sheet_are_left_as_they_are(tmp_path: Path) -> None:
    games = {name: rows for name, rows in GAMES.items() if name != "12.01.24"}
    assert _found(tmp_path, EVENINGS, games) == []


@pytest.mark.parametrize("worth", [(1, 0, 2, 3), (110, -10, -50, -50)], ids=["beers", "cents"])
def test_other_tables_of_the_members_are_left_alone(tmp_path: Path, worth: tuple[int, ...]) -> None:
    season = [EVENINGS[0], ["12.01.24", *worth], ["09.02.24", 2, 0, 1, 1], ["08.03.24", 0, 1, 4, 1]]
    said = "A table beside the scoresheets is none itself and was left alone."
    assert _found(tmp_path, season) == [f"Gesamtwertung!None: {said}"]


def test_the_season_is_ranked_once(tmp_path: Path) -> None:
    assert _found(tmp_path, EVENINGS) == []
    assert "Anna        6     11" in run("rank", tmp_path / "season.xlsx").stdout


@pytest.mark.parametrize("numbered", but_slow([False, True], True), ids=["days", "numbers"])  # noqa: FBT003 - a value
def test_a_long_list_beside_the_sheets_is_held_to_them_as_well(tmp_path: Path, *, numbered: bool) -> None:
    called = {name: at if numbered else name for at, name in enumerate(GAMES, 1)}
    games = {f"Abend {at}" if numbered else name: GAMES[name] for at, name in enumerate(GAMES, 1)}
    rows: list[list[str | int]] = [["Abend", "Name", "Punkte"]]
    rows += [
        [called[str(day)], name, *points]
        for day, *of_day in EVENINGS[1:4]
        for name, *points in zip(PLAYERS, of_day, strict=True)
    ]
    assert _found(tmp_path, rows, games) == []
    assert "Anna        6     11" in run("rank", tmp_path / "season.xlsx").stdout
    rows[7][2] = 7
    evening = "Abend 2" if numbered else "Abend 09.02.24"
    said = f"Gesamtwertung!C8: {evening}: Clara has 7 here; the sheet gives 4."
    assert _found(tmp_path, rows, games) == [said]
