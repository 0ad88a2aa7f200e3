"""What the program imports: start-up is nothing but that."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

HEAVY = {
    "jinja2",
    "jsonschema",
    "numpy",
    "openpyxl",
    "pandas",
    "pydantic",
    "rich",
    "typst",
}


def imported(*args: str | Path) -> set[str]:
    """The top-level modules that a run of the program has imported in the end."""
    code = (
        "import sys, json, atexit\n"
        "names = lambda: json.dumps(sorted({m.split('.')[0] for m in sys.modules}))\n"
        "atexit.register(lambda: print(names(), file=sys.stderr))\n"
        f"sys.argv = ['scorecheck', *{list(map(str, args))!r}]\n"
        "from scorecheck.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return set(json.loads(done.stderr.strip().splitlines()[-1]))


def test_validating_a_csv_imports_nothing_heavy() -> None:
    modules = imported("validate", "samples/chouette/mcc-extra.csv")
    assert not modules & (HEAVY | {"python_calamine", "zipfile"})


def test_validating_a_workbook_adds_only_its_reader() -> None:
    modules = imported("validate", "samples/doppelkopf/five-players.xlsx", "--format", "json")
    assert "python_calamine" in modules
    assert not modules & HEAVY


@pytest.mark.parametrize("args", [["--help"], ["--version"]])
def test_help_imports_no_command(args: list[str]) -> None:
    modules = imported(*args)
    assert not modules & (HEAVY | {"python_calamine"})
