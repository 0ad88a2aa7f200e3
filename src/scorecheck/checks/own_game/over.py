"""Where a game ends by what its players have: nobody goes on after that, nor once out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import Hit
from scorecheck.checks.common import out_of_total
from scorecheck.checks.own_game.file import Described
from scorecheck.model.cells import Number
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param
from scorecheck.model.written import written


def past_the_end(game: Described, sheet: Sheet, entries: Sequence[Entry]) -> Iterator[Hit]:
    """The first row after the end of each game; who has points once out, and who stops before that."""
    seats = range(len(sheet.players))
    off = [out_of_total(sheet, at) for at in seats]
    last = [max((one.row for one in entries if one.written[at] is not None), default=0) for at in seats]
    start: Sequence[Number] = [0] * len(seats)
    told: set[int] = set()
    first, number = sheet.table.first_column, 0
    for entry in entries:
        if not entry.readable:
            return
        # A running total that falls again was wrong above.
        gone = [max(0, points) if sheet.running else points for points in entry.points]
        above = [total - points for total, points in zip(entry.totals, gone, strict=True)]
        said = None if first in sheet.points_columns else written(sheet.table.value(entry.row, first))
        if isinstance(said, int):
            if said <= number:
                # Where numbers begin anew, the game does.
                start, told = above, set()
            number = said
        had = [one - before for one, before in zip(above, start, strict=True)]
        for at, variant in () if entry.opening else _wrong(game, entry, had, off, last):
            if told.isdisjoint({at, -1}):
                told.add(at if variant in {"out", "early"} else -1)
                params: dict[str, Param] = {"player": sheet.players[at], "points": had[at]}
                params |= {"game": entry.label, "what": sheet.noun}
                yield Hit(sheet.points_columns[at], params, variant, row=entry.row)


def _wrong(
    game: Described, entry: Entry, had: Sequence[Number], off: Sequence[Number], last: Sequence[int]
) -> Iterator[tuple[int, str]]:
    """The players and variants of the message; the total row, which rows are ``off`` by, may be right."""
    seats = range(len(had))
    sure = [min(one, one - more) for one, more in zip(had, off, strict=True)]
    first = max(seats, key=sure.__getitem__)
    still = [at for at in seats if not game.out or sure[at] < game.out]
    if game.ends and sure[first] >= game.ends:
        yield first, ""
    elif len(still) == 1:
        yield still[0], "alone"
    elif game.out and any(one is not None for one in entry.written):
        for at in seats:
            if at not in still and entry.points[at]:
                yield at, "out"
            elif entry.row > last[at] and max(had[at], had[at] - off[at]) < game.out:
                yield at, "early"
