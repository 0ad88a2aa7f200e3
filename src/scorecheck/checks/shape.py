"""What the rows of a card are, where not its words tell it but its shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from scorecheck.model.cells import Unreadable
from scorecheck.model.record import NamedTuple

Box: TypeAlias = "int | Unreadable | None"
"""What a box of a card says: its points, nothing, or something that none can hold."""


class Named(NamedTuple):
    """The rows of a card, each known for what it is by where it stands and what stands in it."""

    words: Mapping[str, str]
    """Each word that nobody knew, in its plain form, and the kind of row that it stands before."""
    unsure: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """The words, as they stand there, of which it is not sure enough, each with what it may be, the likeliest
    first."""
