"""How likely a row is on a sheet of a game, before anything is known of slips.

Each game gives the chances of its own rows: who wins from whom, how much, who sits out. Whoever weighs
readings of a table, or what its cells were meant to say, asks for them; nothing in here knows of slips.
"""

from __future__ import annotations

from math import inf, log
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from scorecheck.model.record import record

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from scorecheck.model.cells import Number

Step: TypeAlias = "tuple[Number, ...]"
"""What a row changes for each player."""

T = TypeVar("T")


class RowPrior(Protocol):
    """The chances of the rows of one game; never changed, only made anew."""

    def __call__(self, step: Step) -> float:
        """The logarithm of the chance of a row; minus infinity where the rules of the game forbid it."""
        ...

    def learnt(self, steps: Iterable[Step]) -> RowPrior:
        """The same after rows that were seen; those that the rules forbid teach nothing."""
        ...

    def likely(self, most: int) -> Mapping[Step, float]:
        """The likeliest rows with their chances (no logarithms), about so many; empty where they cannot be
        listed."""
        ...


def learnt_shares(seen: Mapping[T, int], usual: Mapping[T, float], weight: float) -> dict[T, float]:
    """The chance of each thing by how often it was seen, where what is usual counts as so many sightings.

    The usual shares need not add up to anything.
    """
    whole, all_seen = sum(usual.values()), sum(seen.values())
    return {
        thing: (weight * usual.get(thing, 0.0) / whole + seen.get(thing, 0)) / (weight + all_seen)
        for thing in {**usual, **seen}
    }


@record
class AnySettlement:
    """Rows of which nothing is known but that they add up to zero: small amounts are likelier."""

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
