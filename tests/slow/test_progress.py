"""Progress: a bar on terminals, from one second on, and nowhere else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="terminals are not made that way there")
GAMES = ((2, 2, -2, -2), (-1, -1, 1, 1), (-3, 1, 1, 1), (1, -1, -1, 1))


def sheet(games: int) -> str:
    """Running totals: no row is like another, so each is looked at."""
    lines, totals = ["Game,Anna,Bernd,Chris,Dora"], [0, 0, 0, 0]
    for number in range(1, games + 1):
        totals = [total + points for total, points in zip(totals, GAMES[number % 4], strict=True)]
        lines.append(",".join(map(str, (number, *totals))))
    return "\n".join(lines) + "\n"


ROWS = "Rows checked"
LONG = 150_000
"""So many games take more than a second, also on a fast machine."""


def seen_on_a_terminal(folder: Path, *words: str, **env: str) -> tuple[int, str, str]:
    """The exit status of a run, what came by standard output, and what stood on the terminal."""
    ours, theirs = pty.openpty()
    clean = {name: value for name, value in os.environ.items() if name not in {"CI", "NO_COLOR"}}
    process = subprocess.Popen(
        [sys.executable, "-m", "scorecheck", *words],
        cwd=folder,
        env={**clean, "TERM": "xterm", "LANG": "C.UTF-8", **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    told = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            # Linux says it so when the other side is closed.
            break
        if not part:
            break
        told += part
    os.close(ours)
    out, _ = process.communicate()
    return process.returncode, out.decode(), told.decode()


@pytest.fixture
def long_sheet(tmp_path: Path) -> Path:
    (tmp_path / "long.csv").write_text(sheet(LONG))
    return tmp_path


def test_a_long_sheet_has_a_bar(long_sheet: Path) -> None:
    status, out, told = seen_on_a_terminal(long_sheet, "validate", "long.csv", NO_COLOR="1")
    assert status == 0
    assert "1 file" in out
    assert ROWS in told
    assert f"{LONG}/{LONG}" in told
    assert "100%" in told
    # The cursor comes back, and what follows begins a line. No colours are used at all.
    assert told.endswith("\x1b[?25h\r\n")
    assert not re.search(r"\x1b\[[\d;]*m", told)


def test_no_bar_with_quiet(long_sheet: Path) -> None:
    assert seen_on_a_terminal(long_sheet, "validate", "long.csv", "--quiet")[2] == ""


def test_no_bar_for_what_is_soon_done(tmp_path: Path) -> None:
    (tmp_path / "short.csv").write_text(sheet(50))
    assert seen_on_a_terminal(tmp_path, "validate", "short.csv")[2] == ""


def test_no_bar_in_a_pipe(long_sheet: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "scorecheck", "validate", "long.csv"],
        cwd=long_sheet,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_many_files_are_counted(tmp_path: Path, jobs: str) -> None:
    for number in range(24):
        (tmp_path / f"{number}.csv").write_text(sheet(6_000))
    told = seen_on_a_terminal(tmp_path, "validate", ".", "--jobs", jobs)[2]
    assert "Files checked" in told
    assert "24/24" in told
    assert ROWS not in told
