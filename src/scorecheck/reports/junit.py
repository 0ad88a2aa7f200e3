"""Findings as JUnit XML: what CI servers show as tests."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked, CheckedFile
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import help_lines
from scorecheck.reports.safe import plain


def junit_text(checked: Checked, messages: Messages, *, strict: bool = False) -> str:
    """A suite per file, with a test for the file itself and one for each of its sheets.

    The names of tests do not depend on findings, so that servers can track them. Unreadable files and crashes
    are errors. Findings that do not fail the run (infos, and warnings unless ``strict``) are in the output of
    the test. No time is told, so that equal findings are equal bytes.
    """
    fails = Severity.WARNING if strict else Severity.ERROR
    suites = [_suite(file, messages, fails) for file in sorted(checked.files, key=lambda file: file.path)]
    if checked.crashes:
        named = [(crash.rule or crash.step, crash) for crash in checked.crashes]
        cases = [_case("scorecheck", name, _element("error", plain(one.cause), name)) for name, one in named]
        suites.append(("scorecheck", cases, 0, len(cases)))
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    counted = [(len(cases), failed, broken) for _, cases, failed, broken in suites]
    tests, failures, errors = map(sum, zip((0, 0, 0), *counted, strict=True))
    lines.append(f'<testsuites name="scorecheck" tests="{tests}" failures="{failures}" errors="{errors}">')
    for name, cases, failed, broken in suites:
        counts = f'tests="{len(cases)}" failures="{failed}" errors="{broken}" skipped="0" time="0"'
        lines += [f"  <testsuite name={_quoted(name)} {counts}>", *cases, "  </testsuite>"]
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


_Suite = tuple[str, list[str], int, int]


def _suite(file: CheckedFile, messages: Messages, fails: Severity) -> _Suite:
    # None stands for the file itself, and for the only sheet of a text file.
    found: dict[str | None, list[Finding]] = {None: []}
    for sheet in file.sheets:
        found.setdefault(sheet.sheet.table.sheet, [])
    for finding in sorted(file.findings, key=lambda finding: finding.sort_key):
        found.setdefault(finding.sheet, []).append(finding)
    cases: list[str] = []
    failed = broken = 0
    for name, findings in found.items():
        wrong = [finding for finding in findings if finding.severity >= fails]
        kind = "error" if wrong and file.status == "unreadable" else "failure"
        failed += bool(wrong) and kind == "failure"
        broken += bool(wrong) and kind == "error"
        others = [finding for finding in findings if finding not in wrong]
        inner = _told(kind, wrong, messages) + _told("system-out", others, messages)
        cases.append(_case(file.path, name or file.path.rpartition("/")[2] or "-", inner))
    return plain(file.path), cases, failed, broken


def _told(kind: str, findings: Sequence[Finding], messages: Messages) -> str:
    """All findings of a test in one element, as many servers show only one."""
    if not findings:
        return ""
    first = plain(messages.text(findings[0]))
    more = f" (+{len(findings) - 1})" if len(findings) > 1 else ""
    text = "\n".join(line for finding in findings for line in _lines(finding, messages))
    return _element(kind, text, findings[0].rule, first + more)


def _lines(finding: Finding, messages: Messages) -> Iterator[str]:
    where = f"{finding.cell.a1}: " if finding.cell else ""
    severity = messages.label(f"severity.{finding.severity.word}")
    yield f"{where}{severity}: {plain(messages.text(finding))} [{finding.rule}]"
    yield from (f"    {plain(line)}" for line in help_lines(finding, messages))


def _case(path: str, name: str, inner: str) -> str:
    start = f"    <testcase classname={_quoted(path)} name={_quoted(name)} time="
    return f'{start}"0">{inner}</testcase>' if inner else f'{start}"0"/>'


def _element(kind: str, text: str, rule: str, message: str = "") -> str:
    if kind == "system-out":
        return f"<system-out>{_written(text)}</system-out>"
    return f"<{kind} message={_quoted(message or text)} type={_quoted(rule)}>{_written(text)}</{kind}>"


def _written(text: str) -> str:
    return escape("\n".join(plain(line) for line in text.splitlines()))


def _quoted(text: str) -> str:
    return quoteattr(plain(text))
