"""Finds the tables that hold records: a row an event with its facts in named columns, or a card.

Tables of points are told by their numbers. A game log or a transcript holds hardly any, so it is
found by its headings; a card by the categories that stand one below the other.
"""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import chain, islice, pairwise, takewhile, zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING, Protocol, TypeAlias, TypeVar

from scorecheck.checks.words import nearest, plain, row_name, row_word, vocabulary
from scorecheck.layouts.cells import shown_name, written
from scorecheck.layouts.foot import Feet
from scorecheck.layouts.locate import holds_points, title_above
from scorecheck.layouts.readings import ReadAs, Reading, fewer_players, players_of, sheet_of
from scorecheck.layouts.vocabulary import SIGN_ENDS, common_headings, counts_games, row_words, with_sign
from scorecheck.layouts.wordy import columns_of_words, has_words
from scorecheck.model.cells import CellRef, Unreadable, value_text
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import GAMES_SUM, Column, Table
from scorecheck.model.wanted import ANYTHING, Wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence

    from scorecheck.checks.ruleset import Layout, Ruleset
    from scorecheck.checks.shape import Box, Named
    from scorecheck.model.cells import Value
    from scorecheck.model.sheet import Sheet
    from scorecheck.model.workbook import Grid

_FURTHEST = 200
"""The first line of headings of records is looked for in so many rows; after one, in all."""
_WIDEST_CARD = 200
_FEWEST_NAMES = 5
"""A card has at least so many of its categories one below the other."""
_FEWEST_HEADED = 8
"""A line that has a card a row below it names at least so many different rows of a card."""
_HEADING_ABOVE = 3
"""The names of the players stand at most so many rows above the first category."""
_FEWEST_OF_CARD = 12
"""A line that has a card a row below it has at least so many words, in whatever language."""
_FEWEST_STRANGE = 3
"""A word in 500 is misspelt; three on one card are likelier somebody's own (by 99 to 1, if one card in twenty
is kept in words that nobody told us)."""
_SAMPLE = 60
_FEWEST_OF_NEARLY = 2


class RecordSketch(Protocol):
    """A layout of records or a card, as far as it shows whether a sheet may be one."""

    @property
    def required(self) -> frozenset[str]:
        """The roles that must stand in a line of headings; a card has none."""
        ...

    @property
    def headings(self) -> Mapping[str, str]:
        """What its headings stand for."""
        ...

    @property
    def row_names(self) -> Mapping[str, str]:
        """What the names of its rows stand for; empty where it is no card."""
        ...

    @property
    def steps(self) -> Sequence[int]:
        """Rows of a card that stand one below the other hold multiples of these."""
        ...


S = TypeVar("S", bound=RecordSketch)


class Nearly(NamedTuple):
    """A line of headings that lacks a column to be that of a layout of records; or several, each misspelt."""

    layout: str
    missing: tuple[str, ...]
    row: int
    """Counted from 0, as is the column."""
    column: int
    headings: tuple[str, ...] = ()
    """Those that are not known and may be meant to be the missing ones; the first is at the place then."""


def record_readings(
    grid: Grid,
    path: str,
    rulesets: Iterable[Ruleset],
    wanted: Wanted = ANYTHING,
) -> tuple[list[list[Reading]], int]:
    """The tables of records and the cards of a sheet, each with every layout that it fits.

    Also the row, counted from 0, in which the first one begins; what stands above may be another
    table.
    """
    told, words = _by_plain_form(wanted.headings), _by_row_word(wanted.categories)
    offered = [
        ReadAs(ruleset, one, path, ruleset.known_preset(wanted.preset), told, words)
        for ruleset in rulesets
        for one in ruleset.layouts
        if (one.required or one.row_names) and wanted.layout in (None, one.name)
    ]
    if not offered:
        return [], len(grid.rows)
    below_headings = list(_tables_of_records(grid, [one for one in offered if one.layout.required]))
    tables = [found for _, found in below_headings]
    first = min((row for row, _ in below_headings), default=len(grid.rows))
    # The categories in a log are no card: with a log on the sheet, a card is looked for above it.
    above = replace(grid, rows=grid.rows[:first]) if tables else grid
    found_cards = _card_readings(above, [one for one in offered if one.layout.row_names])
    first = min([first, *(row for _, row in found_cards)])
    return [*(found for found, _ in found_cards), *tables], first


