"""Rows side by side that are judged together, and what they may have been."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorecheck.model.cells import Points
from scorecheck.model.finding import Edit
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.repair.channel import rate
from scorecheck.repair.hypothesis import OF_ROWS, Correction, Group, Hypothesis, merged
from scorecheck.repair.mended import edited

FAR = 18.0
"""A hypothesis is left out whose log-probability is so much below the best."""


class JointHypothesis(NamedTuple):
    """What the rows of a block may have been, and what each sheet wrote instead."""

    weight: float
    """Its log-probability, to be compared within the block."""
    of_sheets: tuple[Hypothesis, ...]
    """For each sheet the slips that it takes there."""
    twice: frozenset[int] = frozenset()
    """Rows that are there twice where they stand; the others that some sheets lack are left out there."""
    more: tuple[Points, ...] = ()
    """For each sheet how much more its rows should give the players that all share."""


class Block(NamedTuple):
    """Rows side by side that are judged together."""

    first: int
    last: int
    hypotheses: tuple[JointHypothesis, ...]
    """Likeliest first."""

    def group(self, which: int, entries: tuple[int, int], *, joined: bool) -> Group:
        """What the block says of one sheet, of which it holds these entries."""
        hypotheses = [one.of_sheets[which]._replace(weight=one.weight) for one in self.hypotheses]
        return Group(*entries, tuple(merged(hypotheses, len(hypotheses))), joined)


def merged_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans with those that overlap taken together."""
    now: tuple[int, int] | None = None
    for first, last in sorted(spans):
        if now is not None and first <= now[1]:
            now = (now[0], max(now[1], last))
            continue
        if now is not None:
            yield now
        now = (first, last)
    if now is not None:
        yield now


def likely(found: Iterable[JointHypothesis]) -> tuple[JointHypothesis, ...]:
    """Those that are not too far from the likeliest, which comes first."""
    ordered = sorted(found, key=lambda one: -one.weight)
    return tuple(one for one in ordered if one.weight >= ordered[0].weight - FAR)


def joined(weight: float, hypotheses: Sequence[Hypothesis]) -> Hypothesis:
    """The slips of several hypotheses, with the weight of all together."""
    return Hypothesis(
        weight,
        sum(hypothesis.slips for hypothesis in hypotheses),
        tuple(correction for hypothesis in hypotheses for correction in hypothesis.corrections),
    )


def without_rows(hypothesis: Hypothesis, many: int) -> Hypothesis:
    """A hypothesis without rows that are left out or there twice among so many: all sheets weigh them."""
    corrections = tuple(correction for correction in hypothesis.corrections if correction.kind not in OF_ROWS)
    back = sum(
        -rate(correction.kind, many) for correction in hypothesis.corrections if correction.kind in OF_ROWS
    )
    return (
        hypothesis
        if not back
        else Hypothesis(hypothesis.weight + back, min(0.0, hypothesis.slips + back), corrections)
    )


def with_corrections(sheet: Sheet, corrections: Iterable[Correction]) -> Sheet:
    """A sheet on which some slips are undone."""
    table = sheet.table
    edits = (
        Edit(table.cell(row, column), "", "" if value is None else str(value))
        for correction in corrections
        for row, column, value in correction.edits
    )
    return edited(sheet, edits)
