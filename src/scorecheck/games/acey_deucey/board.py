"""The board: the checkers of both sides, and the effect of one step.

Each side counts points from its own view: 24 is the far end, where checkers enter, and 6 to 1 are home. The
other side's point ``p`` is ``25 - p``.
"""

from __future__ import annotations

from typing import TypeAlias

from scorecheck.model.record import NamedTuple

CHECKERS = 15
"""The number of checkers per side; at the start, all are to be entered."""
OFF, BAR, WAITING = 0, 25, 26
"""The places of checkers on no point: borne off, on the bar, or to be entered."""
HOME = 6
"""The highest point of the home board."""
FAR = 25
"""A die enters a checker on this number minus the die: a 5 enters on 20."""

SideCheckers: TypeAlias = "tuple[int, ...]"
"""The number of checkers of one side at each place: ``OFF``, 1 to 24, ``BAR`` and ``WAITING``."""


class Position(NamedTuple):
    """The checkers of the player to move and of the other, each from their own view."""

    mover: SideCheckers
    other: SideCheckers

    @property
    def turned(self) -> Position:
        """The same position with the other player to move."""
        return Position(self.other, self.mover)

    @property
    def is_over(self) -> bool:
        """Whether the player who moves has borne off all checkers."""
        return self.mover[OFF] == CHECKERS


class CheckerStep(NamedTuple):
    """One checker moved, entered or borne off by one die."""

    source: int
    target: int
    hit: bool = False


_ALL_WAIT: SideCheckers = (*[0] * WAITING, CHECKERS)
START = Position(_ALL_WAIT, _ALL_WAIT)
"""The position at the start."""


def left(one: SideCheckers) -> int:
    """The checkers that a side has not borne off: its payment as the loser."""
    return CHECKERS - one[OFF]


def is_home(one: SideCheckers) -> bool:
    """Whether all fifteen checkers are home or off, so that a side may bear off."""
    return not any(one[HOME + 1 :])


def target_of(source: int, die: int) -> int:
    """Where a die moves a checker, whatever is there; ``OFF`` if it would leave the board."""
    return max((FAR if source in (BAR, WAITING) else source) - die, OFF)


def is_blocked(position: Position, point: int) -> bool:
    """Whether at least two checkers of the other side are on a point."""
    return position.other[FAR - point] > 1


def moved(position: Position, source: int, target: int) -> tuple[Position, bool]:
    """The position after a checker moved between two places, and whether it hit a blot.

    The rules are not checked, except that a checker is at ``source``.
    """
    mover = list(position.mover)
    mover[source] -= 1
    mover[target] += 1
    if target == OFF or not position.other[FAR - target]:
        return Position(tuple(mover), position.other), False
    other = list(position.other)
    other[FAR - target] -= 1
    other[BAR] += 1
    return Position(tuple(mover), tuple(other)), True
