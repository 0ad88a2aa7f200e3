"""The numbers of tables that files and sheets speak of, by round or by evening."""

from __future__ import annotations

import pytest

from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import CheckedFile
from scorecheck.tournament.seating import TableNumbers, tables_by_round


def file(path: str, *sheets: str) -> CheckedFile:
    """A file of which no sheet could be read: their names are all that counts here."""
    findings = tuple(Finding("sheet/unreadable", Severity.ERROR, path, sheet) for sheet in sheets)
    return CheckedFile(path, "unreadable", (), findings)


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        # Where the file says the table, its sheets may be called anything: it is one evening.
        (
            (file("tisch1.xlsx", "Tabelle1"), file("tisch3.xlsx", "Blatt 1")),
            [TableNumbers("", {1: "tisch1.xlsx", 3: "tisch3.xlsx"})],
        ),
        ((file("x.xlsx", "Tisch 1", "Tisch 3"),), [TableNumbers("", {1: "x.xlsx", 3: "x.xlsx"})]),
        # Where a sheet says it, the rest of its name is the evening.
        (
            (file("x.xlsx", "Abend A Tisch 1", "Abend B Tisch 3"),),
            [TableNumbers("", {1: "x.xlsx"}), TableNumbers("", {3: "x.xlsx"})],
        ),
        (
            (file("abend1_tisch1.xlsx"), file("abend2_tisch3.xlsx")),
            [TableNumbers("", {1: "abend1_tisch1.xlsx"}), TableNumbers("", {3: "abend2_tisch3.xlsx"})],
        ),
        (
            (file("x.xlsx", "Runde 1 Tisch 1", "Runde 1 Tisch 3"), file("Runde 2 Tisch 1.csv")),
            [
                TableNumbers("Runde 1", {1: "x.xlsx", 3: "x.xlsx"}),
                TableNumbers("Runde 2", {1: "Runde 2 Tisch 1.csv"}),
            ],
        ),
        ((file("x.xlsx", "Blatt 1"),), []),
    ],
)
def test_tables(files: tuple[CheckedFile, ...], expected: list[TableNumbers]) -> None:
    assert list(tables_by_round(files, (), None, {})) == expected


def test_tables_of_the_rounds_of_an_event() -> None:
    files = (file("a/tisch1.csv"), file("b/tisch2.csv"))
    of_round = {"a/tisch1.csv": "Vorrunde", "b/tisch2.csv": "Vorrunde", "c/tisch4.csv": "Finale"}
    assert list(tables_by_round(files, ("c/tisch4.csv",), of_round, {})) == [
        TableNumbers("Vorrunde", {1: "a/tisch1.csv", 2: "b/tisch2.csv"}),
        TableNumbers("Finale", {4: "c/tisch4.csv"}),
    ]
