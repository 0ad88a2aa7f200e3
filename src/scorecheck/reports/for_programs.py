"""Findings as other programs take them: editors, GitHub, GitLab, reviewdog, spreadsheets."""

from __future__ import annotations

import html
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import SITE, aligned, cell_of, place_of, rule_page, summary
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import help_lines, is_tie, with_repairs
from scorecheck.reports.safe import csv_text, no_formula, plain

if TYPE_CHECKING:
    from scorecheck.reports.edited_files import TextFile

HEADER = (
    *("rule", "severity", "path", "sheet", "cell", "row", "column"),
    *("message", "value", "repair", "confidence"),
)
"""The columns of ``findings_csv``."""
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_GITLAB = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}
_MOST = 10
"""GitHub shows only so many annotations of each kind per step."""
_MOST_IN_SUMMARY = 1000
_LONGEST_SUMMARY = 900_000
"""A summary of more than 1 MiB is refused as a whole."""


def concise_text(checked: Checked, messages: Messages) -> str:
    """A line per finding, ``path:sheet!cell: severity: sentence [rule]``, for editors and grep."""
    return "".join(
        f"{place_of(one)}: {_weight(one, messages)}: {plain(messages.text(one))} [{one.rule}]\n"
        for one in checked.findings
    )


def statistics_text(findings: Iterable[Finding], messages: Messages) -> str:
    """The number of findings per rule, in descending order."""
    count: Counter[str] = Counter()
    for finding in findings:
        count[finding.rule] += finding.count
    ordered = sorted(count.items(), key=lambda one: (-one[1], one[0]))
    table = [(str(number), rule, messages.rule(rule).says) for rule, number in ordered]
    return "".join(f"{line}\n" for line in aligned(table, (1, 2)))


def findings_csv(checked: Checked, messages: Messages) -> str:
    """A line per finding, with all repairs in words and the confidence of the first."""

    def line(finding: Finding) -> list[str]:
        cell, fix = finding.cell, finding.fixes[0] if finding.fixes else None
        texts = (
            *(finding.rule, finding.severity.word, finding.path, finding.sheet or ""),
            *((cell.a1, str(cell.row), str(cell.column)) if cell else ("", "", "")),
            *(messages.text(finding), finding.value or "", " ".join(help_lines(finding, messages))),
            str(fix.confidence) if fix else "",
        )
        return [no_formula(plain(text)) for text in texts]

    return csv_text([HEADER, *map(line, checked.findings)])


def gitlab_text(checked: Checked, messages: Messages) -> str:
    """GitLab's code quality report, with the cell in the description and its row as the line."""
    found = checked.findings
    listed = [
        {
            "description": _at_cell(finding, messages),
            "check_name": finding.rule,
            "fingerprint": f"scorecheck-{mark}",
            "severity": _GITLAB[finding.severity],
            "location": {
                "path": plain(finding.path) or "?",
                "lines": {"begin": finding.cell.row if finding.cell else 1},
            },
        }
        for finding, mark in zip(found, fingerprints(found), strict=True)
    ]
    return json.dumps(listed, indent=2) + "\n"


def rdjson_text(checked: Checked, messages: Messages, text_of: Callable[[str], TextFile | None]) -> str:
    """Diagnostics for reviewdog, which become comments on a pull request.

    The cell is in the message, its row is the line. Repairs of text files are suggestions, which can be
    applied with a click; ``text_of`` returns a text file by its path.
    """
    from scorecheck.reports.replacements import Replacements

    replaced = Replacements(checked.findings, text_of)

    def diagnostic(finding: Finding) -> dict[str, Any]:
        page = rule_page(finding.rule)
        told: dict[str, Any] = {
            "message": _at_cell(finding, messages),
            "location": {"path": plain(finding.path)},
            "severity": finding.severity.name,
            "code": {"value": finding.rule, **({} if page is None else {"url": page})},
        }
        if finding.cell is not None:
            told["location"]["range"] = {"start": {"line": finding.cell.row}}
        # Only the likeliest repair: applying two suggestions for one fault would cause another.
        best = () if is_tie(finding) else finding.fixes[:1]
        suggestions = [
            {
                "range": {
                    "start": {"line": one.line, "column": one.start_byte},
                    "end": {"line": one.line, "column": one.stop_byte},
                },
                "text": one.text,
            }
            for fix in best
            for one in replaced.of(finding, fix)
        ]
        return {**told, "suggestions": suggestions} if suggestions else told

    document = {
        "source": {"name": "scorecheck", "url": SITE},
        "diagnostics": [diagnostic(finding) for finding in checked.findings],
    }
    return json.dumps(document, indent=2) + "\n"


