"""Judges whether a row keeps the rules, by the same checks that find the faults."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.checks.check import Check, Hit, Look
from scorecheck.model.cells import Number
from scorecheck.model.finding import Severity
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

_WEIGHED = 0.15
"""The cost of weighing a guess, relative to judging a row."""


class BudgetExhausted(Exception):
    """The budget of the search is spent."""


class Effort:
    """The remaining effort of a search."""

    def __init__(self, left: float) -> None:
        """With so much effort."""
        self.left = left

    def spend(self, effort: float = 1.0) -> None:
        """Takes effort for one step, which may be more than is left.

        Raises:
            BudgetExhausted: there is none left.
        """
        if self.left <= 0:
            raise BudgetExhausted
        self.left -= effort


class Breaches(NamedTuple):
    """The violations of a row: which rules, and the error where a check knows it."""

    rules: frozenset[str]
    off: Number | None
    severity: Severity
    of_change: bool = False
    """Whether its change is no game, whatever the totals above."""

    def only_carries(self, above: Breaches) -> bool:
        """Whether a row of running totals is wrong only because the one above is.

        The error is the same, and the change is a game.
        """
        return self.off is not None and self.off == above.off and not self.of_change


KEPT = Breaches(frozenset(), None, Severity.INFO)


class Judge(Effort):
    """Judges rows as written or with assumed values, at the cost of its effort."""

    def __init__(self, sheet: Sheet, checks: Sequence[Check], budget: int) -> None:
        """For rows of this sheet, by the checks that look at rows."""
        super().__init__(budget)
        self._sheet = sheet
        self._looks = [
            (check, check.look)
            for check in checks
            if check.look is not None
            and check.applies(sheet)
            and check.rule.severity is not Severity.INFO
            and check.rule.has_repairs
        ]
        self._of_readable = [one for one in self._looks if not one[0].of_unreadable]
        self._of_points = [one for one in self._of_readable if not one[0].of_numbers]
        steps = [check.reach for check, _ in self._looks if check.scope == "step"]
        self.looks_back = bool(steps)
        """Whether a row is judged by the points of those before it."""
        self.reach = max(steps, default=1)

    def breaches(self, entry: Entry, past: Sequence[Entry]) -> Breaches:
        """All violations of a row."""
        self.spend()
        hits: list[tuple[Check, Hit]] = []
        for check, look in self._looking_at(entry) if entry.readable else self._looks:
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
        """Whether a row has no violation; without ``step``, its change is not considered."""
        self.spend()
        if not entry.readable:
            return False
        looks = self._looking_at(entry)
        for at, (check, look) in enumerate(looks):
            if (not step and check.of_change) or not self._can_judge(check, entry):
                continue
            for _ in look(entry, past, self._sheet):
                if at:
                    # A rule that was broken once is likely broken again, so try it first.
                    looks.insert(0, looks.pop(at))
                return False
        return True

    def _looking_at(self, entry: Entry) -> list[tuple[Check, Look]]:
        """The checks that may have hits in a readable row."""
        return self._of_readable if entry.numbers or entry.opening else self._of_points

    def _can_judge(self, check: Check, entry: Entry) -> bool:
        if check.arithmetic and not entry.readable:
            return False
        return check.needs is None or check.needs(entry, self._sheet)

    def weighed(self) -> None:
        """Counts a guess that is weighed only, without the rules."""
        self.spend(_WEIGHED)
