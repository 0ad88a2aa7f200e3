"""The slips that lead from the true rows to those of a sheet, where nothing on the sheet reveals them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from scorecheck.alongside.align import row_slips
from scorecheck.alongside.beside import KeptSheet
from scorecheck.model.cells import Number, Points, Unreadable, Written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry
from scorecheck.repair.channel import among, rate, rate_of_number, read_as
from scorecheck.repair.hypothesis import CellEdit, Correction, Hypothesis

_CARRIED = 10
"""The number of equally likely amounts by which a total that was added up wrongly is off."""


class AsTold(NamedTuple):
    """The rows of a block on one sheet, after some of its slips are undone."""

    hypothesis: Hypothesis
    rows: tuple[Points | None, ...]
    """The points of the common players in each row; ``None`` where they are not known."""
    entries: Mapping[int, Entry]
    """The entries that were read again, by table row."""


def where_said(
    numbers: Iterable[Number], written: Iterable[Written], unsaid: Iterable[bool]
) -> Iterator[Number | None]:
    """The numbers of cells; ``None`` where the contents of the cell are not known."""
    for number, cell, nothing in zip(numbers, written, unsaid, strict=True):
        yield None if nothing or isinstance(cell, Unreadable) else number


def of_points(
    kept: KeptSheet,
    places: Sequence[int],
    one: AsTold,
    meant: Sequence[Points | None],
    entries: Sequence[Entry | None],
) -> Iterator[tuple[float, Correction]]:
    """The slips of points of each game, row by row.

    ``places``: the positions of the common players on this sheet; ``entries``: its rows.
    """
    many, columns, blank = len(kept.entries), kept.sheet.points_columns, kept.one_sign is not None
    before: tuple[Points, Points, float] | None = None
    for entry, due, said in zip(entries, meant, one.rows, strict=True):
        if entry is None or due is None or due == said:
            before = None
            continue
        at = kept.entries.index(entry)
        if said is None:
            before = None
            if not entry.readable:
                yield from _of_unreadable(kept, places, entry, at, due)
            continue
        kind, chance = slip_of_row(due, said, many, blank=blank)
        if before is not None and before[:2] == (said, due):
            # Two rows were swapped: the cost is counted at the first.
            kind, chance = "rows-swapped", min(0.0, rate("rows-swapped", many) - before[2])
        before = (due, said, chance)
        edits = tuple(
            (entry.row, columns[places[at]], None if blank and not value else value)
            for at, (value, here) in enumerate(zip(due, said, strict=True))
            if value != here
        )
        yield chance, Correction(kind, edits, at)


def _of_unreadable(
    kept: KeptSheet, places: Sequence[int], entry: Entry, at: int, due: Points
) -> Iterator[tuple[float, Correction]]:
    """The slips of a row of points with unreadable cells, cell by cell."""
    cells, blank = len(kept.entries) * len(due), kept.one_sign is not None
    for position, value in zip(places, due, strict=True):
        said = entry.written[position]
        if isinstance(said, Unreadable):
            kind = "left-out" if said.kind == "missing" else "other"
            chance = rate(kind, cells)
        elif (said or 0) != value:
            kind, chance = slip_of_cell(value, said or 0, cells, blank=blank)
        else:
            continue
        written = None if blank and not value else value
        yield chance, Correction(kind, ((entry.row, kept.sheet.points_columns[position], written),), at)


def slip_of_row(meant: Points, said: Points, rows: int, *, blank: bool) -> tuple[str, float]:
    """The likeliest slips from one row of points to another: the kind, and their log-probability.

    ``blank``: players without points have an empty cell.
    """
    wide, pairs = len(meant), list(zip(meant, said, strict=True))
    singles = [slip_of_cell(a, b, rows * wide, blank=blank) for a, b in pairs if a != b]
    places = {
        "doubling": rows * 4,
        "tripling": rows * 4,
        "values-swapped": rows * max(1, wide * (wide - 1) / 2),
        "wrong-column": 2 * rows * wide,
    }
    whole = ((kind, rate(kind, places.get(kind, rows))) for kind in row_slips(pairs))
    return max([(singles[0][0], sum(chance for _, chance in singles)), *whole], key=lambda one: one[1])


def slip_of_cell(meant: Number, said: Number, places: float, *, blank: bool = False) -> tuple[str, float]:
    """The same for a single number."""
    if blank and not said:
        return "left-out", rate("left-out", places)
    if blank and not meant:
        return "left-in", rate("left-in", places * among(said))
    kind, share = read_as(said, meant)
    return kind, rate_of_number(places) + share


def of_totals(
    kept: KeptSheet, places: Sequence[int], one: AsTold, outs: Sequence[tuple[int, tuple[Number | None, ...]]]
) -> Iterator[tuple[float, Correction]]:
    """The slips of running totals, player by player: a wrong total, carried on or not.

    ``outs``: the error of each entry.
    """
    cells = len(kept.entries) * len(places)
    for at, position in enumerate(places):
        yield from _of_player(kept, position, one, [(index, out[at]) for index, out in outs], cells)


def _of_player(
    kept: KeptSheet, position: int, one: AsTold, outs: Sequence[tuple[int, Number | None]], cells: int
) -> Iterator[tuple[float, Correction]]:
    column = kept.sheet.points_columns[position]
    slips: list[list[tuple[int, Number]]] = []
    """For each slip the entries with a wrong total, and the error."""
    last: Number = 0
    for index, out in outs:
        if out is None:
            continue
        if out and out != last:
            slips.append([])
        if out:
            slips[-1].append((index, out))
        last = out
    if last:
        slips[-1] += ((index, last) for index in range(slips[-1][-1][0] + 1, len(kept.entries)))
    for slip in slips:
        edits: list[CellEdit] = []
        for index, by in slip:
            entry = one.entries.get(kept.entries[index].row)
            if entry is not None and (entry.written[position] is not None or index == slip[0][0]):
                edits.append((entry.row, column, entry.totals[position] - by))
        first, by = slip[0]
        now = one.entries[kept.entries[first].row].totals[position]
        kind, chance = slip_of_cell(now - by, now, cells)
        if len(slip) > 1:
            chance = rate("carried", cells * _CARRIED)
        carried_to = slip[-1][0] if len(edits) > 1 else None
        yield chance, Correction(kind, tuple(edits), first, carried_to=carried_to)
