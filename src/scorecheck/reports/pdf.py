"""The standings on paper."""

from __future__ import annotations

import json
import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING

from scorecheck import __version__
from scorecheck.reports.safe import breakable
from scorecheck.reports.view import standings_page
from scorecheck.resources import data_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.outcome import Checked, Standings
    from scorecheck.reports.messages import Messages
    from scorecheck.reports.view import StandingsPage

# What the font that comes with typst can write: Latin, Greek, Cyrillic and common signs. For other
# letters the fonts of the computer are asked, at the price of another file on another computer.
_OTHER_LETTERS = re.compile("[^\u0000-\u052f\u1e00-\u206f\u20a0-\u20bf\u2100-\u22ff]")
# What needs no asking: the letters of most names, and the signs of our own sentences.
_SURE_LETTERS = re.compile("[\u0000-\u017f\u200b\u2010-\u2026\u2212]+")

_ZERO_WIDTH_SPACE = "\u200b"
_JOINER = "\u200d"
_NO_LETTER = "\ufffd"


def standings_pdf(standings: Standings, messages: Messages, checked: Checked | None = None) -> bytes:
    """The standings as PDF; with ``checked`` it says why they are provisional.

    The same standings give the same bytes. A letter that no font has becomes a sign for that.
    """
    import typst

    data = _text(_data(standings_page(standings, messages, checked), messages))
    system = _OTHER_LETTERS.search(data) is not None
    # A longer one may begin with a shorter one.
    for letter in sorted(_without_font(data), key=len, reverse=True):
        data = data.replace(letter, _NO_LETTER)
    return typst.compile(
        data_folder("templates") / "standings.typ",
        ignore_system_fonts=not system,
        sys_inputs={"data": data},
        timestamp=0,
    )


def unprintable(standings: Standings, messages: Messages, checked: Checked | None = None) -> tuple[str, ...]:
    """The letters of the standings that no font on this computer can print, in their order."""
    return _without_font(_text(_data(standings_page(standings, messages, checked), messages)))


def _text(data: dict[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False)


@lru_cache(maxsize=1)
def _without_font(text: str) -> tuple[str, ...]:
    letters = list(dict.fromkeys(_letters(_SURE_LETTERS.sub(" ", text))))
    if not letters:
        return ()
    system = _OTHER_LETTERS.search(text) is not None
    missing = tuple(_missing(letters, system=system))
    # A typst that refuses everything tells nothing of fonts.
    return missing if missing and _all_have_a_font(["A"], system=system) else ()


def _letters(text: str) -> Iterator[str]:
    """The letters of a text as a reader counts them: with their accents, and signs joined to one."""
    letter = ""
    for char in text:
        joined = unicodedata.category(char).startswith("M") or char == _JOINER or letter.endswith(_JOINER)
        if letter and joined:
            letter += char
            continue
        if letter.strip():
            yield letter
        letter = char
    if letter.strip():
        yield letter


def _missing(letters: Sequence[str], *, system: bool) -> list[str]:
    """Those of the letters that cannot be printed, found by halves: mostly there are none."""
    if _all_have_a_font(letters, system=system):
        return []
    if len(letters) == 1:
        return list(letters)
    half = len(letters) // 2
    return _missing(letters[:half], system=system) + _missing(letters[half:], system=system)


def _all_have_a_font(letters: Sequence[str], *, system: bool) -> bool:
    import typst

    try:
        # A PDF for archives must be able to show all that it holds; only that standard is refused.
        typst.compile(
            data_folder("templates") / "letters.typ",
            ignore_system_fonts=not system,
            sys_inputs={"data": json.dumps(letters)},
            pdf_standards="a-2b",
            timestamp=0,
        )
    except typst.TypstError:
        return False
    return True


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
