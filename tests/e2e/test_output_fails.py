"""A screen that cannot be written to, streams that are closed, a working folder that is gone: one plain
sentence, and no traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT, but_slow, run

FULL = Path("/dev/full")
POINTS = ROOT / "samples" / "chouette" / "mcc-extra.csv"

posix = pytest.mark.skipif(sys.platform == "win32", reason="shells there cannot close a stream")


@pytest.mark.skipif(not FULL.exists(), reason="no device here that is always full")
@pytest.mark.parametrize(
    "arguments",
    but_slow(
        [("validate", str(POINTS)), ("rank", str(POINTS), "--format", "pdf"), ("games",)],
        ("validate", str(POINTS)),
    ),
)
@pytest.mark.parametrize(
    ("lang", "said"),
    [("C.UTF-8", "cannot be written"), pytest.param("de_DE", "nicht schreiben", marks=pytest.mark.slow)],
)
def test_full_disk(arguments: tuple[str, ...], lang: str, said: str) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "scorecheck", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            env={**os.environ, "LANG": lang, "LC_ALL": lang},
            check=False,
            encoding="utf-8",
        )
    assert done.returncode == 2
    complaints = done.stderr.strip().splitlines()
    assert said in complaints[-1]
    assert not [line for line in complaints if "Exception" in line or "A fault in scorecheck" in line]


@posix
@pytest.mark.parametrize(("third", "status"), [("-3,3,3,-3", 0), ("-3,3,3,3", 1)])
def test_a_reader_that_stops_early_changes_neither_files_nor_status(
    third: str, status: int, tmp_path: Path
) -> None:
    rows = f"1,2,2,-2,-2\n2,1,-1,1,-1\n3,{third}\n4,2,-2,2,-2\n5,1,1,-1,-1\n"
    (tmp_path / "a.csv").write_text(f"Game,Anna,Bernd,Chris,Dora\n{rows}", encoding="utf-8")
    reads, writes = os.pipe()
    os.close(reads)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "scorecheck", "validate", "a.csv"),
            *("--output", "text", "--output", "json:found.json"),
        ],
        cwd=tmp_path,
        stdout=writes,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writes)
    assert (done.returncode, done.stderr) == (status, b"")
    assert (tmp_path / "found.json").stat().st_size


def shell(command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """A command line, in which ``scorecheck`` is the program."""
    program = f'"{sys.executable}" -m scorecheck'
    return subprocess.run(
        ["sh", "-c", command.replace("scorecheck", program)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
    )


CLOSED = "The output cannot be written"


@posix
@pytest.mark.parametrize(
    ("command", "status", "said"),
    [
        ("scorecheck validate {sheet} >&-", 2, CLOSED),
        pytest.param("scorecheck --version >&-", 2, CLOSED, marks=pytest.mark.slow),
        pytest.param("scorecheck rank {sheet} --format pdf >&-", 2, CLOSED, marks=pytest.mark.slow),
        pytest.param("scorecheck process {sheet} -o out >&-", 2, CLOSED, marks=pytest.mark.slow),
        pytest.param("scorecheck validate {sheet} -o found.txt >&-", 0, "", marks=pytest.mark.slow),
        pytest.param("scorecheck validate {sheet} 2>&-", 0, "", marks=pytest.mark.slow),
        pytest.param("scorecheck validate {sheet} <&-", 0, "", marks=pytest.mark.slow),
        pytest.param("scorecheck fix {sheet} -o fixed.csv <&-", 0, "", marks=pytest.mark.slow),
        pytest.param("scorecheck validate - <&-", 2, "that is closed", marks=pytest.mark.slow),
        ("scorecheck validate {sheet} {sheet} missing.csv <&- >&- 2>&-", 2, ""),
    ],
)
def test_closed_streams(command: str, status: int, said: str, tmp_path: Path) -> None:
    done = shell(command.format(sheet=f"'{POINTS}'"), tmp_path)
    assert done.returncode == status, done.stderr
    assert said in done.stderr
    assert "A fault in scorecheck" not in done.stderr
    if "process" in command:
        assert (tmp_path / "out" / "index.html").is_file()
    if "found" in command:
        assert "1 file checked" in (tmp_path / "found.txt").read_text(encoding="utf-8")


@posix
@pytest.mark.parametrize(
    "command",
    but_slow(
        ["validate '{}'", "process . -o out", "watch . --once", "new yatzy --players A,B -o x.xlsx"],
        "validate '{}'",
    ),
)
def test_a_working_folder_that_is_gone(command: str, tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    done = shell(f"cd gone && rmdir ../gone && scorecheck {command.format(POINTS)}", tmp_path)
    assert done.returncode == 2
    assert (
        done.stderr.strip()
        == "The folder that you are in is no longer there. Change to another one and try again."
    )


SHEET = ROOT / "samples" / "chouette" / "mcc-extra.xlsx"


@pytest.mark.parametrize("command", ["validate", "rank", "export"])
def test_a_dash_is_the_screen_where_one_file_is_written(command: str, tmp_path: Path) -> None:
    assert run(command, SHEET, "-o", "-", cwd=tmp_path) == run(command, SHEET, cwd=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_dash_is_the_screen_for_one_of_several_outputs(tmp_path: Path) -> None:
    done = run("validate", SHEET, "--output", "concise:-", "--output", "json:a.json", cwd=tmp_path)
    assert done.stdout == run("validate", SHEET, "--format", "concise", cwd=tmp_path).stdout
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


@pytest.mark.parametrize(
    "call",
    [
        ("report", SHEET, "-o", "-"),
        ("process", SHEET, "-o", "-"),
        ("validate", SHEET, "--write-baseline", "-"),
        ("annotate", SHEET, SHEET.parent / "mcc-log.xlsx", "-o", "-"),
        ("watch", "--once", ".", "--out", "-"),
    ],
    ids=lambda call: call[0],
)
def test_a_dash_is_no_name_of_a_folder_or_list(call: tuple[str | Path, ...], tmp_path: Path) -> None:
    done = run(*call, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        "- stands for the screen, but a name is needed here. Give the file or folder one.\n"
    )
    assert list(tmp_path.iterdir()) == []
