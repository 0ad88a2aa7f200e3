"""Slips of running totals: added up wrongly and carried on, the old total left standing, the change written
for the total; and of points the total for the change."""

from __future__ import annotations

from collections.abc import Iterator
from math import log

from scorecheck.model.cells import Number
from scorecheck.repair.channel import added_up, rate
from scorecheck.repair.place import Guess, Place, only, put
from scorecheck.repair.slips import weights


def carried_on(place: Place) -> Iterator[Guess]:
    """A total was worked out wrongly, and every later row builds on it."""
    if not place.running:
        return
    for at, due in place.dues():
        if at in place.spoilt or place.cells[at] is None:
            continue
        off = due - place.value(at)
        turned = place.value(at) - place.base[at] == place.base[at] - due
        if place.games and str(abs(off)) not in weights().added_up and not turned:
            # Of all the games that there are none is likelier by that.
            continue
        share = added_up(place.value(at), due) + weights().added_up["wrong-way"] * turned
        chance = rate("carried", place.places) + log(share)
        kind = "wrong-way" if turned else kind_of_error(abs(off))
        if place.value(at) == place.base[at]:
            kind = "change-forgotten"
        yield Guess(kind, chance, place.cells, carried=only(at, off, place.wide))


def kind_of_error(error: Number) -> str:
    """What a wrong sum is called: by one, in one digit, or in any other way."""
    if error == 1:
        return "off-by-one"
    return "digit-wrong" if len(str(error).rstrip("0")) == 1 else "other"


def old_total(place: Place) -> Iterator[Guess]:
    """On running totals: the total of the row above was left standing."""
    if place.running and place.at:
        for at, said in enumerate(place.cells):
            if said == place.base[at]:
                yield Guess(
                    "old-total", rate("old-total", place.places), put(place.cells, (at, None)), lost=at
                )


def change_written(place: Place) -> Iterator[Guess]:
    """The change stands where the total belongs, or the total where the change does."""
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
