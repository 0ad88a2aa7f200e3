"""The rows of a card recognised by position and values, where their labels are in an unknown language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scorecheck.model.cells import Unreadable
from scorecheck.model.record import NamedTuple

Box: TypeAlias = "int | Unreadable | None"
"""The content of a box: points, nothing, or something that no box can hold."""


class Named(NamedTuple):
    """The kinds of rows of a card, found by their positions and values."""

    words: Mapping[str, str]
    """Each unknown label in its plain form, with the kind of its row."""
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The labels that stay in doubt, as written, each with the possible kinds, the likeliest first."""
