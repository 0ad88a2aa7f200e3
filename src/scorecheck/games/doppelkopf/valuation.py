"""The value of a game, term by term, by the rules of the TCG tournament.

``federation`` has the federation's rules; ``value_of`` chooses between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorecheck.checks.words import choices_of
from scorecheck.games.doppelkopf.facts import (
    CALLED,
    JACK_SOLO,
    LEVEL_NAMES,
    LEVELS,
    NO_90,
    QUEEN_SOLO,
    GameFacts,
    Party,
    has_failed,
    is_reached,
    other,
    winner_from,
)
from scorecheck.games.doppelkopf.worth import Valuation, terms_of_calls, terms_of_specials, valuation
from scorecheck.model.terms import Term, total_of

_RE_NEEDS = 121
_FILE = ("games", "doppelkopf", "options.toml")
OF_VALUE = choices_of(*_FILE, section="value")
"""Open questions about the value in the source, with the choices for event files.

The first is the literal one.
"""
_STARTS_OF_BOCK = choices_of(*_FILE, section="bock")
BOCK_EVENTS = tuple(_STARTS_OF_BOCK)
"""The options for what starts a Bock round."""
HOUSE_RULES = {**_STARTS_OF_BOCK, **choices_of(*_FILE, section="house")}
"""House rules, with the choices for event files."""
OPTIONS = {**OF_VALUE, **choices_of(*_FILE, section="calls")}
"""All open questions and house rules."""

LITERAL: Mapping[str, str | int | bool] = {name: values[0] for name, values in OPTIONS.items()}

WITHOUT_SPECIALS = frozenset({QUEEN_SOLO, JACK_SOLO})
"""The games without special points other than the solo's own."""


def value_of(facts: GameFacts, preset: str, options: Mapping[str, str | int | bool] = LITERAL) -> Valuation:
    """The value of a game. ``preset`` is ``tcg`` or ``ddv``.

    The options are those of ``tcg`` and not used for ``ddv``.
    """
    if preset == "ddv":
        from scorecheck.games.doppelkopf.federation import federal_value

        return federal_value(facts, options)
    return tournament_value(facts, {**LITERAL, **options})


def tournament_value(facts: GameFacts, options: Mapping[str, str | int | bool]) -> Valuation:
    """The value by the rules of the TCG tournament: net, never below 0, then doubled."""
    winner = winner_from(facts, _RE_NEEDS)
    if winner is None and options["both_failed"] == "cards":
        return tournament_value(without_levels(facts), options)
    return _valued(facts, winner, options)


def _valued(facts: GameFacts, winner: Party | None, options: Mapping[str, str | int | bool]) -> Valuation:
    """The value if this party has won."""
    if winner is None:
        failed = has_failed(facts.re, facts.kontra) and has_failed(facts.kontra, facts.re)
        return valuation(facts, None, (Term("both-failed" if failed else "nobody-won", 0),))
    adds = options["calls_count"] == "two"
    called = terms_of_calls(facts, adds=adds)
    terms = (
        *_won(facts, winner, options),
        *(called if adds else ()),
        *_special_terms(facts, winner, options),
    )
    factors = () if adds else called
    net = int(total_of(terms))
    floor = (Term("not-below-zero", 0, floor=True),) if net < 0 else ()
    unbounded = net * 2 ** len(factors)
    return valuation(facts, winner, (*terms, *floor, *(factors if net > 0 else ())), unbounded)


def values_so_far(
    facts: GameFacts, revoked_by: Party | None, options: Mapping[str, str | int | bool] = LITERAL
) -> tuple[Valuation, ...]:
    """The possible values of a game that a revoke ended, by what each party has so far.

    The winner is clear if a call has failed, or a party has its 121 or 120; otherwise the rules do not say,
    and it may be either, or nobody. With the option ``revoke = loses``, the other party wins.
    """
    options = {**LITERAL, **options}
    re, kontra = facts.re, facts.kontra
    if options["revoke"] == "loses":
        winners: tuple[Party | None, ...] = ("re", "kontra") if revoked_by is None else (other(revoked_by),)
    elif has_failed(re, kontra) or has_failed(kontra, re) or re.points > 120 or kontra.points >= 120:
        winners = (winner_from(facts, _RE_NEEDS),)
    else:
        winners = ("re", "kontra", None)
    return tuple(_valued(facts, winner, options) for winner in winners)


def without_levels(facts: GameFacts) -> GameFacts:
    """The game without calls above Re or Kontra."""
    re, kontra = (side._replace(call=min(side.call, CALLED)) for side in (facts.re, facts.kontra))
    return facts._replace(re=re, kontra=kontra)


def _won(facts: GameFacts, winner: Party, options: Mapping[str, str | int | bool]) -> Iterator[Term]:
    """The points of the winner without special points."""
    mine, theirs = facts.side(winner), facts.side(other(winner))
    for level in (CALLED, *LEVELS):
        name = LEVEL_NAMES[level]
        if is_reached(level, theirs):
            yield Term(name, 1)
        elif theirs.call >= max(level, NO_90):
            yield Term(f"{name}-given", 1)
        if level in LEVELS:
            if mine.call >= level:
                yield Term(f"{name}-called", 1)
            if theirs.call >= level:
                yield Term(f"{name}-called-by-them", 1)
    if winner == "kontra" and _counts_against_the_old(facts, options):
        yield Term("against-the-old", 1)


def _counts_against_the_old(facts: GameFacts, options: Mapping[str, str | int | bool]) -> bool:
    if facts.solo and not options["against_the_old_in_solo"]:
        return False
    if has_failed(facts.re, facts.kontra):
        return facts.re.points <= 120 and bool(options["against_the_old_if_call_failed_below_121"])
    return True


def _special_terms(
    facts: GameFacts, winner: Party, options: Mapping[str, str | int | bool]
) -> Iterator[Term]:
    """The special points of the winner, minus those of the loser."""
    soloist = winner if options["solo_point"] == "winner" else "re"
    for party in (winner, other(winner)):
        sign, suffix = (1, "") if party == winner else (-1, "-of-them")
        if facts.kind not in WITHOUT_SPECIALS:
            yield from terms_of_specials(facts.side(party).specials, sign, suffix)
        if facts.solo and party == soloist:
            yield Term(f"solo{suffix}", sign)
