"""Evenings by the dates in names: three evenings are never merged into rounds 1 and 2."""

from __future__ import annotations

from datetime import date

import pytest

from scorecheck.model.outcome import PlayerResult, Result
from scorecheck.reports.messages import Messages
from scorecheck.tournament.rounds import evening_of, evenings_of, rounds_by_name


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-01-15", date(2026, 1, 15)),
        ("Abend 2026_01_15", date(2026, 1, 15)),
        ("20260115 Tisch 2", date(2026, 1, 15)),
        ("15.1.2026", date(2026, 1, 15)),
        ("Spieltag 15.01.26", date(2026, 1, 15)),
        ("15. 1. 2026", date(2026, 1, 15)),
        ("15-01-2026", date(2026, 1, 15)),
        ("15. Januar 2026", date(2026, 1, 15)),
        ("3. März 2026", date(2026, 3, 3)),
        ("1. desember 2026 bord 1", date(2026, 12, 1)),
        ("15th Jan 2026", date(2026, 1, 15)),
        # None of these is a day.
        ("Saison 2026", None),
        ("Runde 2", None),
        ("2026-13-45", None),
        ("31.2.2026", None),
        ("15.1.", None),
        ("12345678901", None),
        ("15.1.2026 und 22.1.2026", None),
    ],
)
def test_the_day_of_a_name(name: str, day: date | None) -> None:
    assert evening_of(name) == day


def test_the_nearest_name_counts() -> None:
    assert evening_of("Tisch 1", "2026-01-22", "2026-01-15") == date(2026, 1, 22)


def sheet(path: str, name: str | None = None) -> Result:
    return Result(path, name, (PlayerResult("Anna", 1, 1),), 1, faulty=False)


def test_rounds_of_three_evenings() -> None:
    paths = [
        f"Saison 2026/{day}/Runde {n}/Tisch 1.xlsx" for day in ("15.1.2026", "22.1.2026") for n in (1, 2)
    ]
    last = sheet("Saison 2026/5.2.2026/Tisch 1.xlsx")
    rounds = rounds_by_name([last, *map(sheet, paths), sheet("Saison 2026/Nachtrag.xlsx")])
    assert [(one.name, [result.path for result in one.results]) for one in rounds] == [
        ("2026-01-15 Runde 1", [paths[0]]),
        ("2026-01-15 Runde 2", [paths[1]]),
        ("2026-01-22 Runde 1", [paths[2]]),
        ("2026-01-22 Runde 2", [paths[3]]),
        ("2026-02-05", [last.path]),
        ("Round 1", ["Saison 2026/Nachtrag.xlsx"]),
    ]


def test_dates_of_sheets_in_one_workbook() -> None:
    rounds = rounds_by_name([sheet("saison.xlsx", "15.01.2026"), sheet("saison.xlsx", "22.01.2026")])
    assert [one.name for one in rounds] == ["2026-01-15", "2026-01-22"]


def test_one_date_makes_no_evenings() -> None:
    rounds = rounds_by_name([sheet("2026-01-15/Runde 1.csv"), sheet("2026-01-15/Runde 2.csv")])
    assert [one.name for one in rounds] == ["Runde 1", "Runde 2"]
    assert evenings_of(rounds) == [None, None]


def test_they_are_called_as_the_language_has_it() -> None:
    assert Messages("de").place_name("2026-01-15") == "15.01.2026"
    assert Messages("de").place_name("2026-01-15 Round 1") == "15.01.2026, Runde 1"
    assert Messages("de").place_name("2026-02-30") == "2026-02-30"
    assert Messages("nb").place_name("Round 3") == "Runde 3"
    assert Messages("de").place_name("Round of 16") == "Round of 16"
