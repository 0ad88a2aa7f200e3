"""The verdict of a run in one sentence: ``2 mistakes at table 3; they could change the first place``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.model.cells import shortened
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked, CheckedFile, SheetId
from scorecheck.model.record import NamedTuple
from scorecheck.reports.describe import Titles
from scorecheck.reports.messages import Messages

_LONGEST = 60


class PlaceOfSheet(NamedTuple):
    """The round and table of a sheet, as far as known."""

    round: str
    """Empty where there is only one round."""
    number: int | None


class Verdict(NamedTuple):
    """The sentence, and its state for a colour."""

    state: str
    """``right``, ``doubt`` (warnings; something could not be checked), ``wrong`` or ``nothing``."""
    text: str


class _Grouped(NamedTuple):
    """Some findings with their number and places."""

    findings: tuple[Finding, ...]
    number: int
    """The number of findings, including unlisted ones."""
    places: tuple[SheetId, ...]


def verdict(
    checked: Checked, messages: Messages, tables: Mapping[SheetId, PlaceOfSheet] | None = None
) -> Verdict:
    """The verdict on a run. ``tables`` has the table and round of each sheet; others go by their titles."""
    unread = [file for file in checked.files if not file.sheets and _errors(file.findings)]
    mistakes, doubts = _mistakes_and_doubts(checked, unread)
    sheets = sum(len(file.sheets) for file in checked.files)
    told = mistakes if mistakes.findings else doubts
    where = _where(told, checked, messages, tables or {}, sheets) if told.findings else ""

    parts: list[str] = []
    if unread:
        key = "verdict.unread_one" if len(checked.files) == 1 else "verdict.unread"
        parts.append(messages.label(key, count=len(unread), files=len(checked.files)))
    if mistakes.findings:
        text = messages.label("verdict.mistakes", count=mistakes.number, where=where)
        parts.append("; ".join(filter(None, (text, _matters(mistakes, messages)))))
    elif doubts.findings:
        parts.append(messages.label("verdict.doubts", count=doubts.number, where=where))
    elif sheets:
        parts += _without_findings(checked, messages, sheets, beside="rest_right" if unread else "")
    if checked.crashes:
        parts.append(messages.label("verdict.crash"))
    if not parts:
        return Verdict("nothing", f"{messages.label('verdict.nothing')}.")
    wrong = bool(mistakes.findings or unread)
    state = "wrong" if wrong else "doubt" if _is_doubtful(checked, doubts) else "right"
    return Verdict(state, " ".join(f"{part}." for part in parts))


def _is_doubtful(checked: Checked, doubts: _Grouped) -> bool:
    unproved = any(one.status == "read" for one in checked.sheets)
    return bool(doubts.findings or checked.crashes or unproved)


def _without_findings(checked: Checked, messages: Messages, sheets: int, beside: str) -> Iterator[str]:
    """The sentence on sheets without errors and warnings; ``beside``: its label beside unread files."""
    if unproved := sum(one.status == "read" for one in checked.sheets):
        yield messages.label("verdict.unproved", count=unproved, sheets=sheets)
    elif checked.known:
        yield messages.label("verdict.nothing_new", count=checked.known)
    elif not checked.crashes:
        key = beside or {1: "right_one", 2: "right_two"}.get(sheets, "right")
        yield messages.label(f"verdict.{key}", count=sheets)


def _mistakes_and_doubts(checked: Checked, unread: Sequence[CheckedFile]) -> tuple[_Grouped, _Grouped]:
    """The errors and the warnings, without those of unread files, which are mentioned separately."""
    known = {id(finding) for file in unread for finding in file.findings}
    findings = [finding for finding in checked.findings if id(finding) not in known]
    doubts = [finding for finding in findings if finding.severity is Severity.WARNING]
    return _counted(checked, _errors(findings)), _counted(checked, doubts)


def _errors(findings: Sequence[Finding]) -> list[Finding]:
    return [finding for finding in findings if finding.severity is Severity.ERROR]


def _counted(checked: Checked, findings: Sequence[Finding]) -> _Grouped:
    wanted = {id(finding) for finding in findings}
    places: dict[SheetId, None] = {(one.path, None): None for one in findings}
    for file in checked.files:
        for sheet in file.sheets:
            if any(id(finding) in wanted for finding in sheet.findings):
                places.pop((file.path, None), None)
                places[file.path, sheet.sheet.shown_name] = None
    return _Grouped(tuple(findings), sum(one.count for one in findings), tuple(places))


def _where(
    counted: _Grouped,
    checked: Checked,
    messages: Messages,
    tables: Mapping[SheetId, PlaceOfSheet],
    sheets: int,
) -> str:
    """The places of findings in words: one table, one sheet, or how many of how many."""
    if sheets < 2 and len(counted.places) < 2:
        return ""
    if len(counted.places) != 1:
        of = max(sheets, len(counted.places))
        return " " + messages.label("verdict.on_several", count=len(counted.places), sheets=of)
    (place,) = counted.places
    table = tables.get(place)
    if table is not None and table.number is not None:
        key = "verdict.at_table_of" if table.round else "verdict.at_table"
        named = {"round": shortened(table.round, _LONGEST)} if table.round else {}
        return " " + messages.label(key, table=table.number, **named)
    titles = Titles(file.path for file in checked.files)
    return " " + messages.label("verdict.on_sheet", sheet=shortened(titles(*place), _LONGEST))


def _matters(counted: _Grouped, messages: Messages) -> str:
    """The change of places in words; empty where the impact of a finding is unknown."""
    findings, count = counted.findings, counted.number
    changes = {impact.changes for finding in findings for impact in finding.impact}
    if "ranks" in changes:
        places = sorted(set(_places(findings)))
        if not places:
            return messages.label("verdict.other_places", count=count)
        if places[0] == 1:
            return messages.label("verdict.first_place", count=count)
        if len(places) == 1:
            return messages.label("verdict.one_place", count=count, first=places[0])
        key = "verdict.places" if len(places) > 2 else "verdict.two_places"
        return messages.label(key, count=count, first=places[0], last=places[-1])
    if any(not finding.impact for finding in findings) or not changes <= {"scores", "nothing"}:
        return ""
    return messages.label("verdict.no_place", count=count)


def _places(findings: Sequence[Finding]) -> Iterator[int]:
    """The places of players that may change."""
    for finding in findings:
        for impact in finding.impact:
            for moved in impact.ranks:
                yield from (place for place in moved[1:] if place is not None)
