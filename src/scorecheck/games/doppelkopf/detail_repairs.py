"""What a fact of a detail sheet may have been meant to say, where it does not go with the points."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from scorecheck.games.doppelkopf.detail import told_by
from scorecheck.games.doppelkopf.detail_checks import due_of, dues_of
from scorecheck.games.doppelkopf.facts import ALL_POINTS, BELOW, CALLED, NO_90, NOTHING, PARTIES
from scorecheck.model.cells import value_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.games.doppelkopf.detail import DetailFacts
    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet

_CALLED = {"re": 0.33, "kontra": 0.17}
"""So often a party calls, with middling cards; who gets more than half of the card points more often."""
_STRONG = 1.5
_MOST_CALLED = 0.8
_HIGHER, _NOT_KEPT = 0.25, 0.3
"""So often one more level is called; of those that are not kept in the end so many."""
_SPECIAL = 0.12
"""How often a party has one more special point."""
_TEMPERED = 0.5
"""Nobody writes down any fact as easily as another: what is seldom is seldom written by mistake."""
_USUAL_POINTS, _SPREAD_OF_POINTS = 127, 35
"""The card points of Re."""
_WORDS = (("calls_re", "calls_kontra"), ("specials_re", "specials_kontra"), ("kind",))
"""Columns whose words may stand in each other's."""
_OWN = {"calls_re": "kontra", "calls_kontra": "re"}
"""The other party's word, which is no call of this one."""
_MOST_WORDS = 12
_LOOKED_AT = 60
_DIGITS = "0123456789"


def facts_due(entry: Entry, _past: Sequence[Entry], sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Other facts with which the row may be right: card points that go with the other side's or are a
    digit off, calls and special points as they stand elsewhere on the sheet, Re players by the points.
    """
    if sheet.column("control") is not None:
        yield "control", str(sum(entry.points))
    if any(due.points == entry.points for due in dues_of(entry, sheet)):
        # Facts and points agree: a call that is missing or late is no slip of the pen in another cell.
        return
    yield from _card_points(told_by(entry, sheet))
    yield from _parties(entry, sheet)
    for roles in _WORDS:
        columns = [(role, column) for role in roles for column in [sheet.column(role)] if column is not None]
        words = _words(sheet, [column for _, column in columns])
        for role, _ in columns:
            # A game without a kind has no value: that is no repair, it only leaves nothing to judge.
            yield from ((role, word) for word in words if _may_say(role, word))


def _card_points(told: DetailFacts) -> Iterator[tuple[str, str]]:
    """Card points that go with those of the other party, or are a digit off."""
    re, kontra = told.points.get("re"), told.points.get("kontra")
    if kontra is not None and re != ALL_POINTS - kontra and not told.revoked:
        yield "points_re", str(ALL_POINTS - kontra)
    if re is not None and kontra is not None and kontra != ALL_POINTS - re and not told.revoked:
        yield "points_kontra", str(ALL_POINTS - re)
    if re is not None and kontra is None:
        yield from (("points_re", text) for text in _misread(re))
    for party, said in (("re", re), ("kontra", kontra)):
        if said == 0:
            yield f"points_{party}", "schwarz"


def _may_say(role: str, word: str) -> bool:
    return word.casefold() != _OWN.get(role) and bool(word or role != "kind")


def _misread(said: int) -> Iterator[str]:
    """Card points that may have been meant: other by the sign, by one digit, or two in each other's place."""
    digits = str(abs(said))
    found = {digits}
    found |= {digits[:at] + digit + digits[at + 1 :] for at in range(len(digits)) for digit in _DIGITS}
    found |= {digits[:at] + digit + digits[at:] for at in range(len(digits) + 1) for digit in _DIGITS}
    found |= {digits[:at] + digits[at + 1 :] for at in range(len(digits))}
    found |= {
        digits[:at] + digits[at + 1 : at + 2] + digits[at : at + 1] + digits[at + 2 :]
        for at in range(len(digits))
    }
    numbers = {int(text) for text in found if text} | {said + 1, said - 1}
    yield from (str(number) for number in sorted(numbers - {said}) if 0 <= number <= ALL_POINTS)


def points_due(entry: Entry, sheet: Sheet) -> tuple[Number, ...] | None:
    """What the facts of a game give each player."""
    due = due_of(entry, sheet)
    return None if due is None else due.points


def likely_facts(entry: Entry, sheet: Sheet) -> float:
    """The logarithm of the chance of the facts of a game: who has so many card points calls so, and a party
    has so many special points."""
    told = told_by(entry, sheet)
    re = told.card_points("re")
    chance = 0.0 if re is None else -(((re - _USUAL_POINTS) / _SPREAD_OF_POINTS) ** 2) / 2
    for party in PARTIES:
        calls, specials, mine = told.calls[party], told.specials[party], told.card_points(party)
        if calls is not None and mine is not None:
            chance += _of_calls(max((call.level for call in calls), default=NOTHING), mine, _CALLED[party])
        if specials is not None:
            chance += sum(specials) * log(_SPECIAL)
    return chance * _TEMPERED


def _of_calls(level: int, mine: int, share: float) -> float:
    """The logarithm of the chance that a party with so many card points calls as much and no more."""
    called = min(_MOST_CALLED, share * (_STRONG if mine > ALL_POINTS // 2 else 1 / _STRONG))
    if level == NOTHING:
        return log(1 - called)
    kept = sum(ALL_POINTS - mine < BELOW.get(more, 1) for more in range(NO_90, level + 1))
    above = level - CALLED - kept
    return log(called) + kept * log(_HIGHER) + above * log(_HIGHER * _NOT_KEPT)


def _parties(entry: Entry, sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Who may have been Re, by who has the same points."""
    if sheet.column("re") is None:
        return
    names = sheet.players
    won = [name for name, points in zip(names, entry.points, strict=True) if points > 0]
    lost = [name for name, points in zip(names, entry.points, strict=True) if points < 0]
    for party in (won, lost):
        if len(party) in (1, 2):
            yield "re", " + ".join(party)


def _words(sheet: Sheet, columns: Sequence[int]) -> list[str]:
    """What stands in columns of words, and nothing."""
    rows = range(min(sheet.stop, _LOOKED_AT))
    found = dict.fromkeys(value_text(sheet.table.value(row, column)) for column in columns for row in rows)
    return [*dict.fromkeys(("", *found))][:_MOST_WORDS]
