"""Columns that are read as one: what was won beside what was lost, two names, marks beside the players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from operator import itemgetter
from typing import TypeAlias

from scorecheck.checks.words import plain
from scorecheck.layouts.vocabulary import common_headings
from scorecheck.layouts.wordy import COLUMN_SAMPLE, holds_points, is_number, is_word
from scorecheck.model.cells import NOTHING_MARKS, Value
from scorecheck.model.sheet import Apart

Rows: TypeAlias = "Sequence[Sequence[Value]]"


def with_cells_joined(
    body: Rows, start: int, joined: Sequence[Apart]
) -> tuple[Rows, Mapping[tuple[int, int], Apart]]:
    """The rows with some cells of each joined in the first of them, and the original cells.

    Rows start at ``start``.
    """
    if not joined:
        return body, {}
    apart: dict[tuple[int, int], Apart] = {}
    rows = [list(row) for row in body]
    for at, row in enumerate(rows, start=start + 1):
        for one in joined:
            here = one.of(tuple([row[column] if column < len(row) else "" for column in one.columns]))
            if here is not None:
                apart |= dict.fromkeys([(at, column) for column in one.columns], here)
                row += [""] * (one.columns[-1] + 1 - len(row))
                for column in one.columns:
                    row[column] = here.read if column == one.columns[0] else ""
    return rows, apart


_OF_TWO = r"(?P<stem>.*[^\W\d_].*?)[ _.]*(?P<seat>[12])"
"""``Re 1``, ``Re 2``: one of two adjacent names."""


def joined_columns(headings: Sequence[str], signs: Sequence[str], rows: Rows) -> Sequence[Apart]:
    """The columns that are read as one, without values.

    ``signs``: the words above them, which may be signs of won and lost points below each name.
    """
    signed = [
        Apart((at, at + 1), signed=True)
        for at, pair in enumerate(pairwise([_SIGNS.get(word.casefold()) for word in signs]))
        if pair == ("+", "-")
    ]
    marks = _marks_beside(headings, rows)
    return [*signed, *_names_in_pairs(headings, rows), *([marks] if marks and not signed else [])]


_SIGNS = {"+": "+", "plus": "+", "pluss": "+", "-": "-", "−": "-", "–": "-", "minus": "-"}


def with_marks_named(headings: tuple[str, ...], joined: Iterable[Apart]) -> tuple[str, ...]:
    """The headings, with one for the marks beside players, in the first of their columns."""
    heads = list(headings)
    for one in joined:
        for at, name in zip(one.columns, one.whose, strict=False):
            said = heads[at].removeprefix(name).strip()
            heads[at] = (said or str(one.marks[0])) if at == one.columns[0] else ""
    return tuple(heads)


def _names_in_pairs(headings: Sequence[str], rows: Rows) -> Iterator[Apart]:
    """The columns of words that are followed by another of the same kind: Re 1, Re 2.

    With a third, or with points for each, the columns are those of seats.
    """
    if not any(word.endswith("2") for word in headings):
        return
    found = [re.fullmatch(_OF_TWO, word) for word in headings]
    numbered = Counter(one["stem"] for word in headings if (one := re.fullmatch(_NUMBERED, word)))
    pairs = [
        at
        for at, (one, other) in enumerate(pairwise(found))
        if one
        and other
        and one["stem"] == other["stem"]
        and numbered[one["stem"]] == _BOTH
        and (one["seat"], other["seat"]) == ("1", "2")
    ]
    sample = rows[:COLUMN_SAMPLE]
    if any(holds_points(sample, at) and holds_points(sample, at + 1) for at in pairs):
        return
    for at in pairs:
        if _holds_words(rows, at) and _holds_words(rows, at + 1):
            yield Apart((at, at + 1))


def _marks_beside(headings: Sequence[str], rows: Rows) -> Apart | None:
    """The columns of marks beside those of players: Anna, R, Bernd, R …

    They have one heading, or none, perhaps with the player's name in it: Anna, Anna Re, Bernd, Bernd Re …
    """
    found: list[tuple[int, Apart]] = []
    for step in (1, -1):
        players = _beside_one_word(headings, rows, step)
        columns = tuple([at + step for at in players])
        cells = [[row[at] if at < len(row) else "" for at in columns] for row in rows[:COLUMN_SAMPLE]]
        # Marks may be counted in the row of totals.
        lines = [line for line in cells if any(line) and not any(map(is_number, line))]
        counted = Counter(chain.from_iterable(lines))
        marks, blank = _of_marks([value for value, _ in counted.most_common()])
        if min(len(players), len(lines)) >= _FEWEST_MARKED and 0 < len(marks) <= _MOST_KINDS:
            whose = tuple(map(headings.__getitem__, players))
            one = Apart(columns, whose=whose, marks=marks, blank=blank)
            found.append((sum(count for value, count in counted.items() if _is_said(value)), one))
    return max(found, default=(0, None), key=itemgetter(0))[1]


def _beside_one_word(headings: Sequence[str], rows: Rows, step: int) -> list[int]:
    """The columns of points with one word, or none, over the column beside each, and at most their name."""
    words = {
        at: headings[at + step].removeprefix(name).strip()
        for at, name in enumerate(headings)
        if name and 0 <= at + step < len(headings) and plain(name) not in common_headings()
    }
    word, count = Counter(words.values()).most_common(1)[0] if words else ("", 0)
    if count < _FEWEST_MARKED:
        return []
    return [at for at, said in words.items() if said == word and holds_points(rows[:COLUMN_SAMPLE], at)]


def _of_marks(values: Sequence[Value]) -> tuple[tuple[Value, ...], tuple[Value, ...]]:
    """Which of the values in columns of marks, the usual first, mark somebody, and which say nobody.

    Rows with anything else, such as a fox that was caught, tell less.
    """
    said = list(filter(_is_said, values))
    known = [value for value in said if plain(value) in _FOR or value in _CROSSES]
    against = [value for value in said if plain(value) in _AGAINST]
    marks = known or against or (said if len(said) == 1 else [])
    blank = [value for value in values if value not in marks and (value in against or not _is_said(value))]
    return tuple(marks), tuple(dict.fromkeys([*blank, ""]))


def _is_said(value: Value) -> bool:
    return value not in NOTHING_MARKS or value in _CROSSES


_FEWEST_MARKED, _MOST_KINDS = 3, 8
"""At least so many players and rows have marks, of at most so many kinds."""
_AGAINST = frozenset({"k", "kontra", "contra"})
"""Marks of the other side, where one has its own."""
_FOR = frozenset({"r", "re", "s", "solo"})
_CROSSES = frozenset({"x", "X", "×", "✓", "✔", "*"})
"""They mark somebody here."""


_BOTH = 2
_NUMBERED = r"(?P<stem>.*[^\W\d_].*?)[ _.]*\d{1,2}"


def _holds_words(rows: Rows, column: int) -> bool:
    """Whether a column holds words and nothing else."""
    said = [row[column] for row in rows[:COLUMN_SAMPLE] if column < len(row) and row[column] != ""]
    return bool(said) and all(map(is_word, said))
