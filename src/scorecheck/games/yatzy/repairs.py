"""Yatzy cards for the search of repairs: possible values of each box, their frequencies, and the sums."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache, partial

from scorecheck.checks.card import CardColumn
from scorecheck.checks.cards.given import columns_of as columns_of_cards
from scorecheck.checks.words import data
from scorecheck.games.yatzy.card import cards_of, way_on
from scorecheck.games.yatzy.card_checks import variant_of
from scorecheck.games.yatzy.scoring import ScoringWay, values_of_extra
from scorecheck.model.sheet import Entry, Sheet

_KEPT_BACK = 0.1
"""The share of each box for values that are rare in the sample games."""
_TEMPERED = 0.6
"""Frequencies are raised to this power, since people differ more than the sample games."""
_OTHERWISE = 0.02
"""The frequency of a card with another variant of the extra than the others."""
_ONE_MORE = 0.05
"""The frequency of one more further yatzy, given so many."""
_LOW_FOR_HIGH = 35
"""If the extra counts against the player, low throws are best: 1 for 6, 2 for 5."""


def columns_of(sheet: Sheet, entries: Iterable[Entry]) -> tuple[CardColumn, ...]:
    """The players' columns of a card whose sums are known."""
    cards = cards_of(sheet, entries)
    chances = partial(chances_of, way=way_on(sheet), extra=variant_of(cards))
    return columns_of_cards(sheet, cards, chances)


@lru_cache(maxsize=256)
def chances_of(category: str, way: ScoringWay, extra: str) -> Mapping[int, float]:
    """The frequency of each possible value in a category."""
    values = way.values_of(category)
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
    return data("games", "yatzy", "usual.toml")[name]
