"""Findings as reviewdog diagnostics, which become comments on a pull request.

Repairs of text files are suggestions, which can be applied with a click.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import cell_of
from scorecheck.reports.edited_files import TextFile
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import is_tie, with_repairs
from scorecheck.reports.replacements import Replacements
from scorecheck.reports.safe import plain
from scorecheck.reports.site import SITE, rule_page

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def rdjson_text(checked: Checked, messages: Messages, text_of: Callable[[str], TextFile | None]) -> str:
    """All findings, with the cell in the message and its row as the line."""
    replaced = Replacements(checked.findings, text_of)
    document = {
        "source": {"name": "scorecheck", "url": SITE},
        "diagnostics": [_diagnostic(finding, messages, replaced) for finding in checked.findings],
    }
    return json.dumps(document, indent=2) + "\n"


def _diagnostic(finding: Finding, messages: Messages, replaced: Replacements) -> dict[str, Any]:
    cell = cell_of(finding)
    said = with_repairs(finding, messages)
    page = rule_page(finding.rule)
    diagnostic: dict[str, Any] = {
        "message": plain(f"{cell}: {said}" if cell else said),
        "location": {"path": plain(finding.path)},
        "severity": _SEVERITIES[finding.severity],
        "code": {"value": finding.rule, **({} if page is None else {"url": page})},
    }
    if finding.cell is not None:
        diagnostic["location"]["range"] = {"start": {"line": finding.cell.row}}
    # Only the likeliest repair: applying two suggestions for one fault would cause another.
    best = finding.fixes[:1]
    made = replaced.of(finding, best[0]) if best and not is_tie(finding) else ()
    if made:
        diagnostic["suggestions"] = [
            {
                "range": {
                    "start": {"line": one.line, "column": one.start_byte},
                    "end": {"line": one.line, "column": one.stop_byte},
                },
                "text": one.text,
            }
            for one in made
        ]
    return diagnostic
