"""Links from a rule to its page on terminals, and ``validate --watch``."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scorecheck.cli import recheck
from scorecheck.cli.console import knows_links
from support import ROOT, run

FAULTY = ROOT / "samples" / "doppelkopf" / "five-players-faulty.xlsx"
GOOD = (ROOT / "samples" / "chouette" / "mcc-extra.csv").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "knows"),
    [
        ({}, False),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM_PROGRAM": "vscode"}, True),
        ({"WT_SESSION": "1"}, True),
        ({"VTE_VERSION": "4900"}, False),
        ({"VTE_VERSION": "7600"}, True),
        ({"VTE_VERSION": "new"}, False),
        ({"VTE_VERSION": "7600", "TMUX": "/tmp/tmux"}, False),
    ],
)
def test_terminals_that_know_links(said: dict[str, str], knows: bool) -> None:
    assert knows_links(said) is knows


def test_a_rule_leads_to_its_page() -> None:
    linked = run("validate", FAULTY, env={"FORCE_HYPERLINK": "1"}).stdout
    page = "https://scorecheck.github.io/scorecheck/rules/doppelkopf/zero-sum/"
    assert f"[\x1b]8;;{page}\x1b\\doppelkopf/zero-sum\x1b]8;;\x1b\\]" in linked
    plain = run("validate", FAULTY).stdout
    assert "\x1b" not in plain
    assert linked.count("\x1b]8;;\x1b\\") == plain.count("[doppelkopf/") == 2


@pytest.mark.parametrize(
    "more", [["-o", "findings.txt"], ["--output", "json:a.json"], ["--write-baseline", "known.json"]]
)
def test_watching_writes_no_files(tmp_path: Path, more: list[str]) -> None:
    done = run("validate", ".", "--watch", *more, cwd=tmp_path)
    assert done.returncode == 2
    assert "--watch shows what it finds on the screen" in done.stderr


def test_watching_takes_any_one_format(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recheck, "until_stopped", lambda _paths, once, _session: once())
    done = run("validate", FAULTY, "--watch", "--format", "concise")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == run("validate", FAULTY, "--format", "concise").stdout != ""


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_it_checks_again_when_a_sheet_changes(tmp_path: Path) -> None:
    sheet, log = tmp_path / "a.csv", tmp_path / "screen.txt"
    sheet.write_text(GOOD, encoding="utf-8")
    with log.open("w", encoding="utf-8") as screen:
        watcher = subprocess.Popen(
            [sys.executable, "-m", "scorecheck", "validate", "a.csv", "--watch", "--lang", "en"],
            cwd=tmp_path,
            stdout=screen,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUTF8": "1"},
        )
    try:
        _until(log, "Watching a.csv. Stop with Ctrl-C.")
        assert "0 errors" in log.read_text(encoding="utf-8")
        sheet.write_text(GOOD.replace("53/53", "53/52"), encoding="utf-8")
        _until(log, "1 error,")
    finally:
        watcher.send_signal(signal.SIGINT)
        assert watcher.wait(timeout=20) == 0
    assert log.read_text(encoding="utf-8").endswith("Stopped.\n")


def _until(log: Path, said: str, seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while said not in log.read_text(encoding="utf-8"):
        assert time.monotonic() < end, log.read_text(encoding="utf-8")
        time.sleep(0.05)
