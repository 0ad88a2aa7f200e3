"""Whether a row keeps the rules, asked of the same checks that find the faults."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.checks.check import Check, Hit
from scorecheck.model.cells import Number
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

_WEIGHED = 0.15
"""The effort of weighing a guess, where judging a row is 1."""


class BudgetExhausted(Exception):
    """The budget of the search is used up."""


class Breaches(NamedTuple):
    """What a row breaks: which rules, and by how much it is out where a check can say so."""

    rules: frozenset[str]
    off: Number | None
    severity: Severity
    of_change: bool = False
    """Whether what it changed is no game, wherever it started from."""

    def only_carries(self, above: Breaches) -> bool:
        """Whether a row of running totals is wrong only because the one above it is: it is out by as
        much, and what it changed is a game."""
        return self.off is not None and self.off == above.off and not self.of_change


KEPT = Breaches(frozenset(), None, Severity.INFO)


class Judge:
    """Judges rows as they stand or as they might have been meant. Counts how often it was asked."""

    def __init__(self, sheet: Sheet, checks: Sequence[Check], budget: int) -> None:
        """Judges rows of this sheet by those of the checks that look at rows."""
        self._sheet = sheet
        self._looks = [
            (check, check.look)
            for check in checks
            if check.look is not None
            and check.applies(sheet.layout)
            and check.rule.severity is not Severity.INFO
            and check.rule.has_repairs
        ]
        self.left = float(budget)
        self.reach = max((check.reach for check, _ in self._looks if check.scope == "step"), default=1)

    def breaches(self, entry: Entry, past: Sequence[Entry]) -> Breaches:
        """All that a row breaks."""
        self._spend()
        hits: list[tuple[Check, Hit]] = []
        for check, look in self._looks:
            if self._can_judge(check, entry):
                hits += [(check, hit) for hit in look(entry, past, self._sheet)]
        if not hits:
            return KEPT
        return Breaches(
            frozenset(check.rule.name for check, _ in hits),
            next((hit.off for _, hit in hits if hit.off is not None), None),
            max(check.rule.weight(doubtful=hit.doubtful) for check, hit in hits),
            any(check.of_change for check, _ in hits),
        )

    def keeps_all(self, entry: Entry, past: Sequence[Entry], *, step: bool = True) -> bool:
        """Whether a row breaks nothing; without ``step`` what it changed is not looked at."""
        self._spend()
        if not entry.readable:
            return False
        for at, (check, look) in enumerate(self._looks):
            if (not step and check.of_change) or not self._can_judge(check, entry):
                continue
            for _ in look(entry, past, self._sheet):
                if at:
                    # What was broken once is soon broken again: ask there first.
                    self._looks.insert(0, self._looks.pop(at))
                return False
        return True

    def _can_judge(self, check: Check, entry: Entry) -> bool:
        if check.arithmetic and not entry.readable:
            return False
        return check.needs is None or check.needs(entry, self._sheet)

    def weighed(self) -> None:
        """Counts a guess that is only weighed, and not held against the rules."""
        self._spend(_WEIGHED)

    def _spend(self, effort: float = 1.0) -> None:
        if self.left <= 0:
            raise BudgetExhausted
        self.left -= effort
