"""The points of a game: one per checker that the loser has not borne off. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.games.acey_deucey.board import CHECKERS
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

NAMES = ("winner", "loser")
"""The columns of names."""
LEAST, MOST = 1, CHECKERS
"""The loser has at least one checker left, and at most all."""


class WinnerAndLoser(NamedTuple):
    """The winner and the loser of a row of points, by position, and the points."""

    winner: int
    loser: int
    points: Number


def pair_of(points: Sequence[Number], notation: str = "plus-minus") -> WinnerAndLoser | None:
    """The two players of a row; ``None`` unless exactly one has +n, one −n and nobody else points.

    If only the winner's points are written, the other of the two lost.
    """
    paid = [position for position, number in enumerate(points) if number]
    if notation == "plus-only":
        won = len(points) == 2 and len(paid) == 1 and points[paid[0]] > 0
        return WinnerAndLoser(paid[0], 1 - paid[0], points[paid[0]]) if won else None
    if len(paid) != 2 or points[paid[0]] != -points[paid[1]]:
        return None
    winner, loser = paid if points[paid[0]] > 0 else reversed(paid)
    return WinnerAndLoser(winner, loser, points[winner])


class Left(NamedTuple):
    """The loser's final position as far as the sheet shows it; ``None`` for unknown."""

    board: Number | None = None
    bar: Number | None = None
    waiting: Number | None = None
    off: Number | None = None

    @property
    def in_play(self) -> tuple[Number, ...]:
        """The known checkers that are not off: on the board, on the bar, to be entered."""
        return tuple(count for count in self[:3] if count is not None)

    @property
    def is_whole(self) -> bool:
        """Whether all places of checkers that are not off are known."""
        return len(self.in_play) == len(self[:3])

    @property
    def fits(self) -> bool:
        """Whether these can be the fifteen checkers of a side."""
        together = sum(self.in_play) + (self.off or 0)
        if any(not 0 <= count <= CHECKERS for count in (*self.in_play, self.off or 0)):
            return False
        return together == CHECKERS if self.is_whole and self.off is not None else together <= CHECKERS

    @property
    def remaining(self) -> Number | None:
        """The number of checkers that are not off, if the sheet shows it."""
        if self.off is not None:
            return CHECKERS - self.off
        return sum(self.in_play) if self.is_whole else None

    def agrees(self, points: Number) -> bool:
        """Whether a loser in this position can pay these points."""
        return points >= sum(self.in_play) if self.remaining is None else points == self.remaining