def github_text(checked: Checked, messages: Messages) -> str:
    """Annotations in GitHub's log: the first ten findings of each kind, and a summary.

    The first findings of all files come first, so that each file is represented.
    """
    lines: list[str] = []
    for severity in sorted(_GITHUB, reverse=True):
        mine = [finding for finding in checked.findings if finding.severity is severity]
        lines += (_annotation(finding, messages) for finding in _spread(mine)[:_MOST])
        if len(mine) > _MOST:
            count = sum(finding.count for finding in mine)
            lines.append(messages.label("github.more", count=count - _MOST, shown=_MOST))
    lines.append(summary(checked, messages))
    return "".join(f"{line}\n" for line in lines)


def summary_markdown(checked: Checked, messages: Messages) -> str:
    """The findings as a table for the page of a job on GitHub."""
    lines = ["## scorecheck", "", _markdown(summary(checked, messages)), ""]
    found = checked.findings
    if found:
        heads = [messages.label(f"github.{key}") for key in ("where", "weight", "says", "rule")]
        lines += [_row(heads), _row(["---"] * len(heads))]
        size = 0
        for one in sorted(found, key=lambda one: -one.severity)[:_MOST_IN_SUMMARY]:
            said = _markdown(with_repairs(one, messages))
            line = _row((_markdown(place_of(one)), _weight(one, messages), said, f"`{one.rule}`"))
            size += len(line.encode("utf-8", "replace"))
            if size > _LONGEST_SUMMARY:
                break
            lines.append(line)
        left = sum(finding.count for finding in found) - (len(lines) - 6)
        if left > 0:
            lines += ["", messages.label("github.left", count=left)]
    return "\n".join(lines) + "\n"


def _weight(finding: Finding, messages: Messages) -> str:
    return messages.label(f"severity.{finding.severity.word}")


def _at_cell(finding: Finding, messages: Messages) -> str:
    return plain(": ".join(filter(None, (cell_of(finding), with_repairs(finding, messages)))))


def _spread(findings: Sequence[Finding]) -> list[Finding]:
    """The first finding of each file, then the second of each, and so on."""
    count: Counter[str] = Counter()
    ranked: list[tuple[int, int, Finding]] = []
    for at, finding in enumerate(findings):
        count[finding.path] += 1
        ranked.append((count[finding.path], at, finding))
    return [finding for _, _, finding in sorted(ranked, key=lambda one: one[:2])]


def _annotation(finding: Finding, messages: Messages) -> str:
    where = [f"file={_property(finding.path)}"]
    if finding.cell is not None:
        where.append(f"line={finding.cell.row}")
    where.append(f"title={_property(f'{finding.rule} {cell_of(finding)}'.strip())}")
    return f"::{_GITHUB[finding.severity]} {','.join(where)}::{_data(with_repairs(finding, messages))}"


def _data(text: str) -> str:
    return plain(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _markdown(text: str) -> str:
    """Text escaped for Markdown and HTML, as it may be untrusted."""
    shown = html.escape(plain(text), quote=False)
    return "".join(f"\\{c}" if c in "\\`*_{}[]()#+!|~@" else c for c in shown)
