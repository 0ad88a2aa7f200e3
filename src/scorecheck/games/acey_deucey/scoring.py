"""What a game pays: one point for each checker that the loser has not borne off. Pure arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorecheck.games.acey_deucey.board import CHECKERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Number

LEAST, MOST = 1, CHECKERS
"""The loser has at least one checker left, and at most all of them."""


class Pair(NamedTuple):
    """Who won a row of points and who lost it, by position, and how much."""

    winner: int
    loser: int
    points: Number


def pair_of(points: Sequence[Number]) -> Pair | None:
    """The two players of a row; ``None`` unless exactly one has +n, one −n and nobody else anything."""
    paid = [position for position, number in enumerate(points) if number]
    if len(paid) != 2 or points[paid[0]] != -points[paid[1]]:
        return None
    winner, loser = paid if points[paid[0]] > 0 else reversed(paid)
    return Pair(winner, loser, points[winner])


class Left(NamedTuple):
    """The loser's position at the end, as far as the sheet tells it."""

    board: Number | None = None
    bar: Number | None = None
    waiting: Number | None = None
    off: Number | None = None

    @property
    def known(self) -> tuple[Number, ...]:
        """What is known of the checkers that are not off."""
        return tuple(count for count in self[:3] if count is not None)

    @property
    def remaining(self) -> Number | None:
        """The checkers that are not off, where the sheet tells them."""
        if self.off is not None:
            return CHECKERS - self.off
        return sum(self.known) if len(self.known) == len(self[:3]) else None


def position_of(board: Number | None, bar: Number | None, waiting: Number | None, off: Number | None) -> Left:
    """The loser's position with the empty cells filled in: where something else stands beside a number
    of checkers on the board, on the bar or waiting, an empty one of these says that there are none.
    """
    if board is None and bar is None and waiting is None:
        return Left(off=off)
    return Left(board or 0, bar or 0, waiting or 0, off)
