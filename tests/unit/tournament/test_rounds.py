"""Rounds and tables from names."""

from __future__ import annotations

import pytest

from scorecheck.model.outcome import Result
from scorecheck.tournament.rounds import TablePlace, numbered, place_of, place_of_result, rounds_by_name


@pytest.mark.parametrize(
    ("path", "sheet", "place"),
    [
        ("a/runde02/Tisch 3.xlsx", None, TablePlace("Runde 2", "Tisch 3")),
        ("a\\Runde_2\\tisch-3.xlsx", None, TablePlace("Runde 2", "Tisch 3")),
        ("Runde2Tisch3.csv", None, TablePlace("Runde 2", "Tisch 3")),
        ("ROUND 2 TABLE 3.csv", None, TablePlace("Round 2", "Table 3")),
        ("runde-2_bord.3.ods", None, TablePlace("Runde 2", "Bord 3")),
        ("x.xlsx", "2. Runde Tisch 4", TablePlace("Runde 2", "Tisch 4")),
        ("x.xlsx", "2nd round", TablePlace("Round 2", None)),
        ("x.xlsx", "3rd_table 1st round", TablePlace("Round 1", "Table 3")),
        ("x.xlsx", "2. Tisch 1. Runde", TablePlace("Runde 1", "Tisch 2")),
        ("x.xlsx", "Runde 2 Tisch 1.1", TablePlace("Runde 2", "Tisch 1")),
        ("x.xlsx", "2te Runde", TablePlace("Runde 2", None)),
        ("Runde II Tisch 1.csv", None, TablePlace("Runde 2", "Tisch 1")),
        ("Runde IX/Tisch XIV.csv", None, TablePlace("Runde 9", "Tisch 14")),
        ("Runde i.csv", "Runde Ilse", TablePlace(None, None)),
        ("2. Runde.xlsx", None, TablePlace("Runde 2", None)),
        ("2. Runde/x", None, TablePlace("Runde 2", None)),
        ("15.11. Runde 3.xlsx", None, TablePlace("Runde 3", None)),
        ("Tisch 2. Runde 1.xlsx", None, TablePlace("Runde 1", "Tisch 2")),
        # The nearest name wins, for round and table each.
        ("Runde 1/Tisch 1/Runde 2.xlsx", "Runde 3", TablePlace("Runde 3", "Tisch 1")),
        ("Runde 1/Runde 2/x.xlsx", "Tisch 9", TablePlace("Runde 2", "Tisch 9")),
        ("Runde 1/x.xlsx", None, TablePlace("Runde 1", None)),
        # A name of two rounds says nothing of either.
        ("Runde 1/Runde 2 und Runde 3.xlsx", None, TablePlace("Runde 1", None)),
        ("Runde 2 (2. Runde).xlsx", None, TablePlace("Runde 2", None)),
        # These are no rounds and no tables.
        ("Background 2.xlsx", "Tischtennis 3", TablePlace(None, None)),
        ("Runde 15.11.2014.xlsx", "Tabelle1", TablePlace(None, None)),
        ("Runde 2014.xlsx", "Sheet1", TablePlace(None, None)),
        ("Rundenturnier 3.csv", None, TablePlace(None, None)),
        ("-", None, TablePlace(None, None)),
        # Names of files without an ending: a point may be that of a number.
        ("2. Runde", None, TablePlace("Runde 2", None)),
        ("Runde 2", None, TablePlace("Runde 2", None)),
        ("Tisch 3. Runde 2", None, TablePlace("Runde 2", "Tisch 3")),
    ],
)
def test_where_a_sheet_belongs(path: str, sheet: str | None, place: TablePlace) -> None:
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
    def place(shown: str | None, sheet: str | None = "Runde 1") -> TablePlace:
        return place_of_result(
            Result("x.xlsx", sheet, (), 0, faulty=False, title="Runde 2, Tisch 3", shown_name=shown)
        )

    # A single table may have been copied with its title: there the name of the sheet goes before it.
    assert place("Runde 1") == TablePlace("Runde 1", "Tisch 3")
    assert place(None) == TablePlace("Runde 1", "Tisch 3")
    assert place("Runde 1, table at A20") == TablePlace("Runde 2", "Tisch 3")
    assert place("table at A20", None) == place(None, None) == TablePlace("Runde 2", "Tisch 3")