def _tables_of_records(grid: Grid, offered: Sequence[ReadAs]) -> Iterator[tuple[int, list[Reading]]]:
    """The tables below lines of headings, each with the row of its headings."""
    lines = list(_heading_lines(grid, offered))
    for (row, fitting), (following, _) in pairwise([*lines, (len(grid.rows), ())]):
        stop = next((end for end in range(row + 2, following) if _begins_another(grid.rows, end)), following)
        found = [reading for one in fitting for reading in _of_records(grid, one, row, stop)]
        if found:
            yield row, found


_Cards: TypeAlias = "list[tuple[list[Reading], int]]"


def _card_readings(grid: Grid, cards: Sequence[ReadAs]) -> _Cards:
    """The cards of a sheet. Of a large one the first rows and columns must hold one."""
    if not cards:
        return []
    upper = _upper(grid)
    found = _cards_of(upper, cards)
    return _cards_of(grid, cards) if found and upper is not grid else found


def _upper(grid: Grid) -> Grid:
    """The first rows and columns of a sheet; the sheet itself where it has no more."""
    rows = grid.rows[:_FURTHEST]
    if max(map(len, rows), default=0) > _WIDEST_CARD:
        rows = [row[:_WIDEST_CARD] for row in rows]
    elif len(grid.rows) <= _FURTHEST:
        return grid
    return replace(grid, rows=rows)


def _cards_of(grid: Grid, cards: Sequence[ReadAs]) -> _Cards:
    """The cards of a sheet, upright or turned, by the names of their rows or by their shape."""
    turned = _turned(grid)
    found = list(_cards(grid, cards))
    if not found and any(_names_cards(row, one.row_names) for row in grid.rows for one in cards):
        found = _first_columns(_cards(turned, cards, turned=True))
    if not found or any(_has_strange_words(card) or _begins_above(card) for card in found):
        found = _by_shape(grid, turned, cards) or found
    return found


def _first_columns(found: Iterable[tuple[list[Reading], int]]) -> _Cards:
    return [(readings, readings[0].sheet.table.first_column) for readings, _ in found]


def _by_shape(grid: Grid, turned: Grid, cards: Sequence[ReadAs]) -> _Cards:
    """The cards of a sheet whose rows are known by where they stand and what stands in them."""
    for read_as in cards:
        for as_kept in (grid, turned):
            labelled = _with_places(as_kept)
            shapes = list(_named_by_shape(labelled, read_as))
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
            one = _with_places(as_kept, shown)
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


def _with_places(grid: Grid, among: Container[str] | None = None) -> Grid:
    """A sheet where the place of its cell stands before each row of numbers without a word: the picture of a
    die, say. ``among``: only these, as words before rows are compared."""
    rows = list(grid.rows)
    for at in _columns_of_labels(rows):
        for number, row in enumerate(rows):
            place = CellRef(number + 1, at + 1).a1
            unnamed = row[at : at + 1] == ("",) and isinstance(_number(row, at + 1), int)
            if unnamed and (among is None or row_word(place) in among):
                rows[number] = (*row[:at], place, *row[at + 1 :])
    return replace(grid, rows=rows)


def _begins_above(card: tuple[list[Reading], int]) -> bool:
    """Whether rows of numbers stand right above a card's own, before which no word is known."""
    reading = card[0][0]
    table, at = reading.sheet.table, reading.sheet.column("category") or 0
    above = reversed(table.around[: table.first_row - 1])
    beside = takewhile(
        lambda row: any(isinstance(_number(row, column), int) for column in reading.sheet.points_columns),
        above,
    )
    words = (value_text(row[at]) if at < len(row) else "" for row in beside)
    return sum(row_name(word, reading.layout.row_names) is None for word in words) >= _FEWEST_STRANGE


def _has_strange_words(card: tuple[list[Reading], int]) -> bool:
    """Whether words of a card are unknown and no slips of the pen: several, or one that is like no word for a
    box without a row. What a sum is called hardly tells which one it is."""
    from scorecheck.checks.cards.card import SUMS

    reading = card[0][0]
    table, column = reading.sheet.table, reading.sheet.column("category") or 0
    labels = [
        value_text(table.value(row, column))
        for row in range(len(table.rows))
        if any(_number(table.rows[row], at) is not None for at in reading.sheet.points_columns)
    ]
    known = {**reading.layout.row_names, **reading.sheet.own_words}
    kinds = {label: row_name(label, known) for label in labels if label}
    strange = [label for label, kind in kinds.items() if kind is None]
    held = SUMS.union(filter(None, kinds.values()))
    boxes = [word for word, kind in known.items() if kind not in held]
    return len(strange) >= _FEWEST_STRANGE or any(nearest(label, boxes) is None for label in strange)


