"""What the program imports: start-up is nothing but that."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from scorecheck.checks.sketch import known
from scorecheck.games import registry
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


OURS = {
    "": "catalogue resources",
    "checks": "check common game_numbers money null own prior rules ruleset runner sketch words",
    "cli": "console declared main options session validate",
    "games": "registry",
    "many_files": "configuration event_findings job user_settings",
    "one_file": "column_evidence decision evidence file_findings pipeline points_tables "
    "questions recognition row_evidence settings "
    "sheet_check workbook_reading",
    "whole_event": "check_job",
    "layouts": "called card_rows entries entry_rows foot joined_columns locate names_above read_as readings "
    "record_headings record_sketches running_beside sample unfilled vocabulary wordy",
    "model": "budget cells error fence finding order outcome record runs sheet statistics terms toml "
    "wanted workbook",
    "readers": "csv_reader discover errors limits own read sniff source suffixes",
    "reports": "describe format_options formats messages safe text",
    "games.acey_deucey": "amounts board checks prior ruleset scoring",
    "games.chouette": "checks prior ruleset",
    "games.doppelkopf": (
        "checks detail detail_checks dues prior reachable results roles rounds ruleset scoring specials "
        "spelling valuation"
    ),
}
"""What ``validate`` of a clean CSV may import of the program, by package. A module that is added here
costs every run; where only some sheets need it, it is imported in the function that uses it."""
OF_XLSX = {
    "readers": "archive calamine_reader markup package sheet_walk texts xlsx_guard xlsx_reader",
}
"""What a workbook adds."""


def modules(table: dict[str, str]) -> set[str]:
    return {
        ".".join(filter(None, ("scorecheck", package, name)))
        for package, names in table.items()
        for name in names.split()
    }


def packages(table: dict[str, str]) -> set[str]:
    return {".".join(filter(None, ("scorecheck", package))) for package in table}


def listed(names: Iterable[str]) -> set[str]:
    """Of modules those of ours that the table speaks of: all but those of games that it does not name.

    Each game with a column a player is imported to recognise a sheet, and so is the next one.
    """
    points = {f"scorecheck.games.{game.replace('-', '_')}" for game in registry.GAMES if known(game).fewest}
    unnamed = tuple(points - packages(OURS))
    return {name for name in names if name.startswith("scorecheck") and not name.startswith(unnamed)}


def imported(*args: str | Path) -> set[str]:
    """The top-level modules that a run of the program has imported in the end."""
    return {name.partition(".")[0] for name in every_module(*args)}


def every_module(*args: str | Path) -> set[str]:
    """All modules that a run of the program has imported in the end."""
    code = (
        "import sys, json, atexit\n"
        "names = lambda: json.dumps(sorted(sys.modules))\n"
        "atexit.register(lambda: print(names(), file=sys.stderr))\n"
        f"sys.argv = ['scorecheck', *{list(map(str, args))!r}]\n"
        "from scorecheck.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    return set(json.loads(done.stderr.strip().splitlines()[-1]))


def test_validating_a_csv_imports_these_modules_and_no_others() -> None:
    ours = listed(every_module("validate", "samples/chouette/mcc-extra.csv"))
    assert ours <= modules(OURS) | packages(OURS)


def test_each_listed_module_is_imported_by_some_sheet() -> None:
    ours = every_module("validate", "samples/chouette/mcc-extra.csv")
    ours |= every_module("validate", "samples/doppelkopf/five-players.xlsx")
    assert modules(OURS) | modules(OF_XLSX) <= ours, "the list has grown stale"


def test_a_workbook_adds_only_its_reader() -> None:
    of_xlsx = every_module("validate", "samples/doppelkopf/five-players.xlsx")
    ours = listed(of_xlsx)
    assert ours <= modules(OURS) | modules(OF_XLSX) | packages(OURS) | {"scorecheck.checks.deal"}


READS_LISTS = {"tournament": "evenings_grid long_list published seeger"}
"""What reads a sheet that is of no game."""


@pytest.mark.parametrize(
    "sample", ["doppelkopf/detail.csv", "chouette/mcc-extra.xlsx", "yatzy/kniffel-block.csv"]
)
def test_sheets_of_facts_and_cards_load_nothing_that_reads_lists(sample: str) -> None:
    assert not every_module("validate", f"samples/{sample}") & modules(READS_LISTS)


@pytest.mark.slow
def test_validating_a_csv_imports_nothing_heavy() -> None:
    modules = imported("validate", "samples/chouette/mcc-extra.csv")
    assert not modules & (HEAVY | {"python_calamine", "zipfile", "typer", "inspect"})


@pytest.mark.slow
def test_validating_a_workbook_adds_only_its_reader() -> None:
    modules = imported("validate", "samples/doppelkopf/five-players.xlsx", "--format", "json")
    assert "python_calamine" in modules
    assert not modules & HEAVY


@pytest.mark.parametrize("args", [["--help"], ["--version"]])
def test_help_imports_no_command(args: list[str]) -> None:
    modules = imported(*args)
    assert not modules & (HEAVY | {"python_calamine"})


def test_the_version_is_said_without_typer() -> None:
    assert "typer" not in imported("--version")
