"""The cards of a sheet, upright or transposed: where each starts and ends, and its columns.

The rows of cards with unknown words are recognised by position and values.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise, takewhile, zip_longest
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeAlias

from scorecheck.checks.cards.card import SUMS
from scorecheck.checks.words import nearest, plain, row_name, row_word, vocabulary
from scorecheck.layouts.card_rows import (
    FEWEST_NAMES,
    HEADING_ABOVE,
    category_in,
    has_letters,
    is_card,
    is_line_of_names,
    is_word,
    labelled_name,
    named_rows,
    names_cards,
    number_in_box,
    row_of_names,
    straightened,
    transposed,
    upper_part,
)
from scorecheck.layouts.foot import Feet
from scorecheck.layouts.read_as import ReadAs, sheet_of
from scorecheck.layouts.readings import Reading, players_of
from scorecheck.layouts.record_headings import table_below
from scorecheck.layouts.vocabulary import common_headings, counts_games, row_words
from scorecheck.layouts.wordy import has_words, holds_points
from scorecheck.model.cells import CellRef, Unreadable, Value, shown_name, value_text, written
from scorecheck.model.record import replace
from scorecheck.model.sheet import GAMES_SUM, Column
from scorecheck.model.workbook import Grid

if TYPE_CHECKING:
    from scorecheck.checks.card import Box, Named

_CardReadings: TypeAlias = "list[tuple[list[Reading], int]]"


def card_readings(grid: Grid, cards: Sequence[ReadAs]) -> _CardReadings:
    """The cards of a sheet. On a large one, the first rows and columns must hold one."""
    if not cards:
        return []
    upper = upper_part(grid)
    found = _cards_of(upper, cards)
    return _cards_of(grid, cards) if found and upper is not grid else found


def _cards_of(grid: Grid, cards: Sequence[ReadAs]) -> _CardReadings:
    """The cards of a sheet, upright or transposed, by the names of their rows or by their shape."""
    turned = transposed(grid)
    found = list(_cards(grid, cards))
    if not found and any(names_cards(row, one.row_names) for row in grid.rows for one in cards):
        found = _first_columns(_cards(turned, cards, turned=True))
    if not found or any(has_strange_words(card) or begins_above(card) for card in found):
        found = _by_shape(grid, turned, cards) or found
    return found


def _first_columns(found: Iterable[tuple[list[Reading], int]]) -> _CardReadings:
    return [(readings, readings[0].sheet.table.first_column) for readings, _ in found]


def _by_shape(grid: Grid, turned: Grid, cards: Sequence[ReadAs]) -> _CardReadings:
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
            rows, shifted = straightened(grid.rows, at, stop, named[at], known)
            straight = replace(grid, rows=rows) if shifted else grid
            for top, bottom in _blocks(rows, at, stop, named[at], known):
                heading = row_of_names(rows, top, at, stop)
                columns = columns_of_card(
                    straight, read_as, range(at, stop), (heading, top, bottom), turned=turned
                )
                table = replace(
                    table_below(grid, heading, rows[heading + 1 : bottom], stop, at),
                    turned=turned,
                    shifted={row - heading - 1: by for row, by in shifted.items() if row > heading},
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
        end = len(rows) if after is None else after
        line = next((row for row in range(before + 1, end) if is_line_of_names(rows[row], at, stop)), end)
        # The title of the next card, or an empty row, is above its line of names.
        titles = list(takewhile(lambda row: not any(rows[row][at + 1 : stop]), range(line - 1, before, -1)))
        if after is None:
            yield top, line - len(titles) if titles else end
            continue
        again = category_in(rows, after, at, names) not in seen and _is_again(rows, line, top, at, stop)
        if line == end or again:
            continue
        yield top, line - len(titles)
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


def box(row: Sequence[Value], at: int) -> Box:
    """The value of a box, 0 if it is struck out, or why it cannot be read."""
    value = row[at] if at < len(row) else ""
    said = None if value == "" else written(value)
    if isinstance(said, Fraction):
        return Unreadable(str(value), "fraction")
    return said if said is not None or value == "" else 0


def columns_of_card(
    grid: Grid, read_as: ReadAs, columns: range, lines: tuple[int, int, int], *, turned: bool
) -> tuple[Column, ...]:
    """The columns of a card, the categories first.

    ``lines``: the row of its names, its first row, and the end of its rows.
    """
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
        elif name == called or not {plain(name)} & (common_headings().keys() | read_as.headings.keys()):
            found.append(Column(other, _role_of(rows[top:bottom], other), name))
    limits = _limits(rows[top:bottom], at, players_of(found), read_as)
    return tuple(column._replace(role="unknown") if column.at in limits else column for column in found)


def _limits(
    body: Sequence[Sequence[Value]], categories: int, players: Sequence[int], read_as: ReadAs
) -> frozenset[int]:
    """The columns with the limits of boxes; none if no other columns are beside them."""
    says_limits = read_as.layout.says_limits
    if says_limits is None or len(players) < 2:
        return frozenset()
    known = read_as.row_names
    kinds = {
        number: kind
        for number in range(len(body))
        if (kind := category_in(body, number, categories, known)) is not None
    }
    found = {at for at in players if says_limits({kind: box(body[row], at) for row, kind in kinds.items()})}
    return frozenset(found) if len(found) < len(players) else frozenset()


def _role_of(body: Sequence[Sequence[Value]], at: int) -> str:
    """A column of words explains the scoring; one with points, marks or nothing is a player's."""
    words = any(at < len(row) and is_word(row[at]) for row in body)
    return "unknown" if words and not holds_points(body, at) else "player"


