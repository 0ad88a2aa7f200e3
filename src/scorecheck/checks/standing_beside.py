"""Running totals beside the points: a second column per player with the total after each game.

Such a column is recognised by its values, whatever its heading: from row to row it changes by the points of
one player, apart from a slip or two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, islice, pairwise

from scorecheck.checks.check import Check, Hit, row_check
from scorecheck.checks.money import amount, points_by_money
from scorecheck.checks.rules import RUNNING_MISMATCH
from scorecheck.model.cells import Unreadable, swapped, value_text, written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

_FEWEST, _TO_ONE = 4, 2
"""The least number of changes that are a player's points, and their least ratio to other changes."""
_MAY_BE = frozenset({"unknown", "running", "tag"})
"""The roles that such a column may have got: the second of two with one name has no heading of its own."""


class TotalBeside(NamedTuple):
    """A running total beside the points of a player."""

    row: int
    said: Fraction
    points: Fraction
    """The points of the row, and of the rows since the total before."""
    before: Fraction
    """The total before; above the first, where the player stood when the sheet began."""


def columns_of_totals(sheet: Sheet) -> Mapping[int, int]:
    """The columns of running totals beside the points, each with the position of its player."""
    beside = {column.at for column in sheet.columns if column.role in _MAY_BE}
    if sheet.layout in {"standings", "list"} or not sheet.points_columns or not beside:
        return {}
    found = _each_by_itself(sheet, beside)
    # All players have such a column at the same distance from their points, so the columns are judged
    # together. This also separates players with equal points.
    offs = {1, *(at - sheet.points_columns[position] for at, position in found.items())}
    blocks = [{at + off: position for position, at in enumerate(sheet.points_columns)} for off in offs]
    every = [
        (_fits([*standings_in(sheet, block).values()]), block) for block in blocks if block.keys() <= beside
    ]
    most, block = max(every, key=lambda one: one[0], default=(0, found))
    return {**found, **block} if most >= _FEWEST else found


def _each_by_itself(sheet: Sheet, beside: Collection[int]) -> dict[int, int]:
    """The columns that are recognised without the others."""
    found: dict[int, int] = {}
    filled = Counter(at for row in sheet.table.rows for at, value in enumerate(row) if value != "")
    for at in sorted(at for at in beside if filled[at] >= _FEWEST):
        said = _said(sheet, at)
        if len(said) < _FEWEST:
            continue
        for sign in (1, -1):
            fits = [_fits([_standings(sheet, said, points, sign)]) for points in sheet.points_columns]
            if max(fits) >= _FEWEST:
                found.setdefault(at, fits.index(max(fits)))
    return found


def _said(sheet: Sheet, at: int) -> list[tuple[int, Fraction]]:
    """The numbers of a column in the rows of games, each with its row."""
    aside = {sheet.total_row, *sheet.left_out}
    rows = enumerate(islice(sheet.table.rows, sheet.stop))
    filled = [(row, cells[at]) for row, cells in rows if at < len(cells) and cells[at] != ""]
    each = [(row, amount(value)) for row, value in filled if row not in aside]
    return [(row, said) for row, said in each if said is not None]


def _standings(
    sheet: Sheet, said: Sequence[tuple[int, Fraction]], points: int, sign: int
) -> list[TotalBeside]:
    """A column as running totals of one player, from which points are taken away with a ``sign`` of -1."""
    given = dict(_said(sheet, points))
    standings: list[TotalBeside] = []
    above = -1
    for row, total in said:
        since = [given[at] for at in range(above + 1, row + 1) if at in given]
        before = standings[-1].said if standings else total * 0
        standings.append(TotalBeside(row, total, sign * sum(since, total * 0), before))
        above = row
    for at in swapped([one.said for one in standings], [one.points for one in standings]):
        one, other, *after = standings[at : at + 3]
        standings[at : at + 3] = (
            other._replace(before=one.before),
            one._replace(before=other.said),
            *(next_one._replace(before=one.said) for next_one in after),
        )
    return standings


def _fits(columns: Sequence[Sequence[TotalBeside]]) -> int:
    """The number of rows in which columns change by their players' points; 0 if too many do not, or all
    changes are equal."""
    each = [(total.said - total.before, total) for one in columns for total in one]
    fits = sum(change == one.points for change, one in each if change or one.points)
    off = sum(change != one.points for change, one in each)
    moved = {one.points for change, one in each if change == one.points and change}
    return fits if fits >= _TO_ONE * off and len(moved) > 1 else 0


