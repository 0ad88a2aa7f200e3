"""Names: comparison, order, and misspellings of one another."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache

from scorecheck.model.cells import shown_name


def clean_name(name: str) -> str:
    """A name with normalised white space and accents, and without invisible characters."""
    return unicodedata.normalize("NFC", shown_name(name))


@lru_cache(maxsize=8192)
def name_key(name: str) -> str:
    """A key that ignores case and white space."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


class Players:
    """Finds the player for a name on a sheet, without guessing."""

    def __init__(self, aliases: Mapping[str, str], names: Iterable[str]) -> None:
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


_SAME_SOUND = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa"})
_ONE_SLIP, _TWO_SLIPS = 4, 8
"""The least length of names that may differ by one slip, or by two."""
_MOST_SLIPS = 2
_WORD = re.compile(r"[^\W_]+")


def slips_between(one: str, other: str) -> int | None:
    """The number of slips between two names that may be one person's; else ``None``.

    A slip is a letter that is wrong, missing or extra, or two that are swapped; another spelling of a sound
    (``Stephan``, ``Stefan``) is one. An umlaut written with two letters is none. Initials and numbers
    distinguish people: ``Anna B.`` is not ``Anna K.``, and ``Player 1`` not ``Player 2``.
    """
    first, second = name_key(one), name_key(other)
    if first == second or _folded(first) == _folded(second):
        return 0
    if _distinguishing(first) != _distinguishing(second):
        return None
    letters = min(sum(map(str.isalpha, name)) for name in (first, second))
    allowed = 0 if letters < _ONE_SLIP else 1 if letters < _TWO_SLIPS else _MOST_SLIPS
    slips = min(
        _distance(first, second),
        _distance(_folded(first), _folded(second)),
        1 + _distance(_sounding(first), _sounding(second)),
    )
    return slips if slips <= allowed else None


def misspelt_names(places: Mapping[str, Set[int]]) -> dict[str, str]:
    """The name that is meant by each that is almost another's.

    The other one is in three times as many ``places``, twice as many where it is in one or two, and in none
    together with it.
    """
    often = sorted(places, key=lambda name: -len(places[name]))
    found: dict[str, str] = {}
    for odd, mine in places.items():
        for name in often:
            theirs = places[name]
            if len(theirs) < (_TIMES if len(mine) > _FEW else _TIMES_OF_FEW) * len(mine):
                break
            another = name_key(odd) != name_key(name) and slips_between(odd, name) is not None
            if another and mine.isdisjoint(theirs):
                found[odd] = name
                break
    return found


_TIMES, _FEW, _TIMES_OF_FEW = 3, 2, 2
"""One slip of the pen is seldom made three times."""


def in_short(one: str, other: str) -> bool:
    """Whether two names may be one in short and in full, or in another order.

    ``Petra N.``, ``P. Nowak``, ``Petra`` and ``Nowak, Petra`` may be ``Petra Nowak``. Numbers distinguish
    people: ``Guest`` is not ``Guest 2``.
    """
    first, second = _words(one), _words(other)
    alike = first & second
    if not any(len(word) > 1 for word in alike) or any(map(str.isdigit, one + other)):
        return False
    mine, theirs = first - alike, second - alike
    return not _without_initial(mine, theirs) or not _without_initial(theirs, mine)


def may_be_one(one: str, other: str) -> bool:
    """Whether two names may be one person's: with a few slips, in short or in another order."""
    return slips_between(one, other) is not None or in_short(one, other)


def meant_by(name: str, others: Sequence[str]) -> str | None:
    """Which of the other names is almost this one; else the only one that it may be in short."""
    almost = next((other for other in others if slips_between(name, other) is not None), None)
    if almost is not None:
        return almost
    short = [other for other in others if in_short(name, other)]
    return short[0] if len(short) == 1 else None


def _without_initial(words: Set[str], others: Set[str]) -> bool:
    """Whether one of the words is no initial of one of the others, nor has its initial among them."""
    return any(
        all(word[0] != other[0] or 1 not in (len(word), len(other)) for other in others) for word in words
    )


@lru_cache(maxsize=8192)
def _words(name: str) -> frozenset[str]:
    return frozenset(_WORD.findall(_folded(name_key(name))))


@lru_cache(maxsize=8192)
def _folded(key: str) -> str:
    plain = key.translate(_SAME_SOUND)
    return "".join(c for c in unicodedata.normalize("NFD", plain) if not unicodedata.combining(c))


def _sounding(key: str) -> str:
    """A name by its sounds, so that spellings with one or two letters are equal."""
    return _folded(key).replace("ph", "f").replace("th", "t")


@lru_cache(maxsize=8192)
def _distinguishing(key: str) -> tuple[str, ...]:
    """The initials and numbers in a name."""
    return tuple(word for word in _WORD.findall(key) if len(word) == 1 or any(map(str.isdigit, word)))


def _distance(one: str, other: str) -> int:
    """The edit distance of two texts; distances above ``_MOST_SLIPS`` are not exact."""
    too_many = _MOST_SLIPS + 1
    if abs(len(one) - len(other)) > _MOST_SLIPS or len(set(one) ^ set(other)) > 2 * _MOST_SLIPS:
        return too_many
    before: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        row = [i]
        for j, counterpart in enumerate(other, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (letter != counterpart))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == counterpart:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > _MOST_SLIPS:
            return too_many
        before, last = last, row
    return last[-1]
