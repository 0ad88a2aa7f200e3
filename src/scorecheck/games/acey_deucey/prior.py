"""The prior of rows in acey-deucey: one player wins from one other, a point per checker left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from math import exp, inf, log

from scorecheck.checks.null import SLIP, by_itself
from scorecheck.checks.prior import Step, learnt_shares
from scorecheck.games.acey_deucey.scoring import LEAST, MOST, pair_of
from scorecheck.model.cells import Number
from scorecheck.model.record import Lazy, field, record

_USUAL: Mapping[Number, float] = dict.fromkeys(range(LEAST, MOST + 1), 1.0)
"""There are no data on checkers left at the end, so all numbers are equally likely."""
_CUBE = 0.1
"""The share of games multiplied by a cube."""
_WEIGHT = 15
"""The weight of the prior, in rows."""


def of_values(values: Sequence[int]) -> float:
    """The log-odds that values of games are numbers of checkers left, with three slips in a hundred."""
    seen: Counter[Number] = Counter()
    found, any_number = 0.0, 1 / (2 * max(map(abs, values), default=0) + 2)
    for value in values:
        share = learnt_shares(seen, _USUAL, _WEIGHT).get(value, 0.0) if value in _USUAL else 0.0
        found += log((1 - SLIP) * share + SLIP * any_number)
        seen[value] += 1
    return found - by_itself(values, values)


@record
class AceyDeuceyPrior(Lazy):
    """The probabilities of rows of one table. See ``RowPrior``."""

    seats: int
    notation: str = "plus-minus"
    seen: Mapping[Number, int] = field(default_factory=dict["Number", int])
    """The frequency of each number of points."""

    def __call__(self, step: Step) -> float:
        """The log-probability of a row; minus infinity for an impossible game."""
        pair = pair_of(step, self.notation)
        if pair is None:
            return -inf
        chance = self._shares.get(pair.points, _CUBE / (pair.points * (pair.points + 1)))
        return log(chance) - log(self.seats * (self.seats - 1))

    def learnt(self, steps: Iterable[Step]) -> AceyDeuceyPrior:
        """The same after learning from rows."""
        pairs = [pair for step in steps if (pair := pair_of(step, self.notation)) is not None]
        seen = Counter(self.seen) + Counter(pair.points for pair in pairs if pair.points in _USUAL)
        return AceyDeuceyPrior(self.seats, self.notation, seen)

    def likely(self, most: int) -> Mapping[Step, float]:
        """All numbers of points with all winners and losers, the likeliest first."""
        listed: dict[Step, float] = {}
        shares = self._shares
        lost = 0 if self.notation == "plus-only" else -1
        for points in sorted(shares, key=lambda points: -shares[points]):
            if len(listed) >= most:
                break
            for winner, loser in permutations(range(self.seats), 2):
                won = {winner: points, loser: lost * points}
                step = tuple([won.get(seat, 0) for seat in range(self.seats)])
                listed[step] = exp(self(step))
        return listed

    @cached_property
    def _shares(self) -> Mapping[Number, float]:
        return learnt_shares(self.seen, _USUAL, _WEIGHT)
