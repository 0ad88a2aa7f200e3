"""Two slips in one row of running totals, each in a cell of its own."""

from __future__ import annotations

from itertools import product
from math import log
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.repair.slips import Where, carried_slip, slip_of, weights
from scorecheck.repair.two_rows import concerned
from scorecheck.repair.unit import Option, Unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.rows import RowSearch

_MOST_AMOUNTS = 8
"""So many amounts of those that the sheet shows are tried."""
_MOST_WEIGHED, _MOST_JUDGED, _MOST_OFFERED = 32, 12, 8
"""So many pairs with the likeliest slips are weighed, so many of them held against the rules, and so many
ways given to be followed down."""
_LESS_LIKELY = 3.0
"""Pairs that are so much less likely than the best are left out."""
_LISTED = 2.0
"""What is so many times as likely as any other number is a slip that people make."""
_LIKELY = 0.1
"""What one slip has at most, more or less, of all in its cell."""


class _Way(NamedTuple):
    """A slip in one cell."""

    weight: float
    """The logarithm of its chance."""
    kind: str
    carried: bool


class _Cell(NamedTuple):
    """A cell, and what it may have been meant to say."""

    position: int
    true: Number
    ways: tuple[_Way, ...]
    """Likeliest first."""
    is_listed: bool
    """Whether a slip that people make leads to what stands there."""


class _Pair(NamedTuple):
    """Two cells of a row."""

    weight: float
    """The logarithm of the chance of the likeliest slips in both."""
    cells: tuple[_Cell, _Cell]


class TwoCells:
    """Looks for pairs of wrong cells in rows of one sheet."""

    def __init__(self, rows: RowSearch) -> None:
        """With what is known of single rows."""
        self.rows = rows
        self._other = weights().cell["other"] / weights().model["spread"]
        amounts = rows.prior.amounts
        self._amounts, self._known = amounts[:_MOST_AMOUNTS], frozenset((0, *amounts))
        self.most = 2 * (rows.single + rows.copied + log(_LIKELY)) + rows.prior.most
        """The logarithm of the chance that two slips in a row have at most."""

    def options(
        self, entry: Entry, seen: Sequence[Number | None], past: Sequence[Entry], at: int, off: Number
    ) -> Iterator[Option]:
        """The likeliest pairs with which the row keeps the rules.

        One of the two is a slip that people make, and its player moves by an amount of this sheet. What the
        other should say follows from the sum, by which the row is ``off``.
        """
        pairs = sorted(self._pairs(entry, seen, off), key=lambda pair: -pair.weight)[:_MOST_WEIGHED]
        weighed: list[tuple[float, _Pair, Entry]] = []
        for pair in pairs:
            meant = self.rows.changed(entry, {cell.position: cell.true for cell in pair.cells})
            weighed.append((self.rows.prior(meant.points, at), pair, meant))
        weighed.sort(key=lambda one: -one[0] - one[1].weight)
        found: list[tuple[float, Option]] = []
        for usual, pair, changed in weighed[:_MOST_JUDGED]:
            kept = self.rows.fields.kept(changed, past, at)
            if kept is None:
                continue
            meant, more, cost = kept
            for ways in product(*(cell.ways for cell in pair.cells)):
                weight = cost + sum(way.weight for way in ways)
                units = [self._unit(cell, way, meant, at) for cell, way in zip(pair.cells, ways, strict=True)]
                carried = tuple(
                    cell.position for cell, way in zip(pair.cells, ways, strict=True) if way.carried
                )
                found.append((usual + weight, Option(weight, (*units, *more), meant, carried)))
        found.sort(key=lambda one: -one[0])
        for weight, option in found[:_MOST_OFFERED]:
            if weight < found[0][0] - _LESS_LIKELY:
                return
            yield option

    def _unit(self, cell: _Cell, way: _Way, meant: Entry, at: int) -> Unit:
        edit = (meant.row, self.rows.columns[cell.position], cell.true)
        return Unit(way.kind, (edit,), at, meant.points)

    def _pairs(self, entry: Entry, seen: Sequence[Number | None], off: Number) -> Iterator[_Pair]:
        """Pairs of cells, each once; only one who settles with all others moves by any amount."""
        before = [total - change for total, change in zip(entry.totals, entry.points, strict=True)]
        seats = [position for position in concerned(entry) if seen[position] is not None]
        strange = {p for p, change in enumerate(entry.points) if not self._is_known(entry, change)}
        cells: dict[tuple[int, Number], _Cell] = {}

        def cell_at(position: int, true: Number) -> _Cell:
            known = cells.get((position, true))
            if known is None:
                known = cells[position, true] = self._cell(seen[position], true, before[position], position)
            return known

        for one in seats:
            for step in (sign * amount for amount in self._amounts for sign in (1, -1)):
                moved = step - entry.points[one]
                first = cell_at(one, before[one] + step)
                if not moved or not first.is_listed:
                    continue
                for other in seats:
                    rest = entry.points[other] - off - moved
                    if other == one or rest == entry.points[other]:
                        continue
                    if len(strange - {one, other}) + (not self._is_known(entry, rest)) > 1:
                        continue
                    second = cell_at(other, before[other] + rest)
                    if second.is_listed and abs(rest) in self._amounts and other < one:
                        # The other way round it was there already.
                        continue
                    pair = (first, second) if one < other else (second, first)
                    yield _Pair(first.ways[0].weight + second.ways[0].weight, pair)

    def _is_known(self, entry: Entry, change: Number) -> bool:
        return abs(change) in self._known or entry.opening

    def _cell(self, said: Number | None, true: Number, before: Number, position: int) -> _Cell:
        rows = self.rows
        slip = slip_of(said, true, Where(running=True, total=before, rarity=rows.rarity))
        is_listed = slip.chance > _LISTED * self._other
        ways = [_Way(rows.single + rows.copied + log(slip.chance), slip.kind, carried=False)]
        if said is not None:
            slip = carried_slip(said, true, before, rows.rarity)
            is_listed = is_listed or slip.kind != "other"
            ways.append(_Way(rows.single + rows.carried + log(slip.chance), slip.kind, carried=True))
        return _Cell(position, true, tuple(sorted(ways, key=lambda way: -way.weight)), is_listed)
