"""How likely a row is in Skat: one plays alone, mostly with few matadors, and wins four times of five."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import field
from math import exp, inf, log
from typing import TYPE_CHECKING

from scorecheck.checks.prior import learnt_shares
from scorecheck.games.skat.scoring import GRAND, GRAND_MULTIPLES, NULLS, SUIT_MULTIPLES, SUITS, turn_of
from scorecheck.model.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorecheck.checks.prior import Step
    from scorecheck.model.cells import Number

_PASSED_IN = 0.02
_WON = 0.8
_OF_BASE = {9: 0.12, 10: 0.15, 11: 0.19, 12: 0.24, GRAND: 0.25}
_OF_NULLS = {23: 0.03, 35: 0.005, 46: 0.012, 59: 0.003}
_ONE_MORE = 0.45
"""How likely each further multiple of the base is, against the one before."""
_WEIGHT = 60
"""What is usual counts as so many rows."""


def _usual() -> Mapping[Number, float]:
    """The shares of all values, won and lost."""
    of_value: dict[int, float] = defaultdict(float, {NULLS[name]: _OF_NULLS[NULLS[name]] for name in NULLS})
    for base, share in _OF_BASE.items():
        multiples = SUIT_MULTIPLES if base in SUITS.values() else GRAND_MULTIPLES
        shares = [_ONE_MORE ** (multiple - multiples[0]) for multiple in multiples]
        for multiple, part in zip(multiples, shares, strict=True):
            of_value[base * multiple] += share * part / sum(shares)
    found: dict[Number, float] = {0: _PASSED_IN}
    for value, share in of_value.items():
        found[value] = (1 - _PASSED_IN) * _WON * share
        found[-2 * value] = (1 - _PASSED_IN) * (1 - _WON) * share
    return found


_USUAL = _usual()


@record
class SkatPrior:
    """Chances of rows of one table. See ``RowPrior``."""

    seats: int
    seen: Mapping[Number, int] = field(default_factory=dict["Number", int])
    """How often each value was seen; 0 is a game that was passed in."""

    def __call__(self, step: Step) -> float:
        """The logarithm of the chance of a row; minus infinity where no game gives it."""
        value = _value(step)
        if value is None:
            return -inf
        share = (_WEIGHT * _USUAL[value] + self.seen.get(value, 0)) / (_WEIGHT + sum(self.seen.values()))
        return log(share) - (log(self.seats) if value else 0.0)

    def learnt(self, steps: Iterable[Step]) -> SkatPrior:
        """The same after rows that were seen."""
        values = (_value(step) for step in steps)
        return SkatPrior(
            self.seats, Counter(self.seen) + Counter(value for value in values if value is not None)
        )

    def likely(self, most: int) -> Mapping[Step, float]:
        """Each value with anybody as the soloist, the likeliest first."""
        listed: dict[Step, float] = {}
        shares = learnt_shares(self.seen, _USUAL, _WEIGHT)
        for value in sorted(shares, key=lambda value: -shares[value]):
            if len(listed) >= most:
                break
            for soloist in range(self.seats if value else 1):
                step = tuple([value if position == soloist else 0 for position in range(self.seats)])
                listed[step] = exp(self(step))
        return listed


def _value(step: Step) -> Number | None:
    """What a row gives its soloist, 0 where it was passed in; ``None`` where it is no game."""
    if not any(step):
        return 0
    turn = turn_of(step)
    return turn.value if turn is not None and turn.value in _USUAL else None
