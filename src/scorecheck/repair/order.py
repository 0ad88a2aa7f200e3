"""Duplicate, missing or swapped rows that keep the rules one by one.

The numbers of the games show them, or the turn to deal. If the search of rows found no repair, a few are
tried on the whole sheet.
"""

from __future__ import annotations

from collections import Counter
from math import exp, inf

from scorecheck.checks.rules import DUPLICATE_GAME, MISSING_GAME, TOTAL_MISMATCH
from scorecheck.model.finding import Edit, Finding, Severity
from scorecheck.repair.channel import rate, slip_between
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.contents import edits_to, row_taken, with_content
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.hypothesis import LEFT_OUT, TWICE, Correction
from scorecheck.repair.proposers.columns import beside_its_column, swapped
from scorecheck.repair.reading import Reader
from scorecheck.repair.slips import constant
from scorecheck.repair.turn import turn_of

_MOST_TRIED = 4
"""Repairs of at most this many findings are tried on the whole sheet, since each trial checks it again."""
_AROUND = 2

_STEPS = {LEFT_OUT: 2, TWICE: 0}
"""The step of numbers at a missing or duplicate row."""

Likely = list[tuple[Correction, float]]
"""Repairs with their probabilities."""


class Order:
    """Finds repairs of the order of rows."""

    def __init__(self, checked: SheetToMend, evidence: Evidence) -> None:
        """For the entries of a sheet; rows checked again use its budget."""
        self.checked, self.sheet, self.entries = checked, checked.sheet, checked.entries
        self.evidence, self.turn, self.reader = evidence, evidence.turn, Reader(evidence)
        self.end = len(self.entries)
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
        if finding.rule == rule and at - before <= _AROUND and any(one.edits for one, _ in told):
            # One slip may cause findings in several rows, but a missing one in the next alone.
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
        """Repairs that make the sheet right as a whole, or a row that is missing where the turn goes on."""
        known = Counter(one.rule for one in self.checked.findings)
        weights = dict[Correction, float]()
        for one, chance in self._candidates(finding, at):
            likely = exp(chance + self._settled(one, known, finding))
            # What writes the same is one repair.
            same = next((other for other in weights if other.edits == one.edits), one)
            weights[same] = weights.get(same, 0.0) + likely
        found = [(one, weight) for one, weight in weights.items() if weight]
        steps = {_STEPS[one.kind] for one, _ in found if one.kind in _STEPS}
        both = any(self.evidence.numbered(at, by) > 0 for by in steps)
        whole = sum(weight for _, weight in found) / (
            1 - constant("untried") * (constant("both-tell") if both else 1)
        )
        # If the same occurs elsewhere and no value is due, it may be the way people play.
        habit = 1 if "due" in finding.params else known[finding.rule]
        return [(correction, weight / whole / habit) for correction, weight in found]

    def _candidates(self, finding: Finding, at: int) -> Likely:
        """Possible repairs with the log-probabilities of their slips, and of what numbers tell of these."""
        here, rows, due, cell = self.entries[at], self.end, finding.params.get("due"), finding.cell
        found = [(Correction(LEFT_OUT, (), at), rate(LEFT_OUT, rows) + self.evidence.numbered(at, 2))]
        if self.evidence.is_twice(at):
            # A copy need not be as likely as a game.
            chance = rate(TWICE, rows) - self.evidence.odd(here.points, at, opening=False, hidden=True)
            twice = row_taken(self.sheet, self.entries, at)
            found.append((twice, chance + self.evidence.numbered(at, 0)))
        changed = filter(None, map(self._swapped, (at - 1, at)))
        found += [(correction, rate(correction.kind, rows)) for correction in changed]
        column = -1 if cell is None else self.sheet.table.place_of(cell)[1]
        if isinstance(due, str) and column not in (-1, *self.sheet.points_columns):
            control = Correction("control-wrong", ((here.row, column, due),), at)
            return [*found, (control, rate("control", rows))]
        place, seats = self.reader.place(at), self.turn.due(at)
        # A row that adds up may have its points in wrong columns: then somebody else sat out.
        of_row = (one for propose in (swapped, beside_its_column) for one in propose(place))
        in_turn = [one for one in of_row if self.turn.sits(place.steps(one.meant), seats) > 0]
        undone = ((self.reader.undone(at, one), one.log) for one in in_turn)
        return [*found, *((correction, chance) for correction, chance in undone if correction is not None)]

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

    def _settled(self, correction: Correction, known: Counter[str], finding: Finding) -> float:
        """The log-likelihood ratio of the turn for a repair that removes the finding and causes no other."""
        if correction.kind == LEFT_OUT:
            turned = self.turn.steps(correction.at, 2)
            return turned if turned > 0 else -inf
        table = self.sheet.table
        edits = (
            (table.cell(row, column), "" if new is None else str(new))
            for row, column, new in correction.edits
        )
        mended = self.checked.with_edits(Edit(cell, "", after) for cell, after in edits)
        left = Counter(one.rule for one in mended.findings)
        new = left - known
        if correction.kind == TWICE:
            # A removed row leaves a gap in the numbers.
            del new[MISSING_GAME.name]
        if not any(self.evidence.out):
            # Totals that agree were calculated from the rows.
            del new[TOTAL_MISMATCH.name]
        near = any(one.rule == finding.rule and _far(one, finding) <= _AROUND for one in mended.findings)
        if new or near or left[finding.rule] >= known[finding.rule]:
            return -inf
        turned = self.turn.likelier(turn_of(mended.sheet, mended.entries, mended.layout.at_table))
        # A rule that applies only if most rows follow it may become silent if a sheet becomes less orderly.
        return -inf if "due" in finding.params and turned <= 0 else turned


def _both_tell() -> float:
    """How sure a number is that those above and below it tell of."""
    return 1 - (1 - constant("numbers")) * constant("both-tell")


def _far(one: Finding, other: Finding) -> int:
    if one.cell is None or other.cell is None:
        return 0
    return max(abs(one.cell.row - other.cell.row), abs(one.cell.column - other.cell.column))
