"""The rows and columns of a table, cached for all readings, and the likelihood of columns alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from math import inf, lgamma, log
from operator import ne, sub
from typing import TypeGuard, cast

from scorecheck.checks.null import SLIP, by_itself, log_share
from scorecheck.checks.prior import Step
from scorecheck.checks.ruleset import Layout
from scorecheck.layouts.entries import basis, entries
from scorecheck.layouts.sample import SAMPLE, Sample
from scorecheck.model.cells import Number, Unreadable, Written, written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet, Table
from scorecheck.one_file.row_evidence import RowAmounts, bits, log_settled, spread_of, won_by_one

_REPEATS = log(0.002)
"""The probability of a column that repeats another."""
_NOTHING = log(0.5)
"""The probability that nothing stands below a heading: it is nobody's yet, or for something else."""


class FirstRows:
    """The first rows of a table, for all readings with the same entries."""

    def __init__(self, sheet: Sheet, layout: Layout) -> None:
        self.entries: tuple[Entry, ...] = tuple(islice(entries(sheet, layout, bare=True), SAMPLE))
        self.count = len(self.entries)
        rows = range(min(sheet.stop, SAMPLE))
        self.left_out = frozenset(rows).difference([one.row for one in self.entries])
        """The rows among them that are none: the total row, notes."""
        steps: list[Step] = []
        self.others: list[list[Number]] = []
        """The numbers of rows that cannot be read."""
        for before, entry in pairwise([None, *self.entries]):
            if entry is None:
                continue
            known = entry.readable and (not layout.running or before is None or before.readable)
            carried = entry.opening and entry.readable and sum(entry.totals) == 0
            if (known and not entry.opening) or (carried and not any(entry.totals)):
                steps.append(entry.points)
            else:
                self.others.append(_numbers(sheet, entry, opening=carried))
        self.amounts = RowAmounts(steps)
        """Those of the rows that can be read."""
        spread = self.amounts.spread
        self.as_any = sum(-bits(row, max(spread, spread_of([row]))) for row in self.others if row)
        """The log-probability of the others, whatever they are."""
        # Where the game has whole points only, a fraction is a slip.
        self.in_parts = sum(not one.readable and any(map(_is_part, one.written)) for one in self.entries)
        even = sum(not sum(step) for step in steps)
        self.settle = self.count > 2 and 10 * even >= 9 * self.count
        """Nearly all add up to 0."""
        self.moved = sum(map(any, steps))
        """In so many of them somebody has something."""


def _is_part(cell: Written) -> bool:
    """Whether a number is a fraction in a game with whole points only."""
    return isinstance(cell, Unreadable) and cell.kind == "fraction"


def _numbers(sheet: Sheet, entry: Entry, *, opening: bool) -> list[Number]:
    """The changes in a row that may be no game, fractions included.

    Of totals carried over, the last follows from the others and is left out.
    """
    found: list[Number] = []
    for at, cell, points in zip(sheet.points_columns, entry.written, entry.points, strict=True):
        if _is_part(cell):
            part = written(sheet.table.value(entry.row, at))
            found += [part] if isinstance(part, Fraction) else []
        elif cell is not None and not isinstance(cell, Unreadable):
            found.append(points)
    return found[1:] if opening else found


def _is_number(cell: Written) -> TypeGuard[Number]:
    return isinstance(cell, (int, Fraction))


def _filled(row: tuple[Written, ...], gaps: Step) -> Step | None:
    """A row with the values of its empty cells; ``None`` if a cell holds no number, or none does."""
    if None in row and any(cell is not None for cell in row):
        row = tuple([gap if cell is None else cell for cell, gap in zip(row, gaps, strict=True)])
    return cast("Step", row) if _NUMBERS.issuperset(map(type, row)) else None


_NUMBERS = frozenset({int, Fraction})


class EmptyCells(NamedTuple):
    """The empty cells among the points."""

    cells: int
    evidence: float
    """Their log-probability: beta-binomial per column, with a uniform prior."""


