"""``scorecheck init`` by the program itself."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from support import ROOT, run


def test_an_event_file_that_ranks_as_the_names_do(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "ev")
    (tmp_path / "ev" / "event.toml").unlink()
    before = json.loads(run("rank", "ev", "--format", "json", cwd=tmp_path).stdout)
    done = run("init", "ev", cwd=tmp_path)
    assert (done.returncode, "ev/event.toml" in done.stderr) == (0, True)
    after = json.loads(run("rank", "ev", "--format", "json", cwd=tmp_path).stdout)
    assert after["standings"] == before["standings"]


def test_what_is_there_stays(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "samples" / "events" / "tcg", tmp_path / "ev")
    before = (tmp_path / "ev" / "event.toml").read_bytes()
    assert run("init", "ev", cwd=tmp_path).returncode == 2
    assert (tmp_path / "ev" / "event.toml").read_bytes() == before
    assert run("init", "ev", "--force", cwd=tmp_path).returncode == 0
    assert (tmp_path / "ev" / "event.toml").read_bytes() != before


def test_nothing_to_begin_with(tmp_path: Path) -> None:
    assert run("init", ".", cwd=tmp_path).returncode == 2
    assert run("init", "none", cwd=tmp_path).returncode == 2
    assert not (tmp_path / "event.toml").exists()
