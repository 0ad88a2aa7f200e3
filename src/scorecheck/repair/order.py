"""Rows that are there twice, missing, or in each other's place, though each by itself keeps the rules.

The numbers of the games tell, or the turn in which people deal. Where no search of the rows found
a repair, a few are tried on the sheet as a whole.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.checks.runner import run_checks
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.finding import Edit, Severity
from scorecheck.repair.contents import edits_to, with_content
from scorecheck.repair.mended import edited
from scorecheck.repair.slips import constant, weights
from scorecheck.repair.turn import turn_of
from scorecheck.repair.unit import LEFT_OUT, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorecheck.checks.check import Check
    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.budget import Budget
    from scorecheck.model.finding import Finding
    from scorecheck.model.sheet import Entry, Sheet

_MOST_TRIED = 4
"""Of so many findings repairs are tried on the whole sheet, which takes as long as checking it."""
_AROUND = 2

_STEPS = {LEFT_OUT: 2, "row-twice": 0}
"""By how much the numbers go on where a row is missing, or there twice."""

Likely = list[tuple[Unit, float]]
"""Repairs, each with how sure it is."""


class Order:
    """Repairs of the order of rows."""

    def __init__(
        self,
        sheet: Sheet,
        layout: Layout,
        checks: Sequence[Check],
        entries: Sequence[Entry],
        budget: Budget,
    ) -> None:
        """Looks at the entries of a sheet; the rows that are checked anew are taken from the budget."""
        self.sheet, self.layout, self.checks, self.entries = sheet, layout, checks, entries
        self.budget = budget
        self.turn = turn_of(sheet, entries, layout.at_table)
        self._left = _MOST_TRIED
        self._last: tuple[str, int, Likely] = "", 0, []

    def repairs(self, finding: Finding, at: int, findings: Sequence[Finding]) -> Likely:
        """What may be behind a finding at an entry; nothing where that is not known."""
        if not 0 < at < len(self.entries):
            return []
        if finding.rule == MISSING_GAME.name:
            return [(Unit(LEFT_OUT, (), at), self._sure(at, 2))]
        if finding.rule == DUPLICATE_GAME.name:
            return self._number_twice(at)
        rule, before, told = self._last
        if finding.rule == rule and told and at - before <= _AROUND:
            # One slip may be told of in several rows.
            return told
        if self._left <= 0 or self.budget.exhausted or finding.severity is Severity.INFO:
            return []
        self._left -= 1
        found = self._tried(finding, at, findings)
        self._last = finding.rule, at, found
        return found

    def _sure(self, at: int, by: int) -> float:
        """How sure the numbers are of a game left out or there twice, which the turn may tell as well."""
        doubt = 1 - constant("numbers")
        return 1 - (doubt * constant("both-tell") if self.turn.steps(at, by) > 0 else doubt)

    def _number_twice(self, at: int) -> Likely:
        here, before = self.entries[at], self.entries[at - 1]
        number = self.sheet.column("number")
        same = here.written == before.written and here.label == before.label
        sure = self._sure(at, 0) if same else constant("numbers")
        found: Likely = [(self._taken(at), sure)] if same else []
        following = self.entries[at + 1].label if at + 1 < len(self.entries) else ""
        above = before.number
        due = "" if above is None else str(above + 1)
        if number is not None and due and due != here.label and following != due:
            wrong = Unit("number-wrong", ((here.row, number, due),), at)
            found.append((wrong, 1 - sure if same else sure))
        return found

    def _tried(self, finding: Finding, at: int, findings: Sequence[Finding]) -> Likely:
        """Whatever makes the sheet right as a whole."""
        known = Counter(one.rule for one in findings)
        found = [one for one in self._candidates(finding, at) if self._settles(one[0], known, finding)]
        if not found and known[finding.rule] == 1 and "due" in finding.params and self._may_be_left_out(at):
            # The turn goes on from a game that is not there.
            found = [(Unit(LEFT_OUT, (), at), 1.0)]
        numbered = self._numbered(at)
        both = numbered is not None and any(_STEPS.get(unit.kind) == numbered for unit, _ in found)
        whole = sum(weight for _, weight in found) / (
            1 - constant("untried") * (constant("both-tell") if both else 1)
        )
        # Where the same is found elsewhere too, and nothing is due, people may play like that.
        habit = 1 if "due" in finding.params else known[finding.rule]
        return [(unit, weight / whole / habit) for unit, weight in found]

    def _numbered(self, at: int) -> int | None:
        """By how much the number of an entry is more than that of the one above; ``None`` without numbers."""
        if self.sheet.column("number") is None:
            return None
        here, before = self.entries[at].number, self.entries[at - 1].number
        return None if here is None or before is None else here - before

    def _candidates(self, finding: Finding, at: int) -> Iterator[tuple[Unit, float]]:
        share = weights().kinds
        here, before = self.entries[at], self.entries[at - 1]
        if here.written == before.written and _facts(here) == _facts(before):
            yield self._taken(at), share["row-twice"]
        for first in (at - 1, at):
            unit = self._swapped(first)
            if unit is not None:
                yield unit, share[unit.kind]
        due, cell = finding.params.get("due"), finding.cell
        if isinstance(due, str) and cell is not None:
            column = (cell.row if self.sheet.table.turned else cell.column) - 1
            if column not in self.sheet.points_columns:
                yield Unit("control-wrong", ((here.row, column, due),), at), share["control"]

    def _swapped(self, at: int) -> Unit | None:
        """An entry and the one after it in each other's place."""
        if at + 1 >= len(self.entries):
            return None
        here, there = self.entries[at], self.entries[at + 1]
        if not (here.readable and there.readable):
            return None
        edits = (
            *edits_to(self.sheet, here, with_content(here, there)),
            *edits_to(self.sheet, there, with_content(there, here)),
        )
        return Unit("rows-swapped", edits, at)

    def _settles(self, unit: Unit, known: Counter[str], finding: Finding) -> bool:
        """Whether a repair takes the finding away and brings no other."""
        table = self.sheet.table
        edits = (
            (table.cell(row, column), "" if new is None else str(new)) for row, column, new in unit.edits
        )
        mended = edited(self.sheet, (Edit(cell, "", after) for cell, after in edits))
        entries = list(entries_of(mended, self.layout))
        self.budget.spend(len(entries))
        found = run_checks(mended, entries, self.checks).findings
        left = Counter(one.rule for one in found)
        new = left - known
        if unit.kind == "row-twice":
            # A row that is taken away leaves a gap in the numbers.
            del new[MISSING_GAME.name]
        near = any(one.rule == finding.rule and _far(one, finding) <= _AROUND for one in found)
        return (
            not new
            and not near
            and left[finding.rule] < known[finding.rule]
            # Of a row that is taken away nothing is due any more.
            and (
                unit.kind == "row-twice"
                or self._is_due(mended, finding)
                # After a row that does not stand in its place the wrong one is due.
                or turn_of(mended, entries, self.layout.at_table).is_kept(unit.at + 1)
            )
        )

    def _is_due(self, mended: Sheet, finding: Finding) -> bool:
        """Whether a finding's cell says what was due there, where the finding knows that. A rule that
        holds for most rows or not at all may fall silent over a sheet that is less in order."""
        due, cell = finding.params.get("due"), finding.cell
        if not isinstance(due, str) or cell is None:
            return True
        table = mended.table
        row, column = (cell.column, cell.row) if table.turned else cell
        return column - 1 in mended.points_columns or table.value(row - table.first_row, column - 1) == due

    def _may_be_left_out(self, at: int) -> bool:
        here, before = self.entries[at], self.entries[at - 1]
        return self.sheet.column("number") is None or here.number is None or before.label != here.label

    def _taken(self, at: int) -> Unit:
        row = self.entries[at].row
        return Unit("row-twice", tuple((row, column.at, "") for column in self.sheet.columns), at)


def _far(one: Finding, other: Finding) -> int:
    if one.cell is None or other.cell is None:
        return 0
    return max(abs(one.cell.row - other.cell.row), abs(one.cell.column - other.cell.column))


def _facts(entry: Entry) -> Iterable[tuple[str, object]]:
    return [(role, value) for role, value in entry.fields.items() if role != "number"]
