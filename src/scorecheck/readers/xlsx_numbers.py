"""Rows of numbers in a long sheet of an xlsx file: taken out before the scan.

A long sheet is nearly all rows of numbers, each written in one of a few ways. Such a row can hide nothing, so
it is only counted, and the scan looks at what is left. Where a row begins a sheet can be cut, and its
pieces be read side by side.
"""

from __future__ import annotations

import re
from functools import lru_cache

from scorecheck.model.record import NamedTuple
from scorecheck.readers import limits

_SAMPLE = 1 << 14
_SHORTEST_CELL = len('<c r="A1"/>')
_ROW, _END_OF_CELL = b"<row ", b"</c>"
_CELL = rb'<c r="([A-Z])[1-9][0-9]*"[^<>]*><v>'


class NumberRows(NamedTuple):
    """What is known of the rows of numbers of a sheet. Rows and columns are counted from 1."""

    left: bytes
    """The XML of the sheet without them."""
    taken: int
    """How many they are."""
    cells: int
    """Cells with content."""
    tags: int
    """Cells, at most."""
    rows: tuple[int, int]
    """The first and the last one."""
    columns: tuple[int, int]
    """The first and the last one that a cell may be in."""
    cuts: tuple[int, ...]
    """Places in the XML of the sheet where a row begins: the first row, then one in each further piece."""


def number_rows(data: bytes) -> NumberRows | None:
    """The rows of numbers of a long sheet; ``None`` where there are none to be taken out."""
    first = data.find(_ROW)
    middle = (first + len(data)) // 2
    letters = [ord(letter) for letter in re.findall(_CELL, data[middle : middle + _SAMPLE])]
    if first < 0 or not letters:
        return None
    pattern = _pattern(min(letters), max(letters))
    left = [data[:first]]
    cuts, ends, taken = [first], list[int](), 0
    while cuts[-1] >= 0:
        at = cuts[-1]
        cuts.append(data.find(_ROW, at + limits.PIECE_BYTES))
        parts = pattern.split(data[at : cuts[-1]] if cuts[-1] > 0 else data[at:])
        left.append(b"".join(parts[::2]))
        rows = list(map(int, parts[1::2]))
        if rows:
            ends += (min(rows), max(rows))
            taken += len(rows)
    if not taken:
        return None
    rest = b"".join(left)
    return NumberRows(
        rest,
        taken,
        data.count(_END_OF_CELL) - rest.count(_END_OF_CELL),
        (len(data) - len(rest)) // _SHORTEST_CELL,
        (min(ends), max(ends)),
        (min(letters) - ord("A") + 1, max(letters) - ord("A") + 1),
        tuple(cuts[:-1]),
    )


@lru_cache(maxsize=26)
def _pattern(first: int, last: int) -> re.Pattern[bytes]:
    """A row of numbers in some columns, with empty cells anywhere. Every cell names the row it is in."""
    style = rb'(?: s="[0-9]{1,6}"| t="n")*+'
    number = rb'<c r="[%c-%c]\1"%b><v>[-+.0-9Ee]++</v></c>' % (first, last, style)
    empty = rb'<c r="[A-Z]\1"%b/>' % style
    return re.compile(
        rb'<row r="([1-9][0-9]{0,6})"(?: (?!hidden=)[A-Za-z0-9:]++="[^"<>\0]*+")*+>'
        rb"(?:%b)*+%b(?:%b|%b)*+</row>" % (empty, number, number, empty)
    )
