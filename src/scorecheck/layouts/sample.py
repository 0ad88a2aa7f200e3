"""The first rows of a table and what they show about its columns, computed once for all readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise, zip_longest
from typing import TypeVar, cast

from scorecheck.checks.ruleset import Layout
from scorecheck.checks.words import plain
from scorecheck.layouts.called import called_at_end, total_row
from scorecheck.layouts.foot import Feet
from scorecheck.layouts.running_beside import running_beside
from scorecheck.layouts.vocabulary import words_that_part
from scorecheck.layouts.wordy import COLUMN_SAMPLE, mostly_numbers
from scorecheck.model.cells import Number, Unreadable, Value, Written, written
from scorecheck.model.sheet import Table

_WHOLE = {int}
SAMPLE = 300
"""The number of entries that decide how a long sheet is read."""
_FEW_GAMES = [1], [1, 2]
_FEWEST_CONTROLS = 2
_FEWEST_WHOLE = 2
"""The number of whole-number columns beside which one may be game numbers."""


_T = TypeVar("_T")


class _PerColumn(dict[int, _T]):
    """A property of each column, computed when first needed."""

    def __init__(self, of: Callable[[int], _T]) -> None:
        self._of = of

    def __missing__(self, at: int) -> _T:
        found = self[at] = self._of(at)
        return found


class Sample:
    """The first rows of a table, column by column, and its feet."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.feet = Feet(table)
        self.called_at_end = called_at_end(table)
        self.rows = table.rows[:COLUMN_SAMPLE]
        self.width = len(table.headings)
        self._cells = tuple(islice(zip_longest(*table.rows[:SAMPLE], fillvalue=""), len(table.headings)))
        """The cells that decide, by column; empty where a row is shorter."""
        self.whole = _PerColumn(self._is_whole)
        """Whether nothing but whole numbers stands in a column."""
        self.first = _PerColumn(self._first_of)
        """What the cells of a column say, as far as entries decide; nothing where a row is shorter."""
        self.said = _PerColumn(lambda at: self.first[at][:COLUMN_SAMPLE])
        """The same of the rows that tell what a column is."""
        self.numbers = _PerColumn(self._numbers_of)
        """The numbers among these, row by row; ``None`` for anything else."""
        self.signs = _PerColumn(self._signs_of)
        """The sign of each number, as far as entries decide; 0 for anything else."""
        self.filled = _PerColumn(self._filled_of)
        """What stands in a column, and the texts among it."""
        self.says_words = _PerColumn(lambda at: not self.whole[at] and Unreadable in map(type, self.said[at]))
        """Whether something that is no number stands in a column."""
        self.counts = _PerColumn(self._counts)
        """Whether 1, 2, 3 … stand in a column, whatever stands above them."""
        self.counts_parts = _PerColumn(self._counts_parts)
        """Whether these stand above several rows each, with nothing in the others."""
        self.holds_points = _PerColumn(lambda at: self.whole[at] or mostly_numbers(self.said[at]))
        """Whether numbers stand in a column, and no more words than numbers."""
        self._changed: tuple[object, list[Sequence[Number]]] = (), []

    def _cells_of(self, at: int) -> Sequence[Value]:
        return self._cells[at] if at < len(self._cells) else ("",) * len(self.table.rows[:SAMPLE])

    def _is_whole(self, at: int) -> bool:
        return at < len(self._cells) and set(map(type, self._cells[at])) == _WHOLE

    def _first_of(self, at: int) -> list[Written]:
        cells = self._cells_of(at)
        return list(cast("Sequence[Written]", cells) if self.whole[at] else map(written, cells))

    def _numbers_of(self, at: int) -> list[Number | None]:
        return [cell if isinstance(cell, (int, Fraction)) else None for cell in self.said[at]]

    def _signs_of(self, at: int) -> list[int]:
        cells = self.first[at]
        return [(cell > 0) - (cell < 0) if isinstance(cell, (int, Fraction)) else 0 for cell in cells]

    def _filled_of(self, at: int) -> tuple[list[Value], list[str]]:
        cells = self._cells_of(at)[:COLUMN_SAMPLE]
        if self.whole[at]:
            return list(cells), []
        filled = [value for value in cells if value != ""]
        return filled, [value for value in filled if isinstance(value, str)]

    def _counts(self, at: int) -> bool:
        said = self.said[at]
        if counts_up(said):
            return True
        # With one or two games, only the heading shows it: Abend, Runde. Their sums may be below.
        numbers = [cell for cell in said if cell is not None and cell.__class__ is not Unreadable]
        few = bool(numbers) and numbers == said[: len(numbers)] and numbers in _FEW_GAMES
        return few and plain(self.table.headings[at]) in words_that_part()

    def _counts_parts(self, at: int) -> bool:
        may_be = self.counts[at] and None in self.said[at]
        rows = [row for row in self.rows if may_be and any(isinstance(written(cell), int) for cell in row)]
        below = self.said[at][1 : len(rows)]
        return 2 * below.count(None) > len(below)

    @cached_property
    def words(self) -> frozenset[str]:
        """The headings in their plain form."""
        return frozenset(plain(heading) for heading in self.table.headings if heading)

    @cached_property
    def has_words(self) -> bool:
        """Whether a column holds words: its role may depend on the points beside them."""
        return any(map(self.says_words.__getitem__, range(self.width)))

    @cached_property
    def of_seats(self) -> frozenset[int]:
        """The columns of numbers beside columns of words of the same seats, by their headings."""
        said = [heading for heading in self.table.headings if heading]
        if len(set(said)) == len(said) and not any(
            heading[-1].isdigit() or heading[0].isdigit() or any(len(word) == 1 for word in heading.split())
            for heading in said
        ):
            return frozenset()
        from scorecheck.layouts.unrolled import seats

        return frozenset(points for one in seats(self.table) for _, points in one.columns)

    @cached_property
    def has_sums(self) -> bool:
        """Whether a row of sums is marked in its first cell: a player without a sum did not play."""
        beside = range(self.table.first_column + 1, self.width)
        return total_row(self.table, [at for at in beside if self.holds_points[at]]) is not None

    def signs_of(self, players: Iterable[int]) -> tuple[int, int]:
        """The number of values above and below 0 in some columns."""
        plus = minus = 0
        for at in players:
            signs = self.signs[at][:COLUMN_SAMPLE]
            plus, minus = plus + signs.count(1), minus + signs.count(-1)
        return plus, minus

    @cached_property
    def running(self) -> Mapping[int, int]:
        """The columns of running totals, each with the column of its points."""
        return running_beside({at: self.said[at] for at in self.with_points()}, self.table.headings)

    @cached_property
    def in_parts(self) -> frozenset[int]:
        """The columns in which half of the numbers are fractions, beside whole ones: averages, money.

        A row of sums in euros may be below these.
        """
        kinds = {at: [cell.__class__ for cell in self.said[at]] for at in self.with_points()}
        parts = {at: (of.count(Fraction), of.count(int)) for at, of in kinds.items()}
        parted = frozenset(at for at, (broken, whole) in parts.items() if broken >= whole)
        few = sum(7 * broken <= whole for broken, whole in parts.values())
        return parted if few > _FEWEST_WHOLE else frozenset()

    def with_points(self) -> list[int]:
        """The columns that hold points."""
        return [at for at in range(self.table.first_column, self.width) if self.holds_points[at]]

    def says_kinds(self, at: int) -> bool:
        """Whether a column holds words without digits: kinds of games, not game numbers."""
        said = [one for one in self.said[at] if one is not None] if self.says_words[at] else []
        bare = (isinstance(one, Unreadable) and not any(map(str.isdigit, one.text)) for one in said)
        return 2 * sum(bare) > len(said)

    def beside_numbers(self, at: int) -> list[Value]:
        """The values of a column in rows in which another holds a number."""
        others = [self.said[other] for other in range(self.width) if other != at]
        return [
            self.rows[row][at]
            for row, cells in enumerate(zip(*others, strict=True))
            if at < len(self.rows[row])
            and self.rows[row][at] != ""
            and any(isinstance(cell, (int, Fraction)) for cell in cells)
        ]

    def says_sums(self, at: int, players: Sequence[int], *, called: bool) -> bool | None:
        """Whether a column holds the sum of the players' cells, or zeros in most rows.

        Half of the rows are enough if it is ``called`` so, else all. ``None`` if it holds too few numbers.
        """
        numbers = self.numbers[at]
        known = len(numbers) - numbers.count(None)
        if not players or known < _FEWEST_CONTROLS or 2 * known < len(numbers):
            return None
        others = zip(*map(self.numbers.__getitem__, players), strict=True)
        agree = (
            said == sum(filter(None, row))
            for said, row in zip(numbers, others, strict=True)
            if said is not None
        )
        if not called and any(numbers):
            return all(agree)
        fits = sum(agree)
        return 2 * fits >= known if called else 3 * fits >= 2 * known

    def says_who(self, at: int, players: Sequence[int], layout: Layout, *, called: bool) -> str | None:
        """The role of a column that names winners or partners; ``None`` for others.

        ``called``: its heading says so.
        """
        if not self.says_words[at]:
            return None
        from scorecheck.checks.sides import role_of, sides_of

        said = [row[at] if at < len(row) else "" for row in self.rows]
        points = self._changes_of(players, running=layout.running)
        sides = (sides_of(one, layout.notation, layout.at_table) for one in points)
        names = [self.table.headings[column] for column in players]
        return role_of(zip(said, sides, strict=True), names, called=called)

    def _changes_of(self, players: Sequence[int], *, running: bool) -> list[Sequence[Number]]:
        """The changes of each row in some columns."""
        if self._changed[0] == (players, running):
            return self._changed[1]
        found: list[Sequence[Number]] = []
        above: Sequence[Number] = (0,) * len(players)
        columns = [self.numbers[at] for at in players]
        for row in range(len(self.rows)):
            cells = [numbers[row] for numbers in columns]
            now = [
                was if running and cell is None else cell or 0 for cell, was in zip(cells, above, strict=True)
            ]
            found.append([new - was for new, was in zip(now, above, strict=True)] if running else now)
            above = now
        self._changed = (players, running), found
        return found


def counts_up(said: Iterable[Written]) -> bool:
    """Whether a first column holds game numbers, 1, 2, 3 …, whatever its heading.

    Of many, one may be miswritten, left out or there twice, or two may stand in each other's place.
    """
    numbers = [n for n in said if isinstance(n, int)]
    if len(numbers) < 3 or numbers[0] not in (0, 1):
        return False
    odd = [at for at, (a, b) in enumerate(pairwise(numbers)) if b != a + 1]
    steps = len(numbers) - 1
    return not odd or (
        odd[-1] - odd[0] < 3 and steps >= _FEWEST_STEPS and abs(numbers[-1] - numbers[0] - steps) <= 1
    )


_FEWEST_STEPS = 6
