"""The effect of an event on the findings of its sheets: joint checks, exceptions, published lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from itertools import filterfalse
from typing import TYPE_CHECKING

from scorecheck.catalogue import rules
from scorecheck.checks.ruleset import grounds_without
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import UNCHECKED, Finding, Severity, status_of
from scorecheck.model.order import grouped
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Held, SheetId, retold
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.one_file.settings import Settings

if TYPE_CHECKING:
    from scorecheck.tournament.compare import PublishedList
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.round_files import RoundFiles


class EventFiles(NamedTuple):
    """An event and its files."""

    event: Event
    shown: str
    """The event file as findings name it."""
    rounds: tuple[RoundFiles, ...]
    """The rounds that it names; without these, rounds come from names."""
    paths: frozenset[str]
    """The files of the job that belong to it, as findings name them."""
    named: Mapping[str, frozenset[str]] = {}
    """The files that match the patterns of its waivers, substitutes and published lists."""
    nowhere: tuple[str, ...] = ()
    """The files that its list of corrections names and that are not there."""


_PUBLISHED_MISMATCH = "tournament/published-mismatch"
_IN_ZIP = r"(?is).*?\.zip(?=/)"


def home_of(path: str, known: Container[str]) -> str:
    """The real file for a path: for a sheet in a zip, the zip."""
    zipped = None if path in known else re.match(_IN_ZIP, path)
    return path if zipped is None else zipped[0]


def published_lists(checked: Checked, event: EventFiles | None) -> tuple[PublishedList, ...]:
    """The published lists to compare a ranking with: those that the event names, else all."""
    from scorecheck.tournament.compare import PublishedList

    said = None if event is None else event.event.published
    named = None if event is None or said is None else {path for one in said for path in event.named[one]}
    return tuple(
        PublishedList(
            file.path,
            one.sheet.name,
            _heading_of_scores(one.sheet),
            one.listed,
            one.sheet.table.headings[one.sheet.points_columns[0]],
        )
        for file in checked.files
        if named is None or file.path in named
        for one in file.sheets
        if one.listed
    )


def _heading_of_scores(sheet: Sheet) -> CellRef:
    """The text above the scores of a list, or above the first player of a grid."""
    if sheet.table.turned and sheet.total_row is not None:
        return sheet.table.cell(sheet.total_row, sheet.table.first_column)
    return sheet.table.heading_cell(sheet.points_columns[0])


def with_waivers(checked: Checked, event: EventFiles, settings: Settings) -> Checked:
    """The run with the exceptions of an event as remarks."""
    if not event.event.waivers:
        return checked
    from scorecheck.tournament.unused import MATCHES_NOTHING, unused_waivers
    from scorecheck.tournament.waivers import accept

    # A sheet in a zip has the place of the zip.
    inside = {file.path: home_of(file.path, event.paths) for file in checked.files}
    named = {
        pattern: paths | {path for path, home in inside.items() if home in paths}
        for pattern, paths in event.named.items()
    }
    accepted = accept(checked.findings, event.event.waivers, named)
    checked = with_instead(less_grounds(checked, accepted.instead), accepted.instead)
    if MATCHES_NOTHING.name not in settings.selection:
        return checked

    asked = {rule for rule in rules() if rule in settings.selection}
    paths = {*inside, *inside.values()}

    def is_asked(rule: str, files: frozenset[str]) -> bool:
        return rule in asked and files <= paths

    unused = unused_waivers(event.event, event.shown, accepted, event.named, is_asked)
    return with_findings(checked, unused)


def less_grounds(checked: Checked, passed: Container[int]) -> Checked:
    """The run in which no ok claims to rest on the rows of findings (by their ids) that are passed over."""

    def claimed(one: CheckedSheet) -> CheckedSheet:
        mine = [finding for finding in one.findings if id(finding) in passed]
        if not mine:
            return one
        return replace(one, grounds=grounds_without(one.grounds, mine, lambda rule: rules()[rule].absorbs))

    return checked.with_sheets(claimed)


def with_instead(checked: Checked, instead: Mapping[int, Finding]) -> Checked:
    """The run with some findings replaced, by their ids; a sheet is faulty if an error is left."""
    paths = {file.path for file in checked.files if any(id(one) in instead for one in file.findings)}

    def weighed(one: CheckedSheet) -> CheckedSheet:
        if one.result is None or one.sheet.path not in paths:
            return one
        faulty = any(finding.severity is Severity.ERROR for finding in one.findings)
        return replace(one, result=replace(one.result, faulty=faulty))

    told = checked.telling(partial(map, lambda one: instead.get(id(one), one)), paths)
    return told.with_sheets(weighed)


def without_findings(checked: Checked, paths: Container[str], goes: Callable[[Finding], bool]) -> Checked:
    """The run without some of the findings in some files."""
    return checked.telling(partial(filterfalse, goes), paths)


def held_against_sheets(checked: Checked, lists: Container[SheetId], agreeing: Container[SheetId]) -> Checked:
    """The run after some published lists, by path and sheet, were compared with the sheets.

    That is a check, so lists in ``agreeing`` may be OK because of it. A sum other than 0 then comes from the
    sheets, not from rounding.
    """

    def kept(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(one for one in findings if one.rule != UNCHECKED or (one.path, one.sheet) not in lists)

    def held(one: CheckedSheet) -> CheckedSheet:
        place = one.sheet.path, one.sheet.name
        own = tuple(ground for ground in one.grounds if ground.key != "scores-rounded")
        agrees = Held("sheets", _PUBLISHED_MISMATCH, one.entries)
        grounds = (*own, agrees) if place in agreeing else own
        return replace(one, grounds=grounds) if one.listed and place in lists else one

    return checked.with_sheets(held).telling(kept)


def with_findings(checked: Checked, findings: Iterable[Finding]) -> Checked:
    """The run with more findings, each with its file and sheet; missing files are added."""
    by_path = grouped(findings, lambda finding: finding.path)
    files = [
        _file_with(file, by_path.pop(file.path)) if file.path in by_path else file for file in checked.files
    ]
    for path, more in by_path.items():
        files.append(CheckedFile(path, status_of(more), (), _sorted(more)))
    return replace(checked, files=tuple(files))


def _file_with(file: CheckedFile, more: Sequence[Finding]) -> CheckedFile:
    sheets = list(file.sheets)
    for finding in more:
        about = [at for at, sheet in enumerate(sheets) if _is_about(finding, sheet)]
        at = min(about, key=lambda at: not _is_on_list(finding, sheets[at]), default=None)
        if at is not None:
            one = sheets[at]
            result = one.result
            if result is not None and finding.severity is Severity.ERROR:
                result = replace(result, faulty=True)
            sheets[at] = replace(one, findings=_sorted((*one.findings, finding)), result=result)
    return retold(file, tuple(sheets), _sorted((*file.findings, *more)))


def _is_about(finding: Finding, checked: CheckedSheet) -> bool:
    """Whether a finding is about this one of the tables of a file."""
    sheet = checked.sheet
    if finding.sheet != sheet.name:
        return False
    if checked.listed:
        return finding.rule == _PUBLISHED_MISMATCH
    table = sheet.table
    heads = map(table.heading_cell, sheet.points_columns)
    # Without its rows, only the name of the sheet shows it.
    return finding.cell is None or not table.rows or finding.cell in heads or table.holds(finding.cell)


def _is_on_list(finding: Finding, checked: CheckedSheet) -> bool:
    """Whether a finding is about a score, or a part of one, on a published list."""
    return any(finding.cell in (line.cell, *(part.cell for part in line.parts)) for line in checked.listed)


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.sort_key))
