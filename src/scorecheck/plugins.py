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
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar, Unpack

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
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played

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
    "RuleTexts",
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
_PARTS = ("says", "why", "example", "remedy")


F = TypeVar("F", bound="Callable[..., Any]")


class _NeededTexts(TypedDict):
    says: Text
    """The rule in one sentence."""
    finds: Text
    """The sentence of a finding, with the params of the hit in braces."""


class RuleTexts(_NeededTexts, total=False):
    """What is said of a rule, how much a breach weighs, and on which sheets it is looked for."""

    more: Mapping[str, Text]
    """Further sentences, by the ``variant`` of the hit."""
    why: Text
    example: Text
    remedy: Text
    severity: Weight
    """An error where it is not said."""
    games: Iterable[str]
    """The games whose sheets are held to it; without, all are."""
    layouts: Iterable[str]
    """The layouts whose sheets are held to it; without, all are."""


def row_rule(
    name: str, **texts: Unpack[RuleTexts]
) -> Callable[[Callable[[Entry, Sheet], Iterable[Hit]]], OwnRule]:
    """A rule that is looked for row by row. The function gets the entry and the sheet, and yields hits.

    ``texts`` are those of ``RuleTexts``; ``says`` and ``finds`` must be given. Rows that cannot be read are
    left out.
    """
    step = step_rule(name, **texts)
    return lambda look: step(lambda entry, _past, sheet: look(entry, sheet))


def step_rule(
    name: str, *, reach: int = 1, **texts: Unpack[RuleTexts]
) -> Callable[[Callable[[Entry, Sequence[Entry], Sheet], Iterable[Hit]]], OwnRule]:
    """As ``row_rule``; between entry and sheet the function gets up to ``reach`` entries before it."""
    # Of this scope, since rows that look alike are judged once for all checks of single rows.
    return _rule(name, texts, lambda rule, look: Check(rule, "step", look=_sound(look), reach=max(1, reach)))


def column_rule(
    name: str, **texts: Unpack[RuleTexts]
) -> Callable[[Callable[[Sheet], Watcher | None]], OwnRule]:
    """As ``row_rule``, with a memory: the function gets the sheet, and gives a ``Watcher`` or ``None``."""
    return _rule(name, texts, column_check)


def sheet_rule(
    name: str, **texts: Unpack[RuleTexts]
) -> Callable[[Callable[[Summary, Sheet], Iterable[Hit]]], OwnRule]:
    """As ``row_rule``, once for the whole sheet: the function gets what its rows come to, and the sheet."""
    return _rule(name, texts, lambda rule, look: sheet_check(rule, _sound(look)))


def _sound(look: Callable[..., Iterable[Hit]]) -> Callable[..., Iterator[Hit]]:
    """Fails where a rule fails, as Python or by hits that are none: what it breaks later would look ours."""

    def hits(*given: Any) -> Iterator[Hit]:
        headings = given[-1].table.headings
        try:
            for hit in look(*given):
                for column in (hit.column, *hit.related):
                    if column is not None and column not in range(len(headings)):
                        raise ValueError(f"the table has no column {column!r}")
                yield hit
        except SystemExit as end:
            raise RuntimeError("it would end the program") from end

    return hits


def _rule(name: str, texts: RuleTexts, check_of: Callable[[Rule, F], Check]) -> Callable[[F], OwnRule]:
    """Makes a rule of the function that looks for its breach."""
    known = RuleTexts.__required_keys__ | RuleTexts.__optional_keys__
    if wrong := (texts.keys() - known) | (RuleTexts.__required_keys__ - texts.keys()):
        raise TypeError(f"the rule {name} says too much or too little: {', '.join(sorted(wrong))}")
    severity = texts.get("severity", "error")
    if not re.fullmatch(_NAME, name):
        raise ValueError(f"a rule is called area/what-is-wrong in small letters, not {name!r}")
    if severity not in _SEVERITIES:
        raise ValueError(f"there is no severity {severity!r}; there are {', '.join(_SEVERITIES)}")
    made, said = Rule(name, _SEVERITIES[severity]), _texts(texts)

    def rule(look: F) -> OwnRule:
        check = replace(check_of(made, look), layouts=_names(texts.get("layouts", ())))
        return OwnRule(check, _names(texts.get("games", ())), said)

    return rule


def _names(said: Iterable[str]) -> frozenset[str]:
    return frozenset([said] if isinstance(said, str) else said)


def _texts(texts: RuleTexts) -> Mapping[str, Mapping[str, Any]]:
    """The texts by language, in the form of the messages; where one is missing, the English or first one."""
    variants = {"default": texts["finds"], **texts.get("more", {})}
    return {
        lang: {
            **{part: _in(texts.get(part, ""), lang) for part in _PARTS},
            "text": {key: _in(text, lang) for key, text in variants.items()},
        }
        for lang in ("en", "de", "nb")
    }


def _in(text: Text, lang: str) -> str:
    if isinstance(text, str):
        return text
    return text.get(lang) or text.get("en") or next(iter(text.values()), "")
