"""Slips of running totals, and totals on sheets of points.

A total is miscalculated and continued, the old one repeated, or the change in place of the total; on sheets
of points the total is in place of the change.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import nlargest
from math import exp, log
from operator import itemgetter

from scorecheck.model.cells import Number
from scorecheck.repair.channel import rate, slip_between, summed_up
from scorecheck.repair.place import Guess, Place, only, others, put
from scorecheck.repair.slips import constant, shares

_MOST_MISREAD = 2
"""At most this many misread totals of a row are followed up: each may stand in all rows below."""
_MISREAD = ("digit-wrong", "digits-swapped")
"""Slips that are hardly seen when a number is read again; one with a digit less, or another sign, is."""


def carried_on(place: Place) -> Iterator[Guess]:
    """A total was miscalculated, and all later rows continue it."""
    if not place.running:
        return
    misread: list[tuple[float, Guess]] = []
    for at, due in place.dues():
        if at in place.spoilt or place.cells[at] is None:
            continue
        said, before = place.value(at), place.base[at]
        off, turned = due - said, said - before == before - due
        # The total above was misread, or this one miswritten before it was continued.
        pens = (slip_between(before - off, before), slip_between(said, due))
        pens = [pen for pen in pens if pen and pen.kind in _MISREAD]
        usual = str(abs(off)) in (*shares("added-up"), "100") or turned
        if place.games and not (usual or pens):
            # This makes none of the possible games likelier.
            continue
        share = summed_up(said, due) + shares("added-up")["wrong-way"] * turned
        by_pen = constant("misread-above") * sum(exp(pen.log) for pen in pens)
        chance = rate("carried", place.places) + log(share + by_pen)
        kind = "wrong-way" if turned else pens[0].kind if by_pen > share else kind_of_error(abs(off))
        if said == before:
            kind = "change-forgotten"
        guess = Guess(kind, chance, place.cells, carried=only(at, off, place.wide))
        if usual or not place.games:
            yield guess
        else:
            game = place.games[at, others(place.steps(), at)][due - before]
            misread.append((chance + log(game), guess))
    yield from (guess for _, guess in nlargest(_MOST_MISREAD, misread, key=itemgetter(0)))


def kind_of_error(error: Number) -> str:
    """The kind of a calculation error: by one, in one digit, or any other."""
    if error == 1:
        return "off-by-one"
    return "digit-wrong" if len(str(error).rstrip("0")) == 1 else "other"


def old_total(place: Place) -> Iterator[Guess]:
    """On running totals: the total of the row above was repeated."""
    if place.running and place.at:
        for at, said in enumerate(place.cells):
            if said == place.base[at]:
                yield Guess(
                    "old-total", rate("old-total", place.places), put(place.cells, (at, None)), lost=at
                )


def change_written(place: Place) -> Iterator[Guess]:
    """The change is in place of the total, or the total in place of the change."""
    for at, said in enumerate(place.cells):
        if said is None or not place.at:
            continue
        if place.running:
            if place.base[at]:
                right = put(place.cells, (at, said + place.base[at]))
                yield Guess("change-for-total", rate("change-for-total", place.places), right)
        elif place.sums[at]:
            right = put(place.cells, (at, said - place.sums[at]))
            yield Guess("total-for-change", rate("total-for-change", place.places), right)
