"""Calls and special points in the cells of a detail sheet, and the order and time limits of calls."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice, pairwise

from scorecheck.checks.words import nearest_word, plain, vocabulary
from scorecheck.games.doppelkopf.valuation import (
    CALLED,
    NO_30,
    NO_60,
    NO_90,
    SCHWARZ,
    WEDDING,
    Party,
    Specials,
    other,
)
from scorecheck.model.record import NamedTuple

_DASHES = frozenset("-–—−/")
_nothing_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="nothing")
_special_words = partial(vocabulary, "games", "doppelkopf", "columns.toml", section="specials")


class Call(NamedTuple):
    """A call, and the number of the card at which it was made, if written."""

    level: int
    card: int | None = None


_CALL = r"""(?x)(?:
        (?:(?:no|keiner?|ohne|ingen|under|unter|below|[ku<])\.?\s*)*
        (?P<level>120|90|60|30|12|9|6|3|neunzig|sechzig|drei(?:ß|ss)ig|neun|sechs|drei|ninety|sixty|thirty
            |nitti|seksti|tretti)(?:er)?
      | (?P<schwarz>schwarz|black|svart|sv?|schw\.?)
      | (?P<re>re|r) | (?P<kontra>kontra|contra|ktr|ko?) | (?P<made>x|ja|yes)
    )(?![^\W\d_]|\d)(?:\s*(?:@|\(?karte|\(?card|\(?kort)\s*(?P<card>\d{1,3})(?!\d)\)?
        |\s*\(?(?P<at>\d{1,3})\.\s*(?:karte|card|kort)\)?)?"""
_BETWEEN = (
    r"(?:[\s,;/+&.:!–-]|\b(?:und|and|og)\b"
    r"|\b(?:angesagt|abgesagt|gesagt|ansage|absage|abs|called|meldt|meldte)\b)*"
)
_LEVELS = {
    **dict.fromkeys(("12", "120"), CALLED),
    **dict.fromkeys(("9", "90", "neun", "neunzig", "ninety", "nitti"), NO_90),
    **dict.fromkeys(("6", "60", "sechs", "sechzig", "sixty", "seksti"), NO_60),
    **dict.fromkeys(("3", "30", "drei", "dreißig", "dreissig", "thirty", "tretti"), NO_30),
}


def is_nothing(text: str) -> bool:
    """Whether a cell stands for nothing: empty, a dash, no."""
    return not text.strip() or set(text.strip()) <= _DASHES or plain(text) in _nothing_words()


def calls_in(text: str, party: Party) -> tuple[Call, ...] | None:
    """The calls of a party in a cell, or ``None`` if it is unreadable.

    ``Re``, ``k9``, ``no 90``, ``keine 6``, ``schwarz``, each perhaps with ``@`` and the number of the card.
    The call “no 120” is Re or Kontra itself.
    """
    if is_nothing(text):
        return ()
    text = text.lower()
    calls: list[Call] = []
    at = 0
    while True:
        at = _end(_BETWEEN, text, at)
        if at == len(text):
            return tuple(calls) or None
        found = re.compile(_CALL).match(text, at)
        if found is None or found["kontra" if party == "re" else "re"]:
            return None
        level = _LEVELS[found["level"]] if found["level"] else SCHWARZ if found["schwarz"] else CALLED
        card = found["card"] or found["at"]
        calls.append(Call(level, int(card) if card else None))
        at = found.end()


def nearest_call(text: str, party: Party) -> str | None:
    """The likely call for the first unknown part of a cell."""
    for part in re.split(r"[,;+&/\n]", text):
        if part.strip() and calls_in(part, party) is None:
            near = nearest_word(part.strip(), ("games", "doppelkopf", "columns.toml"), "calls")
            return None if near is None or calls_in(near, party) is None else near
    return None


def _end(pattern: str, text: str, at: int) -> int:
    found = re.compile(pattern).match(text, at)
    return at if found is None else found.end()


_SPECIAL = r"(?:(?!40er)(?P<count>\d{1,2}))?\s*[x×*]?\s*(?P<word>40er|[^\W\d_]+)"
_COUNT_BEHIND = (
    r"\s*\(?\s*(?P<times>[x×*])?\s*(?P<count>\d{1,2})\s*(?:[x×*](?![^\W\d_]))?\s*\)?(?(times)|(?!\s*[^\W_]))"
)
"""A number after a special point that does not belong to the next one: ``Fuchs 2``, ``F x2 und K``."""
_MOST_WORDS = 4
"""The largest number of words for a special point."""
_SHORTEST_PHRASE = 5
"""Shorter words are letters for one special point each: D K is no DK."""


def specials_in(text: str) -> Specials | None:
    """The special points in a cell, or ``None`` if it is unreadable.

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
        behind = None if found["count"] else re.compile(_COUNT_BEHIND).match(text, end)
        if behind is not None:
            end = behind.end()
        counts[names[0]] += int(found["count"] or (behind["count"] if behind else 1))
        for name in names[1:]:
            counts[name] += 1
        at = _end(_BETWEEN, text, end)
    return Specials(**counts)


def _phrase(text: str, at: int) -> tuple[list[str], int] | None:
    """The special point of several words together, and their end."""
    words = _special_words()
    ends = [found.end() for found in islice(re.compile(r"[^\W_]+\.?").finditer(text, at), _MOST_WORDS)]
    for end in reversed(ends[1:]):
        word = plain(text[at:end])
        name = words.get(word) if len(word) >= _SHORTEST_PHRASE else None
        if name is not None and not re.search(r"[,;+&/]", text[at:end]):
            return [name], end
    return None


_PARTY_WORDS: Mapping[Party, frozenset[str]] = {
    "re": frozenset({"re", "r"}),
    "kontra": frozenset({"kontra", "contra", "ktr", "ko", "k"}),
}


def fact_in_words(roles: Collection[str], heading: str, words: Sequence[str]) -> Iterable[str]:
    """The roles that a column may have by its words, under an unknown heading: calls or special points.

    ``Extras Re`` above ``Fuchs`` and ``Karlchen``. They are of the party in the heading, or of either, of
    which there are several ``roles``. One word in three may be unreadable. None: something else.
    """
    parts = set(re.findall(r"[^\W\d_]+", heading.casefold()))
    named: list[Party] = [party for party, own in _PARTY_WORDS.items() if own & parts]
    said = [word for word in words if not is_nothing(word)]
    # ``K`` and ``Re`` by themselves may be names, and without a party marks and numbers may be anything.
    may_count = len(named) == 1 and len(parts) > 1
    if not said or any(re.fullmatch(_POINTS if may_count else _NO_WORD, word) for word in said):
        return ()
    parties = named if len(named) == 1 else list(_PARTY_WORDS)
    calls = sum(any(calls_in(word, party) is not None for party in parties) for word in said)
    specials = sum(specials_in(word) is not None for word in said)
    kind = "calls" if calls >= specials else "specials"
    role = f"{kind}_{parties[0] if len(parties) == 1 else 'either'}"
    return (one for one in roles if one.startswith(role)) if 3 * max(calls, specials) >= 2 * len(said) else ()


_POINTS = r"\s*(?:[+\-−–]\s*\d+|\d{2,}|\d+[.,]\d+)\s*"
"""A number that counts no special points."""
_NO_WORD = rf"(?i)(?:{_POINTS}|\s*(?:x|ja|yes|ok|\d+)\s*)"
"""Such a number, or a mark."""


def nearest_special(text: str) -> str | None:
    """The likely special point for the first unknown part of a cell."""
    for part in re.split(r"[,;+&/\n]", text):
        bare = re.sub(r"^\s*\d{1,2}\s*[x×*]?", "", part).strip()
        if bare and specials_in(bare) is None:
            return nearest_word(bare, ("games", "doppelkopf", "columns.toml"), "specials")
    return None


def _names(word: str) -> list[str] | None:
    """The special points of a word: itself, or one for each letter."""
    words = _special_words()
    if plain(word) in words:
        return [words[plain(word)]]
    names = [words.get(letter) for letter in word]
    known = [name for name in names if name is not None]
    return known if len(known) == len(word) else None


LATEST: Mapping[str, Mapping[Party, Mapping[int, int]]] = {
    "tcg": {
        "re": {CALLED: 5, NO_90: 9, NO_60: 13, NO_30: 17, SCHWARZ: 21},
        "kontra": {CALLED: 9, NO_90: 13, NO_60: 17, NO_30: 21, SCHWARZ: 25},
    },
    # Limits: 11 cards in hand, then 10, 9, 8, 7; the last player of the second trick still has 11 until the
    # 8th card.
    "ddv": {party: {CALLED: 8, NO_90: 12, NO_60: 16, NO_30: 20, SCHWARZ: 24} for party in ("re", "kontra")},
}
"""The last card at which each call is allowed."""
TO_ANSWER = 4
"""The number of cards within which a call may be answered with Re or Kontra."""
OF_WEDDING = 8
"""By the federation's rules, a wedding decided in the third trick shifts all calls by two.

The sheet does not name the trick.
"""


class Late(NamedTuple):
    """A call that came too late."""

    level: int
    card: int
    latest: int


def first_late(
    calls: Mapping[Party, Sequence[Call] | None],
    party: Party,
    kind: str | None,
    preset: str,
    *,
    late_answered: bool = True,
) -> Late | None:
    """The first late call of a party, among those with a known card.

    ``late_answered``: a late call of the other party may be answered all the same.
    """
    mine, theirs = calls[party] or (), calls[other(party)] or ()
    shift = OF_WEDDING if preset == "ddv" and kind == WEDDING else 0
    if not late_answered:
        theirs = [
            call for call in theirs if (call.card or 0) <= LATEST[preset][other(party)][call.level] + shift
        ]
    for level, card in mine:
        if card is None:
            continue
        latest = LATEST[preset][party][level] + shift
        if level == CALLED:
            latest = max(latest, _to_answer(theirs, card, other(party), preset) + shift)
        if card > latest:
            return Late(level, card, latest)
    return None


def _to_answer(theirs: Sequence[Call], card: int, party: Party, preset: str) -> int:
    """The last card for an answer to the other party's call, by default to one as late as possible."""
    latest = LATEST[preset][party]
    if preset == "ddv":
        # One card fewer in hand than for the call itself.
        return max((latest[call.level] + TO_ANSWER for call in theirs if (call.card or 0) <= card), default=0)
    return max(
        (
            (latest[call.level] if call.card is None else call.card) + TO_ANSWER
            for call in theirs
            if call.card is None or call.card <= card
        ),
        default=0,
    )


def first_out_of_order(calls: Sequence[Call], preset: str) -> tuple[int, int] | None:
    """The first two calls in a wrong order, by their levels.

    Each level requires the one before it; the federation allows to skip some.
    """
    if all(call.card is not None for call in calls):
        calls = sorted(calls, key=lambda call: call.card or 0)
    for before, after in pairwise(calls):
        step = after.level - before.level
        early = before.card is not None and after.card is not None and after.card < before.card
        if early or step < 1 or (step > 1 and preset != "ddv"):
            return before.level, after.level
    return None
