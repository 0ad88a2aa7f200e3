"""One slip that affects a whole row: the wrong party, doubling, a shift of columns, totals for changes; or
two rows: swapped ones, or a value in the row below its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.model.cells import Number
from scorecheck.repair.channel import added_up, rate
from scorecheck.repair.place import Guess, Place, put
from scorecheck.repair.proposers.columns import lost_value
from scorecheck.repair.slips import constant


def whole_row(place: Place) -> Iterator[Guess]:
    """The whole row was calculated for the other party, doubled wrongly, or written the wrong way."""
    if place.spoilt:
        return
    steps = place.steps()
    if place.running:
        yield from () if place.free is not None else _of_totals(place, steps)
        return
    if not any(steps):
        return
    free = place.free is not None
    # If one plays alone, a row is one cell, which other proposers handle. Hands of Rummy may count double.
    others = () if place.games else _worth_otherwise(place, steps)
    for kind, share, meant in others:
        needless = kind == "doubling" and sum(map(abs, meant)) < sum(map(abs, steps))
        slip = "points-wrong" if kind == "value-wrong" else kind
        chance = rate(slip, place.rows * share) + place.oftener("doubled-row" if needless else kind)
        yield Guess(kind, chance, _written(place, meant))
    if free:
        return
    for by in () if place.games else (1, -1):
        moved = (*place.cells[by:], *place.cells[:by])
        yield Guess("columns-shifted", rate("wrong-column", place.places * constant("whole-row")), moved)
    # A last row of totals is the total row, under no word for it.
    if any(place.sums) and place.below is not None:
        before = [n - b for n, b in zip(steps, place.sums, strict=True)]
        yield Guess(
            "total-for-change",
            rate("total-for-change", place.rows * constant("whole-row")),
            _written(place, before),
        )


def _doubled(steps: Sequence[Number]) -> Iterator[tuple[str, float, Sequence[Number]]]:
    """The row was doubled once too rarely, or too often."""
    yield "doubling", _WHOLE, [2 * n for n in steps]
    if all(n.denominator == 1 and n.numerator % 2 == 0 for n in steps):
        yield "doubling", _WHOLE, [n.numerator // 2 for n in steps]


def _of_totals(place: Place, steps: tuple[Number, ...]) -> Iterator[Guess]:
    """The same for running totals: doubled wrongly and continued; or a change in place of a total."""
    for kind, share, meant in _worth_otherwise(place, steps) if any(steps) and not sum(steps) else ():
        if kind == "doubling":
            missing = tuple([new - old for new, old in zip(meant, steps, strict=True)])
            chance = rate(kind, place.rows * share) + place.oftener("carried-row")
            yield Guess(kind, chance, place.cells, carried=missing)
    if place.at and any(place.base):
        totals = [None if n is None else n + b for n, b in zip(place.cells, place.base, strict=True)]
        chance = rate("change-for-total", place.rows * constant("whole-row"))
        yield Guess("change-for-total", chance, tuple(totals))


def _worth_otherwise(
    place: Place, steps: tuple[Number, ...]
) -> Iterator[tuple[str, float, Sequence[Number]]]:
    """Possible meanings of the row, with the kind of slip and the number of alternatives."""
    yield "wrong-party", 1, [-n for n in steps]
    if place.revalued is None:
        yield from _doubled(steps)
        return
    said = min(abs(n) for n in steps if n)
    for kind, meant in place.revalued(steps):
        worth = min(abs(n) for n in meant if n)
        yield kind, _WHOLE if kind == "doubling" else 1 / added_up(said, worth), meant


_WHOLE = 4
"""How much more often one number alone is doubled wrongly than a whole row."""


def _written(place: Place, meant: Sequence[Number]) -> tuple[Number | None, ...]:
    return tuple([None if said is None else n for said, n in zip(place.cells, meant, strict=True)])


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
    """Two rows are swapped, under printed numbers or with them; each row between makes it rarer."""
    if not place.running:
        return
    neighbour = [] if place.below is None else [(1, place.below)]
    for apart, other in (*neighbour, *place.wrong_below):
        if other != place.cells:
            chance = rate("rows-swapped", place.rows * 2.0 ** (apart - 1))
            chance += place.exchanged if apart == 1 else 0.0
            yield Guess("rows-swapped", chance, other, below=place.cells, apart=apart)
