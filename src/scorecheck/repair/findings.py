"""Findings with the result of the search: the most likely wrong cell, and its repairs."""

from __future__ import annotations

from scorecheck.layouts.entries import entries
from scorecheck.model.cells import CellRef, Value, column_letters, shortened, value_text
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Excerpt, Finding, Severity
from scorecheck.model.record import replace
from scorecheck.model.sheet import Sheet, Table
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.diagnose import Diagnosis, Repairs, repair
from scorecheck.repair.units import units_of

_ROWS_AROUND = 2
_MOST_COLUMNS = 12
_COLUMNS_AROUND = 4
_MOST_SHOWN = 100
"""The adjacent rows are kept for at most this many findings of a sheet."""
_LONGEST_CELL = 16


def with_repairs(checked: SheetToMend, fence: Fence) -> tuple[tuple[Finding | None, ...], bool]:
    """The findings of a sheet with their repairs, and whether the search ended within its budget.

    ``None``: another finding reports it with its repair. A crash of the search removes no finding.
    """
    sheet, findings = checked.sheet, checked.findings
    told, complete = list[Finding | None](findings), True
    with fence.around("repair", sheet.name):
        left_open = {(one.rule.name, variant) for one in checked.checks for variant in one.rule.left_open}
        open_ = [(one.rule, one.variant) in left_open for one in findings]
        if not all(open_):
            diagnoses, complete = _repairs(checked)
            told = [
                one.finding if leave else None if one.told else with_diagnosis(sheet, one)
                for one, leave in zip(diagnoses, open_, strict=True)
            ]
    with fence.around("repair", sheet.name):
        told = [
            replace(finding, excerpt=excerpt(sheet, finding.cell))
            if finding is not None
            and at < _MOST_SHOWN
            and finding.severity > Severity.INFO
            and finding.cell is not None
            else finding
            for at, finding in enumerate(told)
        ]
    return tuple(told), complete


def _repairs(checked: SheetToMend) -> Repairs:
    """The repairs of a sheet, with numbers written in its style."""
    sheet, layout = checked.sheet, checked.layout
    units = units_of(sheet, layout)
    if units is None:
        return repair(checked)
    found = repair(checked._replace(sheet=units.counted, entries=list(entries(units.counted, layout))))
    return found._replace(
        diagnoses=tuple(
            one._replace(fixes=tuple(map(units.as_written, filter(units.can_be_written, one.fixes))))
            for one in found.diagnoses
        )
    )


def with_diagnosis(sheet: Sheet, diagnosis: Diagnosis) -> Finding:
    """A finding with its diagnosis, at the most likely wrong cell."""
    finding, cell = diagnosis.finding, diagnosis.cell
    finding = replace(finding, fixes=diagnosis.fixes, carried_to=diagnosis.carried_to)
    if cell == finding.cell or cell is None or finding.cell is None:
        return finding
    row, column = sheet.table.place_of(cell)
    near = sorted({finding.cell, *finding.related} - {cell}) if finding.related else ()
    return replace(finding, cell=cell, related=tuple(near), value=value_text(sheet.table.shown(row, column)))


def excerpt(sheet: Sheet, cell: CellRef) -> Excerpt | None:
    """The rows around a cell, as on the sheet."""
    table = sheet.table
    row, _ = table.place_of(cell)
    if table.places or not 0 <= row < len(table.rows):
        return None
    if table.turned:
        return _turned_excerpt(table, cell)
    columns = range(table.first_column, len(table.headings))[:_MOST_COLUMNS]

    def said(at: int, column: int) -> Value:
        line = table.around[table.line(at) - 1] if at in table.shifted else None
        return table.shown(at, column) if line is None else (*line, *[""] * len(columns))[column]

    lines = tuple(
        (table.line(at), tuple(shortened(value_text(said(at, column)), _LONGEST_CELL) for column in columns))
        for at in range(max(0, row - _ROWS_AROUND), min(len(table.rows), row + _ROWS_AROUND + 1))
        if at == row or any(table.value(at, column) != "" for column in columns)
    )
    return Excerpt(
        tuple(column_letters(column + 1) for column in columns),
        tuple(shortened(table.headings[column], _LONGEST_CELL) for column in columns),
        tuple(sorted(lines)),
    )


def _turned_excerpt(table: Table, cell: CellRef) -> Excerpt:
    """The rows around a cell on a transposed sheet: the headings, and adjacent columns."""
    near = cell.column - table.first_row
    columns = range(max(0, near - _COLUMNS_AROUND), min(len(table.rows), near + _COLUMNS_AROUND + 1))
    above = table.first_column

    def line(at: int) -> tuple[str, ...]:
        said = (table.headings[at], *(value_text(table.shown(column, at)) for column in columns))
        return tuple(shortened(text, _LONGEST_CELL) for text in said)

    rows = range(
        max(above + 1, cell.row - 1 - _ROWS_AROUND), min(len(table.headings), cell.row + _ROWS_AROUND)
    )
    letters = (table.heading_row, *(table.first_row + column for column in columns))
    return Excerpt(tuple(map(column_letters, letters)), line(above), tuple((at + 1, line(at)) for at in rows))
