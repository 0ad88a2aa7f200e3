"""What others make of our formats: sarif-tools and junitparser read what the program wrote."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest

from support import ROOT, run

FAULTY = ROOT / "samples" / "doppelkopf" / "five-players-faulty.xlsx"


def needs(module: str) -> None:
    if find_spec(module) is None:
        if os.environ.get("CI"):
            pytest.fail(f"{module} is not installed: pip install 'scorecheck[slow]'")
        pytest.skip(f"{module} is not installed")


def test_sarif_tools_counts_our_findings(tmp_path: Path) -> None:
    needs("sarif")
    from sarif import loader

    target = tmp_path / "findings.sarif"
    assert run("validate", FAULTY, "--output", f"sarif:{target}").returncode == 1
    loaded = loader.load_sarif_file(str(target))
    assert len(loaded.get_results()) == 2
    assert loaded.get_distinct_tool_names() == ["scorecheck"]
    assert {record["Code"] for record in loaded.get_records()} == {
        "doppelkopf/zero-sum",
        "doppelkopf/dealer-sits-out",
    }


def test_junitparser_counts_our_findings(tmp_path: Path) -> None:
    needs("junitparser")
    from junitparser import JUnitXml

    target = tmp_path / "findings.xml"
    assert run(
        "validate", FAULTY, ROOT / "samples" / "chouette" / "mcc-extra.csv", "--output", f"junit:{target}"
    )
    suites = JUnitXml.fromfile(str(target))
    # A text file is one test, a workbook one and one for its sheet.
    assert (suites.tests, suites.failures, suites.errors) == (3, 1, 0)
    names = [case.name for suite in suites for case in suite if not case.is_passed]
    assert names == ["Tisch 1"]