def _names_of_columns(
    rows: Sequence[Sequence[Value]],
    heading: int,
    columns: range,
    body: Sequence[Sequence[Value]],
    called: str,
) -> tuple[dict[int, str], frozenset[int]]:
    """The players of the columns of a card, and the columns with the sums of a player's games.

    A name may stand above the first of several columns of one player, also if the line above the categories
    only counts the cards. A block of one player's games may have the name in its corner, or only as the name
    of the sheet (``called``).
    """
    line = rows[heading] if heading >= 0 else ()
    every = {at: shown_name(line[at]) for at in columns if at < len(line) and line[at] != ""}
    words = {at: word for at, word in every.items() if _role_of(body, at) == "player"}
    others = {at: word for at, word in every.items() if at not in words}
    ends = {at for at in words if _holds_the_end(body, at)}
    if (players := _players_of_games(words, ends)) is not None:
        return {**every, **players}, frozenset(words.keys() - players.keys())
    games = _that_count(words)
    sums = {at: word for at, word in words.items() if at not in games and (at in ends or _is_sum(word))}
    if not words and (name := labelled_name(line, columns.start - 1)):
        words = {columns.start: name}
    elif not games or len(games) + len(sums) < len(words):
        sums = {}
    else:
        words = _owners(rows, heading, columns, games, called)
    in_use = partial(holds_points, body)
    named = _each_named(columns, words, {**sums, **others}, games, in_use)
    return dict(named), frozenset(sums)


def _holds_the_end(body: Sequence[Sequence[Value]], at: int) -> bool:
    """Whether a column has numbers only in the lower half of a card, as one of what its games come to."""
    half = len(body) // 2
    return not holds_points(body[:half], at) and holds_points(body[half:], at)


def _that_count(words: Mapping[int, str]) -> dict[int, str]:
    """The columns under words that count games, or under I, II, III …, which are not names."""
    if games := {at: word for at, word in words.items() if counts_games(word)}:
        return games
    found = {at: word for at, word in words.items() if word.strip(".") in _ROMAN}
    said = tuple(word.strip(".") for word in found.values())
    return found if len(said) >= _FEWEST_ROMAN and said == _ROMAN[: len(said)] else {}


_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_FEWEST_ROMAN = 2


def _each_named(
    columns: Iterable[int],
    words: Mapping[int, str],
    sums: Mapping[int, str],
    games: Container[int],
    in_use: Callable[[int], bool],
) -> Iterator[tuple[int, str]]:
    """Each column with its name, which may be above the first of several."""
    last = ""
    for at in columns:
        last = words.get(at, last)
        if at in sums:
            yield at, sums[at]
        elif at in words or at in games or (last and in_use(at)):
            yield at, last


def _players_of_games(words: Mapping[int, str], ends: Container[int]) -> Mapping[int, str] | None:
    """The players of the columns with a game, without those of sums, if all headings contain both.

    Anna (Game 1), Anna (Game 2), Anna (Total), Bernd (Game 1) … do, and Anna 1, Anna 2, Bernd 1, Bernd 2;
    so does Anna Game 1.
    """
    for pattern in (_OF_PLAYER, _NUMBERED):
        both = {at: (one[1], one[2]) for at, word in words.items() if (one := pattern.fullmatch(word))}
        if not both or len(both) < len(words) or all(map(counts_games, words.values())):
            continue
        of_games = all(counts_games(game) or at in ends or _is_sum(game) for at, (_, game) in both.items())
        if of_games and (pattern is _OF_PLAYER or _have_the_same(both.values())):
            return {at: _name_in(player, game) for at, (player, game) in both.items() if counts_games(game)}
    return None


def _name_in(player: str, game: str) -> str:
    """The name before the word for a game, if there is one."""
    name, _, word = player.rpartition(" ")
    return name if name and counts_games(f"{word} {game}") else player


def _have_the_same(columns: Iterable[tuple[str, str]]) -> bool:
    """Whether all people have the same games, each more than one; ``Player 1`` is a person."""
    games: dict[str, tuple[str, ...]] = {}
    for player, game in columns:
        games[player] = (*games.get(player, ()), game)
    if len(games) == 1 and plain(next(iter(games))) in _anybody():
        return False
    return len(set(games.values())) == 1 and len(next(iter(games.values()))) > 1


def _owners(
    rows: Sequence[Sequence[Value]], heading: int, columns: range, games: Mapping[int, str], called: str
) -> Mapping[int, str]:
    """The names above columns whose headings only count the cards, each above a player's first column.

    ``called``, the name of the sheet, counts beside dates or words; without names, the headings are as good.
    """
    first, corner = columns.start, columns.start - 1
    above = rows[heading - 1] if heading > 0 else ()
    names = {at: shown_name(above[at]) for at in columns if at < len(above) and is_word(above[at])}
    if len(names) > 1 and first in names:
        return names
    for row in range(heading, max(-1, heading - 1 - HEADING_ABOVE), -1):
        if name := labelled_name(rows[row], corner):
            return {first: name}
    if names:
        return names
    said = rows[heading][corner] if corner < len(rows[heading]) else ""
    common = plain(said) in common_headings()
    if is_word(said) and plain(said) not in _no_names() and not common:
        return {first: shown_name(said)}
    return {first: called} if called and (common or any(map(has_letters, games.values()))) else games


_no_names = partial(vocabulary, "layouts", "words.toml", section="corner")

_anybody = partial(vocabulary, "layouts", "words.toml", section="anybody")

_OF_PLAYER = re.compile(r"(.+) \((.+)\)")
"""A player, and the card in brackets."""

_NUMBERED = re.compile(r"(.*[^\W\d_](?:[^\W\d_]|\.))\s*(\d{1,2})")
"""A player, and the card after the name."""


def _is_sum(word: str) -> bool:
    return row_words().get(plain(word)) == "total" or common_headings().get(plain(word)) == "control"
