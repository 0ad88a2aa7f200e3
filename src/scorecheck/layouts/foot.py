"""The foot of a table: the row of column sums, its values, and so the end of the entries."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import comb, inf, log

from scorecheck.checks.null import ODDS, SLIP
from scorecheck.checks.prior import RowPrior
from scorecheck.checks.ruleset import Layout
from scorecheck.layouts.called import (
    Called,
    columns_before,
    columns_beside,
    first_below,
    says_so_far,
    total_above,
    total_row,
)
from scorecheck.layouts.wordy import is_number, says_absence
from scorecheck.model.cells import Number, Written, number_in, written
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Counted, Table

_WHOLE = {int}
_MOST_ADDED = 2000
_FEWEST_ADDED = 3
_IMPROBABLE = log(1 / SLIP)
"""The most that an improbable game tells: it may be one with a slip."""
_UNNAMED, _UNNUMBERED = log(0.1), log(20)
"""Most total rows have a name; how rare a game without a number is among numbered ones."""


class MaybeSums(NamedTuple):
    """A row without a game number that may hold the sums of other rows."""

    row: int
    step: tuple[Number, ...]
    """The changes that it would make as a game."""
    added: Sequence[Sequence[Number]]
    """The rows that it may add up."""
    odds: float
    """The log-odds for sums, against a game of the usual probability."""
    told: float
    """What the right sums add to these odds."""

    def are_sums(self, prior: RowPrior | None) -> bool:
        """Whether it is no game at odds of 99 to 1: an improbable game is most likely a row with a slip.

        It may be another row that is no game as well, such as totals brought forward; so that tells no more
        than the right sums do.
        """
        most = min(_IMPROBABLE, self.told)
        if prior is None or not self.odds <= ODDS < self.odds + most:
            return self.odds > ODDS
        games = [chance for row in self.added if (chance := prior(tuple(row))) > -inf]
        usual = sum(games) / len(games) if games else 0.0
        return self.odds + min(most, max(0.0, usual - prior(self.step))) > ODDS


def maybe_sums(
    row: int, said: Sequence[Number], due: Sequence[Number], games: Sequence[Sequence[Number]]
) -> MaybeSums:
    """Weighs whether a row without a game number holds the sums of some games.

    One slip in a game makes one sum wrong, or two where two numbers changed places. A game has a number as
    often as the others have it, or any as large. Where all sums are right it is sure.
    """
    agree = [one for one, other in zip(due, said, strict=True) if one == other]
    out = len(due) - len(agree)
    slips = (out + 1) // 2 * log(min(0.5, SLIP * (len(games) + 1))) - log(comb(len(due), out))
    told = sum(log(2 * abs(float(one)) + 1) for one in agree)
    if told + _IMPROBABLE > ODDS - _UNNUMBERED - slips:
        cells = max(1, len(games) * len(due))
        usual = (sum(row.count(one) for row in games) / cells for one in agree)
        chances = (max(1 / (2 * abs(float(one)) + 1), often) for one, often in zip(agree, usual, strict=True))
        told = -sum(map(log, chances))
    return MaybeSums(row, tuple(said), games, _UNNUMBERED + slips + told if out else inf, told)


class Foot(NamedTuple):
    """The row of column sums, and what follows for the other rows."""

    row: int | None
    """Its position in ``table.rows``."""
    said: tuple[Written, ...]
    """Its value in each column of points."""
    left_out: frozenset[int]
    """Crossed-out or hidden rows that the sums leave out."""
    stop: int
    """The end of the rows that can be entries."""
    counted: Counted | None
    """The rows of each player that are added up, where the worst are left out."""


class Feet:
    """The feet of one table, cached by columns of points, which several layouts share."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._called = Called(table)
        self._found: dict[object, tuple[Table, Foot, MaybeSums | None]] = {}
        self._named: dict[tuple[tuple[int, ...], frozenset[str]], int | None] = {}
        self._amounts: dict[int, list[Number]] = {}

    def of(self, layout: Layout, points: tuple[int, ...], number: int | None) -> tuple[Table, Foot]:
        """The foot for a layout's columns of points and game numbers.

        The table is as it was, but for sums that stand a column off: these are in their columns.
        """
        is_card, is_list = bool(layout.row_names), layout.list_of is not None
        asked = points, number, layout.running, is_card, is_list, layout.foot, layout.may_leave_out
        if asked not in self._found:
            self._found[asked] = self._look(layout, points, number)
        found = self._found[asked]
        odd = found[2]
        if odd is not None and layout.prior is not None and odd.are_sums(layout.prior(len(points))):
            found = self._look(layout, points, number, odd.row)
        return found[:2]

    def _look(
        self, layout: Layout, points: tuple[int, ...], number: int | None, total: int | None = None
    ) -> tuple[Table, Foot, MaybeSums | None]:
        """Finds the foot: sums in some row; and a row that is hardly a game and so the sums."""
        table, running = self._table, layout.running
        odd: MaybeSums | None = None
        if total is None:
            total, odd = self._total(layout, points, number)
        if points and not layout.row_names and layout.list_of is None:
            off = _stands_off(table, points, total, self._called, running=running)
            if off is not None:
                table, total, odd = *off, None
        said = () if total is None else _sums_in(table, total, points)
        left_out = frozenset[int]()
        if not layout.row_names and layout.list_of is None:
            struck = _struck(table, points)
            left_out = struck if total is None or running else _left_out(table, points, said, total, struck)
        stop, count = _stop(table, total, points, layout.foot), None
        if total is not None and layout.may_leave_out:
            from scorecheck.layouts.worst_left_out import evenings_that_count, rows_of_worst

            if of_worst := rows_of_worst(table, points, total):
                stop = min(stop, total - of_worst)
            count = evenings_that_count(
                table, points, [at for at in range(stop) if at not in {*left_out, total}], total
            )
            # Sums that leave something out are no evidence about the rows.
            said = () if count else said
        foot = Foot(total, said, left_out, stop, count)
        return table, foot, None if running else odd

    def _total(
        self, layout: Layout, points: tuple[int, ...], number: int | None
    ) -> tuple[int | None, MaybeSums | None]:
        """The row of sums by its name or values; or else a row that may hold them."""
        table, called = self._table, self._called
        asked = points, layout.foot
        if asked not in self._named:
            self._named[asked] = None if layout.row_names else total_row(table, *asked, called)
        total = self._named[asked]
        if total is not None and _games_go_on(table, total, points, number, called):
            total = total_above(table, points, called)
        if total is not None or layout.row_names or layout.list_of is not None:
            return total, None
        # Sums of points are no running totals either.
        again = _said_again(table, points, number, called) if layout.running else None
        unnamed = self._unnamed_total(points, number) if again is None else None
        if unnamed is None:
            return again, None
        return (unnamed.row, None) if unnamed.odds > ODDS else (None, unnamed)

    def _unnamed_total(self, points: Sequence[int], number: int | None) -> MaybeSums | None:
        """A last row without a name that holds the sums of the rows above.

        It agrees for every player, or for so many that it is no game at odds of 99 to 1; the other sums then
        are wrong. A row with the next game number is a game: one evening in a thousand ends like that. Rows
        with words may follow, such as payments.
        """
        table = self._table
        ends = self._that_may_say_sums(points, _last_rows(table, points, self._called))
        rows = _numbers(table, points) if ends else {}
        for last in ends:
            above = {at: numbers for at, numbers in rows.items() if at < last}
            if last not in rows or len(above) < _FEWEST_ADDED:
                continue
            if number is not None and _goes_on(table, number, [max(above), last]):
                continue
            sums = _added(above, points)
            if not any(sums):
                continue
            found = maybe_sums(last, rows[last], sums, list(above.values()))
            odds = found.odds + _UNNAMED
            if number is None or isinstance(written(table.value(last, number)), int):
                odds -= _UNNUMBERED
            if odds > ODDS - _IMPROBABLE:
                return found._replace(odds=odds)
        return None

    def _that_may_say_sums(self, points: Sequence[int], ends: Sequence[int]) -> list[int]:
        """The rows, of adjacent ones, that hold the sum of the rows above for one of the first three players.

        A slip spoils two.
        """
        found: set[int] = set()
        for at in points[:3] if ends else ():
            if at not in self._amounts:
                said = (written(line[at]) if at < len(line) else None for line in self._table.rows)
                self._amounts[at] = [cell if isinstance(cell, (int, Fraction)) else 0 for cell in said]
            amounts = self._amounts[at]
            due = sum(amounts[: ends[0]])
            for row in ends:
                if amounts[row] == due:
                    found.add(row)
                due += amounts[row]
        return sorted(found)


