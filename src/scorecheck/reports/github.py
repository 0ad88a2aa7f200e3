"""Findings as GitHub shows them: annotations in the log, and a summary of the job."""

from __future__ import annotations

import html
from collections.abc import Iterator, Sequence

from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import cell_of, place_of, summary
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import with_repairs
from scorecheck.reports.safe import plain

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_MOST = 10
"""GitHub shows only so many annotations of each kind per step."""
_MOST_IN_SUMMARY = 1000
_LONGEST_SUMMARY = 900_000
"""A summary of more than 1 MiB is refused as a whole."""


def github_text(checked: Checked, messages: Messages) -> str:
    """The first ten findings of each kind as annotations, and a summary.

    The first findings of all files come first, so that each file is represented.
    """
    lines: list[str] = []
    for severity in sorted(_COMMANDS, reverse=True):
        mine = [finding for finding in checked.findings if finding.severity is severity]
        lines += (_annotation(finding, messages) for finding in _spread(mine)[:_MOST])
        if len(mine) > _MOST:
            count = sum(finding.count for finding in mine)
            lines.append(messages.label("github.more", count=count - _MOST, shown=_MOST))
    lines.append(summary(checked, messages))
    return "".join(f"{line}\n" for line in lines)


def _spread(findings: Sequence[Finding]) -> list[Finding]:
    """The first finding of each file, then the second of each, and so on."""
    count: dict[str, int] = {}
    ranked: list[tuple[int, int, Finding]] = []
    for at, finding in enumerate(findings):
        count[finding.path] = count.get(finding.path, 0) + 1
        ranked.append((count[finding.path], at, finding))
    return [finding for _, _, finding in sorted(ranked, key=lambda one: one[:2])]


def _annotation(finding: Finding, messages: Messages) -> str:
    where = [f"file={_property(finding.path)}"]
    if finding.cell is not None:
        where.append(f"line={finding.cell.row}")
    cell = cell_of(finding)
    where.append(f"title={_property(f'{finding.rule} {cell}'.strip())}")
    said = with_repairs(finding, messages)
    return f"::{_COMMANDS[finding.severity]} {','.join(where)}::{_data(said)}"


def _data(text: str) -> str:
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def summary_markdown(checked: Checked, messages: Messages) -> str:
    """The findings as a table for the page of the job."""
    lines = ["## scorecheck", "", _markdown(summary(checked, messages)), ""]
    found = checked.findings
    if found:
        heads = [messages.label(f"github.{key}") for key in ("where", "weight", "says", "rule")]
        lines += [_row(heads), _row(["---"] * len(heads))]
        size = 0
        for finding in sorted(found, key=lambda one: -one.severity)[:_MOST_IN_SUMMARY]:
            line = _row(list(_cells(finding, messages)))
            size += len(line.encode("utf-8", "replace"))
            if size > _LONGEST_SUMMARY:
                break
            lines.append(line)
        left = sum(finding.count for finding in found) - (len(lines) - 6)
        if left > 0:
            lines += ["", messages.label("github.left", count=left)]
    return "\n".join(lines) + "\n"


def _cells(finding: Finding, messages: Messages) -> Iterator[str]:
    yield _markdown(place_of(finding))
    yield messages.label(f"severity.{finding.severity.word}")
    yield _markdown(with_repairs(finding, messages))
    yield f"`{finding.rule}`"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown(text: str) -> str:
    """Text escaped for Markdown and HTML, as it may be untrusted."""
    shown = html.escape(plain(text), quote=False)
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+!|~@" else c for c in shown)