def nearly_records(
    grid: Grid,
    rulesets: Iterable[Ruleset],
    wanted: Wanted = ANYTHING,
) -> Nearly | None:
    """The first line that has all headings of a layout of records but one, or but some that are misspelt.

    Of several games that which knows most of its headings.
    """
    told = _by_plain_form(wanted.headings)
    every = [one for ruleset in rulesets for one in ruleset.layouts]
    layouts = [
        one
        for one in every
        if len(one.required) > _FEWEST_OF_NEARLY
        and one.asks_for_missing
        and wanted.layout in (None, one.name)
    ]
    for row in range(min(len(grid.rows), _FURTHEST)):
        words = _words(grid.rows[row])
        for one in layouts if len(words) >= _FEWEST_OF_NEARLY else ():
            roles = _roles(words, grid.rows[row], one, told)
            missing = tuple(sorted(one.required - set(roles.values())))
            if not 1 <= len(missing) < len(one.required):
                continue
            unknown = {at: shown_name(grid.rows[row][at]) for at in sorted(words.keys() - roles.keys())}
            meant = _meant(unknown, missing, one)
            # Two columns under one word are not two that were meant otherwise.
            apart = {plain(unknown[at]) for at in meant}
            if len(meant) == len(missing) == len(apart):
                inside = tuple(meant[at] for at in sorted(meant))
                return Nearly(one.name, inside, row, min(meant), tuple(unknown[at] for at in sorted(meant)))
            # "Was" and "Wer" stand on a shopping list, too: two known headings say nothing.
            if len(missing) == 1 and len(roles) > _FEWEST_OF_NEARLY:
                most = max(len(_roles(words, grid.rows[row], other, told)) for other in every)
                if len(roles) < most:
                    continue
                return Nearly(one.name, missing, row, min(words))
    return None


def _meant(unknown: Mapping[int, str], missing: Iterable[str], layout: Layout) -> dict[int, str]:
    """The columns with unknown headings that are like ones of the missing columns: each is one of them."""
    found: dict[int, str] = {}
    for role in missing:
        words = [word for word, meaning in layout.headings.items() if meaning == role]
        like = (at for at, heading in unknown.items() if at not in found and nearest(heading, words))
        for at in islice(like, 1):
            found[at] = role
    return found


def may_be_records(
    grid: Grid,
    sketches: Sequence[S],
    wanted: Wanted = ANYTHING,
) -> list[S]:
    """Those of some layouts that ``record_readings`` or ``nearly_records`` may find on a sheet.

    A line with all headings but one is enough here, and so is a column of categories.
    """
    told, words = _by_plain_form(wanted.headings), _by_row_word(wanted.categories)
    rows = grid.rows[:_FURTHEST]
    wordy = list(map(columns_of_words, rows))
    found = _nearly_headed(grid, [sketch for sketch in sketches if sketch.required], told, wordy)
    widest = min(max(map(len, rows), default=0), _WIDEST_CARD)
    filled = Counter(chain.from_iterable(wordy))
    columns = [
        column
        for column in range(widest)
        if (column == 0 or filled[column] >= _FEWEST_NAMES) and has_words(rows, column, _FEWEST_NAMES)
    ]
    wide = [row for row, beside in zip(rows, wordy, strict=True) if len(beside) >= _FEWEST_NAMES - 1]
    across = [at for at, beside in enumerate(wordy) if len(beside) >= _FEWEST_OF_CARD]
    turned = _turned(_upper(grid)) if across else grid

    def may_be_card(sketch: S) -> bool:
        names = {**sketch.row_names, **words}
        return (
            any(_is_card(rows, column, _rows_named(rows, column, names), names) for column in columns)
            or any(_names_cards(row, names) for row in wide)
            or any(_has_steps(rows, column, sketch.steps) for column in columns)
            or any(_has_steps(turned.rows, at, sketch.steps) for at in across)
        )

    return [*found, *(sketch for sketch in sketches if sketch.row_names and may_be_card(sketch))]


def _nearly_headed(
    grid: Grid, waiting: list[S], told: Mapping[str, str], wordy: Sequence[Collection[int]]
) -> list[S]:
    """Those of some layouts of records that have a line with all headings but one, once for each such line.

    ``wordy``: the columns with words of the upper rows.
    """
    known = _Known([told, *(sketch.headings for sketch in waiting)])
    counts_are_words = any(map(str.isdigit, told))
    found: list[S] = []
    fewest = min((len(sketch.required) for sketch in waiting), default=0) - 1
    furthest = min(len(grid.rows), _FURTHEST)
    at = 0
    while at < furthest and waiting:
        row, beside = grid.rows[at], wordy[at] if at < len(wordy) else None
        at += 1
        # Rows of a game say hardly a word that is any heading.
        if beside is not None and not counts_are_words and len(beside) + 1 < fewest:
            continue
        said = _words(row)
        may_be = known.most_roles(said, row) >= fewest
        for sketch in list(waiting) if may_be else ():
            missing = sketch.required - set(_roles(said, row, sketch, told).values())
            if len(missing) <= 1:
                found.append(sketch)
            if not missing:
                waiting.remove(sketch)
                furthest = len(grid.rows)
    return found


