"""The prior of a game: the probability of each row of its sheets, before slips are considered.

Each game gives the probability of its own rows: who wins, how much, who sits out. Recognition weighs readings
of a table by it, and repairs weigh corrections.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, log
from typing import Protocol, TypeAlias, TypeVar

from scorecheck.model.cells import Number
from scorecheck.model.record import record

Step: TypeAlias = "tuple[Number, ...]"
"""What a row changes for each player."""

MOST_KNOWN = 50_000
"""A prior remembers the probabilities of this many rows."""

T = TypeVar("T")


class RowPrior(Protocol):
    """The probabilities of the rows of one game. Immutable: learning gives a new one."""

    def __call__(self, step: Step) -> float:
        """The log-probability of a row; minus infinity where the rules of the game forbid it."""
        ...

    def learnt(self, steps: Iterable[Step]) -> RowPrior:
        """The posterior after observed rows; rows that the rules forbid are ignored."""
        ...

    def likely(self, most: int) -> Mapping[Step, float]:
        """About ``most`` of the likeliest rows, with their probabilities; empty where they cannot be
        listed."""
        ...


def learnt_shares(seen: Mapping[T, int], usual: Mapping[T, float], weight: float) -> dict[T, float]:
    """Posterior shares of several outcomes: the counts, plus ``weight`` pseudo-counts spread like ``usual``,
    which need not be normalised.
    """
    whole, all_seen = sum(usual.values()), sum(seen.values())
    return {
        thing: (weight * usual.get(thing, 0.0) / whole + seen.get(thing, 0)) / (weight + all_seen)
        for thing in {**usual, **seen}
    }


@record
class AnySettlement:
    """The prior of rows that add up to 0, of no particular game: some players get 0, and the amounts of the
    others are geometrically distributed."""

    seats: int
    size: float = 8.0
    """The mean absolute amount of players who do not get 0."""
    nothing: float = 0.1
    """The share of players who get 0."""
    seen: int = 0
    """The number of observed amounts, zeros included."""

    _WEIGHT = 10
    """The initial size counts as so many observed rows, the initial share as so many amounts."""

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``. The largest amount follows from the others, so it adds no factor."""
        if sum(step):
            return -inf
        sizes = [abs(amount) for amount in step if amount]
        chance = len(sizes) * log(1 - self.nothing) + (len(step) - len(sizes)) * log(self.nothing)
        if not sizes:
            return chance
        falls = self.size / (1 + self.size)
        told = float(sum(sizes) - max(sizes))
        return chance + (len(sizes) - 1) * log((1 - falls) / (2 * falls)) + told * log(falls)

    def learnt(self, steps: Iterable[Step]) -> AnySettlement:
        """See ``RowPrior``."""
        amounts = [amount for step in steps if not sum(step) for amount in step]
        sizes = [abs(amount) for amount in amounts if amount]
        known = self._WEIGHT * self.seats + self.seen * (1 - self.nothing)
        size = max(0.5, (self.size * known + float(sum(sizes))) / (known + len(sizes)))
        known = self._WEIGHT + self.seen
        nothing = (self.nothing * known + len(amounts) - len(sizes)) / (known + len(amounts))
        return AnySettlement(self.seats, size, nothing, self.seen + len(amounts))

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``."""
        del most
        return {}
