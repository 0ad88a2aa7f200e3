"""Values in wrong columns."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb, log

from scorecheck.repair.channel import rate
from scorecheck.repair.place import Guess, Place, put
from scorecheck.repair.slips import constant

_MOST_PLAYERS = 12
"""On a sheet of very many players, swapped values cannot be found."""


def swapped(place: Place) -> Iterator[Guess]:
    """The values of two players are swapped."""
    if place.wide > _MOST_PLAYERS:
        return
    for one, here in enumerate(place.cells):
        for other in range(one + 1, place.wide):
            there = place.cells[other]
            if place.games and None in (here, there):
                # If one plays alone, it is one value in the wrong column.
                continue
            if here != there and not place.spoilt & {one, other}:
                yield Guess(
                    "values-swapped",
                    rate("values-swapped", place.rows * pairs_of(one, other, place.wide)),
                    put(place.cells, (one, there), (other, here)),
                )


def pairs_of(one: int, other: int, wide: int) -> float:
    """The number of pairs of so many columns to choose from; those side by side count several times."""
    nearer = constant("neighbours")
    return ((nearer - 1) * (wide - 1) + comb(wide, 2)) / (nearer if abs(other - one) == 1 else 1)


def beside_its_column(place: Place) -> Iterator[Guess]:
    """A value is in the next column in place of its value, and its own cell is empty."""
    beside = 2 * place.places * (1 - 1 / place.wide)
    for empty, said in enumerate(place.cells):
        for over in range(place.wide) if place.games else (empty - 1, empty + 1):
            if (
                said is None
                and empty not in place.garbled
                and 0 <= over < place.wide
                and place.cells[over] is not None
            ):
                right = put(place.cells, (empty, place.cells[over]), (over, None))
                far = 1 if abs(empty - over) == 1 else constant("neighbours")
                chance = rate("wrong-column", beside * far)
                yield Guess("wrong-column", chance + lost_value(place), right, lost=over)
                if place.nothing:
                    yield Guess("wrong-column", chance, right)


def lost_value(place: Place) -> float:
    """The log-probability that a value in a wrong place stands over another, which is nowhere then."""
    # In lists of changes, cells are mostly empty.
    return 0.0 if place.games else log(constant("overwritten"))
