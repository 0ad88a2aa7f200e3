"""Forms of tables that are known but not read: each by an example, for the message."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from fractions import Fraction

from scorecheck.checks.words import names_in
from scorecheck.model.cells import CellRef, NumberInText, Value, value_text, written
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid

_FURTHEST, _FEWEST_ROWS, _FEWEST_CELLS = 200, 3, 3
_TWO_NUMBERS = re.compile(
    r"([-+−–]?\d{1,5})\s*(?:\(\s*([-+−–]?\d{1,6})\s*\)|(?:/|\||=|→|->|=>)\s*([-+−–]?\d{1,6}))"
)
_AGAINST = re.compile(r"(?i)(?P<one>.+?)\s+(?:gegen|vs\.?|v\.|versus|against|mot)\s+(?P<other>.+)")
_TWO_NAMES = 2


def two_numbers_in_cells(grid: Grid) -> str | None:
    """A cell with two numbers, as ``+4 (12)``, if several rows have several of them."""
    cells = [
        [cell for cell in map(_text, row) if _TWO_NUMBERS.fullmatch(cell)] for row in grid.rows[:_FURTHEST]
    ]
    rows = [found for found in cells if len(found) >= _FEWEST_CELLS]
    return rows[0][0] if len(rows) >= _FEWEST_ROWS else None


def with_numbers_parted(grid: Grid) -> tuple[Grid, Sequence[Sequence[CellRef]]]:
    """The sheet with a further column for the second numbers, beside each column of cells with two; and the
    place of each cell."""
    width = max(map(len, grid.rows), default=0)
    two = {at for row in grid.rows for at, cell in enumerate(row) if _TWO_NUMBERS.fullmatch(_text(cell))}
    columns = [at for at in range(width) for _ in range(1 + (at in two))]
    places = [[CellRef(row, at + 1) for at in columns] for row in range(1, len(grid.rows) + 1)]
    return replace(grid, rows=[tuple(_parted(row, width, two)) for row in grid.rows]), places


def _parted(row: Sequence[Value], width: int, two: Set[int]) -> Iterator[Value]:
    """The cells of a row, those of some columns parted in two; words stand above both."""
    for at in range(width):
        value = row[at] if at < len(row) else ""
        found = _TWO_NUMBERS.fullmatch(_text(value)) if at in two else None
        if found is not None:
            for said in (found[1], found[2] or found[3]):
                number = written(said)
                yield NumberInText(value_text(value), number) if isinstance(number, int) else said
        else:
            yield value
            if at in two:
                yield value if any(map(str.isalpha, _text(value))) else ""


def sides_without_winner(grid: Grid) -> str | None:
    """Who played against whom in a row, as ``A & B gegen C & D``, if most rows say so."""
    filled = [row for row in grid.rows[:_FURTHEST] if any(cell != "" for cell in row)]
    found = list(filter(None, map(_sides, filled)))
    return found[0] if len(found) >= _FEWEST_ROWS and 2 * len(found) > len(filled) else None


def _sides(row: Sequence[Value]) -> str | None:
    """The two sides in a row: in one cell, or two names in each of two."""
    texts = [text for text in map(_text, row) if any(map(str.isalpha, text))]
    for text in texts:
        sides = _AGAINST.fullmatch(text)
        if sides is not None:
            return text
    several = [text for text in texts if _are_two_names(text)]
    return " / ".join(several) if len(several) == _TWO_NAMES else None


def _are_two_names(text: str) -> bool:
    names = names_in(text)
    return len(names) == _TWO_NAMES and not any(map(str.isdigit, text)) and all(len(one) > 1 for one in names)


def _text(cell: Value) -> str:
    return value_text(cell).strip() if isinstance(cell, str) else ""


_DELIMITERS = ";,\t|"
_FEWEST_VALUES = 3


def delimiter_in_cells(grid: Grid) -> str | None:
    """The character that parts the values of each row in its only cell; ``None`` if rows are parted already.

    Half of the filled rows, titles and notes counted, must have as many values as each other, and half of the
    values be numbers.
    """
    filled = [[value for value in row if value != ""] for row in grid.rows]
    alone = [row[0] for row in filled if len(row) == 1]
    if 2 * len(alone) <= sum(map(bool, filled)):
        return None
    texts = [value for value in alone if isinstance(value, str)]
    for delimiter in _DELIMITERS:
        parted = [text.split(delimiter) for text in texts]
        values, rows = next(iter(Counter(map(len, parted)).most_common(1)), (0, 0))
        numbers = sum(isinstance(written(one), (int, Fraction)) for row in parted for one in row)
        if (
            values >= _FEWEST_VALUES
            and rows >= _FEWEST_ROWS
            and 2 * rows >= len(alone)
            and 2 * numbers >= sum(map(len, parted))
        ):
            return delimiter
    return None
