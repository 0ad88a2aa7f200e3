"""The prior of a game: how likely each row of its sheets is, before any slip is considered.

Each game gives the probability of its own rows: who wins from whom, how much, who sits out. Recognition uses
it to weigh readings of a table, and repairs to weigh what cells may have meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, log
from typing import Protocol, TypeAlias, TypeVar

from scorecheck.model.cells import Number
from scorecheck.model.record import record

Step: TypeAlias = "tuple[Number, ...]"
"""What a row changes for each player."""

T = TypeVar("T")


class RowPrior(Protocol):
    """The probabilities of the rows of one game. Immutable: learning gives a new one."""

    def __call__(self, step: Step) -> float:
        """The log-probability of a row; minus infinity where the rules of the game forbid it."""
        ...

    def learnt(self, steps: Iterable[Step]) -> RowPrior:
        """The prior updated by observed rows; rows that the rules forbid are ignored."""
        ...

    def likely(self, most: int) -> Mapping[Step, float]:
        """The likeliest rows with their probabilities, about so many; empty where they cannot be
        listed."""
        ...


def learnt_shares(seen: Mapping[T, int], usual: Mapping[T, float], weight: float) -> dict[T, float]:
    """Posterior shares of several outcomes: counts plus pseudo-counts of what is usual.

    The usual shares need not add up to anything.
    """
    whole, all_seen = sum(usual.values()), sum(seen.values())
    return {
        thing: (weight * usual.get(thing, 0.0) / whole + seen.get(thing, 0)) / (weight + all_seen)
        for thing in {**usual, **seen}
    }


@record
class AnySettlement:
    """The prior of rows of which only the zero sum is known: small amounts are likelier."""

    seats: int
    size: float = 8.0
    """What a player wins or loses on average."""
    seen: int = 0

    _WEIGHT = 10
    """The size believed before a row was seen counts as so many rows."""

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``. What the last player gets follows from the others'."""
        if sum(step):
            return -inf
        if not step:
            # Nobody was there, and nobody can win or lose anything.
            return 0.0
        falls = self.size / (1 + self.size)
        sizes = [abs(amount) for amount in step]
        told = float(sum(sizes) - max(sizes))
        return (len(sizes) - 1) * log((1 - falls) / (1 + falls)) + told * log(falls)

    def learnt(self, steps: Iterable[Step]) -> AnySettlement:
        """See ``RowPrior``."""
        rows = [step for step in steps if not sum(step)]
        known = self._WEIGHT + self.seen
        moved = sum(float(abs(amount)) for step in rows for amount in step) / self.seats
        size = max(0.5, (self.size * known + moved) / (known + len(rows)))
        return AnySettlement(self.seats, size, self.seen + len(rows))

    def likely(self, most: int) -> Mapping[Step, float]:
        """See ``RowPrior``."""
        del most
        return {}
