"""The line: path, workbook, table, readings, sheet, findings, results, standings. Composition only."""

from __future__ import annotations

from dataclasses import field
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from scorecheck.catalogue import Selection
from scorecheck.checks.grounds import grounds_of
from scorecheck.checks.own import checks_for, game_in_file, listening
from scorecheck.checks.rules import (
    AMBIGUOUS_GAME,
    AMBIGUOUS_NOTATION,
    FOREIGN,
    HIDDEN_VALUES,
    NO_TABLE,
    NOTHING_TO_CHECK,
    TOTAL_MISMATCH,
)
from scorecheck.checks.ruleset import Kept
from scorecheck.checks.runner import run_checks, run_comparison
from scorecheck.checks.words import plain
from scorecheck.games.registry import in_money
from scorecheck.layouts.entries import (
    entries_and_runs,
    entries_of,
    ignored_rows,
    known_rows,
    subtotals_of,
    sums_below_penalties,
)
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.unfilled import is_unfilled
from scorecheck.model.budget import Pool, repair_budgets
from scorecheck.model.cells import Unreadable
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding, Found, Severity, status_of
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Crash, Note, Rows, file_status
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.runs import Run
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.evidence import called
from scorecheck.one_file.file_findings import doubted, hidden_values, is_on, not_checked, refused, unlike
from scorecheck.one_file.questions import TO_BE_NAMED, Doubt, naming
from scorecheck.one_file.recognition import budgets_for, keep, recognise_sheet, settled
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.own import OWN_FILE
from scorecheck.readers.read import Refused, workbooks_in, workbooks_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Comparison
    from scorecheck.model.budget import Budget, Progress
    from scorecheck.model.cells import CellRef, Number
    from scorecheck.model.correction import CorrectedCell
    from scorecheck.model.finding import Edit
    from scorecheck.model.noticed import Noticed
    from scorecheck.model.outcome import Listed, Result
    from scorecheck.model.sheet import Entry, Sheet, Start
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
    own_rules: str | None = None
    """The file with the club's own rules, which is run for them."""
    game_files: tuple[str, ...] = ()
    """The file with the club's own game, which its sheets are read by."""
    corrections: tuple[CorrectedCell, ...] = ()
    """What was corrected in this file since it was handed in."""
    table: int | None = None
    """The number of its table, where the event says it."""
    starts: Mapping[tuple[str, str | None], Start] = field(
        default_factory=dict["tuple[str, str | None]", "Start"]
    )
    """By path and shown name of the sheets that go on from others: where everybody stood."""


class Source(NamedTuple):
    """A file to be checked: where it is, how it is called, and under which settings."""

    path: Path
    shown: str
    settings: Settings
    unseen: bool = False
    """It is left out if scorecheck has written it."""
    data: bytes | None = None
    """What came by standard input; then there is no file."""


class Keep(NamedTuple):
    """What is kept of a sheet when it has been checked, beside its findings."""

    results: bool = False
    """What it gives for a ranking, and would with each of its repairs; takes another pass over its rows."""
    rows: bool = False
    """Its rows, for a page that shows it; without them the memory for an archive does not grow
    with its files."""
    impact: bool = False
    """Whether each of its repairs matters for the ranks; only together with results."""
    games: bool = False
    """What each player got in each game, as a part of the results."""
    noticed: int = 0
    """How much a check of it would notice, by so many slips of each kind on the sheets of a file; takes many
    more checks of its rows."""
    points: bool = True
    """What its games gave, as far as another sheet of the same table is known by it."""


def check_files(sources: Sequence[Source], keep: Keep, progress: Progress | None = None) -> Checked:
    """Reads and checks files one after the other, in the given order.

    Of several files each that is done is told to ``progress``, of one alone its rows.
    """
    parts: list[Checked] = []
    alone = progress if len(sources) == 1 else None
    for done, source in enumerate(sources, 1):
        parts.append(_check_source(source, keep, alone))
        if progress is not None and alone is None:
            progress("files", done, len(sources))
    return put_together(parts)


def put_together(parts: Iterable[Checked]) -> Checked:
    """What was found in several parts of a run, in their order."""
    parts = list(parts)
    return Checked(
        tuple(file for part in parts for file in part.files),
        tuple(note for part in parts for note in part.notes),
        tuple(crash for part in parts for crash in part.crashes),
    )


