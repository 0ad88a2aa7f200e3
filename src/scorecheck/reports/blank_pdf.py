"""The content of the template ``blank``: scoresheets for pen and paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorecheck.reports.blank import Blank, BlankWords
from scorecheck.reports.messages import Messages
from scorecheck.reports.pdf import soft
from scorecheck.reports.safe import plain


def blank_data(
    blank: Blank, players: Sequence[str], messages: Messages, *, title: str = ""
) -> dict[str, Any]:
    """The data of a blank sheet for the template."""
    words = BlankWords(blank, messages)
    names = [soft(plain(name)) for name in players]
    shown = plain(title) or words.title
    said: dict[str, Any] = {
        "lang": messages.lang,
        "title": shown,
        "shown_title": soft(shown),
        "made": "",
        "label": {key: messages.label(f"print.{key}") for key in ("remarks", "date")},
        "players": names,
        "above": [],
    }
    return said | (_card(blank, words, names) if blank.kind == "card" else _list(blank, words, names))


def _card(blank: Blank, words: BlankWords, names: Sequence[str]) -> dict[str, Any]:
    """A line per category, with a column for each game of each player."""
    body = {
        "rows": [words(key) for key, _ in blank.card],
        "strong": [what != "entry" for _, what in blank.card],
    }
    if blank.games == 1:
        return body | {"heads": [words("category"), *names], "widths": [2] + [1] * len(names)}
    games = [*map(words.game, range(1, blank.games + 1)), words("total")]
    return body | {
        "heads": [words("category"), *games * len(names)],
        "widths": [2] + [1] * len(games) * len(names),
        "above": [{"name": name, "span": len(games)} for name in names],
    }


def _list(blank: Blank, words: BlankWords, names: Sequence[str]) -> dict[str, Any]:
    """A line per game, with columns for facts, players and remarks."""
    facts = [key for key in blank.columns if key != blank.counted]
    heads = ["" if facts else words(blank.counted or "number"), *map(words, facts)]
    widths = [1, *(blank.widths.get(key, 1) for key in facts)]
    if not facts or blank.points:
        # With facts there is no room for a control.
        control = [words("control")] if blank.control and not facts else []
        heads += [*names, *control, *words.behind_points]
        widths += [1] * (len(heads) - len(widths))
    totals = [words("total")] if blank.total else []
    rows = [*(str(row + 1) for row in range(blank.rows)), *totals]
    return {
        "heads": heads,
        "widths": widths,
        "rows": rows,
        "strong": [False] * blank.rows + [True] * len(totals),
    }
