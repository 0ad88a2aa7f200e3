"""The API: its documentation is true, and importing scorecheck costs nothing."""

from __future__ import annotations

import doctest
import subprocess
import sys
from pathlib import Path

import pytest

import scorecheck
from scorecheck.tournament.problem import BrokenEvent
from support import ROOT


def test_the_documentation_does_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = doctest.testfile(str(ROOT / "docs" / "api.md"), module_relative=False, encoding="utf-8")
    assert done.attempted > 10
    assert done.failed == 0


def test_what_goes_wrong(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        scorecheck.validate(tmp_path / "none.csv")
    (tmp_path / "event.toml").write_text("[event]\n", encoding="utf-8")
    with pytest.raises(BrokenEvent):
        scorecheck.standings(tmp_path)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        scorecheck.nothing  # noqa: B018 - to ask for it is the test


def test_sheets_of_several_games_and_events_make_no_ranking() -> None:
    samples = ROOT / "samples"
    table = samples / "events" / "tcg" / "runde1" / "tisch1.xlsx"
    with pytest.raises(ValueError, match="several games"):
        scorecheck.standings([samples / "chouette" / "mcc-extra.csv", table])
    with pytest.raises(ValueError, match="several events"):
        scorecheck.standings([samples / "events" / "tcg", samples / "events" / "tcg-faulty"])


def test_importing_scorecheck_imports_neither_its_parts_nor_pandas() -> None:
    code = "import sys, scorecheck; sys.exit(bool({'scorecheck.api', 'pandas'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_pandas_the_remedy_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(ModuleNotFoundError, match=r"scorecheck\[pandas\]"):
        scorecheck.standings(ROOT / "samples" / "events" / "tcg").to_frame()