def _sums_in(table: Table, total: int, points: tuple[int, ...]) -> tuple[Written, ...]:
    """What a row of sums says of each player; nothing of who was absent."""
    sums = (written(table.value(total, at), table.format(total, at)) for at in points)
    return tuple(None if says_absence(one) else one for one in sums)


def _stands_off(
    table: Table, points: Sequence[int], total: int | None, called: Called, *, running: bool
) -> tuple[Table, int] | None:
    """The table with a row of sums in its columns that stands a column to the right or left, and that row.

    A cell at one end is no number then, but one beyond the other end is, and but one all sums are right so.
    """
    last = range(len(table.rows))[-1:]
    ends = (*_last_rows(table, points, called), *last) if total is None else (total,)
    for row in ends:
        first, end = points[0], points[-1] + 1
        cells = [*table.rows[row], *[""] * (end + 1 - len(table.rows[row]))]
        begins, stops, right = (is_number(cells[at]) for at in (first, end - 1, end))
        if right and not begins:
            gap = first if cells[first] == "" else first - 1
            moved, start, by = [*cells[:gap], *cells[gap + 1 :]], gap, 1
            fits = gap >= 0 and cells[gap] == ""
        else:
            moved, start, by = [*cells[: first - 1], "", *cells[first - 1 :]], first, -1
            fits = first > 0 and is_number(cells[first - 1]) and not stops
        if not fits:
            continue
        above = {at: numbers for at, numbers in _numbers(table, points).items() if at < row}
        due = list(above.values())[-1:] if running else [_added(above, points)]
        for sums in due:
            agree = [one == written(moved[at]) for at, one in zip(points, sums, strict=True) if one]
            if len(agree) >= _FEWEST_RIGHT and agree.count(False) <= len(agree) // _ONE_IN:
                rows = [*table.rows[:row], moved, *table.rows[row + 1 :]]
                return replace(table, rows=rows, shifted={row: (start, by)}), row
    return None


