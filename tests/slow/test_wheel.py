"""The wheel: built, installed into an environment of its own, and run from another folder."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from support import ROOT


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


def test_it_carries_schemas_templates_and_samples(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder in ("schemas", "templates", "samples"):
        files = [path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("*") if path.is_file()]
        assert files
        assert {f"scorecheck/_data/{name}" for name in files} <= names
    assert "scorecheck/games/chouette/messages/nb.toml" in names


def test_the_main_job_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    venv.create(tmp_path / "env")
    scripts = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    # Modules are compiled when they are imported: only a few of all those of pandas are.
    install = ["pip", "--python", str(scripts / "python"), "install", "-q", "--no-compile", str(wheel)]
    subprocess.run([sys.executable, "-m", *install], check=True, capture_output=True)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    # The samples are not in this folder: those that came with the wheel are taken.
    call = [scripts / "scorecheck", "process", "samples/events/tcg", "-o", "out", "--lang", "en"]
    done = subprocess.run(call, cwd=elsewhere, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    assert "samples that come with scorecheck" in done.stderr
    assert (elsewhere / "out" / "index.html").is_file()
    assert (elsewhere / "out" / "standings.pdf").read_bytes().startswith(b"%PDF-")
    standings = json.loads((elsewhere / "out" / "standings.json").read_text(encoding="utf-8"))
    assert {line["player"]: line["exact"] for line in standings["standings"]}["Brigitte"] == "15/1"
