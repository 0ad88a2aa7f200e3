"""The bar that shows how far a long piece of work is, and what tells it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from scorecheck.cli import progress
from scorecheck.many_files.workers import Processes
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.reports.messages import Messages

GAMES = ("2,2,-2,-2", "-1,-1,1,1", "-3,1,1,1", "1,-1,-1,1")


def sheet(path: Path, games: int) -> Source:
    rows = "".join(f"{n},{GAMES[n % 4]}\n" for n in range(1, games + 1))
    path.write_text(f"Game,Anna,Bernd,Chris,Dora\n{rows}")
    return Source(path, path.name, Settings())


def test_the_bar_waits_and_begins_anew(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 100.0
    monkeypatch.setattr(progress.time, "monotonic", lambda: now)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress.bar(Messages("de")) as told:
        told("rows", 5000, 20_000)
        assert capsys.readouterr().err == ""
        now = 101.5
        told("rows", 10_000, 20_000)
        assert "50%" in capsys.readouterr().err
        told("rows", 10_000, 30_000)
        assert "10000/30000" in capsys.readouterr().err
        # What is begun and done at once needs no bar.
        told("files", 3, 3)
        assert capsys.readouterr().err == ""
    assert capsys.readouterr().err.endswith("\n")


@pytest.mark.parametrize(
    ("terminal", "env", "watched"),
    [
        (True, {"TERM": "xterm"}, True),
        (False, {"TERM": "xterm"}, False),
        (True, {"TERM": "dumb"}, False),
        (True, {"TERM": "xterm", "CI": "true"}, False),
    ],
)
def test_who_watches(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, env: dict[str, str], watched: bool
) -> None:
    monkeypatch.delenv("CI", raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal)
    assert progress.is_watched() is watched


def test_files_are_told_and_of_one_alone_its_rows(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    files = [sheet(tmp_path / f"{n}.csv", 8) for n in range(3)]
    check_files(files, Keep(), lambda *step: told.append(step))
    assert told == [("files", 1, 3), ("files", 2, 3), ("files", 3, 3)]
    told.clear()
    check_files([sheet(tmp_path / "long.csv", 6000)], Keep(), lambda *step: told.append(step))
    assert {(what, total) for what, _, total in told} == {("rows", 6000)}
    done = [rows for _, rows, _ in told]
    # Rows like earlier ones are taken many at a time, so that the second step may be past the 5,000th.
    assert (done[0], done[-1], len(done)) == (0, 6000, 3)
    assert 5000 <= done[1] <= 6000
    told.clear()
    check_files(files[:1], Keep(), lambda *step: told.append(step))
    assert told == []


def test_files_in_several_processes_are_told(tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    files = [sheet(tmp_path / f"{n}.csv", 8) for n in range(5)]
    Processes(2).check(files, Keep(), lambda *step: told.append(step))
    assert told == [("files", done, 5) for done in range(1, 6)]
