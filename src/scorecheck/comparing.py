"""Sheets of one table that somebody names, held against each other."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scorecheck.alongside.differences import beside, differences, kept
from scorecheck.event_findings import with_findings
from scorecheck.layouts.corrected import corrected
from scorecheck.layouts.readings import Reading
from scorecheck.model.compared import Compared, Together
from scorecheck.model.fence import Fence
from scorecheck.model.outcome import file_status
from scorecheck.model.record import replace
from scorecheck.pipeline import outcomes_of
from scorecheck.readers.read import Refused, workbooks_of
from scorecheck.recognition import settled
from scorecheck.tournament.names import name_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorecheck.alongside.differences import Beside, Kept
    from scorecheck.job import Job
    from scorecheck.model.cells import CellRef
    from scorecheck.model.finding import Finding
    from scorecheck.model.outcome import Checked, CheckedFile
    from scorecheck.pipeline import Source

LONGEST = 10_000
"""Sheets of more rows are not held against others."""


def compare(job: Job, checked: Checked) -> Compared:
    """Holds the sheets of the files of a job against each other; ``checked`` is what they say by themselves.

    An error that a sheet would not have if it said what the rules say of a difference is left out: the
    difference tells it.
    """
    fences = [Fence(source.shown) for source in job.sources]
    files: list[list[Kept]] = []
    for source, fence in zip(job.sources, fences, strict=True):
        tables: list[Kept] = []
        with fence.around("comparison"):
            tables += _tables(source, fence)
        files.append(tables)
    told: list[Finding] = []
    follows: list[Finding] = []
    remain: list[Finding] = []
    tables_found: list[Together] = []
    together, alone = _together(files)
    for one in together:
        with fences[0].around("comparison", one.sheets[0].sheet.name):
            said = differences(one)
            told += said.findings
            follows += said.follows
            remain += said.remain
            count = sum(finding.count for finding in said.findings)
            tables_found.append(Together(tuple(map(_place, one.sheets)), len(one.rows), count))
    checked = with_findings(_without(checked, follows, remain), told)
    crashes = tuple(crash for fence in fences for crash in fence.crashes)
    return Compared(checked, tuple(tables_found), tuple(map(_place, alone)), crashes)


def _place(one: Kept) -> tuple[str, str | None]:
    return one.sheet.path, one.sheet.shown_name


def _tables(source: Source, fence: Fence) -> Iterator[Kept]:
    """The sheets of a file on which each player has a column of points."""
    settings = source.settings
    for workbook in workbooks_of(source.path, source.shown):
        if isinstance(workbook, Refused):
            continue
        if settings.corrections:
            workbook, _ = corrected(workbook, settings.corrections)
        for _, outcomes in outcomes_of(workbook, settings.wanted, fence):
            for outcome in outcomes:
                if isinstance(outcome, Reading) and _has_points(outcome):
                    yield kept(outcome, settled(outcome, settings.options))


def _has_points(reading: Reading) -> bool:
    sheet, layout = reading.sheet, reading.layout
    return (
        reading.ruleset.game is not None
        and layout.list_of is None
        and 0 < len(sheet.points_columns) == len(sheet.players)
        and sheet.stop <= LONGEST
    )


def _together(files: Sequence[Sequence[Kept]]) -> tuple[list[Beside], list[Kept]]:
    """The sheets that belong together, one of each file, and those that are left over.

    Where each file has only one, they do, if that can be; else the same players say so, and of several
    sheets of theirs the one that differs in the fewest rows.
    """
    first, *others = files
    left = [list(tables) for tables in others]
    together: list[Beside] = []
    alone: list[Kept] = []
    only = all(len(tables) == 1 for tables in files)
    for one in first:
        chosen = [one]
        for tables in left:
            fitting = [other for other in tables if only or _names(other) == _names(one)]
            ways = [(way, other) for other in fitting if (way := beside([one, other])) is not None]
            if ways:
                _, other = min(ways, key=lambda way: _unlike(way[0]))
                tables.remove(other)
                chosen.append(other)
        whole = beside(chosen) if len(chosen) > 1 else None
        if whole is None:
            alone += chosen
        else:
            together.append(whole)
    return together, [*alone, *(table for tables in left for table in tables)]


def _names(one: Kept) -> Counter[str]:
    return Counter(map(name_key, one.sheet.players))


def _unlike(found: Beside) -> int:
    """How many rows are not the same on both."""
    seats = range(len(found.sheets[0].sheet.players))
    return sum(
        None in row or any(found.cell(at, 0, seat) != found.cell(at, 1, seat) for seat in seats)
        for at, row in enumerate(found.rows)
    )


def _without(checked: Checked, follows: Sequence[Finding], remain: Sequence[Finding]) -> Checked:
    """The run without the findings that only follow from what sheets differ in.

    The search for repairs may have moved a finding along its row or column, to the cell that is most
    likely wrong.
    """
    kept_at = {_where(finding) for finding in remain}

    def stays(finding: Finding) -> bool:
        return _where(finding) in kept_at or not any(_is_same(finding, gone) for gone in follows)

    return replace(checked, files=tuple(_file_without(file, stays) for file in checked.files))


def _where(finding: Finding) -> tuple[str, str, str | None, CellRef | None]:
    return finding.rule, finding.path, finding.sheet, finding.cell


def _is_same(finding: Finding, other: Finding) -> bool:
    """Whether it is a finding as it was before repairs were looked for, or the same moved to another cell."""
    if (finding.rule, finding.path, finding.sheet) != (other.rule, other.path, other.sheet):
        return False
    if finding.cell is None or other.cell is None:
        return finding.cell == other.cell
    return finding.cell.row == other.cell.row or finding.cell.column == other.cell.column


def _file_without(file: CheckedFile, stays: Callable[[Finding], bool]) -> CheckedFile:
    sheets = tuple(replace(sheet, findings=tuple(filter(stays, sheet.findings))) for sheet in file.sheets)
    findings = tuple(filter(stays, file.findings))
    status = file.status if file.status == "unreadable" else file_status(sheets, findings)
    return replace(file, status=status, sheets=sheets, findings=findings)
