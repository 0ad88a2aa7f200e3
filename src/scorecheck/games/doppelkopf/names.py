"""Who is meant by a name in a cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.checks.words import names_in

if TYPE_CHECKING:
    from collections.abc import Sequence


def position_of(name: str, players: Sequence[str]) -> int | None:
    """The position of the player of this name, or of the only one whose name begins with it."""
    said = name.strip().casefold()
    if not said:
        return None
    names = [player.casefold() for player in players]
    if said in names:
        return names.index(said)
    begins = [position for position, player in enumerate(names) if player.startswith(said)]
    return begins[0] if len(begins) == 1 else None


def positions_in(text: str, players: Sequence[str]) -> tuple[int, ...] | None:
    """The positions of the players whom a cell names, or ``None`` where one of them is not known."""
    for names in ((text,), names_in(text), tuple(text.split())):
        positions = tuple(position_of(name, players) for name in names)
        known = tuple(position for position in positions if position is not None)
        if known and len(known) == len(positions) == len(set(known)):
            return known
    return None
