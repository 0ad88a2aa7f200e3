"""What the rows of a described game can be worth."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from math import prod
from typing import Any

from scorecheck.checks.own_game.file import Described
from scorecheck.checks.own_game.raised import WeighedRow, facts_of
from scorecheck.checks.own_game.rows import Paid, in_hundredths, paid
from scorecheck.checks.own_game.times import once, times_of
from scorecheck.model.cells import Number
from scorecheck.model.sheet import Entry, Sheet

_MOST_TARIFFS = 100


def paid_once(points: Sequence[Number], sheet: Sheet, game: Described) -> Paid | None:
    """How the points of a row that counts once are shared out, in the unit of the game."""
    return paid(in_hundredths(points, sheet, game), game, sheet.notation)


def is_worth(
    points: Sequence[Any], sheet: Sheet, game: Described, values: Mapping[str, Collection[int]]
) -> bool:
    """Whether a row that counts once can have these points."""
    if not game.sides:
        in_cells = game.cells is None or all(one in game.cells for one in points)
        return in_cells and (game.sum is None or sum(points) in game.sum)
    row = paid_once(points, sheet, game)
    return row is not None and (row.sides not in values or row.value in values[row.sides])


def values_by_sides(game: Described, tariff: Mapping[str, int]) -> Mapping[str, Mapping[int, float]]:
    """The possible values of rows, each with its share, by kind of row; kinds without given values are
    left out."""
    found: dict[str, dict[int, float]] = {}
    for worth in game.worth:
        for sides in worth.sides & game.sides:
            mine = found.setdefault(sides, {})
            for value, share in worth.values(tariff).items():
                mine[value] = mine.get(value, 0.0) + share * (_SPECIAL if worth.words else 1.0)
    return found


_SPECIAL = 0.25
"""The frequency of games that have a word of their own, relative to those without."""


def values_of_any_event(game: Described) -> Mapping[str, frozenset[int]]:
    """The possible values of rows under any choice of tariff; empty where there are too many choices."""
    if prod(map(len, game.tariff.values())) > _MOST_TARIFFS:
        return {}
    found: dict[str, frozenset[int]] = {}
    for chosen in product(*game.tariff.values()):
        for sides, values in values_by_sides(game, dict(zip(game.tariff, chosen, strict=True))).items():
            found[sides] = found.get(sides, frozenset[int]()).union(values)
    return found


def weighed_row(entry: Entry, sheet: Sheet, game: Described) -> WeighedRow | None:
    """The value of a row that counts once, with the facts beside it; ``None``: it is no game of the file."""
    times = None if entry.opening or not entry.readable else times_of(entry, game.multiplier)
    points = None if times is None else once(entry.points, times)
    row = None if points is None else paid_once(points, sheet, game)
    if row is None or not row.sides or row.value.denominator != 1:
        return None
    return WeighedRow(int(row.value), row.sides, facts_of(entry.fields, game))


FACTS = "facts-held"
"""The key of the supported facts among the options that a sheet shows; names of tariffs have no hyphen."""


NO_TARIFF = "no-tariff"
"""The key that a sheet shows among its options where its values follow no tariff of the file."""


def facts_held(sheet: Sheet) -> tuple[str, ...]:
    """The groups of facts that the rows of a sheet support."""
    return tuple(str(sheet.options.get(FACTS, "")).split())
