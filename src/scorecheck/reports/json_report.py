"""Findings and standings as JSON, in the shape that ``schemas/`` promises."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain
from typing import Any, TypeAlias, cast

from scorecheck import __version__
from scorecheck.checks.check import Rule
from scorecheck.checks.ruleset import Choice
from scorecheck.model.cells import CellRef, Number, column_letters
from scorecheck.model.finding import MORE, Edit, Finding, Fix, Severity
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet
from scorecheck.model.sheet import Sheet, Table
from scorecheck.model.terms import Param, Sentence, Several, Term, Worked
from scorecheck.reports.describe import rests_on_sentences
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.messages import LANGUAGES, OF_REPORTS, Messages
from scorecheck.reports.noticed import noticed_json
from scorecheck.reports.repairs import (
    decides_sentence,
    fix_sentence,
    fix_text,
    impact_json,
    impact_sentences,
    together_sentence,
)

FORMAT_VERSION = 1
_EVERYWHERE_EXACT = 2**53

# Many JSON parsers refuse lone surrogates, escaped or not.
_NO_CHARACTER = re.compile("[\ud800-\udfff]")
_NOT_ASCII = re.compile("[^\x00-\x7f]+")
# JSON escapes the C0 controls; these others can control a terminal as well.
_HARMFUL = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")


def checked_json(checked: Checked, messages: Messages) -> dict[str, Any]:
    """The result of a check as JSON."""
    found = checked.findings
    marks = fingerprints(found)
    changing = {
        (finding.path, finding.sheet, edit): mark
        for finding, mark in zip(found, marks, strict=True)
        for fix in finding.fixes
        for edit in fix.edits
    }
    report: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "tool": tool(),
        "lang": messages.lang,
        "files": [_file(file, messages) for file in sorted(checked.files, key=lambda file: file.path)],
        "findings": [
            {**_with_others(finding_json(finding, messages), finding, changing), "fingerprint": mark}
            for finding, mark in zip(found, marks, strict=True)
            if finding.variant != MORE
        ],
        "summary": {
            "files": len(checked.files),
            "errors": checked.count(Severity.ERROR),
            "warnings": checked.count(Severity.WARNING),
            "infos": checked.count(Severity.INFO),
        },
    }
    skipped = [
        {**fields_json(one, "path", "sheet", "rule"), "rows": list(one.rows)}
        for sheet in checked.sheets
        for one in sheet.skipped
    ]
    more: dict[tuple[str, str | None, str], int] = {}
    for one in found:
        if one.variant == MORE:
            place = one.path, one.sheet, one.rule
            more[place] = more.get(place, 0) + one.count
    if more:
        report["findings_more"] = [
            {"path": path, "sheet": sheet, "rule": rule, "count": count}
            for (path, sheet, rule), count in more.items()
        ]
    if skipped:
        report["skipped"] = skipped
    if checked.crashes:
        report["crashes"] = [
            fields_json(crash, "step", "rule", "path", "sheet", "row") for crash in checked.crashes
        ]
    if checked.notes:
        report["notes"] = [
            {
                "key": note.key,
                "message": messages.label(f"note.{note.key}", **note.params),
                "params": _params(note.params),
            }
            for note in checked.notes
        ]
    return report


_Changing: TypeAlias = "dict[tuple[str, str | None, Edit], str]"
"""The fingerprints of findings with repairs, by file, sheet and edit."""


def _with_others(told: dict[str, Any], finding: Finding, changing: _Changing) -> dict[str, Any]:
    """Adds to each repair of a finding the fingerprints of findings whose repairs it needs."""
    for fix, said in zip(finding.fixes, told["fixes"], strict=True):
        marks = (changing.get((finding.path, finding.sheet, edit)) for edit in fix.together)
        if needed := sorted({mark for mark in marks if mark is not None}):
            said["with"] = needed
    return told


def json_text(report: Mapping[str, Any], *, ascii_only: bool = False) -> str:
    """A report as indented JSON in UTF-8, harmless on a terminal; with ``ascii_only`` in ASCII."""
    text = _NO_CHARACTER.sub("\ufffd", json.dumps(report, ensure_ascii=False, indent=2))
    if ascii_only:
        text = _NOT_ASCII.sub(lambda found: json.dumps(found.group())[1:-1], text)
    return _HARMFUL.sub(lambda found: f"\\u{ord(found.group()):04x}", text) + "\n"


def tool() -> dict[str, str]:
    """The name and version, which mark a file as ours."""
    return {"name": "scorecheck", "version": __version__}


def _file(file: CheckedFile, messages: Messages) -> dict[str, Any]:
    return {
        **fields_json(file, "path", "status"),
        "sheets": [_sheet(sheet, messages) for sheet in file.sheets],
    }


def _sheet(checked: CheckedSheet, messages: Messages) -> dict[str, Any]:
    sheet = checked.sheet
    told: dict[str, Any] = {
        **fields_json(sheet, "name", "game", "preset", "layout"),
        "players": list(sheet.players),
        "rows": checked.entries,
        "status": checked.status,
        "notation": sheet.notation,
        "range": range_of(sheet),
    }
    if grounds := rests_on_sentences(checked):
        told["rests_on"] = [messages.said(one) for one in grounds]
        told["rests_on_says"] = [_said(one) for one in grounds]
    if sheet.continues is not None:
        told["continues"] = sheet.continues.before
    if checked.noticed is not None:
        told |= noticed_json(checked.noticed)
    if sheet.ignored:
        told["ignored"] = [{"row": row_of(sheet.table, one.row), "why": one.why} for one in sheet.ignored]
    return told


def range_of(sheet: Sheet) -> str:
    """The range from the first heading to the last cell that was read; if the rows are no longer in memory,
    to the end of the table.
    """
    table = sheet.table
    if table.places:
        cells = [*map(table.heading_cell, range(len(table.headings))), *chain.from_iterable(table.places)]
        rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
        return (
            f"{CellRef(min(table.heading_row, *rows), min(columns)).a1}:{CellRef(max(rows), max(columns)).a1}"
        )
    number = sheet.column("number")
    first = next((at for at, word in enumerate(table.headings) if word or at == number), table.first_column)
    last = max(sheet.stop - 1, -1 if sheet.total_row is None else sheet.total_row)
    if table.rows:
        left_alone = {one.row for one in sheet.ignored}
        while last >= 0 and (last in left_alone or all(value == "" for value in table.of_row(last))):
            last -= 1
    width = len(table.headings) - 1
    end = table.heading_cell(width) if last < 0 else table.cell(last, width)
    return f"{table.heading_cell(first).a1}:{end.a1}"


def row_of(table: Table, row: int) -> int | str:
    """The row on the sheet; in a transposed table, the letters of the column."""
    place = table.cell(row, 0)
    return column_letters(place.column) if table.turned else place.row


def finding_json(finding: Finding, messages: Messages) -> dict[str, Any]:
    """A finding as JSON, with its sentence."""
    cell = finding.cell
    told: dict[str, Any] = {
        "rule": finding.rule,
        "variant": finding.variant or "default",
        "severity": finding.severity.word,
        "path": finding.path,
        "sheet": finding.sheet,
        "cell": cell.a1 if cell else None,
        "row": cell.row if cell else None,
        "column": cell.column if cell else None,
        "related": [related.a1 for related in finding.related],
        "message": messages.text(finding),
        "value": finding.value,
        "params": _params(finding.params),
        "fixes": [_fix(fix, messages) for fix in finding.fixes],
    }
    if finding.waived is not None:
        reason, by, severity = finding.waived
        told["waived"] = {"reason": reason, "by": by, "severity": severity.word}
    if finding.carried_to is not None:
        told["carried_to"] = finding.carried_to.row
    if finding.impact:
        told["impact"] = {
            **impact_json(finding, messages),
            "says": [_said(one) for one in impact_sentences(finding)],
        }
    asked = decides_sentence(finding.fixes[0]) if finding.fixes else None
    if asked is not None:
        told["asks"] = {"message": messages.said(asked), "says": [_said(asked)]}
    return told


def _fix(fix: Fix, messages: Messages) -> dict[str, Any]:
    return {
        "edits": edits_json(fix),
        "kind": fix.kind,
        "confidence": fix.confidence,
        "message": fix_text(fix, messages),
        "says": [_said(one) for one in (fix_sentence(fix), together_sentence(fix)) if one is not None],
    }


def edits_json(fix: Fix) -> list[dict[str, str]]:
    """The edits of a repair as JSON."""
    return [{"cell": edit.cell.a1, "from": edit.before, "to": edit.after} for edit in fix.edits]


def _params(params: Mapping[str, Param]) -> dict[str, Any]:
    return {key: _param(value) for key, value in params.items()}


def _param(value: Param | Sentence | Several) -> Any:
    """A param as JSON, for programs that make the sentences themselves."""
    if isinstance(value, str):
        return value
    if isinstance(value, Worked):
        return {
            "area": value.area,
            "value": _exact(value.value),
            "terms": [_term(one) for one in value.terms],
        }
    if isinstance(value, Sentence):
        return _said(value)
    if isinstance(value, Several):
        parts = {"list": [_said(one) for one in value.parts]}
        return {**parts, "inside": True} if value.inside else parts
    return list(value) if isinstance(value, tuple) else _exact(value)


def _said(said: Sentence) -> dict[str, Any]:
    return {"key": said.key, "params": {key: _param(value) for key, value in said.params.items()}}


def _term(term: Term) -> dict[str, Any]:
    kind = "factor" if term.factor else "floor" if term.floor else "add"
    return {"key": term.key, "value": _exact(term.value), "kind": kind, "params": _params(term.params)}


def _exact(number: Number) -> int | dict[str, str]:
    """A JSON number if every parser reads it exactly, else the fraction as text."""
    if number.denominator == 1 and abs(number) < _EVERYWHERE_EXACT:
        return int(number)
    return {"exact": str(number)}


def number_json(number: Number) -> int | str:
    """A JSON number if it is whole, else the fraction as text."""
    return number.numerator if number.denominator == 1 else str(number)


def fields_json(one: object, *names: str) -> dict[str, Any]:
    """Fields of a record under their own names, fractions as ``number_json`` gives them."""
    values = {name: getattr(one, name) for name in names}
    return {name: number_json(said) if isinstance(said, Fraction) else said for name, said in values.items()}


_WORDS = ("date", "layout", "list", "method", "new", "noun", "number", "step", "table")
"""The tables of labels that templates refer to."""
_COUNTED = {f"report.{name}" for name in ("counted", "games", "on_some", "players", "rounds", "rows")}
"""The labels of reports that sentences about a sheet refer to."""


def catalogue_json(rules: Iterable[Rule], games: Iterable[str], choices: Iterable[Choice]) -> dict[str, Any]:
    """The rules and options with their texts, and by language the templates of repairs, notes and values."""
    told = {lang: Messages(lang) for lang in LANGUAGES}
    games = sorted(games)
    return {
        "version": FORMAT_VERSION,
        "tool": tool(),
        "rules": [
            {
                "rule": rule.name,
                "severity": rule.severity.word,
                "texts": {lang: _texts(rule.name, messages) for lang, messages in told.items()},
            }
            for rule in rules
        ],
        "options": [
            {
                "game": choice.game,
                "option": choice.name,
                "values": list(choice.values),
                "by_preset": dict(choice.by_preset),
                "texts": {
                    lang: {"says": text.says, "values": dict(text.values)}
                    for lang, messages in told.items()
                    for text in [messages.choice(choice.game, choice.name)]
                },
            }
            for choice in choices
        ],
        "languages": {lang: _language(messages, games) for lang, messages in told.items()},
    }


def _texts(name: str, messages: Messages) -> dict[str, Any]:
    text = messages.rule(name)._asdict()
    said = {key: text[key] for key in ("says", "why", "example", "remedy", "choice")}
    said["findings"] = dict(text["texts"])
    return {key: value for key, value in said.items() if value is not None}


def _language(messages: Messages, games: Iterable[str]) -> dict[str, Any]:
    labels = messages.labels
    words = {name: _flat(labels[name]) for name in _WORDS}
    words["game"] = {game: messages.label(f"game.{game}") for game in games}
    words["role"] = _flat(labels["inspect"]["role"])
    return {
        "repairs": _flat(messages.area("repair")),
        "notes": _flat(labels["note"]),
        "reports": {
            key: text
            for name in OF_REPORTS
            for key, text in _flat(labels[name], f"{name}.").items()
            if name != "report" or key in _COUNTED
        }
        | {
            key: text
            for game in games
            for key, text in messages.area(game).get("labels", {}).items()
            if key.startswith("rests.")
        },
        "terms": {game: dict(terms) for game in games if (terms := messages.area(game).get("terms"))},
        "words": words,
    }


def _flat(table: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Nested tables of texts, flattened to dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(cast("dict[str, Any]", value), f"{above}{key}.")
        else:
            flat[f"{above}{key}"] = value
    return flat
