"""The line: path, workbook, table, readings, sheet, findings, results, standings. Composition only."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from scorecheck.catalogue import Selection
from scorecheck.checks.rules import HIDDEN_VALUES, NO_TABLE
from scorecheck.checks.ruleset import Kept
from scorecheck.checks.runner import run_checks, run_comparison, shared_rows
from scorecheck.file_findings import doubted, hidden_values, is_on, unlike, unreadable
from scorecheck.layouts.entries import entries_and_runs, entries_of, ignored_rows, known_rows
from scorecheck.layouts.readings import Reading
from scorecheck.model.finding import Finding, Found, Severity
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Note
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.runs import Run
from scorecheck.readers.own import OWN_FILE
from scorecheck.readers.read import Refused, workbooks_in, workbooks_of
from scorecheck.recognition import Doubt, Wanted, recognise_sheet, settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from scorecheck.checks.ruleset import Comparison
    from scorecheck.model.cells import Number
    from scorecheck.model.finding import Edit
    from scorecheck.model.outcome import Crash, Listed, Result
    from scorecheck.model.progress import Progress
    from scorecheck.model.sheet import Entry
    from scorecheck.model.workbook import Grid, Workbook
    from scorecheck.tournament.substitutes import SeatChange


@record
class Settings:
    """What a run is asked to do."""

    wanted: Wanted = field(default_factory=Wanted)
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    selection: Selection = field(default_factory=Selection)
    substitutes: tuple[SeatChange, ...] = ()
    """What the event says of seats that change their player in this file."""


class Source(NamedTuple):
    """A file to be checked: where it is, how it is called, and under which settings."""

    path: Path
    shown: str
    settings: Settings
    unseen: bool = False
    """It is left out if scorecheck has written it."""


class Keep(NamedTuple):
    """What is kept of a sheet when it has been checked, beside its findings."""

    results: bool = False
    """What it gives for a ranking; takes another pass over its rows."""
    rows: bool = False
    """Its rows, for a page that shows it; without them the memory for an archive does not grow
    with its files."""
    impact: bool = False
    """What it would give with each of its repairs, to say whether they matter for the ranks; only
    together with results."""


def check_files(sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
    """Reads and checks files one after the other, in the given order.

    Of several files each that is done is told to ``progress``, of one alone its rows.
    """
    files: list[CheckedFile] = []
    crashes: list[Crash] = []
    notes: list[Note] = []
    alone = progress if len(sources) == 1 else None
    for done, (path, shown, settings, unseen) in enumerate(sources, 1):
        for workbook in workbooks_of(path, shown, unless_ours=unseen):
            if isinstance(workbook, Refused) and workbook.problem.reason == OWN_FILE:
                notes.append(Note(f"skipped-{OWN_FILE}", {"path": shown}))
                continue
            file, crashed = _checked(workbook, settings, keep, alone)
            files.append(file if keep.rows else _without_rows(file))
            crashes += crashed
            notes += notes_on(workbook)
            notes += _unsearched(file)
        if progress is not None and alone is None:
            progress("files", done, len(sources))
    return Checked(tuple(files), tuple(notes), tuple(crashes))


def _checked(
    workbook: Workbook | Refused, settings: Settings, keep: Keep, progress: Progress | None = None
) -> tuple[CheckedFile, Sequence[Crash]]:
    if isinstance(workbook, Refused):
        finding = unreadable(workbook)
        return CheckedFile(workbook.path, "unreadable", (), (finding,)), ()
    return check_workbook(workbook, settings, keep, progress)


def notes_on(workbook: Workbook | Refused) -> Iterator[Note]:
    """What is to be remarked about a file besides what stands in it."""
    if not isinstance(workbook, Refused):
        for program in workbook.open_in:
            yield Note("unsaved-changes", {"path": workbook.path, "program": program})


def _unsearched(file: CheckedFile) -> Iterator[Note]:
    if not all(sheet.searched for sheet in file.sheets):
        yield Note("repairs-missing", {"path": file.path})


def _without_rows(file: CheckedFile) -> CheckedFile:
    sheets = (
        replace(one, sheet=replace(one.sheet, table=replace(one.sheet.table, rows=(), formats={})))
        for one in file.sheets
    )
    return replace(file, sheets=tuple(sheets))


def check_bytes(data: bytes, shown: str, filename: str | None, settings: Settings) -> Checked:
    """Reads and checks what came by standard input."""
    both = [_checked(workbook, settings, Keep()) for workbook in workbooks_in(data, shown, filename)]
    return Checked(
        tuple(file for file, _ in both),
        tuple(note for file, _ in both for note in _unsearched(file)),
        tuple(crash for _, crashes in both for crash in crashes),
    )


def check_workbook(
    workbook: Workbook, settings: Settings, keep: Keep, progress: Progress | None = None
) -> tuple[CheckedFile, Sequence[Crash]]:
    """Finds, reads and checks the scoresheets of a workbook."""
    sheets: list[CheckedSheet] = []
    read: list[Reading] = []
    found: list[tuple[Found, ...]] = []
    doubts: list[tuple[Grid, Doubt]] = []
    findings: list[Finding] = []
    crashes: list[Crash] = []
    for grid, outcomes in outcomes_of(workbook, settings.wanted):
        for outcome in outcomes:
            if isinstance(outcome, Doubt):
                doubts.append((grid, outcome))
                continue
            sheet, told, crashed = _check_sheet(outcome, settings, keep, progress)
            crashes += crashed
            hidden = hidden_values(grid, sheet)
            if hidden is not None and HIDDEN_VALUES.name in settings.selection:
                sheet = replace(sheet, findings=(*sheet.findings, hidden))
                told = (*told, Found(hidden, hidden.cell))
            sheets.append(sheet)
            read.append(outcome)
            found.append(told)
    crashes += _compare(sheets, read, found, settings)
    for finding in unlike(sheet.sheet for sheet in sheets):
        if finding.rule in settings.selection:
            at = next(i for i, sheet in enumerate(sheets) if is_on(finding, sheet.sheet))
            sheets[at] = replace(sheets[at], findings=(*sheets[at].findings, finding))
    findings += (finding for sheet in sheets for finding in sheet.findings)
    # What was not read was not checked: no choice of rules makes that good.
    findings += (
        finding
        for finding in doubted(workbook, doubts, beside=bool(sheets))
        if finding.severity is Severity.ERROR or finding.rule in settings.selection
    )
    findings.sort(key=lambda finding: finding.sort_key)
    return CheckedFile(workbook.path, status_of(findings), tuple(sheets), tuple(findings)), crashes


def outcomes_of(workbook: Workbook, wanted: Wanted) -> list[tuple[Grid, list[Reading | Doubt]]]:
    """How the tables of each sheet are read; a sheet on which something stands has at least a doubt.

    Beside scoresheets a list of players with more columns than rank and score is a statistic of
    theirs, not a published list.
    """
    found = [(grid, _outcomes(grid, workbook.path, wanted)) for grid in workbook.grids]
    read = [outcome for _, outcomes in found for outcome in outcomes if isinstance(outcome, Reading)]
    if any(reading.ruleset.game for reading in read):
        for _, outcomes in found:
            outcomes[:] = [_nothing() if _is_statistics(outcome) else outcome for outcome in outcomes]
    return found


def _outcomes(grid: Grid, path: str, wanted: Wanted) -> list[Reading | Doubt]:
    outcomes = recognise_sheet(grid, path, wanted)
    if not outcomes and any(any(value != "" for value in row) for row in grid.rows):
        return [_nothing()]
    return outcomes


def _nothing() -> Doubt:
    return Doubt(NO_TABLE, "", {"players": 3}, beside=True)


def _is_statistics(outcome: Reading | Doubt) -> bool:
    if isinstance(outcome, Doubt) or outcome.ruleset.game is not None:
        return False
    return sum(1 for column in outcome.sheet.columns if column.role == "unknown") > 1


def _check_sheet(
    reading: Reading, settings: Settings, keep: Keep, progress: Progress | None
) -> tuple[CheckedSheet, tuple[Found, ...], Sequence[Crash]]:
    """Checks a sheet; beside it its findings with the cells in which they were found, and what failed."""
    ruleset, layout = reading.ruleset, reading.layout
    sheet = settled(reading, settings.options)
    if keep.results and ruleset.result is not None:
        from scorecheck.tournament.substitutes import substitutes_of

        found = substitutes_of(sheet, settings.substitutes, lambda: entries_of(reading, sheet))
        sheet = replace(sheet, substitutes=found)
    checks = [check for check in ruleset.checks if check.rule.name in settings.selection]
    known = known_rows(sheet, layout, shared_rows(sheet, checks)) if reading.entries is None else None
    rows = reading.entries or entries_and_runs(sheet, layout, known)
    if progress is not None and len(sheet.table.rows) > _TOLD_EACH:
        rows = _counted(rows, len(sheet.table.rows), progress)
    outcome = run_checks(sheet, rows, checks, known)
    findings, complete = outcome.findings, True
    if any(finding.severity > Severity.INFO for finding in findings):
        # Most sheets are clean and never need it.
        from scorecheck.repair.join import with_repairs

        findings, complete, crash = with_repairs(sheet, layout, ruleset.checks, findings)
        outcome.crashes += crash
    told = [Found(finding, at.cell) for finding, at in zip(findings, outcome.findings, strict=True)]
    told.sort(key=lambda one: one.finding.sort_key)
    findings = tuple(one.finding for one in told)
    course: list[tuple[Number, ...]] | None = [] if keep.rows else None
    result = None
    if keep.results:
        from scorecheck.results import result_of

        faulty = any(finding.severity is Severity.ERROR for finding in findings)
        result = result_of(reading, sheet, faulty=faulty, course=course)
    repaired: Mapping[tuple[Edit, ...], Result] = {}
    if keep.impact and result is not None and any(finding.fixes for finding in findings):
        from scorecheck.results import repaired_results

        repaired, crash = repaired_results(reading, sheet, findings)
        outcome.crashes += crash
    if len(sheet.table.rows) <= _MOST_LOOKED_THROUGH or keep.rows:
        ignored = ignored_rows(reading, sheet)
        sheet = replace(sheet, ignored=ignored) if ignored else sheet
    lines: tuple[Listed, ...] = ()
    if keep.results and layout.list_of is not None:
        from scorecheck.tournament.listed import listed

        lines = listed(sheet, entries_of(reading, sheet))
    checked = CheckedSheet(
        sheet,
        outcome.entries,
        findings,
        result,
        outcome.skipped,
        tuple(course or ()),
        complete,
        lines,
        repaired,
    )
    return checked, tuple(told), outcome.crashes


def _counted(rows: Iterable[Entry | Run], total: int, progress: Progress) -> Iterator[Entry | Run]:
    """The rows of a sheet, told from time to time while they are taken."""
    done = told = 0
    for one in rows:
        if done >= told:
            progress("rows", done, total)
            told = done + _TOLD_EACH
        yield one
        done += one.length if isinstance(one, Run) else 1
    progress("rows", total, total)


_TOLD_EACH = 5000


def _compare(
    sheets: list[CheckedSheet], read: Sequence[Reading], found: list[tuple[Found, ...]], settings: Settings
) -> list[Crash]:
    """Holds the sheets of a workbook against each other, and puts what differs to the findings.

    A sheet that only explains another one of the workbook gives no result of its own.
    """
    crashes: list[Crash] = []
    kinds = {(reading.ruleset.game, reading.layout.name) for reading in read}
    for at, reading in enumerate(read):
        ruleset, layout = reading.ruleset, reading.layout
        if layout.details and (ruleset.game, layout.details) in kinds:
            sheets[at] = replace(sheets[at], result=None)
        for comparison in ruleset.across:
            if comparison.other != layout.name or comparison.rule.name not in settings.selection:
                continue
            for first in _counterparts(at, comparison, sheets, read):
                one = Kept(sheets[first].sheet, tuple(_entries_of(read[first], settings)))
                other = Kept(sheets[at].sheet, tuple(_entries_of(reading, settings)))
                found[at], crashed = run_comparison(comparison, one, other, found[at])
                crashes += crashed
                findings = tuple(told.finding for told in found[at])
                result = sheets[at].result
                if result is not None and status_of(findings) == "errors":
                    result = replace(result, faulty=True)
                sheets[at] = replace(sheets[at], findings=findings, result=result)
    return crashes


def _entries_of(reading: Reading, settings: Settings) -> Iterable[Entry]:
    return entries_of(reading, settled(reading, settings.options))


def _counterparts(
    at: int, comparison: Comparison, sheets: Sequence[CheckedSheet], read: Sequence[Reading]
) -> list[int]:
    """The sheets that one is compared with: those of the same players, or the only one there is.

    Where each player has a sheet, the one of all of them is compared with each.
    """
    game = read[at].ruleset.game
    ones = [
        i
        for i, r in enumerate(read)
        if r.ruleset.game == game and r.layout.name == comparison.one and i != at
    ]
    others = [i for i, r in enumerate(read) if r.ruleset.game == game and r.layout.name == comparison.other]
    if len(ones) == len(others) == 1:
        return ones

    def players(i: int) -> set[str]:
        return {name.casefold() for name in sheets[i].sheet.players}

    same = [i for i in ones if players(i) == players(at)]
    alike = [i for i in others if players(i) == players(at)]
    if len(same) == len(alike) > 1:
        # As many logs as sheets of the same players: they belong together in their order.
        return [same[alike.index(at)]]
    return same or [i for i in ones if players(i) >= players(at)]


_MOST_LOOKED_THROUGH = 5000
"""On longer sheets what was left alone is told only where the rows are shown as well."""


def status_of(findings: Iterable[Finding]) -> str:
    """What the findings make of a file: ``ok``, ``warnings`` or ``errors``."""
    worst = max((finding.severity for finding in findings), default=Severity.INFO)
    return {Severity.ERROR: "errors", Severity.WARNING: "warnings"}.get(worst, "ok")
