"""Duplicate, missing or swapped rows that keep the rules one by one.

The numbers of the games show them, or the turn to deal. If the search of rows found no repair, a few are
tried on the whole sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME
from scorecheck.model.finding import Edit, Finding, Severity
from scorecheck.model.sheet import Sheet
from scorecheck.repair.channel import slip_between
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.contents import edits_to, row_taken, with_content
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import LEFT_OUT, Correction
from scorecheck.repair.slips import constant, weights
from scorecheck.repair.turn import turn_of

_MOST_TRIED = 4
"""Repairs of at most this many findings are tried on the whole sheet, since each trial checks it again."""
_AROUND = 2

_STEPS = {LEFT_OUT: 2, "row-twice": 0}
"""The step of numbers at a missing or duplicate row."""

Likely = list[tuple[Correction, float]]
"""Repairs with their probabilities."""


class Order:
    """Finds repairs of the order of rows."""

    def __init__(self, checked: SheetToMend, evidence: Evidence) -> None:
        """For the entries of a sheet; rows checked again use its budget."""
        self.checked, self.sheet, self.entries = checked, checked.sheet, checked.entries
        self.evidence, self.turn = evidence, evidence.turn
        self._left = _MOST_TRIED
        self._last: tuple[str, int, Likely] = "", 0, []

    def repairs(self, finding: Finding, at: int) -> Likely:
        """The possible repairs of a finding at an entry; none if unknown."""
        if not 0 <= at < len(self.entries):
            return []
        if finding.rule == MISSING_GAME.name:
            return self._left_out(finding, at)
        if finding.rule == DUPLICATE_GAME.name:
            return self._number_twice(finding, at)
        if not at:
            return []
        rule, before, told = self._last
        if finding.rule == rule and told and at - before <= _AROUND:
            # One slip may cause findings in several rows.
            return told
        if self._left <= 0 or self.checked.budget.exhausted or finding.severity is Severity.INFO:
            return []
        self._left -= 1
        found = self._tried(finding, at)
        self._last = finding.rule, at, found
        return found

    def _sure(self, at: int, by: int) -> float:
        """The evidence of numbers, and perhaps the turn, for a missing or duplicate game."""
        doubt = 1 - constant("numbers")
        return 1 - (doubt * constant("both-tell") if self.turn.steps(at, by) > 0 else doubt)

    def _left_out(self, finding: Finding, at: int) -> Likely:
        if finding.variant == "order":
            # Where all rows keep the rules as they stand, the numbers may be wrong as well.
            return []
        if finding.variant == "number":
            return self._numbered(at, finding.params["game"], _both_tell())
        before, after = finding.params.get("before"), finding.params.get("after")
        if isinstance(before, int) and isinstance(after, int) and after > before + 2:
            due = before + 1
            if at + 1 == len(self.entries) and slip_between(after, due) is not None:
                # Rather than that several games are missing before the last.
                return self._numbered(at, due, constant("numbers"))
        return [(Correction(LEFT_OUT, (), at), self._sure(at, 2))]

    def _number_twice(self, finding: Finding, at: int) -> Likely:
        here, before = self.entries[at], self.entries[at - 1] if at else None
        if before is not None and here.written == before.written and here.label == before.label:
            sure = self._sure(at, 0)
            other = self._numbered(at, str((before.number or 0) + 1), 1 - sure)
            return [(row_taken(self.sheet, self.entries, at), sure), *other]
        if finding.variant == "number":
            return self._numbered(at, finding.params["game"], _both_tell())
        if before is None or before.number is None:
            return []
        return self._numbered(at, str(before.number + 1), constant("numbers"))

    def _numbered(self, at: int, due: object, sure: float) -> Likely:
        """Another number for an entry, which the next one does not have."""
        column, following = self.sheet.column("number"), self.entries[at + 1 : at + 2]
        if column is None or str(due) in {one.label for one in following}:
            return []
        return [(Correction("number-wrong", ((self.entries[at].row, column, str(due)),), at), sure)]

    def _tried(self, finding: Finding, at: int) -> Likely:
        """Repairs that make the sheet right as a whole."""
        known = Counter(one.rule for one in self.checked.findings)
        found = [one for one in self._candidates(finding, at) if self._settles(one[0], known, finding)]
        here, before, numbered = self.entries[at], self.entries[at - 1], None
        if self.sheet.column("number") is not None and None not in (here.number, before.number):
            numbered = (here.number or 0) - (before.number or 0)
        if not found and known[finding.rule] == 1 and self.turn.steps(at, 2) > 0 and numbered != 0:
            # The turn continues from a missing game.
            found = [(Correction(LEFT_OUT, (), at), 1.0)]
        both = any(_STEPS.get(correction.kind, -1) == numbered for correction, _ in found)
        whole = sum(weight for _, weight in found) / (
            1 - constant("untried") * (constant("both-tell") if both else 1)
        )
        # If the same occurs elsewhere and no value is due, it may be the way people play.
        habit = 1 if "due" in finding.params else known[finding.rule]
        return [(correction, weight / whole / habit) for correction, weight in found]

    def _candidates(self, finding: Finding, at: int) -> Iterator[tuple[Correction, float]]:
        share, here = weights().kinds, self.entries[at]
        if self.evidence.is_twice(at):
            yield row_taken(self.sheet, self.entries, at), share["row-twice"]
        for first in (at - 1, at):
            correction = self._swapped(first)
            if correction is not None:
                yield correction, share[correction.kind]
        due, cell = finding.params.get("due"), finding.cell
        if isinstance(due, str) and cell is not None:
            column = self.sheet.table.place_of(cell)[1]
            if column not in self.sheet.points_columns:
                yield Correction("control-wrong", ((here.row, column, due),), at), share["control"]

    def _swapped(self, at: int) -> Correction | None:
        """Exchanges an entry and the next one."""
        if at + 1 >= len(self.entries):
            return None
        here, there = self.entries[at], self.entries[at + 1]
        if not (here.readable and there.readable):
            return None
        edits = (
            *edits_to(self.sheet, here, with_content(here, there)),
            *edits_to(self.sheet, there, with_content(there, here)),
        )
        return Correction("rows-swapped", edits, at)

    def _settles(self, correction: Correction, known: Counter[str], finding: Finding) -> bool:
        """Whether a repair removes the finding and causes no other."""
        table = self.sheet.table
        edits = (
            (table.cell(row, column), "" if new is None else str(new))
            for row, column, new in correction.edits
        )
        mended = self.checked.with_edits(Edit(cell, "", after) for cell, after in edits)
        left = Counter(one.rule for one in mended.findings)
        new = left - known
        if correction.kind == "row-twice":
            # A removed row leaves a gap in the numbers.
            del new[MISSING_GAME.name]
        near = any(one.rule == finding.rule and _far(one, finding) <= _AROUND for one in mended.findings)
        return (
            not new
            and not near
            and left[finding.rule] < known[finding.rule]
            # A removed row has no right value any more.
            and (
                correction.kind == "row-twice"
                or self._is_due(mended.sheet, finding)
                # After a swapped row, the expected value is wrong.
                or turn_of(mended.sheet, mended.entries, mended.layout.at_table).is_kept(correction.at + 1)
            )
        )

    def _is_due(self, mended: Sheet, finding: Finding) -> bool:
        """Whether a finding's cell has the right value, if that is known.

        A rule that applies only if most rows follow it may become silent if a sheet becomes less orderly.
        """
        due, cell = finding.params.get("due"), finding.cell
        if not isinstance(due, str) or cell is None:
            return True
        table = mended.table
        row, column = table.place_of(cell)
        return column in mended.points_columns or table.value(row, column) == due


def _both_tell() -> float:
    """How sure a number is that those above and below it tell of."""
    return 1 - (1 - constant("numbers")) * constant("both-tell")


def _far(one: Finding, other: Finding) -> int:
    if one.cell is None or other.cell is None:
        return 0
    return max(abs(one.cell.row - other.cell.row), abs(one.cell.column - other.cell.column))
