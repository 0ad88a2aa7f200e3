"""Possible payments of one entry of a chouette, and the recognition of extras. Pure arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from operator import ne

from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple

_MOST_REDOUBLES = 8
"""The largest number of turns after the take: 256 times the first value."""


def is_payment(amount: Number) -> bool:
    """Whether one cube can give this payment: a power of two, once, twice or three times."""
    if not amount:
        return True
    if not isinstance(amount, int):
        return False
    # The rest after division by the largest power of two.
    return amount // (amount & -amount) in (1, 3, -1, -3)


def odd_payments(points: Sequence[Number]) -> tuple[int, ...]:
    """The changes that no cube gives; the player who deals with all others may be one."""
    return tuple([position for position, amount in enumerate(points) if not is_payment(amount)])


def is_one_entry(points: Sequence[Number]) -> bool:
    """Whether one player may have settled with each of the others by a cube."""
    return len(odd_payments(points)) <= 1


class Extra(NamedTuple):
    """An entry in which passers pay the only taker for an extra cube (MCC rule)."""

    box: int
    taker: int
    givers: tuple[int, ...]
    price: Number | None
    """The debt of each giver: half the extra cube. ``None`` if the passes were unequal."""
    certain: bool
    """Whether nothing else is possible: nobody else could be playing."""


def extra_of(points: Sequence[Number], before: Sequence[Number]) -> Extra | None:
    """The extra in an entry, by its form and the entry before; ``None`` if it is none.

    In the entry before, the box won from the passers. Now the box is unchanged, one who did not pass wins,
    and only passers pay.
    """
    boxes = [position for position, amount in enumerate(before) if amount > 0]
    takers = [position for position, amount in enumerate(points) if amount > 0]
    if len(boxes) != 1 or len(takers) != 1:
        return None
    box, taker = boxes[0], takers[0]
    passed = {position: -amount for position, amount in enumerate(before) if amount < 0}
    givers = tuple(position for position, amount in enumerate(points) if amount < 0)
    if points[box] or before[taker] or not givers or not passed.keys() >= set(givers):
        return None
    prices = set(passed.values())
    price = prices.pop() if len(prices) == 1 else None
    alone = len(passed) == len(points) - 2
    return Extra(box, taker, givers, price, certain=alone and price is not None and len(points) >= 4)


def extra_price(extra: Extra, points: Sequence[Number]) -> Number | None:
    """The debt of each giver: the price of the passes, else the most frequent one if it is half a cube."""
    if extra.price is not None:
        return extra.price
    paid = sorted(-points[giver] for giver in extra.givers)
    middle = paid[len(paid) // 2]
    return middle if isinstance(middle, int) and middle & (middle - 1) == 0 else None


def settlement(points: Sequence[Number], extra: Extra, cube: Number) -> tuple[Number, ...]:
    """The settlement after an extra that fits an entry best: the right points of each player.

    Every giver gets or pays the extra cube once, twice or three times; the box the taker's cube, which may
    have been turned again, with the same sign and factor; the taker the rest.
    """
    best: tuple[Number, ...] = ()
    most = len(points) + 1, 0
    for factor in (1, 2, 3, -1, -2, -3):
        # What the givers do not pay is wrong whatever the box does.
        least = sum([points[giver] != factor * cube for giver in extra.givers])
        for turned in range(_MOST_REDOUBLES + 1):
            if (least, turned) >= most:
                break
            dues = _settled(len(points), extra, factor * cube, 2**turned)
            wrong = sum(map(ne, points, dues)), turned
            if wrong < most:
                best, most = dues, wrong
    return best


def _settled(seats: int, extra: Extra, paid: Number, turned: int) -> tuple[Number, ...]:
    due: list[Number] = [0] * seats
    for giver in extra.givers:
        due[giver] = paid
    due[extra.box] = paid * turned
    due[extra.taker] = -sum(due)
    return tuple(due)
