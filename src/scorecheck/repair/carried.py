"""Several slips in one row of running totals, some of which the rows below carry on."""

from __future__ import annotations

from itertools import combinations
from math import log
from typing import TYPE_CHECKING

from scorecheck.repair.slips import carried_slip, slip_of, weights
from scorecheck.repair.unit import LEFT_OUT, Option, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.rows import RowSearch


def some_carried_on(
    rows: RowSearch, option: Option, entry: Entry, seen: Sequence[Number | None], below: Number
) -> Iterator[Option]:
    """The same row with those of its slips carried on that come to what the row below is out by.

    ``entry`` and ``seen`` are as in ``RowSearch.options``. Of a single slip that is an option already.
    """
    if not below or len(option.units) < 2 or option.carried or option.whole:
        return
    of_players = [
        (which, unit.edits)
        for which, unit in enumerate(option.units)
        if any(column in rows.columns for _, column, _ in unit.edits)
    ]
    if len(of_players) < 2:
        return
    out: dict[int, Number] = {}
    units_of: dict[int, int] = {}
    for which, edits in of_players:
        position = rows.columns.index(edits[0][1])
        said = seen[position]
        if len(edits) == 1 and said is not None:
            out[position], units_of[position] = said - option.entry.totals[position], which
    for many in range(1, len(out) + 1):
        for carried in combinations(out, many):
            if sum(out[position] for position in carried) == below:
                weight, units = option.weight, list(option.units)
                for position in carried:
                    said, true = entry.totals[position], option.entry.totals[position]
                    before = said - entry.points[position]
                    where = rows.where(said, true, before, option.entry)
                    slip = carried_slip(said, true, before, where.rarity)
                    weight += rows.carried + log(slip.chance)
                    weight -= rows.copied + log(slip_of(said, true, where).chance)
                    units[units_of[position]] = units[units_of[position]]._replace(kind=slip.kind)
                yield option._replace(weight=weight, units=tuple(units), carried=carried)


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
