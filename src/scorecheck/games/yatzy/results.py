"""What a card or a dice log gives for a ranking: total points, games, and the figures that break ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.games.yatzy.card import cards_of
from scorecheck.games.yatzy.dice import card_of, player_of, scores_of
from scorecheck.games.yatzy.scoring import CATEGORIES, UPPER, bonus_for, way_of
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.played import Played
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scorecheck.games.yatzy.scoring import ScoringWay
    from scorecheck.model.sheet import Entry, Sheet


class _Game(NamedTuple):
    """One card of one player, from a card or from the turns of a log."""

    player: str
    values: Mapping[str, int]


def result(sheet: Sheet, entries: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Each player's points over all cards on the sheet, worked out from the boxes, and the cards as games.

    The figures ``yatzys`` and ``upper-sum`` are those by which an event may break ties.
    """
    games = list(_of_cards(sheet, entries) if sheet.layout == "card" else _of_log(sheet, entries))
    way = way_of(sheet.preset, sheet.options)
    names: dict[str, str] = {}
    for game in games:
        names.setdefault(game.player.casefold(), game.player)
    return tuple(
        _of_player(name, [game for game in games if game.player.casefold() == key], way)
        for key, name in names.items()
    )


def cards(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[Played]:
    """Each card as a game of its player: numbered among those that the sheet has of the player."""
    games = list(_of_cards(sheet, entries) if sheet.layout == "card" else _of_log(sheet, entries))
    way = way_of(sheet.preset, sheet.options)
    count: dict[str, int] = {}
    for game in games:
        key = game.player.casefold()
        count[key] = count.get(key, 0) + 1
        yield Played(str(count[key]), {game.player: _of_player(game.player, [game], way).points})


def _of_player(name: str, games: list[_Game], way: ScoringWay) -> PlayerResult:
    uppers = [sum(value for kind, value in game.values.items() if kind in UPPER) for game in games]
    each = [
        sum(game.values.values()) + bonus_for(upper, way) for game, upper in zip(games, uppers, strict=True)
    ]
    yatzys = sum(1 for game in games if game.values.get("yatzy"))
    figures = {"yatzys": yatzys, "upper-sum": sum(uppers)}
    return PlayerResult(name, sum(each), len(games), figures, tuple(each))


def _of_cards(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[_Game]:
    for card in cards_of(sheet, entries).cards:
        values = {kind: box.value for kind, box in card.boxes.items() if kind in CATEGORIES and box.value}
        yield _Game(card.player, values)


def _of_log(sheet: Sheet, entries: Iterable[Entry]) -> Iterator[_Game]:
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
            yield _Game(name, values)
