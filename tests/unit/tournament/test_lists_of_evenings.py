"""Lists of players with their evenings beside the scores, under headings as clubs write them."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook

from scorecheck import validate

HEADINGS = (
    ("Fr 6.3.", "Fr 13.3.", "Fr 20.3.", "Fr 27.3."),
    ("Freitag, 6.3.26", "Freitag, 13.3.26", "Freitag, 20.3.26", "Freitag, 27.3.26"),
    ("06/03", "13/03", "20/03", "27/03"),
    ("6 Mar", "13 Mar", "20 Mar", "27 Mar"),
    ("6. mars", "13. mars", "20. mars", "27. mars"),
    ("Jan", "Feb", "Mrz", "Apr"),
    ("KW 10", "KW 11", "KW 12", "KW 13"),
    ("1. Turnier", "2. Turnier", "3. Turnier", "4. Turnier"),
    ("bei Rolf", "bei Uschi", "bei Karin", "bei Bernd"),
    ("1", "2", "3", "4"),
)
EVENINGS = {
    "Rolf": (12, -4, None, 8),
    "Uschi": (-7, 9, 3, None),
    "Karin": (-5, None, -8, -3),
    "Bernd": (None, -5, 5, -5),
}
"""Each evening adds up to 0: 12 - 7 - 5, -4 + 9 - 5, 3 - 8 + 5, 8 - 3 - 5."""


def _list(headings: tuple[str, ...], away: str, *, slip: int = 0) -> str:
    lines = [";".join(("Spieler", *headings, "Summe"))]
    for name, points in EVENINGS.items():
        said = [away if one is None else str(one + slip * (name == "Rolf" and one == 12)) for one in points]
        lines.append(";".join((name, *said, str(sum(filter(None, points))))))
    return "\n".join(lines)


# Who was away is one of three for each form of headings: neither is read by the other.
@pytest.mark.parametrize(
    ("headings", "away"),
    [
        pytest.param(headings, away, marks=() if (at + by) % 3 == 0 else pytest.mark.slow)
        for at, headings in enumerate(HEADINGS)
        for by, away in enumerate(("", "x", "-"))
    ],
)
def test_evenings_are_held_to_0_and_to_the_scores(
    headings: tuple[str, ...], away: str, tmp_path: Path
) -> None:
    right, wrong = tmp_path / "right.csv", tmp_path / "wrong.csv"
    right.write_text(_list(headings, away), encoding="utf-8")
    wrong.write_text(_list(headings, away, slip=1), encoding="utf-8")

    assert validate(right).ok
    assert not validate(right).findings
    (told,) = validate(wrong).findings
    assert told.cell is not None and told.cell.a1 == "B2"
    assert [edit.after for edit in told.fixes[0].edits] == ["12"]


def test_a_list_whose_scores_the_sheets_beside_it_give_is_no_game(tmp_path: Path) -> None:
    """On its side and by itself it would be a chouette: each evening adds up to 0, and few of its changes
    are no payments."""
    evenings: dict[str, dict[str, tuple[int, ...]]] = {
        "09.01.26": {
            "Tine": (-3, -2, 1, 2),
            "Jens": (3, 2, -1, -2),
            "Meyer": (3, 2, 1, 2),
            "Anna": (-3, -2, -1, -2),
        },
        "23.01.26": {
            "Tine": (3, 9, 12, 4),
            "Ole": (-3, -3, -4, -4),
            "Jens": (3, -3, -4, -4),
            "Meyer": (-3, -3, -4, 4),
        },
        "06.02.26": {
            "Tine": (-3, -1, -1, 1),
            "Meyer": (-3, -1, 1, 1),
            "Jens": (-3, 1, 1, -1),
            "Anna": (9, 1, -1, -1),
        },
        "20.02.26": {
            "Meyer": (1, -1, 4, -4),
            "Ole": (1, -1, 4, -4),
            "Anna": (-1, -1, -4, 4),
            "Jens": (-1, 3, -4, 4),
        },
    }
    book = Workbook()
    overview = book.active
    overview.title = "Übersicht"
    overview.append(["Name", *evenings, "Gesamt"])
    for name in ("Meyer", "Anna", "Ole", "Tine", "Jens"):
        points = [sum(games[name]) if name in games else None for games in evenings.values()]
        overview.append([name, *points, sum(filter(None, points))])
    for day, games in evenings.items():
        sheet = book.create_sheet(day)
        sheet.append(["Spiel", *games])
        for number, points in enumerate(zip(*games.values(), strict=True), start=1):
            sheet.append([number, *points])
    right, wrong = tmp_path / "right.xlsx", tmp_path / "wrong.xlsx"
    book.save(right)
    overview["E2"] = 3
    overview["F2"] = overview["F2"].value + 3
    book.save(wrong)

    assert not validate(right).findings
    assert "E2" in {told.cell.a1 for told in validate(wrong).findings if told.cell}