def _has_steps(rows: Sequence[Sequence[Value]], at: int, steps: Sequence[int]) -> bool:
    """Whether rows beside a column of words hold multiples of some numbers, all but one."""
    for column in range(at + 1, max(map(len, rows), default=0)):
        numbers = [one for row in rows if (one := _number(row, column)) is not None]
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


def _number(row: Sequence[Value], at: int) -> int | None:
    """The points in a box of a card, 0 where it is struck."""
    value = row[at] if at < len(row) else ""
    said = None if value == "" else written(value)
    return said if isinstance(said, int) else 0 if said is None and value != "" else None


def _box(row: Sequence[Value], at: int) -> Box:
    """The same, or why a box of a card cannot hold what stands there."""
    value = row[at] if at < len(row) else ""
    said = None if value == "" else written(value)
    if isinstance(said, Fraction):
        return Unreadable(str(value), "fraction")
    return said if said is not None or value == "" else 0


def _named_by_shape(grid: Grid, read_as: ReadAs) -> Iterator[Named]:
    """What the rows of the cards are, where their words do not tell it."""
    layout, words, rows = read_as.layout, read_as.words, grid.rows
    width = max(map(len, rows), default=0)
    starts = _columns_of_labels(rows)
    for at, stop in pairwise([*starts, width]):
        lines = [row for row in range(len(rows)) if _is_line_of_names(rows[row], at, stop)]
        for top, bottom in zip([0, *(row + 1 for row in lines)], [*lines, len(rows)], strict=True):
            body = rows[top:bottom]
            columns = [
                [_box(row, column) for row in body]
                for column in range(at + 1, stop)
                if holds_points(body, column)
            ]
            labels = [" ".join(value_text(row[at]).split()) if at < len(row) else "" for row in body]
            found = layout.named(labels, columns, words) if layout.named is not None and columns else None
            if found is not None:
                yield found


def _columns_of_labels(rows: Sequence[Sequence[Value]]) -> list[int]:
    """Of neighbouring columns of words that with the most different ones; the others say how to score."""
    found: list[tuple[int, int]] = []
    last = -1
    width = max(map(len, rows), default=0)
    for at in (at for at in range(width) if has_words(rows, at, _FEWEST_NAMES)):
        different = len({row[at] for row in rows if at < len(row)})
        if last < 0 or at > last + 1:
            found.append((different, at))
        elif different > found[-1][0]:
            found[-1] = (different, at)
        last = at
    return [at for _, at in found]


def _by_plain_form(said: Mapping[str, str]) -> dict[str, str]:
    return {plain(word): meaning for word, meaning in said.items()}


def _by_row_word(said: Mapping[str, str]) -> dict[str, str]:
    return {row_word(word): meaning for word, meaning in said.items()}


def _names_cards(row: Sequence[Value], names: Mapping[str, str]) -> bool:
    """Whether a line has the categories of a card as headings: each card is a row below it.

    Beside enough words numbers are headings as well: the eyes of the upper half.
    """
    kinds = {row_name(value, names) for value in row[:_WIDEST_CARD] if value.__class__ is str and value != ""}
    kinds.discard(None)
    if _FEWEST_NAMES <= len(kinds) < _FEWEST_HEADED:
        kinds |= {row_name(str(value), names) for value in row[:_WIDEST_CARD] if value.__class__ is int}
        kinds.discard(None)
    return len(kinds) >= _FEWEST_HEADED


def _turned(grid: Grid) -> Grid:
    """A sheet with rows and columns in each other's places."""
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


def _rows_named(rows: Sequence[Sequence[Value]], at: int, names: Mapping[str, str]) -> list[int]:
    """The rows with a category; not the line of names, if a category is what the game is called, too."""
    kinds = {row: kind for row in range(len(rows)) if (kind := _category(rows, row, at, names))}
    # Over a card the game's name may stand, with a player's beside it.
    kinds = {row: kind for row, kind in kinds.items() if not _labelled(rows[row], at)}
    first, *others = kinds or (-1,)
    again = any(kinds[row] == kinds[first] for row in others)
    again = again and (first == 0 or _is_line_of_names(rows[first], at, len(rows[first])))
    return others if again else list(kinds)


