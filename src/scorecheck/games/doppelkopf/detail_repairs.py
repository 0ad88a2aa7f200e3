"""Possible meanings of facts on a detail sheet that do not agree with the points."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from math import log

from scorecheck.checks.facts import Meant
from scorecheck.checks.ruleset import Mending
from scorecheck.checks.words import data, nearest
from scorecheck.games.doppelkopf.detail import DetailFacts, told_by
from scorecheck.games.doppelkopf.dues import dues_of
from scorecheck.games.doppelkopf.scoring import games_like
from scorecheck.games.doppelkopf.spelling import Call, calls_in, is_nothing, specials_in
from scorecheck.games.doppelkopf.valuation import (
    ALL_POINTS,
    BELOW,
    CALLED,
    NO_90,
    NOTHING,
    PARTIES,
    SCHWARZ,
    Party,
    Specials,
)
from scorecheck.model.cells import value_text
from scorecheck.model.sheet import Entry, Sheet

_CALLED = {"re": 0.33, "kontra": 0.17}
"""The frequency of a call with average cards; it rises with card points above half."""
_STRONG = 1.5
_MOST_CALLED = 0.8
_HIGHER, _NOT_KEPT = 0.25, 0.3
"""The frequency of one more level, and the share of those that are missed."""
_SPECIAL = 0.12
"""The frequency of one more special point."""
_USUAL_POINTS, _SPREAD_OF_POINTS = 127, 35
"""The mean and the spread of the card points of Re."""
_CALLS, _SPECIALS = ("calls_re", "calls_kontra"), ("specials_re", "specials_kontra")
_WORDS = (_CALLS, _SPECIALS, ("kind",))
"""Columns whose words may be exchanged."""
_LEVEL = re.compile(r"(?<!\d)[963](?P<zero>0?)(?!\d)")
_PAIRS = 2
_FAR_CALLS = 40
"""Calls off by more than one level are hardly ever meant."""
_LOST, _ADDED, _MORE_ADDED = 4, 12, 100
"""Special points of either party are forgotten, or one or two of the usual three are added."""
_WORKED_OUT = 10
"""From one of so many wrong card points those of the other party were worked out."""
_ONE_OFF = 12
"""One special point of several is forgotten, one is added, or one is taken for another."""
_TRICKLESS = 10
"""A party without a trick is mostly marked so: this many other words are as likely as a 0."""
_OTHER_WORDS = 50
"""The number of words that may be mistaken for each other."""
_OWN = {"calls_re": "kontra", "calls_kontra": "re"}
"""The other party's word, which is no call of this one."""
_A_LEVEL = "k90"
_MOST_WORDS = 12
_LOOKED_AT = 60


def _facts_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """Other facts that make the row right, each by one slip.

    Card points that fit the other side's or are mistyped, calls and special points that are elsewhere on the
    sheet, or other Re players.
    """
    if any(due.points == entry.points for due in dues_of(entry, sheet)):
        # Facts and points agree: a missing or late call is no slip in another cell.
        return
    told = told_by(entry, sheet)
    yield from _card_points(told)
    yield from _parties(entry, sheet)
    for roles in _WORDS:
        columns = {role: column for role in roles for column in [sheet.column(role)] if column is not None}
        said = {role: value_text(entry.fields.get(role, "")) for role in columns}
        words = _words(sheet, [*columns.values()])
        if roles is _CALLS:
            words = [*dict.fromkeys(_calls(words))]
        for role in columns:
            # Without a kind a game has no value: that removes the check, not the error.
            for word in _specials(said[role], words) if roles is _SPECIALS else words:
                if word != said[role] and word.casefold() != _OWN.get(role) and (word or role != "kind"):
                    yield _word(role, said[role], word)
        if len({*said.values()}) == len(roles) == 2:
            (one, here), (other, there) = said.items()
            yield Meant("swapped", ((0, one, there), (0, other, here)), _PAIRS)


def _word(role: str, said: str, meant: str) -> Meant:
    """Another word in a cell: mostly a call forgotten or a level off, a special point forgotten or added."""
    edits = ((0, role, meant),)
    if role in _CALLS:
        party: Party = "re" if role == "calls_re" else "kontra"
        level, other = (_level(calls_in(text, party)) for text in (meant, said))
        if level is None or other is None or (other != NOTHING and abs(level - other) != 1):
            return Meant("call", edits, _FAR_CALLS)
        return Meant("call", edits, len(PARTIES) * (1 if level in (NOTHING, SCHWARZ) else 2))
    if role in _SPECIALS:
        if is_nothing(said):
            return Meant("special-point", edits, _LOST)
        here, there = specials_in(said), specials_in(meant)
        if here is None or there is None or here.other != there.other:
            return Meant("special-point", edits, _OTHER_WORDS)
        off = _slips_apart(here, there)
        return Meant("special-point", edits, (_ONE_OFF if sum(there) else _ADDED) * _MORE_ADDED ** (off - 1))
    return Meant("word", edits, _OTHER_WORDS)


def _slips_apart(said: Specials, meant: Specials) -> int:
    """The number of special points that were forgotten, added or taken for another, 1 at least."""
    more = [one - other for one, other in zip(said, meant, strict=True)]
    return max(1, sum(one for one in more if one > 0), -sum(one for one in more if one < 0))


def _specials(said: str, words: Sequence[str]) -> Iterable[str]:
    """What a cell of special points may say instead: words of the sheet, or one special point otherwise."""
    here = specials_in(said)
    if here is None:
        # What nobody can read was hardly meant to be what stands elsewhere.
        return [word for word in words if not word or nearest(said, [word])]
    return [*words, *_with_one_other(here, words)]


