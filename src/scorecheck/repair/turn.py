"""Turns: if people deal, or sit out, one after the other, a missing row breaks the order.

It shows as a step of two seats with a regular order above and below. The module knows no game.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from math import log

from scorecheck.checks.common import sitting
from scorecheck.checks.words import position_of
from scorecheck.model.cells import Number, value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.slips import constant

_AROUND = 3
"""This many rows above and below a place show whether the turn is regular there."""


class Turn:
    """The turn on one sheet, learnt from the steps between its rows."""

    def __init__(self, seen: Iterable[tuple[int, int]], seats: int, *, sits_out: bool) -> None:
        """``seen``: pairs of row index and seat whose turn it was.

        ``sits_out``: that player takes no part.
        """
        known = list(seen)
        self._seats, self._sits_out = seats, sits_out
        # Each seat as if at the first row: constant as long as the turn is regular.
        ways = {way: [(seat - way * row) * way % seats for row, seat in known] for way in (1, -1)}
        self._way = min(ways, key=lambda way: _breaks(ways[way]))
        self._starts, self._rows = ways[self._way], [row for row, _ in known]
        steps, breaks = len(known) - 1, _breaks(self._starts)
        self.shown = seats > 2 and steps - breaks >= max(seats - 1, constant("turn-shown") * steps)
        """Whether the rows show a turn."""
        self.due = cache(self._due)
        if self.shown:
            # One break is the one in question.
            usual = constant("turn-steps")
            out = (max(0, breaks - 1) + constant("out-of-turn") * usual) / (steps + usual)
            self._strange = log((1 - out) * (seats - 1) / out)

    def _due(self, at: int) -> tuple[int, ...]:
        """The seats whose turn it is at an entry, by the rows around it: mostly one; none without a turn."""
        if not self.shown:
            return ()
        above, below = self._beside(at, at + 1)
        starts = [Counter(near).most_common(1)[0][0] for near in (above[::-1], below) if near]
        return tuple(self._seat(at, start) for start in dict.fromkeys(starts))

    def _seat(self, at: int, start: int) -> int:
        return self._way * (at + start) % self._seats

    def _beside(self, at: int, following: int) -> tuple[list[int], list[int]]:
        """The evidence of the rows above an entry, and of those from another one on."""
        end, begin = bisect_left(self._rows, at), bisect_left(self._rows, following)
        return self._starts[max(0, end - _AROUND) : end], self._starts[begin : begin + _AROUND]

    def steps(self, at: int, by: int) -> float:
        """The log-likelihood ratio of the turn for a slip with this step of seats to an entry.

        0: a duplicate row, 2: a missing one before it.
        """
        above, below = self._beside(at, at)
        if not (self.shown and above and below):
            return 0.0
        in_turn = [(start + 1 - by) % self._seats for start in below]
        return self._strange * (_breaks([*above, *below]) - _breaks([*above, *in_turn]))

    def likelier(self, mended: Turn) -> float:
        """How much likelier the turns of all rows are if they are those of a mended sheet."""
        return self._strange * (_breaks(self._starts) - _breaks(mended._starts)) if self.shown else 0.0

    def of_missing(self, at: int) -> int | None:
        """Whose turn it was in a missing row before an entry, if the turn continues after it."""
        above, below = self._beside(at, at)
        if not self.shown:
            return None
        starts = {Counter(above[::-1]).most_common(1)[0][0]} if above else set[int]()
        if below:
            starts.add((Counter(below).most_common(1)[0][0] - 1) % self._seats)
        return self._seat(at, starts.pop()) if len(starts) == 1 else None

    def sits(self, points: Sequence[Number], due: Sequence[int]) -> float:
        """How much likelier a row is than if anybody might sit out, given that one of these is due."""
        if not (due and self._sits_out and any(points)):
            return 0.0
        seats = self._seats
        if any(not points[seat] for seat in due):
            return log(seats * constant("in-turn") / len(due))
        return log(seats * (1 - constant("in-turn")) / (seats - len(due)))


def _breaks(starts: Sequence[int]) -> int:
    """The least number of breaks: a row out of turn, or the turn continuing elsewhere."""
    least = dict.fromkeys(starts, 0)
    for seen in starts:
        goes_on = min(least.values()) + 1
        least = {start: min(cost, goes_on) + (start != seen) for start, cost in least.items()}
    return min(least.values(), default=0)


def turn_of(sheet: Sheet, entries: Sequence[Entry], at_table: int | None) -> Turn:
    """The turn of a sheet: to deal; without a column for that, to sit out."""
    seats = len(sheet.points_columns)
    sits_out = seats - 1 == at_table
    if sheet.column("dealer") is not None:
        seen = (
            (at, position_of(value_text(entry.fields.get("dealer", "")), sheet.players))
            for at, entry in enumerate(entries)
            if not entry.opening
        )
        return Turn(((at, seat) for at, seat in seen if seat is not None), seats, sits_out=sits_out)
    sitters = (
        (at, seat)
        for at, entry in enumerate(entries)
        if sits_out and entry.readable and not entry.opening
        for seat in sitting(sheet, entry)
    )
    return Turn(sitters, seats, sits_out=sits_out)
