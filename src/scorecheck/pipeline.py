"""The line: path, workbook, table, readings, sheet, findings, results, standings. Composition only."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.catalogue import Selection
from scorecheck.checks.rules import HIDDEN_VALUES, NO_TABLE, UNREADABLE
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries, ignored_rows
from scorecheck.model.cells import column_letters
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Note, Result
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.read import read_bytes, read_file
from scorecheck.recognition import Doubt, Wanted, recognise_sheet, settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from scorecheck.layouts.readings import Reading
    from scorecheck.model.cells import CellRef, Number
    from scorecheck.model.finding import Param
    from scorecheck.model.outcome import Crash, Standings
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.model.workbook import Grid, Workbook
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.rounds import Round


@dataclass(frozen=True, slots=True)
class Settings:
    """What a run is asked to do."""

    wanted: Wanted = field(default_factory=Wanted)
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    selection: Selection = field(default_factory=Selection)


class Source(NamedTuple):
    """A file to be checked: where it is, how it is called, and under which settings."""

    path: Path
    shown: str
    settings: Settings


class Keep(NamedTuple):
    """What is kept of a sheet when it has been checked, beside its findings."""

    results: bool = False
    """What it gives for a ranking; takes another pass over its rows."""
    rows: bool = False
    """Its rows, for a page that shows it; without them the memory for an archive does not grow
    with its files."""


def check_files(sources: Iterable[Source], keep: Keep) -> Checked:
    """Reads and checks files one after the other, in the given order."""
    files: list[CheckedFile] = []
    crashes: list[Crash] = []
    for path, shown, settings in sources:
        try:
            workbook = read_file(path, shown)
        except CannotRead as problem:
            files.append(_unreadable(shown, problem))
            continue
        file, crashed = check_workbook(workbook, settings, keep)
        files.append(file if keep.rows else _without_rows(file))
        crashes += crashed
    return Checked(tuple(files), crashes=tuple(crashes))


def _without_rows(file: CheckedFile) -> CheckedFile:
    sheets = (
        replace(one, sheet=replace(one.sheet, table=replace(one.sheet.table, rows=()))) for one in file.sheets
    )
    return replace(file, sheets=tuple(sheets))


def check_bytes(data: bytes, shown: str, filename: str | None, settings: Settings) -> Checked:
    """Reads and checks what came by standard input."""
    try:
        workbook = read_bytes(data, shown, filename)
    except CannotRead as problem:
        return Checked((_unreadable(shown, problem),))
    file, crashes = check_workbook(workbook, settings, Keep())
    return Checked((file,), crashes=tuple(crashes))


def check_workbook(workbook: Workbook, settings: Settings, keep: Keep) -> tuple[CheckedFile, Sequence[Crash]]:
    """Finds, reads and checks the scoresheets of a workbook."""
    sheets: list[CheckedSheet] = []
    doubts: list[tuple[Grid, Doubt]] = []
    findings: list[Finding] = []
    crashes: list[Crash] = []
    for grid in workbook.grids:
        outcomes = recognise_sheet(grid, workbook.path, settings.wanted)
        if not outcomes and any(any(value != "" for value in row) for row in grid.rows):
            outcomes = [Doubt(NO_TABLE, "", {"players": 3}, beside=True)]
        for outcome in outcomes:
            if isinstance(outcome, Doubt):
                doubts.append((grid, outcome))
                continue
            sheet, crashed = _check_sheet(outcome, settings, keep)
            crashes += crashed
            hidden = _hidden(grid, sheet)
            if hidden is not None and HIDDEN_VALUES.name in settings.selection:
                sheet = replace(sheet, findings=(*sheet.findings, hidden))
            sheets.append(sheet)
            findings += sheet.findings
    # What was not read was not checked: no choice of rules makes that good.
    findings += (
        finding
        for finding in _doubts(workbook, doubts, beside=bool(sheets))
        if finding.severity is Severity.ERROR or finding.rule in settings.selection
    )
    findings.sort(key=lambda finding: finding.sort_key)
    return CheckedFile(workbook.path, status_of(findings), tuple(sheets), tuple(findings)), crashes


def _check_sheet(reading: Reading, settings: Settings, keep: Keep) -> tuple[CheckedSheet, Sequence[Crash]]:
    ruleset, layout, _ = reading
    sheet = settled(reading, settings.options)
    checks = [check for check in ruleset.checks if check.rule.name in settings.selection]
    outcome = run_checks(sheet, entries(sheet, layout), checks)
    findings = tuple(sorted(outcome.findings, key=lambda finding: finding.sort_key))
    result = None
    if ruleset.result is not None and keep.results:
        opening: tuple[Number, ...] = ()
        games = 0

        def counted() -> Iterator[Entry]:
            nonlocal opening, games
            for entry in entries(sheet, layout):
                if entry.opening and not layout.opens_from_zero:
                    opening = entry.totals
                games += ruleset.is_game(entry, sheet)
                yield entry

        players = ruleset.result(sheet, counted())
        faulty = any(finding.severity is Severity.ERROR for finding in findings)
        result = Result(
            sheet.path, sheet.name, players, games, faulty, opening, sheet.table.title, sheet.shown_name
        )
    if len(sheet.table.rows) <= _MOST_LOOKED_THROUGH or keep.rows:
        sheet = replace(sheet, ignored=ignored_rows(sheet, layout))
    return CheckedSheet(sheet, outcome.entries, findings, result, outcome.skipped), outcome.crashes


def _unreadable(shown: str, problem: CannotRead) -> CheckedFile:
    finding = Finding(
        UNREADABLE.name, UNREADABLE.severity, shown, variant=problem.reason, params=problem.params
    )
    return CheckedFile(shown, "unreadable", (), (finding,))


def _doubts(workbook: Workbook, doubts: Sequence[tuple[Grid, Doubt]], *, beside: bool) -> Iterable[Finding]:
    """What is said of the sheets that could not be read; beside others, notes need no complaint."""
    if not doubts and not beside:
        yield Finding(NO_TABLE.name, NO_TABLE.severity, workbook.path, variant="empty")
    for grid, doubt in doubts:
        if doubt.beside and beside:
            weight = NO_TABLE.weight(doubtful=True)
            yield Finding(NO_TABLE.name, weight, workbook.path, grid.name, variant="beside")
        else:
            yield Finding(
                doubt.rule.name,
                doubt.rule.severity,
                workbook.path,
                grid.name,
                variant=doubt.variant,
                params=doubt.params,
            )


def _hidden(grid: Grid, checked: CheckedSheet) -> Finding | None:
    """A remark where scores stand in rows or columns, or on a sheet, that are not shown."""
    sheet, table = checked.sheet, checked.sheet.table
    if grid.hidden:
        return _hidden_finding(sheet, "sheet", None, {})
    of_entries, of_players = grid.hidden_rows, grid.hidden_columns
    if table.turned:
        of_entries, of_players = of_players, of_entries
    players = [at for at in sheet.points_columns if at + 1 in of_players]
    if players:
        return _hidden_lines(
            sheet, [at + 1 for at in players], table.heading_cell(players[0]), rows=table.turned
        )
    entries_shown = range(table.first_row, table.first_row + sheet.stop)
    lines = [
        line
        for line in sorted(of_entries)
        if line in entries_shown
        and any(table.value(line - table.first_row, at) != "" for at in sheet.points_columns)
    ]
    if not lines:
        return None
    cell = table.cell(lines[0] - table.first_row, sheet.points_columns[0])
    return _hidden_lines(sheet, lines, cell, rows=not table.turned)


def _hidden_lines(sheet: Sheet, lines: Sequence[int], cell: CellRef, *, rows: bool) -> Finding:
    if rows:
        named = tuple(map(str, lines[:_MOST_NAMED]))
        return _hidden_finding(sheet, "rows", cell, {"rows": named, "count": len(lines)})
    return _hidden_finding(
        sheet, "columns", cell, {"columns": tuple(map(column_letters, lines[:_MOST_NAMED]))}
    )


def _hidden_finding(sheet: Sheet, variant: str, cell: CellRef | None, params: Mapping[str, Param]) -> Finding:
    rule = HIDDEN_VALUES
    return Finding(rule.name, rule.severity, sheet.path, sheet.name, cell, variant=variant, params=params)


_MOST_NAMED = 10
_MOST_LOOKED_THROUGH = 5000
"""On longer sheets what was left alone is told only where the rows are shown as well."""


def status_of(findings: Iterable[Finding]) -> str:
    """What the findings make of a file: ``ok``, ``warnings`` or ``errors``."""
    worst = max((finding.severity for finding in findings), default=Severity.INFO)
    return {Severity.ERROR: "errors", Severity.WARNING: "warnings"}.get(worst, "ok")


def rank(checked: Checked, rounds: Sequence[Round], event: Event) -> Standings:
    """The standings over rounds of results. A file that cannot be read makes them provisional."""
    from scorecheck.tournament.standings import standings

    sheets = [sheet.sheet for file in checked.files for sheet in file.sheets if sheet.result]
    counted = "table" if sheets and sheets[0].options.get("games_counted") == "table" else "played"
    return standings(
        rounds,
        event,
        _method({sheet.game for sheet in sheets}),
        games_counted=counted,
        provisional=any(file.status in {"errors", "unreadable"} for file in checked.files),
    )


def _method(games: set[str | None]) -> str:
    """How the games rank where the event names no method; different games have only the sum in common."""
    from scorecheck.games import registry

    methods = {registry.load(game).ranking for game in games if game is not None}
    return methods.pop() if len(methods) == 1 else "sum"


def results_of(checked: Checked) -> tuple[tuple[Result, ...], tuple[Note, ...]]:
    """What the sheets give for a ranking, with carried-in totals taken off where they can be.

    Totals that open a sheet are those at the end of an earlier one where they are the same for the
    same players; else they count, with a note.
    """
    results: list[Result] = []
    notes: list[Note] = []
    ends: list[Mapping[str, object]] = []
    for file in checked.files:
        for sheet in file.sheets:
            result = sheet.result
            if result is None:
                continue
            ends.append({player.player: player.points for player in result.players})
            if any(result.opening):
                carried = dict(zip((p.player for p in result.players), result.opening, strict=True))
                if carried in ends[:-1]:
                    players = tuple(
                        player._replace(points=player.points - opening)
                        for player, opening in zip(result.players, result.opening, strict=True)
                    )
                    result = replace(result, players=players)
                else:
                    name = f"{result.path} ({result.sheet})" if result.sheet else result.path
                    notes.append(Note("counted-from-zero", {"path": name}))
            results.append(result)
    return tuple(results), tuple(notes)