def _with_one_other(here: Specials, words: Sequence[str]) -> Iterator[str]:
    """Special points with one more, one fewer or another one, as the sheet writes them.

    Words that stand on the sheet are left out.
    """
    if here.other or not any(here):
        return
    known = {specials_in(word) for word in words}
    letters: dict[str, list[str]] = data("games", "doppelkopf", "columns.toml")["specials"]
    marks = {sort: _mark(sort, words) or letters[sort][0] for sort in letters}
    for lost, found in permutations((*marks, None), 2):
        counts = here._asdict()
        for sort, by in ((lost, -1), (found, 1)):
            if sort is not None:
                counts[sort] += by
        if min(counts.values()) >= 0 and Specials(**counts) not in known:
            yield " ".join(_counted(counts[sort], mark) for sort, mark in marks.items() if counts[sort])


def _mark(sort: str, words: Sequence[str]) -> str | None:
    """How the sheet writes one special point of a sort."""
    one = Specials(**{sort: 1})
    return next((word for word in words if specials_in(word) == one), None)


def _counted(count: int, mark: str) -> str:
    return mark if count == 1 else f"{count}{mark}" if len(mark) == 1 else f"{count} {mark}"


def _level(calls: Sequence[Call] | None) -> int | None:
    return None if calls is None else max((call.level for call in calls), default=NOTHING)


def _card_points(told: DetailFacts) -> Iterator[Meant]:
    """Card points that agree with those of the other party, or are a digit off."""
    re, kontra = told.points.get("re"), told.points.get("kontra")
    sides = (("points_re", re), ("points_kontra", kontra))
    for (role, said), (rest, other) in permutations(sides):
        numbers = [one for one in range(ALL_POINTS + 1) if one != said]
        if said is not None and other is None:
            yield from (Meant("misread", ((0, role, str(one)),)) for one in numbers)
        elif said is not None and other == ALL_POINTS - said:
            both = (((0, role, str(one)), (0, rest, str(ALL_POINTS - one))) for one in numbers)
            yield from (Meant("worked-out", edits, 2 * _WORKED_OUT) for edits in both)
        elif other is not None and said != ALL_POINTS - other and not told.revoked:
            yield Meant("number", ((0, role, str(ALL_POINTS - other)),), 2)
        if said == 0:
            yield Meant("word", ((0, role, "schwarz"),), _TRICKLESS)


def _likely_facts(entry: Entry, sheet: Sheet) -> float:
    """The log-probability of the facts: calls given card points, and numbers of special points."""
    told = told_by(entry, sheet)
    re = told.card_points("re")
    chance = 0.0 if re is None else -(((re - _USUAL_POINTS) / _SPREAD_OF_POINTS) ** 2) / 2
    for party in PARTIES:
        calls, specials, mine = told.calls[party], told.specials[party], told.card_points(party)
        if calls is not None and mine is not None:
            chance += _of_calls(max((call.level for call in calls), default=NOTHING), mine, _CALLED[party])
        if specials is not None:
            chance += sum(specials) * log(_SPECIAL)
    return chance


def _of_calls(level: int, mine: int, share: float) -> float:
    """The log-probability of a highest call, given card points."""
    called = min(_MOST_CALLED, share * (_STRONG if mine > ALL_POINTS // 2 else 1 / _STRONG))
    if level == NOTHING:
        return log(1 - called)
    kept = sum(ALL_POINTS - mine < BELOW.get(more, 1) for more in range(NO_90, level + 1))
    above = level - CALLED - kept
    return log(called) + kept * log(_HIGHER) + above * log(_HIGHER * _NOT_KEPT)


def _parties(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """The possible Re players, by equal points."""
    if sheet.column("re") is None:
        return
    names = sheet.players
    said = {names[at] for at in told_by(entry, sheet).re}
    won = [name for name, points in zip(names, entry.points, strict=True) if points > 0]
    lost = [name for name, points in zip(names, entry.points, strict=True) if points < 0]
    for party in (won, lost):
        if len(party) in (1, 2) and said != {*party}:
            edits = ((0, "re", " + ".join(party)),)
            if len(said) < len(party):
                yield Meant("name-missing", edits, len(party))
            elif len(said) > len(party):
                yield Meant("name-added", edits, len(names) - len(party))
            elif len(said & {*party}) == len(party) - 1:
                yield Meant("name", edits, len(party) * (len(names) - len(party)))
            else:
                yield Meant("name", edits, _OTHER_WORDS * len(names))


def _words(sheet: Sheet, columns: Sequence[int]) -> list[str]:
    """The words in columns of words, and nothing."""
    rows = range(min(sheet.stop, _LOOKED_AT))
    found = dict.fromkeys(value_text(sheet.table.value(row, column)) for column in columns for row in rows)
    return [*dict.fromkeys(("", *found))][:_MOST_WORDS]


def _calls(words: Sequence[str]) -> Iterator[str]:
    """Words for calls, with those of other levels in the same form; usual ones for those that are missing."""
    said = {word.casefold() for word in words}
    usual = [one for one in ("re", "kontra") if one not in said]
    for word in (*words, *usual, *(() if any(map(_LEVEL.search, words)) else (_A_LEVEL,))):
        yield word
        level = _LEVEL.search(word)
        if level is not None:
            zero = level["zero"]
            yield from (f"{word[: level.start()]}{one}{zero}{word[level.end() :]}" for one in "963")


mending = partial(
    Mending,
    meant=games_like,
    worked=lambda entry, sheet: [due.points for due in dues_of(entry, sheet)],
    facts_meant=_facts_meant,
    likely=_likely_facts,
)