def _check_source(source: Source, keep: Keep, progress: Progress | None) -> Checked:
    path, shown, settings, unseen, data = source
    workbooks = (
        workbooks_of(path, shown, unless_ours=unseen)
        if data is None
        else workbooks_in(data, shown, path.name)
    )
    for file in settings.game_files:
        # It may have been named in another process.
        game_in_file(file)
    repairs = repair_budgets()
    with listening() as faults:
        parts = [_checked(workbook, settings, keep, repairs, progress) for workbook in workbooks]
    crashes = tuple(Crash(None, fault.source, None, fault.cause, "plug-in") for fault in faults)
    whole = put_together((*parts, Checked((), (), crashes)))
    return whole if keep.rows else replace(whole, files=tuple(map(_without_rows, whole.files)))


def _checked(
    workbook: Workbook | Refused,
    settings: Settings,
    keep: Keep,
    repairs: Pool,
    progress: Progress | None = None,
) -> Checked:
    """What is in a workbook, and what is to be remarked about it; nothing that it holds stops us."""
    if isinstance(workbook, Refused):
        path, problem = workbook
        if isinstance(problem, CannotRead) and problem.reason == OWN_FILE:
            return Checked((), (Note(f"skipped-{OWN_FILE}", {"path": path}),))
        finding = refused(path, problem)
        if isinstance(problem, CannotRead):
            return Checked((CheckedFile(path, "unreadable", (), (finding,)),))
        return Checked((CheckedFile(path, "errors", (), (finding,)),), (), (problem,))
    fence = Fence(workbook.path)
    file = None
    with fence.around("check"):
        file, crashes = _corrected(workbook, settings, keep, progress, repairs)
        fence.crashes += crashes
    if file is None:
        file = CheckedFile(workbook.path, "errors", (), tuple(not_checked(fence.crashes)))
    notes = (*notes_on(workbook), *_unsearched(file), *_crossed_out(file))
    return Checked((file,), notes, tuple(fence.crashes))


def _corrected(
    workbook: Workbook, settings: Settings, keep: Keep, progress: Progress | None, repairs: Pool
) -> tuple[CheckedFile, Sequence[Crash]]:
    """What is in a workbook with its corrections; those that do not fit it are findings of their own."""
    if not settings.corrections:
        return check_workbook(workbook, settings, keep, progress, repairs)
    from scorecheck.layouts.corrected import corrected
    from scorecheck.tournament.unused import MATCHES_NOTHING, unfit_corrections

    workbook, unfit = corrected(workbook, settings.corrections)
    file, crashes = check_workbook(workbook, settings, keep, progress, repairs)
    if unfit and MATCHES_NOTHING.name in settings.selection:
        findings = sorted(
            (*file.findings, *unfit_corrections(workbook.path, unfit)), key=lambda one: one.sort_key
        )
        file = replace(file, findings=tuple(findings), status=file_status(file.sheets, findings))
    return file, crashes


def notes_on(workbook: Workbook) -> Iterator[Note]:
    """What is to be remarked about a file besides what stands in it."""
    for program in workbook.open_in:
        yield Note("unsaved-changes", {"path": workbook.path, "program": program})


def _unsearched(file: CheckedFile) -> Iterator[Note]:
    if not all(sheet.searched for sheet in file.sheets):
        yield Note("repairs-missing", {"path": file.path})


def _crossed_out(file: CheckedFile) -> Iterator[Note]:
    """That rows are left out whose points are crossed out: somebody may have meant only to mark them."""
    for checked in file.sheets:
        sheet = checked.sheet
        rows = [sheet.table.line(one.row) for one in sheet.ignored if one.why == "struck"]
        if rows:
            where = file.path if sheet.name is None else f"{file.path}:{sheet.name}"
            named = tuple(map(str, rows[:_MOST_NAMED]))
            yield Note("crossed-out", {"path": where, "rows": named, "count": len(rows)})


_MOST_NAMED = 10


def _without_rows(file: CheckedFile) -> CheckedFile:
    sheets = (
        replace(one, sheet=replace(one.sheet, table=replace(one.sheet.table, rows=(), around=(), formats={})))
        for one in file.sheets
    )
    return replace(file, sheets=tuple(sheets))


