"""Decodes sheets with rows of facts, such as logs: which fact or number was mistyped.

The game follows the rows and marks wrong ones (``checks/facts.py``). Each row that may hold the slip is read
as all that it may mean, and the rows below are followed again: the readings that come furthest are kept, with
their probability. The checks judge what is offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import inf, log

from scorecheck.checks.facts import Facts, Meant, State
from scorecheck.model.finding import Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.explain import Diagnosis, Explainer
from scorecheck.repair.fields import edits_behind, readable_as, slip_behind, with_field
from scorecheck.repair.hypothesis import (
    MOST_HYPOTHESES,
    CellEdit,
    Correction,
    Group,
    Hypothesis,
    log_sum,
    merged,
)
from scorecheck.repair.judge import BudgetExhausted, Effort
from scorecheck.repair.slips import constant
from scorecheck.repair.unforeseen import Unforeseen, of_left_columns

_EFFORT = 8
"""This many followed rows take as long as one judged by all checks."""
_FURTHEST = 60
"""At most this many rows below a fault are followed to see whether it is repaired."""
_TOO_UNLIKELY = 16.0
_CLOSE = 5.0
"""A reading that fails again further down gets another slip if its log ratio to the best is at most this."""
_MOST_PAIRS = 40
_MOST_SLIPS = 3


_Before = tuple[State, float]
"""The state before a row, and the log-probability of the rows above."""


class _Reading(NamedTuple):
    """The possible meaning of all rows up to the next failure."""

    entries: Sequence[Entry]
    before: Sequence[_Before]
    """Those before each row, up to the first that is wrong."""
    slips: float = 0.0
    corrections: tuple[Correction, ...] = ()

    @property
    def reach(self) -> int:
        """The first row that is wrong; the number of rows if none is."""
        return len(self.before) - 1

    @property
    def log(self) -> float:
        """The log-probability of the rows up to there, and of the slips."""
        return self.before[-1][1] + self.slips


class FactDecoder:
    """Decodes one sheet."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry], facts: Facts, effort: Effort) -> None:
        """``run`` returns the groups; to follow a row costs one of the effort."""
        self.sheet, self.facts, self.entries, self._written = sheet, facts, entries, entries
        self._effort = effort
        self.played: set[int] = set()
        """The places of the groups of which the fault may have been played so."""

    def run(self) -> tuple[list[Group], bool]:
        """The parts of the sheet with a fault, each with its hypotheses, and whether these are all."""
        groups: list[Group] = []
        before: Sequence[_Before] = [(self.facts.begin(), 0.0)]
        passed = -1
        try:
            while True:
                before = self._followed(self.entries, before, len(self.entries), passed)
                fault = len(before) - 1
                if fault == len(self.entries):
                    return groups, True
                readings = self._readings(_Reading(self.entries, before))
                if self.facts.follow(before[-1][0], self.entries[fault]).may_be_so:
                    self.played.add(len(groups))
                # Without a repair the row stays as it is, and the next fault is sought.
                last = max(readings[0].reach - 1, fault) if readings else fault
                found = (Hypothesis(one.log, one.slips, one.corrections) for one in readings)
                first = groups[-1].last + 1 if groups else 0
                groups.append(Group(first, last, tuple(merged(found, MOST_HYPOTHESES))))
                passed = -1 if readings else fault
                if readings:
                    self.entries, before = readings[0].entries, readings[0].before
        except BudgetExhausted:
            return groups, False

    def _followed(
        self, entries: Sequence[Entry], before: Sequence[_Before], end: int, passed: int = -1
    ) -> Sequence[_Before]:
        """The rows followed on to the first wrong one that was not passed, at most to this end."""
        followed = list(before)
        for at in range(len(before) - 1, min(end, len(entries))):
            self._effort.spend()
            state, gained = followed[-1]
            step = self.facts.follow(state, entries[at])
            if step.wrong and at > passed:
                return followed
            followed.append((step.state, gained + (0.0 if step.wrong else step.log)))
        if end < len(entries) or passed >= len(entries) - 1:
            return followed
        return followed[:-1] if self.facts.is_wrong_at_end(followed[-1][0]) else followed

    def _readings(self, seen: _Reading) -> list[_Reading]:
        """The likely readings that repair a fault, the likeliest first; only those that come furthest."""
        good: list[_Reading] = []
        again, furthest = [seen], seen.reach + 1
        for _ in range(_MOST_SLIPS):
            found = [more for one in again for more in self._with_slip(one)]
            good += [one for one in found if one.reach >= furthest]
            furthest = max((one.reach for one in good), default=furthest)
            best = max((one.log for one in good if one.reach == furthest), default=-inf)
            # One more slip where it fails again further down; if nothing repairs the fault, for the same.
            short = [one for one in good if one.reach < furthest and one.log > best - _CLOSE]
            short = short if good else [one for one in found if one.reach == seen.reach]
            again = sorted(short, key=lambda one: -one.log)[:_MOST_PAIRS]
            good = [one for one in good if one.reach == furthest]
        # Of two slips, either may be found first.
        good = list({frozenset(one.corrections): one for one in good}.values())
        good.sort(key=lambda one: -one.log)
        return [one for one in good if one.log > good[0].log - _TOO_UNLIKELY]

    def _with_slip(self, reading: _Reading) -> Iterator[_Reading]:
        """A reading with one more correction, where it fails."""
        entries, before = reading.entries, reading.before
        for suspect in self.facts.suspects(entries, reading.reach, before[-1][0]):
            below, written = entries[suspect:], self._written[suspect:]
            for meant in readable_as(below, self.facts.meant(entries, suspect, before[suspect][0])):
                # A cell is corrected once, whatever fault it is for; a formula has no slip of its own.
                if self._is_written(below, meant) and all(
                    below[row].fields.get(role) == written[row].fields.get(role)
                    for row, role, _ in meant.edits
                ):
                    yield self._undone(reading, suspect, meant)

    def _is_written(self, below: Sequence[Entry], meant: Meant) -> bool:
        """Whether a slip is one of somebody who wrote, whatever follows from it."""
        cells = [cell[:2] for cell in edits_behind(self.sheet, below, meant)]
        return self.sheet.formulas.cells.isdisjoint(cells[:1] if meant.kind == "worked-out" else cells)

    def _undone(self, reading: _Reading, suspect: int, meant: Meant) -> _Reading:
        below, before = reading.entries[suspect:], reading.before[: suspect + 1]
        kind, chance = slip_behind(below, meant, len(reading.entries), "slips")
        edits = edits_behind(self.sheet, below, meant)
        entries, more = _with_meant(reading.entries, suspect, meant), ()
        follow = self.sheet.formulas.following(edit[:2] for edit in edits)
        if follow:
            unknown = (entries, more)
            entries, more = next(self._worked_out(entries, suspect, before[-1][0], follow), unknown)
        before = self._followed(entries, before, reading.reach + _FURTHEST)
        correction = Correction(kind, (*edits, *more), suspect)
        return _Reading(entries, before, reading.slips + chance, (*reading.corrections, correction))

    def _worked_out(
        self, entries: Sequence[Entry], at: int, state: State, cells: frozenset[tuple[int, int]]
    ) -> Iterator[tuple[Sequence[Entry], tuple[CellEdit, ...]]]:
        """The rows with what formulas in some cells of one give, as its rules have it."""
        self._effort.spend()
        if not self.facts.follow(state, entries[at]).wrong:
            yield entries, ()
            return
        for meant in self.facts.meant(entries, at, state) if cells else ():
            edits = edits_behind(self.sheet, entries[at:], meant)
            mine = frozenset(edit[:2] for edit in edits)
            if mine <= cells:
                changed = _with_meant(entries, at, meant)
                for right, more in self._worked_out(changed, at, state, cells - mine):
                    yield right, (*edits, *more)


