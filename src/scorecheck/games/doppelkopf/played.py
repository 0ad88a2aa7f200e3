"""The games of a Doppelkopf sheet as statistics see them: who took part, and who played alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.games.doppelkopf.checks import is_game
from scorecheck.games.doppelkopf.results import players_in_game, won_in
from scorecheck.games.doppelkopf.scoring import payment_of
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Every game that counts. The soloist is the one who has three times what the others have."""
    for entry in entries:
        if not is_game(entry, sheet):
            continue
        won = won_in(entry, sheet)
        points = {sheet.players[seat]: won[seat] for seat in players_in_game(entry, sheet)}
        paid = payment_of(entry.points, sheet.notation)
        alone = None
        if paid is not None and paid.solo and paid.value:
            alone = next(
                (name for name, number in points.items() if abs(number) == 3 * abs(paid.value)), None
            )
        yield Played(entry.label, points, alone)
