"""A card as its repairs see it: boxes that a player filled, and sums that were worked out from them.

A game says which of its rows are what; looking for slips needs to know no more of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple


class CardBox(NamedTuple):
    """A box of a card that says something by itself, or should."""

    row: int
    """The row of the table."""
    label: str
    group: str
    """The boxes that are added up together."""
    said: Number | None
    """``None``: it is empty, or cannot be read."""
    readable: bool
    chances: Mapping[int, float]
    """All values that are possible in it, each with how often it stands there."""


class CardSum(NamedTuple):
    """A cell of a card that is worked out from others."""

    key: str
    row: int | None
    """The row of the table; ``None``: it is only thought of."""
    label: str
    said: Number | None
    """``None``: it says nothing."""
    parts: tuple[str, ...]
    """What is added up: groups of boxes, and sums that stand before this one."""
    gives: Callable[[int], int] | None = None
    """What the sum of the parts gives, where it is not itself: a bonus."""


class CardColumn(NamedTuple):
    """What one player has on a card."""

    at: int
    """The column of the table."""
    player: str
    boxes: tuple[CardBox, ...]
    sums: tuple[CardSum, ...]
    """Each after those that it is worked out from."""
