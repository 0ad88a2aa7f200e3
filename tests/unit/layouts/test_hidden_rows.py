"""Hidden and crossed-out rows and the total row: which of them count."""

from __future__ import annotations

from io import BytesIO

import openpyxl
import pytest
from openpyxl.styles import Font

from scorecheck.model.sheet import Ignored
from support import check, only

POINTS = [(1, 1, -1, -1), (-2, 2, 2, -2), (4, -4, 4, -4), (2, 2, -2, -2)]
TOTALS = [(1, 1, -1, -1), (-1, 3, 1, -3), (3, -1, 5, -7), (5, 1, 3, -9)]
"""The points, added up."""


def workbook(rows: list[tuple[int, ...]], foot: tuple[int, ...], hidden: range) -> bytes:
    """A sheet of games and its total row; the first game stands in row 2."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Spiel", "Anna", "Bernd", "Chris", "Dora"])
    for number, points in enumerate(rows, 1):
        sheet.append([number, *points])
    sheet.append(["Summe", *foot])
    for row in hidden:
        sheet.row_dimensions[row].hidden = True
    file = BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("layout", "rows", "foot", "games"),
    [
        # Filtered away: the sums are those of the rows that are shown.
        pytest.param("points", POINTS, (2, 2, -2, -2), 1, id="points, left out"),
        pytest.param("points", POINTS, (5, 1, 3, -9), 4, id="points, added up"),
        # A running total holds all that was before, whether it is shown or not.
        pytest.param("totals", TOTALS, (5, 1, 3, -9), 4, id="totals"),
    ],
)
def test_hidden_games_are_left_out_where_the_sums_do(
    layout: str, rows: list[tuple[int, ...]], foot: tuple[int, ...], games: int
) -> None:
    file = only(check(workbook(rows, foot, range(2, 5)), "a.xlsx", game="doppelkopf", layout=layout))
    (sheet,) = file.sheets
    assert sheet.entries == games
    left_out = [] if games == 4 else [Ignored(0, "hidden"), Ignored(1, "hidden"), Ignored(2, "hidden")]
    assert list(sheet.sheet.ignored) == left_out
    assert [finding.rule for finding in file.findings] == ["sheet/hidden-values"]


STRUCK = (3, 3, -3, 3)
"""A game that was begun wrongly and crossed out: no game of four, and it adds up to 6."""


def crossed_out(*, totals: bool, foot: tuple[int, ...] | None) -> bytes:
    """Four games, the number of the third one crossed out before it with what was begun there."""
    games = TOTALS if totals else POINTS
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Spiel", "Anna", "Bernd", "Chris", "Dora"])
    for number, points in zip((1, 2, 3, 3, 4), (*games[:2], STRUCK, *games[2:]), strict=True):
        sheet.append([number, *points])
    for column in range(2, 6):
        sheet.cell(4, column).font = Font(strike=True)
    if foot is not None:
        sheet.append(["Summe", *foot])
    file = BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("totals", "foot"),
    [
        pytest.param(False, (5, 1, 3, -9), id="points and their sums"),
        pytest.param(False, None, id="points alone"),
        pytest.param(True, None, id="totals"),
    ],
)
def test_crossed_out_games_are_left_out(*, totals: bool, foot: tuple[int, ...] | None) -> None:
    layout = "totals" if totals else "points"
    data = crossed_out(totals=totals, foot=foot)
    file = only(check(data, "a.xlsx", game="doppelkopf", layout=layout))
    (sheet,) = file.sheets
    assert sheet.entries == 4
    assert list(sheet.sheet.ignored) == [Ignored(2, "struck")]
    assert [finding.rule for finding in file.findings] == []


def test_a_game_crossed_out_counts_where_the_sums_count_it() -> None:
    data = crossed_out(totals=False, foot=(8, 4, 0, -6))
    file = only(check(data, "a.xlsx", game="doppelkopf", layout="points"))
    (sheet,) = file.sheets
    assert sheet.entries == 5
    assert "doppelkopf/zero-sum" in [finding.rule for finding in file.findings]