@pytest.mark.parametrize(
    ("names", "rounds"),
    [
        # One letter says something only beside the other.
        (["R1 T1", "R1 T2", "R2 T1", "R2 T2"], {"Round 1": 2, "Round 2": 2}),
        (["t1_r1", "t2_r1", "T1R2"], {"Round 1": 2, "Round 2": 1}),
        (["Rd. 1, Ti. 2", "Rd. 2, Ti. 2"], {"Round 1": 1, "Round 2": 1}),
        (["R1", "R2"], {"Round 1": 2}),
        (["Art 1 Brot 2", "Art 2 Brot 1"], {"Round 1": 2}),
        (["Durchgang 1 Tisch 1", "Durchgang 2 Tisch 1"], {"Durchgang 1": 1, "Durchgang 2": 1}),
        (["Omgang 1 Bord 1", "2. omgang bord 1"], {"Omgang 1": 1, "Omgang 2": 1}),
        # Evenings of which no name says the year.
        (["15.1. Tisch 1", "15.1. Tisch 2", "22.1."], {"15.1": 2, "22.1": 1}),
        (["Abend 2", "Abend 10"], {"Abend 2": 1, "Abend 10": 1}),
        (["1. Spieltag Tisch 1", "2. Spieltag Tisch 1"], {"1. Spieltag": 1, "2. Spieltag": 1}),
        (["Abend 1", "Notizen"], {"Round 1": 2}),
        (["32.1.", "33.1."], {"Round 1": 2}),
        (["Blatt 1", "Blatt 2"], {"Round 1": 2}),
    ],
)
def test_rounds_of_the_sheets_of_a_workbook(names: list[str], rounds: dict[str, int]) -> None:
    found = rounds_by_name([result("x.xlsx", name) for name in names])
    assert {one.name: len(one.results) for one in found} == rounds
    assert [one.sheet for r in found for one in r.results] == names


def test_evenings_are_called_as_their_files_where_their_sheets_have_no_names() -> None:
    found = grouped(result("Abend 1.xlsx", "Tabelle1"), result("Abend 2.xlsx", "Tabelle1"))
    assert found == [("Abend 1", ["Abend 1.xlsx"]), ("Abend 2", ["Abend 2.xlsx"])]


@pytest.mark.parametrize(
    ("names", "places"),
    [
        (["1-01", "1-02", "2-01", "2-02"], [(1, 1), (1, 2), (2, 1), (2, 2)]),
        (["1.1", "1.2", "2.1"], [(1, 1), (1, 2), (2, 1)]),
        # Days of January; a first of three months; a table is missing; another name.
        (["1.1", "8.1", "15.1"], [None] * 3),
        (["1-01", "1-02", "1-03", "3-01"], [None] * 4),
        (["1-01", "1-03", "2-01"], [None] * 3),
        (["1-01", "1-02", "Notizen"], [None] * 3),
    ],
)
def test_numbers_that_are_rounds_and_tables(names: list[str], places: list[tuple[int, int] | None]) -> None:
    players = [[f"{name} {seat}" for seat in range(4)] for name in names]
    assert numbered(names, players) == places
    assert numbered(names, [["Anna", "Bernd"]] * len(names)) == [None] * len(names)


def test_one_who_sits_at_two_tables_makes_no_days_of_rounds() -> None:
    names = ["1-01", "1-02", "2-01", "2-02"]
    players = [[f"{name} {seat}" for seat in range(3)] + ["Anna"] for name in names[:3]] + [list("ABCD")]
    assert numbered(names, players) == [(1, 1), (1, 2), (2, 1), (2, 2)]
