"""Sums among the games, such as totals brought forward: they show where a total begins to be out."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Sequence

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

_FEWEST = 2
"""At least this many sums agree with all games above them, or they are sums of something else."""


class SoFar(NamedTuple):
    """What the sums among the games tell of a wrong total."""

    games: range
    """The entries among which the slip is, if it is in one of them."""
    sums: tuple[tuple[int, Number], ...] = ()
    """The sums above the total that are out by as much: their rows and values."""


def begins(sheet: Sheet, entries: Sequence[Entry], out: Sequence[Number]) -> Sequence[SoFar]:
    """For each player where the total begins to be out, if the sums are all right before and wrong after."""
    anywhere = [SoFar(range(len(entries)))] * len(out)
    rows = [one for one in sheet.subtotals if entries[0].row < one.row < sheet.stop]
    above = [bisect([entry.row for entry in entries], one.row) for one in rows]
    off = [
        [said - given if isinstance(said, int) else None for said, given in both]
        for one, at in zip(rows, above, strict=True)
        for both in [zip(one.said, entries[at - 1].totals, strict=True)]
    ]
    if sum(each.count(0) for each in off) < max(_FEWEST, len(off) * len(out) / 2):
        return anywhere
    found: list[SoFar] = []
    for position, (by, unknown) in enumerate(zip(out, anywhere, strict=True)):
        column = [each[position] for each in off]
        first = column.count(0)
        if not by or column != [0] * first + [by] * (len(column) - first):
            found.append(unknown)
            continue
        games = range(above[first - 1] if first else 0, [*above, len(entries)][first])
        wrong = [
            (one.row, entries[at - 1].totals[position] + by) for one, at in zip(rows, above, strict=True)
        ]
        found.append(SoFar(games, tuple(wrong[first:])))
    return found
