"""How calls and special points are written in the cells of a detail sheet."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

from scorecheck.checks.words import nearest_word, plain, vocabulary
from scorecheck.games.doppelkopf.facts import CALLED, NO_30, NO_60, NO_90, SCHWARZ, Specials
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from scorecheck.games.doppelkopf.facts import Party

_DASHES = frozenset("-–—−/")
_nothing_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="nothing")
_special_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="specials")


class Call(NamedTuple):
    """One call, and how many cards had been played with the one at which it was made, if that is said."""

    level: int
    card: int | None = None


_CALL = r"""(?x)(?:
        (?:(?:no|keiner?|ingen|under|unter|below|[ku<])\.?\s*)?(?P<level>120|90|60|30|12|9|6|3)
      | (?P<schwarz>schwarz|black|svart|sv?|schw\.?)
      | (?P<re>re|r) | (?P<kontra>kontra|contra|ktr|ko?) | (?P<made>x|ja|yes)
    )(?![^\W\d_]|\d)(?:\s*@\s*(?P<card>\d{1,3})(?!\d))?"""
_BETWEEN = r"(?:[\s,;/+&.:–-]|\b(?:und|and|og)\b)*"
_LEVELS = {"12": CALLED, "9": NO_90, "6": NO_60, "3": NO_30}


def is_nothing(text: str) -> bool:
    """Whether a cell says that there was nothing: empty, a dash, no."""
    return not text.strip() or set(text.strip()) <= _DASHES or plain(text) in _nothing_words()


def calls_in(text: str, party: Party) -> tuple[Call, ...] | None:
    """The calls of a party as the cell lists them, or ``None`` where it cannot be understood.

    ``Re``, ``k9``, ``no 90``, ``keine 6``, ``schwarz``, each with ``@`` and the number of the card at
    which it was made, if that is known. A call "no 120" is Re or Kontra itself.
    """
    if is_nothing(text):
        return ()
    text = text.casefold()
    calls: list[Call] = []
    at = 0
    while True:
        at = _end(_BETWEEN, text, at)
        if at == len(text):
            return tuple(calls) or None
        found = re.compile(_CALL).match(text, at)
        if found is None or found["kontra" if party == "re" else "re"]:
            return None
        level = (
            _LEVELS[found["level"].removesuffix("0")]
            if found["level"]
            else SCHWARZ
            if found["schwarz"]
            else CALLED
        )
        calls.append(Call(level, int(found["card"]) if found["card"] else None))
        at = found.end()


def _end(pattern: str, text: str, at: int) -> int:
    found = re.compile(pattern).match(text, at)
    return at if found is None else found.end()


_SPECIAL = r"(?P<count>\d{1,2})?\s*[x×*]?\s*(?P<word>(?:40er )?[^\W\d_]+)"
_MOST_WORDS = 4
"""What names a special point has so many words at most."""
_SHORTEST_PHRASE = 5
"""With fewer letters they are letters for one special point each: D K is no DK."""


def specials_in(text: str) -> Specials | None:
    """The special points that a cell names, or ``None`` where it cannot be understood.

    Letters with counts, ``2F D``; words; or a bare number.
    """
    text = text.strip().casefold()
    if is_nothing(text):
        return Specials()
    if text.isdecimal() and text.isascii() and len(text) <= 2:
        return Specials(other=int(text))
    counts = dict.fromkeys(Specials._fields, 0)
    at = _end(_BETWEEN, text, 0)
    while at < len(text):
        found = re.compile(_SPECIAL).match(text, at)
        if found is None:
            return None
        phrase = _phrase(text, found.start("word"))
        names, end = phrase or (_names(found["word"]), found.end())
        if names is None:
            return None
        counts[names[0]] += int(found["count"] or 1)
        for name in names[1:]:
            counts[name] += 1
        at = _end(_BETWEEN, text, end)
    return Specials(**counts)


def _phrase(text: str, at: int) -> tuple[list[str], int] | None:
    """The special point that several words name together, and where they end."""
    words = _special_words()
    ends = [found.end() for found in islice(re.compile(r"[^\W_]+\.?").finditer(text, at), _MOST_WORDS)]
    for end in reversed(ends[1:]):
        word = plain(text[at:end])
        name = words.get(word) if len(word) >= _SHORTEST_PHRASE else None
        if name is not None and not re.search(r"[,;+&/]", text[at:end]):
            return [name], end
    return None


def nearest_special(text: str) -> str | None:
    """The special point that was most likely meant by the first part of a cell that names none."""
    for part in re.split(r"[,;+&/\n]", text):
        bare = re.sub(r"^\s*\d{1,2}\s*[x×*]?", "", part).strip()
        if bare and specials_in(bare) is None:
            return nearest_word(bare, ("games", "doppelkopf", "columns.toml"), "specials")
    return None


def _names(word: str) -> list[str] | None:
    """The special points that a word stands for: itself, or a letter each."""
    words = _special_words()
    if plain(word) in words:
        return [words[plain(word)]]
    names = [words.get(letter) for letter in word]
    known = [name for name in names if name is not None]
    return known if len(known) == len(word) else None
