"""What cards give: results for a ranking, and boxes with their possible values and sums for repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from scorecheck.checks.card import CardBox, CardColumn, CardSum
from scorecheck.checks.cards.card import SUMS, Box, Card, Cards
from scorecheck.checks.cards.way import CardWay, bonus_for
from scorecheck.model.outcome import PlayerResult
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
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


def columns_of(
    sheet: Sheet, cards: Cards, chances_of: Callable[[str], Mapping[int, float]]
) -> tuple[CardColumn, ...]:
    """The players' columns, without those with numbers in unknown or repeated rows, whose sums are
    uncertain."""
    return tuple(
        CardColumn(
            sheet.points_columns[card.position],
            card.called,
            tuple(_boxes(card, cards, chances_of)),
            tuple(_sums(card, cards)),
        )
        for card in cards.cards
        if not any(box.value != 0 for box in card.others)
    )


def _boxes(card: Card, cards: Cards, chances_of: Callable[[str], Mapping[int, float]]) -> Iterator[CardBox]:
    way, total = cards.way, card.boxes.get("total")
    is_done = total is not None and total.filled
    for kind, box in card.boxes.items():
        # A box that is still to be played takes no part in the sums.
        if kind in _NO_BOXES or not (box.filled or (is_done and kind not in way.optional)):
            continue
        if kind in way.categories:
            chances = chances_of(kind)
        elif box.value is not None:
            chances = {box.value: 1.0}
        else:
            continue
        group = kind if kind in way.signed else "upper" if kind in way.upper else "lower"
        readable = box.value is not None or not box.filled
        yield CardBox(box.row.at, box.row.label, group, box.value, readable, chances)


_NO_BOXES = SUMS | {"rank", "title", "unknown", "nameless", "worth"}


def _sums(card: Card, cards: Cards) -> Iterator[CardSum]:
    way = cards.way
    bare = next((box for box, with_bonus in card.sums if not with_bonus), None)
    whole = next((box for box, with_bonus in card.sums if with_bonus), None)
    upper = "upper"
    if bare is not None:
        yield _sum("sum", bare, ("upper",))
        upper = "sum"
        yield from _again(card, upper, bare, with_bonus=False)
    bonus = card.boxes.get("bonus")
    row, label, said = (None, "", None) if bonus is None else (bonus.row.at, bonus.row.label, bonus.value)
    yield CardSum("bonus", row, label, said, (upper,), partial(bonus_for, way=way))
    first: tuple[str, ...] = (upper, "bonus")
    if whole is not None:
        yield _sum("upper-total", whole, first)
        first = ("upper-total",)
        yield from _again(card, *first, whole, with_bonus=True)
    below = ("lower", *(kind for kind in way.signed if kind in card.boxes))
    lower = card.boxes.get("lower-sum")
    if lower is not None and lower.value is not None:
        yield _sum("lower-sum", lower, below)
        below = ("lower-sum",)
    total = card.boxes.get("total")
    if total is not None and total.value is not None:
        yield _sum("total", total, (*first, *below))


def _again(card: Card, key: str, first: Box, *, with_bonus: bool) -> Iterator[CardSum]:
    """The sum of the upper half where it stands once more, copied."""
    for box, whole in card.sums:
        if whole is with_bonus and box is not first:
            yield _sum(f"{key} {box.row.at}", box, (key,))


def _sum(key: str, box: Box, parts: tuple[str, ...]) -> CardSum:
    return CardSum(key, box.row.at, box.row.label, box.value, parts)
