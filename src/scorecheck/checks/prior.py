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
    """The prior of rows of which only the zero sum is known: a share of players win and lose nothing, and of
    the amounts of the others small ones are likelier (geometric)."""

    seats: int
    size: float = 8.0
    """What a player wins or loses on average, of those who do."""
    nothing: float = 0.1
    """The share of those who do not."""
    seen: int = 0
    """How many amounts taught that, zeros among them."""

    _WEIGHT = 10
    """What is believed before a row was seen counts as so many rows, or as so many amounts for the share."""

    def __call__(self, step: Step) -> float:
        """See ``RowPrior``. What the player with the largest amount gets follows from the others'."""
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
