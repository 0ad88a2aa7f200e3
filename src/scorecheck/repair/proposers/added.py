"""Slips of running totals, and totals on sheets of points.

A total is miscalculated and continued, the old one repeated, or the change in place of the total; on sheets
of points the total is in place of the change.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import exp, log

from scorecheck.model.cells import Number
from scorecheck.repair.channel import added_up, rate, slip_between
from scorecheck.repair.place import Guess, Place, only, put
from scorecheck.repair.slips import constant, weights

_HUNDRED = 100
_MISREAD = ("digit-wrong", "digits-swapped")
"""Slips in reading; digits are left out, or put in, only in writing."""


def carried_on(place: Place) -> Iterator[Guess]:
    """A total was miscalculated, and all later rows continue it."""
    if not place.running:
        return
    for at, due in place.dues():
        if at in place.spoilt or place.cells[at] is None:
            continue
        said, before = place.value(at), place.base[at]
        off, turned = due - said, said - before == before - due
        # The total above was misread, or this one miswritten before it was continued.
        read, written = slip_between(before - off, before), slip_between(said, due)
        pens = [read] if read and read.kind in _MISREAD else []
        pens += [written] if written and not turned else []
        if place.games and str(abs(off)) not in weights().added_up and not (turned or pens):
            # This makes none of the possible games likelier.
            continue
        share = added_up(said, due) + weights().added_up["wrong-way"] * turned
        share += constant("hundreds") / 2 * (abs(off) == _HUNDRED)
        misread = constant("misread-above") * sum(exp(pen.log) for pen in pens)
        chance = rate("carried", place.places) + log(share + misread)
        kind = "wrong-way" if turned else pens[0].kind if misread > share else kind_of_error(abs(off))
        if said == before:
            kind = "change-forgotten"
        yield Guess(kind, chance, place.cells, carried=only(at, off, place.wide))


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
