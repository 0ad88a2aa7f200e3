"""Findings a line each, for editors, grep and short screens; and how many there are of each rule."""

from __future__ import annotations

from collections.abc import Iterable

from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import place
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain


def concise_text(checked: Checked, messages: Messages) -> str:
    """``path:sheet!cell: severity: sentence [rule]``, whatever the width of the screen."""
    return "".join(f"{_line(finding, messages)}\n" for finding in checked.findings)


def _line(finding: Finding, messages: Messages) -> str:
    where = place(finding.path, finding.sheet, finding.cell.a1 if finding.cell else None)
    severity = messages.label(f"severity.{finding.severity.word}")
    return f"{where}: {severity}: {plain(messages.text(finding))} [{finding.rule}]"


def statistics_text(findings: Iterable[Finding], messages: Messages) -> str:
    """How many findings there are of each rule, the most frequent first."""
    count: dict[str, int] = {}
    for finding in findings:
        count[finding.rule] = count.get(finding.rule, 0) + finding.count
    wide = max(map(len, count), default=0)
    far = max((len(str(number)) for number in count.values()), default=0)
    ordered = sorted(count.items(), key=lambda one: (-one[1], one[0]))
    return "".join(
        f"{number:>{far}}  {rule:<{wide}}  {messages.rule(rule).says}\n" for rule, number in ordered
    )
