"""Where typst cannot be imported: everything but PDF is made, and a sentence says what is missing."""

from __future__ import annotations

import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from support import run

EVENT = "samples/events/tcg"
SAID = "PDF cannot be made here: the program typst is missing"


@pytest.fixture(autouse=True)
def _no_typst() -> object:
    with patch.dict(sys.modules, {"typst": None}):
        yield


@pytest.mark.parametrize("command", ["report", "process"])
def test_a_report_is_written_without_its_pdf(command: str, tmp_path: Path) -> None:
    done = run(command, EVENT, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stderr
    assert done.stderr.count(SAID) == 1
    assert "fault in scorecheck" not in done.stderr
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {"findings.json", "index.html", "manifest.json", "standings.json"}
    assert "standings.pdf" not in (tmp_path / "out" / "index.html").read_text(encoding="utf-8")


def test_prints_that_were_asked_for_are_missed(tmp_path: Path) -> None:
    done = run("report", EVENT, "-o", tmp_path / "out", "--print", "certificates")
    assert done.returncode == 2
    assert done.stderr.count(SAID) == 1
    assert (tmp_path / "out" / "index.html").is_file()


def test_what_is_a_pdf_only_is_refused_before_the_work(tmp_path: Path) -> None:
    done = run("rank", EVENT, "--format", "pdf", "-o", tmp_path / "a.pdf")
    assert (done.returncode, done.stderr.count(SAID)) == (2, 1)
    done = run("new", "doppelkopf", "--players", "A,B,C,D", "-o", tmp_path / "b.pdf")
    assert (done.returncode, done.stderr.count(SAID)) == (2, 1)
    assert run("new", "doppelkopf", "--players", "A,B,C,D", "-o", tmp_path / "b.xlsx").returncode == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "b.xlsx"]