def _words(row: Sequence[Value]) -> dict[int, str]:
    """The words of a row in their plain form, by column."""
    return {at: plain(value) for at, value in enumerate(row) if value.__class__ is str and value != ""}


class _Known:
    """The words that some layouts know as headings."""

    def __init__(self, headings: Iterable[Mapping[str, str]]) -> None:
        self._words = frozenset(common_headings()).union(*headings)

    def most_roles(self, words: Mapping[int, str], row: Sequence[Value]) -> int:
        """How many columns ``_roles`` gives a role at most, whatever the layout."""
        return sum(word in self._words or str(row[at])[-1:] in SIGN_ENDS for at, word in words.items())


def _roles(
    words: Mapping[int, str],
    row: Sequence[Value],
    layout: Layout | RecordSketch,
    told: Mapping[str, str],
) -> dict[int, str]:
    """What each column is by its heading; of two with the same role the first has it.

    A heading may stand for either of two roles: then the column has the one that none before it has.
    """
    roles: dict[int, str] = {}
    taken: set[str] = set()
    for at, word in words.items():
        said = told.get(word) or layout.headings.get(word) or common_headings().get(word, "")
        if str(row[at])[-1:] in SIGN_ENDS and word not in told:
            said = with_sign(said, str(row[at])) or ""
        free = (role for role in said.split(" or ") if role not in taken or role in {"remark", "date"})
        role = next(free, "")
        if role:
            roles[at] = role
            taken.add(role)
    return roles


def _heading_lines(grid: Grid, offered: Sequence[ReadAs]) -> Iterator[tuple[int, list[ReadAs]]]:
    fewest = min((len(one.layout.required) for one in offered), default=0)
    furthest = min(len(grid.rows), _FURTHEST) if offered else 0
    known = _Known([*(one.headings for one in offered), *(one.layout.headings for one in offered)])
    row = 0
    while row < furthest:
        words = _words(grid.rows[row])
        if known.most_roles(words, grid.rows[row]) >= fewest:
            fitting = [
                one
                for one in offered
                if one.layout.required
                <= set(_roles(words, grid.rows[row], one.layout, one.headings).values())
            ]
            if fitting:
                furthest = len(grid.rows)
                yield row, fitting
        row += 1


def _of_records(grid: Grid, read_as: ReadAs, row: int, stop: int) -> Iterator[Reading]:
    """The ways to read the table below a line of headings, if its columns make a sheet of the layout.

    A column of numbers that is no fact is a player's, or something else.
    """
    ruleset, layout = read_as.ruleset, read_as.layout
    line = grid.rows[row]
    body = grid.rows[row + 1 : stop]
    width = max([len(line), *(len(values) for values in body[:_SAMPLE])])
    words_of_line = _words(line)
    roles = _roles(words_of_line, line, layout, read_as.headings)
    # A word that is known is nobody's name, also where another column has its role.
    aside = "aside" if "aside" in layout.roles else "unknown"
    roles |= {
        at: aside for at, word in words_of_line.items() if at not in roles and layout.headings.get(word)
    }
    columns = [
        _column(at, shown_name(line[at]) if at < len(line) else "", roles.get(at), layout, body)
        for at in range(width)
    ]
    kept = tuple(column for column in columns if column is not None)
    table = _table(grid, row, body, width, kept[0].at if kept else 0)
    feet = Feet(table)
    for choice in fewer_players(table, read_as, kept):
        sheet = sheet_of(table, read_as, choice, feet)
        if sheet is not None and not _counts_for_names(sheet, layout):
            yield Reading(ruleset, layout, sheet)


def _begins_another(rows: Sequence[Sequence[Value]], at: int) -> bool:
    """Whether an empty row parts the rows above from the headings of a table of something else: words
    without a number, two of them above columns of numbers."""
    row = rows[at]
    if any(value != "" for value in rows[at - 1]) or sum(value != "" for value in row) < _FEWEST_HEADINGS:
        return False
    below = rows[at + 1 : at + 1 + _SAMPLE]
    words = [column for column, value in enumerate(row) if value != ""]
    return (
        all(_is_word(row[column]) for column in words)
        and sum(holds_points(below, column) for column in words) >= _FEWEST_NUMBERS
    )


_FEWEST_HEADINGS, _FEWEST_NUMBERS = 3, 2


