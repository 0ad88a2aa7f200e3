"""Checks a sheet with a reading: its findings with repairs, and its result for a ranking."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from scorecheck.checks.check import Check
from scorecheck.checks.own import checks_for
from scorecheck.checks.rules import TOTAL_MISMATCH
from scorecheck.checks.ruleset import grounds_of, grounds_without
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import (
    entries_and_runs,
    entries_of,
    ignored_rows,
    known_rows,
    settled,
    subtotals_of,
    sums_below,
)
from scorecheck.layouts.readings import Reading
from scorecheck.model.budget import Pool, Progress
from scorecheck.model.cells import Number
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Edit, Finding, Found, Severity
from scorecheck.model.outcome import CheckedSheet, Crash, Held, Listed, Result, Rows
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.runs import Run
from scorecheck.model.sheet import Entry, Formulas, Sheet
from scorecheck.one_file.file_findings import not_checked
from scorecheck.one_file.settings import Keep, Settings

if TYPE_CHECKING:
    from scorecheck.model.noticed import Noticed


class Tools(NamedTuple):
    """The tools for the checks of a workbook's sheets."""

    content: bytes
    """The workbook, if its formulas are available."""
    repairs: Pool
    progress: Progress | None


class _Task(NamedTuple):
    """A reading of a sheet, and the tools to check it."""

    reading: Reading
    settings: Settings
    keep: Keep
    tools: Tools
    fence: Fence


def check_sheet(
    reading: Reading, settings: Settings, keep: Keep, tools: Tools
) -> tuple[CheckedSheet, tuple[Found, ...], Sequence[Crash]]:
    """Checks a sheet: also its findings with the cells in which they were found, and failed checks."""
    ruleset, layout = reading.ruleset, reading.layout
    fence = Fence(reading.sheet.path)
    task = _Task(reading, settings, keep, tools, fence)
    sheet = _with_subtotals(task, _seated(task))
    theirs = () if ruleset.game is None else checks_for(ruleset.game, settings.own_rules)
    checks = [check for check in (*ruleset.checks, *theirs) if check.rule.name in settings.selection]
    if sheet.table.worked_out:
        checks = [check for check in checks if check.rule is TOTAL_MISMATCH]
    known = known_rows(sheet, layout) if reading.entries is None else None
    rows = reading.entries or entries_and_runs(sheet, layout, known)
    outcome = run_checks(sheet, _counted(rows, sheet, tools.progress), checks, known)
    fence.crashes.extend(outcome.crashes)
    found, right = _with_formulas(task, sheet, outcome.findings)
    told, complete = _mended(task, right, found, theirs)
    if right.formulas.copies:
        sheet = replace(sheet, formulas=Formulas(copies=right.formulas.copies))
    given = _given(task, sheet, [one.finding for one in told])
    if len(sheet.table.rows) <= _MOST_LOOKED_THROUGH or keep.rows:
        sheet = _with_ignored(task, sheet)
    result = given.result
    if fence.crashes:
        told += [Found(finding, None) for finding in not_checked(fence.crashes)]
        result = result and replace(result, faulty=True)
    grounds = grounds_of(sheet, ruleset.grounds, settings.selection, outcome.entries, outcome.skipped)
    grounds = _less_left_out(task, sheet, grounds)
    told.sort(key=lambda one: one.finding.sort_key)
    checked = CheckedSheet(
        sheet,
        outcome.entries,
        tuple(one.finding for one in told),
        result,
        outcome.skipped,
        given.course,
        complete,
        given.lines,
        grounds,
        given.of_rounds,
        given.of_evenings,
        given.repaired,
        _rows_of(reading, sheet) if keep.points else None,
        noticed=_noticed(task, sheet, checks),
    )
    return checked, tuple(told), fence.crashes


def _less_left_out(task: _Task, sheet: Sheet, grounds: tuple[Held, ...]) -> tuple[Held, ...]:
    """Grounds without the rows that a rule which is not asked for judges in their place."""
    reading, held = task.reading, {one.rule for one in grounds}
    absorbs = {one.rule.name: one.rule.absorbs for one in reading.ruleset.checks}
    left_out = [
        one
        for one in reading.ruleset.checks
        if one.rule.name not in task.settings.selection and not held.isdisjoint(one.rule.absorbs)
    ]
    if not left_out:
        return grounds
    found = run_checks(sheet, entries_of(reading, sheet), left_out).findings
    return grounds_without(grounds, found, absorbs.__getitem__)


def _seated(task: _Task) -> Sheet:
    """The sheet with the options in force; for a ranking also with substitutes and its table."""
    reading, settings = task.reading, task.settings
    sheet = settled(reading, settings.options)
    if not task.keep.results or reading.ruleset.result is None or reading.layout.list_of is not None:
        return sheet
    from scorecheck.tournament.substitutes import substitutes_of

    with task.fence.around("result", sheet.name):
        rows = partial(entries_of, reading, sheet)
        found = substitutes_of(sheet, settings.substitutes, rows, reading.ruleset.is_game)
        return replace(sheet, substitutes=found, at_table=settings.table)
    return sheet


def _with_subtotals(task: _Task, sheet: Sheet) -> Sheet:
    """The sheet with subtotals among its games, and sums below the total row; not on long sheets."""
    reading = task.reading
    if reading.entries is None:
        return sheet
    with task.fence.around("check", sheet.name):
        among = subtotals_of(reading, sheet) if len(reading.entries) < sheet.stop else ()
        found = (*among, *sums_below(sheet))
        return replace(sheet, subtotals=found) if found else sheet
    return sheet


