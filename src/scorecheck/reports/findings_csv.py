"""Findings as CSV, for spreadsheets and scripts."""

from __future__ import annotations

from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Checked
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import help_lines
from scorecheck.reports.safe import csv_text, no_formula, plain

HEADER = (
    "rule",
    "severity",
    "path",
    "sheet",
    "cell",
    "row",
    "column",
    "message",
    "value",
    "repair",
    "confidence",
)


def findings_csv(checked: Checked, messages: Messages) -> str:
    """One line per finding, with all repairs in words and the confidence of the first."""
    return csv_text([HEADER, *(_line(finding, messages) for finding in checked.findings)])


def _line(finding: Finding, messages: Messages) -> list[str]:
    cell, fix = finding.cell, finding.fixes[0] if finding.fixes else None
    texts = (
        finding.rule,
        finding.severity.word,
        finding.path,
        finding.sheet or "",
        cell.a1 if cell else "",
        str(cell.row) if cell else "",
        str(cell.column) if cell else "",
        messages.text(finding),
        finding.value or "",
        " ".join(help_lines(finding, messages)),
        str(fix.confidence) if fix else "",
    )
    return [no_formula(plain(text)) for text in texts]
