"""The cards of a sheet, upright or transposed: where each starts and ends, and its columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import TypeAlias

from scorecheck.layouts.card_columns import columns_of_card
from scorecheck.layouts.card_rows import (
    FEWEST_NAMES,
    category_in,
    is_card,
    is_line_of_names,
    named_rows,
    names_cards,
    row_of_names,
    transposed,
    upper_part,
)
from scorecheck.layouts.card_shape import begins_above, has_strange_words, named_by_shape, with_places
from scorecheck.layouts.foot import Feet
from scorecheck.layouts.read_as import ReadAs, sheet_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.record_headings import table_below
from scorecheck.layouts.wordy import has_words
from scorecheck.model.cells import Value
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
