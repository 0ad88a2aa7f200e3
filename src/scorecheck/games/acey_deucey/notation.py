"""How rolls, moves and positions are written: ``6-3``, ``bar/22 24/18*(2)``, ``5/off``, ``-``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from scorecheck.checks.words import nearest_word, plain, vocabulary
from scorecheck.games.acey_deucey.board import BAR, FAR, OFF, WAITING, CheckerStep, Side
from scorecheck.model.record import NamedTuple

EITHER = WAITING + 1
"""A move that is written from 25: off the bar if somebody is there, else a checker that enters."""

_MOST_HOPS = 8
"""No turn has more: two of a 1-2, the four of its double, and some to spare for what is wrong."""
_LONGEST = 120


class Throw(NamedTuple):
    """What a roll says: the two dice, and the double that was named after a 1-2."""

    dice: tuple[int, int]
    named: tuple[int, int] | None = None


class Opening(NamedTuple):
    """The throw of one die for who begins."""

    die: int


class Hop(NamedTuple):
    """A checker from one place to another as it is written: by one die, or by several at once."""

    source: int
    target: int
    hits: bool = False
    """It is marked with a ``*``."""


_DIGITS = re.compile(r"[1-6]")
_ROLL = re.compile(r"[\s(\[]*[1-6](?:[^\w]*0?[1-6]){0,3}[\s)\]]*", re.ASCII)


def throw_of(text: str) -> Throw | Opening | None:
    """What a roll cell says; ``None`` if it cannot be read as one.

    Two digits are a roll, a third and a fourth the double that was named; one alone is the throw
    for who begins.
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
    """The moves that a cell says, chains taken apart and ``(2)`` written out; ``None`` if it is unclear.

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
        # In 24/18(2)* the mark belongs to the last point.
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
    # Only the first of several checkers that go to a point can hit there.
    return (*hops, *(hop._replace(hits=False) for _ in range(count - 1) for hop in hops))


def misspelt_in(text: str) -> tuple[str, str] | None:
    """The first unknown word in a move that is like a known one, and that one."""
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
    """A play as it would be written, ``-`` if there is none."""
    counts = Counter((step.source, step.target) for step in steps)
    hits = {(step.source, step.target) for step in steps if step.hit}
    texts: list[str] = []
    for way, count in counts.items():
        source, target = map(place_text, way)
        texts.append(f"{source}/{target}{'*' * (way in hits)}{f'({count})' * (count > 1)}")
    return " ".join(texts) or "-"


def side_text(one: Side) -> str:
    """Where the checkers of a side are: ``24(2) 18 bar(1) enter(12)``."""
    points = [(str(point), one[point]) for point in range(FAR - 1, OFF, -1)]
    texts = [f"{name}({count})" if count > 1 else name for name, count in points if count]
    aside = ((name, one[place]) for place, name in sorted(_NAMES.items(), reverse=True) if place != EITHER)
    return " ".join([*texts, *(f"{name}({count})" for name, count in aside if count)])


_NAMES = {OFF: "off", BAR: "bar", WAITING: "enter", EITHER: "25"}


def place_text(place: int) -> str:
    """A place as it is written in a move."""
    return _NAMES.get(place, str(place))


def hop_text(hop: Hop) -> str:
    """One hop as it would be written."""
    return f"{place_text(hop.source)}/{place_text(hop.target)}{'*' * hop.hits}"