class Columns:
    """The columns of a table under the null model: independent, each distributed as its own numbers."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.sample = Sample(table)
        """What shows which column is what, for the readings of all games."""
        self._begun: dict[object, list[Step]] = {}
        self._rows: dict[object, FirstRows] = {}
        self._others: dict[object, tuple[float, float]] = {}
        self._chances: dict[tuple[tuple[int, ...], int, Set[int]], tuple[float, float]] = {}
        self._found: dict[tuple[int, int, Set[int]], tuple[list[float], list[float]]] = {}
        self._marks: dict[tuple[int, int], _Marks] = {}

    def said(self, at: int) -> list[Written]:
        """The first cells of a column."""
        return self.sample.first[at]

    @cached_property
    def named(self) -> frozenset[int]:
        """The columns whose headings are words in cells of others."""
        headings = self._table.headings
        said = {
            value
            for row in self._table.rows[:SAMPLE]
            for value, heading in zip(row, headings, strict=False)
            if isinstance(value, str) and value != heading
        }
        return frozenset(at for at, heading in enumerate(headings) if heading in said)

    def one_at_a_time(
        self, points: Sequence[int], stop: int, least: int, fewest: int
    ) -> Iterator[tuple[int, int]]:
        """The number of rows in which a single column changes, by at least ``least``, and of all filled rows.

        If there are more columns than the least number of players, also without each: it may be no player's.
        """
        rows = (1 << stop) - 1
        marks = [self._marked(at, least) for at in points]
        spare = range(len(points)) if len(points) > fewest else ()
        for without in (None, *spare):
            yield _one_each([one for at, one in enumerate(marks) if at != without], rows)

    def _marked(self, at: int, least: int) -> _Marks:
        """The rows in which a column has a value that differs from the number before."""
        found = self._marks.get((at, least))
        if found is None:
            changed = much_changed = held = much_held = 0
            before: float = 0
            bit = 1
            for cell in self.said(at):
                if isinstance(cell, (int, Fraction)):
                    now = cell if isinstance(cell, int) else float(cell)
                    if now != before:
                        changed |= bit
                        much_changed |= bit * (not -least < now - before < least)
                    if now:
                        held |= bit
                        much_held |= bit * (not -least < now < least)
                    before = now
                bit <<= 1
            found = self._marks[at, least] = _Marks(changed, much_changed, held, much_held)
        return found

    def holds_points(self, at: int) -> bool:
        """Whether a column holds anything other than zeros, or nothing at all."""
        said = self.said(at)
        return any(said) or 0 not in said

    def once_each(self, points: Iterable[int], stop: int) -> bool:
        """Whether no player has two numbers."""
        return all(len(said := self.said(at)[:stop]) - said.count(None) <= 1 for at in points)

    def gaps(self, points: tuple[int, ...], stop: int, without: Set[int]) -> EmptyCells:
        """The rows in which some columns are empty while others have values."""
        if all(None not in self.said(at) for at in points):
            return EmptyCells(0, 0.0)
        rows = [
            row
            for number, row in enumerate(zip(*(self.said(at)[:stop] for at in points), strict=True))
            if number not in without and any(cell is not None for cell in row)
        ]
        empty = [column.count(None) for column in zip(*rows, strict=True)]
        evidence = sum(log_share(n, len(rows)) if n < len(rows) else _NOTHING for n in empty)
        return EmptyCells(sum(empty), evidence)

    def unmoved(self, points: Sequence[int], stop: int) -> float:
        """The log-probability of which of the totals that stay as they are were left out, not written again.

        Given how many: it is 0 for a writer who always does one or the other.
        """
        empty = again = 0
        for at in points:
            before: Written = 0
            for cell in self.said(at)[:stop]:
                empty += cell is None
                again += cell is not None and cell == before
                before = before if cell is None else cell
        return lgamma(empty + 1) + lgamma(again + 1) - lgamma(empty + again + 1)

    def left_out(self, points: Sequence[int], others: Sequence[int], stop: int, *, running: bool) -> float:
        """The log-probability that other columns hold a number, or change, in all rows where players' don't.

        They do so in the same share of the other rows if they are no players' (Laplace's rule of succession).
        ``running``: whether players' columns stay as they are in such a row, instead of being empty.
        """
        rows = list(zip(*(self.said(at)[:stop] for at in (*points, *others)), strict=True))
        wide = len(points)
        if running:
            told = [
                (before[:wide] != now[:wide], before[wide:] != now[wide:]) for before, now in pairwise(rows)
            ]
        else:
            told = [
                (any(cell is not None for cell in row[:wide]), any(map(_is_number, row[wide:])))
                for row in rows
            ]
        alone = told.count((False, True))
        both, mine = told.count((True, True)), told.count((True, False))
        return alone * log((both + 1) / (both + mine + 2))

    def first_steps(self, points: tuple[int, ...], stop: int, *, running: bool) -> list[Step]:
        """The changes in the rows above a row, if all can be read; empty cells give nothing.

        Without a first row of totals, which may be carried over.
        """
        asked = points, stop, running
        if asked not in self._begun:
            steps: list[Step] = []
            above: Step | None = None
            nothing = (0,) * len(points)
            for row in zip(*[self.said(at)[:stop] for at in points], strict=True):
                now = _filled(row, (running and above) or nothing)
                if now is not None and not running:
                    steps.append(now)
                elif now is not None and above is not None:
                    steps.append(tuple([new - old for old, new in zip(above, now, strict=True)]))
                above = now
            self._begun[asked] = steps
        return self._begun[asked]

    def rows(self, sheet: Sheet, layout: Layout) -> FirstRows:
        """The rows under a reading."""
        asked = basis(sheet, layout)
        if asked not in self._rows:
            self._rows[asked] = FirstRows(sheet, layout)
        return self._rows[asked]

    def as_others(self, amounts: RowAmounts) -> tuple[float, float]:
        """The log-probability of rows of unknown tables that add up to 0, and of those with one winner."""
        asked = id(amounts)
        if asked not in self._others:
            self._others[asked] = log_settled(amounts), won_by_one(amounts.steps, amounts.spread)
        return self._others[asked]

    def by_themselves(self, points: tuple[int, ...], stop: int, without: Set[int]) -> tuple[float, float]:
        """The log-probability of the numbers above a row, ``without`` some rows: per column, and pooled."""
        asked = points, stop, without
        if asked not in self._chances:
            each = [self._numbers(at, stop, without) for at in points]
            alike = (
                [one for numbers, _ in each for one in numbers],
                [one for _, steps in each for one in steps],
            )
            alone = [by_itself(*one) for one in each]
            repeated = [
                max(own, self._repeating(own, at, points[:number], stop))
                for number, (own, at) in enumerate(zip(alone, points, strict=True))
            ]
            self._chances[asked] = sum(repeated), by_itself(*alike)
        return self._chances[asked]

    def across(self, points: Sequence[int], stop: int) -> float:
        """The log-probability of the rows, each independent: in a transposed table these are its columns."""
        rows = zip(*(self.said(at)[:stop] for at in points), strict=True)
        numbers = [[float(x) for x in row if isinstance(x, (int, Fraction))] for row in rows]
        return sum(by_itself(row, row) for row in numbers)

    def _repeating(self, alone: float, at: int, others: Sequence[int], stop: int) -> float:
        """The log-probability of a column that copies another, except for a few cells.

        Each of these has the average probability of its column; ``alone`` is that of the whole column.
        """
        said = self.said(at)[:stop]
        cells = len(said) - said.count(None)
        # Equal cells are equal numbers or empty.
        other_cells = min((sum(map(ne, said, self.said(other))) for other in others), default=cells)
        if other_cells >= cells:
            return -inf
        same, own = len(said) - other_cells, log(SLIP) + alone / cells
        return _REPEATS - log(len(others)) + same * log(1 - SLIP) + other_cells * own

    def _numbers(self, at: int, stop: int, without: Set[int]) -> tuple[list[float], list[float]]:
        """The numbers of a column, and the steps between them."""
        asked = at, stop, without
        if asked not in self._found:
            cells = self.said(at)[:stop]
            if without:
                cells = [cell for row, cell in enumerate(cells) if row not in without]
            # Whole numbers are the same as their floats, and faster.
            numbers = cast("list[float]", cells)
            if not self.sample.whole[at]:
                numbers = [float(x) if isinstance(x, Fraction) else x for x in cells if _is_number(x)]
            steps = [*numbers[:1], *map(sub, numbers[1:], numbers)]
            self._found[asked] = numbers, steps
        return self._found[asked]


class _Marks(NamedTuple):
    """Rows of a column, one bit each."""

    changed: int
    much_changed: int
    held: int
    much_held: int


def _one_each(columns: Iterable[_Marks], rows: int) -> tuple[int, int]:
    """The number of rows in which a single column changes, or holds a large value alone; and of all."""
    changed = changed_twice = much_changed = held = held_twice = much_held = 0
    for one in columns:
        changed_twice |= changed & one.changed
        changed |= one.changed
        much_changed |= one.much_changed
        held_twice |= held & one.held
        held |= one.held
        much_held |= one.much_held
    fits = rows & ((much_changed & ~changed_twice) | (much_held & ~held_twice))
    return fits.bit_count(), (rows & held).bit_count()
