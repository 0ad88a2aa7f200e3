"""Where the documentation stands on the web."""

from __future__ import annotations

from scorecheck.resources import game_areas

SITE = "https://scorecheck.github.io/scorecheck/"
_SHARED = frozenset({"sheet", "tournament"})


def rule_page(rule: str) -> str | None:
    """The page that explains a rule; ``None`` for one of somebody else."""
    area = rule.partition("/")[0]
    return f"{SITE}rules/{rule}/" if area in _SHARED or area in game_areas() else None
