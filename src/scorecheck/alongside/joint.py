"""Sheets of one table decoded together: one true table, and slips on each of its sheets.

Each sheet is decoded by itself. Each way in which the rows of one may have been meant is a hypothesis for
all: the others wrote the same table, with slips of their own. Its weight is how likely such rows are, and
the chance of the slips that it takes on every sheet.
"""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.alongside.align import lone_row
from scorecheck.alongside.slipped import of_points, of_totals
from scorecheck.layouts.entries import entries as entries_of
from scorecheck.model.cells import Unreadable
from scorecheck.model.finding import Edit
from scorecheck.model.record import NamedTuple
from scorecheck.repair.channel import rate
from scorecheck.repair.mended import edited
from scorecheck.repair.slips import weights
from scorecheck.repair.told import Group
from scorecheck.repair.unit import Unit, Way, merged

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from scorecheck.alongside.beside import Beside
    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.diagnose import Search

    Points: TypeAlias = tuple[Number, ...]

_AS_IT_STANDS = Way(0.0, 0.0, ())
_MOST_WAYS = 32
"""So many ways of a block are taken from each sheet."""
_MOST_EXPLAINED = 8
"""So many of them are extended by further slips to what another sheet says."""
_FAR = 18.0
"""A way is left out that is so much less likely than the best, as a logarithm."""


class Hypothesis(NamedTuple):
    """What the rows of a block may have been, and what each sheet wrote instead."""

    weight: float
    """The logarithm of its chance, to be compared within the block."""
    ways: tuple[Way, ...]
    """For each sheet the slips that it takes there."""


class Block(NamedTuple):
    """Rows side by side that are judged together."""

    first: int
    last: int
    hypotheses: tuple[Hypothesis, ...]
    """Likeliest first."""

    def group(self, which: int, entries: tuple[int, int], *, joined: bool) -> Group:
        """What the block says of one sheet, of which it holds these entries."""
        ways = [one.ways[which]._replace(weight=one.weight) for one in self.hypotheses]
        return Group(*entries, tuple(merged(ways, len(ways))), joined)


class AsTold(NamedTuple):
    """The rows of a block as one sheet has them where some of its slips are undone."""

    way: Way
    rows: tuple[Points | None, ...]
    """What each gives the players that all sheets share; ``None`` where that cannot be said."""
    entries: Mapping[int, Entry]
    """What was read again, by the row of the table."""
    totals: Points
    """What the rows give each player of the sheet."""
    foot: tuple[object, ...]
    """What its total row says."""


