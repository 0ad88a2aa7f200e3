"""A repair while it is looked for: one slip undone, and the ways a part of a sheet may have been meant."""

from __future__ import annotations

from math import exp, log
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorecheck.model.cells import Number

MOST_WAYS = 64
"""So many ways of a part of a sheet are kept."""
CONTROL_FOLLOWS = "control-follows"
"""A control that was worked out from the wrong number."""
LEFT_OUT = "row-left-out"
"""The kind of a row that is not there: no edit undoes it."""
TWICE = "row-twice"
"""The kind of a row that is there once more."""
OF_ROWS = frozenset({LEFT_OUT, TWICE})
"""The kinds of whole rows."""

CellEdit = tuple[int, int, "Number | str | None"]
"""A cell of the table by row and column, and what it should say; ``None``: nothing."""


class Unit(NamedTuple):
    """One slip, undone."""

    kind: str
    edits: tuple[CellEdit, ...]
    """The cell that is wrong first; those that only follow after it."""
    at: int
    """The entry that it is in, counted from 0; beyond the last one it is the total row."""
    points: tuple[Number, ...] = ()
    """What the row changes for each player when the slip is undone; empty where that is not known."""
    carried_to: int | None = None
    """The last entry that carries the slip on."""

    def extended(self, edit: CellEdit, at: int) -> Unit:
        """The same slip, carried on into one more cell."""
        return self._replace(edits=(*self.edits, edit), carried_to=at)


class Way(NamedTuple):
    """One way in which a part of the sheet may have been meant."""

    weight: float
    """The logarithm of its chance, to be compared within the part only."""
    slips: float
    """The part of it that comes from the slips alone."""
    units: tuple[Unit, ...]
    moved: tuple[Number, ...] = ()
    """By how much it changes the totals after the last row; empty: not at all."""
    costs: tuple[tuple[int, float], ...] = ()
    """The logarithm of the chance of the slips in each entry that has any, where that is known apart."""

    def beside(self, other: Way) -> Way:
        """Both of two ways, of different parts of a sheet."""
        return Way(
            self.weight + other.weight,
            self.slips + other.slips,
            (*self.units, *other.units),
            added(self.moved, other.moved),
            (*self.costs, *other.costs),
        )


class Part(NamedTuple):
    """A stretch of entries with something wrong, and the ways in which it may have been meant."""

    first: int
    last: int
    ways: tuple[Way, ...]
    """Likeliest first; empty where none was found."""


def merged(ways: Iterable[Way], most: int) -> list[Way]:
    """The likeliest ways, with those that come to the same edits taken together."""
    alike: dict[frozenset[CellEdit], Way] = {}
    for way in ways:
        key = frozenset(edit for unit in way.units for edit in unit.edits)
        known = alike.get(key)
        # A row that was left out takes no edit, and is another way than none at all.
        if known is not None and bool(known.units) == bool(way.units):
            better, worse = (known, way) if known.weight >= way.weight else (way, known)
            way = better._replace(weight=better.weight + log(1 + exp(worse.weight - better.weight)))
        elif known is not None:
            key = frozenset({(-1, len(alike), None)})
        alike[key] = way
    return sorted(alike.values(), key=lambda way: -way.weight)[:most]


def added(one: Sequence[Number], other: Sequence[Number]) -> tuple[Number, ...]:
    """Two changes of the totals, one after the other."""
    if not one or not other:
        return tuple(one or other)
    return tuple(a + b for a, b in zip(one, other, strict=True))


def log_sum(weights: Iterable[float]) -> float:
    """Log-sum-exp of log weights."""
    given = list(weights)
    highest = max(given)
    return highest + log(sum(exp(weight - highest) for weight in given))
