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
    said = {
        "lang": messages.lang,
        "title": shown,
        "shown_title": soft(shown),
        "made": "",
        "label": {key: messages.label(f"print.{key}") for key in ("remarks", "date")},
        "players": names,
    }
    if blank.kind == "card":
        rows = [words(key) for key, _ in blank.card]
        strong = [what != "entry" for _, what in blank.card]
        return {**said, "heads": [words("category"), *names], "rows": rows, "strong": strong}
    rows = [str(row + 1) for row in range(blank.rows)]
    strong = [False] * blank.rows
    if blank.kind == "records":
        heads = ["", *(words(key) for key in blank.columns if key != blank.counted)]
        return {**said, "heads": heads, "rows": rows, "strong": strong}
    heads = [words("number"), *names]
    if blank.control:
        heads.append(words("control"))
    heads.append(words("remark"))
    if blank.total:
        rows.append(words("total"))
        strong.append(True)
    return {**said, "heads": heads, "rows": rows, "strong": strong}


def blank_pdf(data: dict[str, Any], printing: Printing) -> bytes:
    """A blank sheet on paper.

    Raises:
        CannotPrint: a club's template is faulty, or the standard for archives cannot be kept.
    """
    return printed("blank", data, printing)
