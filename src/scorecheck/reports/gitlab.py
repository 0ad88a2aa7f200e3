"""Findings as GitLab's code quality report."""

from __future__ import annotations

import json
from typing import Any

from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import cell_of
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import with_repairs
from scorecheck.reports.safe import plain

MARK = "scorecheck-"
"""The prefix of our fingerprints, which marks the file as ours."""
_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def gitlab_text(checked: Checked, messages: Messages) -> str:
    """A list of findings, with the cell in the description and its row as the line."""
    found = checked.findings
    listed = [
        _issue(finding, mark, messages) for finding, mark in zip(found, fingerprints(found), strict=True)
    ]
    return json.dumps(listed, indent=2) + "\n"


def _issue(finding: Finding, mark: str, messages: Messages) -> dict[str, Any]:
    cell = cell_of(finding)
    said = with_repairs(finding, messages)
    return {
        "description": plain(f"{cell}: {said}" if cell else said),
        "check_name": finding.rule,
        "fingerprint": MARK + mark,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": plain(finding.path) or "?",
            "lines": {"begin": finding.cell.row if finding.cell else 1},
        },
    }