_FEWEST_RIGHT, _ONE_IN = 2, 3
"""So many sums tell that they stand a column off, and one in so many may be wrong."""


def _said_again(table: Table, points: Sequence[int], number: int | None, called: Called) -> int | None:
    """A last row without a game number that repeats the running totals of numbered rows.

    Named rows may follow.
    """
    if number is None:
        return None
    for last in _last_rows(table, points, called):
        if isinstance(written(table.value(last, number)), int):
            continue
        rows = [row for row in range(last) if _has_number(table, row, points)]
        if not rows or not isinstance(written(table.value(rows[-1], number)), int):
            continue
        above = [[number_in(table.value(row, at)) for row in rows] for at in points]
        stands = [next((cell for cell in reversed(cells) if cell is not None), 0) for cells in above]
        said = [number_in(table.value(last, at)) or 0 for at in points]
        if maybe_sums(last, said, stands, ()).are_sums(None):
            return last
    return None


def _games_go_on(table: Table, total: int, points: Sequence[int], number: int | None, called: Called) -> bool:
    """Whether games follow a row of sums, which then is a subtotal.

    If games have numbers, the next one shows it, also if numbers restart; otherwise several rows of numbers
    without names do.
    """
    below = [row for row in range(total + 1, len(table.rows)) if _has_number(table, row, points)]
    if not below or not any(_has_number(table, row, points) for row in range(total)):
        return False
    if number is not None:
        above = (row for row in range(total - 1, -1, -1) if written(table.value(row, number)) is not None)
        anew = written(table.value(below[0], number)) == 1
        return anew or _goes_on(table, number, [next(above, total), below[0]])
    beside = columns_beside(table, points)
    named = sum(called.names(row, columns_before(table, points)) for row in below)
    several = len(below) >= _FEWEST_ADDED and 2 * named < len(below)
    return several or (named < len(below) and says_so_far(table, total, beside))


