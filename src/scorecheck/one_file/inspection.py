"""How files are read, for ``inspect``: the steps of ``pipeline`` up to the sheet, with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.checks.own import checks_for
from scorecheck.layouts.entries import entries_of, ignored_rows, settled
from scorecheck.layouts.readings import Reading
from scorecheck.model.fence import Fence
from scorecheck.model.inspected import DoubtfulTable, InspectedFile, InspectedSheet, ReadTable
from scorecheck.model.noticed import tried_on_file, tried_on_sheet
from scorecheck.model.outcome import Crash, Note
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry
from scorecheck.model.workbook import Workbook
from scorecheck.one_file.file_findings import empty, not_checked, not_read, refused
from scorecheck.one_file.formulas import follow
from scorecheck.one_file.noticing import noticed_on
from scorecheck.one_file.pipeline import begun, notes_on, workbooks_from
from scorecheck.one_file.questions import Doubt
from scorecheck.one_file.settings import Settings, Source
from scorecheck.one_file.workbook_reading import outcomes_of
from scorecheck.readers.read import Refused

MOST_ENTRIES = 10_000
"""The number of entries shown per table."""


def inspect_files(sources: Iterable[Source]) -> Iterator[tuple[InspectedFile, tuple[Note, ...]]]:
    """How each file is read, with notes about it."""
    sources = list(sources)
    tried = tried_on_file(len(sources))
    for source in sources:
        for workbook in workbooks_from(source):
            notes = () if isinstance(workbook, Refused) else tuple(notes_on(workbook))
            yield _inspected(workbook, source.settings, tried), notes


def _inspected(workbook: Workbook | Refused, settings: Settings, tried: int) -> InspectedFile:
    if isinstance(workbook, Refused):
        path, problem = workbook
        crashes = (problem,) if isinstance(problem, Crash) else ()
        return InspectedFile(path, None, (), refused(path, problem), crashes)
    fence = Fence(workbook.path)
    sheets: list[InspectedSheet] = []
    read = outcomes_of(workbook, settings.wanted._replace(weigh_all=True), fence)
    tried = tried_on_sheet(tried, sum(len(outcomes) for _, outcomes in read))
    beside = any(not isinstance(outcome, Doubt) for _, outcomes in read for outcome in outcomes)
    for grid, outcomes in read:
        with fence.around("recognition", grid.name):
            tables = tuple(
                DoubtfulTable(
                    not_read(outcome, workbook.path, grid.name, beside=beside),
                    outcome.table,
                    outcome.evidence,
                )
                if isinstance(outcome, Doubt)
                else _table(outcome, workbook.content, settings, tried, fence)
                for outcome in outcomes
            )
            hidden = tuple(sorted(grid.hidden_rows)), tuple(sorted(grid.hidden_columns))
            sheets.append(InspectedSheet(grid.name, grid.hidden, *hidden, tables))
    problem = None
    if fence.crashes:
        problem = not_checked(fence.crashes)[0]
    elif not any(outcomes for _, outcomes in read):
        problem = empty(workbook.path)
    return InspectedFile(workbook.path, workbook.format, tuple(sheets), problem, tuple(fence.crashes))


def _table(reading: Reading, content: bytes, settings: Settings, tried: int, fence: Fence) -> ReadTable:
    reading = begun(reading, settings.starts)
    sheet = settled(reading, settings.options)
    ruleset, wanted = reading.ruleset, settings.selection
    theirs = () if ruleset.game is None else checks_for(ruleset.game, settings.own_rules)
    checks = [check for check in (*ruleset.checks, *theirs) if check.rule.name in wanted]
    noticed = None
    with fence.around("check", sheet.name):
        if tried:
            noticed = noticed_on(reading, sheet, checks, settings.options, tried, follow(content, sheet))
    kept: list[Entry] = []
    count, last = 0, None
    for entry in entries_of(reading, sheet):
        count += 1
        last = entry.row
        if count <= MOST_ENTRIES:
            kept.append(entry)
    sheet = replace(sheet, ignored=ignored_rows(reading, sheet))
    say = reading.ruleset.remarks
    remarks = () if say is None else tuple(say(sheet, kept))
    return ReadTable(sheet, tuple(kept), count, kept[0].row if kept else None, last, remarks, noticed)
