"""What the page shows, as plain data: all words and numbers are final."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from scorecheck.browser.workspace import CheckedFiles, OwnGames, Workspace
from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION
from scorecheck.model.error import BrokenFile
from scorecheck.model.finding import Excerpt, Finding, Fix
from scorecheck.model.outcome import CheckedFile, CheckedSheet, Note
from scorecheck.one_file.mending import CAN_BE_MENDED
from scorecheck.reports.describe import Titles, checked_as, counts_by_severity, crash_text, note_text, summary
from scorecheck.reports.fingerprints import fingerprints
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import decides, edits_text, fix_text, sureness, tied, values_due
from scorecheck.reports.safe import plain, shown_number
from scorecheck.reports.sheet_view import finding_text
from scorecheck.reports.standings_view import standings_page
from scorecheck.reports.verdict import verdict
from scorecheck.tournament.rounds import number_of, place_of_result
from scorecheck.whole_event.ranking import NotRanked, Ranked, tables_of

_QUESTIONS = frozenset({AMBIGUOUS_GAME.name, AMBIGUOUS_NOTATION.name})
MAX_FINDINGS = 500
"""The most findings that are listed; the report counts the others."""


def page_data(workspace: Workspace, messages: Messages) -> dict[str, Any]:
    """Everything on the page that depends on the files."""
    looked = workspace.looked()
    checked = looked.checked
    titles = Titles(file.path for file in checked.files)
    sentence = verdict(checked, messages, tables_of(looked.ranked, messages))
    findings = checked.findings
    worst = sorted(zip(findings, fingerprints(findings), strict=True), key=lambda one: -one[0].severity)
    return {
        "verdict": {"state": sentence.state, "text": plain(sentence.text)},
        "summary": summary(checked, messages),
        "findings": [_finding(one, mark, workspace, titles, messages) for one, mark in worst[:MAX_FINDINGS]],
        "more": messages.label("report.more_findings", count=len(findings) - MAX_FINDINGS)
        if len(findings) > MAX_FINDINGS
        else "",
        "files": [_file(file, workspace, titles, messages) for file in checked.files],
        "taken": [
            {"path": path, "at": at, "text": plain(fix_text(one.fix, messages))}
            for path, taken in workspace.taken.items()
            for at, one in enumerate(taken)
        ],
        "corrects": bool(workspace.taken) and workspace.event_folder() is not None,
        "notes": [
            *_complaints(looked, messages),
            *_notes(looked, messages),
            *_own_games(workspace.own_games(), messages),
        ],
        "standings": _standings(workspace, looked, messages),
        "publishes": _publishes(looked),
    }


def _finding(
    finding: Finding, mark: str, workspace: Workspace, titles: Titles, messages: Messages
) -> dict[str, Any]:
    one = finding_text(finding, messages)
    can_be_taken = workspace.kind(finding.path) in CAN_BE_MENDED
    # Answered on the page of the table, with a button.
    question = finding.rule in _QUESTIONS
    all_tied = bool(finding.fixes) and len(tied(finding)) == len(finding.fixes)
    return {
        "id": mark,
        "rule": finding.rule,
        "severity": one.severity,
        "word": one.severity_word,
        "path": finding.path,
        "title": titles(finding.path, finding.sheet),
        "cell": one.cell,
        "sentence": plain(messages.text(finding, typed=False)) if question else one.sentence,
        "more": one.more,
        "either": messages.repair("says.either") if all_tied else "",
        "asked": plain(decides(finding.fixes[0], messages)) if finding.fixes else "",
        "fixes": [_fix(fix, messages, possible=can_be_taken) for fix in finding.fixes],
        "fixed_elsewhere": ""
        if can_be_taken or not finding.fixes
        else messages.label("fix.kind", path=plain(finding.path)),
        "impact": list(one.impact),
        "excerpt": None if finding.excerpt is None else _excerpt(finding.excerpt, finding),
        "question": question,
    }


def _fix(fix: Fix, messages: Messages, *, possible: bool) -> dict[str, Any]:
    return {
        "text": plain(fix_text(fix, messages)),
        "short": plain(edits_text(fix, messages)),
        "sure": sureness(fix, messages),
        "possible": possible and bool(fix.edits),
    }


def _excerpt(excerpt: Excerpt, finding: Finding) -> dict[str, Any]:
    """The rows around a finding, each cell with its marks."""
    should = {cell.a1: text for cell, text in values_due(finding).items()}
    related = {cell.a1 for cell in finding.related}
    at = finding.cell.a1 if finding.cell else ""

    def cell(letters: str, row: int, text: str) -> dict[str, Any]:
        a1 = f"{letters}{row}"
        mark = "at" if a1 == at else "related" if a1 in related else ""
        return {"text": shown_number(plain(text)), "mark": mark, "should": should.get(a1, "")}

    return {
        "letters": list(excerpt.letters),
        "headings": [plain(one) for one in excerpt.headings],
        "rows": [
            {
                "row": row,
                "cells": [
                    cell(letters, row, text) for letters, text in zip(excerpt.letters, texts, strict=False)
                ],
            }
            for row, texts in excerpt.lines
        ],
    }


def _file(file: CheckedFile, workspace: Workspace, titles: Titles, messages: Messages) -> dict[str, Any]:
    return {
        "path": file.path,
        "title": titles(file.path),
        "status": file.status,
        "word": messages.label(f"status.{file.status}"),
        "copy": file.path in workspace.taken,
        "alone": (workspace.home / file.path).is_file(),
        "sheets": [_sheet(one, messages) for one in file.sheets],
    }


def _sheet(one: CheckedSheet, messages: Messages) -> dict[str, Any]:
    status = one.status
    return {
        "name": plain(one.sheet.shown_name or ""),
        "status": status,
        "word": messages.label(f"status.{status}"),
        "recognised": plain(checked_as(one, messages)),
        "found": counts_by_severity(one.findings, messages),
    }


def _complaints(looked: CheckedFiles, messages: Messages) -> Iterator[str]:
    """What prevents the use of files, or standings."""
    for broken in looked.job.broken:
        for problem in broken.problems:
            place = f"{broken.path.name}:{problem.line}" if problem.line else broken.path.name
            yield plain(f"{place}: {messages.event_text(problem.reason, problem.params)}")
    yield from (plain(crash_text(crash, messages)) for crash in looked.checked.crashes)
    ranked = looked.ranked
    if isinstance(ranked, NotRanked) and ranked.why != "nothing-to-rank":
        yield plain(messages.label(f"cli.{ranked.why}", **ranked.params))


def _notes(looked: CheckedFiles, messages: Messages) -> Iterator[str]:
    more: tuple[Note, ...] = () if looked.ranking is None else looked.ranking.notes
    yield from (note_text(note, messages) for note in (*looked.job.notes, *looked.checked.notes, *more))


def settings_broken(broken: BrokenFile, messages: Messages) -> str:
    """The error in settings, or in the file of a game, with its place."""
    name = (broken.path or Path()).name
    where = f"{name}:{broken.line}" if broken.line else name
    return plain(messages.label(f"cli.config.{broken.reason}", path=where, **broken.params))


def _own_games(own_games: OwnGames, messages: Messages) -> Iterator[str]:
    """The files of games on the page, and their errors."""
    for game, path in own_games.told.items():
        yield plain(messages.label("app.own_game", path=path, game=messages.label(f"game.{game}")))
    yield from (settings_broken(one, messages) for one in own_games.broken)


def _standings(workspace: Workspace, looked: CheckedFiles, messages: Messages) -> dict[str, Any] | None:
    ranked = looked.ranking
    if ranked is None:
        return None
    fixed = bool(looked.job.of_events) and not workspace.arranged
    return {**_ranked(ranked, looked, messages), "fixed": fixed, "arranged": list(_arranged(ranked))}


def _publishes(looked: CheckedFiles) -> bool:
    """Whether the event files set public names of players."""
    season = looked.job.season
    said = [one.publish for one in looked.job.events]
    return any(one is not None for one in (*said, None if season is None else season.publish))


def _arranged(ranked: Ranked) -> Iterator[dict[str, Any]]:
    """The rounds with their files; a file of several rounds is listed in the first of them."""
    results = Counter(result.path for one in ranked.rounds for result in one.results)
    seen: set[str] = set()
    for one in ranked.rounds:
        sheets: list[dict[str, Any]] = []
        for result in one.results:
            if result.path not in seen:
                seen.add(result.path)
                sheets.append(
                    {
                        "path": result.path,
                        "title": plain(result.path),
                        "table": number_of(place_of_result(result).table),
                        "single": results[result.path] == 1,
                    }
                )
        yield {"name": plain(one.name), "sheets": sheets}


def _ranked(ranked: Ranked, looked: CheckedFiles, messages: Messages) -> dict[str, Any]:
    page = standings_page(ranked.standings, messages, looked.checked)
    return {
        "title": page.event or messages.label("standings.title"),
        "provisional": page.provisional_text(messages),
        "head": [
            {"text": text, "number": at != 1}
            for at, text in enumerate([*page.head, *page.ties, *page.rounds])
        ],
        "rows": [
            [
                *({"text": text} for text in (row.rank, row.player)),
                {"text": row.score, "small": row.penalty},
                {"text": row.games},
                *({"text": value} for value in row.ties),
                *(
                    {"text": "–"} if part is None else {"text": part.score, "small": part.basis}
                    for part in row.rounds
                ),
            ]
            for row in page.rows
        ],
        "formula": f"{page.head[2]}: {page.formula}.",
    }
