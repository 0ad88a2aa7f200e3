"""Sums that a workbook works out, and that do not add up what they should.

Such a sum is never wrong by itself: its formula leaves out a row that was written below it, or takes one too
many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence

from scorecheck.checks.rules import TOTAL_MISMATCH
from scorecheck.layouts.cells import written
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.model.terms import Param
from scorecheck.readers.copying import WorkbookParts
from scorecheck.readers.errors import CannotRead
from scorecheck.repair.findings import excerpt
from scorecheck.reports.following import Area
from scorecheck.reports.mended import sums_beside

_SURE = 0.999
_MOST_NAMED = 6


class WrongRange(NamedTuple):
    """A sum whose formula adds up other rows than it should."""

    finding: Finding
    cell: CellRef
    due: int
    """What it should say."""
    left_out: tuple[int, ...]
    """The rows of the table that it should add up as well, and the others that it does add up."""
    besides: tuple[int, ...]
    adds: str
    column: int


def explained(content: bytes, sheet: Sheet, findings: Sequence[Finding]) -> tuple[list[Finding], Sheet]:
    """The findings of a sheet, in which sums with a wrong formula have their repair, those with the same
    fault as one; and the sheet as if these formulas were right.

    ``content``: the workbook.
    """
    asked = [one.cell for one in findings if _is_sum(one) and one.cell]
    if not asked:
        return list(findings), sheet
    try:
        sums = sums_beside(WorkbookParts(content), sheet.name or "", asked)
    except (CannotRead, KeyError):
        # Other programs build workbooks in other ways. That the sum is wrong is known all the same.
        return list(findings), sheet
    wrong = {id(one): fault for one in findings if (fault := _wrong_range(one, sheet, sums)) is not None}
    together: dict[Hashable, list[WrongRange]] = {}
    for fault in wrong.values():
        row = sheet.table.place_of(fault.cell)[0]
        together.setdefault((row, fault.left_out, fault.besides), []).append(fault)
    first = {id(faults[0].finding): faults for faults in together.values()}
    told = [
        _told(first[id(one)], sheet) if id(one) in first else one
        for one in findings
        if id(one) in first or id(one) not in wrong
    ]
    return told, _with_right_sums(sheet, wrong.values())


def _is_sum(finding: Finding) -> bool:
    """Whether it tells of the sum of a column, or of a box with a sum on a card."""
    if finding.rule == TOTAL_MISMATCH.name:
        return finding.variant in {"column", "subtotal", "subtotal-since"}
    return {"said", "due", "category"} <= finding.params.keys()


def _wrong_range(finding: Finding, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> WrongRange | None:
    """What is wrong with the formula of a sum, if that explains what it says."""
    cell, table, params = finding.cell, sheet.table, finding.params
    if not _is_sum(finding) or cell is None or cell not in sums or sheet.name is None:
        return None
    of_column = finding.rule == TOTAL_MISMATCH.name
    said, right = (params["total"], params["sum"]) if of_column else (params["said"], params["due"])
    row, column = table.place_of(cell)
    due = _rows_of_column(finding, sheet, row) if of_column else _rows_beside(cell, sheet, sums)
    held = _rows_in(sums[cell], column, row, sheet)
    numbers = {one: _number(sheet, one, column) for one in (*due, *held)}
    given = sum(numbers[one] for one in due), sum(numbers[one] for one in held)
    if given != (right, said):
        return None
    adds = ", ".join(area.a1 for area in sums[cell][:_MOST_NAMED])
    left_out = tuple(one for one in due if one not in held)
    besides = tuple(one for one in held if one not in due)
    return WrongRange(finding, cell, given[0], left_out, besides, adds, column)


def _rows_of_column(finding: Finding, sheet: Sheet, total: int) -> list[int]:
    """The rows that the sum of a column should add up."""
    since = max((row for row, _ in sheet.subtotals if row < total), default=-1)
    first = since + 1 if finding.variant == "subtotal-since" else 0
    aside = {sheet.total_row, *sheet.left_out, *(row for row, _ in sheet.subtotals)}
    return [row for row in range(first, min(total, sheet.stop)) if row not in aside]


def _rows_beside(cell: CellRef, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> list[int]:
    """The rows that most sums beside one add up, each in its own column."""
    row, _ = sheet.table.place_of(cell)
    each = Counter(
        tuple(_rows_in(areas, sheet.table.place_of(one)[1], row, sheet))
        for one, areas in sums.items()
        if one != cell and sheet.table.holds(one) and sheet.table.place_of(one)[0] == row
    )
    return list(each.most_common(1)[0][0]) if each else []


def _rows_in(areas: Sequence[Area], column: int, below: int, sheet: Sheet) -> list[int]:
    """The rows above one of which some areas hold the cell in a column."""
    name = sheet.name or ""
    return [row for row in range(below) if _is_held(sheet.table.cell(row, column), name, areas)]


def _is_held(cell: CellRef, sheet: str, areas: Iterable[Area]) -> bool:
    return any(area.holds((sheet, cell.row, cell.column)) for area in areas)


def _number(sheet: Sheet, row: int, column: int) -> int:
    number = written(sheet.table.value(row, column))
    return number if isinstance(number, int) else 0


def _told(faults: Sequence[WrongRange], sheet: Sheet) -> Finding:
    """The finding of some sums whose formulas have the same fault, with its repair."""
    findings = [one.finding for one in faults]
    edits = tuple(Edit(one.cell, one.finding.value or "", str(one.due)) for one in faults)
    rows = faults[0].left_out or faults[0].besides
    named = [sheet.table.cell(row, fault.column).a1 for row in rows for fault in faults]
    params: dict[str, Param] = {
        "who": tuple(str(one.params["player"]) for one in findings),
        "adds": faults[0].adds,
        "cells": (*named[:_MOST_NAMED], "…") if len(named) > _MOST_NAMED else tuple(named),
    }
    if findings[0].rule == TOTAL_MISMATCH.name:
        params |= {"roles": ("total",) * len(edits), "what": "game", "place": "total"}
    else:
        boxes = tuple(str(one.params["category"]) for one in findings)
        params |= {"roles": ("box",) * len(edits), "what": "card", "boxes": boxes}
    kind = f"formula{'s' if len(faults) > 1 else ''}-{'short' if faults[0].left_out else 'long'}"
    related = (*findings[0].related, *(one.cell for one in faults[1:]))
    fix, shown = Fix(edits, kind, _SURE, params), excerpt(sheet, faults[0].cell)
    return replace(findings[0], related=related, fixes=(fix,), excerpt=shown)


def _with_right_sums(sheet: Sheet, faults: Iterable[WrongRange]) -> Sheet:
    right = {one.column: one.due for one in faults if one.finding.variant == "column"}
    foot = tuple(
        right.get(column, said) for column, said in zip(sheet.points_columns, sheet.foot, strict=False)
    )
    return replace(sheet, foot=foot) if right else sheet
