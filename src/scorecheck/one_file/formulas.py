"""Finds sums whose formulas add up the wrong cells.

The sum is never wrong by itself: its formula leaves out a row that was added below it, includes one too
many, or passes over a number that is stored as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import product
from typing import TypeAlias

from scorecheck.checks.rules import RUNNING_MISMATCH
from scorecheck.checks.standing_beside import columns_of_totals
from scorecheck.layouts.totals import sum_of, totals_of
from scorecheck.model.cells import CellError, CellRef, value_text, written
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Formulas, Sheet
from scorecheck.model.terms import Param
from scorecheck.readers.copying import WorkbookParts
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sniff import recognise
from scorecheck.readers.source import FileContent
from scorecheck.repair.diagnose import LONGEST_SHEET
from scorecheck.repair.findings import excerpt
from scorecheck.reports.edited_files import formulas_in
from scorecheck.reports.recalculation import Area, Formula, formula_in

_RowColumn: TypeAlias = tuple[int, int]
"""A row and a column of the table."""
_SURE = 0.999
_MOST_NAMED = 6
_MOST_READ = 200_000
"""Formulas that read more cells than this are not followed."""


class WrongRange(NamedTuple):
    """A sum whose formula adds up other cells than it should."""

    finding: Finding
    cell: CellRef
    due: int
    """Its right value."""
    left_out: tuple[CellRef, ...]
    """The cells that it leaves out, and the extra ones that it includes."""
    besides: tuple[CellRef, ...]
    of_text: bool
    """Whether it leaves out only cells of its ranges, which hold text."""
    adds: str
    column: int


def explained(content: bytes, sheet: Sheet, findings: Sequence[Finding]) -> tuple[Sequence[Finding], Sheet]:
    """The findings, with repairs of totals with a wrong formula; and the sheet with its formulas.

    Totals with the same fault become one finding. ``content``: the workbook.
    """
    asked = {one.cell.row for one in findings if _is_sum(one) and one.cell}
    is_long = sheet.stop > LONGEST_SHEET
    found = _formulas_of(content, sheet.name or "", asked if is_long else None)
    if not is_long:
        sheet = replace(sheet, formulas=_in_table(sheet, found))
        findings = [_as_known(one, sheet) for one in findings]
    sums = {cell: one for cell, one in found.items() if cell.row in asked and one.summed}
    others: list[Finding] = []
    together: dict[Hashable, list[WrongRange]] = {}
    for one in findings:
        fault = _wrong_range(one, sheet, sums)
        if fault is None:
            others.append(one)
        else:
            together.setdefault(_same_fault(fault, sheet), []).append(fault)
    return [*(_told(faults, sheet) for faults in together.values()), *others], sheet


def _as_known(finding: Finding, sheet: Sheet) -> Finding:
    """The finding without what sums with formulas show of an empty box: they are right whatever it should
    hold."""
    box = finding.cell and sheet.table.place_of(finding.cell)
    known = {name: said for name, said in finding.params.items() if name != "fits"}
    concludes = finding.variant == "struck" and len(known) < len(finding.params)
    if box is None or not concludes or not sheet.formulas.following([box]):
        return finding
    return replace(finding, variant="", params=known)


def follow(content: bytes, sheet: Sheet) -> bool:
    """Whether formulas work out the total row, so that it follows every slip in the rows."""
    if sheet.total_row is None or not (content and sheet.foot):
        return False
    cells = [sheet.table.cell(sheet.total_row, at) for at in sheet.points_columns]
    found = _formulas_of(content, sheet.name or "", {cell.row for cell in cells})
    return any(found[cell].summed for cell in cells if cell in found)


def _formulas_of(content: bytes, sheet: str, rows: Collection[int] | None) -> dict[CellRef, Formula]:
    """The formulas of a sheet, or at least of some of its rows, by cell."""
    source = FileContent(BytesIO(content), len(content), "")
    kind = recognise(source)
    try:
        if kind == "xlsx":
            return formulas_in(WorkbookParts(content), sheet, rows)
        if kind == "xls":
            from scorecheck.readers.xls_formulas import formulas_of
        else:
            from scorecheck.readers.ods_reader import formulas_of
        return {cell: formula_in(cell, text, sheet) for cell, text in formulas_of(source, sheet).items()}
    except (CannotRead, KeyError):
        # Other programs write workbooks in other ways; a total is known to be wrong all the same.
        return {}


def _in_table(sheet: Sheet, formulas: Mapping[CellRef, Formula]) -> Formulas:
    """The formulas of a table by their places; none where they read more cells than can be followed."""
    cells: set[_RowColumn] = set()
    read_by: dict[_RowColumn, set[_RowColumn]] = {}
    copies: dict[CellRef, tuple[str, CellRef]] = {}
    left = _MOST_READ
    for cell, formula in formulas.items():
        place = sheet.table.place_of(cell)
        value = sheet.table.value(*place)
        if len(formula.tokens) == len(formula.areas) == 1 and formula.areas[0].sheet != sheet.name:
            ((other, *first, last_row, last_column),) = formula.areas
            if first == [last_row, last_column]:
                copies[cell] = other, CellRef(last_row, last_column)
        if (formula.areas or not formula.is_clear) and not isinstance(value, CellError):
            # What somebody wrote as =12+5 was written by hand.
            cells.add(place)
        for read in _read_by(formula, sheet):
            read_by.setdefault(read, set()).add(place)
            left -= 1
            if not left:
                return Formulas()
    return Formulas(frozenset(cells), read_by, copies)


def _read_by(formula: Formula, sheet: Sheet) -> Iterator[_RowColumn]:
    """The places of a table that a formula reads."""
    table = sheet.table
    ends = (len(table.headings), len(table.rows) + table.first_row)
    bottom, right = ends if table.turned else reversed(ends)
    for area in (one for one in formula.areas if one.sheet == (sheet.name or "")):
        rows = range(area.top, min(area.bottom, bottom) + 1)
        for cell in product(rows, range(area.left, min(area.right, right) + 1)):
            place = table.place_of(CellRef(*cell))
            if place[0] >= 0:
                yield place


def _is_sum(finding: Finding) -> bool:
    """Whether a finding is about a sum of points, a running total, or a box with a sum on a card."""
    said = finding.params.keys()
    of_points = {"total", "sum"} <= said or finding.rule == RUNNING_MISMATCH.name
    return of_points or {"said", "due", "category"} <= said


def _same_fault(fault: WrongRange, sheet: Sheet) -> Hashable:
    """What sums with the same fault have in common: text, or the rows of their cells."""
    if fault.of_text:
        return fault.of_text
    rows = (tuple(one.row for one in cells) for cells in (fault.left_out, fault.besides))
    return (sheet.table.place_of(fault.cell)[0], *rows)


def _wrong_range(finding: Finding, sheet: Sheet, sums: Mapping[CellRef, Formula]) -> WrongRange | None:
    """The fault of a sum's formula, if it explains its value."""
    cell, table = finding.cell, sheet.table
    if not _is_sum(finding) or cell is None or cell not in sums or sheet.name is None:
        return None
    due, held = _due_and_held(finding, cell, sheet, sums)
    counted = _counted(finding, due, held, sheet)
    if counted is None:
        return None
    adds = ", ".join(area.a1 for area in sums[cell].areas[:_MOST_NAMED])
    left_out, besides = _numbers(due, counted, sheet), _numbers(counted, due, sheet)
    of_text = bool(left_out) and not besides and {*left_out} <= {*held}
    out, extra = (tuple(table.cell(*one) for one in places) for places in (left_out, besides))
    return WrongRange(finding, cell, sum_of(sheet, due), out, extra, of_text, adds, table.place_of(cell)[1])


