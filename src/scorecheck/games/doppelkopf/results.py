"""The results of a points sheet of Doppelkopf for a ranking: points and games of each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorecheck.games.doppelkopf.checks import dealer_of, is_game
from scorecheck.games.doppelkopf.roles import AT_TABLE
from scorecheck.model.cells import Number
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.sheet import Entry, Sheet

GAMES_OF_LIST = 24
"""The games of each player per row on a list of results, where a row is a round."""


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Points, and the number of games played.

    At a table of five, one sits out. A game with 0 points does not show who: then the empty cell, the dealer
    column, or the turn of sitting out does; otherwise the game counts for everybody.
    """
    seats = len(sheet.players)
    points: list[Number] = [0] * seats
    games = [0] * seats
    sitters: dict[int, int] = {}
    open_games: list[int] = []
    count = 0
    for entry in entries:
        if entry.opening:
            continue
        for position, number in enumerate(won_in(entry, sheet)):
            points[position] += number
        if not is_game(entry, sheet):
            continue
        if sheet.layout == "rounds":
            games = [played + GAMES_OF_LIST for played in games]
            continue
        count += 1
        part = players_in_game(entry, sheet)
        for position in part:
            games[position] += 1
        if seats == AT_TABLE + 1:
            if len(part) == AT_TABLE:
                sitters[count] = next(p for p in range(seats) if p not in part)
            else:
                open_games.append(count)
    for game in open_games:
        sitter = _in_turn(game, sitters, seats)
        if sitter is not None:
            games[sitter] -= 1
    return tuple(map(PlayerResult, sheet.players, points, games))


def won_in(entry: Entry, sheet: Sheet) -> Sequence[Number]:
    """Everybody's points in a row: where losers write what they pay, it has no sign."""
    return [-number for number in entry.points] if sheet.notation == "losers-only" else entry.points


def players_in_game(entry: Entry, sheet: Sheet) -> tuple[int, ...]:
    """The positions of the players of a game; all if the row does not show who sat out."""
    everybody = tuple(range(len(entry.points)))
    if len(everybody) <= AT_TABLE:
        return everybody
    paid = tuple(position for position in everybody if entry.points[position])
    # If only one sign is written, those without points may have taken part.
    if sheet.notation == "plus-minus":
        if paid:
            return paid
        filled = tuple(position for position in everybody if entry.written[position] is not None)
        if len(filled) == AT_TABLE:
            return filled
    dealer = dealer_of(entry, sheet)
    if dealer is not None and len(everybody) == AT_TABLE + 1:
        return tuple(position for position in everybody if position != dealer)
    return everybody


def _in_turn(game: int, sitters: Mapping[int, int], seats: int) -> int | None:
    """Who sat out in a game, if all the others sat out in turn, in either direction."""
    if len(sitters) < 2:
        return None
    first, sitter = next(iter(sitters.items()))
    for way in (1, -1):
        if all((sitter + way * (other - first)) % seats == who for other, who in sitters.items()):
            return (sitter + way * (game - first)) % seats
    return None
