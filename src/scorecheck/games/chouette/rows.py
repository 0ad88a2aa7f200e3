"""The rows of a game log: words become an action with its names, dice or result."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import partial

from scorecheck.checks.words import nearest_word, plain, vocabulary
from scorecheck.model.cells import Unreadable, Value, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet

action_words = partial(vocabulary, "games", "chouette", "columns.toml", section="actions")
"""The action for each word."""
nearest_action = partial(nearest_word, parts=("games", "chouette", "columns.toml"), section="actions")
"""The action most similar to a misspelt word."""
nearest_result = partial(nearest_word, parts=("games", "chouette", "columns.toml"), section="results")
"""The result most similar to a misspelt word."""
_result_words = partial(vocabulary, "games", "chouette", "columns.toml", section="results")
_part_words = partial(vocabulary, "games", "chouette", "columns.toml", section="parts")

_BETWEEN = re.compile(r"\s*[,;/+&>|→\n]\s*|\s+(?:and|und|og)\s+")
_WITH_DICE = re.compile(r"(?P<name>.*?)[\s:(=]+(?P<dice>\d(?:[\s\-–+.:]*\d)*)\)?", re.ASCII | re.DOTALL)
_ALL_DICE = re.compile(r"\(?\d(?:[\s\-–+.:]*\d)*\)?", re.ASCII)
_TWO_DICE = re.compile(r"\(?([1-6])\s*[-–—−/:.,x+ ]?\s*([1-6])\)?", re.ASCII)
_LONGEST = 2000
"""Longer cells contain no names of players."""


class Seating(NamedTuple):
    """The content of an ``order``: the names in line, and the dice for the seats."""

    names: tuple[str, ...]
    dice: tuple[int, ...] = ()
    """One for each name, then those of the repeated throws."""
    own_dice: tuple[tuple[int, ...], ...] = ()
    """Each player's dice, if they are beside the names."""


class LogRow(NamedTuple):
    """A row of the log with words resolved, but not names."""

    row: int
    number: str
    """The name of the game; empty if the row has none."""
    kind: str | None
    """The action; ``None`` for an unknown word."""
    word: str
    who: str
    to: tuple[str, ...]
    seating: Seating
    dice: tuple[int, int] | None
    result: str
    value: int | None
    turn: str = ""
    """Who is on roll, where a column says so."""
    mover: str = ""
    """Who moved, if a column says so."""
    target: str = ""
    """The text under ``to``."""


def row_of(entry: Entry) -> LogRow:
    """The content of a row of the log."""
    word = _text(entry.fields.get("action", ""))
    kind = action_words().get(plain(word))
    to = _text(entry.fields.get("to", ""))
    value = entry.numbers.get("value")
    return LogRow(
        entry.row,
        _text(entry.fields.get("number", "")).rstrip(".:)"),
        kind,
        word,
        _name(_text(entry.fields.get("who", ""))),
        () if kind in {"order", "again", "open", "win"} else _names(to),
        seating_of(to) if kind in {"order", "again"} else Seating(()),
        _dice(entry, to) if kind == "open" else None,
        _result_words().get(plain(to), "") if kind == "win" else "",
        value if isinstance(value, int) else None,
        _name(_text(entry.fields.get("turn", ""))),
        _name(_text(entry.fields.get("mover", ""))),
        to,
    )


def part_of(word: str) -> str | None:
    """The seat for a word in place of a name: ``box``, ``team``, ``captain``, ``all``."""
    return _part_words().get(plain(word))


def names_of_row(fields: Mapping[str, Value]) -> tuple[str, ...]:
    """The players' names in a row of the log: those in an order."""
    if action_words().get(plain(fields.get("action", ""))) != "order":
        return ()
    return seating_of(_text(fields.get("to", ""))).names


def seating_of(text: str) -> Seating:
    """The names in line, with dice beside each or after all of them, if there are any."""
    tokens = _tokens(text)
    named = [token for token in tokens if not _ALL_DICE.fullmatch(token)]
    dice = tuple(n for token in tokens if _ALL_DICE.fullmatch(token) for n in _digits(token))
    split = [(token, _WITH_DICE.fullmatch(token)) for token in named]
    if dice or not split:
        return Seating(tuple(map(_name, named)), dice)
    bare = tuple(_name(found["name"] if found else token) for token, found in split)
    if all(found for _, found in split) and len({name.casefold() for name in bare}) == len(bare):
        return Seating(bare, (), tuple(_digits(found["dice"]) for _, found in split if found))
    last = split[-1][1]
    if last is not None and len(_digits(last["dice"])) >= len(split):
        return Seating((*map(_name, named[:-1]), bare[-1]), _digits(last["dice"]))
    return Seating(tuple(map(_name, named)))


def _tokens(text: str) -> Sequence[str]:
    tokens = [token for token in _BETWEEN.split(text) if token]
    return tokens if len(tokens) != 1 or _ALL_DICE.fullmatch(tokens[0]) else text.split()


def _digits(text: str) -> tuple[int, ...]:
    return tuple(int(digit) for digit in text if digit in "0123456789")


def _names(text: str) -> tuple[str, ...]:
    return tuple(name for token in _BETWEEN.split(text) if (name := _name(token)))


_NOBODY = frozenset({"", "-", "–", "—", "−", "/"})


def _name(text: str) -> str:
    name = " ".join(text.split())
    return "" if name in _NOBODY else name


def _dice(entry: Entry, text: str) -> tuple[int, int] | None:
    """The two dice of an opening, also if they became a date."""
    spoilt = entry.dates.get("to")
    for said in (text, *(spoilt.originals if isinstance(spoilt, Unreadable) else ())):
        found = _TWO_DICE.fullmatch(said)
        if found is not None:
            return int(found[1]), int(found[2])
    return None


def _text(value: Value) -> str:
    return value_text(value).strip()[:_LONGEST]


def is_action(entry: Entry, _past: Sequence[Entry], _sheet: Sheet) -> bool:
    """Whether a row has an action."""
    return row_of(entry).kind is not None


def begins_game(entry: Entry) -> bool:
    """Whether a row gives the seats of a game."""
    row = row_of(entry)
    return row.kind == "order" and bool(row.seating.names)
