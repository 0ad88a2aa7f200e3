"""The evidence of a sheet before the search: which rows are right, and how likely rows are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, partial
from itertools import chain, pairwise
from math import exp, inf, log

from scorecheck.checks.check import Check
from scorecheck.checks.common import adds_up_nothing, penalties_above
from scorecheck.checks.prior import AnySettlement, RowPrior
from scorecheck.checks.ruleset import Layout
from scorecheck.model.cells import Number, Unreadable, written
from scorecheck.model.sheet import Counted, Entry, Sheet
from scorecheck.repair.channel import rate
from scorecheck.repair.hypothesis import CellEdit, log_sum
from scorecheck.repair.judge import Breaches, Judge
from scorecheck.repair.missing import Missing
from scorecheck.repair.place import Cells, filled, games_of
from scorecheck.repair.slips import constant, shares, weights
from scorecheck.repair.so_far import SoFar, begins
from scorecheck.repair.turn import turn_of

_FEWEST_SEATS = 2
_FAR_ABOVE = 40
"""The last total of a player is at most this many rows above a wrong one."""
_PRINTED = -0.7
"""The log-likelihood ratio of consecutive game numbers for a gap: half of the sheets have printed numbers."""


class Evidence:
    """A sheet as read. It is immutable during decoding, except for the judge's budget."""

    def __init__(
        self, sheet: Sheet, layout: Layout, entries: Sequence[Entry], checks: Sequence[Check], budget: int
    ) -> None:
        """Judges every row as written, and learns from the right ones."""
        self.sheet, self.layout, self.entries = sheet, layout, entries
        self.wide = len(sheet.points_columns)
        self.none: tuple[Number, ...] = (0,) * self.wide
        self.mending = layout.mending()
        revalued = self.mending.revalued
        self.revalued = None if revalued is None else partial(revalued, sheet)
        self.start = sheet.start or self.none
        self.judge = Judge(sheet, checks, budget + len(entries))
        reach = self.judge.reach
        self.broken: list[Breaches] = [
            self.judge.breaches(entry, entries[max(0, at - reach) : at]) for at, entry in enumerate(entries)
        ]
        self.cells = [as_read(entry) for entry in entries]
        self.spoilt = [_unreadable_in(entry) for entry in entries]
        self.garbled = [_unreadable_in(entry, but="missing") for entry in entries]
        # Cells may be empty if somebody sits out, or where nothing changes; not if somebody is out for good.
        empty = not layout.drops_out and any(None in entry.written for entry in entries)
        self.nothing = empty or (layout.at_table is not None and self.wide > layout.at_table)
        self.doubted = doubted = self._doubted()
        """Which rows break rules of their own, and do not only carry on what is wrong above."""
        self._sound = self._sound_points(doubted)
        sound = [*self._sound.values()]
        self.sound = len(sound)
        """The number of rows that show how people play."""
        before = layout.prior(self.wide) if layout.prior is not None else AnySettlement(self.wide)
        self._before, self.without = before, cache(self._learnt_without)
        self.prior: RowPrior = before.learnt(sound)
        self.unusual = 0.0
        """How much more its rows taught than those of a usual sheet, as a mean log-likelihood ratio."""
        if layout.learns is not None:
            self.unusual = _taught(before, self.prior, sound) - layout.learns
        self._opening = cache(self._of_opening)
        chances = list(map(self.prior, sound))
        self.most = max(chances, default=0.0)
        """The log-probability of the likeliest sound row of the sheet."""
        usual = [chance for chance in chances if chance > -inf]
        self.typical = sum(usual) / len(usual) if usual else 0.0
        """The mean of all of them."""
        self.turn = turn_of(sheet, entries, layout.at_table)
        self._numbers, self.exchanged = _in_order([entry.number for entry in entries])
        """The game numbers in order, and the rows whose number stands in the next row's place."""
        self.repeated, self.marked = self._style(doubted)
        self.missing = Missing(self.prior, sound, self.wide, exp(self.repeated))
        self.games = games_of({} if layout.settles else self.missing.games)
        """The games that there are, where rows do not add up to zero."""
        self.free = None if layout.settles or self.games else sorted({0, *chain.from_iterable(sound)})
        """What somebody got in a row of the sheet, where nobody's points follow from the others'."""
        self._opened = self._openings(doubted)

    def _doubted(self) -> list[bool]:
        """Rows that break rules. A wrong total changes the totals of all rows below, but not their steps."""
        return [
            bool(one.rules) and not (self.sheet.running and at > 0 and one.only_carries(self.broken[at - 1]))
            for at, one in enumerate(self.broken)
        ]

    def _sound_points(self, doubted: Sequence[bool]) -> dict[int, tuple[Number, ...]]:
        """The points of the rows that show how people play: running totals require right neighbours."""
        running = self.sheet.running
        return {
            at: entry.points
            for at, entry in enumerate(self.entries)
            if not (doubted[at] or entry.opening or (running and any(doubted[max(0, at - 1) : at + 3])))
        }

    def _learnt_without(self, at: int) -> RowPrior:
        """The prior after all other rows: a row in doubt does not support itself."""
        if at not in self._sound:
            return self.prior
        return self._before.learnt(points for row, points in self._sound.items() if row != at)

    def _style(self, doubted: Sequence[bool]) -> tuple[float, float]:
        """The log-probabilities that a cell without change repeats the total above, or holds no number."""
        unchanged = [
            cell is not None
            for entry, in_doubt in zip(self.entries, doubted, strict=True)
            if not (in_doubt or entry.opening)
            for cell, change in zip(entry.written, entry.points, strict=True)
            if not change
        ]
        repeated = (sum(unchanged) + 0.5) / (len(unchanged) + 1)
        return log(repeated), log(1 - repeated)

    @cached_property
    def foot(self) -> Cells:
        """The values of the total row; nothing if it cannot be read, or a formula gives it."""
        sheet, row = self.sheet, self.sheet.total_row
        if self.entries and adds_up_nothing(sheet, self.entries[-1].totals):
            return (None,) * self.wide
        said = sheet.foot or (None,) * self.wide
        if sheet.counted is not None and row is not None:
            said = tuple([written(sheet.table.value(row, at)) for at in sheet.points_columns])
        worked_out = {at for where, at in sheet.formulas.cells if where == row}
        return tuple(
            [
                None if isinstance(cell, Unreadable) or at in worked_out else cell
                for at, cell in zip(sheet.points_columns, said, strict=True)
            ]
        )

    @property
    def has_total(self) -> bool:
        """Whether there is a total row to compare the rows with."""
        return bool(self.entries) and any(cell is not None for cell in self.foot)

    @cached_property
    def room(self) -> float:
        """How much likelier each slip is here than on a sheet with room for all kinds, as a logarithm."""
        running = self.sheet.running
        has = {
            "running": running,
            "points": not running,
            "added": running or self.has_total,
            "settled": self.layout.settles,
            "total": self.has_total,
            "beside": any(one.role not in {"player", "number"} for one in self.sheet.columns),
        }
        return -log(
            1 - sum(shares()[kind] for what, so in has.items() if not so for kind in weights("room")[what])
        )

    @cached_property
    def out(self) -> tuple[Number, ...]:
        """The total row minus the sums of the rows."""
        given = self.entries[-1].totals
        if self.sheet.counted is not None:
            given = self._counted(0, self.cells[0])
        both = zip(self.foot, given, strict=True)
        return tuple([0 if said is None else said - sums for said, sums in both])

    @cached_property
    def so_far(self) -> Sequence[SoFar]:
        """Where the total of each player begins to be out."""
        return begins(self.sheet, self.entries, self.out)

    def effect(self, at: int, said: Cells, meant: Cells) -> tuple[Number, ...]:
        """The change of the columns with a total if a row means something else than these cells."""
        if self.sheet.counted is not None:
            said, meant = self._counted(at, said), self._counted(at, meant)
        both = zip(self.foot, said, meant, strict=True)
        return tuple([0 if total is None else (new or 0) - (old or 0) for total, old, new in both])

    def _counted(self, at: int, cells: Cells) -> tuple[Number, ...]:
        """The sums of the rows that count, if a row says this."""
        count = self.sheet.counted or Counted()
        columns = zip(*(cells if row == at else said for row, said in enumerate(self.cells)), strict=True)
        return tuple([sum(count.of(said for said in column if said is not None)) for column in columns])

    @cached_property
    def penalties(self) -> tuple[Number, ...]:
        """The cost of penalties for each player, which the total row may include; empty without any."""
        found = penalties_above(self.sheet)
        return found if any(found) else ()

    @cached_property
    def told_out(self) -> Cells:
        """The same for points, without rows that are there twice; ``None`` if nothing is known."""
        twice = [entry.points for at, entry in enumerate(self.entries) if self.numbered_twice(at)]
        both = zip(self.foot, self.out, *twice, strict=True)
        return tuple([None if said is None or self.sheet.running else sum(out) for said, *out in both])

    @cached_property
    def of_nobody(self) -> bool:
        """Whether a column is no player's: it has no part in any right row, and all are right without it."""
        steps = [entry.points for entry in self.entries if not entry.opening]
        wrong = [self.prior(step) == -inf for step in steps]
        if self.layout.prior is None or not any(wrong) or self.wide <= _FEWEST_SEATS:
            return False
        without = self.layout.prior(self.wide - 1)
        return any(
            all(without((*step[:at], *step[at + 1 :])) > -inf for step in steps)
            for at in range(self.wide)
            if self._says_several(at)
            and not any(step[at] for step, out in zip(steps, wrong, strict=True) if not out)
        )

    def _says_several(self, at: int) -> bool:
        """Whether a column differs from its most frequent value in several rows.

        Then no single slip explains it.
        """
        said = Counter(cells[at] for cells in self.cells)
        return said.total() - max(said.values(), default=0) > 1

    def _openings(self, doubted: Sequence[bool]) -> float:
        """The factor by which larger carried totals become rarer, per point."""
        sizes = [
            abs(total)
            for entry, in_doubt in zip(self.entries, doubted, strict=True)
            if not in_doubt
            for total in entry.totals
        ]
        usual = float(sum(sizes) + 1) / (len(sizes) + 1)
        return usual / (1 + usual)

    @cached_property
    def before(self) -> Mapping[int, frozenset[int]]:
        """For each wrong row, the rows above that may hold the slip, if one player plays alone in each row.

        They are the last with a total of the same player, and those between without content; on points, the
        one above if it is empty.
        """
        found: dict[int, frozenset[int]] = {}
        for at, broken in enumerate(self.broken) if self.games else ():
            if not broken.rules:
                continue
            if not self.sheet.running:
                above = self.entries[at - 1 : at] if at else ()
                found[at] = frozenset(at - 1 for one in above if not any(one.points))
                continue
            rows: set[int] = set()
            for position, change in enumerate(self.entries[at].points):
                above = range(at - 1, max(-1, at - 1 - _FAR_ABOVE), -1) if change else ()
                rows.update(self._before_in(position, at, above))
            found[at] = frozenset(rows)
        return found

    def _before_in(self, position: int, at: int, above: Iterable[int]) -> Iterator[int]:
        """The same for one player; also rows where a total of theirs may be in another column."""
        said, entry = self.cells[at][position], self.entries[at]
        before = entry.totals[position] - entry.points[position]
        for row in above:
            cells = self.cells[row]
            if (
                cells[position] is not None
                or not any(self.entries[row].points)
                or any(self._leads(position, before, cell, said) for cell in cells)
            ):
                yield row
            if cells[position] is not None:
                return

    def _leads(self, position: int, *totals: Number | None) -> bool:
        """Whether possible games lead from each total of a player to the next."""
        return None not in totals and all(
            self.alone(position, (after or 0) - (before or 0)) > -inf for before, after in pairwise(totals)
        )

    def wrong_below(self, at: int) -> Sequence[tuple[int, Cells]]:
        """The wrong rows further down, or those above a wrong one: their distance, and their values."""
        return [
            (row - at, self.cells[row])
            for row in range(at + 2, len(self.entries))
            if any(self.doubted[row : row + 2]) and not self.spoilt[row]
        ]

    @cached_property
    def written_below(self) -> Sequence[Cells]:
        """For each row, the next number below it in each column."""
        found: list[Cells] = []
        below: Cells = (None,) * self.wide
        for cells in reversed(self.cells):
            found.append(below)
            below = filled(cells, below)
        return found[::-1]

    def goes_on(self, at: int, meant: Cells) -> bool:
        """Whether possible games lead from each meant total to the player's next.

        Only if rows do not add up to 0.
        """
        if not (self.games and self.sheet.running):
            return True
        return all(
            cell == said or cell is None or below is None or below - cell in games
            for cell, said, below, games in zip(
                meant, self.cells[at], self.written_below[at], self._alone, strict=True
            )
        )

    @cached_property
    def _alone(self) -> Sequence[Collection[Number]]:
        """For each player the points of the games in which nobody else gets any."""
        return [self.games.get((player, self.none[1:]), ()) for player in range(self.wide)]

    def alone(self, at: int, change: Number) -> float:
        """The log-probability of a game with these points for one player and none for others."""
        return self.prior((*self.none[:at], change, *self.none[at + 1 :]))

    @cached_property
    def suspected(self) -> frozenset[int]:
        """The rows that may hold a slip that only shows further down."""
        return frozenset[int]().union(*self.before.values())

    def past(self, at: int) -> Sequence[Entry]:
        """The entries before one, as far back as any check looks."""
        return self.entries[max(0, at - self.judge.reach) : at]

    def usual(self, step: tuple[Number, ...], at: int, *, opening: bool, hidden: bool = False) -> float:
        """The log-probability of a row's changes; minus infinity for an impossible game.

        ``hidden``: the row keeps the rules, and is in doubt all the same.
        """
        if opening:
            return self._opening(step)
        chance = (self.without(at) if hidden else self.prior)(step)
        if chance > -inf and self.mending.worked is not None:
            # The facts of a row show its points.
            return 0.0
        in_turn = chance > -inf and self.turn.shown
        return chance + self.turn.sits(step, self.turn.due(at)) if in_turn else chance

    def odd(self, step: tuple[Number, ...], at: int, *, opening: bool, hidden: bool = False) -> float:
        """The same for a row that keeps the rules, whatever the game's prior knows."""
        usual = self.usual(step, at, opening=opening, hidden=hidden)
        # Of rows without dependencies, each is rare.
        return usual if self.free is not None and usual > -inf else max(usual, log(constant("odd")))

    def _of_opening(self, totals: tuple[Number, ...]) -> float:
        """A game, or totals carried over, of which the last follows from the others.

        If the carried totals are known, nothing has changed.
        """
        if self.sheet.start:
            return 0.0 if totals == (self.none if self.sheet.running else self.start) else -inf
        falls = self._opened
        sizes = sorted(map(abs, totals))[:-1]
        begun, further = log((1 - falls) / (1 + falls)), log(falls)
        carried = sum([begun + float(size) * further for size in sizes])
        game = self.prior(totals) if any(totals) else carried
        return log_sum((carried, game)) - log(2)

    def style(self, step: Sequence[Number], meant: Cells, at: int) -> float:
        """The log-probability of the way in which cells without change are written.

        Of corrected cells, only those of running totals count, where one number replaces another.
        """
        return sum(
            self.marked if cell is None else self.repeated
            for change, cell, said in zip(step, meant, self.cells[at], strict=True)
            if not change and (cell == said or self.sheet.running)
        )

    def steps(self, at: int, by: int) -> float:
        """The log-likelihood ratio of game numbers and turns for a slip with this step to an entry.

        0: a duplicate row, 2: a missing one.
        """
        return self.numbered(at, by) + self.turn.steps(at, by)

    def numbered(self, at: int, by: int) -> float:
        """The same of the numbers alone."""
        if at >= len(self.entries) or self.sheet.column("number") is None:
            # After the last row there is no further number.
            return 0.0
        here = self._numbers[at]
        above = self._numbers[at - 1] if at else 0
        if here is None or above is None:
            return 0.0
        return self._of_numbers("row-left-out") if here - above == by else _PRINTED

    def of_swap(self, at: int) -> float:
        """The log-likelihood ratio of game numbers for this row and the next having changed places."""
        return self._of_numbers("rows-swapped") if at in self.exchanged else 0.0

    def _of_numbers(self, kind: str) -> float:
        """The log-likelihood ratio of game numbers that tell of such a slip."""
        sure = constant("numbers")
        return log(sure / (1 - sure)) - rate(kind, len(self.entries))

    def repeats(self, at: int) -> bool:
        """Whether a row says of the players what the one above says."""
        here, above = self.entries[at], self.entries[at - 1]
        return at > 0 and here.readable and here.written == above.written

    def is_twice(self, at: int) -> bool:
        """Whether a row repeats the one above except for its number."""
        fields, above = self.entries[at].fields, self.entries[at - 1].fields
        return self.repeats(at) and {**fields, "number": 0} == {**above, "number": 0}

    def numbered_twice(self, at: int) -> bool:
        """Whether it repeats that with the same number."""
        return self.is_twice(at) and self.numbered(at, 0) > 0

    def number_copied(self, at: int) -> tuple[tuple[CellEdit, ...], float]:
        """The number of a row that has that of the row above and stands in place of the next, put right, and
        how much likelier numbers make that; nothing if they tell of no such row."""
        here, column, following = self.entries[at], self.sheet.column("number"), at + 1 < len(self.entries)
        of_rows = self.numbered(at, 0), self.numbered(at + 1, 2)
        if column is None or here.number is None or min(of_rows[: 1 + following]) <= 0:
            return (), 0.0
        return ((here.row, column, str(here.number + 1)),), sum(of_rows)


