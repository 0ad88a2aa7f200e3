"""Tells the words of a sheet, which has hardly any, from its numbers."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from types import NoneType

from scorecheck.checks.words import plain
from scorecheck.layouts.vocabulary import words_of_absence
from scorecheck.model.cells import Unreadable, Value, Written, value_text, written

_COUNT = re.compile(r"[+-]*\d+").fullmatch
_SEATED = re.compile(r"[1-9](?:[.)]\s*|\s*[-:]\s*|\s+)[^\W\d_]{3,}").fullmatch
_WHOLE = {int}
COLUMN_SAMPLE = 60
"""The number of rows below a line of headings that show the content of columns."""


def columns_of_words(row: Sequence[Value]) -> tuple[int, ...]:
    """The columns of a row, except the first, that may hold a word: all but those of plain whole numbers."""
    # Each cell of a sheet is asked here: it takes one call at most.
    if set(map(type, row)) == _WHOLE:
        return ()
    counts = [type(value) is int or (type(value) is str and _COUNT(value)) for value in row]
    return tuple([at for at, count in enumerate(counts) if at and not count])


def has_words(rows: Sequence[Sequence[Value]], at: int, fewest: int) -> bool:
    """Whether a column holds this many words."""
    words = 0
    for row in rows:
        value = row[at] if at < len(row) else ""
        if value.__class__ is int or written(value).__class__ is not Unreadable:
            continue
        if any(map(str.isalpha, value_text(value))):
            words += 1
            if words == fewest:
                return True
    return False


def is_word(value: Value) -> bool:
    """Whether a cell holds a word: no number, no mark, nothing that starts like a number (1 €) but a name at
    a seat (1. Anna, 1 Anna)."""
    if value.__class__ is not str or not isinstance(written(value), Unreadable):
        return False
    text = str(value).strip().lstrip("+-−–—(").strip()
    return not text[:1].isdigit() or _SEATED(text) is not None


def is_number(value: Value) -> bool:
    """Whether a cell holds a number."""
    return not isinstance(written(value), (Unreadable, NoneType))


def holds_points(rows: Sequence[Sequence[Value]], column: int) -> bool:
    """Whether a column holds numbers, and at most as many words."""
    return mostly_numbers([written(value) for row in rows for value in row[column : column + 1]])


def mostly_numbers(said: Sequence[Written]) -> bool:
    """Whether cells hold numbers, and at most as many words.

    Words for absent players do not count.
    """
    words = list(map(type, said)).count(Unreadable)
    numbers = len(said) - words - said.count(None)
    if 0 < numbers < words:
        words -= sum(map(says_absence, said))
    return numbers > 0 and numbers >= words


def says_absence(cell: Written, passed_in: Container[str] = ()) -> bool:
    """Whether a cell says that its player is absent, leaves or joins, or that nobody played."""
    if not isinstance(cell, Unreadable) or cell.kind != "text":
        return False
    return plain(cell.text) in words_of_absence() or plain(cell.text) in passed_in
