"""The prior of rows in Doppelkopf: two against two or one against three, a value, and who sits out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from math import comb, exp, inf, log
from typing import TypeAlias

from scorecheck.checks.prior import Step, learnt_shares
from scorecheck.games.doppelkopf.scoring import Payment, games_in, payment_of
from scorecheck.model.cells import Number
from scorecheck.model.record import Lazy, field, record

_AT_TABLE = 4
_MOST_SEATS = 8
"""At larger tables, no games are enumerated."""
_USUAL_VALUES: Mapping[Number, float] = {
    value: share
    for share, values in {
        20: (2,),
        18: (1, 4),
        12: (6,),
        10: (3,),
        7: (8,),
        4: (10, 12),
        2: (0, 5, 16),
        1: (14,),
        0.5: (7, 9, 18, 20, 24),
        0.1: (28, 32, 36, 40, 48),
    }.items()
    for value in values
}
"""The frequencies of values in per cent, as in 247 games on 16 public sheets, with Bock rounds."""
_USUAL_SHARES = learnt_shares({}, _USUAL_VALUES, 1)
_ANY_VALUE = 0.0003
"""The probability of an unlisted value before it occurs."""
_USUAL_SOLOS = 0.09
"""One game in eleven is a solo on those sheets."""
_WEIGHT = 25
"""The weight of the prior in rows: after a sheet of 25 games it is half."""


_MISNAMED = 0.01
"""The share of games with wrong names beside them."""


def likely_named(
    said: Iterable[tuple[str, frozenset[int]]], points: Sequence[Number], notation: str
) -> float:
    """The log-likelihood ratio of the names beside a game, against chance.

    A column of winners names these; that of a party names winners or losers.
    """
    from scorecheck.checks.sides import sides_of

    won, lost = sides_of(points, notation, _AT_TABLE)
    total = 0.0
    for role, named in said:
        any_of_them = log(comb(len(points), len(named)))
        sides = (won, lost) if role == "party" else (won,)
        total += log((1 - _MISNAMED) / len(sides) if named in sides else _MISNAMED) + any_of_them
    return total


def _games_of(value: Number, seats: int, notation: str) -> Sequence[tuple[Step, _WrittenPayment]]:
    """All games of this value, by who took part."""
    games = games_in(notation)((value, *[0] * (seats - 1)))
    found = ((step, _kind_of(step, notation)) for step in games)
    return tuple([(step, kind) for step, kind in found if kind is not None and kind[0].value == value])


def _kind_of(step: Step, notation: str) -> _WrittenPayment | None:
    paid = payment_of(step, notation)
    return None if paid is None else (paid, notation != "plus-minus" and step.count(0) == len(step) - 1)


_WrittenPayment: TypeAlias = "tuple[Payment, bool]"
"""The payment of a game, and whether a single number is written."""


@record
class DoppelkopfPrior(Lazy):
    """The probabilities of rows of one table. See ``RowPrior``."""

    seats: int
    notation: str = "plus-minus"
    values: Mapping[Number, int] = field(default_factory=dict["Number", int])
    """The frequency of each value."""
    solos: int = 0
    """The number of solos among these games."""

    def __call__(self, step: Step) -> float:
        """The log-probability of a row; minus infinity for an impossible game."""
        kind = _kind_of(step, self.notation)
        return -inf if kind is None else self._log_of(kind)

    def learnt(self, steps: Iterable[Step]) -> DoppelkopfPrior:
        """The same after learning from rows."""
        values, solos = Counter(self.values), self.solos
        for step in steps:
            paid = payment_of(step, self.notation)
            if paid is not None:
                values[paid.value] += 1
                solos += paid.solo
        return DoppelkopfPrior(self.seats, self.notation, values, solos)

    def likely(self, most: int) -> Mapping[Step, float]:
        """The games with the likeliest values, for all choices of players."""
        listed: dict[Step, float] = {}
        if self.seats > _MOST_SEATS:
            return listed
        shares = self._shares
        for value in sorted(shares, key=lambda value: -shares[value]):
            if len(listed) >= most:
                break
            for step, kind in _games_of(value, self.seats, self.notation):
                listed[step] = exp(self._log_of(kind))
        return listed

    @cached_property
    def _log_of(self) -> Callable[[_WrittenPayment], float]:
        """The log-probability of a row of a kind, with a cache."""
        return cache(self._of_payment)

    def _of_payment(self, kind: _WrittenPayment) -> float:
        paid, lone = kind
        value = log(self._shares.get(paid.value, _ANY_VALUE))
        if not paid.value:
            return value
        games = _WEIGHT + sum(self.values.values())
        solo = (_USUAL_SOLOS * _WEIGHT + self.solos) / games
        playing = comb(self.seats, _AT_TABLE)
        if self.notation == "plus-minus":
            ways = playing * (8 if paid.solo else 6)
        elif not paid.solo:
            ways = comb(self.seats, 2)
        else:
            # Either the soloist's points are written, or the three others': half of the solos each.
            ways = 2 * (self.seats if lone else comb(self.seats, 3))
        return value + log(solo if paid.solo else 1 - solo) - log(ways)

    @cached_property
    def _shares(self) -> Mapping[Number, float]:
        return learnt_shares(self.values, _USUAL_VALUES, _WEIGHT) if self.values else _USUAL_SHARES
