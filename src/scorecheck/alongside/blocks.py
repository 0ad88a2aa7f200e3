"""Blocks of aligned rows that are judged together, and the hypotheses about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorecheck.model.cells import Points
from scorecheck.model.finding import Edit
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.repair.channel import rate
from scorecheck.repair.checked import edited
from scorecheck.repair.hypothesis import OF_ROWS, Correction, Group, Hypothesis, merged

FAR = 18.0
"""Hypotheses are dropped whose log-probability is this much below the best."""


class JointHypothesis(NamedTuple):
    """The true rows of a block, with the slips of each sheet."""

    weight: float
    """The log-probability, up to a constant of the block."""
    of_sheets: tuple[Hypothesis, ...]
    """The slips of each sheet."""
    twice: frozenset[int] = frozenset()
    """Rows that are repeated on the sheets that have them; all other rows that some sheets lack were left out
    there."""
    more: tuple[Points, ...] = ()
    """For each sheet the points of each common player that its rows lack."""


class Block(NamedTuple):
    """Aligned rows that are judged together."""

    first: int
    last: int
    hypotheses: tuple[JointHypothesis, ...]
    """The likeliest first."""

    def group(self, which: int, entries: tuple[int, int], *, joined: bool) -> Group:
        """The hypotheses about one sheet, with its entries of the block."""
        hypotheses = [one.of_sheets[which]._replace(weight=one.weight) for one in self.hypotheses]
        return Group(*entries, tuple(merged(hypotheses, len(hypotheses))), joined)


def merged_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans, with overlapping ones merged."""
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
    """The hypotheses near the likeliest, which comes first."""
    ordered = sorted(found, key=lambda one: -one.weight)
    return tuple(one for one in ordered if one.weight >= ordered[0].weight - FAR)


def joined(weight: float, hypotheses: Sequence[Hypothesis]) -> Hypothesis:
    """The slips of several independent hypotheses, with their joint weight."""
    return Hypothesis(
        weight,
        sum(hypothesis.slips for hypothesis in hypotheses),
        tuple(correction for hypothesis in hypotheses for correction in hypothesis.corrections),
    )


def without_rows(hypothesis: Hypothesis, many: int) -> Hypothesis:
    """A hypothesis without left-out or repeated rows, for which all sheets together decide."""
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
    """A sheet with some slips undone."""
    table = sheet.table
    edits = (
        Edit(table.cell(row, column), "", "" if value is None else str(value))
        for correction in corrections
        for row, column, value in correction.edits
    )
    return edited(sheet, edits)
