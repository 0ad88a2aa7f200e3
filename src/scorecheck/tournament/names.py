"""Names: how they are compared, and how they are put in order."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

_DIGITS = re.compile("([0-9]+)")


def clean_name(name: str) -> str:
    """A name with its white space put in order, and each accented letter as one character."""
    return " ".join(unicodedata.normalize("NFC", name).split())


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """What two spellings have in common that differ only in case and white space."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


def natural_key(text: str) -> tuple[tuple[str, int, str], ...]:
    """Sorts as people do: ``Runde 2`` before ``Runde 10``, and case does not matter."""
    parts = _DIGITS.split(unicodedata.normalize("NFC", text).casefold())
    # A number is compared by its length and its digits: names may hold more digits than `int` takes.
    numbers = [digits.lstrip("0") for digits in (*parts[1::2], "")]
    return tuple((word, len(number), number) for word, number in zip(parts[::2], numbers, strict=True))


class Players:
    """Tells who a name on a sheet is. Nobody is taken for another by a guess."""

    def __init__(self, aliases: Mapping[str, str], names: Iterable[str]) -> None:
        """With the player of each spelling that the event lists, and all names on its sheets."""
        self.aliases = {clean_name(spelling): player for spelling, player in aliases.items()}
        self.aliases_by_key = {name_key(spelling): player for spelling, player in aliases.items()}
        spellings: dict[str, Counter[str]] = {}
        for name in names:
            spellings.setdefault(name_key(name), Counter())[clean_name(name)] += 1
        # The spelling that is used most; of several, `max` keeps the one that was seen first.
        self.usual = {key: max(count, key=count.__getitem__) for key, count in spellings.items()}

    def name(self, name: str) -> str:
        """The player's name: as the event has it, else as the sheets mostly spell it, else as it is."""
        clean, key = clean_name(name), name_key(name)
        return self.aliases.get(clean) or self.aliases_by_key.get(key) or self.usual.get(key, clean)
