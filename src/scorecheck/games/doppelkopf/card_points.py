"""Card points of a trick: which numbers four cards can make."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

_VALUES = (11, 10, 4, 3, 2)
"""Ace, ten, king, queen, jack; there are eight of each, so a trick can be any four."""
_NINE = 0


@cache
def trick_points(preset: str) -> frozenset[int]:
    """All card points that one trick can have."""
    values = (*_VALUES, _NINE) if preset == "ddv" else _VALUES
    return frozenset(map(sum, combinations_with_replacement(values, 4)))
