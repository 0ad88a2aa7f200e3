"""Who is meant by a name in a cell."""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.checks.words import names_in, position_of


def positions_in(text: str, players: Sequence[str]) -> tuple[int, ...] | None:
    """The positions of the players whom a cell names, or ``None`` where one of them is not known."""
    for names in ((text,), names_in(text), tuple(text.split())):
        positions = tuple(position_of(name, players) for name in names)
        known = tuple(position for position in positions if position is not None)
        if known and len(known) == len(positions) == len(set(known)):
            return known
    return None
