"""Which files belong to which round."""

from __future__ import annotations

import os
import unicodedata
from typing import TYPE_CHECKING

import pytest

from scorecheck.model.record import replace
from scorecheck.tournament.event import Event, EventRound
from scorecheck.tournament.problem import BrokenEvent
from scorecheck.tournament.round_files import RoundFiles, files_of_rounds, sheets_of

if TYPE_CHECKING:
    from pathlib import Path


def put(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x")


def event(folder: Path, *rounds: tuple[str, ...]) -> Event:
    return Event(
        name="x",
        rounds=tuple(EventRound(f"Runde {n}", patterns, n) for n, patterns in enumerate(rounds, 1)),
        folder=folder,
        path=folder / "event.toml",
    )


def test_a_file_is_at_one_table(tmp_path: Path) -> None:
    put(tmp_path, "r/a.csv", "r/b.csv")
    one = EventRound("Runde 1", ("r/*.csv",), 4, {1: ("r/a.csv",), 2: ("r/*.csv",)})
    with pytest.raises(BrokenEvent) as broken:
        files_of_rounds(replace(event(tmp_path), rounds=(one,)))
    (problem,) = broken.value.problems
    assert (problem.line, problem.key, problem.reason) == (4, "rounds[1].tables", "file-at-two-tables")


def names(folder: Path, *patterns: str) -> list[str]:
    one = event(folder, patterns)
    return [path.relative_to(folder).as_posix() for path in sheets_of(one, one.rounds[0])]


def test_files_come_in_the_order_in_which_people_count(tmp_path: Path) -> None:
    put(tmp_path, "r/tisch10.csv", "r/Tisch2.csv", "r/tisch1.csv", "r/deep/er/tisch3.csv", "other.csv")
    assert names(tmp_path, "r/*.csv") == ["r/tisch1.csv", "r/Tisch2.csv", "r/tisch10.csv"]
    assert names(tmp_path, "r/**/*.csv") == [
        "r/deep/er/tisch3.csv",
        "r/tisch1.csv",
        "r/Tisch2.csv",
        "r/tisch10.csv",
    ]
    assert names(tmp_path, "r/tisch1.csv", "r/*1.csv") == ["r/tisch1.csv"]


def test_lock_files_hidden_files_folders_and_the_event_itself_are_no_sheets(tmp_path: Path) -> None:
    put(tmp_path, "event.toml", "a.xlsx", "~$a.xlsx", ".hidden.xlsx", "folder.xlsx/b.csv")
    assert names(tmp_path, "*") == ["a.xlsx"]


def test_a_name_with_brackets_is_taken_at_its_word(tmp_path: Path) -> None:
    put(tmp_path, "Runde [1].csv", "Runde 1.csv")
    assert names(tmp_path, "Runde [1].csv") == ["Runde [1].csv"]
    assert names(tmp_path, "Runde [12].csv") == ["Runde 1.csv"]


def test_accents_may_be_written_either_way(tmp_path: Path) -> None:
    apart = unicodedata.normalize("NFD", "Müller.csv")
    put(tmp_path, apart)
    assert names(tmp_path, unicodedata.normalize("NFC", "Mü*.csv")) == [apart]


def test_patterns_without_a_file_are_told(tmp_path: Path) -> None:
    put(tmp_path, "a1.csv", "b1.csv")
    assert files_of_rounds(event(tmp_path, ("a*", "c*", "x" * 300), ("b*",))) == (
        RoundFiles("Runde 1", (tmp_path / "a1.csv",), ("c*", "x" * 300)),
        RoundFiles("Runde 2", (tmp_path / "b1.csv",), ()),
    )


def test_a_file_belongs_to_one_round(tmp_path: Path) -> None:
    put(tmp_path, "a.csv", "b.csv")
    with pytest.raises(BrokenEvent) as caught:
        files_of_rounds(event(tmp_path, ("a.csv",), ("*.csv",)))
    (problem,) = caught.value.problems
    assert (problem.line, problem.key, problem.reason) == (2, "rounds[2].sheets", "file-in-two-rounds")
    assert problem.params == {
        "key": "rounds[2].sheets",
        "file": "a.csv",
        "first": "Runde 1",
        "second": "Runde 2",
    }


@pytest.mark.skipif(os.name == "nt", reason="links need special rights there")
def test_a_link_must_not_lead_out_of_the_folder(tmp_path: Path) -> None:
    put(tmp_path, "secret.csv", "event/a.csv")
    folder = tmp_path / "event"
    (folder / "b.csv").symlink_to(tmp_path / "secret.csv")
    with pytest.raises(BrokenEvent) as caught:
        files_of_rounds(event(folder, ("*.csv",)))
    assert [(p.reason, p.params["file"]) for p in caught.value.problems] == [("file-outside", "b.csv")]
