"""What programs import is typed: mypy, strict, takes a right program, and refuses a wrong one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support import needs

RIGHT = '''
"""A program that uses what scorecheck offers."""

from typing import assert_type

import scorecheck
from scorecheck import Finding, Fix, Ranking, Report, standings, validate


def told(path: str) -> list[str]:
    report = assert_type(validate(path, lang="de", preset="ddv", ignore=["sheet/hidden-values"]), Report)
    said: list[str] = []
    for finding in report.findings:
        assert_type(finding, Finding)
        said += [assert_type(finding.message("en"), str), finding.fingerprint]
        said += [assert_type(fix, Fix).message("nb") for fix in finding.fixes]
    said.append(str(len(report.games_frame())))
    return said if not assert_type(report.ok, bool) else []


def ranked(path: str) -> str:
    ranking = assert_type(standings(path), Ranking)
    return str(ranking.to_frame()) + str(ranking.rounds_frame()) + str(ranking.statistics_frame())


try:
    print(told("a.csv"), ranked("evening"))
except scorecheck.Error as fault:
    print(fault)
'''
WRONG = """
from scorecheck import validate

print(validate("a.csv", gmae="doppelkopf"))
print(validate("a.csv").finding)
print(validate(17))
"""


def of_mypy(folder: Path, program: str) -> list[str]:
    needs("mypy", "slow")
    path = folder / "program.py"
    path.write_text(program, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--show-error-codes", path.name],
        cwd=folder,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_mypy_takes_a_right_program(tmp_path: Path) -> None:
    assert of_mypy(tmp_path, RIGHT) == []


def test_mypy_refuses_a_wrong_one(tmp_path: Path) -> None:
    errors = [line for line in of_mypy(tmp_path, WRONG) if ": error: " in line]
    assert [line.split(":")[1] for line in errors] == ["4", "5", "6"]
    assert [line.rsplit("[", 1)[1] for line in errors] == ["call-arg]", "attr-defined]", "arg-type]"]
