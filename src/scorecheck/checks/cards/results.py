"""The results of cards for a ranking: each card is a game of its player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scorecheck.checks.cards.card import Cards
from scorecheck.checks.cards.way import CardWay, bonus_for
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import NamedTuple
from scorecheck.model.statistics import Played


class CardGame(NamedTuple):
    """One card of one player: the points in each category."""

    player: str
    values: Mapping[str, int]
    total: int | None = None
    """The total on the card."""

    def upper(self, way: CardWay) -> int:
        """The sum of the upper half."""
        return sum(value for kind, value in self.values.items() if kind in way.upper)

    def points(self, way: CardWay) -> int:
        """The total computed from the boxes."""
        return sum(self.values.values()) + bonus_for(self.upper(way), way)


def games_of(cards: Cards) -> Iterator[CardGame]:
    """The cards of a sheet as games."""
    for card in cards.cards:
        values = {
            kind: box.value for kind, box in card.boxes.items() if kind in cards.way.every and box.value
        }
        yield CardGame(card.player, values, card.value("total"))


def results(
    games: Iterable[CardGame], way: CardWay, figures: Callable[[Sequence[CardGame]], Mapping[str, int]]
) -> tuple[PlayerResult, ...]:
    """Each player's points over all games, and the figures for tie-breaks."""
    mine: dict[str, list[CardGame]] = {}
    for game in games:
        mine.setdefault(game.player.casefold(), []).append(game)
    found: list[PlayerResult] = []
    for some in mine.values():
        each = tuple(game.points(way) for game in some)
        said = [game.total for game in some if game.total is not None]
        claimed = sum(said) if len(said) == len(some) else None
        found.append(PlayerResult(some[0].player, sum(each), len(some), figures(some), each, claimed))
    return tuple(found)


def as_played(games: Iterable[CardGame], way: CardWay) -> Iterator[Played]:
    """Each card as a game, numbered per player."""
    count: dict[str, int] = {}
    for game in games:
        key = game.player.casefold()
        count[key] = count.get(key, 0) + 1
        yield Played(str(count[key]), {game.player: game.points(way)})