def _due_and_held(
    finding: Finding, cell: CellRef, sheet: Sheet, sums: Mapping[CellRef, Formula]
) -> tuple[Sequence[_RowColumn], Sequence[_RowColumn]]:
    """The places that a sum should add up, and those in the ranges of its formula."""
    held, (row, column) = list(_read_by(sums[cell], sheet)), sheet.table.place_of(cell)
    of_points = "total" in finding.params
    if finding.rule == RUNNING_MISMATCH.name:
        points = sheet.points_columns[columns_of_totals(sheet)[column]]
        return [(one, points) for one in range(row + 1)], [one for one in held if one[1] == points]
    if of_points and column not in sheet.points_columns:
        return [(row, at) for at in sheet.points_columns], [one for one in held if one[0] == row]
    rows = _rows_of_column(finding, sheet, column) if of_points else _rows_beside(cell, sheet, sums)
    return [(one, column) for one in rows], [one for one in held if one[0] != row]


def _counted(
    finding: Finding, due: Sequence[_RowColumn], held: Sequence[_RowColumn], sheet: Sheet
) -> Sequence[_RowColumn] | None:
    """Those of the places in its ranges that a sum adds up, if the ``due`` ones give its right value."""
    said, right = ("total", "sum") if "total" in finding.params else ("said", "due")
    # A function of sums passes over text; ``+`` does not.
    ways = ([one for one in held if not isinstance(sheet.table.value(*one), str)], held)
    if sum_of(sheet, due) != finding.params[right]:
        return None
    return next((places for places in ways if sum_of(sheet, places) == finding.params[said]), None)


