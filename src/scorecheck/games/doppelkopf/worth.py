"""Common parts of all valuations: the sum of terms, and the points of each player."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.games.doppelkopf.facts import CALLED, GameFacts, Party, Specials
from scorecheck.model.record import NamedTuple
from scorecheck.model.terms import Term, Worked, total_of


class Valuation(NamedTuple):
    """The value of a game, and its winner."""

    winner: Party | None
    """``None`` if both parties failed their calls."""
    worked: Worked
    """The value for the winner, or for Re without one. Negative if the others are paid."""
    unbounded: int
    """The value without the limit at 0, as scorers write it who forget the limit."""
    solo: bool

    @property
    def re_value(self) -> int:
        """The value for Re: negative if Re pays."""
        value = int(self.worked.value)
        return -value if self.winner == "kontra" else value


def valuation(
    facts: GameFacts, winner: Party | None, terms: tuple[Term, ...], unbounded: int | None = None
) -> Valuation:
    """The sum of the terms, and each player's points: a soloist's are three times an opponent's."""
    value = int(total_of(terms))
    to_re = -value if winner == "kontra" else value
    shares = (
        (("soloist", 3 * to_re), ("opponents", -to_re)) if facts.solo else (("re", to_re), ("kontra", -to_re))
    )
    worked = Worked("doppelkopf", terms, value, shares)
    return Valuation(winner, worked, value if unbounded is None else unbounded, facts.solo)


def doubled_in_bock(worked: Worked) -> Worked:
    """The value in a Bock round, in which everything counts double."""
    if not worked.value:
        return worked
    shares = tuple((who, 2 * points) for who, points in worked.shares)
    return Worked(worked.area, (*worked.terms, Term("bock", 2, factor=True)), 2 * worked.value, shares)


def terms_of_calls(facts: GameFacts, *, adds: bool) -> tuple[Term, ...]:
    """The effect of calls of Re and Kontra: 2 more points each, or doubling."""
    sides = (("re", facts.re), ("kontra", facts.kontra))
    return tuple(
        Term(f"{party}-called", 2) if adds else Term(f"{party}-doubles", 2, factor=True)
        for party, side in sides
        if side.call >= CALLED
    )


def terms_of_specials(specials: Specials, sign: int, suffix: str) -> Iterator[Term]:
    """One term per kind of special point."""
    for name, count in zip(specials._fields, specials, strict=True):
        if count:
            yield Term(f"{name}{suffix}", sign * count)
