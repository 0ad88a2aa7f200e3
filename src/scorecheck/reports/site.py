"""The address of the documentation."""

from __future__ import annotations

from scorecheck.resources import game_areas

SITE = "https://scorecheck.github.io/scorecheck/"
_SHARED = frozenset({"sheet", "tournament"})


def rule_page(rule: str) -> str | None:
    """The page of a rule; ``None`` for a rule of a plug-in."""
    area = rule.partition("/")[0]
    return f"{SITE}rules/{rule}/" if area in _SHARED or area in game_areas() else None
