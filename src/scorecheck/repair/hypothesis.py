"""Hypotheses about the meaning of a part of a sheet: slips, each with its correction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from math import exp, log
from operator import attrgetter

from scorecheck.checks.null import log_sum as log_sum
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

MOST_HYPOTHESES = 64
"""The largest number of hypotheses that are kept for a part of a sheet."""
CONTROL_FOLLOWS = "control-follows"
"""A control calculated from the wrong number."""
OTHER = "other"
"""Any number in place of the meant one."""
LEFT_OUT = "row-left-out"
"""The kind of a missing row, which no edit corrects."""
TWICE = "row-twice"
"""The kind of a duplicate row."""
COPIED = "row-copied"
"""A row with the numbers of the row above."""
OF_ROWS = frozenset({LEFT_OUT, TWICE})
"""The kinds of whole rows."""

CellEdit = tuple[int, int, "Number | str | None"]
"""A cell of the table by row and column, and its right value; ``None`` to clear it."""


class Correction(NamedTuple):
    """The correction of one slip."""

    kind: str
    edits: tuple[CellEdit, ...]
    """The wrong cell first; after it those that only follow."""
    at: int
    """Its entry, counted from 0; beyond the last one it is the total row."""
    points: tuple[Number, ...] = ()
    """The changed points of each player in the row; empty if unknown."""
    carried_to: int | None = None
    """The last entry with the consequences of the slip."""

    def extended(self, edit: CellEdit, at: int) -> Correction:
        """The same slip, with consequences in one more cell."""
        return self._replace(edits=(*self.edits, edit), carried_to=at)


def any_number(corrections: Iterable[Correction]) -> int:
    """How many slips wrote any number."""
    return sum(one.kind == OTHER for one in corrections)


class Hypothesis(NamedTuple):
    """A hypothesis about the meaning of a part of a sheet."""

    weight: float
    """Its log-probability, comparable only within the part."""
    slips: float
    """The part of it for the slips alone."""
    corrections: tuple[Correction, ...]
    moved: tuple[Number, ...] = ()
    """The change of the totals after the last row; empty for none."""
    costs: tuple[tuple[int, float], ...] = ()
    """The log-probability of the slips in each entry, where known separately, but for what any cause has to
    give as well."""

    @property
    def many(self) -> int:
        """The number of slips, without controls that only follow."""
        return sum(one.kind != CONTROL_FOLLOWS for one in self.corrections)

    @property
    def others(self) -> int:
        """The number of them that wrote any number."""
        return any_number(self.corrections)

    def likelier(self, by: float) -> Hypothesis:
        """The same with a term added to its log-probability."""
        return self._replace(weight=self.weight + by)

    def beside(self, other: Hypothesis) -> Hypothesis:
        """The combination of two hypotheses about different parts of a sheet."""
        return Hypothesis(
            self.weight + other.weight,
            self.slips + other.slips,
            (*self.corrections, *other.corrections),
            added(self.moved, other.moved),
            (*self.costs, *other.costs),
        )


class Group(NamedTuple):
    """Entries that are judged together, with their hypotheses."""

    first: int
    last: int
    hypotheses: tuple[Hypothesis, ...]
    """The likeliest first; empty if none was found."""
    joined: bool = False
    """Whether a total row or a card connects them and confirms what is found."""
    further: tuple[Hypothesis, ...] = ()
    """Less likely ones, and what the search dropped, as far as it had come: all have their share."""

    @property
    def all(self) -> tuple[Hypothesis, ...]:
        """All hypotheses, the likeliest first."""
        return (*self.hypotheses, *self.further)


def merged(
    hypotheses: Iterable[Hypothesis],
    most: int | None = None,
    weigh: Callable[[Hypothesis], float] | None = None,
) -> list[Hypothesis]:
    """The likeliest hypotheses, or those of most weight, with those of equal edits merged."""
    alike: dict[tuple[frozenset[CellEdit], bool], Hypothesis] = {}
    for hypothesis in hypotheses:
        corrections = hypothesis.corrections
        # A missing row needs no edit, and differs from no slip.
        key = frozenset(chain.from_iterable([one.edits for one in corrections])), not corrections
        known = alike.get(key)
        if known is not None:
            better, worse = (known, hypothesis) if known.weight >= hypothesis.weight else (hypothesis, known)
            hypothesis = better._replace(weight=better.weight + log(1 + exp(worse.weight - better.weight)))
        alike[key] = hypothesis
    return sorted(alike.values(), key=weigh or attrgetter("weight"), reverse=True)[:most]


def written_once(corrections: Sequence[Correction], further: Sequence[Correction]) -> tuple[Correction, ...]:
    """Slips with later ones added: each cell is written once, in the first slip, with the last value."""
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
    """The sum of two changes of the totals."""
    if not one or not other:
        return tuple(one or other)
    return tuple(a + b for a, b in zip(one, other, strict=True))
