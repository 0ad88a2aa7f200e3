"""Blank scoresheets for pen and paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorecheck.reports.blank import Words
from scorecheck.reports.pdf import soft
from scorecheck.reports.printing import printed
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.reports.blank import Blank
    from scorecheck.reports.messages import Messages
    from scorecheck.reports.printing import Printing


def blank_data(
    blank: Blank, players: Sequence[str], messages: Messages, *, title: str = ""
) -> dict[str, Any]:
    """What stands on a blank sheet."""
    words = Words(blank, messages)
    names = [soft(plain(name)) for name in players]
    shown = plain(title) or messages.label(f"game.{blank.game}")
    said: dict[str, Any] = {
        "lang": messages.lang,
        "title": shown,
        "shown_title": soft(shown),
        "made": "",
        "label": {key: messages.label(f"print.{key}") for key in ("remarks", "date")},
        "players": names,
        "above": [],
    }
    if blank.kind == "card":
        rows = [words(key) for key, _ in blank.card]
        strong = [what != "entry" for _, what in blank.card]
        heads, widths = [words("category"), *names], [2] + [1] * len(names)
        if blank.games > 1:
            games = [*map(words.game, range(1, blank.games + 1)), words("total")]
            heads, widths = [words("category"), *games * len(names)], [2] + [1] * len(games) * len(names)
            said["above"] = [{"name": name, "span": len(games)} for name in names]
        return {**said, "heads": heads, "widths": widths, "rows": rows, "strong": strong}
    rows = [str(row + 1) for row in range(blank.rows)]
    strong = [False] * blank.rows
    facts = [key for key in blank.columns if key != blank.counted]
    heads = ["" if facts else words(blank.counted or "number"), *map(words, facts)]
    widths = [1, *(blank.widths.get(key, 1) for key in facts)]
    if not facts or blank.points:
        # Where facts are written down as well there is no room for a control.
        behind = [words(key) for key in ("control", "remark") if key == "remark" or not facts]
        heads += [*names, *(behind if blank.control else behind[-1:])]
        widths += [1] * (len(heads) - len(widths))
    if blank.total:
        rows.append(words("total"))
        strong.append(True)
    return {**said, "heads": heads, "widths": widths, "rows": rows, "strong": strong}


def blank_pdf(data: dict[str, Any], printing: Printing) -> bytes:
    """A blank sheet on paper.

    Raises:
        CannotPrint: a club's template is faulty, or the standard for archives cannot be kept.
    """
    return printed("blank", data, printing)