def _with_meant(entries: Sequence[Entry], at: int, meant: Meant) -> Sequence[Entry]:
    """The rows with the facts of one, and of those below, as they were meant."""
    changed = list(entries)
    for row, role, text in meant.edits:
        changed[at + row] = with_field(changed[at + row], role, text)
    return changed


def of_facts(checked: SheetToMend) -> tuple[list[tuple[int, Diagnosis]], bool]:
    """The diagnoses of findings on a sheet of facts, by position, and whether the search was complete."""
    sheet, entries, findings, budget = checked.sheet, checked.entries, checked.findings, checked.budget
    facts = checked.layout.mending().facts
    if facts is None:
        return [], True
    effort = Effort(budget.left * _EFFORT)
    decoder = FactDecoder(sheet, entries, facts(sheet, entries), effort)
    groups, complete = decoder.run()
    budget.spend(int(budget.left - effort.left / _EFFORT))
    found: list[tuple[int, Diagnosis]] = []
    explained, left = of_left_columns(sheet, entries, groups)
    for at, group in enumerate(groups):
        if group not in explained:
            continue
        another = log_sum((left, log(constant("played-so")))) if at in decoder.played else left
        explainer = Explainer(sheet, entries, findings, unforeseen=Unforeseen(another=another))
        mine = list(explainer.of_group(group))
        behind = [(which, diagnosis.fixes) for which, diagnosis in mine if diagnosis.fixes]
        for place, (which, diagnosis) in enumerate(mine):
            # The consequence of a slip stands below it, and has its repairs as well.
            follows = len(behind) == 1 and behind[0][0] in [other for other, _ in mine[:place]]
            fixes = diagnosis.fixes or (behind[0][1] if follows else ())
            # The finding stays in its cell, since it describes its own row, and a repair names its own.
            cell = findings[which].cell
            found.append((which, Diagnosis(findings[which], cell, tuple(map(_of_row, fixes)))))
    return found, complete


def _of_row(fix: Fix) -> Fix:
    """A repair that names its row, since the number of a game does not identify a row of a log."""
    params = {**fix.params, "roles": tuple("fact" for _ in fix.edits), "game": ""}
    params.pop("all", None)
    return replace(fix, params=params)