def mismatches(sheet: Sheet) -> Iterator[Hit]:
    """The totals that do not continue by the points, without consequences of a slip above.

    Where the points of a row do not add up but the totals beside them do, the points are wrong. They have a
    finding of their own.
    """
    held = columns_of_totals(sheet)
    changed: dict[int, Fraction] = {}
    each = standings_in(sheet, held)
    for standings in each.values():
        for one in standings:
            changed[one.row] = one.said - one.before + changed.get(one.row, 0)
    sums = _row_sums(sheet, changed, [sheet.points_columns[position] for position in held.values()])
    changed_places = {
        (one.row, other.row)
        for found in each.values()
        for one, other in pairwise(found)
        if other.row < one.row
    }
    for later, first in sorted(changed_places):
        params = {"first": sheet.table.line_name(first), "later": sheet.table.line_name(later)}
        variant = "swapped-across" if sheet.table.turned else "swapped"
        yield Hit(sheet.points_columns[0], params, variant, sheet.points_columns[1:], row=first)
    for at, standings in each.items():
        player = sheet.table.headings[sheet.points_columns[held[at]]]
        carried = standings[0].before
        for after, one in zip([*standings[1:], None], standings, strict=True):
            due = carried + one.points
            carried = one.said
            if one.said == due or (sums[one.row] and not changed[one.row]):
                continue
            if after is not None and after.said == due + after.points:
                # The next total is right again: only this one is wrong.
                carried = due
            points = amount(sheet.table.value(one.row, sheet.points_columns[held[at]])) or due * 0
            params = {"player": player, "said": one.said, "due": due, "points": points}
            yield Hit(at, params, related=(sheet.points_columns[held[at]],), row=one.row)
    for at, position in held.items():
        yield from _unreadable(sheet, at, sheet.points_columns[position], each.get(at, ()))


def _unreadable(sheet: Sheet, at: int, points: int, standings: Sequence[TotalBeside]) -> Iterator[Hit]:
    """The texts in a column of totals where a player has points, each with the total that is due.

    Of texts below each other only the first: an error goes on through all formulas below it.
    """
    given, totals = dict(_said(sheet, points)), {one.row: one.said for one in standings}
    due = standings[0].before if standings else Fraction()
    is_told = False
    for row, gained in given.items():
        due += gained
        value = sheet.table.value(row, at)
        is_text = row not in totals and isinstance(written(value), Unreadable)
        if is_text and not is_told:
            params = {
                "player": sheet.table.headings[points],
                "text": value_text(value),
                "due": due,
                "points": gained,
            }
            yield Hit(at, params, "text", related=(points,), row=row)
        due, is_told = totals.get(row, due), is_text


def standings_in(sheet: Sheet, held: Mapping[int, int]) -> Mapping[int, Sequence[TotalBeside]]:
    """Such columns row by row, without empty ones; ``held`` gives the position of each player."""
    each: dict[int, list[TotalBeside]] = {}
    falling: list[list[TotalBeside]] = []
    for at, position in held.items():
        if said := _said(sheet, at):
            points = sheet.points_columns[position]
            rising, falls = (_standings(sheet, said, points, sign) for sign in (1, -1))
            each[at] = max((rising, falls), key=lambda standings: _fits([standings]))
            falling += [falls] if each[at] is falls else []
    # Totals that fall begin at one number for all, such as 501.
    begun = {at: _begun(falling if one in falling else [one]) for at, one in each.items()}
    elsewhere = [total for total in begun.values() if total]
    adds_up = len(elsewhere) > 1 and not sum(elsewhere)
    if not adds_up and 2 * len(elsewhere) <= len(each):
        return each
    # They begin with the totals of the evening before, which add up to 0, or most with one number, as 1000.
    return {at: [one._replace(before=begun[at]) for one in each[at][:1]] + each[at][1:] for at in each}


def _begun(players: Iterable[Sequence[TotalBeside]]) -> Fraction:
    """The total of players before the first row: 0 if the first total equals the points, else the commonest
    difference of totals from the points so far, as the first total may be a slip."""
    beyond: list[Fraction] = []
    for standings in players:
        points = accumulate(one.points for one in standings)
        beyond += [one.said - gained for one, gained in zip(standings, points, strict=True)]
    return Counter(beyond).most_common(1)[0][0] if beyond[0] else beyond[0]


def _row_sums(sheet: Sheet, rows: Iterable[int], columns: Sequence[int]) -> Mapping[int, Fraction | int]:
    """The sums of the points in some columns, by row."""
    return {row: sum(amount(sheet.table.value(row, at)) or 0 for at in columns) for row in rows}


def for_repairs(sheet: Sheet) -> Iterator[Check]:
    """A check that guides the repair of rows whose points do not add up.

    The row must have the points that stand beside it: the changes of running totals, or what money stands
    for. These must add up.
    """
    held: Mapping[int, int] = {} if sheet.running else columns_of_totals(sheet)
    due: dict[int, list[Fraction]] = {}
    whole = len(held) == len(sheet.points_columns)
    each: Mapping[int, Sequence[TotalBeside]] = standings_in(sheet, held) if whole else {}
    for at in sorted(each, key=held.__getitem__):
        for one in each[at]:
            due.setdefault(one.row, []).append(one.said - one.before)
    known = {row: tuple(said) for row, said in due.items() if len(said) == len(held) and not sum(said)}
    known = {**points_by_money(sheet), **known}
    if not known:
        return

    def look(entry: Entry, _sheet: Sheet) -> Iterator[Hit]:
        if sums.get(entry.row) and known.get(entry.row, entry.points) != entry.points:
            yield Hit(sheet.points_columns[0])

    sums = _row_sums(sheet, known, sheet.points_columns)
    yield row_check(RUNNING_MISMATCH, look)