def _counts_for_names(sheet: Sheet, layout: Layout) -> bool:
    """Whether numbers stand where names should, beside names that each stand there once: who won and lost how
    many games, and no game."""
    if not layout.name_roles or not sheet.players or not all(map(str.isdecimal, sheet.players)):
        return False
    table, rows = sheet.table, range(min(sheet.stop, _SAMPLE))
    for at in (column.at for column in sheet.columns if column.role in {"unknown", "aside"}):
        said = [value_text(table.value(row, at)).replace(" ", "").casefold() for row in rows]
        if all(map(str.isalpha, said)) and len(set(said)) == len(said) > 1:
            return True
    return False


def _column(
    at: int, heading: str, role: str | None, layout: Layout, body: Sequence[Sequence[Value]]
) -> Column | None:
    if role is not None:
        return Column(at, role, heading)
    filled = any(at < len(row) and row[at] != "" for row in body[:_SAMPLE])
    if not plain(heading):
        return Column(at, "tag", "") if filled else None
    played = holds_points(body[:_SAMPLE], at) if filled else nearest(heading, layout.headings) is None
    return Column(at, "player" if layout.min_players and played else "unknown", heading)


def _table(grid: Grid, heading: int, body: Sequence[Sequence[Value]], width: int, first_column: int) -> Table:
    line = grid.rows[heading] if heading >= 0 else ()
    return Table(
        grid.name,
        tuple(shown_name(line[at]) if at < len(line) else "" for at in range(width)),
        heading + 1,
        heading + 2,
        body,
        first_column=first_column,
        title=title_above(grid.rows, max(heading, 0)),
        hidden=frozenset(row - heading - 2 for row in grid.hidden_rows),
        struck=grid.struck,
        formats=grid.formats,
        around=grid.rows,
    )


def _cards(
    grid: Grid, offered: Sequence[ReadAs], *, turned: bool = False
) -> Iterator[tuple[list[Reading], int]]:
    """The cards of a sheet: from one column of categories to the next, from one line of names to the next."""
    rows = grid.rows
    width = max(map(len, rows), default=0)
    wordy = [at for at in range(width) if has_words(rows, at, _FEWEST_NAMES)]
    for read_as in offered:
        known = read_as.row_names
        named = {at: _rows_named(rows, at, known) for at in wordy}
        starts = [at for at in wordy if _is_card(rows, at, named[at], known)]
        # A second column of words right of the first says how each category is scored.
        starts = [at for at in starts if at - 1 not in starts]
        for at, stop in pairwise([*starts, width]):
            for top, bottom in _blocks(rows, at, stop, named[at], known):
                heading = _names_above(rows, top, at, stop)
                columns = _columns_of_card(
                    grid, read_as, range(at, stop), (heading, top, bottom), turned=turned
                )
                table = replace(_table(grid, heading, rows[heading + 1 : bottom], stop, at), turned=turned)
                sheet = sheet_of(table, read_as, columns, Feet(table))
                if sheet is not None:
                    yield [Reading(read_as.ruleset, read_as.layout, sheet)], heading


def _columns_of_card(
    grid: Grid, read_as: ReadAs, columns: range, lines: tuple[int, int, int], *, turned: bool
) -> tuple[Column, ...]:
    """The columns of a card, that of the categories first; ``lines``: the row of its names, its first row,
    and the row after its last one."""
    rows, at, (heading, top, bottom) = grid.rows, columns.start, lines
    called = grid.name or PurePath(read_as.path).stem
    names, sums = _names_of_columns(rows, heading, columns[1:], rows[top:bottom], called)
    if turned:
        # A word in a row of its own is a note, not a card.
        body = rows[heading + 1 : bottom]
        names = {other: name for other, name in names.items() if holds_points(body, other)}
    first = rows[heading][at] if heading >= 0 and at < len(rows[heading]) else ""
    found = [Column(at, "category", shown_name(first))]
    for other, name in names.items():
        if other in sums:
            found.append(Column(other, GAMES_SUM, name))
        elif name == called or not _is_heading(name, read_as):
            found.append(Column(other, _role_of(rows[top:bottom], other), name))
    limits = _limits(rows[top:bottom], at, players_of(found), read_as)
    return tuple(column._replace(role="unknown") if column.at in limits else column for column in found)


def _is_heading(word: str, read_as: ReadAs) -> bool:
    return plain(word) in common_headings() or plain(word) in read_as.headings


def _limits(
    body: Sequence[Sequence[Value]], categories: int, players: Sequence[int], read_as: ReadAs
) -> frozenset[int]:
    """The columns that say what boxes can hold; none where nobody else's stands beside them."""
    says_limits = read_as.layout.says_limits
    if says_limits is None or len(players) < 2:
        return frozenset()
    known = read_as.row_names
    kinds = {
        number: kind
        for number in range(len(body))
        if (kind := _category(body, number, categories, known)) is not None
    }
    found = {at for at in players if says_limits({kind: _box(body[row], at) for row, kind in kinds.items()})}
    return frozenset(found) if len(found) < len(players) else frozenset()


