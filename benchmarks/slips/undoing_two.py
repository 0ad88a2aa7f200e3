"""Sheets of Doppelkopf that two slips may have made an observed one of: found by undoing one slip and then
another.

First at the uppermost row that is never written so, then whatever else is needed for the sheet to be one
that can be made. Slips in the same row are found by trying every game there is in that row. What is left
out is a value lost under another slip of the same row.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from benchmarks.slips.bound import undone_rows
from benchmarks.slips.settings import NEVER
from benchmarks.slips.sheets import number
from benchmarks.slips.slips import carried_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from benchmarks.slips.doppelkopf import Doppelkopf
    from benchmarks.slips.sheets import Cells, Place, Row, Sheet

_MOST_ROWS = 3
"""So many rows in a row show one slip at most, and so many cells of a row two of them."""
_MOST_BROKEN = 6


def originals_of_two(generator: Doppelkopf, observed: Sheet) -> Iterator[Sheet]:
    """Sheets that two slips may have made the observed one of, each once; and some more."""
    seen: set[tuple[Row, ...]] = {observed.rows}
    for original in _undone_twice(generator, observed):
        if original.rows not in seen:
            seen.add(original.rows)
            yield original


def _undone_twice(generator: Doppelkopf, observed: Sheet) -> Iterator[Sheet]:
    broken = never_made(generator, observed)
    if len(broken) > _MOST_BROKEN:
        return
    if not broken:
        if generator.total and any(columns_out(observed)):
            yield from _Hidden(generator, observed).pairs()
        return
    hidden = _Hidden(generator, observed) if generator.total else None
    first = broken[0]
    yield from _in_one_row(generator, observed, first)
    for between in _once(generator, observed, first):
        left = never_made(generator, between)
        if not left:
            # Undone at once without a total row, two slips looked like one.
            yield from (between,) if hidden is None else hidden.beside(between)
        elif left[-1] - left[0] < _MOST_ROWS:
            for original in _once(generator, between, left[0]):
                if not never_made(generator, original):
                    yield original


def _once(generator: Doppelkopf, sheet: Sheet, first: int) -> Iterator[Sheet]:
    """The sheet with one slip undone at its first broken row."""
    above = 2 if generator.shape.running else 1
    for cells in undone_rows(sheet, range(max(0, first - above), first + 1), sums=False):
        yield sheet.with_cells(cells)


def _in_one_row(generator: Doppelkopf, observed: Sheet, first: int) -> Iterator[Sheet]:
    """Every game in the place of the first broken row, or on running totals of the one above; and there
    any of what changes carried on."""
    players, running = observed.shape.players, generator.shape.running
    for row in {first, max(0, first - 1)} if running else {first}:
        above = [number(observed.rows[row - 1][c]) or 0 for c in players] if running and row else [0] * 4
        line = observed.rows[row]
        for game, _ in generator.pays.all():
            meant = [str(old + by) for old, by in zip(above, game, strict=True)]
            cells = [((row, c), text) for c, text in zip(players, meant, strict=True) if line[c] != text]
            yield observed.with_cells(tuple(cells))
            if running and len(cells) <= _MOST_ROWS:
                for count in (1, 2):
                    for carried in combinations(cells, count):
                        yield observed.with_cells(_carried(observed, cells, carried))


def _carried(sheet: Sheet, cells: Sequence[tuple[Place, str]], carried: Iterable[tuple[Place, str]]) -> Cells:
    """Cells of one row that are put right, some of them with all that builds on them."""
    found = dict(cells)
    for (row, column), text in carried:
        said = number(sheet.rows[row][column])
        if said is not None:
            found |= dict(carried_on(sheet, row, column, int(text) - said))
    return tuple(found.items())


class _Hidden:
    """Slips in rows that could be made so: only the total row tells of them."""

    def __init__(self, generator: Doppelkopf, observed: Sheet) -> None:
        """Undoes each slip of that kind alone."""
        self.generator, self.sheet = generator, observed
        self.moves: dict[tuple[int, ...], list[Cells]] = {}
        sound = set(range(observed.entries)) - set(never_made(generator, observed))
        for cells in self._candidates(sound):
            touched = {row for (row, _), _ in cells}
            if not touched <= sound:
                continue
            meant = observed.with_cells(cells)
            by = moved(observed, cells)
            if any(by) and not any(generator.never_made(meant.rows[row]) for row in touched):
                known = self.moves.setdefault(by, [])
                if cells not in known:
                    known.append(cells)

    def _candidates(self, sound: set[int]) -> Iterator[Cells]:
        players = self.sheet.shape.players
        due = columns_out(self.sheet)
        for cells in undone_rows(self.sheet, sorted(sound), sums=False):
            yield tuple(
                sorted((place, text) for place, text in cells if self.sheet.rows[place[0]][place[1]] != text)
            )
        for row in sound:
            values = [number(self.sheet.rows[row][c]) or 0 for c in players]
            yield tuple(((row, c), str(v + by)) for c, v, by in zip(players, values, due, strict=True) if by)

    def pairs(self) -> Iterator[Sheet]:
        """Sheets with two such slips undone, or with one and a wrong total, or two wrong totals."""
        due = columns_out(self.sheet)
        for by, ways in self.moves.items():
            rest = tuple(out - moved for out, moved in zip(due, by, strict=True))
            for cells in ways:
                for others in self.moves.get(rest, ()):
                    yield self.sheet.with_cells((*cells, *others))
                yield from _right_totals(self.sheet.with_cells(cells), rest)
        yield from _right_totals(self.sheet, due)

    def beside(self, sheet: Sheet) -> Iterator[Sheet]:
        """A sheet with one slip undone, and the same with what its total row then asks for."""
        due = columns_out(sheet)
        if not any(due):
            yield sheet
        for cells in self.moves.get(due, ()):
            yield sheet.with_cells(cells)
        yield from _right_totals(sheet, due)


def _right_totals(sheet: Sheet, due: Sequence[int]) -> Iterator[Sheet]:
    """The sheet with up to two totals as the rows say."""
    wrong = [position for position, out in enumerate(due) if out]
    if 0 < len(wrong) <= 2:
        last, players = len(sheet.rows) - 1, sheet.shape.players
        cells = [
            ((last, players[at]), str((number(sheet.rows[last][players[at]]) or 0) - due[at])) for at in wrong
        ]
        yield sheet.with_cells(tuple(cells))


# What is wrong with a sheet.


def columns_out(sheet: Sheet) -> tuple[int, ...]:
    """What the total row says more than the rows come to."""
    entries, players = sheet.rows[: sheet.entries], sheet.shape.players
    said = sheet.rows[-1]
    return tuple((number(said[c]) or 0) - sum(number(row[c]) or 0 for row in entries) for c in players)


def moved(sheet: Sheet, cells: Cells) -> tuple[int, ...]:
    """By how much cells change the sums of the columns."""
    by = dict.fromkeys(sheet.shape.players, 0)
    for (row, column), text in cells:
        by[column] += (number(text) or 0) - (number(sheet.rows[row][column]) or 0)
    return tuple(by.values())


def never_made(generator: Doppelkopf, sheet: Sheet) -> list[int]:
    """The rows that no game gives."""
    return [at for at, chance in enumerate(generator.row_logs(sheet)) if chance == NEVER]


def speaks(original: Sheet, slipped: Sheet) -> bool:
    """Whether a rule tells of what changed on a sheet that is right: a row that is no game, or a total
    that is not the sum. A second reading of the rules, as far as they concern these sheets."""
    running, players = original.shape.running, original.shape.players
    entries = original.entries
    touched = {row for row in range(entries) if original.rows[row] != slipped.rows[row]}
    if running:
        touched |= {row + 1 for row in touched if row + 1 < entries}
    for row in touched:
        values = [number(slipped.rows[row][c]) for c in players]
        above = [number(slipped.rows[row - 1][c]) for c in players] if running and row else [0] * len(players)
        if None in values or None in above:
            return True
        low, second, third, high = sorted(
            v - a for v, a in zip(values, above, strict=True) if v is not None and a is not None
        )
        normal = low == second == -third == -high
        alone = second == third and (
            (low == second and high == -3 * low) or (third == high and low == -3 * high)
        )
        if not (normal or alone):
            return True
    return len(original.rows) > entries and any(columns_out(slipped))