class Joint:
    """Decodes sheets of one table together."""

    def __init__(self, found: Beside, searches: Sequence[Search]) -> None:
        """``searches``: each sheet decoded by itself."""
        self.found, self.searches = found, searches
        self.shared = [
            seat
            for seat in range(len(found.sheets[0].sheet.players))
            if all(places[seat] is not None for places in found.seats)
        ]
        self.row_of: list[dict[int, int]] = [
            {at: row for row, places in enumerate(found.rows) if (at := places[which]) is not None}
            for which in range(len(found.sheets))
        ]

    def blocks(self, differing: Iterable[Sequence[int]]) -> Iterator[Block]:
        """The rows that are judged together, as far as sheets differ there; ``differing``: the rows of each
        difference."""
        apart = [(min(rows), max(rows)) for rows in differing]
        spans = [
            (self._rows(which, group), (which, group))
            for which, one in enumerate(self.searches)
            for group in one.groups
        ]
        for first, last in _merged([*apart, *(span for span, _ in spans)]):
            if not any(first <= begin <= last for begin, _ in apart):
                continue
            inside = [named for (begin, _), named in spans if first <= begin <= last]
            yield self._block(first, last, inside)

    def _rows(self, which: int, group: Group) -> tuple[int, int]:
        rows = [row for at, row in self.row_of[which].items() if group.first <= at <= group.last]
        return (min(rows), max(rows)) if rows else (0, 0)

    def _block(self, first: int, last: int, groups: Sequence[tuple[int, Group]]) -> Block:
        rows = range(first, last + 1)
        told: list[list[AsTold]] = []
        bases: list[AsTold] = []
        for which in range(len(self.searches)):
            ways = self._ways(which, rows, [group for at, group in groups if at == which])
            told.append([self._told(which, way, rows) for way in ways])
            bases.append(self._told(which, _AS_IT_STANDS, rows))
        seen: dict[tuple[Points | None, ...], Hypothesis] = {}
        for one in (one for mine in told for one in mine):
            if one.rows not in seen:
                ways = tuple(
                    self._explained(which, mine, base, one.rows, rows)
                    for which, (mine, base) in enumerate(zip(told, bases, strict=True))
                )
                chance = sum(way.slips for way in ways) + self._lone(ways, rows)
                seen[one.rows] = Hypothesis(self._usual(one.rows, rows) + chance, ways)
        found = sorted(seen.values(), key=lambda one: -one.weight)
        return Block(first, last, tuple(one for one in found if one.weight >= found[0].weight - _FAR))

    def _ways(self, which: int, rows: range, groups: Sequence[Group]) -> list[Way]:
        """The ways in which a sheet by itself may have been meant there."""
        explained = [(group.first, group.last) for group in groups if group.ways]
        kept = self.found.sheets[which]
        left = [
            at
            for row in rows
            if (at := self.found.rows[row][which]) is not None and kept.entries[at].row in kept.broken
            if not any(first <= at <= last for first, last in explained)
        ]
        chance = len(left) * log(weights().model["undecoded"])
        ways = [Way(chance, chance, ())]
        for group in groups:
            both = (
                Way(a.weight + b.weight, a.slips + b.slips, (*a.units, *b.units))
                for a in ways
                for b in group.ways or (_AS_IT_STANDS,)
            )
            ways = merged(both, _MOST_WAYS)
        best = max(way.slips for way in ways)
        return [way for way in ways if way.slips >= best - _FAR]

    def _lone(self, ways: Sequence[Way], rows: range) -> float:
        """What rows cost that stand on some sheets only and that none of the slips explains."""
        lone = sum(None in self.found.rows[row] for row in rows)
        units = [unit for way in ways for unit in way.units]
        explained = sum(unit.kind in ("row-left-out", "row-twice") for unit in units)
        return max(0, lone - explained) * -lone_row()

    def _told(self, which: int, way: Way, rows: range) -> AsTold:
        kept = self.found.sheets[which]
        sheet = with_units(kept.sheet, way.units) if way.units else kept.sheet
        read = list(entries_of(sheet, kept.reading.layout))
        entries = {entry.row: entry for entry in read}
        points = tuple(self._points(which, row, entries) for row in rows)
        return AsTold(way, points, entries, read[-1].totals if read else (), sheet.foot)

    def _points(self, which: int, row: int, entries: Mapping[int, Entry]) -> Points | None:
        """What a row gives the players that all sheets share; ``None`` where that is not known."""
        now = self._entry(which, row, entries)
        if now is None or not now.readable:
            return None
        kept = self.found.sheets[which]
        if kept.sheet.running and row and self.found.rows[row - 1][which] is None:
            # It holds what the row above gave that is not there.
            return None
        points: list[Number] = []
        for seat in self.shared:
            position = self.found.seats[which][seat] or 0
            if kept.one_sign is not None and now.written[position] is None:
                return None
            points.append(now.points[position])
        return tuple(points)

    def _entry(self, which: int, row: int, entries: Mapping[int, Entry]) -> Entry | None:
        entry = self.found.entry(row, which)
        return None if entry is None else entries.get(entry.row)

    def _usual(self, meant: Sequence[Points | None], rows: range) -> float:
        """How likely the rows are, by what the first sheet shows of how people play."""
        evidence, chance = self.searches[0].evidence, 0.0
        seats = self.found.seats[0]
        if len(self.shared) != len(seats):
            return 0.0
        for row, points in zip(rows, meant, strict=True):
            at = self.found.rows[row][0]
            if points is not None and at is not None:
                chance += evidence.odd(points, at, opening=evidence.entries[at].opening)
        return chance

    def _explained(
        self,
        which: int,
        told: Sequence[AsTold],
        base: AsTold,
        meant: Sequence[Points | None],
        rows: range,
    ) -> Way:
        """The likeliest slips with which a sheet says what it does where this was meant."""
        same = [one for one in told if not self._differ(which, one, meant, rows)]
        if same:
            # Their rows are equal; how the sheet writes what did not change makes the difference.
            return max(same, key=lambda one: one.way.slips + self._style(which, one, rows)).way
        ways = (self._extended(which, one, meant, rows) for one in (*told[:_MOST_EXPLAINED], base))
        return max(ways, key=lambda way: way.slips)

    def _differ(self, which: int, one: AsTold, meant: Sequence[Points | None], rows: range) -> bool:
        """Whether a sheet says anything else than what was meant."""
        if not self.found.sheets[which].sheet.running:
            return any(
                now is not None and due is not None and now != due
                for now, due in zip(one.rows, meant, strict=True)
            )
        return any(out for _, outs in self.out(which, one, meant, rows) for out in outs)

    def out(
        self, which: int, one: AsTold, meant: Sequence[Points | None], rows: range
    ) -> Iterator[tuple[int, tuple[Number | None, ...]]]:
        """By how much the running totals of a sheet are out, entry by entry.

        Totals also hold what rows gave that are left out on the sheet; ``None`` where such a total is not
        written.
        """
        kept = self.found.sheets[which]
        places = [self.position(which, at) for at in range(len(self.shared))]
        first = next((at for row in rows if (at := self.found.rows[row][which]) is not None), 0)
        above = kept.entries[first - 1].totals if first else (0,) * len(kept.sheet.players)
        due: list[Number] | None = [above[place] for place in places]
        unsaid = [False] * len(places)
        for row, points in zip(rows, meant, strict=True):
            if points is None:
                due = None
            elif due is not None:
                due = [total + more for total, more in zip(due, points, strict=True)]
            index = self.found.rows[row][which]
            entry = None if index is None else one.entries.get(kept.entries[index].row)
            if index is None:
                unsaid = [True] * len(places)
            if index is None or entry is None:
                continue
            totals = [entry.totals[place] for place in places]
            if due is None:
                # What was meant is not known here: from now on as it stands.
                due = totals
            written = [entry.written[place] for place in places]
            unsaid = [one and said is None for one, said in zip(unsaid, written, strict=True)]
            out = [
                None if skipped or isinstance(said, Unreadable) else total - then
                for skipped, said, total, then in zip(unsaid, written, totals, due, strict=True)
            ]
            yield index, tuple(out)

    def _extended(self, which: int, one: AsTold, meant: Sequence[Points | None], rows: range) -> Way:
        """A way with further slips that lead from what was meant to what is left."""
        kept = self.found.sheets[which]
        of_kind = of_totals if kept.sheet.running else of_points
        units = list(of_kind(self, which, one, meant, rows))
        slips = one.way.slips + sum(chance for chance, _ in units)
        if not kept.sheet.running:
            slips += self._of_foot(which, one, meant)
        return Way(slips, slips, (*one.way.units, *(unit for _, unit in units)))

    def _of_foot(self, which: int, one: AsTold, meant: Sequence[Points | None]) -> float:
        """How likely the total row is where the rows should give something else than they do: it is right,
        it was worked out from the wrong numbers, or it is wrong by itself."""
        written = self.found.sheets[which].entries[-1].totals
        due = list(one.totals)
        for now, then in zip(one.rows, meant, strict=True):
            if now is None or then is None:
                continue
            for at, (old, new) in enumerate(zip(now, then, strict=True)):
                due[self.position(which, at)] += new - old
        feet = [
            (said == total, said == given)
            for said, total, given in zip(one.foot, due, written, strict=False)
            if said is not None
        ]
        if all(right for right, _ in feet):
            return 0.0
        if all(right or follows for right, follows in feet):
            return log(weights().model["follows"])
        wrong = sum(not right for right, _ in feet)
        return wrong * rate("total", len(feet) * weights().model["spread"])

    def _style(self, which: int, one: AsTold, rows: range) -> float:
        """How likely it is that the cells without change were meant to be written so."""
        evidence, chance = self.searches[which].evidence, 0.0
        for entry in (self._entry(which, row, one.entries) for row in rows):
            if entry is not None and not entry.opening:
                cells = zip(entry.written, entry.points, strict=True)
                chance += sum(
                    evidence.marked if cell is None else evidence.repeated
                    for cell, change in cells
                    if not change
                )
        return chance

    def position(self, which: int, at: int) -> int:
        """Where one of the players that all sheets share stands on a sheet."""
        return self.found.seats[which][self.shared[at]] or 0


def _merged(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans with those that overlap taken together."""
    now: tuple[int, int] | None = None
    for first, last in sorted(spans):
        if now is not None and first <= now[1]:
            now = (now[0], max(now[1], last))
            continue
        if now is not None:
            yield now
        now = (first, last)
    if now is not None:
        yield now


def with_units(sheet: Sheet, units: Iterable[Unit]) -> Sheet:
    """A sheet on which some slips are undone."""
    table = sheet.table
    edits = (
        Edit(table.cell(row, column), "", "" if value is None else str(value))
        for unit in units
        for row, column, value in unit.edits
    )
    return edited(sheet, edits)