def _with_ignored(task: _Task, sheet: Sheet) -> Sheet:
    with task.fence.around("check", sheet.name):
        ignored = ignored_rows(task.reading, sheet)
        return replace(sheet, ignored=ignored) if ignored else sheet
    return sheet


def _with_formulas(task: _Task, sheet: Sheet, findings: Sequence[Finding]) -> tuple[Sequence[Finding], Sheet]:
    """The findings and the sheet with its formulas, after faults in those of totals."""
    content = task.tools.content
    if not content or all(finding.severity is Severity.INFO for finding in findings):
        return findings, sheet
    from scorecheck.one_file.formulas import explained

    with task.fence.around("repair", sheet.name):
        return explained(content, sheet, findings)
    return findings, sheet


def _mended(
    task: _Task, sheet: Sheet, findings: Sequence[Finding], theirs: Sequence[Check]
) -> tuple[list[Found], bool]:
    """The findings with their repairs, each with its cell, and whether the search was complete.

    A finding that disappears with the repair of another has none. Findings of club rules have none, and no
    search.
    """
    if all(finding.severity is Severity.INFO for finding in findings):
        return [Found(one, one.cell) for one in findings], True
    if sheet.table.worked_out:
        from scorecheck.repair.sided import told_once

        with task.fence.around("repair", sheet.name):
            findings = told_once(sheet, findings)
        return [Found(one, one.cell) for one in findings], True
    # Most sheets have no errors and never need it.
    from scorecheck.checks.standing_beside import for_repairs
    from scorecheck.repair.checked import SheetToMend
    from scorecheck.repair.diagnose import LONGEST_SHEET
    from scorecheck.repair.findings import with_repairs

    reading, repairs = task.reading, task.tools.repairs
    budget = repairs.part()
    ours = (check.rule for check in reading.ruleset.checks)
    # Nobody knows which slip breaks a club rule.
    left = {rule.name for rule in ours if not rule.has_repairs} | {one.rule.name for one in theirs}
    apart = [finding.rule in left or bool(finding.fixes) for finding in findings]
    known = [finding for finding, done in zip(findings, apart, strict=True) if not done]
    checks = (*reading.ruleset.checks, *for_repairs(sheet))
    entries = tuple(entries_of(reading, sheet)) if sheet.stop <= LONGEST_SHEET else ()
    mended, complete = with_repairs(
        SheetToMend(sheet, reading.layout, checks, entries, known, budget), task.fence
    )
    each = iter(mended)
    found = [finding if done else next(each) for finding, done in zip(findings, apart, strict=True)]
    told = [Found(one, at.cell) for one, at in zip(found, findings, strict=True) if one is not None]
    repairs.settle(budget)
    return told, complete


def _noticed(task: _Task, sheet: Sheet, checks: Sequence[Check]) -> Noticed | None:
    tried = task.keep.noticed
    if not tried or sheet.table.worked_out:
        return None
    from scorecheck.one_file.formulas import follow
    from scorecheck.one_file.noticing import noticed_on

    with task.fence.around("check", sheet.name):
        follows = follow(task.tools.content, sheet)
        return noticed_on(task.reading, sheet, checks, task.settings.options, tried, follows)
    return None


class _Contribution(NamedTuple):
    """What a sheet gives to a ranking and to its page."""

    result: Result | None = None
    course: tuple[tuple[Number, ...], ...] = ()
    repaired: Mapping[tuple[Edit, ...], Result] = {}
    lines: tuple[Listed, ...] = ()
    of_rounds: tuple[Result, ...] = ()
    of_evenings: tuple[Listed, ...] = ()


def _given(task: _Task, sheet: Sheet, findings: Sequence[Finding]) -> _Contribution:
    reading, keep, fence = task.reading, task.keep, task.fence
    if not keep.results:
        return _Contribution()
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
    return _Contribution(result, tuple(course or ()), repaired, lines, of_rounds, of_evenings)


def _rows_of(reading: Reading, sheet: Sheet) -> Rows | None:
    ruleset, layout = reading.ruleset, reading.layout
    if ruleset.game is None or layout.list_of is not None:
        return None
    kept = tuple(islice(entries_of(reading, sheet), _MOST_KEPT))
    labels, at = tuple([entry.label for entry in kept]), tuple([entry.row for entry in kept])
    if sheet.points_columns:
        opens = layout.opens_from_zero and any(entry.opening for entry in kept[:1])
        points = tuple([entry.points for entry in kept])
        return Rows(points, labels, opens, bool(layout.row_names), at)
    if not sheet.players or ruleset.played is None:
        return None
    played = ruleset.played(sheet, kept)
    points = tuple(tuple(game.points.get(name, 0) for name in sheet.players) for game in played)
    return Rows(points, labels, at=at if len(points) == len(at) else ())


_MOST_KEPT = 1000
"""The number of rows kept to recognise another sheet of the same table."""


def _counted(rows: Iterable[Entry | Run], sheet: Sheet, progress: Progress | None) -> Iterable[Entry | Run]:
    """The rows of a sheet; on a long one, progress is reported from time to time."""
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
_MOST_LOOKED_THROUGH = 5000
"""On longer sheets, ignored rows are listed only if the rows are shown as well."""
