"""The recipes for CI do what they say: their shell parts, the action, the pre-commit hooks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from scorecheck.many_files.configuration import KEYS
from support import ROOT

PAGE = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
GOOD = (ROOT / "samples" / "chouette" / "mcc-extra.csv").read_text(encoding="utf-8")
FAULTY = GOOD.replace("53/53", "53/52")


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A repository with a folder of sheets, and scorecheck on the path."""
    (tmp_path / "sheets").mkdir()
    (tmp_path / "sheets" / "a b.csv").write_text(GOOD, encoding="utf-8")
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    (tmp_path / "sheets" / "c.csv").write_text(FAULTY, encoding="utf-8")
    commit(tmp_path)
    return tmp_path


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


def commit(folder: Path) -> None:
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "sheets")


def shell(folder: Path, script: str, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-eu", "-o", "pipefail", "-c", script],
        cwd=folder,
        env={**os.environ, "PATH": path, "LANG": "C.UTF-8", **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL))
def test_every_shell_part_runs(club: Path, script: str) -> None:
    done = shell(club, script)
    assert "Traceback" not in done.stderr
    assert "Usage" not in done.stderr
    # The faulty sheet fails where the recipe does not catch it, and nothing else does.
    catches = "||" in script or "baseline" in script
    assert done.returncode == (0 if catches else 1), done.stderr


def test_gitlabs_script_writes_what_it_promises(club: Path) -> None:
    (line,) = re.findall(r"- (scorecheck validate sheets .*gitlab.*)", PAGE)
    assert shell(club, line).returncode == 1
    assert (club / "gl-code-quality-report.json").stat().st_size > 10
    assert (club / "findings.xml").is_file()


def test_the_settings_of_the_page_are_settings() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert set(tomllib.loads(text)) <= set(KEYS)


@pytest.mark.parametrize(
    ("paths", "sarif", "status"), [("sheets/a b.csv", "", 0), ("sheets/a b.csv\nsheets", "out.sarif", 1)]
)
def test_the_action(club: Path, paths: str, sarif: str, status: int) -> None:
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    script = text[text.rindex("run: |\n") :].partition("\n")[2]
    done = shell(
        club,
        script,
        PATHS=paths,
        ARGUMENTS="--strict",
        SARIF=sarif,
        GITHUB_STEP_SUMMARY=str(club / "page.md"),
    )
    assert done.returncode == status, done.stderr
    assert ("::error file=sheets/c.csv,line=5," in done.stdout) == bool(status)
    assert (club / "page.md").read_text(encoding="utf-8").startswith("## scorecheck")
    assert (club / "out.sarif").exists() == bool(sarif)


def test_pre_commit_runs_the_hooks(tmp_path: Path) -> None:
    if shutil.which("pre-commit", path=str(Path(sys.executable).parent)) is None:
        if os.environ.get("CI"):
            pytest.fail("pre-commit is not installed: pip install 'scorecheck[slow]'")
        pytest.skip("pre-commit is not installed")
    if not (ROOT / ".git").exists():
        pytest.skip("pre-commit takes hooks from a git repository")
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()
    (tmp_path / ".pre-commit-config.yaml").write_text(
        f"repos:\n- repo: {ROOT}\n  rev: {head}\n  hooks:\n  - id: scorecheck\n  - id: scorecheck-events\n"
    )
    sheets = tmp_path / "sheets"
    sheets.mkdir()
    for number in range(30):
        (sheets / f"evening {number}.csv").write_text(f"Evening {number},,,,\n{GOOD}", encoding="utf-8")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    # pip takes "no-compile: no" for an environment whose modules are compiled when they are imported.
    env = {"PRE_COMMIT_HOME": str(tmp_path / ".cache"), "PRE_COMMIT_COLOR": "never", "PIP_NO_COMPILE": "no"}
    clean = shell(tmp_path, "pre-commit run --all-files", **env)
    assert clean.returncode == 0, clean.stdout + clean.stderr
    assert clean.stdout.count("Passed") == 2
    (sheets / "evening 7.csv").write_text(FAULTY, encoding="utf-8")
    git(tmp_path, "add", ".")
    faulty = shell(tmp_path, "pre-commit run --all-files", **env)
    assert faulty.returncode == 1
    assert "sheets/evening 7.csv:E5: error" in faulty.stdout
