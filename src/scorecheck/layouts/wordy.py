"""Finds the words among the numbers of a sheet, which has hardly any."""

from __future__ import annotations

import re
from collections.abc import Sequence

from scorecheck.model.cells import Unreadable, Value, value_text
from scorecheck.model.written import written

_COUNT = re.compile(r"[+-]*\d+").fullmatch
COLUMN_SAMPLE = 60
"""The number of rows below a line of headings that show the content of columns."""


def columns_of_words(row: Sequence[Value]) -> tuple[int, ...]:
    """The columns of a row, except the first, that may hold a word."""
    # Each cell of a sheet is asked here: it takes one call at most.
    return tuple(
        [
            at
            for at, value in enumerate(row)
            if at and value.__class__ is not int and not (value.__class__ is str and _COUNT(value))  # type: ignore[arg-type]
        ]
    )


def has_words(rows: Sequence[Sequence[Value]], at: int, fewest: int) -> bool:
    """Whether a column holds this many words."""
    words = 0
    for row in rows:
        value = row[at] if at < len(row) else ""
        if _is_count(value) or written(value).__class__ is not Unreadable:
            continue
        if any(map(str.isalpha, value_text(value))):
            words += 1
            if words == fewest:
                return True
    return False


def _is_count(value: Value) -> bool:
    """Whether a cell holds a plain whole number, as a number or as text, as nearly all cells of points do."""
    if value.__class__ is str:
        return _COUNT(value) is not None  # type: ignore[arg-type]
    return value.__class__ is int


def is_word(value: Value) -> bool:
    """Whether a cell holds a word: no number, no mark, and nothing that starts like a number (1 €)."""
    if value.__class__ is not str or not isinstance(written(value), Unreadable):
        return False
    return not str(value).strip().lstrip("+-−–—(").strip()[:1].isdigit()
