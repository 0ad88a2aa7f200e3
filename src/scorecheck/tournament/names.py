"""Names: comparison and order."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache


def clean_name(name: str) -> str:
    """A name with normalised white space and accents."""
    return " ".join(unicodedata.normalize("NFC", name).split())


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """A key that ignores case and white space."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


class Players:
    """Finds the player for a name on a sheet, without guessing."""

    def __init__(self, aliases: Mapping[str, str], names: Iterable[str]) -> None:
        """With the player for each spelling in the event, and all names on its sheets."""
        self.aliases = {clean_name(spelling): player for spelling, player in aliases.items()}
        self.aliases_by_key = {name_key(spelling): player for spelling, player in aliases.items()}
        spellings: dict[str, Counter[str]] = {}
        for name in names:
            spellings.setdefault(name_key(name), Counter())[clean_name(name)] += 1
        # The most frequent spelling; of several, `max` keeps the first.
        self.usual = {key: max(count, key=count.__getitem__) for key, count in spellings.items()}

    def name(self, name: str) -> str:
        """The player's name: as in the event, else by its most frequent spelling, else unchanged."""
        clean, key = clean_name(name), name_key(name)
        return self.aliases.get(clean) or self.aliases_by_key.get(key) or self.usual.get(key, clean)
