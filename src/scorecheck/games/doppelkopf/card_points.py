"""Card points of a trick: the possible sums of four cards."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

_VALUES = (11, 10, 4, 3, 2)
"""Ace, ten, king, queen, jack; there are eight of each, so any four are possible."""
_NINE = 0


@cache
def trick_points(preset: str) -> frozenset[int]:
    """All possible card points of one trick."""
    values = (*_VALUES, _NINE) if preset == "ddv" else _VALUES
    return frozenset(map(sum, combinations_with_replacement(values, 4)))
