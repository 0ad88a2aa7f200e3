"""Finds the layouts of records and cards that a sheet may have, by headings and words before rows.

Tables of points are recognised by their numbers. A game log or a transcript has hardly any, so its headings
decide; a card has categories below each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from typing import TypeVar

from scorecheck.layouts.card_rows import (
    FEWEST_NAMES,
    WIDEST_CARD,
    by_row_word,
    is_card,
    named_rows,
    names_cards,
    number_in_box,
    transposed,
    upper_part,
)
from scorecheck.layouts.record_headings import FEWEST_OF_NEARLY, FURTHEST, Line, RecordSketch, by_plain_form
from scorecheck.layouts.wordy import columns_of_words, has_words
from scorecheck.model.cells import Value
from scorecheck.model.wanted import ANYTHING, Wanted
from scorecheck.model.workbook import Grid

_FEWEST_OF_CARD = 12
"""The least number of words in a line above cards in rows, in any language."""

S = TypeVar("S", bound=RecordSketch)


def may_be_records(grid: Grid, sketches: Sequence[S], wanted: Wanted = ANYTHING) -> list[S]:
    """The layouts that ``record_readings`` or ``nearly_records`` may find on a sheet.

    A line with all headings except one is enough here, and so is a column of categories.
    """
    told, words = by_plain_form(wanted.headings), by_row_word(wanted.categories)
    rows = grid.rows[:FURTHEST]
    wordy = list(map(columns_of_words, rows))
    found = _nearly_headed(grid, [sketch for sketch in sketches if sketch.required], told, wordy)
    widest = min(max(map(len, rows), default=0), WIDEST_CARD)
    filled = Counter(chain.from_iterable(wordy))
    columns = [
        column
        for column in range(widest)
        if (column == 0 or filled[column] >= FEWEST_NAMES) and has_words(rows, column, FEWEST_NAMES)
    ]
    wide = [row for row, beside in zip(rows, wordy, strict=True) if len(beside) >= FEWEST_NAMES - 1]
    across = [at for at, beside in enumerate(wordy) if len(beside) >= _FEWEST_OF_CARD]
    turned = transposed(upper_part(grid)) if across else grid

    def may_be_card(sketch: S) -> bool:
        names = {**sketch.row_names, **words} if words else sketch.row_names
        return (
            any(is_card(rows, column, named_rows(rows, column, names), names) for column in columns)
            or any(names_cards(row, names) for row in wide)
            or any(_has_steps(rows, column, sketch.steps) for column in columns)
            or any(_has_steps(turned.rows, at, sketch.steps) for at in across)
        )

    if not (columns or wide or across):
        return found
    return [*found, *(sketch for sketch in sketches if sketch.row_names and may_be_card(sketch))]


def _may_lack(one: RecordSketch) -> int:
    """How many of its headings a line may lack: one, but none of two."""
    return int(len(one.required) > FEWEST_OF_NEARLY)


def _nearly_headed(
    grid: Grid, waiting: list[S], told: Mapping[str, str], wordy: Sequence[Collection[int]]
) -> list[S]:
    """The layouts of records with a line of all headings, but for one that it may lack, once per line.

    ``wordy``: the columns with words in the upper rows.
    """
    known = {id(headings): headings for headings in (sketch.headings for sketch in waiting)}.values()
    counts_are_words = any(map(str.isdigit, told))
    found: list[S] = []
    fewest = min((len(sketch.required) - _may_lack(sketch) for sketch in waiting), default=0)
    furthest = min(len(grid.rows), FURTHEST)
    at = 0
    while at < furthest and waiting:
        row, beside = grid.rows[at], wordy[at] if at < len(wordy) else None
        at += 1
        # Rows of games hardly contain a word that is any heading.
        if beside is not None and not counts_are_words and len(beside) + 1 < fewest:
            continue
        line = Line(row, told)
        may_be = line.most_roles(known) >= fewest
        for sketch in list(waiting) if may_be else ():
            missing = sketch.required - set(line.roles(sketch.headings).values())
            if len(missing) <= _may_lack(sketch):
                found.append(sketch)
            if not missing:
                waiting.remove(sketch)
                furthest = len(grid.rows)
    return found


def _has_steps(rows: Sequence[Sequence[Value]], at: int, steps: Sequence[int]) -> bool:
    """Whether rows beside a column of words hold multiples of some numbers, all except one."""
    for column in range(at + 1, max(map(len, rows), default=0)):
        numbers = [one for row in rows if (one := number_in_box(row, column)) is not None]
        if numbers:
            return any(
                sum(
                    0 <= number <= step * len(steps) and number % step == 0
                    for number, step in zip(numbers[first:], steps, strict=False)
                )
                >= len(steps) - 1
                for first in range(len(numbers) - len(steps) + 1)
            )
    return False
