"""What a row that breaks rules may have been meant to say: each way that keeps them all."""

from __future__ import annotations

from itertools import combinations
from math import log
from typing import TYPE_CHECKING

from scorecheck.model.cells import Unreadable
from scorecheck.repair.fields import Fields
from scorecheck.repair.gap import left_out
from scorecheck.repair.prior import has_soloist
from scorecheck.repair.slips import Where, carried_slip, slip_of, weights
from scorecheck.repair.two_cells import TwoCells
from scorecheck.repair.two_rows import concerned
from scorecheck.repair.unit import Option, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from scorecheck.checks.ruleset import Layout
    from scorecheck.model.cells import Number, Written
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.judge import Breaches, Judge
    from scorecheck.repair.prior import Prior
    from scorecheck.repair.two_games import TwoGames

_MOST_CELLS = 3
"""So many cells of one row are changed at once by slips of their own."""
_FAR = 10
_WRONG_VALUES = 16
"""So many values may come out where a game is worked out wrongly."""


class RowSearch:
    """Looks for what rows of one sheet may have been meant to say."""

    def __init__(self, sheet: Sheet, layout: Layout, judge: Judge, prior: Prior, two_games: TwoGames) -> None:
        """Looks on this sheet; the judge counts the effort."""
        self.sheet, self.layout, self.judge, self.prior = sheet, layout, judge, prior
        self.two_games = two_games
        self.columns = sheet.points_columns
        self.running = sheet.running
        model = weights().model
        self.rate = log(model["rate"])
        self.single = log(model["rate"] * model["single"])
        self.of_row = log(model["rate"] * (1 - model["single"]) * len(self.columns) or 1)
        self.copied = log(1 - model["carried"]) if self.running else 0.0
        self.carried = log(model["carried"])
        self.fields = Fields(sheet, layout, judge)
        """The columns beside the players'."""
        self.two = TwoCells(self) if self.running and layout.meant is None else None
        """Two slips in one row, where the game does not know what its rows may be."""
        self.rarity: dict[str, float] = {}
        self.blanks = False
        """Whether the sheet writes nothing for 0."""

    def options(
        self, entry: Entry, seen: Sequence[Number | None], past: Sequence[Entry], at: int, broken: Breaches
    ) -> Iterator[Option]:
        """Every way that keeps the rules.

        ``entry`` is the row as it is believed so far: its totals are those that it says, with what was
        carried on from a wrong total put right. ``seen`` is what the cells say, by that same measure.
        """
        found = False
        self.fields.look_at(entry, past)
        if broken.off is not None or not entry.readable:
            for option in self._one_cell(entry, seen, past, at, broken):
                found = True
                yield option
        others = [Option(cost, (unit,), meant) for cost, unit, meant in self.fields.wrong(entry, past, at)]
        yield from others
        if self.layout.meant is not None:
            near = self.layout.meant(entry.points)
            yield from self._meant(near, entry, seen, past, at, single_too=not found)
            if entry.readable:
                yield from self._beside(entry, seen, past, at, broken.off or 0)
        else:
            yield from self._two_cells(entry, seen, past, at, broken)
        yield from self._whole_row(entry, seen, past, at)
        if self.running and not entry.opening and entry.readable and not others and not self.fields.tells():
            yield from left_out(self, entry, past, at, broken.off or 0)

    def hidden(
        self, entry: Entry, seen: Sequence[Number | None], past: Sequence[Entry], at: int
    ) -> Iterator[Option]:
        """Ways in which a row may be wrong that keeps all rules: values in columns that are not theirs."""
        for one, other in combinations(concerned(entry), 2):
            values = self._swapped(entry, seen, one, other)
            if values is not None:
                yield from self.several(entry, seen, past, at, values)
        yield from self._beside(entry, seen, past, at, 0)

    # One cell, with the number that the sum of the row asks for.

    def _one_cell(
        self,
        entry: Entry,
        seen: Sequence[Number | None],
        past: Sequence[Entry],
        at: int,
        broken: Breaches,
    ) -> Iterator[Option]:
        off = broken.off
        spoilt = [p for p, cell in enumerate(entry.written) if isinstance(cell, Unreadable)]
        if not entry.readable and off is None:
            if len(spoilt) > 1:
                return
            off = sum(entry.totals) if self.running else sum(entry.points)
        for position in spoilt if len(spoilt) == 1 else range(len(self.columns)):
            values = entry.totals if self.running else entry.points
            true = values[position] - (off or 0)
            if true == values[position] and not spoilt:
                continue
            changed = self.changed(entry, {position: true})
            kept = self.fields.kept(changed, past, at)
            if kept is None:
                continue
            changed, more, cost = kept
            yield from self._cell_ways(entry, changed, seen, position, true, at, more, cost)

    def _cell_ways(
        self,
        entry: Entry,
        changed: Entry,
        seen: Sequence[Number | None],
        position: int,
        true: Number,
        at: int,
        more: tuple[Unit, ...],
        cost: float,
    ) -> Iterator[Option]:
        """A slip of one cell: a slip of the pen, and on running totals one that is carried on."""
        said, before = seen[position], entry.totals[position] - entry.points[position]
        spoilt = isinstance(entry.written[position], Unreadable) and said is None
        where = self.where(said, true, before, changed)
        slip = slip_of(said, true, where)
        kind = "unreadable" if spoilt else slip.kind
        edit = (entry.row, self.columns[position], self.new(true))
        unit = Unit(kind, (edit,), at, changed.points)
        chance = self.single + self.copied + log(slip.chance)
        yield Option(chance + cost, (unit, *more), changed)
        if self.running and said is not None:
            slip = carried_slip(said, true, before, where.rarity)
            unit = unit._replace(kind=slip.kind)
            chance = self.single + self.carried + log(slip.chance)
            yield Option(chance + cost, (unit, *more), changed, carried=(position,))

    def where(self, said: Number | None, true: Number, before: Number, meant: Entry) -> Where:
        """What a slip in a cell of a row may have to do with."""
        rarity, total = self.rarity, before if self.running else before + true
        if said is not None and (true == 3 * said or (self.running and true - before == 3 * (said - before))):
            # Only a soloist's points are tripled, as far as the others' tell.
            told = min(meant.points) < 0 < max(meant.points)
            rarity = {**rarity, "tripling": 0.0} if told and not has_soloist(meant.points) else rarity
        return Where(self.running, total, rarity)

    def changed(self, entry: Entry, values: dict[int, Number]) -> Entry:
        """The row with other values in some cells: totals where the sheet has them, else points."""
        points, totals, written = list(entry.points), list(entry.totals), list(entry.written)
        for position, value in values.items():
            change = value - (totals[position] if self.running else points[position])
            points[position] += change
            totals[position] += change
            written[position] = value
        readable = entry.readable or not any(isinstance(cell, Unreadable) for cell in written)
        return entry._replace(
            points=tuple(points), totals=tuple(totals), written=tuple(written), readable=readable
        )

    def new(self, value: Number) -> Number | None:
        """What to write for a value: who did not take part has nothing, as in the other rows."""
        at_table = self.layout.at_table
        sits_out = at_table is not None and len(self.columns) > at_table
        if value == 0 and not self.running and (sits_out or self.blanks):
            return None
        return value

    # Several cells.

    def _meant(
        self,
        games: Iterable[tuple[Number, ...]],
        entry: Entry,
        seen: Sequence[Number | None],
        past: Sequence[Entry],
        at: int,
        *,
        single_too: bool,
    ) -> Iterator[Option]:
        """Rows that the game knows and that differ from this one in no more than a few cells."""
        points = entry.points
        fewest = 1 if single_too else 2
        seats = range(len(points))
        near = [
            (cells, meant)
            for meant in games
            for cells in [[p for p in seats if meant[p] != points[p]]]
            if fewest <= len(cells) <= _MOST_CELLS
        ]
        near.sort(key=lambda one: len(one[0]))
        most = max(2, len(near[0][0])) if near else 0
        for cells, meant in near:
            if len(cells) > most and not single_too:
                break
            values = {p: entry.totals[p] - points[p] + meant[p] if self.running else meant[p] for p in cells}
            # A change of three cells is looked at where two do not do, or two of them changed places.
            if len(cells) > most and self._pair_in(entry, seen, values) is None:
                continue
            yield from self.several(entry, seen, past, at, values)

    def _two_cells(
        self,
        entry: Entry,
        seen: Sequence[Number | None],
        past: Sequence[Entry],
        at: int,
        broken: Breaches,
    ) -> Iterator[Option]:
        """Two values that changed places, or one beside its column."""
        if entry.readable:
            yield from self._beside(entry, seen, past, at, broken.off or 0)
        for one, other in combinations(concerned(entry), 2):
            values = self._swapped(entry, seen, one, other)
            # Values in each other's columns add up as before, but for a mark that stands for another total.
            if values is not None and not (broken.off and (seen[one] is None) == (seen[other] is None)):
                yield from self.several(entry, seen, past, at, values)

    def _beside(
        self,
        entry: Entry,
        seen: Sequence[Number | None],
        past: Sequence[Entry],
        at: int,
        off: Number,
    ) -> Iterator[Option]:
        """A value in the next column, over the one that belongs there; its own cell is empty."""
        values = entry.totals if self.running else entry.points
        for empty, said in enumerate(seen):
            for over in (empty - 1, empty + 1):
                if said is not None or not 0 <= over < len(seen):
                    continue
                meant = seen[over]
                if meant is None:
                    continue
                lost = values[over] - off - (meant - values[empty])
                if self.new(meant) is not None and self.new(lost) != meant:
                    yield from self.several(entry, seen, past, at, {empty: meant, over: lost})

    def _swapped(
        self, entry: Entry, seen: Sequence[Number | None], one: int, other: int
    ) -> dict[int, Number] | None:
        first, second = seen[one], seen[other]
        if first == second:
            return None
        if self.running:
            before = [total - change for total, change in zip(entry.totals, entry.points, strict=True)]
            return {
                one: before[one] if second is None else second,
                other: before[other] if first is None else first,
            }
        return {one: second or 0, other: first or 0}

    def several(
        self,
        entry: Entry,
        seen: Sequence[Number | None],
        past: Sequence[Entry],
        at: int,
        values: dict[int, Number],
        kind: str = "",
    ) -> Iterator[Option]:
        """The row with other values in some cells: a slip of this kind, else each a slip of its own."""
        kept = self.fields.kept(self.changed(entry, values), past, at)
        if kept is None:
            return
        changed, more, cost = kept
        edits = tuple((entry.row, self.columns[p], self.new(value)) for p, value in values.items())
        if not kind:
            kind, chance = self._pair_kind(entry, seen, values)
            if kind == "wrong-column":
                changed = _unwritten(changed, [p for p in values if seen[p] is not None])
        else:
            chance = self.of_row + log(weights().row[kind])
        if kind:
            yield Option(chance + cost, (Unit(kind, edits, at, changed.points), *more), changed)
            return
        pair = self._pair_in(entry, seen, values)
        units: list[Unit] = []
        if pair is not None:
            third, kind, chance = pair
            mine = tuple(edit for edit in edits if edit[1] != self.columns[third])
            units.append(Unit(kind, mine, at, changed.points))
            cost += chance
        for edit, (position, true) in zip(edits, values.items(), strict=True):
            if pair is not None and position != pair[0]:
                continue
            said, before = seen[position], entry.totals[position] - entry.points[position]
            slip = slip_of(said, true, self.where(said, true, before, changed))
            units.append(Unit(slip.kind, (edit,), at, changed.points))
            cost += self.single + self.copied + log(slip.chance)
        yield Option(cost, (*units, *more), changed)

    def _pair_in(
        self, entry: Entry, seen: Sequence[Number | None], values: dict[int, Number]
    ) -> tuple[int, str, float] | None:
        """Of three cells the one that is wrong by itself, where the other two changed places; and how likely
        that is."""
        if len(values) != 1 + 2 or any(seen[position] is None for position in values):
            # Of a row that was not filled in nothing is said but that.
            return None
        first, second, last = values
        for one, other, third in ((first, second, last), (first, last, second), (second, last, first)):
            if values[one] == seen[other] or values[other] == seen[one]:
                pair = {one: values[one], other: values[other]}
                kind, chance = self._pair_kind(entry, seen, pair)
                if kind:
                    return third, kind, chance
        return None

    def _pair_kind(
        self, entry: Entry, seen: Sequence[Number | None], values: dict[int, Number]
    ) -> tuple[str, float]:
        """Whether two cells are one slip: values that changed places, or one beside its column."""
        if len(values) != 2 or any(_is_spoilt(entry.written[position]) for position in values):
            return "", 0.0
        (one, first), (other, second) = values.items()
        seats = len(self.columns)
        if self._swapped(entry, seen, one, other) == {one: first, other: second}:
            beside = seen[one] is None or seen[other] is None
            pairs = seats * (seats - 1) / 2
            kind = "wrong-column" if beside else "values-swapped"
            return kind, self.of_row + log(weights().row[kind] / pairs)
        # Written beside its column, over another value: its own cell is empty, and that value is lost.
        empty, over = (one, other) if seen[one] is None else (other, one)
        if seen[empty] is None and seen[over] is not None and values[empty] == seen[over]:
            places = 2 * seats * (1 if abs(empty - over) == 1 else _FAR)
            return "wrong-column", self.of_row + log(weights().row["wrong-column"] / places)
        return "", 0.0

    # The whole row.

    def _whole_row(
        self, entry: Entry, seen: Sequence[Number | None], past: Sequence[Entry], at: int
    ) -> Iterator[Option]:
        points, seats = entry.points, range(len(seen))
        if not entry.readable:
            return
        before = [total - change for total, change in zip(entry.totals, points, strict=True)]
        if self.running:
            values = {p: before[p] + said for p, said in enumerate(seen) if said is not None}
            values = {p: value for p, value in values.items() if value != entry.totals[p]}
            if len(values) > 1:
                yield from self.several(entry, seen, past, at, values, "change-for-total")
        due = self.layout.worked(entry, self.sheet) if self.layout.worked is not None else None
        if due is not None:
            values = {p: n for p, n in enumerate(due) if n != points[p]}
            if len(values) > 1:
                for option in self.several(entry, seen, past, at, values, "points-wrong"):
                    yield option._replace(weight=option.weight - log(_WRONG_VALUES))
        if not any(points):
            return
        if not self.running:
            values = {p: said - before[p] for p, said in enumerate(seen) if said is not None and before[p]}
            if len(values) > 1:
                yield from self.several(entry, seen, past, at, values, "total-for-change")
        for kind, meant in (
            ("doubling", [2 * n for n in points]),
            ("doubling", _halves(points)),
            ("wrong-party", [-n for n in points]),
            ("columns-shifted", [points[p - 1] for p in seats]),
            ("columns-shifted", [points[(p + 1) % len(points)] for p in seats]),
        ):
            values = {p: before[p] + n if self.running else n for p, n in enumerate(meant) if n != points[p]}
            if len(values) > _MOST_CELLS:
                for option in self.several(entry, seen, past, at, values, kind):
                    yield option._replace(carried=tuple(values) if self.running else ())


def _is_spoilt(cell: Written) -> bool:
    """Whether something stands in a cell that cannot be read; a hole is no such thing."""
    return isinstance(cell, Unreadable) and cell.kind != "missing"


def _unwritten(entry: Entry, positions: Iterable[int]) -> Entry:
    """A row where some cells were to stay without a number, if nothing changes there."""
    cells = list(entry.written)
    for position in positions:
        if not entry.points[position]:
            cells[position] = None
    return entry._replace(written=tuple(cells))


def _halves(points: Sequence[Number]) -> list[Number]:
    """Half of each, where all can be halved; else the points as they are."""
    even = all(number.denominator == 1 and number.numerator % 2 == 0 for number in points)
    return [number.numerator // 2 for number in points] if even else list(points)
