"""The line: path, workbook, table, readings, sheet, findings, results, standings. Composition only."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.catalogue import Selection
from scorecheck.checks.rules import HIDDEN_VALUES, NO_TABLE, UNREADABLE
from scorecheck.checks.ruleset import Kept
from scorecheck.checks.runner import run_checks, run_comparison
from scorecheck.layouts.entries import entries, ignored_rows
from scorecheck.layouts.readings import Reading
from scorecheck.model.cells import column_letters
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Note, Result
from scorecheck.model.record import record
from scorecheck.readers.read import Refused, workbooks_in, workbooks_of
from scorecheck.recognition import Doubt, Wanted, recognise_sheet, settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from scorecheck.checks.ruleset import Comparison
    from scorecheck.model.cells import CellRef, Number
    from scorecheck.model.finding import Param
    from scorecheck.model.outcome import Crash, Listed, Standings
    from scorecheck.model.sheet import Entry, Sheet, Shown, Substitute
    from scorecheck.model.workbook import Grid, Workbook
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.rounds import Round
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
    notes: list[Note] = []
    for path, shown, settings in sources:
        for workbook in workbooks_of(path, shown):
            file, crashed = _checked(workbook, settings, keep)
            files.append(file if keep.rows else _without_rows(file))
            crashes += crashed
            notes += notes_on(workbook)
            notes += _unsearched(file)
    return Checked(tuple(files), tuple(notes), tuple(crashes))


def _checked(
    workbook: Workbook | Refused, settings: Settings, keep: Keep
) -> tuple[CheckedFile, Sequence[Crash]]:
    if isinstance(workbook, Refused):
        finding = unreadable(workbook)
        return CheckedFile(workbook.path, "unreadable", (), (finding,)), ()
    return check_workbook(workbook, settings, keep)


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


def check_workbook(workbook: Workbook, settings: Settings, keep: Keep) -> tuple[CheckedFile, Sequence[Crash]]:
    """Finds, reads and checks the scoresheets of a workbook."""
    sheets: list[CheckedSheet] = []
    read: list[Reading] = []
    doubts: list[tuple[Grid, Doubt]] = []
    findings: list[Finding] = []
    crashes: list[Crash] = []
    for grid, outcomes in outcomes_of(workbook, settings.wanted):
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
            read.append(outcome)
    crashes += _compare(sheets, read, settings)
    for finding in unlike(sheet.sheet for sheet in sheets):
        if finding.rule in settings.selection:
            at = next(i for i, sheet in enumerate(sheets) if _is_on(finding, sheet.sheet))
            sheets[at] = replace(sheets[at], findings=(*sheets[at].findings, finding))
    findings += (finding for sheet in sheets for finding in sheet.findings)
    # What was not read was not checked: no choice of rules makes that good.
    findings += (
        finding
        for finding in _doubts(workbook, doubts, beside=bool(sheets))
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


def _check_sheet(reading: Reading, settings: Settings, keep: Keep) -> tuple[CheckedSheet, Sequence[Crash]]:
    ruleset, layout, _ = reading
    sheet = settled(reading, settings.options)
    if keep.results and ruleset.result is not None:
        from scorecheck.tournament.substitutes import substitutes_of

        found = substitutes_of(sheet, settings.substitutes, lambda: entries(sheet, layout))
        sheet = replace(sheet, substitutes=found)
    checks = [check for check in ruleset.checks if check.rule.name in settings.selection]
    outcome = run_checks(sheet, entries(sheet, layout), checks)
    findings, complete = outcome.findings, True
    if any(finding.severity > Severity.INFO for finding in findings):
        # Most sheets are clean and never need it.
        from scorecheck.repair.join import with_repairs

        findings, complete, crash = with_repairs(sheet, layout, ruleset.checks, findings)
        outcome.crashes += crash
    findings = tuple(sorted(findings, key=lambda finding: finding.sort_key))
    course: list[tuple[Number, ...]] | None = [] if keep.rows else None
    result = None
    if keep.results:
        from scorecheck.results import result_of

        faulty = any(finding.severity is Severity.ERROR for finding in findings)
        result = result_of(reading, sheet, faulty=faulty, course=course)
    if len(sheet.table.rows) <= _MOST_LOOKED_THROUGH or keep.rows:
        sheet = replace(sheet, ignored=ignored_rows(sheet, layout))
    lines: tuple[Listed, ...] = ()
    if keep.results and layout.list_of is not None:
        from scorecheck.tournament.listed import listed

        lines = listed(sheet, entries(sheet, layout))
    checked = CheckedSheet(
        sheet, outcome.entries, findings, result, outcome.skipped, tuple(course or ()), complete, lines
    )
    return checked, outcome.crashes


def _compare(sheets: list[CheckedSheet], read: Sequence[Reading], settings: Settings) -> list[Crash]:
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
                findings, crashed = run_comparison(comparison, one, other, sheets[at].findings)
                crashes += crashed
                result = sheets[at].result
                if result is not None and status_of(findings) == "errors":
                    result = replace(result, faulty=True)
                sheets[at] = replace(sheets[at], findings=findings, result=result)
    return crashes


def _is_on(finding: Finding, sheet: Sheet) -> bool:
    """Whether a finding about what a sheet shows is about this one."""
    return sheet.name == finding.sheet and any(what.cell == finding.cell for what in sheet.shown.values())


def unlike(sheets: Iterable[Sheet]) -> Iterator[Finding]:
    """The sheets that show another choice than most, where the rules of their game ask for one on all.

    Of two choices that are equally frequent the one that comes first counts.
    """
    from scorecheck.games import registry

    found: dict[tuple[str, str], list[tuple[Sheet, Shown]]] = {}
    for sheet in sheets:
        if sheet.game is not None and sheet.shown:
            for option in registry.load(sheet.game).shared:
                if option in sheet.shown:
                    found.setdefault((sheet.game, option), []).append((sheet, sheet.shown[option]))
    for (game, option), shown in found.items():
        rule = registry.load(game).shared[option]
        common = Counter(what.value for _, what in shown).most_common(1)[0][0]
        first = next(sheet for sheet, what in shown if what.value == common)
        for sheet, what in shown:
            if what.value != common:
                where = f"{first.path} ({first.shown_name})" if first.shown_name else first.path
                params: dict[str, Param] = {"shown": str(what.value), "common": str(common), "first": where}
                yield Finding(
                    rule.name,
                    rule.severity,
                    sheet.path,
                    sheet.name,
                    what.cell,
                    variant="sheets",
                    params=params,
                )


def _entries_of(reading: Reading, settings: Settings) -> Iterator[Entry]:
    return entries(settled(reading, settings.options), reading.layout)


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


def unreadable(refused: Refused) -> Finding:
    """What is said of a file that gave nothing to check."""
    problem = refused.problem
    return Finding(
        UNREADABLE.name, UNREADABLE.severity, refused.path, variant=problem.reason, params=problem.params
    )


def _doubts(workbook: Workbook, doubts: Sequence[tuple[Grid, Doubt]], *, beside: bool) -> Iterable[Finding]:
    """What is said of the sheets that could not be read."""
    if not doubts and not beside:
        yield empty(workbook.path)
    for grid, doubt in doubts:
        yield not_read(doubt, workbook.path, grid.name, beside=beside)


def empty(path: str) -> Finding:
    """What is said of a file in which nothing stands."""
    return Finding(NO_TABLE.name, NO_TABLE.severity, path, variant="empty")


def not_read(doubt: Doubt, path: str, sheet: str | None, *, beside: bool) -> Finding:
    """What is said of a table that could not be read; beside others, notes need no complaint."""
    if doubt.beside and beside:
        weight, variant = NO_TABLE.weight(doubtful=True), doubt.variant if doubt.rule is NO_TABLE else ""
        return Finding(NO_TABLE.name, weight, path, sheet, variant=variant or "beside")
    rule = doubt.rule
    return Finding(
        rule.name, rule.severity, path, sheet, doubt.cell, variant=doubt.variant, params=doubt.params
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
        variant = "not-counted" if sheet.left_out else "rows"
        return _hidden_finding(sheet, variant, cell, {"rows": named, "count": len(lines)})
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
    """The standings over rounds of results, with statistics. A file that cannot be read makes them
    provisional.

    Raises:
        CannotRank: the sheets do not tell what the method of the event asks for.
    """
    from scorecheck.games import registry
    from scorecheck.tournament.standings import standings
    from scorecheck.tournament.statistics import statistics

    sheets = [sheet.sheet for file in checked.files for sheet in file.sheets if sheet.result]
    counted = "table" if sheets and sheets[0].options.get("games_counted") == "table" else "played"
    ranked = standings(
        rounds,
        event,
        _method({sheet.game for sheet in sheets}),
        games_counted=counted,
        provisional=any(_is_faulty(file) for file in checked.files),
    )
    order = [line.player for line in (*ranked.lines, *ranked.unranked)]
    kinds = {registry.load(sheet.game).alone for sheet in sheets if sheet.game is not None}
    alone = kinds.pop() if len(kinds) == 1 else ""
    return replace(ranked, statistics=statistics(rounds, event, order, alone=alone))


def _is_faulty(file: CheckedFile) -> bool:
    """Whether a file has errors other than those of a published list: nothing is built on that."""
    of_lists = {id(finding) for sheet in file.sheets if sheet.listed for finding in sheet.findings}
    errors = (finding for finding in file.findings if finding.severity is Severity.ERROR)
    return file.status == "unreadable" or any(id(finding) not in of_lists for finding in errors)


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
            for one in sheet.sheet.substitutes:
                leaves = _seated_before(sheet.sheet, one)
                params = {
                    "path": result.path,
                    "row": sheet.sheet.table.cell(one.row, 0).row,
                    "player": one.player,
                    "leaves": leaves,
                }
                notes.append(Note("substitute", params))
            ends.append({player.player: player.points for player in result.players})
            if any(result.opening):
                carried = dict(zip(sheet.sheet.players, result.opening, strict=True))
                if carried in ends[:-1]:
                    # Substitutes come after those who sat there first: what was carried in is not theirs.
                    later = (0,) * (len(result.players) - len(result.opening))
                    players = tuple(
                        player._replace(points=player.points - opening)
                        for player, opening in zip(result.players, (*result.opening, *later), strict=True)
                    )
                    result = replace(result, players=players)
                else:
                    name = f"{result.path} ({result.sheet})" if result.sheet else result.path
                    notes.append(Note("counted-from-zero", {"path": name}))
            results.append(result)
    return tuple(results), tuple(notes)


def _seated_before(sheet: Sheet, substitute: Substitute) -> str:
    """Who sat in the seat of a substitute until then."""
    earlier = [
        one.player for one in sheet.substitutes if one.seat == substitute.seat and one.row < substitute.row
    ]
    return earlier[-1] if earlier else sheet.players[substitute.seat]
