"""Hidden rows and the total row: which of them count."""

from __future__ import annotations

from io import BytesIO

import openpyxl
import pytest

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
