"""Decodes sheets with rows of facts, such as logs: which fact or number was mistyped.

The game follows the rows and marks wrong ones (``checks/facts.py``). Each row that may hold the slip is read
as all that it may mean, and the rows below are followed again: the readings that come furthest are kept, with
their probability. The checks judge what is offered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf, log

from scorecheck.checks.facts import FactEdit, Facts, Meant, State
from scorecheck.model.finding import Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.channel import rate_of_fact
from scorecheck.repair.checked import SheetToMend
from scorecheck.repair.explain import Diagnosis, Explainer, Group
from scorecheck.repair.fields import number_read_as, readable_as, with_field
from scorecheck.repair.hypothesis import MOST_HYPOTHESES, Correction, Hypothesis, merged
from scorecheck.repair.judge import BudgetExhausted
from scorecheck.repair.slips import weights
from scorecheck.repair.unforeseen import Unforeseen

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
    """The possible meaning of rows, from one of them on up to the next failure."""

    log: float
    slips: float
    corrections: tuple[Correction, ...]
    changed: Mapping[int, Entry]
    reach: int
    """The first row that is then wrong; the number of rows if none is."""


class FactDecoder:
    """Decodes one sheet."""

    def __init__(self, sheet: Sheet, entries: Sequence[Entry], facts: Facts, effort: float) -> None:
        """``run`` returns the groups; at most this many rows are followed."""
        self.sheet, self.facts = sheet, facts
        self.entries = list(entries)
        self.left = effort
        self._states: list[State] = []
        self._logs: list[float] = []
        self.played: set[int] = set()
        """The places of the groups of which the fault may have been played so."""

    def run(self) -> tuple[list[Group], bool]:
        """The parts of the sheet with a fault, each with its hypotheses, and whether these are all."""
        groups: list[Group] = []
        begin, passed = 0, -1
        try:
            while True:
                fault = self._follow_from(begin, passed)
                if fault is None:
                    return groups, True
                readings = self._readings(fault)
                # Without a repair the row stays as it is, and the next fault is sought.
                reach = readings[0].reach if readings else fault + 1
                above = groups[-1].last + 1 if groups else 0
                if self.facts.follow(self._states[fault], self.entries[fault]).may_be_so:
                    self.played.add(len(groups))
                groups.append(Group(above, max(reach - 1, fault), _hypotheses(readings)))
                begin, passed = fault, max(reach - 1, fault) if not readings else -1
                if readings:
                    begin = min([fault, *readings[0].changed])
                    for at, entry in readings[0].changed.items():
                        self.entries[at] = entry
        except BudgetExhausted:
            return groups, False

    def _follow_from(self, begin: int, passed: int) -> int | None:
        """Follows the rows from one on to the first wrong row that was not skipped.

        Keeps the states before them.
        """
        del self._states[begin + 1 :], self._logs[begin + 1 :]
        if not self._states:
            self._states, self._logs = [self.facts.begin()], [0.0]
        for at in range(len(self._states) - 1, len(self.entries)):
            self._spend()
            step = self.facts.follow(self._states[at], self.entries[at])
            if step.wrong and at > passed:
                return at
            self._states.append(step.state)
            self._logs.append(self._logs[at] + (0.0 if step.wrong else step.log))
        last = len(self.entries) - 1
        if self.facts.is_wrong_at_end(self._states[-1]) and last > passed:
            return last
        return None

    def _readings(self, fault: int) -> list[_Reading]:
        """The likely readings that repair a fault, the likeliest first; only those that come furthest."""
        good = self._with_few_slips(fault)
        furthest = max((one.reach for one in good), default=fault)
        for _ in range(_MOST_SLIPS - 1):
            whole = [one for one in good if one.reach == furthest]
            best = max((one.log for one in whole), default=-inf)
            short = [one for one in good if one.reach < furthest and one.log > best - _CLOSE]
            good = whole
            for one in sorted(short, key=lambda one: -one.log)[:_MOST_PAIRS]:
                good += (more for more in self._with_slip(one) if more.reach >= furthest)
            furthest = max((one.reach for one in good), default=fault)
        # Of two slips, either may be found first.
        good = list({frozenset(one.corrections): one for one in good if one.reach == furthest}.values())
        good.sort(key=lambda one: -one.log)
        return [one for one in good if one.log > good[0].log - _TOO_UNLIKELY]

    def _with_few_slips(self, fault: int) -> list[_Reading]:
        """The readings that repair a fault by one slip; if there are none, by two."""
        found = list(self._with_slip(_Reading(0.0, 0.0, (), {}, fault)))
        good = [one for one in found if one.reach > fault]
        if good:
            return good
        tried = sorted((one for one in found if one.reach == fault), key=lambda one: -one.slips)
        return [more for one in tried[:_MOST_PAIRS] for more in self._with_slip(one) if more.reach > fault]

    def _with_slip(self, reading: _Reading) -> Iterator[_Reading]:
        """A reading with one more correction, where it fails."""
        entries = self._meant_by(reading)
        before = self._states_of(entries, reading)
        for suspect in self.facts.suspects(entries, reading.reach, before[reading.reach][0]):
            for meant in readable_as(entries, self.facts.meant(entries, suspect, before[suspect][0])):
                if any(
                    row in reading.changed and self._touched(reading, row, role)
                    for row, role, _ in meant.edits
                ):
                    continue
                yield self._undone(reading, entries, meant, before)

    def _touched(self, reading: _Reading, row: int, role: str) -> bool:
        """Whether a reading changes a cell already."""
        return reading.changed[row].fields.get(role) != self.entries[row].fields.get(role)

    def _undone(
        self, reading: _Reading, entries: Sequence[Entry], meant: Meant, before: Sequence[_Before]
    ) -> _Reading:
        slips = reading.slips + self._chance(entries, meant)
        changed = dict(reading.changed)
        for row, role, text in meant.edits:
            changed[row] = with_field(changed.get(row, self.entries[row]), role, text)
        first = min(row for row, _, _ in meant.edits)
        reach, gained = self._followed(changed, first, before[first], reading.reach)
        correction = Correction(self._kind(entries, meant), tuple(self._edits(meant.edits)), first)
        return _Reading(gained + slips, slips, (*reading.corrections, correction), changed, reach)

    def _followed(
        self, changed: Mapping[int, Entry], first: int, before: _Before, fault: int
    ) -> tuple[int, float]:
        """How far the rows can be followed with some of them changed, and the log-probability so far."""
        state, gained = before
        end = min(len(self.entries), fault + _FURTHEST)
        for at in range(first, end):
            self._spend()
            step = self.facts.follow(state, changed.get(at, self.entries[at]))
            if step.wrong:
                return at, gained
            state, gained = step.state, gained + step.log
        if end == len(self.entries) and self.facts.is_wrong_at_end(state):
            return end - 1, gained
        return end, gained

    def _states_of(self, entries: Sequence[Entry], reading: _Reading) -> Sequence[_Before]:
        """The state before each row up to where a reading fails."""
        first = min([reading.reach, *reading.changed])
        before = list(zip(self._states[: first + 1], self._logs, strict=False))
        for at in range(first, reading.reach):
            self._spend()
            state, gained = before[-1]
            step = self.facts.follow(state, entries[at])
            before.append((step.state, gained + step.log))
        return before

    def _meant_by(self, reading: _Reading) -> Sequence[Entry]:
        if not reading.changed:
            return self.entries
        return [reading.changed.get(at, entry) for at, entry in enumerate(self.entries)]

    def _chance(self, entries: Sequence[Entry], meant: Meant) -> float:
        """The log-probability of a slip on the sheet."""
        slip = rate_of_fact(meant.kind, len(self.entries), meant.among)
        if meant.kind == "number":
            slip += sum(number_read_as(entries[row], role, text)[1] for row, role, text in meant.edits)
        return slip

    def _kind(self, entries: Sequence[Entry], meant: Meant) -> str:
        (row, role, text), *_ = meant.edits
        return number_read_as(entries[row], role, text)[0] if meant.kind == "number" else meant.kind

    def _edits(self, edits: Iterable[FactEdit]) -> Iterator[tuple[int, int, str]]:
        for row, role, text in edits:
            column = self.sheet.column(role)
            if column is not None:
                yield self.entries[row].row, column, text

    def _spend(self) -> None:
        if self.left <= 0:
            raise BudgetExhausted
        self.left -= 1


def _hypotheses(readings: Iterable[_Reading]) -> tuple[Hypothesis, ...]:
    return tuple(
        merged((Hypothesis(one.log, one.slips, one.corrections) for one in readings), MOST_HYPOTHESES)
    )


def of_facts(checked: SheetToMend) -> tuple[list[tuple[int, Diagnosis]], bool]:
    """The diagnoses of findings on a sheet of facts, by position, and whether the search was complete."""
    sheet, entries, findings, budget = checked.sheet, checked.entries, checked.findings, checked.budget
    if checked.layout.facts is None:
        return [], True
    decoder = FactDecoder(sheet, entries, checked.layout.facts(sheet, entries), budget.left * _EFFORT)
    groups, complete = decoder.run()
    budget.spend(int(budget.left - decoder.left / _EFFORT))
    found: list[tuple[int, Diagnosis]] = []
    for at, group in enumerate(groups):
        another = log(weights().model["played-so"]) if at in decoder.played else -inf
        explainer = Explainer(sheet, entries, findings, unforeseen=Unforeseen(another=another))
        mine = list(explainer.of_group(group))
        behind = [diagnosis for _, diagnosis in mine if diagnosis.fixes]
        for which, diagnosis in mine:
            # The consequence of a slip has its repairs as well.
            fixes = diagnosis.fixes or (behind[0].fixes if len(behind) == 1 else ())
            # The finding stays in its cell, since it describes its own row, and a repair names its own.
            cell = findings[which].cell
            found.append((which, Diagnosis(findings[which], cell, tuple(map(_of_row, fixes)))))
    return found, complete


def _of_row(fix: Fix) -> Fix:
    """A repair that names its row, since the number of a game does not identify a row of a log."""
    params = {**fix.params, "roles": tuple("fact" for _ in fix.edits), "game": ""}
    params.pop("all", None)
    return replace(fix, params=params)
