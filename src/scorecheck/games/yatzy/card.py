"""Yatzy cards: the words before their rows, and how they were read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import cast

from scorecheck.checks.cards.card import Cards, kind_in, label_of
from scorecheck.checks.cards.card import cards_of as _cards_of
from scorecheck.checks.words import CARD_WORDS, nearest_word, plain, row_names
from scorecheck.games.yatzy.scoring import ScoringWay, way_of
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet

nearest_category = partial(nearest_word, parts=CARD_WORDS, section="categories")
"""The category most similar to a misspelt name."""
_HOUSE, _LARGER_HOUSE = "hus", "castle"


def kind_of(label: object, own_words: Mapping[str, str] | None = None) -> str | None:
    """The meaning of a word before a row, in any place; ``own_words`` are those of one club."""
    return kind_in(label, row_names(), own_words or {})


def way_on(sheet: Sheet) -> ScoringWay:
    """The scoring rules for a sheet."""
    return way_of(sheet.preset, sheet.options)


def way_in(cards: Cards) -> ScoringWay:
    """The scoring rules by which cards were read; ``cards_of`` has stored them."""
    return cast("ScoringWay", cards.way)


def cards_of(sheet: Sheet, entries: Iterable[Entry]) -> Cards:
    """The cards of a sheet, with the meaning of every row."""
    kept = list(entries)
    words = [label for entry in kept if plain(label := label_of(entry)) != _HOUSE]
    if len(words) < len(kept) and any(kind_of(word, sheet.own_words) == "full-house" for word in words):
        # If the smaller house has a word of its own, this is the larger one of Maxi Yatzy.
        sheet = replace(sheet, own_words={_HOUSE: _LARGER_HOUSE, **sheet.own_words})
    return _cards_of(sheet, kept, way_on(sheet))
