"""Findings about a file as a whole: unreadable, without a sheet, hidden values, unlike other files."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from scorecheck.checks.own import source_of
from scorecheck.checks.rules import FOREIGN, HIDDEN_VALUES, NO_TABLE, NOT_CHECKED, UNREADABLE
from scorecheck.games import registry
from scorecheck.model.cells import CellRef, column_letters
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Checked, CheckedFile, CheckedSheet, Crash
from scorecheck.model.record import replace
from scorecheck.model.sheet import Sheet, Shown
from scorecheck.model.terms import Param
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.one_file.questions import Doubt
from scorecheck.readers.errors import CannotRead


def refused(path: str, problem: CannotRead | Crash) -> Finding:
    """The finding for a file that could not be read."""
    if isinstance(problem, Crash):
        return not_checked([problem])[0]
    return UNREADABLE.finding(path, variant=problem.reason, params=problem.params)


def not_checked(crashes: Iterable[Crash]) -> list[Finding]:
    """Findings for crashes of our own steps, each once per sheet."""
    found = dict.fromkeys((crash.path, crash.sheet, crash.step, crash.rule) for crash in crashes)
    return [_not_checked(path, sheet, step, rule) for path, sheet, step, rule in found]


def _not_checked(path: str, sheet: str | None, step: str, rule: str | None) -> Finding:
    variant: str = ""
    params: dict[str, Param] = {"step": step}
    if rule is not None:
        variant, params = "rule", {**params, "rule": rule}
        if (source := source_of(rule)) is not None:
            # Only the file name: the path on this computer is private.
            variant, params = "own-rule", {**params, "source": Path(source).name}
    return NOT_CHECKED.finding(path, sheet, variant=variant, params=params)


ENDED = "the process that checked this file was ended, twice"


def ended_twice(path: str) -> Checked:
    """The finding for a file whose worker died twice."""
    crash = Crash(None, path, None, ENDED, "ended")
    return Checked((CheckedFile(path, "errors", (), tuple(not_checked([crash]))),), crashes=(crash,))


def doubted(workbook: Workbook, doubts: Sequence[tuple[Grid, Doubt]], *, beside: bool) -> Iterable[Finding]:
    """Findings for sheets without a chosen reading; equal ones of adjacent tables are reported once."""
    if not doubts and not beside:
        yield empty(workbook.path)
    before = None
    for grid, doubt in doubts:
        if beside and doubt.is_without_scores:
            continue
        finding = not_read(doubt, workbook.path, grid.name, beside=beside)
        if finding != before:
            yield finding
        before = finding


def empty(path: str) -> Finding:
    """The finding for an empty file."""
    return NO_TABLE.finding(path, variant="empty")


def not_read(doubt: Doubt, path: str, sheet: str | None, *, beside: bool) -> Finding:
    """The finding for a table that could not be read; beside others, notes need none."""
    if doubt.beside and beside:
        rule = doubt.rule if doubt.rule is FOREIGN else NO_TABLE
        says_why = doubt.rule is NO_TABLE and doubt.variant
        variant = doubt.variant if says_why else "kind" if "kind" in doubt.params else "beside"
        said = rule.finding(path, sheet, None, variant, doubt.params)
        return replace(said, severity=rule.weight(doubtful=True))
    return doubt.rule.finding(path, sheet, doubt.cell, doubt.variant, doubt.params)


def hidden_values(grid: Grid, checked: CheckedSheet) -> Finding | None:
    """A remark about scores in hidden rows or columns, or on a hidden sheet."""
    sheet, table = checked.sheet, checked.sheet.table
    if grid.hidden:
        return _hidden_finding(sheet, "sheet", None, {})
    of_entries, of_players = grid.hidden_rows, grid.hidden_columns
    if table.places:
        return None
    if table.turned:
        of_entries, of_players = of_players, of_entries
    players = [at for at in sheet.points_columns if at + 1 in of_players]
    if players:
        return _hidden_lines(
            sheet, [at + 1 for at in players], table.heading_cell(players[0]), rows=table.turned
        )
    rows = [
        row
        for row in range(sheet.stop if of_entries else 0)
        if table.line(row) in of_entries and any(table.value(row, at) != "" for at in sheet.points_columns)
    ]
    if not rows:
        return None
    cell = table.cell(min(rows, key=table.line), sheet.points_columns[0])
    return _hidden_lines(sheet, sorted(map(table.line, rows)), cell, rows=not table.turned)


def _hidden_lines(sheet: Sheet, lines: Sequence[int], cell: CellRef, *, rows: bool) -> Finding:
    if rows:
        named = tuple(map(str, lines[:_MOST_NAMED]))
        variant = "not-counted" if sheet.left_out else "rows"
        return _hidden_finding(sheet, variant, cell, {"rows": named, "count": len(lines)})
    return _hidden_finding(
        sheet, "columns", cell, {"columns": tuple(map(column_letters, lines[:_MOST_NAMED]))}
    )


def _hidden_finding(sheet: Sheet, variant: str, cell: CellRef | None, params: Mapping[str, Param]) -> Finding:
    return HIDDEN_VALUES.finding(sheet.path, sheet.name, cell, variant, params)


_MOST_NAMED = 10


def is_on(finding: Finding, sheet: Sheet) -> bool:
    """Whether a finding about a choice on a sheet is about this one."""
    return sheet.name == finding.sheet and any(what.cell == finding.cell for what in sheet.shown.values())


def unlike(sheets: Iterable[Sheet]) -> Iterator[Finding]:
    """The sheets with another choice than most, where the rules require the same on all.

    Of equally frequent choices, the first counts.
    """
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
                yield rule.finding(sheet.path, sheet.name, what.cell, "sheets", params)
