"""The entries of a totals sheet as statistics see them: who was paid, and who was the box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorecheck.games.chouette.log_rules import games_of_log
from scorecheck.games.chouette.payments import extra_of
from scorecheck.model.cells import Number
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """The entries of a totals sheet; of a log, which tells more, its games."""
    return games_of_log(sheet, entries) if sheet.layout == "log" else _payments(sheet, entries)


def _payments(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Every entry, with those who paid or were paid.

    The box is the one who deals with all the others, at least two of them, one way. In an extra
    entry, and in the settlement after it, that is the taker: there nobody is taken for the box.
    """
    before: Sequence[Number] = ()
    after_extra = False
    for entry in entries:
        if entry.opening:
            continue
        extra = bool(before and sheet.options.get("extras")) and extra_of(entry.points, before) is not None
        hub = None if extra or after_extra else _hub(entry.points)
        points = {name: number for name, number in zip(sheet.players, entry.points, strict=True) if number}
        if points:
            yield Played(entry.label, points, None if hub is None else sheet.players[hub])
        before, after_extra = entry.points, extra


def _hub(points: Sequence[Number]) -> int | None:
    """The position of the one who got from, or paid to, at least two others."""
    for sign in (1, -1):
        mine = [position for position, number in enumerate(points) if sign * number > 0]
        theirs = [position for position, number in enumerate(points) if sign * number < 0]
        if len(mine) == 1 and len(theirs) > 1:
            return mine[0]
    return None
