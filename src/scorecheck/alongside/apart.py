"""The cells in which sheets of one table differ, and what is held of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.alongside.align import OneSign, agree
from scorecheck.alongside.beside import Beside
from scorecheck.model.cells import Number, value_text
from scorecheck.model.outcome import ComparedRow as Shown
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry


class Difference(NamedTuple):
    """A cell in which sheets differ, and the rows to judge together: on running totals all rows until the
    sheets agree again."""

    row: int
    seat: int
    rows: tuple[int, ...]


def differing_cells(found: Beside) -> Iterator[Difference]:
    """The cells in which the sheets differ."""
    full = [at for at, row in enumerate(found.rows) if sum(entry is not None for entry in row) > 1]
    running = any(one.sheet.running for one in found.sheets)
    for seat in range(len(found.sheets[0].sheet.players)):
        if running:
            yield from _of_totals_kept(found, full, seat)
        else:
            yield from (Difference(at, seat, (at,)) for at in full if not agree_in(found, at, seat))


def _of_totals_kept(found: Beside, full: Sequence[int], seat: int) -> Iterator[Difference]:
    """The differing cells of a player where some of the sheets have running totals.

    The difference of the totals counts. While it stays the same, a slip is carried on. When it returns to its
    earlier value, the totals are right again, and the rows from the slip to there are judged together.
    """
    usual: tuple[Number, ...] = (0,) * len(found.sheets)
    last = usual
    open_ones: list[int] = []
    loose = False

    def told(rows: tuple[int, ...] = ()) -> Iterator[Difference]:
        """The rows in which the difference of the totals changes."""
        judged = (*open_ones, *rows)
        yield from (Difference(row, seat, judged) for row in open_ones)
        open_ones.clear()

    for at in full:
        apart = found.apart(at, seat)
        loose = loose or apart is None or None in found.rows[at] or (at > 0 and None in found.rows[at - 1])
        if apart is None or (loose and agree_in(found, at, seat)):
            yield from told()
            if apart is not None:
                usual, last, loose = apart, apart, False
            elif not agree_in(found, at, seat):
                yield Difference(at, seat, (at,))
            continue
        loose = False
        if apart in (usual, last) or not any(apart):
            carried = apart == last and apart != usual
            yield from told(() if carried else (at,))
            usual = apart
        else:
            open_ones.append(at)
        last = apart
    yield from told()


def agree_in(found: Beside, row: int, seat: int) -> bool:
    """Whether all sheets that have a row give the player the same points in it.

    On running totals a row includes the rows before it that are missing there.
    """
    there = [
        which
        for which in range(len(found.sheets))
        if found.rows[row][which] is not None and found.seats[which][seat] is not None
    ]
    cells = [found.cell(row, which, seat) for which in there]
    if all(agree(one, other) for at, one in enumerate(cells) for other in cells[:at]):
        return True
    if not any(found.sheets[which].sheet.running for which in there) or None not in found.rows[row - 1]:
        return False
    sums = {_since_full(found, row, which, seat) for which in there}
    return len(sums) == 1 and None not in sums


def _since_full(found: Beside, row: int, which: int, seat: int) -> Number | None:
    """A player's points on a sheet since the last earlier row that all sheets have."""
    whole: Number = 0
    for at in range(row, -1, -1):
        if at < row and None not in found.rows[at]:
            break
        if found.rows[at][which] is None:
            continue
        amount = found.cell(at, which, seat)
        if amount is None or isinstance(amount, OneSign):
            return None
        whole += amount
    return whole


class CellVerdict(NamedTuple):
    """The wrong sheets of a cell."""

    wrong: tuple[int, ...]
    """The wrong sheets; empty where they are not known."""
    why: str
    """The reason: ``sum``, ``rules``, ``total``, ``majority``; ``neither`` where no sheet is right; empty
    where nothing decides."""


def sheets_with(found: Beside, one: Difference) -> list[int]:
    """The sheets that have the cell of a difference."""
    return [which for which in range(len(found.sheets)) if place_of(found, one, which) is not None]


def place_of(found: Beside, one: Difference, which: int) -> tuple[int, int] | None:
    """The cell of a difference on a sheet, by row and column of the table."""
    entry, position = found.entry(one.row, which), found.seats[which][one.seat]
    if entry is None or position is None:
        return None
    return entry.row, found.sheets[which].sheet.points_columns[position]


_MOST_SHOWN = 300
"""The greatest number of rows that are shown side by side."""


def lines(found: Beside) -> Iterator[Shown]:
    """The aligned rows as they stand on the sheets."""
    seats_of_first = range(len(found.sheets[0].sheet.players))
    apart = {(one.row, one.seat) for one in differing_cells(found)}
    for at in range(min(len(found.rows), _MOST_SHOWN)):
        entries = [found.entry(at, which) for which in range(len(found.sheets))]
        label = next(entry.label for entry in entries if entry is not None)
        cells = tuple(
            None if entry is None else tuple(_standing(found, which, entry, seat) for seat in seats_of_first)
            for which, entry in enumerate(entries)
        )
        differs = tuple((at, seat) in apart for seat in seats_of_first)
        places = [
            None if entry is None else found.sheets[which].sheet.table.cell(entry.row, 0).row
            for which, entry in enumerate(entries)
        ]
        yield Shown(label, cells, differs, tuple(places))


def _standing(found: Beside, which: int, entry: Entry, seat: int) -> str:
    """A player's cell; empty where it is, or where the sheet has no such player."""
    position, one = found.seats[which][seat], found.sheets[which].sheet
    if position is None:
        return ""
    return value_text(one.table.value(entry.row, one.points_columns[position]))
