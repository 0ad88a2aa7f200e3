"""What a game of trio gives."""

from __future__ import annotations

from itertools import permutations

SHARES = (3, 2, -5)
GAMES = frozenset(permutations(SHARES))
"""All that a row can say."""
