"""The value of a game by the tournament rules of the German federation (preset ``ddv``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scorecheck.games.doppelkopf.facts import (
    CALLED,
    LEVEL_NAMES,
    LEVELS,
    NO_30,
    NO_60,
    NO_90,
    NOTHING,
    SCHWARZ,
    GameFacts,
    Party,
    Side,
    is_reached,
    other,
    winner_from,
)
from scorecheck.games.doppelkopf.worth import Valuation, terms_of_calls, terms_of_specials, valuation
from scorecheck.model.terms import Term

REACHED_AGAINST = {NO_90: 120, NO_60: 90, NO_30: 60, SCHWARZ: 30}
"""Card points against a call that give an extra point."""


def federal_value(facts: GameFacts, options: Mapping[str, str | int | bool] | None = None) -> Valuation:
    """The value of a game: calls are added, not multiplied, and it may be negative for the winner.

    By the house rule ``calls_count = double``, Re and Kontra double the value.
    """
    winner = winner_of(facts)
    if winner is None:
        return valuation(facts, None, (*_of_nobody(facts), *_specials(facts, "re")))
    doubled = options is not None and options.get("calls_count") == "double"
    called = terms_of_calls(facts, adds=not doubled)
    terms = (*_won(facts, winner, () if doubled else called), *_specials(facts, winner))
    return valuation(facts, winner, (*terms, *(called if doubled else ())))


def winner_of(facts: GameFacts) -> Party | None:
    """The winner; if only Kontra was called, Re wins with 120."""
    return winner_from(facts, 120 if facts.kontra.call >= CALLED and facts.re.call == NOTHING else 121)


def _won(facts: GameFacts, winner: Party, called: Sequence[Term]) -> Iterator[Term]:
    mine, theirs = facts.side(winner), facts.side(other(winner))
    yield Term("won", 1)
    yield from _below(theirs, 1, "")
    yield from called
    for level in LEVELS:
        if mine.call >= level:
            yield Term(f"{LEVEL_NAMES[level]}-called", 1)
        if theirs.call >= level:
            yield Term(f"{LEVEL_NAMES[level]}-called-by-them", 1)
    yield from _against_calls(mine, theirs, 1, "")


def _of_nobody(facts: GameFacts) -> Iterator[Term]:
    """Both failed: each side keeps its levels; no points for winning or calls."""
    yield from _below(facts.kontra, 1, "")
    yield from _against_calls(facts.re, facts.kontra, 1, "")
    yield from _below(facts.re, -1, "-of-them")
    yield from _against_calls(facts.kontra, facts.re, -1, "-of-them")


def _below(against: Side, sign: int, suffix: str) -> Iterator[Term]:
    for level in LEVELS:
        if is_reached(level, against):
            yield Term(f"{LEVEL_NAMES[level]}{suffix}", sign)


def _against_calls(mine: Side, theirs: Side, sign: int, suffix: str) -> Iterator[Term]:
    for level, points in REACHED_AGAINST.items():
        if theirs.call >= level and mine.points >= points:
            yield Term(f"against-{LEVEL_NAMES[level]}{suffix}", sign, params={"points": points})


def _specials(facts: GameFacts, party: Party) -> Iterator[Term]:
    """Special points of a party, minus those of the other; none in a solo."""
    if facts.solo:
        return
    if winner_of(facts) == "kontra":
        yield Term("against-the-old", 1)
    yield from terms_of_specials(facts.side(party).specials, 1, "")
    yield from terms_of_specials(facts.side(other(party)).specials, -1, "-of-them")
