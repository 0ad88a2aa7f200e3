"""Results beside a list or below it, taken as the total row that it has not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.layouts.cells import written
from scorecheck.model.finding import Severity
from scorecheck.model.record import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import CellRef, Value
    from scorecheck.model.finding import Edit, Finding, Fix
    from scorecheck.repair.checked import SheetToMend
    from scorecheck.repair.explain import Diagnosis

_FEWEST_RIGHT = 2
"""So many of the results must be what the rows give, or they may say something else."""


class ResultsBeside:
    """A sheet whose results are its total row while repairs are looked for."""

    def __init__(self, checked: SheetToMend, results: Sequence[tuple[int, int] | None]) -> None:
        """``results``: where they say what each player has, by row and column of the table, as far as they
        tell."""
        sheet, table = checked.sheet, checked.sheet.table
        self._of_foot = frozenset(check.rule.name for check in checked.checks if check.rule.of_foot)
        self._total: dict[CellRef, CellRef] = {}
        said = [written(table.value(*cell)) if cell else None for cell in results]
        if _tell(checked, said):
            row = len(table.rows)
            values: list[Value] = [""] * len(table.headings)
            for cell, column in zip(results, sheet.points_columns, strict=True):
                if cell is None:
                    continue
                values[column] = table.value(*cell)
                self._total[table.cell(*cell)] = table.cell(row, column)
            told = replace(table, rows=[*table.rows, values])
            sheet = replace(sheet, table=told, total_row=row, foot=tuple(said))
        self._results = {total: cell for cell, total in self._total.items()}
        self.checked = checked._replace(sheet=sheet, findings=list(map(self._moved, checked.findings)))

    def _moved(self, finding: Finding) -> Finding:
        """A finding of the results in the total row; what else they say tells nothing of the row it is in."""
        if finding.rule not in self._of_foot:
            return finding
        cell = None if finding.cell is None else self._total.get(finding.cell)
        return replace(finding, cell=cell) if cell else replace(finding, severity=Severity.INFO)

    def where_they_stand(self, diagnosis: Diagnosis, finding: Finding) -> Diagnosis:
        """What is behind a finding, with the results in their own cells."""
        cell = diagnosis.cell and self._results.get(diagnosis.cell, diagnosis.cell)
        return diagnosis._replace(finding=finding, cell=cell, fixes=tuple(map(self._fix, diagnosis.fixes)))

    def _fix(self, fix: Fix) -> Fix:
        edits, follows, together = map(self._edits, (fix.edits, fix.follows, fix.together))
        params = fix.params
        if any(edit.cell in self._results for edit in fix.edits):
            params = {name: value for name, value in params.items() if name not in ("place", "all")}
        return replace(fix, edits=edits, follows=follows, together=together, params=params)

    def _edits(self, edits: Sequence[Edit]) -> tuple[Edit, ...]:
        return tuple(edit._replace(cell=self._results.get(edit.cell, edit.cell)) for edit in edits)


def _tell(checked: SheetToMend, said: Sequence[object]) -> bool:
    """Whether the results say what the rows of points come to, where no total row does."""
    if checked.sheet.running or any(total is not None for total in checked.sheet.foot):
        return False
    agree = sum(one == given for one, given in zip(said, checked.entries[-1].totals, strict=False))
    return agree >= _FEWEST_RIGHT and all(one is None or isinstance(one, int) for one in said)
