"""The cards of a sheet, upright or transposed: where each starts and ends, and its columns.

The rows of cards with unknown words are recognised by position and values.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import TypeAlias

from scorecheck.checks.cards.card import SUMS
from scorecheck.checks.shape import Named
from scorecheck.checks.words import nearest, row_name, row_word
from scorecheck.layouts.card_columns import box, columns_of_card
from scorecheck.layouts.card_rows import (
    FEWEST_NAMES,
    category_in,
    is_card,
    is_line_of_names,
    named_rows,
    names_cards,
    number_in_box,
    row_of_names,
    transposed,
    upper_part,
)
from scorecheck.layouts.foot import Feet
from scorecheck.layouts.locate import holds_points
from scorecheck.layouts.read_as import ReadAs, sheet_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.record_headings import table_below
from scorecheck.layouts.wordy import has_words
from scorecheck.model.cells import CellRef, Value, value_text
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid

_Cards: TypeAlias = "list[tuple[list[Reading], int]]"


def card_readings(grid: Grid, cards: Sequence[ReadAs]) -> _Cards:
    """The cards of a sheet. On a large one, the first rows and columns must hold one."""
    if not cards:
        return []
    upper = upper_part(grid)
    found = _cards_of(upper, cards)
    return _cards_of(grid, cards) if found and upper is not grid else found


def _cards_of(grid: Grid, cards: Sequence[ReadAs]) -> _Cards:
    """The cards of a sheet, upright or transposed, by the names of their rows or by their shape."""
    turned = transposed(grid)
    found = list(_cards(grid, cards))
    if not found and any(names_cards(row, one.row_names) for row in grid.rows for one in cards):
        found = _first_columns(_cards(turned, cards, turned=True))
    if not found or any(has_strange_words(card) or begins_above(card) for card in found):
        found = _by_shape(grid, turned, cards) or found
    return found


def _first_columns(found: Iterable[tuple[list[Reading], int]]) -> _Cards:
    return [(readings, readings[0].sheet.table.first_column) for readings, _ in found]


def _by_shape(grid: Grid, turned: Grid, cards: Sequence[ReadAs]) -> _Cards:
    """The cards of a sheet whose rows are recognised by position and values."""
    for read_as in cards:
        for as_kept in (grid, turned):
            labelled = with_places(as_kept)
            shapes = list(named_by_shape(labelled, read_as))
            if not shapes:
                continue
            shown = {
                word: kind
                for shape in reversed(shapes)
                for word, kind in shape.words.items()
                if word not in read_as.words
            }
            unsure = tuple(pair for shape in shapes for pair in shape.unsure)
            both = read_as._replace(words={**shown, **read_as.words})
            one = with_places(as_kept, shown)
            found = [
                (
                    [
                        reading._replace(sheet=replace(reading.sheet, by_shape=shown), unsure=unsure)
                        for reading in readings
                    ],
                    row,
                )
                for readings, row in _cards(one, [both], turned=as_kept is turned)
            ]
            if found:
                return found if as_kept is grid else _first_columns(found)
    return []


def _cards(
    grid: Grid, offered: Sequence[ReadAs], *, turned: bool = False
) -> Iterator[tuple[list[Reading], int]]:
    """The cards of a sheet, between columns of categories and between lines of names."""
    rows = grid.rows
    width = max(map(len, rows), default=0)
    wordy = [at for at in range(width) if has_words(rows, at, FEWEST_NAMES)]
    for read_as in offered:
        known = read_as.row_names
        named = {at: named_rows(rows, at, known) for at in wordy}
        starts = [at for at in wordy if is_card(rows, at, named[at], known)]
        # A second column of words to the right explains the scoring.
        starts = [at for at in starts if at - 1 not in starts]
        for at, stop in pairwise([*starts, width]):
            for top, bottom in _blocks(rows, at, stop, named[at], known):
                heading = row_of_names(rows, top, at, stop)
                columns = columns_of_card(
                    grid, read_as, range(at, stop), (heading, top, bottom), turned=turned
                )
                table = replace(
                    table_below(grid, heading, rows[heading + 1 : bottom], stop, at), turned=turned
                )
                sheet = sheet_of(table, read_as, columns, Feet(table))
                if sheet is not None:
                    yield [Reading(read_as.ruleset, read_as.layout, sheet)], heading


def _blocks(
    rows: Sequence[Sequence[Value]], at: int, stop: int, named: Sequence[int], names: Mapping[str, str]
) -> Iterator[tuple[int, int]]:
    """The rows of each card in a column of categories: a line of names between two starts another.

    If the categories continue below it, it only repeats the names above the second half.
    """
    top = named[0]
    seen: set[str | None] = set()
    for before, after in zip(named, [*named[1:], None], strict=True):
        seen.add(category_in(rows, before, at, names))
        if after is None:
            yield top, len(rows)
            continue
        line = next((row for row in range(before + 1, after) if is_line_of_names(rows[row], at, stop)), None)
        if line is None or (
            category_in(rows, after, at, names) not in seen and _is_again(rows, line, top, at, stop)
        ):
            continue
        # The title of the next card is above its line of names.
        titles = takewhile(lambda row: not any(rows[row][at + 1 : stop]), range(line - 1, before, -1))
        yield top, line - len(list(titles))
        top = after
        seen.clear()


def _is_again(rows: Sequence[Sequence[Value]], line: int, top: int, at: int, stop: int) -> bool:
    """Whether a line repeats the names of a card."""
    heading = row_of_names(rows, top, at, stop)
    above, again = rows[max(heading, 0)][at + 1 : stop], rows[line][at + 1 : stop]
    pairs = zip_longest(above, again, fillvalue="")
    return heading >= 0 and all(one == other or str(one).endswith(f"({other})") for one, other in pairs)


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
