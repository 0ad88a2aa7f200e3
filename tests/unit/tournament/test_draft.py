"""An event file made from the sheets: it can be used as it is, and says what the sheets tell."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scorecheck.games import registry
from scorecheck.model.outcome import PlayerResult, Result
from scorecheck.reports.event_draft import Head, event_text
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.tournament.draft import Answers, alike_names, draft
from scorecheck.tournament.event import load_event


def sheet(path: str, *players: str, name: str | None = None) -> Result:
    return Result(
        path, name, tuple(PlayerResult(one, 0, 1) for one in players), 1, faulty=False, shown_name=name
    )


TWO = [
    sheet("runde1/tisch1.csv", "Anna", "Brigitte", "Chris"),
    sheet("runde1/tisch2.csv", "Dora", "Emil", "Franz"),
    sheet("runde2/tisch1.xlsx", "Anna", "Brigite", "Dora"),
]


def told(results: list[Result], files: list[str], lang: Any = "en", name: str = "Club") -> str:
    made = draft(results, files)
    return event_text(made, Head(name, ("doppelkopf",), "tcg", "normalized"), Messages(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_can_be_used_as_it_is(lang: str, tmp_path: Path) -> None:
    path = tmp_path / "event.toml"
    name = 'A "club" \\ # evening\n[x]'
    path.write_text(told(TWO, [one.path for one in TWO], lang, name), encoding="utf-8")
    event = load_event(path, games=registry.GAMES, ruleset=registry.load)
    assert event.name == 'A "club" \\ # evening [x]'
    assert (event.game, event.preset, event.method) == ("doppelkopf", "tcg", "normalized")
    assert [(one.name, one.sheets) for one in event.rounds] == [
        ("Runde 1", ("runde1/*.csv",)),
        ("Runde 2", ("runde2/tisch1.xlsx",)),
    ]
    assert sorted(event.aliases) == ["Anna", "Brigitte", "Chris", "Dora", "Emil", "Franz"]


def test_tables_and_names_that_are_almost_the_same_are_remarked() -> None:
    text = told(TWO, [one.path for one in TWO])
    assert "# Tisch 2: Dora, Emil, Franz" in text
    assert "# Almost the same name, Brigitte and Brigite: one person?" in text


def test_names_that_are_almost_the_same_are_one_player_or_two_as_somebody_says() -> None:
    files = [one.path for one in TWO]
    assert alike_names(TWO) == (("Brigitte", "Brigite"),)
    open_ = draft(TWO, files)
    assert ("Brigite" in open_.players, open_.alike) == (False, (("Brigitte", "Brigite"),))
    one = draft(TWO, files, answers=Answers({"Brigite": "Brigitte"}))
    assert ("Brigite" in one.players, one.alike) == (False, ())
    assert one.spellings == {"Brigitte": ("Brigite",)}
    two = draft(TWO, files, answers=Answers(others=frozenset({"Brigite"})))
    assert ({"Brigite", "Brigitte"} <= set(two.players), two.alike) == (True, ())


def test_a_pattern_fits_no_other_file() -> None:
    files = [*(one.path for one in TWO), "runde1/notes.csv"]
    rounds = tomllib.loads(told(TWO, files))["rounds"]
    assert rounds[0]["sheets"] == ["runde1/tisch1.csv", "runde1/tisch2.csv"]


def test_rounds_in_one_workbook_are_left_to_their_names() -> None:
    both = [sheet("all.xlsx", "Anna", name="Runde 1"), sheet("all.xlsx", "Anna", name="Runde 2")]
    text = told(both, ["all.xlsx"])
    assert "rounds" not in tomllib.loads(text)
    assert "told apart by the names of the sheets" in text
