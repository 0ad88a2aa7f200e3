"""The doctor says of a sound installation that it is sound, and of an unsound one what is wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from scorecheck.cli import doctor
from scorecheck.cli.doctor import LIST
from scorecheck.cli.options import Options
from scorecheck.cli.session import Session
from support import ROOT, run


def test_the_list_of_findings_is_written_as_its_tool_does() -> None:
    """What stands in it is held by the doctor, below."""
    text = (ROOT / "samples" / LIST).read_text(encoding="utf-8")
    assert text == json.dumps(json.loads(text), indent=2, ensure_ascii=False) + "\n"


@pytest.mark.parametrize("with_samples", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_all_is_well_here(monkeypatch: pytest.MonkeyPatch, *, with_samples: bool) -> None:
    if not with_samples:
        # What is found on each sample is held by tests/golden/test_files.py.
        monkeypatch.setattr(doctor, "_samples", lambda session: "0")
    done = run("doctor", "--format", "json")
    said = json.loads(done.stdout)
    assert {one["check"] for one in said["checks"]} >= {
        "python",
        "libraries",
        "fonts",
        "temporary",
        "samples",
    }
    assert [one for one in said["checks"] if not one["well"]] == []
    assert done.returncode == 0


def test_each_check_is_told_when_it_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr("scorecheck.cli.console.Console.out", lambda _, text: told.append(text))
    monkeypatch.setattr(doctor, "_samples", lambda session: str(len(told)))
    run("doctor")
    assert len(told) == 10
    assert told[-1].endswith(": 9\n")


def test_it_speaks_the_language_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_samples", lambda session: "0")
    assert run("doctor", "--lang", "de").stdout.startswith("OK  Version: scorecheck ")


def test_a_sample_that_is_not_what_it_was_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples" / "a.csv").write_text("Game,Anna,Bernd,Chris,Dora\n1,2,2,-2,-2\n")
    (tmp_path / "samples" / LIST).write_text('{"a.csv": ["!B2 error doppelkopf/zero-sum"]}')
    monkeypatch.setattr("scorecheck.cli.doctor.data_folder", lambda name: tmp_path / name)
    session = Session(Options(isolated=True))
    looked = doctor._tried("samples", lambda: doctor._samples(session))
    assert (looked.well, looked.found) == (False, "ValueError: a.csv")


@pytest.mark.skipif(sys.platform == "win32", reason="folders are protected otherwise there")
def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    looked = doctor._tried("here", lambda: doctor._writable(tmp_path / "none"))
    assert not looked.well
    assert looked.found.startswith("FileNotFoundError")
