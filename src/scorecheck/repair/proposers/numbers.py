"""One miswritten number."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import log

from scorecheck.model.cells import Number
from scorecheck.repair.channel import among, meant, rate, rate_of, rate_of_number, read_as, slip_between
from scorecheck.repair.place import Guess, Place, only, put
from scorecheck.repair.slips import constant


def one_number(place: Place) -> Iterator[Guess]:
    """A cell differs from the sum of the row: a slip of the pen, any other number, or unreadable."""
    for at, dues in groupby(place.dues(), key=lambda due: due[0]):
        said = place.cells[at]
        if said is None or at in place.spoilt:
            kind, slip = _unread(place, at)
            for _, due in dues:
                yield Guess(kind, rate(slip, place.places), put(place.cells, (at, due)))
        elif place.free is not None:
            for _, due in dues:
                kind, share = read_as(said, due)
                yield Guess(kind, rate_of_number(place.places) + share, put(place.cells, (at, due)))
        else:
            yield from _miswritten(place, at, said, (due for _, due in dues))


def _unread(place: Place, at: int) -> tuple[str, str]:
    """The kind of fault of a cell without a number that counts, and the slip that is as frequent."""
    if at not in place.spoilt:
        return "left-out", "left-out"
    slip = "other" if at in place.garbled else "left-out"
    return "unreadable" if place.cells[at] is None else "other", slip


def _miswritten(place: Place, at: int, said: Number, dues: Iterable[Number]) -> Iterator[Guess]:
    """A number in place of each of those that are due."""
    any_slip, left_in = rate_of(0.0, place.places), rate("left-in", place.rows * place.wide)
    this = _any(place, at, said, constant("no-game"))
    anything = rate("other", place.places) + _any(place, at, said, constant("no-game-meant"))
    if place.games and place.running:
        anything += log(constant("unknown"))
    for due in dues:
        if place.games and place.nothing and due == place.base[at]:
            # If one plays alone, all others have no value.
            yield Guess("not-the-soloist", left_in + this, put(place.cells, (at, None)))
            continue
        right, slip = put(place.cells, (at, due)), slip_between(said, due)
        if place.nothing and not place.running and due == 0:
            yield Guess("left-in", left_in + this, put(place.cells, (at, None)))
        if due == 0 and place.blanks:
            # Nothing is written there, so no pen slipped.
            continue
        kind = "other" if slip is None else slip.kind
        if slip is not None:
            yield Guess(kind, any_slip + slip.log + place.oftener(kind), right)
        yield Guess(kind, anything, right)


def _any(place: Place, at: int, said: Number, no_game: float) -> float:
    """The log-probability of this number if any may be written.

    Mostly it is one that some game gives. The larger numbers are, the more there are.
    """
    many = among(2 * said)
    if not place.games:
        return -log(many)
    alone = place.games.get((at, only(at, 0, place.wide)[1:]), {})
    game = alone.get(said - place.base[at], 0.0) * place.wide
    return log((1 - no_game) * game + no_game / many)


def any_number(place: Place) -> Iterator[Guess]:
    """All numbers that may be meant in a cell, with another slip of the row still to find."""
    cells, any_slip = place.cells, rate_of(0.0, place.places)
    for at, said in enumerate(cells):
        if isinstance(said, int):
            before, after = cells[:at], cells[at + 1 :]
            for true, (kind, log_share) in meant(said):
                yield Guess(kind, any_slip + log_share + place.oftener(kind), (*before, true, *after))


def scaled(place: Place) -> Iterator[Guess]:
    """A player's points were doubled or tripled once too often, or too rarely."""
    for at, due in place.dues():
        if at in place.spoilt or place.cells[at] is None:
            continue
        step, said = due - place.base[at], place.value(at) - place.base[at]
        # Nobody gets three times what the others do, unless some are partners.
        both = not (place.games or place.free is not None)
        for kind, times in (("doubling", 2), ("tripling", 3)) if both else (("doubling", 2),):
            too_few = step == times * said
            if step and (too_few or said == times * step):
                undoubled = place.games and step < 0 and too_few
                chance = rate(kind, _places_of(place, kind, step, too_few=too_few))
                chance += place.oftener("undoubled" if undoubled else kind)
                yield Guess(kind, chance, put(place.cells, (at, due)))
                if place.running:
                    off = only(at, due - place.value(at), place.wide)
                    yield Guess(kind, chance, place.cells, carried=off)


def _places_of(place: Place, kind: str, step: Number, *, too_few: bool) -> float:
    """The number of places for points that were doubled or tripled wrongly."""
    places = 2.0 * place.places
    if kind == "tripling":
        # It is forgotten where somebody plays alone, which few rows allow.
        places = constant("solos") * place.rows if too_few else constant("tripled") * place.places
    if place.games and step > 0:
        # If one plays alone, only losses are doubled.
        places *= constant("doubled-won")
    if place.free is not None:
        places *= constant("doubled-alone")
    # Of running totals: in this one alone, or continued in all below.
    return 2 * places if place.running else places


def slip_of_cell(place: Place, at: int, step: Number) -> tuple[str, float]:
    """The slip of one cell whose meant change is this, and its log-probability."""
    due, said = step + place.base[at], place.cells[at]
    if said is None or at in place.garbled:
        kind, slip = _unread(place, at)
        return kind, rate(slip, place.places)
    if not due and place.blanks:
        return "left-in", rate("left-in", place.places * among(said))
    pen = slip_between(said, due)
    if pen is not None:
        return pen.kind, rate_of(pen.log, place.places)
    seen = said - place.base[at]
    if step and (seen == 3 * step or step == 3 * seen):
        return "tripling", rate("tripling", 2 * place.places)
    return "other", rate("other", place.places * among(said))
