"""What clubs agree on beside the rules of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

BOCK_EVENTS = (
    "bock_after_zero",
    "bock_after_lost_solo",
    "bock_after_even",
    "bock_after_hearts",
    "bock_after_lost_call",
)
"""The options that say after which games a Bock round begins."""
HOUSE_RULES: Mapping[str, tuple[str | int | bool, ...]] = {
    **dict.fromkeys(BOCK_EVENTS, (False, True)),
    "bock_games": ("players", 1, 2, 3, 4, 5, 6, 8),
    "bock_again": ("added", "anew", "none"),
    "compulsory_solos": (0, 1, 2, 3, 4),
    "second_sitter": (0, 1, 2, 3, 4, 5),
    "money": ("shown", "points", "lost-games", "lost", "behind"),
    "cents_a_point": (0, 1, 2, 3, 4, 5, 10, 20, 25, 30, 40, 50, 100),
}
"""What clubs agree on beside the rules of the game, and the values that an event file can choose."""
