"""Running totals beside the points: a second column of a player that says where they stand after each game.

Such a column is known by what it says, whatever its heading: from row to row it changes by just the points
of one player, but for a slip or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice

from scorecheck.checks.check import Check, Hit, row_check
from scorecheck.checks.money import amount, points_by_money
from scorecheck.checks.rules import RUNNING_MISMATCH
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

_FEWEST, _TO_ONE = 4, 2
"""So many changes must be a player's points, and so many for each that is not."""
_MAY_BE = frozenset({"unknown", "running", "tag"})
"""What such a column was taken for: the second of two under one name has no heading of its own."""


class TotalBeside(NamedTuple):
    """A running total beside the points of a player: where a row says that they stand."""

    row: int
    said: Fraction
    points: Fraction
    """What it gave, with the rows above that do not say where the player stood."""


def columns_of_totals(sheet: Sheet) -> Mapping[int, int]:
    """The columns of running totals beside the points, with whose they are, counted among those of points."""
    beside = {column.at for column in sheet.columns if column.role in _MAY_BE}
    if sheet.layout in {"standings", "list"} or not sheet.points_columns or not beside:
        return {}
    found = _each_by_itself(sheet, beside)
    # Right behind the points, or as far from them as those that are known: where each player has such a
    # column in the same place, what they say together tells of all. Who has the same points is told by it.
    offs = {1, *(at - sheet.points_columns[position] for at, position in found.items())}
    blocks = [{at + off: position for position, at in enumerate(sheet.points_columns)} for off in offs]
    every = [
        (_fits([*standings_in(sheet, block).values()]), block) for block in blocks if block.keys() <= beside
    ]
    most, block = max(every, key=lambda one: one[0], default=(0, found))
    return {**found, **block} if most >= _FEWEST else found


def _each_by_itself(sheet: Sheet, beside: Collection[int]) -> dict[int, int]:
    """The columns that show by themselves whose running totals they are."""
    found: dict[int, int] = {}
    filled = Counter(at for row in sheet.table.rows for at, value in enumerate(row) if value != "")
    for at in sorted(at for at in beside if filled[at] >= _FEWEST):
        said = _said(sheet, at)
        if len(said) < _FEWEST:
            continue
        fits = [_fits([_standings(sheet, said, points)]) for points in sheet.points_columns]
        if max(fits) >= _FEWEST:
            found[at] = fits.index(max(fits))
    return found


def _said(sheet: Sheet, at: int) -> list[tuple[int, Fraction]]:
    """The numbers of a column in the rows of the games, each with its row."""
    aside = {sheet.total_row, *sheet.left_out}
    rows = enumerate(islice(sheet.table.rows, sheet.stop))
    filled = [(row, cells[at]) for row, cells in rows if at < len(cells) and cells[at] != ""]
    each = [(row, amount(value)) for row, value in filled if row not in aside]
    return [(row, said) for row, said in each if said is not None]


def _standings(sheet: Sheet, said: Sequence[tuple[int, Fraction]], points: int) -> list[TotalBeside]:
    """What a column says beside the points of one player."""
    given = dict(_said(sheet, points))
    standings: list[TotalBeside] = []
    above = -1
    for row, total in said:
        since = [given[at] for at in range(above + 1, row + 1) if at in given]
        standings.append(TotalBeside(row, total, sum(since, total * 0)))
        above = row
    return standings


def _fits(columns: Sequence[Sequence[TotalBeside]]) -> int:
    """In how many rows the points of players move their columns; 0 where they do not in most, or hardly
    move."""
    each = [pair for one in columns for pair in zip(_changes(one), one, strict=True)]
    fits = sum(change == one.points for change, one in each if change or one.points)
    off = sum(change != one.points for change, one in each)
    moved = {one.points for change, one in each if change == one.points and change}
    return fits if fits >= _TO_ONE * off and len(moved) > 1 else 0


def _changes(standings: Sequence[TotalBeside]) -> list[Fraction]:
    said = [one.said for one in standings]
    return [now - before for before, now in zip([now * 0 for now in said[:1]] + said, said, strict=False)]


def mismatches(sheet: Sheet) -> Iterator[Hit]:
    """Where such a column does not go on by the points; what only follows from a slip above is not told.

    In a row whose points do not add up while the totals beside them do, the points are wrong, and are told.
    """
    held = columns_of_totals(sheet)
    changed: dict[int, Fraction] = {}
    each = standings_in(sheet, held)
    for standings in each.values():
        for change, one in zip(_changes(standings), standings, strict=True):
            changed[one.row] = change + changed.get(one.row, 0)
    sums = _row_sums(sheet, changed, [sheet.points_columns[position] for position in held.values()])
    for at, standings in each.items():
        player = sheet.table.headings[sheet.points_columns[held[at]]]
        carried = standings[0].said * 0
        for after, one in zip([*standings[1:], None], standings, strict=True):
            due = carried + one.points
            carried = one.said
            if one.said == due or (sums[one.row] and not changed[one.row]):
                continue
            if after is not None and after.said == due + after.points:
                # The next total is right again: this one alone is wrong.
                carried = due
            points = amount(sheet.table.value(one.row, sheet.points_columns[held[at]])) or due * 0
            params = {"player": player, "said": one.said, "due": due, "points": points}
            yield Hit(at, params, related=(sheet.points_columns[held[at]],), row=one.row)


def standings_in(sheet: Sheet, held: Mapping[int, int]) -> Mapping[int, Sequence[TotalBeside]]:
    """What such columns say, row by row; ``held``: whose they are."""
    return {
        at: _standings(sheet, _said(sheet, at), sheet.points_columns[position])
        for at, position in held.items()
    }


def _row_sums(sheet: Sheet, rows: Iterable[int], columns: Sequence[int]) -> Mapping[int, Fraction | int]:
    """What the points in some columns add up to, row by row."""
    return {row: sum(amount(sheet.table.value(row, at)) or 0 for at in columns) for row in rows}


def for_repairs(sheet: Sheet) -> Iterator[Check]:
    """A check for repairs of rows whose points do not add up.

    Where the running totals beside them do add up, or the money, the row gave the changes of these totals, or
    what the money stands for.
    """
    held = {} if sheet.running else {position: at for at, position in columns_of_totals(sheet).items()}
    due: dict[int, list[Fraction]] = {}
    for position, points in enumerate(sheet.points_columns if len(held) == len(sheet.points_columns) else ()):
        standings = _standings(sheet, _said(sheet, held[position]), points)
        for change, one in zip(_changes(standings), standings, strict=True):
            due.setdefault(one.row, []).append(change)
    known = {row: tuple(said) for row, said in due.items() if len(said) == len(held) and not sum(said)}
    known = {**points_by_money(sheet), **known}
    if not known:
        return

    def look(entry: Entry, _sheet: Sheet) -> Iterator[Hit]:
        if sums.get(entry.row) and known.get(entry.row, entry.points) != entry.points:
            yield Hit(sheet.points_columns[0])

    sums = _row_sums(sheet, known, sheet.points_columns)
    yield row_check(RUNNING_MISMATCH, look)
