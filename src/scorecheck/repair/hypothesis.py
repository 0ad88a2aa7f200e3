"""Hypotheses of what a part of a sheet was meant to say: slips, each undone by a correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp, log

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

MOST_HYPOTHESES = 64
"""At most so many hypotheses of a part of a sheet are kept."""
CONTROL_FOLLOWS = "control-follows"
"""A control that was worked out from the wrong number."""
LEFT_OUT = "row-left-out"
"""The kind of a row that is not there: no edit undoes it."""
TWICE = "row-twice"
"""The kind of a row that is there once more."""
OF_ROWS = frozenset({LEFT_OUT, TWICE})
"""The kinds of whole rows."""

CellEdit = tuple[int, int, "Number | str | None"]
"""A cell of the table by row and column, and what it should say; ``None``: nothing."""


class Correction(NamedTuple):
    """One slip, undone."""

    kind: str
    edits: tuple[CellEdit, ...]
    """The cell that is wrong first; those that only follow after it."""
    at: int
    """The entry that it is in, counted from 0; beyond the last one it is the total row."""
    points: tuple[Number, ...] = ()
    """What the row changes for each player when the slip is undone; empty where that is not known."""
    carried_to: int | None = None
    """The last entry that carries the slip on."""

    def extended(self, edit: CellEdit, at: int) -> Correction:
        """The same slip, carried on into one more cell."""
        return self._replace(edits=(*self.edits, edit), carried_to=at)


class Hypothesis(NamedTuple):
    """What a part of the sheet may have been meant to say."""

    weight: float
    """Its log-probability, to be compared within the part only."""
    slips: float
    """The part of it that comes from the slips alone."""
    corrections: tuple[Correction, ...]
    moved: tuple[Number, ...] = ()
    """By how much it changes the totals after the last row; empty: not at all."""
    costs: tuple[tuple[int, float], ...] = ()
    """The log-probability of the slips in each entry that has any, where that is known apart."""

    @property
    def many(self) -> int:
        """How many slips it takes: a control that only follows is none."""
        return sum(one.kind != CONTROL_FOLLOWS for one in self.corrections)

    def likelier(self, by: float) -> Hypothesis:
        """The same, with so much added to its log-probability."""
        return self._replace(weight=self.weight + by)

    def beside(self, other: Hypothesis) -> Hypothesis:
        """Both of two hypotheses, of different parts of a sheet."""
        return Hypothesis(
            self.weight + other.weight,
            self.slips + other.slips,
            (*self.corrections, *other.corrections),
            added(self.moved, other.moved),
            (*self.costs, *other.costs),
        )


class Part(NamedTuple):
    """A stretch of entries with something wrong, and what it may have been meant to say."""

    first: int
    last: int
    hypotheses: tuple[Hypothesis, ...]
    """Likeliest first; empty where none was found."""


def merged(
    hypotheses: Iterable[Hypothesis], most: int, weigh: Callable[[Hypothesis], float] | None = None
) -> list[Hypothesis]:
    """The likeliest hypotheses, or those of most weight, with those that come to the same edits taken
    together."""
    alike: dict[frozenset[CellEdit], Hypothesis] = {}
    for hypothesis in hypotheses:
        key = frozenset(edit for correction in hypothesis.corrections for edit in correction.edits)
        known = alike.get(key)
        # A row that was left out takes no edit, and is another hypothesis than none at all.
        if known is not None and bool(known.corrections) == bool(hypothesis.corrections):
            better, worse = (known, hypothesis) if known.weight >= hypothesis.weight else (hypothesis, known)
            hypothesis = better._replace(weight=better.weight + log(1 + exp(worse.weight - better.weight)))
        elif known is not None:
            key = frozenset({(-1, len(alike), None)})
        alike[key] = hypothesis
    return sorted(alike.values(), key=weigh or _weight, reverse=True)[:most]


def _weight(hypothesis: Hypothesis) -> float:
    return hypothesis.weight


def written_once(corrections: Sequence[Correction], further: Sequence[Correction]) -> tuple[Correction, ...]:
    """Slips with further ones beside them: each cell is written once, by the first, as the last says."""
    last = {edit[:2]: edit for correction in further for edit in correction.edits}
    before = {edit[:2] for correction in corrections for edit in correction.edits}
    again = [
        correction._replace(edits=tuple(last.get(edit[:2], edit) for edit in correction.edits))
        for correction in corrections
    ]
    for correction in further:
        edits = tuple(edit for edit in correction.edits if edit[:2] not in before)
        again += [correction._replace(edits=edits)] if edits else []
    return tuple(again)


def added(one: Sequence[Number], other: Sequence[Number]) -> tuple[Number, ...]:
    """Two changes of the totals, one after the other."""
    if not one or not other:
        return tuple(one or other)
    return tuple(a + b for a, b in zip(one, other, strict=True))


def log_sum(weights: Iterable[float]) -> float:
    """Log-sum-exp of log weights."""
    given = list(weights)
    highest = max(given)
    return highest + log(sum([exp(weight - highest) for weight in given]))
