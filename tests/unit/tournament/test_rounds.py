"""Rounds and tables from names."""

from __future__ import annotations

import pytest

from scorecheck.model.outcome import Result
from scorecheck.tournament.rounds import Place, place_of, place_of_result, rounds_by_name


@pytest.mark.parametrize(
    ("path", "sheet", "place"),
    [
        ("a/runde02/Tisch 3.xlsx", None, Place("Runde 2", "Tisch 3")),
        ("a\\Runde_2\\tisch-3.xlsx", None, Place("Runde 2", "Tisch 3")),
        ("Runde2Tisch3.csv", None, Place("Runde 2", "Tisch 3")),
        ("ROUND 2 TABLE 3.csv", None, Place("Round 2", "Table 3")),
        ("runde-2_bord.3.ods", None, Place("Runde 2", "Bord 3")),
        ("x.xlsx", "2. Runde Tisch 4", Place("Runde 2", "Tisch 4")),
        ("x.xlsx", "2nd round", Place("Round 2", None)),
        ("x.xlsx", "3rd_table 1st round", Place("Round 1", "Table 3")),
        ("x.xlsx", "2. Tisch 1. Runde", Place("Runde 1", "Tisch 2")),
        ("x.xlsx", "Runde 2 Tisch 1.1", Place("Runde 2", "Tisch 1")),
        ("x.xlsx", "2te Runde", Place("Runde 2", None)),
        ("2. Runde.xlsx", None, Place("Runde 2", None)),
        ("2. Runde/x", None, Place("Runde 2", None)),
        ("15.11. Runde 3.xlsx", None, Place("Runde 3", None)),
        ("Tisch 2. Runde 1.xlsx", None, Place("Runde 1", "Tisch 2")),
        # The nearest name wins, for round and table each.
        ("Runde 1/Tisch 1/Runde 2.xlsx", "Runde 3", Place("Runde 3", "Tisch 1")),
        ("Runde 1/Runde 2/x.xlsx", "Tisch 9", Place("Runde 2", "Tisch 9")),
        ("Runde 1/x.xlsx", None, Place("Runde 1", None)),
        # A name of two rounds says nothing of either.
        ("Runde 1/Runde 2 und Runde 3.xlsx", None, Place("Runde 1", None)),
        ("Runde 2 (2. Runde).xlsx", None, Place("Runde 2", None)),
        # These are no rounds and no tables.
        ("Background 2.xlsx", "Tischtennis 3", Place(None, None)),
        ("Runde 15.11.2014.xlsx", "Tabelle1", Place(None, None)),
        ("Runde 2014.xlsx", "Sheet1", Place(None, None)),
        ("Rundenturnier 3.csv", None, Place(None, None)),
        ("-", None, Place(None, None)),
        # Names of files without an ending: a point may be that of a number.
        ("2. Runde", None, Place("Runde 2", None)),
        ("Runde 2", None, Place("Runde 2", None)),
        ("Tisch 3. Runde 2", None, Place("Runde 2", "Tisch 3")),
    ],
)
def test_where_a_sheet_belongs(path: str, sheet: str | None, place: Place) -> None:
    assert place_of(path, sheet) == place


def result(path: str, sheet: str | None = None) -> Result:
    return Result(path, sheet, (), 0, faulty=False)


def grouped(*results: Result) -> list[tuple[str, list[str]]]:
    return [(r.name, [one.path for one in r.results]) for r in rounds_by_name(results)]


def test_without_names_all_sheets_are_one_round() -> None:
    assert grouped(result("b.csv"), result("a.csv")) == [("Round 1", ["b.csv", "a.csv"])]
    assert grouped() == []


def test_numbered_rounds_come_by_number() -> None:
    assert grouped(
        result("runde10.csv"), result("runde2/b.csv"), result("runde2/a.csv"), result("Runde 1.csv")
    ) == [
        ("Runde 1", ["Runde 1.csv"]),
        ("Runde 2", ["runde2/b.csv", "runde2/a.csv"]),
        ("Runde 10", ["runde10.csv"]),
    ]


def test_one_round_in_two_languages() -> None:
    assert grouped(result("Runde 1/a.csv"), result("round1_b.csv")) == [
        ("Runde 1", ["Runde 1/a.csv", "round1_b.csv"])
    ]


def test_sheets_without_a_round_among_others_that_have_one() -> None:
    assert grouped(
        result("Finale_Tisch 2.csv"),
        result("Finale-tisch1.csv"),
        result("Tisch 7.csv"),
        result("runde1.csv"),
    ) == [
        ("Runde 1", ["runde1.csv"]),
        ("Finale", ["Finale_Tisch 2.csv", "Finale-tisch1.csv"]),
        ("Tisch 7", ["Tisch 7.csv"]),
    ]


def test_the_sheets_of_one_workbook_can_be_rounds() -> None:
    rounds = rounds_by_name([result("a.xlsx", "Runde 2"), result("a.xlsx", "Runde 1")])
    assert [(r.name, [one.sheet for one in r.results]) for r in rounds] == [
        ("Runde 1", ["Runde 1"]),
        ("Runde 2", ["Runde 2"]),
    ]


def test_of_several_tables_on_one_sheet_the_title_says_which_it_is() -> None:
    def place(shown: str | None, sheet: str | None = "Runde 1") -> Place:
        return place_of_result(
            Result("x.xlsx", sheet, (), 0, faulty=False, title="Runde 2, Tisch 3", shown_name=shown)
        )

    # A single table may have been copied with its title: there the name of the sheet goes before it.
    assert place("Runde 1") == Place("Runde 1", "Tisch 3")
    assert place(None) == Place("Runde 1", "Tisch 3")
    assert place("Runde 1, table at A20") == Place("Runde 2", "Tisch 3")
    assert place("table at A20", None) == place(None, None) == Place("Runde 2", "Tisch 3")