def _goes_on(table: Table, number: int, rows: Sequence[int]) -> bool:
    """Whether the second of two rows has the next game number."""
    before, last = (written(table.value(row, number)) for row in rows)
    return isinstance(before, int) and isinstance(last, int) and last == before + 1


def _last_rows(table: Table, points: Sequence[int], called: Called) -> Sequence[int]:
    """The last row with a number, after those above it if all these have a name or are empty."""
    if not points or not 0 < len(table.rows) <= _MOST_ADDED:
        return ()
    last = len(table.rows) - 1
    while last > 0 and not _has_number(table, last, points):
        last -= 1
    first = last
    beside = range(min(points))
    while first > max(1, last - _MOST_BELOW) and (
        called.names(first, beside) or not any(value != "" for value in table.rows[first])
    ):
        first -= 1
    return range(min(first + 1, last), last + 1)


def _has_number(table: Table, row: int, points: Sequence[int]) -> bool:
    return any(is_number(table.value(row, at)) for at in points)


_MOST_BELOW = 8
"""The number of rows considered: a Skat list may have seven, from the sums to the places."""


def _struck(table: Table, points: Sequence[int]) -> frozenset[int]:
    """The rows whose points are all crossed out."""
    if not table.struck:
        return frozenset()
    filled = {
        row: [table.cell(row, at) for at in points if table.value(row, at) != ""]
        for row in range(len(table.rows))
    }
    return frozenset(row for row, cells in filled.items() if cells and table.struck.issuperset(cells))


def _left_out(
    table: Table, points: Sequence[int], foot: Sequence[object], total: int, struck: frozenset[int]
) -> frozenset[int]:
    """The hidden rows, if the sheet's own sums are those of the visible rows; and the crossed-out rows.

    Crossed-out rows count if the sums are right only with them: formulas add them up all the same.
    """
    if not (struck or table.hidden):
        return frozenset()
    rows = {row: numbers for row, numbers in _numbers(table, points).items() if row < total}
    given = [cell or 0 for cell in foot]
    if _added(rows, points) == given:
        return frozenset()
    out = struck | (table.hidden & rows.keys())
    return frozenset(out) if given == _added(rows, points, without=out) else struck


def _numbers(table: Table, points: Sequence[int]) -> dict[int, list[Number]]:
    """The rows with numbers; empty on a sheet too long to add up here."""
    if len(table.rows) > _MOST_ADDED:
        return {}
    found: dict[int, list[Number]] = {}
    for row in range(len(table.rows)):
        cells = [written(table.value(row, at)) for at in points]
        if any(cell is not None for cell in cells):
            found[row] = [cell if isinstance(cell, (int, Fraction)) else 0 for cell in cells]
    return found


def _added(
    rows: Mapping[int, Sequence[Number]], points: Sequence[int], without: Collection[int] = ()
) -> list[Number]:
    return [
        sum(numbers[position] for row, numbers in rows.items() if row not in without)
        for position in range(len(points))
    ]


def _stop(table: Table, total: int | None, points: Sequence[int], below: frozenset[str]) -> int:
    """The end of the entries: at the total row, unless it is above them, or at rows ``below`` them."""
    above = total is not None and any(
        number_in(table.value(row, at)) is not None for row in range(total) for at in points
    )
    return total if total is not None and above else first_below(table, columns_beside(table, points), below)
