"""Yatzy cards and dice logs: the words before the rows of a card, the throw and the score of a turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import cast

from scorecheck.checks.cards.card import Cards, kind_in, label_of
from scorecheck.checks.cards.card import cards_of as _cards_of
from scorecheck.checks.words import CARD_WORDS, nearest_word, plain, row_names, vocabulary
from scorecheck.games.yatzy.scoring import CATEGORIES, ScoringWay, way_of
from scorecheck.model.cells import Value, value_text
from scorecheck.model.record import NamedTuple, replace
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


log_headings = partial(vocabulary, "games", "yatzy", "columns.toml", section="dice")
"""The headings of a dice log."""

_DIGITS = re.compile(r"[0-9]+")
_PAIR = re.compile(r"([0-9]+)\s*[-/:–—−]\s*([0-9]+)")
_BETWEEN = re.compile(r"[\s,;|·+]+")
_STRAY = re.compile(r"[^0-9\s,;|·+/:()\-–—−]")
_LONGEST = 80

SINGLE = ((None, "category", "score"),)
DOUBLE = (("outer", "outer-category", "outer-score"), ("inner", "inner-category", "inner-score"))


class Score(NamedTuple):
    """The score of a turn in one category, as written."""

    row: int
    side: str | None
    """``outer`` or ``inner`` in Doppel Yatzy."""
    label: str
    category: str | None
    """``None`` if missing or unknown."""
    category_column: int
    column: int
    filled: bool
    value: int | None
    """The points, 0 if struck; ``None`` if missing or unreadable."""


def dice_of(value: Value) -> tuple[int, ...]:
    """The numbers of plain dice: ``3 3 3 6 6``, ``3-3-3-6-6`` or ``33366``; empty without dice."""
    text = value_text(value).strip()
    if len(text) > _LONGEST or _STRAY.search(text):
        return ()
    numbers = [int(digits) for digits in _DIGITS.findall(text)]
    if len(numbers) == 1 and len(text) > 1:
        numbers = [int(digit) for digit in text if digit.isdigit()]
    return tuple(numbers)


def pairs_of(value: Value) -> tuple[tuple[int, int], ...]:
    """The numbers of double dice, outer and inner: ``6-5 6-4 3-3``; empty for other texts."""
    text = value_text(value).strip()
    if len(text) > _LONGEST:
        return ()
    rest = _PAIR.sub("", text)
    if _BETWEEN.sub("", rest):
        return ()
    return tuple((int(outer), int(inner)) for outer, inner in _PAIR.findall(text))


def is_double(sheet: Sheet) -> bool:
    """Whether a log has double dice: two categories per turn."""
    return sheet.column("outer-category") is not None


def scores_of(entry: Entry, sheet: Sheet) -> Iterator[Score]:
    """The scores of a turn: one category, or two with double dice."""
    for side, category_role, score_role in DOUBLE if is_double(sheet) else SINGLE:
        category_column, column = sheet.column(category_role), sheet.column(score_role)
        if category_column is None or column is None:
            continue
        label = " ".join(value_text(entry.fields.get(category_role, "")).split())
        kind = kind_of(label, sheet.own_words) if label else None
        raw, said = entry.fields.get(score_role, ""), entry.numbers.get(score_role)
        filled = raw != ""
        value = said if isinstance(said, int) else 0 if filled and said is None else None
        known = kind if kind in CATEGORIES else None
        yield Score(entry.row, side, label, known, category_column, column, filled, value)


def turns_of(entries: Iterable[Entry]) -> dict[str, set[int]]:
    """The rows of each player, by position."""
    found: dict[str, set[int]] = {}
    for at, entry in enumerate(entries):
        found.setdefault(player_of(entry), set()).add(at)
    return found


def player_of(entry: Entry) -> str:
    """The player who threw, as written; empty if the log is of one player."""
    return " ".join(value_text(entry.fields.get("who", "")).split())


def card_of(entry: Entry) -> str:
    """The player's card for the turn, if a log has several games."""
    return value_text(entry.fields.get("game", "")).strip()
