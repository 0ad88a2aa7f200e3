"""Findings on one line each, for editors and grep; and the number of findings per rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import aligned, place_of
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain


def concise_text(checked: Checked, messages: Messages) -> str:
    """``path:sheet!cell: severity: sentence [rule]``, whatever the width of the screen."""
    return "".join(f"{_line(finding, messages)}\n" for finding in checked.findings)


def _line(finding: Finding, messages: Messages) -> str:
    where = place_of(finding)
    severity = messages.label(f"severity.{finding.severity.word}")
    return f"{where}: {severity}: {plain(messages.text(finding))} [{finding.rule}]"


def statistics_text(findings: Iterable[Finding], messages: Messages) -> str:
    """The number of findings per rule, in descending order."""
    count: Counter[str] = Counter()
    for finding in findings:
        count[finding.rule] += finding.count
    ordered = sorted(count.items(), key=lambda one: (-one[1], one[0]))
    table = [(str(number), rule, messages.rule(rule).says) for rule, number in ordered]
    return "".join(f"{line}\n" for line in aligned(table, (1, 2)))
