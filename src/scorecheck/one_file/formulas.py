"""Finds sums whose formulas add up the wrong cells.

The sum is never wrong by itself: its formula leaves out a row that was added below it, includes one too
many, or passes over a number that is stored as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from io import BytesIO
from itertools import chain
from typing import TypeAlias

from scorecheck.checks.rules import RUNNING_MISMATCH
from scorecheck.checks.standing_beside import columns_of_totals
from scorecheck.layouts.totals import sum_of, totals_of
from scorecheck.model.cells import CellRef, value_text
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet, Table
from scorecheck.model.terms import Param
from scorecheck.model.written import written
from scorecheck.readers.copying import WorkbookParts
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import FileContent
from scorecheck.repair.findings import excerpt
from scorecheck.reports.edited_files import sums_beside
from scorecheck.reports.recalculation import Area, areas_summed

_Place: TypeAlias = tuple[int, int]
"""A row and a column of the table."""
_SURE = 0.999
_MOST_NAMED = 6


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
    """The findings, with repairs of totals with a wrong formula; and the sheet with right formulas.

    Totals with the same fault become one finding. ``content``: the workbook.
    """
    asked = [one.cell for one in findings if _is_sum(one) and one.cell]
    if not asked:
        return findings, sheet
    try:
        sums = _sums_beside(content, sheet.name or "", asked)
    except (CannotRead, KeyError):
        # Other programs write workbooks in other ways; the total is known to be wrong all the same.
        return findings, sheet
    others: list[Finding] = []
    together: dict[Hashable, list[WrongRange]] = {}
    for one in findings:
        fault = _wrong_range(one, sheet, sums)
        if fault is None:
            others.append(one)
        else:
            together.setdefault(_same_fault(fault, sheet), []).append(fault)
    told = (_told(faults, sheet) for faults in together.values())
    return [*told, *others], _with_right_sums(sheet, chain.from_iterable(together.values()))


def follow(content: bytes, sheet: Sheet) -> bool:
    """Whether formulas work out the total row, so that it follows every slip in the rows."""
    if sheet.total_row is None or not (content and sheet.foot):
        return False
    cells = [sheet.table.cell(sheet.total_row, at) for at in sheet.points_columns]
    return not _sums_beside(content, sheet.name or "", cells).keys().isdisjoint(cells)


def _sums_beside(content: bytes, sheet: str, cells: Iterable[CellRef]) -> dict[CellRef, tuple[Area, ...]]:
    """The sums in the rows of some cells, each with the ranges that it adds up."""
    source = FileContent(BytesIO(content), len(content), "")
    if "content.xml" not in source.archive:
        return sums_beside(WorkbookParts(content), sheet, cells)
    from scorecheck.readers.ods_reader import formulas_of

    rows = {cell.row for cell in cells}
    return {
        cell: areas
        for cell, formula in formulas_of(source, sheet).items()
        if cell.row in rows and (areas := areas_summed(formula, sheet))
    }


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


def _wrong_range(finding: Finding, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> WrongRange | None:
    """The fault of a sum's formula, if it explains its value."""
    cell, table = finding.cell, sheet.table
    if not _is_sum(finding) or cell is None or cell not in sums or sheet.name is None:
        return None
    due, held = _due_and_held(finding, cell, sheet, sums)
    counted = _counted(finding, due, held, sheet)
    if counted is None:
        return None
    adds = ", ".join(area.a1 for area in sums[cell][:_MOST_NAMED])
    left_out, besides = _numbers(due, counted, sheet), _numbers(counted, due, sheet)
    of_text = bool(left_out) and not besides and {*left_out} <= {*held}
    out, extra = (tuple(table.cell(*one) for one in places) for places in (left_out, besides))
    return WrongRange(finding, cell, sum_of(sheet, due), out, extra, of_text, adds, table.place_of(cell)[1])


def _due_and_held(
    finding: Finding, cell: CellRef, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]
) -> tuple[Sequence[_Place], Sequence[_Place]]:
    """The places that a sum should add up, and those in the ranges of its formula."""
    table, (row, column) = sheet.table, sheet.table.place_of(cell)
    of_points = "total" in finding.params
    if finding.rule == RUNNING_MISMATCH.name:
        points = sheet.points_columns[columns_of_totals(sheet)[column]]
        every = [(one, points) for one in range(len(table.rows))]
        return every[: row + 1], _held(sums[cell], every, sheet)
    if of_points and column not in sheet.points_columns:
        before = _held(sums[cell], ((row, at) for at in range(column)), sheet)
        return [(row, at) for at in sheet.points_columns], before
    rows = _rows_of_column(finding, sheet, column) if of_points else _rows_beside(cell, sheet, sums)
    columns = [at for at in range(len(table.headings)) if _crosses(at, sums[cell], table)]
    others = ((one, at) for one in range(len(table.rows)) if one != row for at in columns)
    return [(one, column) for one in rows], _held(sums[cell], others, sheet)


def _counted(
    finding: Finding, due: Sequence[_Place], held: Sequence[_Place], sheet: Sheet
) -> Sequence[_Place] | None:
    """Those of the places in its ranges that a sum adds up, if the ``due`` ones give its right value."""
    said, right = ("total", "sum") if "total" in finding.params else ("said", "due")
    # A function of sums passes over text; ``+`` does not.
    ways = ([one for one in held if not isinstance(sheet.table.value(*one), str)], held)
    if sum_of(sheet, due) != finding.params[right]:
        return None
    return next((places for places in ways if sum_of(sheet, places) == finding.params[said]), None)


def _crosses(column: int, areas: Sequence[Area], table: Table) -> bool:
    """Whether a column of a table may have cells in some ranges."""
    first, last = table.cell(0, column), table.cell(len(table.rows) - 1, column)
    (top, bottom), (left, right) = (sorted(ends) for ends in zip(first, last, strict=True))
    return bool(table.places) or any(
        one.top <= bottom and top <= one.bottom and one.left <= right and left <= one.right for one in areas
    )


def _numbers(places: Iterable[_Place], others: Iterable[_Place], sheet: Sheet) -> Sequence[_Place]:
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


def _rows_beside(cell: CellRef, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> list[int]:
    """The rows that most sums of a card beside one include, each in its own column; without others, those
    that it includes itself."""
    table = sheet.table
    row, _ = table.place_of(cell)

    def rows_in(one: CellRef) -> tuple[int, ...]:
        column = table.place_of(one)[1]
        return tuple(at for at in range(row) if _held(sums[one], [(at, column)], sheet))

    beside = [one for one in sums if table.holds(one) and table.place_of(one)[0] == row]
    each = Counter(rows_in(one) for one in beside if one != cell or len(beside) == 1)
    return list(each.most_common(1)[0][0])


def _held(areas: Sequence[Area], places: Iterable[_Place], sheet: Sheet) -> list[_Place]:
    """The places whose cells are in some ranges."""
    cells = ((one, sheet.table.cell(*one)) for one in places)
    name = sheet.name or ""
    return [one for one, cell in cells if any(area.holds((name, cell.row, cell.column)) for area in areas)]


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


def _with_right_sums(sheet: Sheet, faults: Iterable[WrongRange]) -> Sheet:
    right = {one.column: one.due for one in faults if one.finding.variant in {"column", "above", "line"}}
    foot = tuple(
        right.get(column, said) for column, said in zip(sheet.points_columns, sheet.foot, strict=False)
    )
    return replace(sheet, foot=foot) if right else sheet
