"""The right points of the players of a detail sheet, by the facts of each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from scorecheck.games.doppelkopf.checks import dealer_of, times_of
from scorecheck.games.doppelkopf.detail import DetailFacts, says_of_either, sound_facts, told_by
from scorecheck.games.doppelkopf.roles import AT_TABLE
from scorecheck.games.doppelkopf.valuation import (
    GameFacts,
    Valuation,
    doubled_in_bock,
    value_of,
    values_so_far,
)
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Worked


def preset_of(sheet: Sheet) -> str:
    """The preset in force."""
    return sheet.preset or "tcg"


def is_revoked(told: DetailFacts, sheet: Sheet) -> bool:
    """Whether a revoke ended the game; the federation has no rule for it."""
    return told.revoked and preset_of(sheet) != "ddv"


class PointsDue(NamedTuple):
    """The right points of the players by the facts of a game."""

    value: Valuation
    worked: Worked
    re: tuple[int, ...]
    points: tuple[int, ...]
    """One number per player; of several possibilities, the nearest to the written ones."""


def valued_facts(entry: Entry, sheet: Sheet) -> GameFacts | None:
    """Complete and possible facts of a row, from which a value follows."""
    told = told_by(entry, sheet)
    if says_of_either(entry) or (told.revoked and not is_revoked(told, sheet)):
        return None
    return sound_facts(told, preset_of(sheet), sheet.options)


def due_of(entry: Entry, sheet: Sheet) -> PointsDue | None:
    """The points by the facts of a row, or ``None`` if unknown."""
    dues = dues_of(entry, sheet)
    return dues[0] if len(dues) == 1 else None


def dues_of(entry: Entry, sheet: Sheet) -> tuple[PointsDue, ...]:
    """All possible points by the facts.

    Several if a revoke ended the game before anybody had won, or the sheet leaves open which rules hold.
    """
    found = {due.points: due for way in possible_rules(sheet) for due in _dues_by(entry, way)}
    return tuple(found.values())


def possible_rules(sheet: Sheet) -> Iterator[Sheet]:
    """The sheet under the rules in force, and under each other choice that it leaves open."""
    open_ = {name: shown.value for name, shown in sheet.shown.items() if shown.asked}
    for names in chain.from_iterable(combinations(open_, count) for count in range(len(open_) + 1)):
        chosen: dict[str, str | int | bool] = {name: open_[name] for name in names}
        preset = str(chosen.pop("preset", preset_of(sheet)))
        yield replace(sheet, preset=preset, options={**sheet.options, **chosen}, shown={}) if names else sheet


def _dues_by(entry: Entry, sheet: Sheet) -> tuple[PointsDue, ...]:
    told, facts = told_by(entry, sheet), valued_facts(entry, sheet)
    if facts is None:
        return ()
    values = (value_of(facts, preset_of(sheet), sheet.options),)
    if told.revoked:
        by = None if told.revoked_by is None else told.party_of(told.revoked_by)
        values = values_so_far(facts, by, sheet.options)
    return tuple(_due(value, facts, entry, sheet) for value in values)


def _due(value: Valuation, facts: GameFacts, entry: Entry, sheet: Sheet) -> PointsDue:
    told = told_by(entry, sheet)
    worked, to_re = value.worked, value.re_value
    times = counts(entry, sheet)
    while times > 1 and to_re:
        worked, to_re, times = doubled_in_bock(worked), 2 * to_re, times // 2
    best = min(
        ways_to_pay(told.re, facts, to_re, len(sheet.players)),
        key=lambda way: _distance(way[1], entry, sheet),
    )
    return PointsDue(value, worked, *best)


def times_by_facts(entry: Entry, sheet: Sheet) -> int | None:
    """How many times the value by the facts is paid, 0 for something else; ``None`` without a value."""
    told, facts = told_by(entry, sheet), valued_facts(entry, sheet)
    to_re = 0 if facts is None else value_of(facts, preset_of(sheet), sheet.options).re_value
    if facts is None or not to_re:
        return None
    paid = ((times, ways_to_pay(told.re, facts, times * to_re, len(sheet.players))) for times in (1, 2, 4))
    return next((times for times, ways in paid if any(points == entry.points for _, points in ways)), 0)


def counts(entry: Entry, sheet: Sheet) -> int:
    """How many times a game counts: by its mark, or as its facts show it where nothing is marked."""
    if sheet.layout == "detail" and sheet.options.get("bock_by_value") == "paid":
        return times_by_facts(entry, sheet) or 1
    return times_of(entry, sheet)


def ways_to_pay(
    re: tuple[int, ...], facts: GameFacts, to_re: int, seats: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to distribute a value, by who sits out and by the partner in a poverty."""
    everybody = range(seats)
    missing = 0 if facts.solo else 2 - len(re)
    for partners in combinations([p for p in everybody if p not in re], missing):
        party = (*re, *partners)
        others = [p for p in everybody if p not in party]
        for against in combinations(others, AT_TABLE - len(party)):
            share = dict.fromkeys(against, -to_re) | dict.fromkeys(party, 3 * to_re if facts.solo else to_re)
            yield party, tuple(share.get(p, 0) for p in everybody)


def _distance(points: Sequence[int], entry: Entry, sheet: Sheet) -> tuple[int, int]:
    """The number of players with other points, and whether a player who sat out has some."""
    differ = sum(1 for due, said in zip(points, entry.points, strict=True) if due != said)
    dealt = dealer_of(entry, sheet)
    return differ, int(dealt is not None and len(sheet.players) > AT_TABLE and points[dealt] != 0)
