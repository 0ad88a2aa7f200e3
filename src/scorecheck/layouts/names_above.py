"""Finds the names above the columns of a table whose headings are in two rows, or hold a name and a word."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence, Sized
from itertools import groupby, pairwise

from scorecheck.checks.money import whose_money
from scorecheck.checks.words import plain, vocabulary
from scorecheck.layouts.running_beside import running_in_rows
from scorecheck.layouts.vocabulary import common_headings, words_below_names
from scorecheck.layouts.wordy import COLUMN_SAMPLE, holds_points, is_number, is_word
from scorecheck.model.cells import Value, shown_name, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Grid

_SIGNS = frozenset({"+/-", "+/−", "+/–", "±", "+-", "+", "-", "−", "–"})
"""Signs below a name in headings of two rows."""
_ALONE = "±"


class Headings(NamedTuple):
    """The headings of a table."""

    top: int
    """The first of their rows, counted from 0."""
    names: tuple[str, ...]
    """What stands over each column: a name over the points of its player."""
    words: Sequence[str]
    """The same without the names, if these stand over several columns each, or over words such as +/−."""


def headings_of(grid: Grid, heading: int, headings: tuple[str, ...]) -> Headings:
    """The headings in a row, with the names that stand above them.

    Name and word may also be in one cell. If points and running totals are side by side for each name, the
    points are the player's column.
    """
    body = grid.rows[heading + 1 : heading + _FURTHEST_SUMS]
    sample = body[:COLUMN_SAMPLE]
    headings = _over_the_numbers(headings, sample)
    as_they_are = Headings(heading, headings, ())
    top = heading
    if within := _names_within(headings):
        names, words, starts = within
    elif heading == 0:
        return as_they_are
    elif _parts_equal_headings(over := [*grid.rows[heading - 1], *("" for _ in headings)], headings):
        parts = tuple(shown_name(over[at]) if word else "" for at, word in enumerate(headings))
        return Headings(heading - 1, parts, headings)
    elif first_names := _first_names(over, headings, sample):
        both = (" ".join(filter(None, (first_names.get(at), word))) for at, word in enumerate(headings))
        return Headings(heading - 1, tuple(both), ())
    else:
        top, words = heading - 1, headings
        names, starts = _spread(grid, heading, len(headings)), _repeated_below(over, headings)
        for at, start in starts.items():
            names[at] = shown_name(over[start])
    below = _columns_below(words, body, starts)
    for at in below:
        # If cells are not merged, a name is only above its first column.
        names[at] = names[at] or "".join(names[at - 1 : at])
    return _with_names(names, words, below, sample, top) or as_they_are


def _with_names(
    names: Sequence[str],
    words: Sequence[str],
    below: Sequence[int],
    sample: Sequence[Sequence[Value]],
    top: int,
) -> Headings | None:
    """The headings with names over the columns ``below`` them; ``None`` where too few are named."""
    named = {at: names[at] for at in below if names[at]}
    first = {name: at for at, name in reversed(named.items())}
    if not _are_enough(first, [words[at] for at in named]):
        return None
    if len(named) > len(first) and not any(map(_says_points, words)) and not running_in_rows(words, sample):
        # It is open which of the columns below a name are its points.
        both = (f"{name} {words[at]}" if at in named else words[at] for at, name in enumerate(names))
        return Headings(top, tuple(both), words)
    found = tuple(
        "" if at in named and first[named[at]] != at else named.get(at) or word or names[at]
        for at, word in enumerate(words)
    )
    return Headings(top, found, words)


def _columns_below(
    words: Sequence[str], body: Sequence[Sequence[Value]], starts: Mapping[int, int]
) -> Sequence[int]:
    """The columns of points or totals below names: by a sign or a known word, else by their numbers and sums.

    ``starts``: the columns under words that stand below each name, each with the column of its name.
    """
    below, sample = [at for at, word in enumerate(words) if _says_points(word)], body[:COLUMN_SAMPLE]
    if not below:
        of_numbers = [at for at in starts if holds_points(sample, at)]
        return _added_up(of_numbers, body, starts) or of_numbers
    if starts:
        # The word above the points may be unknown, while that above their totals is known.
        running = running_in_rows(words, sample)
        off = {at - starts[at] for at in starts.keys() & {running.get(at) for at in below}}
        return sorted({*below, *(at for at, start in starts.items() if at - start in off)})
    return below


def _added_up(
    columns: Sequence[int], rows: Sequence[Sequence[Value]], starts: Mapping[int, int]
) -> Sequence[int]:
    """Of the columns below each name, those that alone have numbers in a row, as in one of sums."""
    if not columns:
        return ()
    ways = [[at for at in columns if at - starts[at] == off] for off in {at - starts[at] for at in columns}]
    held = ([at for at in columns if at < len(row) and is_number(row[at])] for row in reversed(rows))
    return next((found for found in held if found in ways), ())


_FURTHEST_SUMS = 500


def _over_the_numbers(headings: tuple[str, ...], sample: Sequence[Sequence[Value]]) -> tuple[str, ...]:
    """The headings, with names over two columns put over the second one, if only that has numbers.

    In the first there are marks, for the Re party, say.
    """
    over = [
        at
        for at, (one, after) in enumerate(pairwise(headings))
        if one and not after and holds_points(sample, at + 1) and not holds_points(sample, at)
    ]
    if len(over) < _FEWEST_REPEATED:
        return headings
    moved = list(headings)
    for at in over:
        moved[at : at + 2] = "", headings[at]
    return tuple(moved)


def _names_within(headings: Sequence[str]) -> tuple[list[str], Sequence[str], Mapping[int, int]] | None:
    """The names and words of headings that hold both, and for each of these columns the first with its name.

    Each of two words or more is there with each of enough names: Anna Bid, Anna Tricks, Bernd Bid …; or the
    names are last. Words that are known tell which of both are the names. Player A, Points A … are
    seats, and the names stand below.
    """
    ways = [_named_by(headings, *way) for way in ((_LAST_WORD, 1, 2), (_FIRST_WORD, 2, 1))]
    known = [held for held in ways if any(_says_points(word) for _, word in held.values())]
    held = next((held for held in (*known, *ways) if held and (known or _are_in_turn(held))), None)
    if held is None:
        return None
    first = {person: at for at, (person, _) in reversed(held.items())}
    names = [held[at][0] if at in held else "" for at in range(len(headings))]
    words = [held[at][1] if at in held else heading for at, heading in enumerate(headings)]
    return names, words, {at: first[person] for at, (person, _) in held.items()}


def _named_by(
    headings: Sequence[str], ends: re.Pattern[str], name: int, word: int
) -> dict[int, tuple[str, str]]:
    """The columns of headings that hold a name and a word, with both; a name alone stands over points."""
    parted = [ends.fullmatch(heading) if len(heading) <= _LONGEST else None for heading in headings]
    each = {at: (found[name], found[word]) for at, found in enumerate(parted) if found}
    if not any(map(_is_of_a_person, headings)):
        each |= _named_alone(headings, each.values())
    whose: dict[str, set[str]] = {}
    for person, said in each.values():
        whose.setdefault(said, set()).add(person)
    persons = max(whose.values(), key=len, default=set[str]())
    again = {said for said, of in whose.items() if of == persons}
    if not _are_enough(persons, again) or len(again) < _FEWEST_WORDS or any(map(_is_of_a_person, whose)):
        return {}
    return {at: one for at, one in sorted(each.items()) if one[0] in persons and one[1] in again}


def _named_alone(
    headings: Sequence[str], named: Collection[tuple[str, str]]
) -> Mapping[int, tuple[str, str]]:
    """The columns under a name alone, which is ``named`` with a word over others."""
    words = {said for _, said in named if said[1:].isalpha() and whose_money(said, ()) is None}
    held = {person for person, said in named if said in words and not _says_points(said)}
    return {at: (heading, _ALONE) for at, heading in enumerate(headings) if heading in held}


def _are_in_turn(held: Mapping[int, tuple[str, str]]) -> bool:
    """Whether all columns of a name are beside each other."""
    persons = [person for person, _ in held.values()]
    return len(list(groupby(persons))) == len({*persons})


def _is_of_a_person(word: str) -> bool:
    """Whether names stand below a word: Player, Name."""
    return plain(word) in vocabulary("layouts", "words.toml", section="whose")


_LONGEST = 100
"""A longer heading is no name with a word, and would take long to part."""
_LAST_WORD = re.compile(r"([^\d]*[^\W\d])[ _:./(-]+?([^\W\d]+|[^\w\s()]{1,3})\.?\)?")
_FIRST_WORD = re.compile(r"([^\W\d]+)[ _:./-]+([^\W\d][^\d]*)")


def _parts_equal_headings(over: Sequence[Value], headings: Sequence[str]) -> bool:
    """Whether some headings are equal, and each has another word over it."""
    each = [at for at, word in enumerate(headings) if word]
    words = {value_text(over[at]) for at in each if is_word(value_text(over[at]))}
    return len({headings[at] for at in each}) < len(each) == len(words)


def _first_names(
    over: Sequence[Value], headings: Sequence[str], sample: Sequence[Sequence[Value]]
) -> Mapping[int, str]:
    """The first names over the last names of all players; empty where something else stands there."""
    found = {at: value for at, value in enumerate(over) if isinstance(value, str) and value}
    named = {at: headings[at] for at in found if at < len(headings) and holds_points(sample, at)}
    words = {plain(word) for word in (*found.values(), *named.values())}
    is_each = list(named) == list(found) == list(range(min(found, default=0), max(found, default=-1) + 1))
    pairs = {(found[at], word) for at, word in named.items() if found[at] != word}
    are_names = all(word.replace(" ", "").isalpha() for word in (*found.values(), *named.values()))
    known = common_headings().keys() | words_below_names().keys()
    if not (is_each and are_names and len(pairs) == len(named) >= _FEWEST_REPEATED) or words & known:
        return {}
    return {at: shown_name(word) for at, word in found.items()}


def _repeated_below(over: Sequence[Value], headings: Sequence[str]) -> Mapping[int, int]:
    """The columns under the same words below each of enough names, each with the column of its name.

    The words are anybody's own: Anna, Bernd and Chris, and below each of them “Pkte” and “Zw.”.
    """
    starts = [at for at, _ in enumerate(headings) if is_word(over[at])]
    widths = Counter(after - at for at, after in pairwise(starts))
    for width, _ in widths.most_common():
        words = {start: tuple(headings[start : start + width]) for start in starts}
        group, times = Counter(words.values()).most_common(1)[0]
        if _are_enough(range(times), group) and all(map(is_word, group)):
            return {start + at: start for start in starts if words[start] == group for at in range(width)}
    return {}


def _are_enough(names: Sized, words: Iterable[str]) -> bool:
    """Whether words with each of so many names are none: with three, or two if one is for points."""
    return len(names) >= _FEWEST_REPEATED - any(map(_says_points, words))


def _says_points(word: str) -> bool:
    return word in _SIGNS or plain(word) in words_below_names()


_FEWEST_REPEATED, _FEWEST_WORDS = 3, 2


def _spread(grid: Grid, number: int, width: int) -> list[str]:
    """The words of a row (counted from 1), repeated over all merged columns."""
    row = grid.rows[number - 1]
    words = [shown_name(row[at]) if at < len(row) and is_word(row[at]) else "" for at in range(width)]
    spans = sorted((left, right) for top, left, bottom, right in grid.merged if top <= number <= bottom)
    reached = 0
    for left, right in spans:
        # Programs never merge a cell twice, so files that do may be ignored.
        for at in range(max(left, reached), min(right, width)):
            words[at] = words[at] or words[left - 1]
        reached = max(reached, right)
    return words
