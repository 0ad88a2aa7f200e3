"""Folders that refuse and disks that are full, for every command that writes: a process each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from e2e.test_faults import WRITES, arguments, binding, bound, posix, refused, sheets, tree

__all__ = ["sheets"]


@binding
@pytest.mark.parametrize("command", WRITES)
def test_a_folder_that_may_not_be_written_to(command: str, sheets: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    before = tree(sheets)
    out.chmod(0o500)
    try:
        refused(bound(*arguments(command, out), cwd=sheets), "you have no permission for it")
        assert tree(out) == {}
    finally:
        out.chmod(0o700)
    assert tree(sheets) == before


_LIMITED = """
import resource, runpy, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv[1:2] = []
runpy.run_module("scorecheck", run_name="__main__", alter_sys=True)
"""


@posix
@pytest.mark.parametrize("command", WRITES)
def test_a_disk_that_takes_no_more(command: str, sheets: Path, tmp_path: Path) -> None:
    """No file may grow beyond 40 bytes: what is written stops in its middle, as on a full disk."""
    out = tmp_path / "out"
    out.mkdir()
    assert bound(*arguments(command, out), cwd=sheets).returncode in {0, 1}
    first, before = tree(out), tree(sheets)
    again = [*arguments(command, out), *(["--force"] if command in {"fix", "new"} else [])]
    done = subprocess.run(
        [sys.executable, "-c", _LIMITED, "40", *again, "--lang", "en"],
        cwd=sheets,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    refused(done, "the disk is full")
    assert tree(out) == first
    assert tree(sheets) == before


@binding
def test_no_temporary_folder_is_needed(sheets: Path, tmp_path: Path) -> None:
    nowhere = tmp_path / "tmp"
    nowhere.mkdir(mode=0o500)
    for command in WRITES:
        out = tmp_path / f"out {command}"
        out.mkdir()
        done = bound(*arguments(command, out), cwd=sheets, TMPDIR=str(nowhere))
        assert done.returncode in {0, 1}, done.stderr
        assert tree(out)
    assert tree(nowhere) == {}


@binding
def test_the_doctor_names_a_folder_that_may_not_be_written_to(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir(mode=0o500)
    done = bound("doctor", cwd=here)
    assert done.returncode == 1
    assert "PermissionError" in done.stdout
