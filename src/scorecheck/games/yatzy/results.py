"""What a card or a dice log gives for a ranking: total points, games, and the figures that break ties."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scorecheck.checks.cards.results import CardGame, as_played, games_of, results
from scorecheck.games.yatzy.card import cards_of, way_on
from scorecheck.games.yatzy.dice import card_of, player_of, scores_of
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.sheet import Entry, Sheet


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Each player's points over all cards on the sheet, worked out from the boxes, and the cards as games.

    The figures ``yatzys`` and ``upper-sum`` are those by which an event may break ties.
    """
    way = way_on(sheet)

    def figures(games: Sequence[CardGame]) -> dict[str, int]:
        yatzys = sum(1 for game in games if game.values.get("yatzy"))
        return {"yatzys": yatzys, "upper-sum": sum(game.upper(way) for game in games)}

    return results(_games(sheet, entries), way, figures)


def cards(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Each card as a game of its player: numbered among those that the sheet has of the player."""
    return as_played(_games(sheet, entries), way_on(sheet))


def _games(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[CardGame]:
    return games_of(cards_of(sheet, entries)) if sheet.layout == "card" else _of_log(sheet, entries)


def _of_log(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[CardGame]:
    found: dict[tuple[str, str], dict[str, int]] = {}
    names: dict[str, str] = {}
    for entry in entries:
        name = names.setdefault(player_of(entry).casefold(), player_of(entry))
        values = found.setdefault((name, card_of(entry)), {})
        for score in scores_of(entry, sheet):
            if score.category is not None and score.value is not None:
                values.setdefault(score.category, score.value)
    for (name, _), values in found.items():
        if name:
            yield CardGame(name, values)
