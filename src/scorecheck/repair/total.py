"""The total row: it holds the parts of a sheet together, and shows slips that no row shows by itself."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from math import comb, log
from typing import TYPE_CHECKING

from scorecheck.model.cells import Unreadable
from scorecheck.repair.slips import Where, slip_of, weights
from scorecheck.repair.two_rows import concerned
from scorecheck.repair.unit import LEFT_OUT, Unit, Way, added, log_sum, merged

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Number
    from scorecheck.model.sheet import Entry
    from scorecheck.repair.search import Search
    from scorecheck.repair.unit import CellEdit, Part

MOST_JOINED = 8
"""So many parts are held against the total row at once; of more each is judged by itself."""
_MOST_TOGETHER = 300
_MOST_WAYS = 64
_MOST_CELLS = 3
_MOST_DOUBTED = 3
"""For so many likeliest ways a wrong total is tried together with a wrong row."""
_EVIDENT = 3.0
"""So much likelier the numbers or the turn must make a gap to look for another slip beside it."""
_UNUSUAL = 10.0
"""A row so much less likely than the likeliest one is not taken for the missing one there."""
_KNOWN = 0.8
"""So sure it must be where a row is missing to say where."""
_NOTHING = Way(0.0, 0.0, ())
_OF_A_TOTAL = Where(running=False, total=0, rarity={"total-for-change": 0.0})
"""Where a total stands nobody writes it by mistake."""


class TotalRow:
    """What the total row of a sheet says to the ways in which its rows may have been meant."""

    def __init__(self, search: Search) -> None:
        """Compares the total row with the totals as the rows give them."""
        self.search = search
        sheet = search.sheet
        self.entries = search.entries
        self.columns = sheet.points_columns
        self.row = -1 if sheet.total_row is None else sheet.total_row
        self.foot = tuple(None if isinstance(cell, Unreadable) else cell for cell in sheet.foot)
        self.given: tuple[Number, ...] = self.entries[-1].totals
        self.out = tuple(
            0 if said is None else said - given for said, given in zip(self.foot, self.given, strict=True)
        )

    def ways(self, parts: Sequence[Part]) -> list[Way]:
        """The ways of all parts together with which the columns add up, the total row mended or not."""
        together = [_NOTHING]
        for part in self._by_rest(parts):
            together = merged(
                (
                    Way(
                        one.weight + way.weight,
                        one.slips + way.slips,
                        (*one.units, *way.units),
                        added(one.moved, way.moved),
                    )
                    for one in together
                    for way in part.ways or (_NOTHING,)
                ),
                _MOST_TOGETHER,
            )
        found: list[Way] = []
        for place, way in enumerate(together):
            rest = self._rest(way)
            if not any(rest):
                found.append(way)
                continue
            found += self._explained(way, rest)
            if place < _MOST_DOUBTED:
                found += self._two_slips(way, rest)
                found += self._beside_gap(way, rest)
        return merged(found, _MOST_WAYS)

    def _by_rest(self, parts: Sequence[Part]) -> list[Part]:
        """The parts, with what the total row asks for of each row, if the others are at their best."""
        if self.search.sheet.running or None in self.foot:
            return list(parts)
        best = [part.ways[0].moved if part.ways else () for part in parts]
        found: list[Part] = []
        for which, part in enumerate(parts):
            rest = self.out
            for other in (moved for at, moved in enumerate(best) if at != which and moved):
                rest = tuple(out - by for out, by in zip(rest, other, strict=True))
            known = {_cells(way.units) for way in part.ways}
            more = [way for way in self._row_by(part, rest) if _cells(way.units) not in known]
            found.append(part._replace(ways=(*part.ways, *more)))
        return found

    def _row_by(self, part: Part, rest: Sequence[Number]) -> Iterator[Way]:
        """The ways in which a wrong row may have been meant that moves the totals by this much."""
        search, at = self.search, part.first
        entry = search.entries[at]
        moved = {position: out for position, out in enumerate(rest) if out}
        if part.last != at or not entry.readable or not 0 < len(moved) <= _MOST_CELLS:
            return
        values = {position: entry.points[position] + out for position, out in moved.items()}
        past = search.entries[max(0, at - search.reach) : at]
        for option in search.rows.several(entry, entry.points, past, at, values):
            weight = option.weight + search.prior(option.entry.points, at)
            yield Way(weight, option.weight, option.units, tuple(rest))

    def _rest(self, way: Way) -> tuple[Number, ...]:
        """What the total row still says more than the columns."""
        if not way.moved:
            return self.out
        return tuple(
            0 if said is None else out - moved
            for said, out, moved in zip(self.foot, self.out, way.moved, strict=True)
        )

    def _explained(self, way: Way, rest: tuple[Number, ...]) -> Iterator[Way]:
        yield from self._wrong_totals(way, rest)
        yield from self._follows(way, rest)
        if not self.search.sheet.running:
            for unit, weight in self._hidden(rest, {unit.at for unit in way.units}):
                yield _more(way, weight, (*way.units, unit))

    def _two_slips(self, way: Way, rest: tuple[Number, ...]) -> Iterator[Way]:
        """One of the totals is wrong, and a row that keeps the rules is too, or is left out."""
        off = sum(rest)
        if not off or self.search.sheet.running:
            return
        taken = {unit.at for unit in way.units}
        for position, said in enumerate(self.foot):
            left = tuple(out - off if at == position else out for at, out in enumerate(rest))
            if said is None or not any(left):
                continue
            slip = slip_of(said, said - off, _OF_A_TOTAL)
            edit = (self.row, self.columns[position], said - off)
            total = Unit(slip.kind, (edit,), len(self.entries))
            for unit, weight in self._hidden(left, taken):
                weight += self.search.rows.rate + log(slip.chance)
                yield _more(way, weight, (*way.units, total, unit))

    def _wrong_totals(self, way: Way, rest: Sequence[Number]) -> Iterator[Way]:
        """The players are right, and one or two of the totals are wrong."""
        wrong = [position for position, out in enumerate(rest) if out]
        if len(wrong) > 2:
            return
        weight, units = 0.0, list(way.units)
        for position in wrong:
            said = self.foot[position] or 0
            true = said - rest[position]
            slip = slip_of(said, true, _OF_A_TOTAL)
            weight += self.search.rows.rate + log(slip.chance)
            edit = (self.row, self.columns[position], true)
            units.append(Unit(slip.kind, (edit,), len(self.entries)))
        yield _more(way, weight, tuple(units))

    def _follows(self, way: Way, rest: Sequence[Number]) -> Iterator[Way]:
        """The totals were added up from what is wrong above them, and are wrong because of that."""
        if len({unit.at for unit in way.units}) != 1 or any(self.out) or not way.moved:
            return
        edits = tuple(
            (self.row, self.columns[position], said - out)
            for position, (said, out) in enumerate(zip(self.foot, rest, strict=True))
            if out and said is not None
        )
        first, *beside = way.units
        first = first._replace(edits=(*first.edits, *edits))
        yield _more(way, log(weights().model["total-follows"]), (first, *beside))

    def _hidden(self, rest: tuple[Number, ...], taken: set[int]) -> Iterator[tuple[Unit, float]]:
        """Rows that keep the rules and are wrong all the same: with them put right the totals fit."""
        rows, row_weights = self.search.rows, weights().row
        seats = len(rest)
        columns = [position for position, out in enumerate(rest) if out]
        unknown = [position for position, said in enumerate(self.foot) if said is None]
        for at, entry in enumerate(self.entries):
            if at in taken or not entry.readable:
                continue
            points = entry.points
            if len(columns) == 2 and not unknown:
                one, other = columns
                if points[other] - points[one] == rest[one] == -rest[other]:
                    kind, share = _swap(entry, one, other)
                    yield from self._changed(at, kind, {one: points[other], other: points[one]}, share)
            for kind, meant in _whole_row(points):
                if any(points) and self._makes(points, meant, rest):
                    values = {p: n for p, n in enumerate(meant) if n != points[p]}
                    yield from self._changed(at, kind, values, row_weights[kind])
            twice = at and self.entries[at - 1].points == points and any(points)
            if twice and self._makes(points, [0] * seats, rest):
                edits = tuple((entry.row, column.at, "") for column in self.search.sheet.columns)
                slip = rows.of_row + log(row_weights["row-twice"]) + self.search.steps(at, 0)
                yield Unit("row-twice", edits, at), slip - self.search.prior(points, at)
        if not unknown:
            yield from self._left_out(rest)

    def _beside_gap(self, way: Way, rest: tuple[Number, ...]) -> Iterator[Way]:
        """A row is missing, as the numbers or the turn tell, and one that keeps the rules is wrong too."""
        search = self.search
        evident = any(weight > _EVIDENT for places in self._gaps.values() for weight, _ in places)
        if not evident or None in self.foot or search.sheet.running or sum(rest):
            return
        taken = {unit.at for unit in way.units}
        missing: dict[tuple[Number, ...], list[tuple[Unit, float]]] = {}
        for at, entry in enumerate(self.entries):
            if at in taken or not entry.readable or not any(entry.points):
                continue
            for kind, meant, share in _mixed_up(entry):
                left = tuple(out - new + old for out, new, old in zip(rest, meant, entry.points, strict=True))
                if left not in missing:
                    usual = any(left) and search.prior.of_any_turn(left) > search.prior.most - _UNUSUAL
                    missing[left] = list(self._left_out(left)) if usual else []
                values = {p: n for p, n in enumerate(meant) if n != entry.points[p]}
                for gap, chance in missing[left] if values else ():
                    if gap.at == len(self.entries):
                        continue
                    for unit, weight in self._changed(at, kind, values, share):
                        yield _more(way, weight + chance, (*way.units, unit, gap))

    def _makes(self, points: Sequence[Number], meant: Sequence[Number], rest: Sequence[Number]) -> bool:
        return all(
            new - old == out or said is None
            for new, old, out, said in zip(meant, points, rest, self.foot, strict=True)
        )

    def _changed(
        self, at: int, kind: str, values: dict[int, Number], share: float
    ) -> Iterator[tuple[Unit, float]]:
        search = self.search
        entry = search.entries[at]
        changed = search.rows.changed(entry, values)
        past = search.entries[max(0, at - search.reach) : at]
        if not search.judge.keeps_all(changed, past):
            return
        edits = tuple((entry.row, self.columns[p], search.rows.new(value)) for p, value in values.items())
        weight = search.rows.of_row + log(share)
        weight += search.prior.instead(changed.points, entry.points, at)
        yield Unit(kind, edits, at, changed.points), weight

    def _left_out(self, rest: tuple[Number, ...]) -> Iterator[tuple[Unit, float]]:
        """A game that is in the totals and in no row."""
        search = self.search
        last = self.entries[-1]
        missing = last._replace(points=rest, totals=added(last.totals, rest), written=rest)
        if search.layout.worked is None:
            # What stands beside the points of the last game is not said of the one that is missing. Where
            # that is all the facts, a game without any would explain whatever the totals lack.
            missing = missing._replace(fields={}, numbers={}, dates={})
        if search.judge.keeps_all(missing, self.entries[-search.reach :]):
            weight = search.rows.of_row + log(weights().row["row-left-out"])
            weight += search.prior.of_any_turn(rest)
            gaps = [
                (log_sum(weigh for weigh, _ in places) + search.turn.sits(rest, due), max(places))
                for due, places in self._gaps.items()
            ]
            whole = log_sum(weigh for weigh, _ in gaps)
            _, (likeliest, at) = max(gaps)
            sure = likeliest + search.turn.sits(rest, self._due(at)) - whole > log(_KNOWN)
            yield Unit(LEFT_OUT, (), at if sure else len(self.entries), rest), weight + whole

    @cached_property
    def _gaps(self) -> dict[tuple[int, ...], list[tuple[float, int]]]:
        """The places where a row may be missing, by whose turn it was there; each with how much likelier
        the numbers and the turn make it that one is missing just there."""
        search = self.search
        found: dict[tuple[int, ...], list[tuple[float, int]]] = {}
        for at in range(len(self.entries) + 1):
            weight = search.steps(at, 2)
            found.setdefault(self._due(at), []).append((weight, at))
        return found

    def _due(self, at: int) -> tuple[int, ...]:
        due = self.search.turn.of_missing(at)
        return () if due is None else (due,)


_Meant = tuple[str, list["Number"]]


def _whole_row(points: Sequence[Number]) -> Iterator[_Meant]:
    """What all of a row may have been meant to say, by the kind of slip."""
    seats = range(len(points))
    yield "wrong-party", [-n for n in points]
    yield "doubling", [2 * n for n in points]
    yield "doubling", [n // 2 if n % 2 == 0 else n for n in points]
    yield "columns-shifted", [points[p - 1] for p in seats]
    yield "columns-shifted", [points[(p + 1) % len(points)] for p in seats]


def _swap(entry: Entry, one: int, other: int) -> tuple[str, float]:
    """The kind of slip with which two values changed places, and its weight."""
    beside = entry.written[one] is None or entry.written[other] is None
    kind = "wrong-column" if beside else "values-swapped"
    return kind, weights().row[kind] / comb(len(entry.written), 2)


def _mixed_up(entry: Entry) -> Iterator[tuple[str, list[Number], float]]:
    """All that a row which keeps the rules may have been meant to say: the kind of slip, its weight last."""
    for kind, meant in _whole_row(entry.points):
        yield kind, meant, weights().row[kind]
    for one, other in combinations(concerned(entry), 2):
        if entry.points[one] != entry.points[other]:
            meant = list(entry.points)
            meant[one], meant[other] = meant[other], meant[one]
            kind, share = _swap(entry, one, other)
            yield kind, meant, share


def _cells(units: Sequence[Unit]) -> frozenset[CellEdit]:
    return frozenset(edit for unit in units for edit in unit.edits)


def _more(way: Way, weight: float, units: tuple[Unit, ...]) -> Way:
    return way._replace(weight=way.weight + weight, slips=way.slips + weight, units=units)


def has_total(entries: Sequence[Entry], foot: Sequence[object]) -> bool:
    """Whether there is a total row to hold the entries against."""
    return bool(entries) and any(cell is not None for cell in foot)
