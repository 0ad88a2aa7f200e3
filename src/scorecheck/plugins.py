"""What a rule or a game of your own is made of. See ``docs/plug-ins.md``.

from scorecheck.plugins import Hit, row_rule

@row_rule("club/large-game", says="A game of more than 20 points was looked at twice.",
          finds="Game {game} is worth {points}: was that looked at twice?", severity="warning")
def large_game(entry, sheet):
    if (points := max(map(abs, entry.points))) > 20:
        yield Hit(params={"game": entry.label, "points": points})
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from scorecheck.checks.check import (
    Check,
    Hit,
    Rule,
    Summary,
    Watcher,
    column_check,
    row_check,
    sheet_check,
    step_check,
)
from scorecheck.checks.own import OwnRule
from scorecheck.checks.prior import AnySettlement, RowPrior
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = [
    "AnySettlement",
    "Check",
    "Entry",
    "Hit",
    "Layout",
    "OwnRule",
    "Played",
    "PlayerResult",
    "RowPrior",
    "Rule",
    "Ruleset",
    "Severity",
    "Sheet",
    "Summary",
    "Watcher",
    "column_check",
    "column_rule",
    "row_check",
    "row_rule",
    "sheet_check",
    "sheet_rule",
    "step_check",
    "step_rule",
]

Text: TypeAlias = "str | Mapping[str, str]"
"""A text, or one for each language: ``{"en": ..., "de": ..., "nb": ...}``."""
Weight: TypeAlias = Literal["error", "warning", "info"]
_SEVERITIES: dict[str, Severity] = {one.word: one for one in Severity}
_NAME = r"[a-z][a-z0-9-]*/[a-z][a-z0-9-]*"


def row_rule(
    name: str,
    *,
    says: Text,
    finds: Text,
    severity: Weight = "error",
    games: Iterable[str] = (),
    layouts: Iterable[str] = (),
    more: Mapping[str, Text] | None = None,
    why: Text = "",
    example: Text = "",
    remedy: Text = "",
) -> Callable[[Callable[[Entry, Sheet], Iterable[Hit]]], OwnRule]:
    """A rule that is looked for row by row. The function gets the entry and the sheet, and yields hits.

    ``says`` is the rule in one sentence; ``finds`` the sentence of a finding, with the params of the hit in
    braces; ``more`` has further sentences, by the ``variant`` of the hit. ``games`` and ``layouts`` are those
    whose sheets are held to it; without, all are. Rows that cannot be read are left out.
    """

    step = step_rule(
        name,
        says=says,
        finds=finds,
        severity=severity,
        games=games,
        layouts=layouts,
        more=more,
        why=why,
        example=example,
        remedy=remedy,
    )

    def rule(look: Callable[[Entry, Sheet], Iterable[Hit]]) -> OwnRule:
        return step(lambda entry, _past, sheet: look(entry, sheet))

    return rule


def step_rule(
    name: str,
    *,
    says: Text,
    finds: Text,
    severity: Weight = "error",
    games: Iterable[str] = (),
    layouts: Iterable[str] = (),
    more: Mapping[str, Text] | None = None,
    why: Text = "",
    example: Text = "",
    remedy: Text = "",
    reach: int = 1,
) -> Callable[[Callable[[Entry, Sequence[Entry], Sheet], Iterable[Hit]]], OwnRule]:
    """As ``row_rule``; between entry and sheet the function gets up to ``reach`` entries before it."""

    made = _rule(name, severity)

    def rule(look: Callable[[Entry, Sequence[Entry], Sheet], Iterable[Hit]]) -> OwnRule:
        # Of this scope, since rows that look alike are judged once for all checks of single rows.
        check = Check(made, "step", look=look, layouts=frozenset(layouts), reach=max(1, reach))
        return OwnRule(check, frozenset(games), _texts(says, finds, more, why, example, remedy))

    return rule


def column_rule(
    name: str,
    *,
    says: Text,
    finds: Text,
    severity: Weight = "error",
    games: Iterable[str] = (),
    layouts: Iterable[str] = (),
    more: Mapping[str, Text] | None = None,
    why: Text = "",
    example: Text = "",
    remedy: Text = "",
) -> Callable[[Callable[[Sheet], Watcher | None]], OwnRule]:
    """As ``row_rule``, with a memory: the function gets the sheet, and gives a ``Watcher`` or ``None``."""

    made = _rule(name, severity)

    def rule(watch: Callable[[Sheet], Watcher | None]) -> OwnRule:
        check = column_check(made, watch, layouts=layouts)
        return OwnRule(check, frozenset(games), _texts(says, finds, more, why, example, remedy))

    return rule


def sheet_rule(
    name: str,
    *,
    says: Text,
    finds: Text,
    severity: Weight = "error",
    games: Iterable[str] = (),
    layouts: Iterable[str] = (),
    more: Mapping[str, Text] | None = None,
    why: Text = "",
    example: Text = "",
    remedy: Text = "",
) -> Callable[[Callable[[Summary, Sheet], Iterable[Hit]]], OwnRule]:
    """As ``row_rule``, once for the whole sheet: the function gets what its rows come to, and the sheet."""

    made = _rule(name, severity)

    def rule(review: Callable[[Summary, Sheet], Iterable[Hit]]) -> OwnRule:
        check = sheet_check(made, review, layouts=layouts)
        return OwnRule(check, frozenset(games), _texts(says, finds, more, why, example, remedy))

    return rule


def _rule(name: str, severity: str) -> Rule:
    if not re.fullmatch(_NAME, name):
        raise ValueError(f"a rule is called area/what-is-wrong in small letters, not {name!r}")
    if severity not in _SEVERITIES:
        raise ValueError(f"there is no severity {severity!r}; there are {', '.join(_SEVERITIES)}")
    return Rule(name, _SEVERITIES[severity])


def _texts(
    says: Text, finds: Text, more: Mapping[str, Text] | None, why: Text, example: Text, remedy: Text
) -> Mapping[str, Mapping[str, Any]]:
    """The texts by language, in the form of the messages; where one is missing, the English or first one."""
    parts = {"says": says, "why": why, "example": example, "remedy": remedy}
    variants = {"default": finds, **(more or {})}
    return {
        lang: {
            **{key: _in(text, lang) for key, text in parts.items()},
            "text": {key: _in(text, lang) for key, text in variants.items()},
        }
        for lang in ("en", "de", "nb")
    }


def _in(text: Text, lang: str) -> str:
    if isinstance(text, str):
        return text
    return text.get(lang) or text.get("en") or next(iter(text.values()), "")
