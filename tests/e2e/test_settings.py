"""Settings of a club, baselines, changed files: what the program makes of them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from support import run

GOOD = """Game,Anna,Bernd,Chris,Dora
1,2,2,-2,-2
2,1,1,-1,-1
3,2,-2,2,-2
4,1,-1,1,-1
5,3,3,-3,-3
6,1,-1,1,-1
7,-2,-2,2,2
8,1,-1,-1,1
"""
FAULTY = GOOD.replace("4,1,-1,1,-1", "4,1,-1,1,1")
GAP = GOOD.replace("8,1", "9,1")


def findings(result: Any) -> list[str]:
    return [finding["rule"] for finding in json.loads(result.stdout)["findings"]]


def validate(folder: Path, *args: str) -> Any:
    return run("validate", "--format", "json", *args, cwd=folder)


def test_the_nearest_settings_hold_for_a_sheet(tmp_path: Path) -> None:
    (tmp_path / "scorecheck.toml").write_text('ignore = ["sheet/missing-game"]\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "pyproject.toml").write_text('[tool.scorecheck]\nignore = ["doppelkopf/*"]\n')
    (tmp_path / "a.csv").write_text(GAP)
    (inner / "b.csv").write_text(GAP.replace("4,1,-1,1,-1", "4,1,-1,1,1"))
    assert findings(validate(tmp_path, "a.csv")) == []
    assert findings(validate(tmp_path, "inner")) == ["sheet/missing-game"]
    assert findings(validate(tmp_path, "a.csv", "--isolated")) == ["sheet/missing-game"]
    assert findings(validate(tmp_path, "a.csv", "--ignore", "chouette/*")) == ["sheet/missing-game"]


@pytest.mark.parametrize("command", [("fix", "--diff"), ("annotate", "-o", "b.xlsx")])
def test_commands_that_make_copies_take_other_settings(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "a.csv").write_text(FAULTY, encoding="utf-8")
    (tmp_path / "scorecheck.toml").write_text('ignore = ["doppelkopf/*", "sheet/*"]\n', encoding="utf-8")
    # All that could be wrong is left out, so nothing is checked.
    assert run(*command, "a.csv", cwd=tmp_path).returncode == 2
    (tmp_path / "b.xlsx").unlink(missing_ok=True)
    assert run(*command, "a.csv", "--isolated", cwd=tmp_path).returncode == 1


def test_settings_of_the_run_are_those_of_the_working_folder(tmp_path: Path) -> None:
    (tmp_path / "scorecheck.toml").write_text('strict = true\nlang = "de"\noutput = ["concise"]\n')
    (tmp_path / "a.csv").write_text(GAP)
    result = run("validate", "a.csv", cwd=tmp_path)
    assert result.returncode == 1
    assert result.stdout.startswith("a.csv:A9: Warnung: ")
    assert run("validate", "a.csv", "--isolated", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('ignor = ["x"]\n', "Did you mean ignore?"),
        ("xyz = 1\n", "There are game, preset"),
        ("strict = 1\n", "strict cannot be 1. It may be: true / false."),
        ('select = "sheet/*"\n', "select must be a list of texts."),
        ('game = "halma"\n', "game cannot be halma."),
        ('ignore = ["sheet/nothing"]\n', "there is no rule sheet/nothing"),
        ('[options]\ngames_counted = "all"\n', "options.games_counted cannot be all."),
        ("strict = \n", "are no TOML"),
    ],
)
def test_what_is_wrong_with_settings_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "scorecheck.toml").write_text(text)
    (tmp_path / "a.csv").write_text(GOOD)
    result = run("validate", "a.csv", cwd=tmp_path)
    assert result.returncode == 2
    assert said in result.stderr
    line = text.count("\n")
    assert result.stderr.startswith((f"scorecheck.toml:{line}: ", f"The settings scorecheck.toml:{line} "))
    assert run("validate", "a.csv", "--isolated", cwd=tmp_path).returncode == 0


def test_rules_of_the_name_in_several_areas_are_all_named() -> None:
    said = "There is no rule won-or-lost. Did you mean sheet/won-or-lost or skat/won-or-lost?"
    assert said in run("explain", "won-or-lost").stderr
    assert said in run("validate", "--select", "won-or-lost", ".").stderr


def test_no_settings_and_settings_of_a_file_exclude_each_other(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD)
    (tmp_path / "own.toml").write_text("strict = true\n")
    for command in ("validate", "fix", "rank"):
        done = run(command, "a.csv", "--isolated", "--config", "own.toml", cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert "--isolated and --config: say one of them." in done.stderr


def test_another_programs_pyproject_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("this is no TOML")
    (tmp_path / "a.csv").write_text(GOOD)
    assert run("validate", "a.csv", cwd=tmp_path).returncode == 0


def test_config_says_what_is_in_force_and_from_where(tmp_path: Path) -> None:
    (tmp_path / "scorecheck.toml").write_text('ignore = ["sheet/missing-game"]\nlang = "en"\n')
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "scorecheck.toml").write_text('game = "doppelkopf"\n[columns]\nKto = "control"\n')
    said = json.loads(run("config", "inner", "--format", "json", cwd=tmp_path).stdout)
    assert said["game"] == {"value": "doppelkopf", "from": "inner/scorecheck.toml"}
    assert said["lang"] == {"value": "en", "from": "scorecheck.toml"}
    assert said["ignore"] == {"value": ["sheet/missing-game"], "from": "scorecheck.toml"}
    text = run("config", "inner", cwd=tmp_path).stdout
    assert "columns           Kto = control  (inner/scorecheck.toml)" in text


def test_only_new_faults_fail_against_a_baseline(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(FAULTY)
    assert run("validate", "a.csv", cwd=tmp_path).returncode == 1
    written = run("validate", "a.csv", "--write-baseline", "known.json", cwd=tmp_path)
    assert written.returncode == 0
    assert run("validate", "a.csv", "--baseline", "known.json", cwd=tmp_path).returncode == 0
    # The old fault has moved down, and there is a new one.
    (tmp_path / "a.csv").write_text("Evening,,,,\n" + FAULTY.replace("6,1,-1,1,-1", "6,1,-1,1,4"))
    result = validate(tmp_path, "a.csv", "--baseline", "known.json")
    assert result.returncode == 1
    assert [f["params"]["game"] for f in json.loads(result.stdout)["findings"]] == ["6"]
    assert "1 finding is known from the baseline" in result.stderr
    (tmp_path / "a.csv").write_text(GOOD)
    gone = run("validate", "a.csv", "--baseline", "known.json", cwd=tmp_path)
    assert gone.returncode == 0
    assert "1 entry of the baseline is no longer found" in gone.stderr


def test_a_baseline_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(GOOD)
    (tmp_path / "other.json").write_text('{"x": 1}')
    assert "is no baseline" in run("validate", "a.csv", "--baseline", "other.json", cwd=tmp_path).stderr
    missing = run("validate", "a.csv", "--baseline", "none.json", cwd=tmp_path)
    assert missing.returncode == 2
    assert "there is no such file" in missing.stderr


def test_only_sheets_that_changed_in_git(tmp_path: Path) -> None:
    def git(*words: str) -> None:
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x@example.org", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    git("init", "-q")
    for name in ("old.csv", "edited.csv"):
        (tmp_path / name).write_text(FAULTY)
    git("add", ".")
    git("commit", "-qm", "sheets")
    unchanged = run("validate", ".", "--changed-since", "HEAD", cwd=tmp_path)
    assert (unchanged.returncode, unchanged.stdout) == (0, "")
    (tmp_path / "edited.csv").write_text(FAULTY + "\n")
    (tmp_path / "new ä.csv").write_text(FAULTY)
    result = validate(tmp_path, ".", "--changed-since", "HEAD")
    assert {f["path"] for f in json.loads(result.stdout)["files"]} == {"edited.csv", "new ä.csv"}
    wrong = run("validate", ".", "--changed-since", "--output=x", cwd=tmp_path)
    assert wrong.returncode == 2
    assert not (tmp_path / "x").exists()


def test_exit_zero_forgives_faults_but_no_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(FAULTY)
    result = run("validate", "a.csv", "--exit-zero", "--statistics", cwd=tmp_path)
    assert result.returncode == 0
    assert "1  doppelkopf/" in result.stderr
    assert run("validate", "none.csv", "--exit-zero", cwd=tmp_path).returncode == 2


def test_a_job_on_github_gets_its_summary(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(FAULTY)
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    env = {"GITHUB_STEP_SUMMARY": str(summary)}
    result = run("validate", "a.csv", "--format", "github", cwd=tmp_path, env=env)
    assert result.stdout.startswith("::error file=a.csv,line=5,title=doppelkopf/")
    assert summary.read_text().startswith("before\n## scorecheck\n")