def check_bytes(
    data: bytes, shown: str, filename: str | None, settings: Settings, keep: Keep | None = None
) -> Checked:
    """Reads and checks what is in no file: what came by standard input, or is being typed."""
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

    ``repairs``: the budgets of repairs that it shares with others of a packed file.
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
                sheet, told, crashed = _check_sheet(
                    reading, settings, keep, _Tools(workbook.content, repairs, progress)
                )
                fence.crashes += crashed
                hidden = hidden_values(grid, sheet)
                if hidden is not None and HIDDEN_VALUES.name in settings.selection:
                    sheet, told = _with_finding(sheet, hidden), (*told, Found(hidden, hidden.cell))
                sheets.append(sheet)
                read.append(reading)
                found.append(told)
    with of_file.around("comparison"):
        of_file.crashes += _compare(sheets, read, found, settings)
        for finding in unlike(sheet.sheet for sheet in sheets):
            if finding.rule in settings.selection:
                at = next(i for i, sheet in enumerate(sheets) if is_on(finding, sheet.sheet))
                sheets[at] = _with_finding(sheets[at], finding)
    sheets = _numbered(sheets)
    findings = [finding for sheet in sheets for finding in sheet.findings]
    # What was not read or not checked is told: no choice of rules makes that good.
    findings += not_checked(of_file.crashes)
    findings += (
        finding
        for finding in doubted(workbook, doubts, beside=bool(sheets or of_file.crashes))
        if finding.severity is Severity.ERROR or finding.rule in settings.selection
    )
    findings.sort(key=lambda finding: finding.sort_key)
    file = CheckedFile(workbook.path, file_status(sheets, findings), tuple(sheets), tuple(findings))
    return file, (*fence.crashes, *of_file.crashes)


def _kept_of(of_grids: Sequence[tuple[Grid, Sequence[Reading | Doubt]]], keep: Keep) -> Keep:
    """What is kept of the sheets of a workbook."""
    outcomes = [one for _, outcomes in of_grids for one in outcomes]
    kinds = {one.ruleset.game is None for one in outcomes if isinstance(one, Reading)}
    # A list beside sheets of a game is held against what these give.
    keep = keep._replace(results=keep.results or len(kinds) > 1)
    if keep.noticed:
        from scorecheck.model.noticed import tried_on_sheet

        keep = keep._replace(noticed=tried_on_sheet(keep.noticed, len(outcomes)))
    return keep


def _with_finding(sheet: CheckedSheet, finding: Finding) -> CheckedSheet:
    return replace(sheet, findings=(*sheet.findings, finding))


def _numbered(sheets: list[CheckedSheet]) -> list[CheckedSheet]:
    """The sheets with the round and table that their names say together."""
    results = [sheet.result for sheet in sheets if sheet.result is not None]
    if len(results) < 2:
        return sheets
    from scorecheck.tournament.rounds import numbered

    names = [[player.player for player in one.players] for one in results]
    places = iter(numbered([one.sheet for one in results], names))
    return [
        sheet if sheet.result is None else replace(sheet, result=replace(sheet.result, numbers=next(places)))
        for sheet in sheets
    ]


def begun(reading: Reading, starts: Mapping[tuple[str, str | None], Start]) -> Reading:
    """A reading with where everybody stood when its sheet was begun, if it goes on from another one."""
    sheet = reading.sheet
    start = starts.get((sheet.path, sheet.shown_name))
    if start is None:
        return reading
    totals = tuple([start.totals.get(name, 0) for name in sheet.players])
    sheet = replace(sheet, start=totals, continues=start)
    return reading._replace(sheet=sheet, entries=None)


def outcomes_of(workbook: Workbook, wanted: Wanted, fence: Fence) -> list[tuple[Grid, list[Reading | Doubt]]]:
    """How the tables of each sheet are read; a sheet on which something stands has at least a doubt.

    Beside scoresheets a list of players with more columns than rank, rounds and score is a published list
    where most of its scores are what the sheets give, else a statistic. A sheet on which we fail has nothing
    but a crash in the ``fence``.
    """
    budgets = budgets_for(wanted)
    found: list[tuple[Grid, list[Reading | Doubt]]] = []
    for grid in workbook.grids:
        with fence.around("recognition", grid.name):
            found.append((grid, _outcomes(grid, workbook.path, wanted, budgets)))
    # What the sheets beside it give says more of a table than what kind they are.
    left_open = [
        pair for pair in found if any(isinstance(o, Doubt) and o.rule in _LEFT_OPEN for o in pair[1])
    ]
    _lend_evenings(workbook, wanted, fence, found, left_open)
    _lend(workbook, wanted, fence, found, budgets)
    _lend_to_same_headings(workbook, wanted, fence, found, budgets)
    read = [outcome for _, outcomes in found for outcome in outcomes if isinstance(outcome, Reading)]
    games = [reading for reading in read if reading.ruleset.game]
    if games:
        for _, outcomes in found:
            kept = _without_ends(outcomes) if len(outcomes) > 1 else outcomes
            outcomes[:] = [_statistics() if _is_statistics(outcome, games) else outcome for outcome in kept]
    _lend_evenings(workbook, wanted, fence, found, found)
    return found


