"""Findings as JUnit XML: what CI servers show as tests."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from scorecheck.model.finding import Severity
from scorecheck.reports.describe import recognised
from scorecheck.reports.repairs import fix_text
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorecheck.model.finding import Finding
    from scorecheck.model.outcome import Checked, CheckedFile
    from scorecheck.reports.messages import Messages


def junit_text(checked: Checked, messages: Messages, *, strict: bool = False) -> str:
    """A suite a file; in it a test for each sheet without faults, and a failed one for each fault.

    A file that cannot be read, and a check of ours that failed, are errors. What does not fail the
    run (infos, and warnings unless ``strict``) is a passed test that says it.
    """
    fails = Severity.WARNING if strict else Severity.ERROR
    suites = [_suite(file, messages, fails) for file in sorted(checked.files, key=lambda file: file.path)]
    if checked.crashes:
        named = [(crash.rule or crash.step, crash) for crash in checked.crashes]
        cases = [_case("scorecheck", name, _element("error", plain(one.cause), name)) for name, one in named]
        suites.append(("scorecheck", cases, 0, len(cases)))
    lines = ['<?xml version="1.0" encoding="utf-8"?>']
    tests, failures, errors = (
        sum(len(cases) for _, cases, _, _ in suites),
        sum(failed for _, _, failed, _ in suites),
        sum(broken for _, _, _, broken in suites),
    )
    lines.append(f'<testsuites name="scorecheck" tests="{tests}" failures="{failures}" errors="{errors}">')
    for name, cases, failed, broken in suites:
        counts = f'tests="{len(cases)}" failures="{failed}" errors="{broken}" skipped="0" time="0"'
        lines += [f"  <testsuite name={_quoted(name)} {counts}>", *cases, "  </testsuite>"]
    lines.append("</testsuites>")
    return "\n".join(lines) + "\n"


_Suite = tuple[str, list[str], int, int]


def _suite(file: CheckedFile, messages: Messages, fails: Severity) -> _Suite:
    cases = list(_clean(file, messages))
    failed = broken = 0
    for finding in sorted(file.findings, key=lambda finding: finding.sort_key):
        unread = file.status == "unreadable"
        wrong = finding.severity >= fails
        kind = "error" if wrong and unread else "failure" if wrong else "system-out"
        failed += kind == "failure"
        broken += kind == "error"
        text = plain(messages.text(finding))
        said = [text, *(plain(fix_text(fix, messages)) for fix in finding.fixes)]
        inner = _element(kind, "\n".join(said), finding.rule, text)
        cases.append(_case(file.path, _name(finding), inner))
    return plain(file.path), cases, failed, broken


def _clean(file: CheckedFile, messages: Messages) -> Iterator[str]:
    for one in file.sheets:
        if not one.findings:
            name = one.sheet.shown_name or recognised(one, messages)
            yield _case(file.path, name, "")


def _name(finding: Finding) -> str:
    where = (finding.sheet, finding.cell.a1 if finding.cell else None, finding.rule)
    return " ".join(filter(None, where))


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
