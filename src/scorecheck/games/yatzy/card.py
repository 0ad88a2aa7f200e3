"""A Yatzy card: the words before its rows, and how it was read."""

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
"""The name of a category that a misspelt one is most like."""
_HOUSE, _LARGER_HOUSE = "hus", "castle"


def kind_of(label: object, own_words: Mapping[str, str] | None = None) -> str | None:
    """What the word before a row stands for, wherever it stands; ``own_words`` are those of one club."""
    return kind_in(label, row_names(), own_words or {})


def way_on(sheet: Sheet) -> ScoringWay:
    """The way to score that holds for a sheet."""
    return way_of(sheet.preset, sheet.options)


def way_in(cards: Cards) -> ScoringWay:
    """The way to score by which cards were read: ``cards_of`` has put it there."""
    return cast("ScoringWay", cards.way)


def cards_of(sheet: Sheet, entries: Iterable[Entry]) -> Cards:
    """The cards of a sheet, with every row known for what it is."""
    kept = list(entries)
    words = [label for entry in kept if plain(label := label_of(entry)) != _HOUSE]
    if len(words) < len(kept) and any(kind_of(word, sheet.own_words) == "full-house" for word in words):
        # Where the smaller house has a word of its own, this is the larger one of Maxi Yatzy.
        sheet = replace(sheet, own_words={_HOUSE: _LARGER_HOUSE, **sheet.own_words})
    return _cards_of(sheet, kept, way_on(sheet))
