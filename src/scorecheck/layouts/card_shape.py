"""Cards with unknown words: their rows are recognised by position and values."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from scorecheck.checks.cards.card import SUMS
from scorecheck.checks.words import nearest, row_name, row_word
from scorecheck.layouts.card_columns import box
from scorecheck.layouts.card_rows import FEWEST_NAMES, is_line_of_names, number_in_box
from scorecheck.layouts.locate import holds_points
from scorecheck.layouts.read_as import ReadAs
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.wordy import has_words
from scorecheck.model.cells import CellRef, Value, value_text
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid

if TYPE_CHECKING:
    from scorecheck.checks.shape import Named


_FEWEST_STRANGE = 3
"""The least number of unknown words that are not misspellings.

One word in 500 is misspelt, so three on a card are likelier foreign words (by 99 to 1, if one card in twenty
is in a language that is not known).
"""


def with_places(grid: Grid, among: Container[str] | None = None) -> Grid:
    """A sheet with a cell address before each row of numbers without a word, as beside pictures of dice.

    ``among``: only these addresses, in their compared form.
    """
    rows = list(grid.rows)
    for at in _columns_of_labels(rows):
        for number, row in enumerate(rows):
            place = CellRef(number + 1, at + 1).a1
            unnamed = row[at : at + 1] == ("",) and isinstance(number_in_box(row, at + 1), int)
            if unnamed and (among is None or row_word(place) in among):
                rows[number] = (*row[:at], place, *row[at + 1 :])
    return replace(grid, rows=rows)


def begins_above(card: tuple[list[Reading], int]) -> bool:
    """Whether rows of numbers without a known word are right above a card's first row."""
    reading = card[0][0]
    table, at = reading.sheet.table, reading.sheet.column("category") or 0
    above = reversed(table.around[: table.first_row - 1])
    beside = takewhile(
        lambda row: any(
            isinstance(number_in_box(row, column), int) for column in reading.sheet.points_columns
        ),
        above,
    )
    words = (value_text(row[at]) if at < len(row) else "" for row in beside)
    return sum(row_name(word, reading.layout.row_names) is None for word in words) >= _FEWEST_STRANGE


def has_strange_words(card: tuple[list[Reading], int]) -> bool:
    """Whether words of a card are unknown and not misspelt: several, or one unlike any missing category.

    Words for sums hardly tell which sum it is.
    """
    reading = card[0][0]
    table, column = reading.sheet.table, reading.sheet.column("category") or 0
    labels = [
        value_text(table.value(row, column))
        for row in range(len(table.rows))
        if any(number_in_box(table.rows[row], at) is not None for at in reading.sheet.points_columns)
    ]
    known = {**reading.layout.row_names, **reading.sheet.own_words}
    kinds = {label: row_name(label, known) for label in labels if label}
    strange = [label for label, kind in kinds.items() if kind is None]
    held = SUMS.union(filter(None, kinds.values()))
    boxes = [word for word, kind in known.items() if kind not in held]
    if len(strange) >= _FEWEST_STRANGE or any(nearest(label, boxes) is None for label in strange):
        return True
    # A word of another card may stand for the bonus, right below the first sum.
    found = list(kinds.values())
    sums = [kind in SUMS for kind in found]
    first = sums.index(True) if True in sums else 0
    return "bonus" not in found and sums[first : first + 2] == [True, False]


def named_by_shape(grid: Grid, read_as: ReadAs) -> Iterator[Named]:
    """The meaning of the rows of cards whose words do not show it."""
    layout, words, rows = read_as.layout, read_as.words, grid.rows
    width = max(map(len, rows), default=0)
    starts = _columns_of_labels(rows)
    for at, stop in pairwise([*starts, width]):
        lines = [row for row in range(len(rows)) if is_line_of_names(rows[row], at, stop)]
        for top, bottom in zip([0, *(row + 1 for row in lines)], [*lines, len(rows)], strict=True):
            body = rows[top:bottom]
            columns = [
                [box(row, column) for row in body]
                for column in range(at + 1, stop)
                if holds_points(body, column)
            ]
            labels = [" ".join(value_text(row[at]).split()) if at < len(row) else "" for row in body]
            found = layout.named(labels, columns, words) if layout.named is not None and columns else None
            if found is not None:
                yield found


def _columns_of_labels(rows: Sequence[Sequence[Value]]) -> list[int]:
    """Of adjacent columns of words, the one with the most different ones; the others explain the scoring."""
    found: list[tuple[int, int]] = []
    last = -1
    width = max(map(len, rows), default=0)
    for at in (at for at in range(width) if has_words(rows, at, FEWEST_NAMES)):
        different = len({row[at] for row in rows if at < len(row)})
        if last < 0 or at > last + 1:
            found.append((different, at))
        elif different > found[-1][0]:
            found[-1] = (different, at)
        last = at
    return [at for _, at in found]
