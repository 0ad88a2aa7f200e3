"""A scorecard as repairs see it: the boxes that a player filled, and the sums over them.

The game maps its rows to these records; repairs know nothing else of the game. And the rows as they are
recognised by position and values, where their labels are in an unknown language.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from scorecheck.model.cells import Number, Unreadable
from scorecheck.model.record import NamedTuple


class CardBox(NamedTuple):
    """A box of a card: filled by a player, or left empty though it should be filled."""

    row: int
    """The row of the table."""
    label: str
    group: str
    """Boxes of one group are added up together."""
    said: Number | None
    """``None`` where the box is empty or cannot be read."""
    readable: bool
    chances: Mapping[int, float]
    """The relative frequency of each possible value."""


class CardSum(NamedTuple):
    """A cell of a card that is computed from others."""

    key: str
    row: int | None
    """The row of the table; ``None`` for a sum that the card has no row for."""
    label: str
    said: Number | None
    """``None`` where the cell is empty."""
    parts: tuple[str, ...]
    """The summands: groups of boxes, and earlier sums by their keys."""
    gives: Callable[[int], int] | None = None
    """Maps the sum of the parts to the value of this cell, for a bonus; ``None``: the sum itself."""


class CardColumn(NamedTuple):
    """One player's column of a card."""

    at: int
    """The column of the table."""
    player: str
    boxes: tuple[CardBox, ...]
    sums: tuple[CardSum, ...]
    """In dependency order."""


Box: TypeAlias = "int | Unreadable | None"
"""The content of a box: points, nothing, or something that no box can hold."""


class Named(NamedTuple):
    """The kinds of rows of a card, found by their positions and values."""

    words: Mapping[str, str]
    """Each unknown label in its plain form, with the kind of its row."""
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The labels that stay in doubt, as written, each with the possible kinds, the likeliest first."""
