"""Findings as SARIF 2.1.0, for code scanning."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from scorecheck import __version__
from scorecheck.checks.check import Rule
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Fix, Severity
from scorecheck.model.outcome import Checked
from scorecheck.reports.describe import SITE, rule_page
from scorecheck.reports.edited_files import TextFile
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.format_options import no_text
from scorecheck.reports.json_report import edits_json
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import fix_text, with_sureness
from scorecheck.reports.replacements import Replacement, Replacements
from scorecheck.reports.safe import plain

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def sarif_text(
    checked: Checked,
    messages: Messages,
    rules: Mapping[str, Rule],
    text_of: Callable[[str], TextFile | None] = no_text,
) -> str:
    """The findings of a run with all ``rules``, in ASCII for all consumers.

    The line of a region is the row of the cell, and in a workbook the column its column; the cell is the
    logical location. Repairs of text files are ``fixes``, which editors can apply; all repairs are also in
    the properties of a result. ``text_of`` returns a text file by its path.
    """
    found = checked.findings
    replaced = Replacements(found, text_of)
    driver = {
        "name": "scorecheck",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": SITE,
        "rules": [_rule(rule, messages) for rule in rules.values()],
    }
    places = {name: at for at, name in enumerate(rules)}
    marks = fingerprints(found)
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "language": {"en": "en-US", "de": "de-DE", "nb": "nb-NO"}[messages.lang],
        "columnKind": "unicodeCodePoints",
        "results": [
            _result(finding, places[finding.rule], mark, messages, replaced)
            for finding, mark in zip(found, marks, strict=True)
        ],
        "invocations": [
            {
                "executionSuccessful": not checked.crashes,
                "toolExecutionNotifications": [
                    {
                        "level": "error",
                        "message": {"text": plain(f"{one.rule or one.step}: {one.path}: {one.cause}")},
                    }
                    for one in checked.crashes
                ],
            }
        ],
        "artifacts": [{"location": {"uri": _uri(file.path)}} for file in checked.files],
    }
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return json.dumps(document, indent=2) + "\n"


def _rule(rule: Rule, messages: Messages) -> dict[str, Any]:
    text = messages.rule(rule.name)
    help_text = f"{text.why}\n\n{text.example}\n\n{text.remedy}"
    page = rule_page(rule.name)
    return {
        "id": rule.name,
        "name": "".join(part.title() for part in rule.name.replace("/", "-").split("-")),
        "shortDescription": {"text": text.says},
        "fullDescription": {"text": text.why},
        "help": {"text": help_text, "markdown": f"{text.why}\n\n*{text.example}*\n\n**{text.remedy}**"},
        **({} if page is None else {"helpUri": page}),
        "defaultConfiguration": {"level": _LEVELS[rule.severity]},
        "properties": {"tags": [rule.area, "scoresheet"]},
    }


def _result(
    finding: Finding, place: int, mark: str, messages: Messages, replaced: Replacements
) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.rule,
        "ruleIndex": place,
        "level": _LEVELS[finding.severity],
        "message": {"text": plain(messages.text(finding))},
        "locations": [_location(finding, finding.cell)],
        "partialFingerprints": {"scorecheck/v1": mark},
    }
    if finding.related:
        result["relatedLocations"] = [
            {"id": at, **_location(finding, cell), "message": {"text": cell.a1}}
            for at, cell in enumerate(finding.related, start=1)
        ]
    if finding.fixes:
        result["properties"] = {"repairs": [_repair(fix, messages) for fix in finding.fixes]}
        fixes = [
            _fix(finding, fix, made, messages) for fix in finding.fixes if (made := replaced.of(finding, fix))
        ]
        if fixes:
            result["fixes"] = fixes
    return result


def _fix(finding: Finding, fix: Fix, made: Sequence[Replacement], messages: Messages) -> dict[str, Any]:
    replacements = [
        {
            "deletedRegion": {
                "startLine": one.line,
                "startColumn": one.start,
                "endLine": one.line,
                "endColumn": one.stop,
            },
            "insertedContent": {"text": one.text},
        }
        for one in made
    ]
    change = {"artifactLocation": {"uri": _uri(finding.path)}, "replacements": replacements}
    return {"description": {"text": plain(with_sureness(fix, messages))}, "artifactChanges": [change]}


def _location(finding: Finding, cell: CellRef | None) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(finding.path)}}
    if cell is not None:
        physical["region"] = {"startLine": cell.row}
        if finding.sheet is not None:
            physical["region"]["startColumn"] = cell.column
    location: dict[str, Any] = {"physicalLocation": physical}
    named = "!".join(filter(None, (finding.sheet, cell.a1 if cell else "")))
    if named:
        location["logicalLocations"] = [
            {"fullyQualifiedName": plain(named), "kind": "cell" if cell else "sheet"}
        ]
    return location


def _repair(fix: Fix, messages: Messages) -> dict[str, Any]:
    return {
        "kind": fix.kind,
        "confidence": fix.confidence,
        "message": plain(fix_text(fix, messages)),
        "edits": edits_json(fix),
    }


def _uri(path: str) -> str:
    """A relative path as a relative URI; an absolute one as a ``file`` URI."""
    encoded = quote(path.encode("utf-8", "replace"), safe="/~")
    if path.startswith("/"):
        return f"file://{encoded}"
    if path[1:3] == ":/":
        return f"file:///{path[0]}:{encoded[4:]}"
    return encoded
