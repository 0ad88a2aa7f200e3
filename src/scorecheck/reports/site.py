"""Where the documentation stands on the web."""

from __future__ import annotations

SITE = "https://scorecheck.github.io/scorecheck/"
AREAS = frozenset({"sheet", "chouette", "doppelkopf", "acey-deucey", "yatzy", "tournament"})
"""The areas of our own rules. A rule of somebody else has no page of ours."""


def rule_page(rule: str) -> str | None:
    """The page that explains a rule."""
    return f"{SITE}rules/{rule}/" if rule.partition("/")[0] in AREAS else None
