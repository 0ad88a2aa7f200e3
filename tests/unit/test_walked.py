"""Whole workbooks and folders as clubs keep them, read and ranked as one would."""

from __future__ import annotations

from typing import TYPE_CHECKING

from openpyxl import Workbook

import scorecheck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


def _workbook(path: Path, sheets: Mapping[str, Sequence[Sequence[object]]]) -> Path:
    book = Workbook()
    book.remove(book.worksheets[0])
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(list(row))
    book.save(path)
    return path


GAMES = [(1, 3, -3, 3, -3), (2, -1, -1, 3, -1), (3, 2, 2, -2, -2), (4, -4, 4, 4, -4)]


def test_standings_with_their_rounds_beside_the_sheets_are_read(tmp_path: Path) -> None:
    names = ("Spiel", "Anna", "Bernd", "Chris", "Dora")
    standings = [
        ("Platz", "Name", "1. Runde", "2. Runde", "Summe"),
        (1, "Chris", 8, 8, 16),
        (2, "Bernd", 2, 2, 4),
        (3, "Anna", 0, 0, 0),
        (4, "Dora", -10, -10, -20),
    ]
    sheets = {"R1 T1": [names, *GAMES], "R2 T1": [names, *GAMES], "Rangliste": standings}
    report = scorecheck.validate(_workbook(tmp_path / "event.xlsx", sheets))
    assert [one.sheet.layout for one in report.checked.files[0].sheets] == ["points", "points", "standings"]