def _in_order(numbers: list[int | None]) -> tuple[list[int | None], frozenset[int]]:
    """The game numbers with those put right that stand in each other's place, and where they stand."""
    exchanged: set[int] = set()
    for at, (here, below) in enumerate(pairwise(numbers)):
        if here is None or below is None or here != below + 1:
            continue
        if not at or numbers[at - 1] in (None, below - 1):
            numbers[at : at + 2] = below, here
            exchanged.add(at)
    return numbers, frozenset(exchanged)


def _taught(before: RowPrior, after: RowPrior, rows: Sequence[tuple[Number, ...]]) -> float:
    """The mean log-likelihood ratio of a row after and before learning from the sheet."""
    gains = [after(row) - usual for row in rows for usual in (before(row),) if usual > -inf]
    return sum(gains) / len(gains) if gains else 0.0


def as_read(entry: Entry) -> Cells:
    """The numbers in the cells of a row."""
    return tuple([None if isinstance(cell, Unreadable) else cell for cell in entry.written])


def _unreadable_in(entry: Entry, but: str = "") -> frozenset[int]:
    """The unreadable cells of a row, ``but`` those of one kind."""
    cells = enumerate(entry.written)
    return frozenset(at for at, cell in cells if isinstance(cell, Unreadable) and cell.kind != but)