def _lend_evenings(
    workbook: Workbook,
    wanted: Wanted,
    fence: Fence,
    found: Sequence[tuple[Grid, list[Reading | Doubt]]],
    asked: Sequence[tuple[Grid, list[Reading | Doubt]]],
) -> None:
    """Reads those of some sheets that nobody could read, where they are a season's table of the evenings on
    the others that were ``found``."""
    read = [one for _, outcomes in found for one in outcomes if isinstance(one, Reading)]
    games = [reading for reading in read if reading.ruleset.game and reading.ruleset.result]
    unread = [pair for pair in asked if not any(isinstance(outcome, Reading) for outcome in pair[1])]
    if not unread or not (games or wanted.evenings):
        return
    from scorecheck.one_file.evenings_beside import given_by, of_evenings

    with fence.around("recognition"):
        results = (*given_by(games), *wanted.evenings)
        for grid, outcomes in unread:
            with fence.around("recognition", grid.name):
                table = of_evenings(grid, workbook.path, wanted, results)
                outcomes[:] = outcomes if table is None else [table]


def _lend(
    workbook: Workbook,
    wanted: Wanted,
    fence: Fence,
    found: list[tuple[Grid, list[Reading | Doubt]]],
    budgets: Pool,
) -> None:
    """Reads the sheets that leave their game or layout open: as somebody answered, else as the sheets beside
    them in the workbook or in other files, where these are all of one kind."""
    sheets = [one.sheet for _, outcomes in found for one in outcomes if isinstance(one, Reading)]
    kinds = {(sheet.game, sheet.layout, sheet.notation) for sheet in sheets if sheet.game} or {
        wanted.like or (None, "", "")
    }
    game, layout, notation = kinds.pop()
    beside = {"game": game, "layout": layout, "notation": notation} if game and not kinds else {}
    for grid, outcomes in found:
        for kind, decided_by in ((wanted.if_open, "told"), (beside, "beside")):
            if kind and _leaves_open(outcomes):
                with fence.around("recognition", grid.name):
                    again = _outcomes(grid, workbook.path, wanted._replace(**kind), budgets)
                    outcomes[:] = _settled_by(outcomes, again, decided_by)


def _lend_to_same_headings(
    workbook: Workbook,
    wanted: Wanted,
    fence: Fence,
    found: Sequence[tuple[Grid, list[Reading | Doubt]]],
    budgets: Pool,
) -> None:
    """Reads sheets whose numbers are like none of ours, under the headings of a scoresheet beside them, as
    that one is kept. They are no table of something else: if no row is a game, that is said."""
    kinds: dict[frozenset[str], dict[str, str]] = {}
    for sheet in (one.sheet for _, outcomes in found for one in outcomes if isinstance(one, Reading)):
        words = frozenset(plain(one.heading) for one in sheet.columns if one.role != "player") - {""}
        if sheet.game and len(words) >= _FEWEST_WORDS:
            kinds[words] = {"game": sheet.game, "layout": sheet.layout, "notation": sheet.notation}
    for grid, outcomes in found if kinds else ():
        foreign = [one.table for one in outcomes if isinstance(one, Doubt) and one.rule == FOREIGN]
        if len(foreign) != 1 or len(outcomes) > 1 or foreign[0] is None:
            continue
        here = frozenset(map(plain, foreign[0].headings))
        kind = next((kind for words, kind in kinds.items() if words <= here), None)
        if kind is not None:
            with fence.around("recognition", grid.name):
                outcomes[:] = _outcomes(grid, workbook.path, wanted._replace(**kind), budgets)


_FEWEST_WORDS = 4
"""Of so many columns beside the players' no table of something else has all."""