def _category(rows: Sequence[Sequence[Value]], row: int, at: int, names: Mapping[str, str]) -> str | None:
    value = rows[row][at] if at < len(rows[row]) else ""
    return None if value == "" else row_name(value_text(value), names)


def _is_card(
    rows: Sequence[Sequence[Value]], at: int, named: Sequence[int], names: Mapping[str, str]
) -> bool:
    """Whether the categories are enough different ones, and most of what stands between them in the column.

    Mere numbers are names of categories on some cards, but game numbers elsewhere.
    """
    words = [value_text(rows[row][at]) for row in named]
    if len({row_name(word, names) for word in words if any(map(str.isalpha, word))}) < _FEWEST_NAMES:
        return False
    times = sorted(Counter(row_name(word, names) for word in words).values())
    # Each of several cards has each category once, and a sum twice at most.
    once = sum(min(count, 2 * times[len(times) // 2]) for count in times)
    between = sum(1 for row in range(named[0], named[-1] + 1) if at < len(rows[row]) and rows[row][at] != "")
    return 2 * once >= between


def _role_of(body: Sequence[Sequence[Value]], at: int) -> str:
    """A column of words tells how to score; what holds points, marks or nothing yet is a player's."""
    words = any(at < len(row) and _is_word(row[at]) for row in body)
    return "unknown" if words and not holds_points(body, at) else "player"


def _is_word(value: Value) -> bool:
    return value.__class__ is str and isinstance(written(value), Unreadable)


def _names_of_columns(
    rows: Sequence[Sequence[Value]],
    heading: int,
    columns: range,
    body: Sequence[Sequence[Value]],
    called: str,
) -> tuple[dict[int, str], frozenset[int]]:
    """Whose the columns of a card are, and which of them hold what all games of a player come to.

    A name may stand over the first of several columns, one a card of the same player; so it does
    where the line above the categories only counts the cards. A block of games of one player may bear
    the name in its corner, or nowhere: then it is ``called`` as the sheet is.
    """
    line = rows[heading] if heading >= 0 else ()
    words = {at: shown_name(line[at]) for at in columns if at < len(line) and line[at] != ""}
    if parted := _player_and_game({at: word for at, word in words.items() if _role_of(body, at) == "player"}):
        sums = {at: words[at] for at, (_, game) in parted.items() if not counts_games(game)}
        return {**words, **{at: player for at, (player, _) in parted.items()}, **sums}, frozenset(sums)
    games = {at: word for at, word in words.items() if counts_games(word)}
    sums = {at: word for at, word in words.items() if at not in games and _is_sum(word)}
    if not games or len(games) + len(sums) < len(words):
        sums = {}
    else:
        counted = _is_common(line, columns.start - 1) or any(map(_has_letters, games.values()))
        words = _owners(rows, heading, columns, called if counted else "")
        words = words or games
    in_use = partial(holds_points, body)
    return dict(_each_named(columns, words, sums, games, in_use)), frozenset(sums)


def _is_common(line: Sequence[Value], at: int) -> bool:
    """Whether the corner of a card says that what stands beside it are dates or games."""
    return 0 <= at < len(line) and plain(line[at]) in common_headings()


def _each_named(
    columns: Iterable[int],
    words: Mapping[int, str],
    sums: Mapping[int, str],
    games: Container[int],
    in_use: Callable[[int], bool],
) -> Iterator[tuple[int, str]]:
    """Each column with its name, which may stand over the first of several."""
    last = ""
    for at in columns:
        last = words.get(at, last)
        if at in sums:
            yield at, sums[at]
        elif at in words or at in games or (last and in_use(at)):
            yield at, last


def _player_and_game(words: Mapping[int, str]) -> dict[int, tuple[str, str]]:
    """Whose each column is, and which of their games, where all headings say so.

    Anna (Game 1), Anna (Game 2), Anna (Total), Bernd (Game 1) … do, and Anna 1, Anna 2, Bernd 1, Bernd 2.
    """
    for pattern in (_OF_PLAYER, _NUMBERED):
        both = {at: (one[1], one[2]) for at, word in words.items() if (one := pattern.fullmatch(word))}
        if not both or len(both) < len(words):
            continue
        if all(counts_games(game) or _is_sum(game) for _, game in both.values()):
            return both if pattern is _OF_PLAYER or _have_the_same(both.values()) else {}
    return {}


def _have_the_same(columns: Iterable[tuple[str, str]]) -> bool:
    """Whether several people have the same games, each more than one. Players 1 and 2 are two people."""
    games: dict[str, tuple[str, ...]] = {}
    for player, game in columns:
        games[player] = (*games.get(player, ()), game)
    return len(games) > 1 and len(set(games.values())) == 1 and len(next(iter(games.values()))) > 1


def _owners(rows: Sequence[Sequence[Value]], heading: int, columns: range, called: str) -> dict[int, str]:
    """The names over columns whose headings only count the cards, each over the first column of a player."""
    corner = columns.start - 1
    first = columns.start
    above = rows[heading - 1] if heading > 0 else ()
    names = {at: shown_name(above[at]) for at in columns if at < len(above) and _is_word(above[at])}
    if len(names) > 1 and first in names:
        return names
    for row in range(heading, max(-1, heading - 1 - _HEADING_ABOVE), -1):
        name = _labelled(rows[row], corner)
        if name:
            return {first: name}
    if names:
        return names
    said = rows[heading][corner] if corner < len(rows[heading]) else ""
    if _is_word(said) and plain(said) not in _no_names() and not _is_common(rows[heading], corner):
        return {first: shown_name(said)}
    return {first: called} if called else {}


def _labelled(row: Sequence[Value], corner: int) -> str:
    """The name behind a word for one: ``Name: Anna`` in a cell, or ``Name`` and ``Anna`` in two.

    It stands in the corner or, beside what the game is called, right of it.
    """
    for at in (corner, corner + 1):
        label, _, name = str(row[at] if at < len(row) else "").partition(":")
        if plain(label) in _words_for_names():
            others = [shown_name(value) for value in row[at + 1 :] if _is_word(value)]
            return name.strip() or (others[0] if others else "")
    return ""


_words_for_names = partial(vocabulary, "layouts", "words.toml", section="whose")
_no_names = partial(vocabulary, "layouts", "words.toml", section="corner")


_OF_PLAYER = re.compile(r"(.+) \((.+)\)")
"""A player, and in brackets which card."""
_NUMBERED = re.compile(r"(.*[^\W\d_]{2})\s*(\d)")
"""A player, and behind the name which card."""


def _has_letters(word: str) -> bool:
    return any(map(str.isalpha, word))


def _is_sum(word: str) -> bool:
    return row_words().get(plain(word)) == "total" or common_headings().get(plain(word)) == "control"


def _blocks(
    rows: Sequence[Sequence[Value]], at: int, stop: int, named: Sequence[int], names: Mapping[str, str]
) -> Iterator[tuple[int, int]]:
    """The rows of each card in a column of categories: a line of names between two begins another.

    Where the categories go on below it, it only says the names once more over the second half.
    """
    top = named[0]
    seen: set[str | None] = set()
    for before, after in zip(named, [*named[1:], None], strict=True):
        seen.add(_category(rows, before, at, names))
        if after is None:
            yield top, len(rows)
            continue
        line = next((row for row in range(before + 1, after) if _is_line_of_names(rows[row], at, stop)), None)
        if line is None or (
            _category(rows, after, at, names) not in seen and _is_again(rows, line, top, at, stop)
        ):
            continue
        # What the next card is called stands above its line of names.
        titles = takewhile(lambda row: not any(rows[row][at + 1 : stop]), range(line - 1, before, -1))
        yield top, line - len(list(titles))
        top = after
        seen.clear()


def _is_again(rows: Sequence[Sequence[Value]], line: int, top: int, at: int, stop: int) -> bool:
    """Whether a line says the names over a card once more."""
    heading = _names_above(rows, top, at, stop)
    above, again = rows[max(heading, 0)][at + 1 : stop], rows[line][at + 1 : stop]
    pairs = zip_longest(above, again, fillvalue="")
    return heading >= 0 and all(one == other or str(one).endswith(f"({other})") for one, other in pairs)


def _is_line_of_names(row: Sequence[Value], at: int, stop: int) -> bool:
    words = [value for value in row[at + 1 : stop] if value != ""]
    return any(_has_letters(str(word)) for word in words) and all(map(_is_word, words))


def _names_above(rows: Sequence[Sequence[Value]], top: int, at: int, stop: int) -> int:
    """The row of the players' names above a card's first category, else of what numbers the games, or the
    row just above it."""
    above = range(top - 1, max(-1, top - 1 - _HEADING_ABOVE), -1)
    named = (row for row in above if _is_line_of_names(rows[row], at, stop))
    # Between them the upper half may have a title.
    filled = (row for row in above if any(value != "" for value in rows[row][at + 1 : stop]))
    return next(chain(named, filled), top - 1)
