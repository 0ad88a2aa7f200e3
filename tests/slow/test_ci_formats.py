"""What others make of our formats: sarif-tools and junitparser read what the program wrote."""

from __future__ import annotations

from pathlib import Path

from support import ROOT, needs, run

FAULTY = ROOT / "samples" / "doppelkopf" / "five-players-faulty.xlsx"


def test_sarif_tools_counts_our_findings(tmp_path: Path) -> None:
    needs("sarif", "slow")
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
    needs("junitparser", "slow")
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
