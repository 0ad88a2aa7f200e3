"""The notation of rolls, moves and positions: ``6-3``, ``bar/22 24/18*(2)``, ``5/off``, ``-``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from scorecheck.checks.words import nearest_word, plain, vocabulary
from scorecheck.games.acey_deucey.board import BAR, FAR, OFF, WAITING, CheckerStep, SideCheckers
from scorecheck.model.record import NamedTuple

EITHER = WAITING + 1
"""A move from 25: off the bar if a checker is there, else entering."""

_MOST_HOPS = 8
"""The largest number of hops: two of a 1-2, four of its double, and some for errors."""
_LONGEST = 120


class Throw(NamedTuple):
    """A roll: the two dice, and the named double after a 1-2."""

    dice: tuple[int, int]
    named: tuple[int, int] | None = None


class Opening(NamedTuple):
    """The roll of one die for the first turn."""

    die: int


class Hop(NamedTuple):
    """A written move of a checker, by one die or by several at once."""

    source: int
    target: int
    hits: bool = False
    """Whether it is marked with a ``*``."""


_DIGITS = re.compile(r"[1-6]")
_ROLL = re.compile(r"[\s(\[]*[1-6](?:[^\w]*0?[1-6]){0,3}[\s)\]]*", re.ASCII)


def throw_of(text: str) -> Throw | Opening | None:
    """The roll in a cell; ``None`` if it is unreadable.

    Two digits are a roll, a third and a fourth the named double; one alone decides who starts.
    """
    if len(text) > _LONGEST or not _ROLL.fullmatch(text):
        return None
    numbers = [int(digit) for digit in _DIGITS.findall(text)]
    if len(numbers) == 1:
        return Opening(numbers[0])
    first, second, *named = numbers
    return Throw((first, second), (named[0], named[-1]) if named else None)


_nearest = partial(nearest_word, parts=("games", "acey_deucey", "columns.toml"), section="moves")
_words = partial(vocabulary, "games", "acey_deucey", "columns.toml", section="moves")
_ARROWS = re.compile(r"\s*(?:->|=>|[/>→–—−-])\s*")
_TIMES = re.compile(r"\s*\(\s*[x×]?\s*([1-9])\s*[x×]?\s*\)", re.ASCII)


def hops_of(text: str) -> tuple[Hop, ...] | None:
    """The moves in a cell, with chains separated and ``(2)`` expanded; ``None`` if unclear.

    A dash, an empty cell or a word such as ``pass`` is no move.
    """
    text = text.strip()
    if not text.strip("-–—−/. ") or _words().get(plain(text)) == "none":
        return ()
    if len(text) > _LONGEST:
        return None
    hops: list[Hop] = []
    for move in re.split(r"[\s,;]+", _ARROWS.sub("/", _TIMES.sub(r"(\1)", text))):
        of_move = _hops_of_move(move) if move else ()
        if of_move is None or len(hops) + len(of_move) > _MOST_HOPS:
            return None
        hops += of_move
    return tuple(hops)


def _hops_of_move(move: str) -> tuple[Hop, ...] | None:
    times = re.search(r"\(([1-9])\)", move)
    count = int(times[1]) if times else 1
    if times:
        # In ``24/18(2)*`` the mark belongs to the last point.
        move = move[: times.start()] + move[times.end() :]
    places = [(_place(part.rstrip("*")), part.endswith("*")) for part in move.split("/")]
    if len(places) < 2:
        return None
    hops: list[Hop] = []
    for (source, _), (target, hits) in pairwise(places):
        if source is None or target is None:
            return None
        if not OFF <= target < min(source, FAR):
            return None
        hops.append(Hop(source, target, hits))
    # Only the first of several checkers can hit on a point.
    return (*hops, *(hop._replace(hits=False) for _ in range(count - 1) for hop in hops))


def misspelt_in(text: str) -> tuple[str, str] | None:
    """The first unknown word in a move that is similar to a known one, and that one."""
    for word in re.findall(r"[^\W\d_]+", text[:_LONGEST]):
        near = None if plain(word) in _words() else _nearest(word)
        if near is not None:
            return word, near
    return None


def _place(word: str) -> int | None:
    if word.isascii() and word.isdecimal() and len(word) <= 2:
        return EITHER if int(word) == FAR else int(word) if int(word) < FAR else None
    return _PLACES.get(_words().get(plain(word), ""))


_PLACES = {"bar": BAR, "enter": WAITING, "off": OFF}


def moves_text(steps: Sequence[CheckerStep]) -> str:
    """The text of a play, ``-`` for none."""
    counts = Counter((step.source, step.target) for step in steps)
    hits = {(step.source, step.target) for step in steps if step.hit}
    texts: list[str] = []
    for way, count in counts.items():
        source, target = map(place_text, way)
        texts.append(f"{source}/{target}{'*' * (way in hits)}{f'({count})' * (count > 1)}")
    return " ".join(texts) or "-"


def side_text(one: SideCheckers) -> str:
    """The text of a side: ``24(2) 18 bar(1) enter(12)``."""
    points = [(str(point), one[point]) for point in range(FAR - 1, OFF, -1)]
    texts = [f"{name}({count})" if count > 1 else name for name, count in points if count]
    aside = ((name, one[place]) for place, name in sorted(_NAMES.items(), reverse=True) if place != EITHER)
    return " ".join([*texts, *(f"{name}({count})" for name, count in aside if count)])


_NAMES = {OFF: "off", BAR: "bar", WAITING: "enter", EITHER: "25"}


def place_text(place: int) -> str:
    """The text of a place in a move."""
    return _NAMES.get(place, str(place))


def hop_text(hop: Hop) -> str:
    """The text of a hop."""
    return f"{place_text(hop.source)}/{place_text(hop.target)}{'*' * hop.hits}"
