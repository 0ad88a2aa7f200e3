"""Uses results beside or below a list as the total row that it lacks, or has only as formulas."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scorecheck.checks.ruleset import ResultBeside
from scorecheck.model.cells import CellRef, Number, Value, Written, value_text, written
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.record import replace
from scorecheck.model.sheet import Sheet
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.explain import Diagnosis

_FEWEST_RIGHT = 2
"""At least this many results must agree with the rows, or they mean something else."""


class ResultsBeside:
    """A sheet with results in place of a total row during the search for repairs."""

    def __init__(self, checked: SheetToMend, results: Sequence[ResultBeside]) -> None:
        """``results``: the final points of each player beside the rows."""
        sheet, table = checked.sheet, checked.sheet.table
        self._sheet = sheet
        self._of_foot = list(filter(checked.is_of_foot, checked.findings))
        self._total: dict[CellRef, CellRef] = {}
        said = [_points(written(table.value(*one.cell)), -one.more) for one in results]
        self._more = {table.cell(*one.cell): one.more for one in results if one.more}
        if _tell(checked, said):
            row = len(table.rows)
            values: list[Value] = [""] * len(table.headings)
            for one, points, column in zip(results, said, sheet.points_columns, strict=True):
                values[column] = str(points)
                self._total[table.cell(*one.cell)] = table.cell(row, column)
            told = replace(table, rows=[*table.rows, values])
            sheet = replace(sheet, table=told, total_row=row, foot=tuple(said))
        self.says_more = bool(self._of_foot)
        """Whether anything is told of what stands beside the points, or below them."""
        self._results = {total: cell for cell, total in self._total.items()}
        self.checked = checked._replace(sheet=sheet, findings=list(map(self._moved, checked.findings)))

    def _moved(self, finding: Finding) -> Finding:
        """A finding of the results, moved to the total row.

        Other values are no evidence about the row that they are in.
        """
        if finding not in self._of_foot:
            return finding
        cell = None if finding.cell is None else self._total.get(finding.cell)
        return replace(finding, cell=cell) if cell else replace(finding, severity=Severity.INFO)

    def where_they_stand(self, diagnosis: Diagnosis, finding: Finding) -> Diagnosis:
        """The diagnosis of a finding, with the results in their own cells."""
        cell = diagnosis.cell
        cell = cell and self._results.get(cell, cell)
        return diagnosis._replace(finding=finding, cell=cell, fixes=tuple(map(self._fix, diagnosis.fixes)))

    def _fix(self, fix: Fix) -> Fix:
        moved = fix.with_each(self._edit)
        if not any(edit.cell in self._results for edit in fix.edits):
            return moved
        params = {name: value for name, value in fix.params.items() if name not in ("place", "all")}
        if all(edit.cell in self._results for edit in fix.edits):
            cells = (self._sheet.table.place_of(edit.cell) for edit in moved.edits)
            params["boxes"] = tuple(named_above(self._sheet, *cell) for cell in cells)
        return replace(moved, params=params)

    def _edit(self, edit: Edit) -> Edit:
        cell = self._results.get(edit.cell)
        if cell is None:
            return edit
        before, after = (
            str(_points(written(text), self._more.get(cell, 0))) for text in (edit.before, edit.after)
        )
        return edit._replace(cell=cell, before=before, after=after)


def _points(said: Written, more: Number) -> Written:
    """A number and what is added to it; anything else as it is."""
    return said + more if isinstance(said, (int, Fraction)) else said


def _tell(checked: SheetToMend, said: Sequence[object]) -> bool:
    """Whether the results are sums of points, where there is no total row, or only formulas in it."""
    sheet = checked.sheet
    totals = zip(sheet.points_columns, sheet.foot, strict=False)
    by_hand = {(sheet.total_row, at) for at, total in totals if total is not None} - sheet.formulas.cells
    if by_hand or (sheet.running and checked.layout.settles):
        return False
    agree = sum(one == given for one, given in zip(said, checked.entries[-1].totals, strict=False))
    return agree >= _FEWEST_RIGHT and all(isinstance(one, int) for one in said)


def named_above(sheet: Sheet, row: int, column: int) -> str:
    """The name of a number beside the games: the word before it below a player's column, else that above."""
    table = sheet.table
    column = next(iter(joined.columns), column) if (joined := table.apart_at(row, column)) else column
    if column in sheet.points_columns:
        before = (value_text(table.value(row, at)).strip() for at in range(min(sheet.points_columns)))
        word = next(filter(None, before), "")
        if word not in sheet.players:
            return word
    elif row < sheet.stop and column < len(table.headings) and table.headings[column]:
        return table.headings[column]
    # What stands in a row of games is none of its column's names.
    lines = table.around[: max(0, table.first_row - 1 + (0 if row < sheet.stop else row))]
    above = [value_text(line[column]).strip() for line in reversed(lines) if column < len(line)]
    return next((text for text in above if text and not isinstance(written(text), int)), "")
