"""Two columns that are read as one: what was won beside what was lost, and two names side by side."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TypeAlias

from scorecheck.layouts.wordy import COLUMN_SAMPLE, is_word
from scorecheck.model.cells import CellRef, Value
from scorecheck.model.written import written

Rows: TypeAlias = "Sequence[Sequence[Value]]"


def with_pairs_joined(
    body: Rows, start: int, pairs: Sequence[tuple[int, int]]
) -> tuple[Rows, frozenset[CellRef]]:
    """The rows with won and lost points joined in one column, and the changed cells.

    Rows start at ``start``.
    """
    if not pairs:
        return body, frozenset()
    joined = [_joined_pairs(row, pairs) for row in body]
    moved = frozenset(
        CellRef(start + 1 + at, plus + 1)
        for at, (row, other) in enumerate(zip(body, joined, strict=True))
        for plus, _ in pairs
        if plus < len(row) and row[plus] != other[plus]
    )
    return joined, moved


def with_names_joined(
    body: Rows, start: int, beside: Sequence[int]
) -> tuple[Rows, Mapping[CellRef, tuple[Value, Value]]]:
    """The rows with two adjacent names joined in one cell, and the original cells."""
    if not beside:
        return body, {}
    apart = {
        CellRef(start + 1 + at, first + 1): (row[first], row[first + 1])
        for at, row in enumerate(body)
        for first in beside
        if first + 1 < len(row) and row[first + 1] != ""
    }
    return [_joined_names(row, beside) for row in body], apart


def plus_and_minus(headings: Sequence[str]) -> tuple[tuple[int, int], ...]:
    """The pairs of columns below each name: won and lost points."""
    signs = {"+": "+", "plus": "+", "pluss": "+", "-": "-", "−": "-", "–": "-", "minus": "-"}
    said = [signs.get(word.casefold()) for word in headings]
    return tuple((at, at + 1) for at in range(len(said) - 1) if said[at] == "+" and said[at + 1] == "-")


def _joined_pairs(row: Sequence[Value], pairs: Sequence[tuple[int, int]]) -> Sequence[Value]:
    """A row with the lost points, negated, in the column of the won points."""
    joined = list(row)
    for plus, minus in pairs:
        lost = written(row[minus]) if minus < len(row) else None
        won = written(row[plus]) if plus < len(row) else None
        if isinstance(lost, int) and lost and (won is None or isinstance(won, int)):
            joined[plus], joined[minus] = (won or 0) - abs(lost), ""
    return tuple(joined)


_OF_TWO = r"(?P<stem>.*[^\W\d_].*?)[ _.]*(?P<seat>[12])"
"""``Re 1``, ``Re 2``: one of two adjacent names."""


def names_in_pairs(headings: Sequence[str], rows: Rows) -> tuple[int, ...]:
    """The columns of words that are followed by another of the same kind: Re 1, Re 2.

    With a third, the columns are those of seats.
    """
    if not any(word.endswith("2") for word in headings):
        return ()
    found = [re.fullmatch(_OF_TWO, word) for word in headings]
    numbered = Counter(one["stem"] for word in headings if (one := re.fullmatch(_NUMBERED, word)))
    return tuple(
        at
        for at, (one, other) in enumerate(pairwise(found))
        if one
        and other
        and one["stem"] == other["stem"]
        and numbered[one["stem"]] == _BOTH
        and (one["seat"], other["seat"]) == ("1", "2")
        and all(_holds_words(rows, column) for column in (at, at + 1))
    )


_BOTH = 2
_NUMBERED = r"(?P<stem>.*[^\W\d_].*?)[ _.]*\d{1,2}"


def _holds_words(rows: Rows, column: int) -> bool:
    """Whether a column holds words and nothing else."""
    said = [row[column] for row in rows[:COLUMN_SAMPLE] if column < len(row) and row[column] != ""]
    return bool(said) and all(map(is_word, said))


def _joined_names(row: Sequence[Value], columns: Sequence[int]) -> Sequence[Value]:
    """A row with both names in the first of the two columns."""
    joined = list(row)
    for at in columns:
        if at + 1 < len(row):
            joined[at], joined[at + 1] = ", ".join(str(name) for name in row[at : at + 2] if name != ""), ""
    return tuple(joined)
