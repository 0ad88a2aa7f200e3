"""The standings on paper."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from scorecheck import __version__
from scorecheck.reports.safe import breakable
from scorecheck.reports.view import standings_page
from scorecheck.resources import data_folder

if TYPE_CHECKING:
    from scorecheck.model.outcome import Checked, Standings
    from scorecheck.reports.messages import Messages
    from scorecheck.reports.view import StandingsPage

# What the font that comes with typst can write: Latin, Greek, Cyrillic and common signs. For other
# letters the fonts of the computer are asked, at the price of another file on another computer.
_OTHER_LETTERS = re.compile("[^\u0000-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u22ff]")

_ZERO_WIDTH_SPACE = "\u200b"


def standings_pdf(standings: Standings, messages: Messages, checked: Checked | None = None) -> bytes:
    """The standings as PDF; with ``checked`` it says why they are provisional.

    The same standings give the same bytes.
    """
    import typst

    page = standings_page(standings, messages, checked)
    data = json.dumps(_data(page, messages), ensure_ascii=False)
    return typst.compile(
        data_folder("templates") / "standings.typ",
        ignore_system_fonts=_OTHER_LETTERS.search(data) is None,
        sys_inputs={"data": data},
        timestamp=0,
    )


def _data(page: StandingsPage, messages: Messages) -> dict[str, object]:
    """What the template shows. It reads this as data: no text in it is ever taken for markup."""
    provisional: list[str] = []
    if page.provisional:
        provisional = [messages.label("standings.provisional_why")]
        if page.why:
            provisional.append(messages.label("standings.provisional_sheets", sheets=page.why))
    label = {key: messages.label(f"standings.{key}") for key in ("rank", "player", "score", "games", "empty")}
    return {
        "lang": messages.lang,
        "name": page.event or messages.label("standings.title"),
        "title": _soft(page.event or messages.label("standings.title")),
        "day": page.day or "",
        "provisional_word": messages.label("standings.provisional_word"),
        "provisional": [_soft(sentence) for sentence in provisional],
        "formula": f"{label['score']}: {page.formula}.",
        "shared": messages.label("standings.shared") if page.shared else "",
        "made": messages.label("report.checked_by", version=__version__),
        "label": label,
        "rounds": [_soft(name) for name in page.rounds],
        "rows": [
            {
                "rank": row.rank,
                "player": _soft(row.player),
                "score": row.score,
                "games": row.games,
                "rounds": [part._asdict() if part else None for part in row.rounds],
            }
            for row in page.rows
        ],
    }


def _soft(text: str) -> str:
    return _ZERO_WIDTH_SPACE.join(breakable(text))
