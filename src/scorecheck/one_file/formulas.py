"""Sums that a workbook works out, and that do not add up what they should.

Such a sum is never wrong by itself: its formula leaves out a row that was written below it, or takes one too
many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
from scorecheck.reports.mended import sums_at

_SURE = 0.999
_MOST_NAMED = 6


class WrongRange(NamedTuple):
    """A sum whose formula adds up other rows than it should."""

    finding: Finding
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
    try:
        sums = sums_at(WorkbookParts(content), sheet.name or "", asked)
    except (CannotRead, KeyError):
        # Other programs build workbooks in other ways. That the sum is wrong is known all the same.
        return list(findings), sheet
    wrong = {id(one): fault for one in findings if (fault := _wrong_range(one, sheet, sums)) is not None}
    together: dict[tuple[str, tuple[int, ...], tuple[int, ...]], list[WrongRange]] = {}
    for fault in wrong.values():
        together.setdefault((fault.finding.variant, fault.left_out, fault.besides), []).append(fault)
    first = {id(faults[0].finding): faults for faults in together.values()}
    told = [
        _told(first[id(one)], sheet) if id(one) in first else one
        for one in findings
        if id(one) in first or id(one) not in wrong
    ]
    return told, _with_right_sums(sheet, wrong.values())


def _is_sum(finding: Finding) -> bool:
    return finding.rule == TOTAL_MISMATCH.name and finding.variant in {"column", "subtotal", "subtotal-since"}


def _wrong_range(finding: Finding, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> WrongRange | None:
    """What is wrong with the formula of a sum, if that explains what it says."""
    cell, table = finding.cell, sheet.table
    if not _is_sum(finding) or cell is None or cell not in sums or sheet.name is None:
        return None
    areas = sums[cell]
    total, column = table.place_of(cell)
    since = max((row for row, _ in sheet.subtotals if row < total), default=-1)
    first = since + 1 if finding.variant == "subtotal-since" else 0
    aside = {sheet.total_row, *sheet.left_out, *(row for row, _ in sheet.subtotals)}
    due = [row for row in range(first, min(total, sheet.stop)) if row not in aside]
    held = [row for row in range(total) if _is_held(table.cell(row, column), sheet.name, areas)]
    numbers = {row: _number(sheet, row, column) for row in (*due, *held)}
    given = sum(numbers[row] for row in due), sum(numbers[row] for row in held)
    if given != (finding.params["sum"], finding.params["total"]):
        return None
    adds = ", ".join(area.a1 for area in areas[:_MOST_NAMED])
    left_out = tuple(row for row in due if row not in held)
    return WrongRange(finding, left_out, tuple(row for row in held if row not in due), adds, column)


def _is_held(cell: CellRef, sheet: str, areas: Iterable[Area]) -> bool:
    return any(area.holds((sheet, cell.row, cell.column)) for area in areas)


def _number(sheet: Sheet, row: int, column: int) -> int:
    number = written(sheet.table.value(row, column))
    return number if isinstance(number, int) else 0


def _told(faults: Sequence[WrongRange], sheet: Sheet) -> Finding:
    """The finding of some sums whose formulas have the same fault, with its repair."""
    findings = [one.finding for one in faults]
    cells = [one.cell for one in findings if one.cell is not None]
    edits = tuple(
        Edit(cell, one.value or "", str(one.params["sum"])) for cell, one in zip(cells, findings, strict=True)
    )
    rows = faults[0].left_out or faults[0].besides
    named = [sheet.table.cell(row, fault.column).a1 for row in rows for fault in faults]
    params: dict[str, Param] = {
        "who": tuple(str(one.params["player"]) for one in findings),
        "roles": ("total",) * len(edits),
        "what": "game",
        "place": "total",
        "adds": faults[0].adds,
        "cells": (*named[:_MOST_NAMED], "…") if len(named) > _MOST_NAMED else tuple(named),
    }
    kind = f"formula{'s' if len(faults) > 1 else ''}-{'short' if faults[0].left_out else 'long'}"
    related = (*findings[0].related, *cells[1:])
    shown = excerpt(sheet, cells[0])
    return replace(findings[0], related=related, fixes=(Fix(edits, kind, _SURE, params),), excerpt=shown)


def _with_right_sums(sheet: Sheet, faults: Iterable[WrongRange]) -> Sheet:
    right = {one.column: one.finding.params["sum"] for one in faults if one.finding.variant == "column"}
    foot = tuple(
        sum_ if isinstance(sum_ := right.get(column), int) else said
        for column, said in zip(sheet.points_columns, sheet.foot, strict=False)
    )
    return replace(sheet, foot=foot) if right else sheet