def _leaves_open(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether it is asked of one of some tables which game it is of, or how it is kept."""
    return any(isinstance(one, Doubt) and one.rule in _LEFT_OPEN for one in outcomes)


def _settled_by(
    before: list[Reading | Doubt], again: list[Reading | Doubt], decided_by: str
) -> list[Reading | Doubt]:
    """How tables are read that left something open, asked again; as before where no less is open then."""
    first, left = ([one.rule for one in outcomes if isinstance(one, Doubt)] for outcomes in (before, again))
    # What is asked then is another question, which the answer led to.
    asked = [
        {(one.rule, one.variant) for one in outcomes if isinstance(one, Doubt)}
        for outcomes in (before, again)
    ]
    answered = not asked[0] & asked[1] and all(rule in _LEFT_OPEN for rule in left)
    if len(left) >= len(first) and not answered:
        return before
    return [_lent(one, decided_by) if isinstance(one, Reading) else one for one in again]


def _lent(reading: Reading, decided_by: str) -> Reading | Doubt:
    """A reading as it was answered or lent; where none of several rows fits what was lent, the table is a
    foreign one: evenings of a season, say, whose sums are right as well."""
    sheet = reading.sheet
    chosen = sheet.evidence[0] if sheet.evidence else None
    if decided_by == "beside" and chosen is not None and chosen.rows > 1 and not chosen.fits:
        params = {"games": (str(sheet.game),)}
        return Doubt(FOREIGN, "", params, beside=True, table=sheet.table, evidence=sheet.evidence)
    return reading._replace(sheet=replace(sheet, decided_by=decided_by))


_LEFT_OPEN = (AMBIGUOUS_GAME, AMBIGUOUS_NOTATION)


def _outcomes(grid: Grid, path: str, wanted: Wanted, budgets: Pool) -> list[Reading | Doubt]:
    budget = budgets.part()
    outcomes = recognise_sheet(grid, path, wanted, budget)
    if not any(isinstance(one, Reading) for one in outcomes) or (wanted.game and _in_parts(outcomes)):
        outcomes = _of_amounts(grid, path, wanted, outcomes, budget) or outcomes
    if _nothing_stands(grid, outcomes):
        return [Doubt(NOTHING_TO_CHECK, "blank", {}, beside=True)]
    if not any(isinstance(outcome, Reading) for outcome in outcomes):
        budgets.settle(budget)
    if not outcomes and any(any(value != "" for value in row) for row in grid.rows):
        return [_nothing()]
    return outcomes


def _in_parts(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether parts of a point stand on a sheet of a game of whole ones: money may stand for them."""
    return any(
        isinstance(cell, Unreadable) and cell.kind == "fraction"
        for one in outcomes
        if isinstance(one, Reading)
        for entry in one.entries or ()
        for cell in entry.written
    )


def _of_amounts(
    grid: Grid, path: str, wanted: Wanted, before: Sequence[Reading | Doubt], budget: Budget
) -> list[Reading | Doubt]:
    """How a sheet is read whose players' cells hold money, where that makes a game of it, or shows which."""
    from scorecheck.layouts.amounts import with_amounts

    amounts = with_amounts(grid)
    outcomes = before if amounts is None else recognise_sheet(amounts, path, wanted, budget)
    if any(isinstance(one, Reading) and one.layout.hundredths for one in outcomes):
        return [*outcomes]
    in_points = _in_points(grid, path, wanted, budget)
    if in_points and _is_said(in_points, wanted):
        return in_points
    if any(isinstance(one, Reading) and one.ruleset.game for one in outcomes):
        # Whole amounts that are a game's points as they stand.
        return [*outcomes]
    told = [one for one in outcomes if isinstance(one, Doubt) and one.variant == TO_BE_NAMED]
    readings = [one for one in in_points if isinstance(one, Reading)]
    if readings:
        games = {*(one.sheet.game for one in readings), *(game for one in told for game in one.games)}
        variant = "one" if len(games) == 1 else ""
        return [
            Doubt(AMBIGUOUS_GAME, variant, naming(sorted(map(str, games))), table=readings[0].sheet.table)
        ]
    return [*outcomes] if told else []


def _in_points(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """How a sheet is read on which money stands for points: a point is worth what makes most rows fit, at
    least half of them, for only the rows show it."""
    from scorecheck.layouts.amounts import in_points

    games = in_money(wanted.game)
    found: list[tuple[int, list[Reading | Doubt]]] = []
    for a_point, points in in_points(grid) if games else ():
        outcomes = recognise_sheet(points, path, wanted, budget)
        if any(isinstance(one, Reading) and one.sheet.game in games for one in outcomes):
            fits = keep(one for one in outcomes if isinstance(one, Reading))
            if 2 * sum(fits) >= len(fits):
                found.append((sum(fits), [_at(one, a_point) for one in outcomes]))
    return max(found, key=lambda one: one[0])[1] if found else []


def _at(outcome: Reading | Doubt, a_point: Number) -> Reading | Doubt:
    """A table of which a point is worth so much."""
    if isinstance(outcome, Doubt):
        return outcome
    return outcome._replace(sheet=replace(outcome.sheet, a_point=a_point))


def _is_said(outcomes: Iterable[Reading | Doubt], wanted: Wanted) -> bool:
    """Whether somebody says of which game a sheet is, or it is called so."""
    readings = [one for one in outcomes if isinstance(one, Reading)]
    return wanted.game is not None or any(
        called(one.ruleset, one.sheet.table, one.sheet.path) for one in readings
    )


def _nothing_stands(grid: Grid, outcomes: Sequence[Reading | Doubt]) -> bool:
    """Whether a sheet of one table, or of none that could be read, is still to be filled in."""
    readings = [outcome for outcome in outcomes if isinstance(outcome, Reading)]
    if len(readings) > 1 or any(reading.ruleset.game is None for reading in readings):
        return False
    return is_unfilled(grid, readings[0].sheet.table if readings else None)


def _without_ends(outcomes: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """The same without the tables of results that a sheet above or beside them is held to."""
    held = {one.ruleset.results_at(one.sheet) for one in outcomes if isinstance(one, Reading)} - {None}
    return [one for one in outcomes if _begins_at(one) not in held]


def _begins_at(outcome: Reading | Doubt) -> CellRef | None:
    """The cell with the first heading of a table, where it is known."""
    table = outcome.sheet.table if isinstance(outcome, Reading) else outcome.table
    at = None if table is None else next((at for at, word in enumerate(table.headings) if word), None)
    return None if table is None or at is None else table.heading_cell(at)


def _nothing() -> Doubt:
    return Doubt(NO_TABLE, "", {"players": 3}, beside=True)


def _statistics() -> Doubt:
    return Doubt(NO_TABLE, "statistics", {}, beside=True)


def _is_statistics(outcome: Reading | Doubt, games: Sequence[Reading]) -> bool:
    """Whether a list has several columns that nobody knows, which are not the rounds of its scores, and most
    of its scores are not what the ``games`` beside it give."""
    if isinstance(outcome, Doubt) or outcome.ruleset.game is not None:
        return False
    if sum(1 for column in outcome.sheet.columns if column.role == "unknown") < _FEWEST_OF_STATISTICS:
        return False
    from scorecheck.tournament.listed import has_rounds

    if has_rounds(outcome.sheet):
        return False
    from scorecheck.one_file.evenings_beside import is_theirs

    return not is_theirs(outcome, (one for one in games if one.ruleset.result))


_FEWEST_OF_STATISTICS = 2


class _Tools(NamedTuple):
    """What the sheets of a workbook are checked with."""

    content: bytes
    """The workbook, where its formulas can be looked at."""
    repairs: Pool
    progress: Progress | None


def _check_sheet(
    reading: Reading, settings: Settings, keep: Keep, tools: _Tools
) -> tuple[CheckedSheet, tuple[Found, ...], Sequence[Crash]]:
    """Checks a sheet; beside it its findings with the cells in which they were found, and what failed."""
    ruleset, layout = reading.ruleset, reading.layout
    fence = Fence(reading.sheet.path)
    sheet = _with_subtotals(reading, _seated(reading, settings, keep, fence), fence)
    theirs = () if ruleset.game is None else checks_for(ruleset.game, settings.own_rules)
    checks = [check for check in (*ruleset.checks, *theirs) if check.rule.name in settings.selection]
    if sheet.table.worked_out:
        checks = [check for check in checks if check.rule is TOTAL_MISMATCH]
    known = known_rows(sheet, layout) if reading.entries is None else None
    rows = reading.entries or entries_and_runs(sheet, layout, known)
    outcome = run_checks(sheet, _counted(rows, sheet, tools.progress), checks, known)
    fence.crashes += outcome.crashes
    # Nobody knows which slip makes a rule of others fail.
    ours = (check.rule for check in ruleset.checks)
    apart = {rule.name for rule in ours if not rule.has_repairs} | {one.rule.name for one in theirs}
    found, right = _with_formulas(tools.content, sheet, outcome.findings, fence)
    told, complete = _mended(reading, right, found, apart, fence, tools.repairs)
    given = _given(reading, sheet, [one.finding for one in told], keep, fence)
    if len(sheet.table.rows) <= _MOST_LOOKED_THROUGH or keep.rows:
        sheet = _with_ignored(reading, sheet, fence)
    result = given.result
    if fence.crashes:
        told += [Found(finding, None) for finding in not_checked(fence.crashes)]
        result = result and replace(result, faulty=True)
    told.sort(key=lambda one: one.finding.sort_key)
    held_on = grounds_of(sheet, ruleset.grounds, settings.selection, outcome.entries, outcome.skipped)
    checked = CheckedSheet(
        sheet,
        outcome.entries,
        tuple(one.finding for one in told),
        result,
        outcome.skipped,
        given.course,
        complete,
        given.lines,
        tuple(held_on),
        {key: rows for key, rows in held_on.items() if rows < outcome.entries},
        given.of_rounds,
        given.of_evenings,
        given.repaired,
        _rows_of(reading, sheet) if keep.points else None,
        noticed=_noticed(reading, sheet, checks, settings, keep.noticed, fence),
    )
    return checked, tuple(told), fence.crashes


def _seated(reading: Reading, settings: Settings, keep: Keep, fence: Fence) -> Sheet:
    """The sheet under the options in force; for a ranking also with who took whose seat, and its table."""
    sheet = settled(reading, settings.options)
    if not keep.results or reading.ruleset.result is None or reading.layout.list_of is not None:
        return sheet
    from scorecheck.tournament.substitutes import substitutes_of

    with fence.around("result", sheet.name):
        rows = partial(entries_of, reading, sheet)
        found = substitutes_of(sheet, settings.substitutes, rows, reading.ruleset.is_game)
        return replace(sheet, substitutes=found, at_table=settings.table)
    return sheet


def _with_subtotals(reading: Reading, sheet: Sheet, fence: Fence) -> Sheet:
    """The sheet with the column sums that stand among its games, and those with penalties below them; on long
    ones nobody looks for any."""
    if reading.entries is None:
        return sheet
    with fence.around("check", sheet.name):
        among = subtotals_of(reading, sheet) if len(reading.entries) < sheet.stop else ()
        found = (*among, *sums_below_penalties(sheet))
        return replace(sheet, subtotals=found) if found else sheet
    return sheet


def _with_ignored(reading: Reading, sheet: Sheet, fence: Fence) -> Sheet:
    """The sheet with the rows that were left alone."""
    with fence.around("check", sheet.name):
        ignored = ignored_rows(reading, sheet)
        return replace(sheet, ignored=ignored) if ignored else sheet
    return sheet


def _with_formulas(
    content: bytes, sheet: Sheet, findings: Sequence[Finding], fence: Fence
) -> tuple[Sequence[Finding], Sheet]:
    """The findings, and the sheet, with what is wrong in the formulas of its sums."""
    if not content or not any(one.rule == TOTAL_MISMATCH.name or "due" in one.params for one in findings):
        return findings, sheet
    from scorecheck.one_file.formulas import explained

    with fence.around("repair", sheet.name):
        return explained(content, sheet, findings)
    return findings, sheet


def _mended(
    reading: Reading,
    sheet: Sheet,
    findings: Sequence[Finding],
    left: Container[str],
    fence: Fence,
    repairs: Pool,
) -> tuple[list[Found], bool]:
    """The findings with their repairs, each with the cell in which it was found, and whether all repairs were
    looked for. What the repair of another makes right is none of its own.

    Those of the rules in ``left`` have none, and nobody looks for those of findings that have one.
    """
    if all(finding.severity is Severity.INFO for finding in findings):
        return [Found(one, one.cell) for one in findings], True
    if sheet.table.worked_out:
        from scorecheck.repair.sided import told_once

        with fence.around("repair", sheet.name):
            findings = told_once(sheet, findings)
        return [Found(one, one.cell) for one in findings], True
    # Most sheets are clean and never need it.
    from scorecheck.checks.standing_beside import for_repairs
    from scorecheck.repair.findings import with_repairs

    budget = repairs.part()
    apart = [finding.rule in left or bool(finding.fixes) for finding in findings]
    known = [finding for finding, done in zip(findings, apart, strict=True) if not done]
    checks = (*reading.ruleset.checks, *for_repairs(sheet))
    mended, complete = with_repairs(sheet, reading.layout, checks, known, fence, budget)
    each = iter(mended)
    found = [finding if done else next(each) for finding, done in zip(findings, apart, strict=True)]
    told = [Found(one, at.cell) for one, at in zip(found, findings, strict=True) if one is not None]
    repairs.settle(budget)
    return told, complete


def _noticed(
    reading: Reading, sheet: Sheet, checks: Sequence[Check], settings: Settings, tried: int, fence: Fence
) -> Noticed | None:
    if not tried or sheet.table.worked_out:
        return None
    from scorecheck.one_file.noticing import noticed_on

    with fence.around("check", sheet.name):
        return noticed_on(reading, sheet, checks, settings.options, tried)
    return None


class _Given(NamedTuple):
    """What a sheet gives to a ranking, and to its page."""

    result: Result | None = None
    course: tuple[tuple[Number, ...], ...] = ()
    repaired: Mapping[tuple[Edit, ...], Result] = {}
    lines: tuple[Listed, ...] = ()
    of_rounds: tuple[Result, ...] = ()
    of_evenings: tuple[Listed, ...] = ()


def _given(reading: Reading, sheet: Sheet, findings: Sequence[Finding], keep: Keep, fence: Fence) -> _Given:
    if not keep.results:
        return _Given()
    from scorecheck.one_file.sheet_result import parts_of, repaired_results, result_of

    ruleset = reading.ruleset
    course: list[tuple[Number, ...]] | None = [] if keep.rows else None
    result = None
    faulty = any(finding.severity is Severity.ERROR for finding in findings)
    repaired: Mapping[tuple[Edit, ...], Result] = {}
    lines: tuple[Listed, ...] = ()
    of_rounds: tuple[Result, ...] = ()
    with fence.around("result", sheet.name):
        result = result_of(reading, sheet, faulty=faulty, course=course)
        if keep.games and result is not None:
            result = replace(result, parts=tuple(parts_of(reading, sheet)))
    if result is not None and any(finding.fixes for finding in findings):
        with fence.around("impact", sheet.name):
            repaired = repaired_results(reading, sheet, findings)
    if reading.layout.list_of is not None and ruleset.result is None:
        from scorecheck.tournament.listed import listed, results_of_rounds

        with fence.around("result", sheet.name):
            lines = listed(sheet, entries_of(reading, sheet))
            of_rounds = results_of_rounds(sheet, entries_of(reading, sheet), faulty=faulty)
    of_evenings: tuple[Listed, ...] = ()
    if ruleset.game is None and ruleset.result is not None:
        from scorecheck.tournament import evenings_grid, long_list

        lines_of = evenings_grid.lines_of if reading.layout.list_of is None else long_list.lines_of
        with fence.around("result", sheet.name):
            of_evenings = lines_of(sheet, entries_of(reading, sheet))
    return _Given(result, tuple(course or ()), repaired, lines, of_rounds, of_evenings)


def _rows_of(reading: Reading, sheet: Sheet) -> Rows | None:
    ruleset, layout = reading.ruleset, reading.layout
    if ruleset.game is None or layout.list_of is not None:
        return None
    kept = tuple(islice(entries_of(reading, sheet), _MOST_KEPT))
    numbers = frozenset(entry.number for entry in kept if entry.number is not None)
    games = tuple([(entry.row, entry.label) for entry in kept])
    if sheet.points_columns:
        opens = layout.opens_from_zero and any(entry.opening for entry in kept[:1])
        points = tuple([entry.points for entry in kept])
        return Rows(points, numbers, opens, bool(layout.row_names), games)
    if not sheet.players or ruleset.played is None:
        return None
    played = ruleset.played(sheet, kept)
    points = tuple(tuple(game.points.get(name, 0) for name in sheet.players) for game in played)
    return Rows(points, numbers, games=games if len(points) == len(games) else ())


_MOST_KEPT = 1000
"""So many rows of a sheet are kept, to know another of the same table by."""


def _counted(rows: Iterable[Entry | Run], sheet: Sheet, progress: Progress | None) -> Iterable[Entry | Run]:
    """The rows of a sheet; of a long one it is said from time to time how many have been taken."""
    total = len(sheet.table.rows)
    return rows if progress is None or total <= _TOLD_EACH else _telling(rows, total, progress)


def _telling(rows: Iterable[Entry | Run], total: int, progress: Progress) -> Iterator[Entry | Run]:
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
            sheets[at] = replace(sheets[at], result=None, rows=None)
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
