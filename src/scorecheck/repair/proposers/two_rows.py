"""Slips in two rows: swapped rows, or a value in the row below its own."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.repair.channel import rate
from scorecheck.repair.place import Guess, Place, put
from scorecheck.repair.proposers.columns import lost_value


def wrong_row(place: Place) -> Iterator[Guess]:
    """A player's values in two rows are swapped; or one is a row too low, in place of its value."""
    if place.below is None:
        return
    chance = rate("other-row", 2 * place.places)
    for at, (here, there) in enumerate(zip(place.cells, place.below, strict=True)):
        if here == there or (at in place.spoilt and here is not None):
            continue
        right = put(place.cells, (at, there))
        if here is None:
            below = put(place.below, (at, None))
            yield Guess("other-row", chance + lost_value(place), right, below=below, lost_below=at)
        if here is not None or place.nothing:
            yield Guess("other-row", chance, right, below=put(place.below, (at, here)))


def rows_swapped(place: Place) -> Iterator[Guess]:
    """Two rows are swapped, under printed numbers; each row between makes it rarer."""
    if not place.running:
        return
    neighbour = [] if place.below is None else [(1, place.below)]
    for apart, other in (*neighbour, *place.wrong_below):
        if other != place.cells:
            chance = rate("rows-swapped", place.rows * 2.0 ** (apart - 1))
            yield Guess("rows-swapped", chance, other, below=place.cells, apart=apart)
