"""Hidden columns: a helper of the sheet is left out and said, a player's column counts."""

from __future__ import annotations

from io import BytesIO

import openpyxl
import pytest

from scorecheck.model.cells import column_letters
from support import check, found, only

GAMES = [
    (1, 1, -1, -1),
    (-2, 2, 2, -2),
    (6, -2, -2, -2),
    (3, -3, 3, -3),
    (-1, -1, 1, 1),
    (2, -2, -2, 2),
    (-4, 4, -4, 4),
    (1, -1, 1, -1),
]


def workbook(helper: list[int], at: int, *, hide_a_player: bool = False) -> bytes:
    """Games with a hidden column of these numbers before the player at this position."""
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    names = ["Anna", "Bernd", "Chris", "Dora"]
    sheet.append(["Spiel", *names[:at], "Hilfe", *names[at:]])
    for number, (points, more) in enumerate(zip(GAMES, helper, strict=True), 1):
        sheet.append([number, *points[:at], more, *points[at:]])
    if hide_a_player:
        sheet.delete_cols(at + 2)
    letter = column_letters(at + 2)
    sheet.column_dimensions[letter].hidden = True
    file = BytesIO()
    book.save(file)
    return file.getvalue()


@pytest.mark.parametrize("at", [0, 2, 4])
@pytest.mark.parametrize(
    ("helper", "said"),
    [
        pytest.param([0] * 8, [], id="zeros, as row sums"),
        pytest.param([row[0] for row in GAMES], ["hidden"], id="a copy of the first player"),
        pytest.param([9, 1, 7, 3, 3, 8, 2, 5], ["hidden"], id="anything"),
    ],
)
def test_a_hidden_helper_is_left_out(helper: list[int], said: list[str], at: int) -> None:
    file = only(check(workbook(helper, at), name="sheet.xlsx"))
    assert file.sheets[0].sheet.players == ("Anna", "Bernd", "Chris", "Dora")
    assert [(finding.rule, finding.variant) for finding in file.findings] == [
        ("sheet/unknown-column", variant) for variant in said
    ]


def test_a_hidden_player_counts_and_is_named() -> None:
    file = only(check(workbook([0] * 8, 2, hide_a_player=True), name="sheet.xlsx"))
    assert file.sheets[0].sheet.players == ("Anna", "Bernd", "Chris", "Dora")
    assert found(file) == [("sheet/hidden-values", "D1", "warning")]
