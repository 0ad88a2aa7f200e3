"""The payments of one game of Doppelkopf: two against two, or one against three; and penalties."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

_MOST_SEATS = 12


class Payment(NamedTuple):
    """The distribution of the points of a game."""

    value: Number
    """The points of each winner of a normal game; in a solo, the payment of each opponent."""
    solo: bool


@lru_cache(maxsize=4096)
def payment_of(points: tuple[Number, ...], notation: str) -> Payment | None:
    """The kind of game in a row of this notation, or ``None``.

    With plus points only, two have +p each, or one soloist has 3p, or three opponents have p each from a lost
    solo. The payments of losers look the same; with minus points only, signs are reversed.
    """
    if notation == "plus-minus":
        return payment(points)
    sign = -1 if notation == "minus-only" else 1
    paid = [sign * number for number in points if number]
    if not paid:
        return Payment(0, solo=False)
    if min(paid) <= 0 or min(paid) != max(paid) or len(paid) > 3:
        return None
    if len(paid) == 1:
        third = paid[0] // 3
        return Payment(third, solo=True) if 3 * third == paid[0] else None
    return Payment(paid[0], solo=len(paid) == 3)


def payment(points: Sequence[Number]) -> Payment | None:
    """The kind of game with these points, or ``None``.

    Two get +p each from two who pay p each; or a soloist gets or pays 3p, p from or to each of the three
    others; or all get 0. Players beyond these four got 0 and sat out.
    """
    paid = sorted(filter(None, points))
    if not paid:
        return Payment(0, solo=False)
    if len(paid) != 4:
        return None
    low, second, third, high = paid
    if low == second == -third == -high:
        return Payment(high, solo=False)
    if low == second == third and high == -3 * low:
        return Payment(-low, solo=True)
    if second == third == high and low == -3 * high:
        return Payment(high, solo=True)
    return None


def games_like(points: Sequence[Number]) -> Iterator[tuple[Number, ...]]:
    """Every game of four with one of these amounts as value, or as a soloist's points.

    On a sheet of very many players, only of those with points in the row, since the others are too many.
    """
    seats = range(len(points))
    playing: Sequence[int] = seats
    if len(points) > _MOST_SEATS:
        playing = [position for position, number in enumerate(points) if number]
        if len(playing) > _MOST_SEATS:
            # No game is similar to a row with points for so many players.
            return
    amounts = {abs(n) for n in points} | {abs(n) // 3 for n in points if n % 3 == 0}
    for four in combinations(playing, 4):
        for value in amounts - {0}:
            for winners in combinations(four, 2):
                yield tuple(value if p in winners else -value if p in four else 0 for p in seats)
            for soloist in four:
                for sign in (value, -value):
                    yield tuple(3 * sign if p == soloist else -sign if p in four else 0 for p in seats)
    yield (0,) * len(points)


def games_in(notation: str) -> Callable[[Sequence[Number]], Iterator[tuple[Number, ...]]]:
    """``games_like`` in a notation: without what it does not write."""
    if notation == "plus-minus":
        return games_like

    def seen(points: Sequence[Number]) -> Iterator[tuple[Number, ...]]:
        kept = min if notation == "minus-only" else max
        yield from dict.fromkeys(tuple(kept(number, 0) for number in game) for game in games_like(points))

    return seen


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
