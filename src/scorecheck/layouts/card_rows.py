"""The rows of a card: the categories below each other, and lines of names between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain

from scorecheck.checks.words import plain, row_name, row_word, vocabulary
from scorecheck.layouts.record_headings import FURTHEST
from scorecheck.layouts.vocabulary import counts_games
from scorecheck.model.cells import Unreadable, Value, shown_name, value_text, written
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid

WIDEST_CARD = 200
FEWEST_NAMES = 5
"""The least number of categories of a card below each other."""
_FEWEST_HEADED = 8
"""The least number of different categories in a heading line, where each row is a card."""
HEADING_ABOVE = 3
"""The names of the players are at most this many rows above the first category."""


def upper_part(grid: Grid) -> Grid:
    """The first rows and columns of a sheet, or all of a small one."""
    if len(grid.rows) <= FURTHEST and max(map(len, grid.rows), default=0) <= WIDEST_CARD:
        return grid
    return replace(grid, rows=[row[:WIDEST_CARD] for row in grid.rows[:FURTHEST]])


def number_in_box(row: Sequence[Value], at: int) -> int | None:
    """The points in a box of a card, 0 if it is struck out."""
    value = row[at] if at < len(row) else ""
    said = None if value == "" else written(value)
    return said if isinstance(said, int) else 0 if said is None and value != "" else None


def by_row_word(said: Mapping[str, str]) -> dict[str, str]:
    """Categories that the user names, keyed by the compared form of their words."""
    return {row_word(word): meaning for word, meaning in said.items()}


def names_cards(row: Sequence[Value], names: Mapping[str, str]) -> bool:
    """Whether a line has categories as headings: then each row below it is a card.

    Beside enough words, numbers are headings as well: the faces of the upper half.
    """
    kinds = {row_name(value, names) for value in row[:WIDEST_CARD] if value.__class__ is str and value != ""}
    kinds.discard(None)
    if FEWEST_NAMES <= len(kinds) < _FEWEST_HEADED:
        kinds |= {row_name(str(value), names) for value in row[:WIDEST_CARD] if value.__class__ is int}
        kinds.discard(None)
    return len(kinds) >= _FEWEST_HEADED


def transposed(grid: Grid) -> Grid:
    """A sheet with rows and columns exchanged."""
    rows = grid.rows
    width = max(map(len, rows), default=0)
    columns = [tuple(row[at] if at < len(row) else "" for row in rows) for at in range(width)]
    return replace(
        grid,
        rows=columns,
        hidden_rows=grid.hidden_columns,
        hidden_columns=grid.hidden_rows,
        struck=frozenset(cell._replace(row=cell.column, column=cell.row) for cell in grid.struck),
    )


def named_rows(rows: Sequence[Sequence[Value]], at: int, names: Mapping[str, str]) -> list[int]:
    """The rows with a category, without the line of names, even if the game has the name of a category."""
    kinds = {row: kind for row in range(len(rows)) if (kind := category_in(rows, row, at, names))}
    # The name of the game may stand above a card, with a player's name beside it.
    kinds = {row: kind for row, kind in kinds.items() if not labelled_name(rows[row], at)}
    first, *others = kinds or (-1,)
    again = any(kinds[row] == kinds[first] for row in others)
    again = again and (first == 0 or is_line_of_names(rows[first], at, len(rows[first])))
    return others if again else list(kinds)


def straightened(
    rows: Sequence[Sequence[Value]], at: int, stop: int, named: Sequence[int], names: Mapping[str, str]
) -> tuple[Sequence[Sequence[Value]], Mapping[int, tuple[int, int]]]:
    """The rows of a card with those in their columns that stand a column to the right, and which these are.

    They begin under the second player, or their word stands under the first, and a number stands where no
    other row has one.
    """
    widths = [
        max(
            (column for column in range(at, min(stop, len(rows[row]))) if rows[row][column] != ""), default=at
        )
        for row in named
    ]
    last, count = Counter(widths).most_common(1)[0] if widths else (at, 0)
    if last == at or last + 1 >= min(stop, max(map(len, rows))):
        # Nothing stands in most rows, or nothing to the right of them.
        return rows, {}
    if widths.count(last + 1) > 1 or count < FEWEST_NAMES:
        return rows, {}
    found = list(rows)
    shifted: dict[int, tuple[int, int]] = {}
    for row in range(named[0], min(len(rows), named[-1] + FEWEST_NAMES)):
        line = [*rows[row], *[""] * (last + 2 - len(rows[row]))]
        gap = at if line[at] == "" and category_in(rows, row, at + 1, names) else at + 1
        if line[gap] == "" and all(isinstance(written(value), int) for value in line[at + 2 : last + 2]):
            found[row], shifted[row] = [*line[:gap], *line[gap + 1 :]], (gap, 1)
    return found, shifted


def category_in(rows: Sequence[Sequence[Value]], row: int, at: int, names: Mapping[str, str]) -> str | None:
    """The category for the word before a row."""
    value = rows[row][at] if at < len(rows[row]) else ""
    return None if value == "" else row_name(value_text(value), names)


def is_card(rows: Sequence[Sequence[Value]], at: int, named: Sequence[int], names: Mapping[str, str]) -> bool:
    """Whether a column holds enough different categories and little else.

    Mere numbers are categories on some cards, but game numbers elsewhere.
    """
    words = [value_text(rows[row][at]) for row in named]
    if len({row_name(word, names) for word in words if any(map(str.isalpha, word))}) < FEWEST_NAMES:
        return False
    times = sorted(Counter(row_name(word, names) for word in words).values())
    # Each of several cards has each category once, and a sum at most twice.
    once = sum(min(count, 2 * times[len(times) // 2]) for count in times)
    between = sum(1 for row in range(named[0], named[-1] + 1) if at < len(rows[row]) and rows[row][at] != "")
    return 2 * once >= between


def is_word(value: Value) -> bool:
    """Whether a cell holds a word, not a number or a mark."""
    return value.__class__ is str and isinstance(written(value), Unreadable)


def labelled_name(row: Sequence[Value], corner: int) -> str:
    """The name after a word for one: ``Name: Anna`` in a cell, or ``Name`` and ``Anna`` in two.

    It is in the corner, or to the right of the game's name.
    """
    for at in (corner, corner + 1):
        label, _, name = str(row[at] if at < len(row) else "").partition(":")
        if plain(label) in _words_for_names():
            others = [shown_name(value) for value in row[at + 1 :] if is_word(value)]
            return name.strip() or (others[0] if others else "")
    return ""


_words_for_names = partial(vocabulary, "layouts", "words.toml", section="whose")


def has_letters(word: str) -> bool:
    """Whether a word is more than a number or a date."""
    return any(map(str.isalpha, word))


def is_line_of_names(row: Sequence[Value], at: int, stop: int) -> bool:
    """Whether there are only words to the right of the column of categories, up to the column ``stop``."""
    words = [value for value in row[at + 1 : stop] if value != ""]
    return any(has_letters(str(word)) for word in words) and all(map(is_word, words))


def _counts_games_of_players(row: Sequence[Value], at: int, stop: int) -> bool:
    """Whether a row is ``Game``, 1, 2, 1, 2 …: the games of the players named above."""
    label = value_text(row[at]) if at < len(row) else ""
    numbers = [written(value) for value in row[at + 1 : stop] if value != ""]
    counted = [value for value in numbers if isinstance(value, int) and 0 < value <= WIDEST_CARD]
    return counts_games(f"{label} 1") and 1 in counted[:1] and len(counted) == len(numbers)


def row_of_names(rows: Sequence[Sequence[Value]], top: int, at: int, stop: int) -> int:
    """The row of the players' names: above the first category, or game numbers, or just the row before it."""
    above = range(top - 1, max(-1, top - 1 - HEADING_ABOVE), -1)
    if top and _counts_games_of_players(rows[top - 1], at, stop):
        return top - 1
    named = (row for row in above if is_line_of_names(rows[row], at, stop))
    # The title of the upper half may be between them.
    filled = (row for row in above if any(value != "" for value in rows[row][at + 1 : stop]))
    return next(chain(named, filled), top - 1)