def _numbers(
    places: Iterable[_RowColumn], others: Iterable[_RowColumn], sheet: Sheet
) -> Sequence[_RowColumn]:
    """The places with numbers that are not among others."""
    others, table = frozenset(others), sheet.table
    return [one for one in places if one not in others and isinstance(written(table.value(*one)), int)]


def _rows_of_column(finding: Finding, sheet: Sheet, column: int) -> list[int]:
    """The rows that the total of a column should include."""
    position = sheet.points_columns.index(column)
    found = (parts for cell, _, parts in totals_of(sheet, position) if cell == finding.cell)
    parts = next(found, (frozenset[int](),) * 3)
    return sorted(parts[_PARTS.get(finding.variant, 0)])


_PARTS = {"subtotal-since": 1, "subtotal-below": 2}
"""Which rows a sum among the games adds up, if not all above it."""


def _rows_beside(cell: CellRef, sheet: Sheet, sums: Mapping[CellRef, Formula]) -> list[int]:
    """The rows that most sums of a card beside one include, each in its own column; without others, those
    that it includes itself."""
    table = sheet.table
    row, _ = table.place_of(cell)

    def rows_in(one: CellRef) -> tuple[int, ...]:
        column = table.place_of(one)[1]
        return tuple(sorted({at for at, of in _read_by(sums[one], sheet) if of == column and at < row}))

    beside = [one for one in sums if table.holds(one) and table.place_of(one)[0] == row]
    each = Counter(rows_in(one) for one in beside if one != cell or len(beside) == 1)
    return list(each.most_common(1)[0][0])


def _told(faults: Sequence[WrongRange], sheet: Sheet) -> Finding:
    """The finding for sums whose formulas have the same fault, with its repair; at a cell with text, if that
    is the fault."""
    first, finding = faults[0], faults[0].finding
    edits = tuple(Edit(one.cell, one.finding.value or "", str(one.due)) for one in faults)
    named = {cell for fault in faults for cell in fault.left_out or fault.besides}
    fault = "text" if first.of_text else "short" if first.left_out else "long"
    kind = f"formula{'s' if len(faults) > 1 else ''}-{fault}"
    fix = Fix(edits, kind, _SURE, _params(faults, _in_columns(named, sheet.name or ""), sheet))
    at = min(named) if first.of_text else first.cell
    related = dict.fromkeys((*finding.related, *(one.cell for one in faults)))
    related.pop(at, None)
    value = value_text(sheet.table.value(*sheet.table.place_of(at)))
    return replace(
        finding, cell=at, value=value, related=tuple(related), fixes=(fix,), excerpt=excerpt(sheet, at)
    )


def _params(faults: Sequence[WrongRange], cells: Sequence[str], sheet: Sheet) -> dict[str, Param]:
    """What the repair of some sums says of them, and of the ``cells`` in which their formulas are wrong."""
    params: dict[str, Param] = {
        "adds": faults[0].adds,
        "cells": (*cells[:_MOST_NAMED], "…") if len(cells) > _MOST_NAMED else tuple(cells),
    }
    who: dict[str, Param] = {"who": tuple(_whose(one, sheet) for one in faults)}
    if "category" not in faults[0].finding.params:
        roles = tuple("total" if one.column in sheet.points_columns else "column" for one in faults)
        place: dict[str, Param] = {"place": "total"} if "total" in faults[0].finding.params else {}
        return params | {"roles": roles, "what": "game"} | place | who
    boxes = tuple(str(one.finding.params["category"]) for one in faults)
    return params | {"roles": ("box",) * len(faults), "what": "card", "boxes": boxes} | who


def _in_columns(cells: Iterable[CellRef], sheet: str) -> list[str]:
    """Cells as text, those below each other as a range: ``B4:B9``."""
    areas: list[Area] = []
    for row, column in sorted(cells, key=lambda cell: (cell.column, cell.row)):
        last = areas[-1] if areas else None
        if last is not None and (last.bottom + 1, last.right) == (row, column):
            areas[-1] = last._replace(bottom=row)
        else:
            areas.append(Area(sheet, row, column, row, column))
    return [one.a1 for one in areas]


def _whose(fault: WrongRange, sheet: Sheet) -> str:
    """The player of a sum, or the heading of a column of sums."""
    if "player" in fault.finding.params and fault.finding.rule != RUNNING_MISMATCH.name:
        return str(fault.finding.params["player"])
    return next((one.heading for one in sheet.columns if one.at == fault.column), "")
