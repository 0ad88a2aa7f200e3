"""Finds the words among the numbers of a sheet, which has hardly any."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from scorecheck.model.cells import Unreadable, Value, has_truth_value, value_text
from scorecheck.model.written import written

_ROWS_REMEMBERED = 50_000


def columns_of_words(row: Sequence[Value]) -> tuple[int, ...]:
    """The columns of a row, except the first, that may hold a word."""
    values = tuple(row[1:])
    return _no_counts.__wrapped__(values) if has_truth_value(values) else _no_counts(values)


@lru_cache(maxsize=_ROWS_REMEMBERED)
def _no_counts(values: tuple[Value, ...]) -> tuple[int, ...]:
    """A cache: sheets repeat what follows the numbers of their games."""
    return tuple([at for at, value in enumerate(values, 1) if not _is_count(value)])


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
    return value.__class__ is int or (value.__class__ is str and str(value).lstrip("+-").isdigit())
