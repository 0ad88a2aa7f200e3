"""The cells in which sheets of one table differ."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.alongside.align import OneSign, agree
from scorecheck.alongside.beside import Beside
from scorecheck.model.cells import Number
from scorecheck.model.record import NamedTuple


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
