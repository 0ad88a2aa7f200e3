"""The pipeline: path, workbook, table, readings, sheet, findings, results; and sheets that must agree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorecheck.checks.own import game_in_file, listening
from scorecheck.checks.rules import HIDDEN_VALUES
from scorecheck.checks.ruleset import Comparison, Kept
from scorecheck.checks.runner import run_comparison
from scorecheck.layouts.entries import entries, entries_of, settled
from scorecheck.layouts.readings import Reading
from scorecheck.model.budget import Pool, Progress, repair_budgets
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding, Found, Severity, status_of
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Crash, Note, SheetId, file_status
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Start
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.one_file.file_findings import doubted, hidden_values, is_on, not_checked, refused, unlike
from scorecheck.one_file.questions import Doubt
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.one_file.sheet_check import Tools, check_sheet
from scorecheck.one_file.workbook_reading import outcomes_of
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.read import Refused, workbooks_in, workbooks_of


def check_files(sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
    """Reads and checks files one after the other, in the given order.

    ``progress`` receives each file when it is done, or for a single file its rows.
    """
    parts: list[Checked] = []
    alone = progress if len(sources) == 1 else None
    for done, source in enumerate(sources, 1):
        parts.append(_check_source(source, keep, alone))
        if progress is not None and alone is None:
            progress("files", done, len(sources))
    return put_together(parts)


def put_together(parts: Iterable[Checked]) -> Checked:
    """The results of several parts of a run, in order."""
    parts = list(parts)
    return Checked(
        tuple(file for part in parts for file in part.files),
        tuple(note for part in parts for note in part.notes),
        tuple(crash for part in parts for crash in part.crashes),
    )


def workbooks_from(source: Source) -> Iterator[Workbook | Refused]:
    """The workbooks in the file of a source, or in its data."""
    if source.data is None:
        return workbooks_of(source.path, source.shown)
    return workbooks_in(source.data, source.shown, source.path.name)


def _check_source(source: Source, keep: Keep, progress: Progress | None) -> Checked:
    settings = source.settings
    for file in settings.game_files:
        # The name may come from another process.
        game_in_file(file)
    repairs = repair_budgets()
    with listening() as faults:
        parts = [_checked(one, settings, keep, repairs, progress) for one in workbooks_from(source)]
    crashes = tuple(Crash(None, fault.source, None, fault.cause, "plug-in") for fault in faults)
    whole = put_together((*parts, Checked((), (), crashes)))
    return whole if keep.rows else whole.with_sheets(_without_rows)


def _checked(
    workbook: Workbook | Refused,
    settings: Settings,
    keep: Keep,
    repairs: Pool,
    progress: Progress | None = None,
) -> Checked:
    """The content of a workbook, and remarks on it; no content stops the run."""
    if isinstance(workbook, Refused):
        path, problem = workbook
        finding = refused(path, problem)
        if isinstance(problem, CannotRead):
            return Checked((CheckedFile(path, "unreadable", (), (finding,)),))
        return Checked((CheckedFile(path, "errors", (), (finding,)),), (), (problem,))
    fence = Fence(workbook.path)
    file = None
    with fence.around("check"):
        file, crashes = _corrected(workbook, settings, keep, progress, repairs)
        fence.crashes.extend(crashes)
    if file is None:
        file = CheckedFile(workbook.path, "errors", (), tuple(not_checked(fence.crashes)))
    searched = all(sheet.searched for sheet in file.sheets)
    missing = () if searched else (Note("repairs-missing", {"path": file.path}),)
    notes = (*notes_on(workbook), *missing, *_crossed_out(file))
    return Checked((file,), notes, tuple(fence.crashes))


def _corrected(
    workbook: Workbook, settings: Settings, keep: Keep, progress: Progress | None, repairs: Pool
) -> tuple[CheckedFile, Sequence[Crash]]:
    """The content of a workbook after its corrections; those that do not fit become findings."""
    if not settings.corrections:
        return check_workbook(workbook, settings, keep, progress, repairs)
    from scorecheck.layouts.corrected import corrected
    from scorecheck.tournament.unused import MATCHES_NOTHING, unfit_corrections

    workbook, unfit = corrected(workbook, settings.corrections)
    file, crashes = check_workbook(workbook, settings, keep, progress, repairs)
    if unfit and MATCHES_NOTHING.name in settings.selection:
        findings = (*file.findings, *unfit_corrections(workbook.path, unfit))
        findings = tuple(sorted(findings, key=lambda one: one.sort_key))
        file = replace(file, findings=findings, status=file_status(file.sheets, findings))
    return file, crashes


def notes_on(workbook: Workbook) -> Iterator[Note]:
    """Remarks about a file apart from its content."""
    for program in workbook.open_in:
        yield Note("unsaved-changes", {"path": workbook.path, "program": program})


def _crossed_out(file: CheckedFile) -> Iterator[Note]:
    """A remark that crossed-out rows are left out, in case they were only marked."""
    for checked in file.sheets:
        sheet = checked.sheet
        rows = [sheet.table.line(one.row) for one in sheet.ignored if one.why == "struck"]
        if rows:
            where = file.path if sheet.name is None else f"{file.path}:{sheet.name}"
            named = tuple(map(str, rows[:_MOST_NAMED]))
            yield Note("crossed-out", {"path": where, "rows": named, "count": len(rows)})


_MOST_NAMED = 10


def _without_rows(one: CheckedSheet) -> CheckedSheet:
    table = replace(one.sheet.table, rows=(), around=(), formats={})
    return replace(one, sheet=replace(one.sheet, table=table))


def check_bytes(
    data: bytes, shown: str, filename: str | None, settings: Settings, keep: Keep | None = None
) -> Checked:
    """Reads and checks data without a file: from standard input, or while typing."""
    repairs = repair_budgets()
    return put_together(
        _checked(one, settings, keep or Keep(), repairs) for one in workbooks_in(data, shown, filename)
    )


def check_workbook(
    workbook: Workbook,
    settings: Settings,
    keep: Keep,
    progress: Progress | None = None,
    repairs: Pool | None = None,
) -> tuple[CheckedFile, Sequence[Crash]]:
    """Finds, reads and checks the scoresheets of a workbook.

    ``repairs``: the repair budgets shared with other files of an archive.
    """
    repairs = repairs or repair_budgets()
    sheets: list[CheckedSheet] = []
    read: list[Reading] = []
    found: list[tuple[Found, ...]] = []
    doubts: list[tuple[Grid, Doubt]] = []
    fence = Fence(workbook.path)
    of_file = Fence(workbook.path)
    of_grids = outcomes_of(workbook, settings.wanted, of_file)
    keep = _kept_of(of_grids, keep)
    for grid, outcomes in of_grids:
        for outcome in outcomes:
            if isinstance(outcome, Doubt):
                doubts.append((grid, outcome))
                continue
            reading = begun(outcome, settings.starts)
            with of_file.around("check", grid.name):
                sheet, told, crashed = check_sheet(
                    reading, settings, keep, Tools(workbook.content, repairs, progress)
                )
                fence.crashes.extend(crashed)
                hidden = hidden_values(grid, sheet)
                if hidden is not None and HIDDEN_VALUES.name in settings.selection:
                    sheet, told = _with_finding(sheet, hidden), (*told, Found(hidden, hidden.cell))
                sheets.append(sheet)
                read.append(reading)
                found.append(told)
    _tell_where_written(sheets, found)
    with of_file.around("comparison"):
        of_file.crashes.extend(compare(sheets, read, found, settings))
        _tell_unlike(sheets, settings)
    findings = [finding for sheet in sheets for finding in sheet.findings]
    # Unread or unchecked parts are reported whatever rules are chosen.
    findings += not_checked(of_file.crashes)
    findings += (
        finding
        for finding in doubted(workbook, doubts, beside=bool(sheets or of_file.crashes))
        if finding.severity is Severity.ERROR or finding.rule in settings.selection
    )
    findings.sort(key=lambda finding: finding.sort_key)
    file = CheckedFile(workbook.path, file_status(sheets, findings), tuple(sheets), tuple(findings))
    return file, (*fence.crashes, *of_file.crashes)


def _tell_where_written(sheets: list[CheckedSheet], found: list[tuple[Found, ...]]) -> None:
    """Leaves out findings in cells that only repeat those of another sheet, with their findings."""
    named = {
        (one.sheet.name, cell)
        for one in sheets
        for finding in one.findings
        for cell in (finding.cell, *finding.related)
    }
    for at, one in enumerate(sheets):
        copies = one.sheet.formulas.copies
        left = tuple(told for told in found[at] if told.cell is None or copies.get(told.cell) not in named)
        if len(left) < len(found[at]):
            found[at], findings = left, tuple(told.finding for told in left)
            sheets[at] = replace(one, findings=findings, result=None, rows=None)


def _tell_unlike(sheets: list[CheckedSheet], settings: Settings) -> None:
    """Adds the findings about sheets with another choice than most."""
    for finding in unlike(sheet.sheet for sheet in sheets):
        if finding.rule in settings.selection:
            at = next(i for i, sheet in enumerate(sheets) if is_on(finding, sheet.sheet))
            sheets[at] = _with_finding(sheets[at], finding)


def _kept_of(of_grids: Sequence[tuple[Grid, Sequence[Reading | Doubt]]], keep: Keep) -> Keep:
    """What is kept of the sheets of a workbook."""
    outcomes = [one for _, outcomes in of_grids for one in outcomes]
    rules = [one.ruleset for one in outcomes if isinstance(one, Reading)]
    kinds = {(one.game is None, one.result is None) for one in rules}
    # A list beside sheets of games or evenings is compared with their results.
    keep = keep._replace(results=keep.results or len(kinds) > 1)
    if keep.noticed:
        from scorecheck.model.noticed import tried_on_sheet

        keep = keep._replace(noticed=tried_on_sheet(keep.noticed, len(outcomes)))
    return keep


def _with_finding(sheet: CheckedSheet, finding: Finding) -> CheckedSheet:
    return replace(sheet, findings=(*sheet.findings, finding))


def begun(reading: Reading, starts: Mapping[SheetId, Start]) -> Reading:
    """A reading with the totals before its first row, if it continues another sheet."""
    sheet = reading.sheet
    start = starts.get((sheet.path, sheet.shown_name))
    if start is None:
        return reading
    totals = tuple([start.totals.get(name, 0) for name in sheet.players])
    sheet = replace(sheet, start=totals, continues=start)
    # What stood above changes what its rows say.
    anew = None if reading.entries is None else tuple(entries(sheet, reading.layout))
    return reading._replace(sheet=sheet, entries=anew)


def compare(
    sheets: list[CheckedSheet], read: Sequence[Reading], found: list[tuple[Found, ...]], settings: Settings
) -> list[Crash]:
    """Compares the sheets of a workbook and adds the differences to the findings.

    A sheet that only explains another gives no result of its own.
    """
    crashes: list[Crash] = []
    kinds = {(reading.ruleset.game, reading.layout.name) for reading in read}
    for at, reading in enumerate(read):
        ruleset, layout = reading.ruleset, reading.layout
        if layout.details and (ruleset.game, layout.details) in kinds:
            sheets[at] = replace(sheets[at], result=None, rows=None)
        for comparison in ruleset.across:
            if comparison.other != layout.name or comparison.rule.name not in settings.selection:
                continue
            for first in _counterparts(at, comparison, sheets, read):
                one = Kept(sheets[first].sheet, tuple(_entries_of(read[first], settings)))
                other = Kept(sheets[at].sheet, tuple(_entries_of(reading, settings)))
                before = found[at]
                now, crashed = run_comparison(comparison, one, other, before)
                found[at] = _with_their_repairs(before, now)
                crashes += crashed
                findings = tuple(told.finding for told in found[at])
                result = sheets[at].result
                if result is not None and status_of(findings) == "errors":
                    result = replace(result, faulty=True)
                sheets[at] = replace(sheets[at], findings=findings, result=result)
    return crashes


def _with_their_repairs(before: Sequence[Found], now: Sequence[Found]) -> tuple[Found, ...]:
    """The findings after a comparison: differences have the repairs of findings that they stand for."""
    gone = [one.finding for one in before if one.finding.fixes and one not in now]
    if not gone:
        return tuple(now)
    from scorecheck.repair.follows import with_repairs_borne_out

    return tuple(
        one if one in before else one._replace(finding=with_repairs_borne_out(one.finding, gone))
        for one in now
    )


def _entries_of(reading: Reading, settings: Settings) -> Iterable[Entry]:
    return entries_of(reading, settled(reading, settings.options))


def _counterparts(
    at: int, comparison: Comparison, sheets: Sequence[CheckedSheet], read: Sequence[Reading]
) -> list[int]:
    """The sheets to compare one with: those of the same players, or the only one.

    If each player has a sheet, the one of all players is compared with each.
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
        # As many logs as sheets of the same players: they belong together in order.
        return [same[alike.index(at)]]
    return same or [i for i in ones if players(i) >= players(at)]
