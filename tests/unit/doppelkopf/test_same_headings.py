"""Sheets of a workbook under the headings of another one that is known: they are kept in the same way."""

from __future__ import annotations

import io

import openpyxl

from scorecheck.model.outcome import CheckedFile
from scorecheck.one_file.pipeline import check_bytes
from scorecheck.one_file.settings import Settings
from support import found, only

HEAD = ("#", "Zeitpunkt", "Spieltyp", "Siegerpartei", "Parteipunkte")
FIRST = (
    (*HEAD, "Anna", "Bernd", "Chris", "Dora"),
    (1, "20:12", "Normal", "Re", 2, 0, -2, 0, -2),
    (2, "20:20", "Normal", "Kontra", 4, -4, 0, 0, -4),
    (3, "20:31", "Normal", "Re", 1, -1, -1, 0, 0),
    (4, "20:44", "Normal", "Re", 3, 0, 0, -3, -3),
    (5, "20:52", "Normal", "Kontra", 2, 0, -2, -2, 0),
    (6, "21:03", "Normal", "Re", 6, -6, 0, -6, 0),
)


def checked(*second: tuple[object, ...]) -> CheckedFile:
    book = openpyxl.Workbook()
    for name, rows in (("Abend 1", FIRST), ("Abend 2", second)):
        page = book.create_sheet(name)
        for row in rows:
            page.append(row)
    book.remove(book.worksheets[0])
    out = io.BytesIO()
    book.save(out)
    return only(check_bytes(out.getvalue(), "a.xlsx", "a.xlsx", Settings()))


def test_two_rows_that_are_no_games() -> None:
    """By themselves they look like nothing, and a table of nothing beside scoresheets is left alone."""
    file = checked(
        (*HEAD, "Anna", "Emil", "Chris", "Dora"),
        (1, "20:12", "Hochzeit", "Re", 1, -2, 0, -1, -2),
        (2, "20:13", "Hochzeit", "Re", 1, -2, -1, 0, -2),
    )
    assert [(rule, cell) for rule, cell, *_ in found(file)] == [
        ("doppelkopf/pattern", "F2"),
        ("doppelkopf/pattern", "F3"),
    ]


def test_other_headings_are_left_alone() -> None:
    file = checked(
        ("#", "Zeitpunkt", "Ort", "Wetter", "Grad", "Anna", "Emil", "Chris", "Dora"),
        (1, "20:12", "Kneipe", "Regen", 1, -2, 0, -1, -2),
        (2, "20:13", "Kneipe", "Regen", 1, -2, -1, 0, -2),
    )
    assert [rule for rule, *_ in found(file)] == ["sheet/foreign"]
