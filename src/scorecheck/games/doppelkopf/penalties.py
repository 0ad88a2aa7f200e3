"""Penalties by the federation's tournament rules: legal rows that are no game, if marked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from scorecheck.games.doppelkopf.scoring import payment
from scorecheck.model.cells import Number

MINOR = 3
"""A minor fault: 1 to each of the others, or all to the soloist."""
MAJOR = (12, 15, 18, 21, 24)
"""A major fault: the same."""
MOST_DEDUCTED = 12
"""The largest deduction in nobody's favour."""


def is_plain(points: Sequence[Number]) -> bool:
    """Whether the points of a row are a penalty and nothing else."""
    paid = sorted(number for number in points if number)
    if len(paid) == 1:
        return -MOST_DEDUCTED <= paid[0] < 0
    amount = -paid[0] if paid else 0
    if amount not in (MINOR, *MAJOR):
        return False
    return paid[1:] in ([amount], [amount / 3] * 3)


def explains(points: Sequence[Number]) -> bool:
    """Whether the points of a row are a penalty, a game, or both."""
    if is_plain(points) or payment(points) is not None:
        return True
    return any(
        payment([number - part for number, part in zip(points, penalty, strict=True)]) is not None
        for penalty in _penalties(len(points))
    )


def _penalties(seats: int) -> Iterator[list[int]]:
    """All possible penalties at a table of this size."""
    for who in range(seats):
        others = [position for position in range(seats) if position != who]
        for amount in range(1, MOST_DEDUCTED + 1):
            yield _row(seats, who, amount, ())
        for amount in (MINOR, *MAJOR):
            for getting in (*combinations(others, 1), *combinations(others, 3)):
                yield _row(seats, who, amount, getting)


def _row(seats: int, who: int, amount: int, getting: Sequence[int]) -> list[int]:
    row = [0] * seats
    row[who] = -amount
    for position in getting:
        row[position] = amount // len(getting)
    return row
