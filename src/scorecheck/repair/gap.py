"""A row of running totals before which one is left out."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING

from scorecheck.repair.slips import carried_slip, slip_of, weights
from scorecheck.repair.unit import LEFT_OUT, Option, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.rows import RowSearch


def left_out(rows: RowSearch, entry: Entry, past: Sequence[Entry], at: int, off: Number) -> Iterator[Option]:
    """The totals are right, and the game before is missing. Where they do not add up, totals that this row
    has marks for were changed in it."""
    unit = Unit(LEFT_OUT, (), at)
    weight = rows.of_row + log(weights().row[LEFT_OUT])
    for unsaid in rows.two_games.unsaid(entry, off):
        totals = tuple(n + more for n, more in zip(entry.totals, unsaid, strict=True))
        points = tuple(n + more for n, more in zip(entry.points, unsaid, strict=True))
        meant = entry._replace(points=points, totals=totals)
        if rows.judge.keeps_all(meant, past, step=False):
            yield Option(weight, (unit,), meant, whole=True)


def beside_a_gap(
    rows: RowSearch, entry: Entry, past: Sequence[Entry], at: int, off: Number, below: Number
) -> Iterator[Option]:
    """The row before is left out, and one total of this one is wrong: carried on if the row below is out
    by as much."""
    weight = rows.of_row + log(weights().row[LEFT_OUT]) + rows.single
    for position, said in enumerate(entry.totals):
        if not isinstance(entry.written[position], int):
            continue
        meant = rows.changed(entry, {position: said - off})
        if not rows.judge.keeps_all(meant, past, step=False):
            continue
        before = said - entry.points[position]
        where = rows.where(said, said - off, before, meant)
        if below == off:
            slip = carried_slip(said, said - off, before, where.rarity)
            cost, carried = rows.carried + log(slip.chance), (position,)
        else:
            slip = slip_of(said, said - off, where)
            cost, carried = rows.copied + log(slip.chance), ()
        unit = Unit(slip.kind, ((entry.row, rows.columns[position], said - off),), at)
        yield Option(weight + cost, (unit, Unit(LEFT_OUT, (), at)), meant, carried, whole=True)
