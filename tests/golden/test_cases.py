"""Every case of ``tests/cases``: exactly the findings that it names, and the reading."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark import ParameterSet

from recorded import checked_by_path, held, said_of
from scorecheck.catalogue import rules
from scorecheck.checks.own import game_in_file
from scorecheck.model.finding import Fix
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import fix_text
from scorecheck.tournament.checks import EVENT_RULES
from support import ROOT, found

FOLDER = ROOT / "tests" / "cases"
CASES = sorted(FOLDER.rglob("*.toml"))
MESSAGES = Messages("en")


def load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return path.relative_to(FOLDER).with_suffix("").as_posix()


def tried() -> list[ParameterSet]:
    """All cases; those whose first line says so are slow tests."""
    slow = {path for path in CASES if path.read_bytes().startswith(b"slow = true\n")}
    return [
        pytest.param(path, marks=pytest.mark.slow if path in slow else (), id=name_of(path)) for path in CASES
    ]


@pytest.mark.parametrize("path", tried())
def test_case(path: Path, tmp_path: Path) -> None:
    case = load(path)
    data = bytes.fromhex(case["hex"]) if "hex" in case else case["sheet"].encode()
    shown = case.get("name", "sheet.csv")
    (tmp_path / shown).write_bytes(data)
    options = case.get("options", {})
    if "beside" in case:
        # The file of a club's own game lies beside the sheet.
        (tmp_path / "game.toml").write_text(case["beside"], encoding="utf-8")
        options["beside"] = (game_in_file(str(tmp_path / "game.toml")),)
    file = checked_by_path(tmp_path / shown, shown, **options)
    expected = case.get("findings", [])
    assert found(file) == [(f["rule"], f.get("cell"), f["severity"]) for f in expected]
    for finding, told in zip(file.findings, expected, strict=True):
        assert told.get("says", "") in MESSAGES.text(finding)
        if "fixes" in told:
            assert [edits_of(fix) for fix in finding.fixes] == [fix["edits"] for fix in told["fixes"]]
            for fix, wanted in zip(finding.fixes, told["fixes"], strict=True):
                assert fix.kind == wanted["kind"]
                assert fix.confidence >= wanted.get("confidence", 0)
                assert wanted.get("says", "") in fix_text(fix, MESSAGES)
        if "related" in told:
            assert [cell.a1 for cell in finding.related] == told["related"]
    assert not {f["rule"] for f in expected} & set(case.get("holds", []))
    if "read" in case:
        (sheet,) = file.sheets
        read = {
            "game": sheet.sheet.game or "",
            "layout": sheet.sheet.layout,
            "notation": sheet.sheet.notation,
            "players": list(sheet.sheet.players),
        }
        assert read == {"notation": "plus-minus", **case["read"]}
    held(path.with_suffix(".txt"), said_of(file))


def edits_of(fix: Fix) -> list[str]:
    return [f"{edit.cell.a1}: {edit.before} -> {edit.after}" for edit in fix.edits]


def test_every_rule_has_a_passing_and_a_failing_case() -> None:
    cases = [load(path) for path in CASES]
    failing = {finding["rule"] for case in cases for finding in case.get("findings", [])}
    passing = {rule for case in cases for rule in case.get("holds", [])}
    # Shown where a workbook can be made: hidden rows and formulas do not exist in CSV.
    in_workbooks = {"sheet/hidden-values", "sheet/uncalculated-formula"}
    # Shown in test_fence.py: no sheet brings about a fault of ours that anybody knows of.
    of_faults = {"sheet/not-checked"}
    # Shown in test_job.py: they hold several sheets against each other, and a case is one sheet.
    of_events = {rule.name for rule in EVENT_RULES}
    every = set(rules()) | set(rules("schafkopf"))
    assert every - failing == in_workbooks | of_faults | of_events
    assert every - passing == of_faults | of_events


def test_every_case_names_rules_that_exist() -> None:
    named = {
        rule
        for case in map(load, CASES)
        if "beside" not in case
        for rule in (*case.get("holds", []), *(f["rule"] for f in case.get("findings", [])))
    }
    assert named <= set(rules()) | set(rules("schafkopf"))


def test_no_text_lies_beside_a_case_that_is_gone() -> None:
    assert sorted(path.with_suffix(".toml") for path in FOLDER.rglob("*.txt")) == CASES
