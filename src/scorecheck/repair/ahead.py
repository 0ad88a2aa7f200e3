"""How much less likely than possible a meaning of a row makes the rows below."""

from __future__ import annotations

from functools import cache
from math import inf

from scorecheck.model.cells import Number
from scorecheck.repair.evidence import Evidence
from scorecheck.repair.place import Cells, filled, steps_of

SLIP = 8.0
"""One more slip lowers the log-probability by at least this."""
_AHEAD = 2
"""A slip that its own row does not show may show within this many rows below."""


class Ahead:
    """Looks ahead on one sheet, with a cache."""

    def __init__(self, evidence: Evidence) -> None:
        """With the evidence of the sheet."""
        self.evidence, self.running = evidence, evidence.sheet.running
        self.further = cache(self._further)

    def _further(self, at: int, base: tuple[Number, ...], below: Cells | None) -> float:
        """How much less likely than the likeliest games the step to a player's next total is (a logarithm).

        Only if rows are one of many games, since errors may show far down; on points, how much less likely
        the next row is. ``below``: the meaning of that row, if known.
        """
        evidence = self.evidence
        if evidence.free is not None and self.running:
            return self.next_row(at, base) if below is None else 0.0
        if not evidence.games:
            return 0.0
        if not self.running:
            return self.next_row(at, base, below)
        written = evidence.written_below
        following = written[at] if below is None else filled(below, written[at + 1])
        further = sum(
            max(-SLIP, evidence.alone(which, said - total) - evidence.most)
            for which, (said, total) in enumerate(zip(following, base, strict=True))
            if said is not None
        )
        return further - SLIP if below is None and self._is_of_two(at + 1, base) else further

    def _is_of_two(self, at: int, base: tuple[Number, ...]) -> bool:
        """Whether a row has changes for more than one player."""
        both = zip(self.evidence.cells[at], base, strict=True) if at < len(self.evidence.cells) else ()
        return sum(cell not in (None, total) for cell, total in both) > 1

    def next_row(self, at: int, base: tuple[Number, ...], meant: Cells | None = None) -> float:
        """How much less likely than a typical row the next one is after these totals, at most by a slip.

        ``meant``: its meaning, if known; else it is as written.
        """
        evidence, below = self.evidence, at + 1
        if below >= len(evidence.entries):
            return 0.0
        if meant is None and evidence.spoilt[below]:
            return -SLIP
        step = steps_of(meant or evidence.cells[below], base)
        chance = evidence.usual(step, below, opening=False) if self.running else evidence.prior(step)
        return max(-SLIP, min(0.0, chance - evidence.typical))

    def soon_fails(self, above: int, base: tuple[Number, ...], *, as_seen: bool) -> bool:
        """Whether one of the rows below one cannot follow these totals, so that the slip may be above it.

        ``as_seen``: they are those that are read.
        """
        evidence = self.evidence
        ahead = _AHEAD if evidence.free is None else 1
        for at in range(above + 1, min(above + 1 + ahead, len(evidence.entries))):
            if as_seen:
                if evidence.broken[at].rules:
                    return True
                continue
            if evidence.spoilt[at]:
                return True
            if evidence.usual(steps_of(evidence.cells[at], base), at, opening=False) == -inf:
                return True
            base = filled(evidence.cells[at], base)
        return False
