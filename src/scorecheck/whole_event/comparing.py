"""Compares sheets of one table with each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from filecmp import cmp
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING

from scorecheck.alongside.align import OneSign, agree, slip_rate
from scorecheck.alongside.apart import lines
from scorecheck.alongside.beside import Beside, KeptSheet, beside, kept
from scorecheck.alongside.differences import NOT_COMPARED, Differences, differences
from scorecheck.alongside.records import apart_from_records
from scorecheck.alongside.twice import PairsOfPoints, RowsOfPoints, Twice, may_be_of_one_table
from scorecheck.catalogue import Selection
from scorecheck.layouts.corrected import corrected
from scorecheck.layouts.entries import settled
from scorecheck.layouts.readings import Reading
from scorecheck.many_files.event_findings import home_of, with_findings
from scorecheck.many_files.job import Job
from scorecheck.model.cells import Number
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.names import name_key
from scorecheck.model.outcome import Checked, CheckedSheet, Compared, Note, SheetId, Together
from scorecheck.model.record import replace
from scorecheck.one_file.pipeline import begun, workbooks_from
from scorecheck.one_file.settings import Source
from scorecheck.one_file.sheet_result import repaired_results
from scorecheck.one_file.workbook_reading import outcomes_of
from scorecheck.readers.read import Refused
from scorecheck.tournament.checks import COPY, SHEETS_DIFFER

if TYPE_CHECKING:
    from scorecheck.tournament.seating import Board

_DECIDED = frozenset(
    {"sum", "rules", "total", "majority", "column-wrong", "foot-wrong", "row-left-out", "row-twice"}
)
"""The variants of a difference that say which sheet is wrong."""
_SUREST = 0.9999
"""No repair is certain: the highest probability that one gets."""
LONGEST = 10_000
"""Sheets with more rows are not compared."""


def compare(job: Job, checked: Checked) -> Compared:
    """Compares sheets of one table.

    ``checked`` holds the findings of each sheet alone. An error disappears if the sheet would not have it
    with the values that the rules prefer: the difference reports it already.
    """
    fences = [Fence(source.shown) for source in job.sources]
    files: list[list[KeptSheet]] = []
    for source, fence in zip(job.sources, fences, strict=True):
        tables: list[KeptSheet] = []
        with fence.around("comparison"):
            tables += _tables(source, fence)
        files.append(tables)
    together, alone = _together(files)
    checked, tables_found = _with_differences(
        checked, together, fences[0], renamed=not any(one.aliases for one in job.events)
    )
    crashes = tuple(crash for fence in fences for crash in fence.crashes)
    return Compared(checked, tables_found, tuple(one.id for one in alone), crashes)


def _with_differences(
    checked: Checked, together: Sequence[Beside], fence: Fence, *, renamed: bool = False
) -> tuple[Checked, tuple[Together, ...]]:
    """The run with the differences between sheets of one table, without findings that follow from them."""
    told: list[Finding] = []
    follows: list[Finding] = []
    remain: list[Finding] = []
    again: list[Finding] = []
    tables: list[Together] = []
    for one in together:
        with fence.around("comparison", one.sheets[0].sheet.name):
            said = differences(one, renamed=renamed)
            told += _with_repairs(said, checked)
            follows += said.follows
            remain += said.remain
            again += said.again
            count = sum(finding.count for finding in said.findings)
            names = one.sheets[0].sheet.players
            places = tuple(sheet.id for sheet in one.sheets)
            tables.append(Together(places, len(said.beside.rows), count, names, tuple(lines(said.beside))))
    return with_findings(_without(_told_again(checked, again), follows, remain), told), tuple(tables)


def counted_once(
    job: Job,
    checked: Checked,
    found: Sequence[Twice],
    lone: Sequence[Board],
    asked: Selection,
    *,
    aligned: bool = False,
) -> Checked:
    """The run with each table counted once, however many sheets of it there are.

    Of a sheet and its copy, the original counts. Of two sheets of one table, the one with fewer errors
    counts, or the first if both have equally many. ``found``: the sheets that repeat a table; ``lone``:
    second sheets whose first sheet is missing, which are no tables of their own. ``aligned``: the rows are
    wanted side by side, also of sheets that agree.
    """
    sources = {source.shown: source for source in job.sources}
    copies, groups = _copies_and_groups(found, sources)
    sheets = {one.id: one for one in checked.sheets}
    to_compare = _with_columns(groups, sheets)
    if not aligned:
        to_compare = [group for group in to_compare if not _agree_already(group, sheets)]
    together, tables = _held_together(checked, to_compare, sources)
    if SHEETS_DIFFER.name in asked:
        checked = together
    for group in groups:
        for table, apart in apart_from_records([sheets[board.id] for board in group]):
            tables = (*tables, table)
            if SHEETS_DIFFER.name in asked:
                checked = with_findings(checked, _not_told(checked, apart))
    differing = {place for table in tables if table.differences for place in table.sheets}
    errors = _errors(checked)
    counted = [(group, _counted(errors, group)) for group in groups]
    again = _counted_elsewhere(lone, copies, counted)
    notes = [Note("control-alone", {"path": board.shown}) for board in lone]
    notes += _of_groups(counted, differing)
    if COPY.name in asked:
        checked = with_findings(checked, [_copy(one.board, one.other, variant) for one, variant in copies])
    checked = checked.with_sheets(
        lambda sheet: replace(sheet, again=again[sheet.id].shown) if sheet.id in again else sheet
    )
    return replace(checked, notes=(*checked.notes, *notes), together=(*checked.together, *tables))


def _with_columns(
    groups: Iterable[Sequence[Board]], sheets: Mapping[SheetId, CheckedSheet]
) -> Sequence[Sequence[Board]]:
    """For each table with several sheets: those of its sheets that have a column for each player."""
    with_columns = [[one for one in group if sheets[one.id].sheet.points_columns] for group in groups]
    return [group for group in with_columns if len(group) > 1]


def _agree_already(group: Sequence[Board], sheets: Mapping[SheetId, CheckedSheet]) -> bool:
    """Whether the checks of each sheet alone leave nothing to compare: no finding, the same rows and totals
    under the same names, and no other column in common."""
    first, mine = group[0], [sheets[board.id] for board in group]
    alike = {(board.rows, board.numbers, one.sheet.players) for board, one in zip(group, mine, strict=True)}
    feet = {one.sheet.foot for one in mine if one.sheet.foot}
    columns = Counter(
        column.role for one in mine for column in one.sheet.columns if column.role not in NOT_COMPARED
    )
    return (
        len(alike) == 1
        and len(feet) <= 1
        and not first.of_card
        and all(count == 1 for count in columns.values())
        and not any(one.findings for one in mine)
    )


def _counted(errors: Mapping[SheetId, int], group: Sequence[Board]) -> Board:
    """The sheet of a table that counts: the one with the fewest errors, of points if it may be, and not an
    excerpt of another."""
    longest = max(len(board.rows) for board in group)

    def worse(board: Board) -> tuple[bool, int, bool]:
        return len(board.rows) < longest / 2, errors.get((board.path, board.sheet), 0), board.running

    return min(group, key=worse)


def _not_told(checked: Checked, found: Iterable[Finding]) -> list[Finding]:
    """The findings in cells that have no finding yet."""
    told = {(one.path, one.sheet, one.cell) for one in checked.findings}
    return [one for one in found if (one.path, one.sheet, one.cell) not in told]


def _counted_elsewhere(
    lone: Iterable[Board],
    copies: Iterable[tuple[Twice, str]],
    counted: Iterable[tuple[Iterable[Board], Board]],
) -> Mapping[SheetId, Board]:
    """Each sheet that does not count, with the one that counts instead (itself if that is missing)."""
    others = {board.id: best for group, best in counted for board in group if board is not best}
    return {board.id: board for board in lone} | {one.board.id: one.other for one, _ in copies} | others


def _copies_and_groups(
    found: Iterable[Twice], sources: Mapping[str, Source]
) -> tuple[list[tuple[Twice, str]], list[list[Board]]]:
    """The copies among second sheets, each with how that is known; and the sheets of tables with several."""
    copies: list[tuple[Twice, str]] = []
    others: list[Twice] = []
    for one in found:
        variant = _copied(one, sources)
        if variant is None:
            others.append(one)
        else:
            copies.append((one, variant))
    return copies, _of_one_table(others)


def _held_together(
    checked: Checked, groups: Sequence[Sequence[Board]], sources: Mapping[str, Source]
) -> tuple[Checked, tuple[Together, ...]]:
    """The run with the findings that need all sheets of a table, and those tables."""
    if not groups:
        return checked, ()
    fence = Fence(groups[0][0].path)
    read = _read_again(groups, sources, fence)
    found = [one for group in groups if (one := _beside(group, read, fence)) is not None]
    checked, tables = _with_differences(checked, found, fence)
    checked = replace(checked, crashes=(*checked.crashes, *fence.crashes))
    return _with_repaired(checked, [one for beside in found for one in beside.sheets]), tables


def _of_groups(
    counted: Iterable[tuple[Sequence[Board], Board]], differing: Container[SheetId]
) -> Iterator[Note]:
    """For all sheets of one table: which of them count, and whether they agree."""
    for group, best in counted:
        key = "sheets-of-one-table" if any(board.id in differing for board in group) else "sheets-agree"
        yield Note(key, {"paths": tuple(board.shown for board in group), "counted": best.shown})


def _with_repaired(checked: Checked, sheets: Iterable[KeptSheet]) -> Checked:
    """The run with what sheets give after the repairs that all sheets of a table suggest together."""
    kept_at = {one.id: one for one in sheets}

    def again(sheet: CheckedSheet) -> CheckedSheet:
        one = kept_at.get(sheet.id)
        if one is None or sheet.result is None or not sheet.result.players:
            return sheet
        more = repaired_results(one.reading, one.sheet, sheet.findings)
        return replace(sheet, repaired={**sheet.repaired, **more})

    return checked.with_sheets(again)


def _of_one_table(found: Iterable[Twice]) -> list[list[Board]]:
    """For each table with several sheets: these sheets, the first sheet first."""
    groups: dict[SheetId, list[Board]] = {}
    firsts: dict[SheetId, Board] = {}
    for one in found:
        # The one before may itself be a second one.
        first = firsts.setdefault(one.board.id, firsts.get(one.other.id, one.other))
        groups.setdefault(first.id, [first]).append(one.board)
    return list(groups.values())


def _copied(one: Twice, sources: Mapping[str, Source]) -> str | None:
    """How it is known that a sheet is a copy of another, as a message variant; ``None`` if it is none."""
    here, there = one.board, one.other
    if one.named and not one.same:
        return "changed"
    if here.path == there.path:
        duplicated = one.same and here.running == there.running and here.title == there.title != ""
        if one.named or duplicated:
            return "worksheet"
    elif one.same and not one.writers and _same_bytes(sources.get(here.path), sources.get(there.path)):
        return "bytes"
    elif one.named:
        return ""
    return "elsewhere" if one.elsewhere else None


def _copy(board: Board, other: Board, variant: str) -> Finding:
    seat, params = board.seats[0], {"other": other.shown}
    return replace(COPY.finding(board.path, board.sheet, seat.cell, variant, params), value=seat.name)


def _same_bytes(one: Source | None, other: Source | None) -> bool:
    if one is None or other is None or one.data is not None or other.data is not None:
        # What a program gives twice need not be two files.
        return False
    return cmp(one.path, other.path, shallow=False)


def _read_again(
    groups: Sequence[Sequence[Board]], sources: Mapping[str, Source], fence: Fence
) -> Mapping[SheetId, KeptSheet]:
    """Reads the sheets of some tables again, each file once."""
    boards = [board for group in groups for board in group]
    wanted = {one.id for one in boards}
    files = [sources.get(board.path) or sources[home_of(board.path, sources)] for board in boards]
    found: dict[SheetId, KeptSheet] = {}
    for source in {source.shown: source for source in files}.values():
        with fence.around("comparison", None):
            found |= {one.id: one for one in _tables(source, fence) if one.id in wanted}
    return found


def _beside(group: Sequence[Board], read: Mapping[SheetId, KeptSheet], fence: Fence) -> Beside | None:
    """The sheets of one table, row beside row."""
    chosen = [read[place] for place in (one.id for one in group) if place in read]
    with fence.around("comparison", group[0].sheet):
        return beside(chosen) if len(chosen) == len(group) else None
    return None


def _errors(checked: Checked) -> Mapping[SheetId, int]:
    """The number of errors on each sheet, by its name in the workbook.

    A difference without a known side is an error of neither sheet.
    """
    found = Counter[SheetId]()
    for finding in chain.from_iterable(file.findings for file in checked.files):
        side = finding.rule != SHEETS_DIFFER.name or finding.variant.removeprefix("several-") in _DECIDED
        if side and finding.severity is Severity.ERROR:
            found[finding.path, finding.sheet] += finding.count
    return found


def _tables(source: Source, fence: Fence) -> Iterator[KeptSheet]:
    """The sheets of a file that have a column of points for each player."""
    settings = source.settings
    for workbook in workbooks_from(source):
        if isinstance(workbook, Refused):
            continue
        if settings.corrections:
            workbook, _ = corrected(workbook, settings.corrections)
        for _, outcomes in outcomes_of(workbook, settings.wanted, fence):
            for outcome in outcomes:
                if isinstance(outcome, Reading) and _has_points(outcome):
                    reading = begun(outcome, settings.starts)
                    yield kept(reading, settled(reading, settings.options))


def _has_points(reading: Reading) -> bool:
    sheet, layout = reading.sheet, reading.layout
    return (
        reading.ruleset.game is not None
        and layout.list_of is None
        and 0 < len(sheet.points_columns) == len(sheet.players)
        and sheet.stop <= LONGEST
    )


def _together(files: Sequence[Sequence[KeptSheet]]) -> tuple[list[Beside], list[KeptSheet]]:
    """Pairs the sheets of several files that belong together, and those without a partner.

    If each file has only one sheet, these belong together if they can. Otherwise sheets with the same players
    do; of several, the one that differs in the fewest rows.
    """
    first, *others = files
    left = [list(tables) for tables in others]
    together: list[Beside] = []
    alone: list[KeptSheet] = []
    only = all(len(tables) == 1 for tables in files)
    for one in first:
        chosen = [one]
        for tables in left:
            fitting = [other for other in tables if only or _names(other) == _names(one)]
            ways = [(way, other) for other in fitting if (way := beside([one, other])) is not None]
            ways = [(way, other) for way, other in ways if may_be_of_one_table(*_rows(way), _pairs(way))]
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


def _names(one: KeptSheet) -> Counter[str]:
    return Counter(map(name_key, one.sheet.players))


def _rows(found: Beside) -> tuple[RowsOfPoints, RowsOfPoints]:
    """The points in the rows of two sheets, with the players in the same order."""
    one, other = (
        tuple(_row(found, at, which) for at, row in enumerate(found.rows) if row[which] is not None)
        for which in (0, 1)
    )
    return one, other


def _pairs(found: Beside) -> PairsOfPoints:
    """The points in the rows that both sheets have, row by row."""
    return [(_row(found, at, 0), _row(found, at, 1)) for at, row in enumerate(found.rows) if None not in row]


def _row(found: Beside, row: int, which: int) -> tuple[Number, ...]:
    return tuple(_number(found, row, which, seat) for seat in range(len(found.sheets[0].sheet.players)))


def _number(found: Beside, row: int, which: int, seat: int) -> Number:
    """What a row gives a player.

    Where only the sign is known, the value on the other sheet, if the signs agree.
    """
    here, there = (found.cell(row, one, seat) for one in (which, 1 - which))
    if isinstance(here, OneSign) and agree(here, there):
        here = there
    return 0 if here is None or isinstance(here, OneSign) else here


def _unlike(found: Beside) -> int:
    """The number of rows that differ between two sheets."""
    seats = range(len(found.sheets[0].sheet.players))
    return sum(
        None in row or any(found.cell(at, 0, seat) != found.cell(at, 1, seat) for seat in seats)
        for at, row in enumerate(found.rows)
    )


def _with_repairs(said: Differences, checked: Checked) -> Iterator[Finding]:
    """The differences, each with the repair of the sheet alone if it leads to the preferred value.

    All other repairs become less likely: with them, the other sheet would need a slip, too.
    """
    due = {(path, sheet, edit.cell): edit.after for path, sheet, edit in said.due}
    for finding in said.findings:
        place = finding.path, finding.sheet
        mended = {edit.cell for fix in finding.fixes for edit in fix.edits}
        fixes = [
            fix
            for other in checked.findings
            if (other.path, other.sheet) == place
            for fix in other.fixes
            if mended and mended <= {edit.cell for edit in fix.all_edits}
            if all(due.get((*place, edit.cell)) == edit.after for edit in fix.edits)
        ]
        if not fixes:
            yield finding
            continue
        fix = max(fixes, key=lambda one: one.confidence)
        others = (1 - fix.confidence) * slip_rate()
        sure = fix.confidence / (fix.confidence + others)
        yield replace(finding, fixes=(replace(fix, confidence=min(round(sure, 4), _SUREST)),))


def _without(checked: Checked, follows: Sequence[Finding], remain: Sequence[Finding]) -> Checked:
    """The run without findings that only follow from a difference between the sheets."""
    kept_at, gone = set(map(_where, remain)), list(map(_fault_of, follows))

    def stays(finding: Finding) -> bool:
        return _where(finding) in kept_at or _fault_of(finding) not in gone

    return checked.telling(partial(filter, stays))


def _told_again(checked: Checked, again: Sequence[Finding]) -> Checked:
    """The run in which sheets of one table have the repairs that all of them suggest together."""

    def newly(finding: Finding) -> Finding:
        return next((one for one in again if one.fixes and _fault_of(one) == _fault_of(finding)), finding)

    return checked.telling(partial(map, newly)) if again else checked


_where = attrgetter("rule", "path", "sheet", "cell")
_fault_of = attrgetter("rule", "path", "sheet", "variant", "params")
"""What two findings about the same fault share: the repair search may have moved one to another cell."""
