"""A Yatzy card as its repairs see it: what may stand in each box and how usual that is, and what is
added up."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING

from scorecheck.checks.card import CardBox, CardColumn, CardSum
from scorecheck.games.yatzy.card import ALL_GAMES, UPPER_SUMS, cards_of
from scorecheck.games.yatzy.card_checks import values_of_extra, variant_of
from scorecheck.games.yatzy.scoring import OPTIONAL, UPPER, bonus_for
from scorecheck.games.yatzy.sums import values_of
from scorecheck.resources import package_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from scorecheck.games.yatzy.card import Box, Card, Cards
    from scorecheck.games.yatzy.scoring import ScoringWay
    from scorecheck.model.sheet import Entry, Sheet

_KEPT_BACK = 0.1
"""So much of each box is left for values that the games that were counted hardly show."""
_TEMPERED = 0.6
"""People play less alike than the games that were counted: shares are taken to this power."""
_OTHERWISE = 0.02
"""How often one card goes by another variant of the extra than the others on its sheet."""
_ONE_MORE = 0.05
"""How often a card that has so many further yatzys has one more."""
_LOW_FOR_HIGH = 35
"""Where the extra counts against the player, the lowest throw is the best: 1 for 6, 2 for 5."""


def columns_of(sheet: Sheet, entries: Iterable[Entry]) -> tuple[CardColumn, ...]:
    """The players' columns of a card. Those are left away of which nobody can say what is added up:
    with numbers in rows that are no category, or with two rows of one."""
    cards = cards_of(sheet, entries)
    extra = variant_of(cards)
    return tuple(
        CardColumn(
            sheet.points_columns[card.position],
            card.called,
            tuple(_boxes(card, cards.way, extra)),
            tuple(_sums(card, cards)),
        )
        for card in cards.cards
        if not any(box.value != 0 for box in card.others)
    )


def _boxes(card: Card, way: ScoringWay, extra: str) -> Iterator[CardBox]:
    total = card.boxes.get("total")
    is_done = total is not None and total.filled
    for kind, box in card.boxes.items():
        # What is still to be played says nothing, and takes no part in the sums.
        if kind in _NO_BOXES or not (box.filled or (is_done and kind not in OPTIONAL)):
            continue
        if kind in way.categories:
            chances = chances_of(kind, way, extra)
        elif box.value is not None:
            chances = {box.value: 1.0}
        else:
            continue
        group = "upper" if kind in UPPER else "lower"
        readable = box.value is not None or not box.filled
        yield CardBox(box.row.at, box.row.label, group, box.value, readable, chances)


_NO_BOXES = UPPER_SUMS | {"bonus", "lower-sum", "total", ALL_GAMES, "rank", "title", "unknown", "nameless"}


def _sums(card: Card, cards: Cards) -> Iterator[CardSum]:
    way = cards.way
    bare = next((box for box, with_bonus in card.sums if not with_bonus), None)
    whole = next((box for box, with_bonus in card.sums if with_bonus), None)
    upper = "upper"
    if bare is not None:
        yield _sum("sum", bare, ("upper",))
        upper = "sum"
    bonus = card.boxes.get("bonus")
    gives = partial(bonus_for, way=way)
    row, label, said = (None, "", None) if bonus is None else (bonus.row.at, bonus.row.label, bonus.value)
    yield CardSum("bonus", row, label, said, (upper,), gives)
    first: tuple[str, ...] = (upper, "bonus")
    if whole is not None:
        yield _sum("upper-total", whole, first)
        first = ("upper-total",)
    lower = card.boxes.get("lower-sum")
    if lower is not None and lower.value is not None:
        yield _sum("lower-sum", lower, ("lower",))
    total = card.boxes.get("total")
    if total is not None and total.value is not None:
        below = "lower" if lower is None or lower.value is None else "lower-sum"
        yield _sum("total", total, (*first, below))


def _sum(key: str, box: Box, parts: tuple[str, ...]) -> CardSum:
    return CardSum(key, box.row.at, box.row.label, box.value, parts)


@lru_cache(maxsize=256)
def chances_of(category: str, way: ScoringWay, extra: str) -> Mapping[int, float]:
    """How often each possible value stands in a category."""
    values = values_of(category, way)
    if category == "extra" and way.extra != "any":
        values = values & frozenset(values_of_extra(extra))
    counted = {value: _counted(category, value, way) ** _TEMPERED for value in values}
    whole = sum(counted.values()) or 1.0
    chances = {
        value: (1 - _KEPT_BACK) * share / whole + _KEPT_BACK / len(values) for value, share in counted.items()
    }
    if category == "extra":
        usual = values_of_extra(extra)
        return {value: share if value in usual else share * _OTHERWISE for value, share in chances.items()}
    return chances


def _counted(category: str, value: int, way: ScoringWay) -> float:
    if category == "extra":
        category, value = "chance", value + _LOW_FOR_HIGH if value < 0 else value
    elif category == "yatzy" and way.with_dice and value:
        return _shares(way)["yatzy"].get("50", 0) / 6
    elif category == "further":
        return _ONE_MORE ** (value // way.further) if way.further else 1.0
    return _shares(way).get(category, {}).get(str(value), 0)


def _shares(way: ScoringWay) -> Mapping[str, Mapping[str, int]]:
    name = "international" if way.is_international else "six" if way.preset == "maxi-yatzy" else "five"
    return _all_shares()[name]


@lru_cache(maxsize=1)
def _all_shares() -> Mapping[str, Mapping[str, Mapping[str, int]]]:
    import tomllib

    return tomllib.loads(package_file("games", "yatzy", "usual.toml").read_text(encoding="utf-8"))
