"""Several slips in one row of running totals, some of which the rows below carry on."""

from __future__ import annotations

from itertools import combinations
from math import log
from typing import TYPE_CHECKING

from scorecheck.repair.slips import carried_slip, slip_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.rows import RowSearch
    from scorecheck.repair.unit import Option


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
