"""The results of a Skat list for a ranking: final results, won and lost games, and its games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from scorecheck.games.skat.checks import is_game
from scorecheck.games.skat.record import gained
from scorecheck.games.skat.scoring import OwnTally, ends, turn_of
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """The final result of each player by the system in force; passed games count as games."""
    own = [OwnTally()] * len(sheet.players)
    games = 0
    for entry in entries:
        own = [one.after(points) for one, points in zip(own, gained(entry, sheet), strict=True)]
        games += is_game(entry, sheet)
    plain = sheet.options.get("list_end") == "points"
    given = tuple(one.points for one in own) if plain else ends(own)
    return tuple(
        PlayerResult(name, end, games, {"own-points": one.points, "wins": one.won, "losses": one.lost})
        for name, end, one in zip(sheet.players, given, own, strict=True)
    )


def played(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Every game of the list. At a table of four, totals do not show who sat out."""
    for entry in entries:
        if is_game(entry, sheet):
            points = gained(entry, sheet)
            turn = turn_of(points)
            alone = None if turn is None else sheet.players[turn.soloist]
            yield Played(entry.label, dict(zip(sheet.players, points, strict=True)), alone)
