"""Finds totals whose formulas add up the wrong rows.

The total is never wrong by itself: its formula leaves out a row that was added below it, or includes one too
many.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import chain

from scorecheck.checks.rules import TOTAL_MISMATCH
from scorecheck.layouts.totals import sum_of, totals_of
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.model.terms import Param
from scorecheck.readers.copying import WorkbookParts
from scorecheck.readers.errors import CannotRead
from scorecheck.repair.findings import excerpt
from scorecheck.reports.edited_files import sums_beside
from scorecheck.reports.recalculation import Area

_SURE = 0.999
_MOST_NAMED = 6


class WrongRange(NamedTuple):
    """A total whose formula adds up other rows than it should."""

    finding: Finding
    cell: CellRef
    due: int
    """Its right value."""
    left_out: tuple[int, ...]
    """The rows of the table that it leaves out, and the extra ones that it includes."""
    besides: tuple[int, ...]
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
        sums = sums_beside(WorkbookParts(content), sheet.name or "", asked)
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
            row = sheet.table.place_of(fault.cell)[0]
            together.setdefault((row, fault.left_out, fault.besides), []).append(fault)
    told = (_told(faults, sheet) for faults in together.values())
    return [*told, *others], _with_right_sums(sheet, chain.from_iterable(together.values()))


def _is_sum(finding: Finding) -> bool:
    """Whether a finding is about the sum of a column, or a box with a sum on a card."""
    if finding.rule == TOTAL_MISMATCH.name:
        return finding.variant in {"column", "above", "line", "subtotal", "subtotal-since"}
    return {"said", "due", "category"} <= finding.params.keys()


def _wrong_range(finding: Finding, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> WrongRange | None:
    """The fault of a total's formula, if it explains its value."""
    cell, table, params = finding.cell, sheet.table, finding.params
    if not _is_sum(finding) or cell is None or cell not in sums or sheet.name is None:
        return None
    of_column = finding.rule == TOTAL_MISMATCH.name
    said, right = (params["total"], params["sum"]) if of_column else (params["said"], params["due"])
    row, column = table.place_of(cell)
    due = _rows_of_column(finding, sheet, column) if of_column else _rows_beside(cell, sheet, sums)
    held = _rows_in(sums[cell], column, row, sheet)
    if (sum_of(sheet, column, due), sum_of(sheet, column, held)) != (right, said):
        return None
    adds = ", ".join(area.a1 for area in sums[cell][:_MOST_NAMED])
    left_out = tuple(one for one in due if one not in held)
    besides = tuple(one for one in held if one not in due)
    return WrongRange(finding, cell, sum_of(sheet, column, due), left_out, besides, adds, column)


def _rows_of_column(finding: Finding, sheet: Sheet, column: int) -> list[int]:
    """The rows that the total of a column should include."""
    position = sheet.points_columns.index(column)
    found = (parts for cell, _, parts in totals_of(sheet, position) if cell == finding.cell)
    parts = next(found, (frozenset[int](),))
    return sorted(parts[-1] if finding.variant == "subtotal-since" else parts[0])


def _rows_beside(cell: CellRef, sheet: Sheet, sums: Mapping[CellRef, Sequence[Area]]) -> list[int]:
    """The rows that most totals beside one include, each in its own column."""
    row, _ = sheet.table.place_of(cell)
    each = Counter(
        tuple(_rows_in(areas, sheet.table.place_of(one)[1], row, sheet))
        for one, areas in sums.items()
        if one != cell and sheet.table.holds(one) and sheet.table.place_of(one)[0] == row
    )
    return list(each.most_common(1)[0][0]) if each else []


def _rows_in(areas: Sequence[Area], column: int, below: int, sheet: Sheet) -> list[int]:
    """The rows above one for which some ranges include the cell in a column."""
    cells = ((row, sheet.table.cell(row, column)) for row in range(below))
    return [
        row
        for row, cell in cells
        if any(area.holds((sheet.name or "", cell.row, cell.column)) for area in areas)
    ]


def _told(faults: Sequence[WrongRange], sheet: Sheet) -> Finding:
    """The finding for totals whose formulas have the same fault, with its repair."""
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
    right = {one.column: one.due for one in faults if one.finding.variant in {"column", "above", "line"}}
    foot = tuple(
        right.get(column, said) for column, said in zip(sheet.points_columns, sheet.foot, strict=False)
    )
    return replace(sheet, foot=foot) if right else sheet
