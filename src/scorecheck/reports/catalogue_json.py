"""All templates of findings and repairs, in every language, for programs that make the sentences themselves.

``docs/json.md`` explains how to fill them in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, cast

from scorecheck.checks.check import Rule
from scorecheck.checks.ruleset import Choice
from scorecheck.reports.json_report import FORMAT_VERSION, tool
from scorecheck.reports.messages import LANGUAGES, OF_REPORTS, Messages

_WORDS = ("date", "layout", "list", "method", "new", "noun", "number", "step", "table")
"""The tables of labels that templates refer to."""
_COUNTED = {f"report.{name}" for name in ("counted", "games", "on_some", "players", "rounds", "rows")}
"""The labels of reports that sentences about a sheet refer to."""


def catalogue_json(rules: Iterable[Rule], games: Iterable[str], choices: Iterable[Choice]) -> dict[str, Any]:
    """The rules and options with their texts, and by language the templates of repairs, notes and values."""
    told = {lang: Messages(lang) for lang in LANGUAGES}
    games = sorted(games)
    return {
        "version": FORMAT_VERSION,
        "tool": tool(),
        "rules": [
            {
                "rule": rule.name,
                "severity": rule.severity.word,
                "texts": {lang: _texts(rule.name, messages) for lang, messages in told.items()},
            }
            for rule in rules
        ],
        "options": [
            {
                "game": choice.game,
                "option": choice.name,
                "values": list(choice.values),
                "by_preset": dict(choice.by_preset),
                "texts": {
                    lang: {"says": text.says, "values": dict(text.values)}
                    for lang, messages in told.items()
                    for text in [messages.choice(choice.game, choice.name)]
                },
            }
            for choice in choices
        ],
        "languages": {lang: _language(messages, games) for lang, messages in told.items()},
    }


def _texts(name: str, messages: Messages) -> dict[str, Any]:
    text = messages.rule(name)._asdict()
    said = {key: text[key] for key in ("says", "why", "example", "remedy", "choice")}
    said["findings"] = dict(text["texts"])
    return {key: value for key, value in said.items() if value is not None}


def _language(messages: Messages, games: Iterable[str]) -> dict[str, Any]:
    labels = messages.labels
    words = {name: _flat(labels[name]) for name in _WORDS}
    words["game"] = {game: messages.label(f"game.{game}") for game in games}
    words["role"] = _flat(labels["inspect"]["role"])
    return {
        "repairs": _flat(messages.area("repair")),
        "notes": _flat(labels["note"]),
        "reports": {
            key: text
            for name in OF_REPORTS
            for key, text in _flat(labels[name], f"{name}.").items()
            if name != "report" or key in _COUNTED
        }
        | {
            key: text
            for game in games
            for key, text in messages.area(game).get("labels", {}).items()
            if key.startswith("rests.")
        },
        "terms": {game: dict(terms) for game in games if (terms := messages.area(game).get("terms"))},
        "words": words,
    }


def _flat(table: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    """Nested tables of texts, flattened to dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            flat |= _flat(cast("dict[str, Any]", value), f"{above}{key}.")
        else:
            flat[f"{above}{key}"] = value
    return flat
