"""Converts tables whose rows name players and their points to a list with a row per player.

``Game, Player 1, Player 2, Points 1, Points 2`` and cells such as ``Anna:+3`` mean the same: a row is a group
of names, each with its points. Each value keeps its place on the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice, permutations

from scorecheck.checks.words import plain
from scorecheck.layouts.locate import title_above
from scorecheck.layouts.vocabulary import SIGNS, common_headings, counts_games
from scorecheck.layouts.wordy import COLUMN_SAMPLE, mostly_numbers
from scorecheck.model.cells import CellRef, NumberInText, Value, number_in, shown_name, value_text, written
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Places, Table
from scorecheck.model.workbook import Grid

_FEWEST_SEATS = 2
_FEWEST_ROWS = 3
_FURTHEST = 400
"""The number of rows that are searched for cells with a name and points."""
_OF_SEAT = (
    re.compile(r"(?P<stem>.*?[^\W\d_].*?)[\s._-]*(?P<seat>\d{1,2})\.?"),
    re.compile(r"(?P<seat>\d{1,2})[\s._-]*(?P<stem>[^\W\d_].*)"),
    re.compile(r"(?P<stem>[^\W\d_]{2}.*?)[\s._-]+(?P<seat>[A-Z])"),
    re.compile(r"(?P<stem>[^\W\d_].*?)\s+(?P<seat>\d{1,2}|[A-Z])\s+(?P<what>\S.*)"),
)
"""Headings that name a seat: Player 1, 1. Player, Player A, Player 1 points."""
_PAIR = re.compile(
    r"(?:(?P<game>(?:[^\W\d_]+\s*)?(?:\d{1,4}(?=\s*[.):])|(?=:)))\s*[.):]\s*)?(?P<name>[^\W\d_][^\d:=()+−–]*?)\s*"
    r"(?:[:=]\s*(?P<a>[-−–+]?\s?\d{1,6})|\((?P<b>[-−–+]?\d{1,6})\)|\s(?P<c>[-−–+]\s?\d{1,6}))"
)
_BETWEEN_PAIRS = re.compile(r"(?<=[\d)])\s*[,;/|\s]\s*(?=[^\W\d_])")
GAME, NAME, POINTS = "#", "name", "points"
"""The headings of the new columns, where the sheet has none."""


class Unrolled(NamedTuple):
    """Such a list, and the meaning of its headings."""

    table: Table
    roles: Mapping[str, str]


class Pairs(NamedTuple):
    """The columns of names and of points, seat by seat, with their headings."""

    name: str
    points: str
    columns: Sequence[tuple[int, int]]


def unrolled(table: Table) -> Iterator[Unrolled]:
    """A table with columns for the name and points of each seat, as a list, for each choice of these."""
    if table.turned:
        return
    for pairs in seats(table):
        used = {at for pair in pairs.columns for at in pair}
        first = _label(table, used)
        rows: list[tuple[Value, ...]] = []
        places: list[tuple[CellRef, ...]] = []
        for at in range(len(table.rows)):
            label = str(at + 1) if first is None else table.value(at, first)
            for name, points in pairs.columns:
                cells = table.value(at, name), table.value(at, points)
                if any(cell != "" for cell in cells):
                    rows.append((label, *cells))
                    places.append(tuple(table.cell(at, column) for column in (first or 0, name, points)))
        heading = GAME if first is None else table.headings[first] or GAME
        tops = tuple(table.heading_cell(column) for column in (first or 0, *pairs.columns[0]))
        yield _list(table, (heading, pairs.name, pairs.points), tops, rows, places)


def seats(table: Table) -> Iterator[Pairs]:
    """The columns of a table that are repeated per seat: each choice of one of words and one of numbers.

    The seat is in their headings, or the same headings are repeated: Name, Points, Name, Points.
    """
    by_stem: dict[str, dict[str, int]] = {}
    for at, heading in enumerate(table.headings):
        for stem, seat in _seat_of(heading):
            by_stem.setdefault(stem, {}).setdefault(seat, at)
        if heading:
            again = by_stem.setdefault(heading, {})
            again.setdefault(str(len(again) + 1), at)
    several = {stem: places for stem, places in by_stem.items() if len(places) >= _FEWEST_SEATS}
    sample = table.rows[:COLUMN_SAMPLE]
    of_numbers = {
        stem: mostly_numbers([written(row[at]) for row in sample for at in places.values() if at < len(row)])
        for stem, places in several.items()
    }
    for name in (stem for stem in several if not of_numbers[stem]):
        for points in (stem for stem in several if of_numbers[stem]):
            both = [seat for seat in several[name] if seat in several[points]]
            if len(both) >= _FEWEST_SEATS:
                columns = [(several[name][seat], several[points][seat]) for seat in both]
                yield Pairs(name, points, columns)


def _seat_of(heading: str) -> Iterator[tuple[str, str]]:
    """The rest of a heading with a seat, and the seat; nothing if it has none."""
    for form in _OF_SEAT:
        found = form.fullmatch(heading.strip())
        if found is not None:
            words = found["stem"].strip(), found.groupdict().get("what")
            yield " ".join(filter(None, words)), found["seat"]
            return


def _label(table: Table, used: set[int]) -> int | None:
    """The column that identifies a game: hardly any value in it is repeated."""
    for at, heading in enumerate(table.headings):
        if at in used or common_headings().get(plain(heading)) == "date":
            continue
        said = [value_text(row[at]).strip() for row in table.rows if at < len(row) and row[at] != ""]
        if len(said) >= len(table.rows) - 1 and 10 * len(set(said)) >= 9 * len(said):
            return at
    return None


class Seat(NamedTuple):
    """A name with its points in a game, and their cells; both may be in one."""

    name: str
    top: CellRef
    points: Value
    cell: CellRef


class GameRow(NamedTuple):
    """A game as a row of a table, with its label and its first cell."""

    label: Value
    first: CellRef
    seats: Sequence[Seat]


def by_player(table: Table, names: Sequence[str], games: Sequence[GameRow]) -> Table:
    """Games as a table with a column per name; each value keeps its place on the sheet.

    The heading of a column is the first cell with its name.
    """
    column = {name: at for at, name in enumerate(names, start=1)}
    rows: list[list[Value]] = []
    places: list[list[CellRef]] = []
    tops: dict[str, CellRef] = {}
    for label, first, seats in games:
        row: list[Value] = [label, *([""] * len(names))]
        # Absent players have no cell: the first of the game stands for it.
        place = [first] * len(row)
        for name, top, points, cell in seats:
            row[column[name]], place[column[name]] = points, cell
            tops.setdefault(name, top)
        rows.append(row)
        places.append(place)
    above = (games[0].first, *(tops[name] for name in names))
    return replace(
        table, headings=(GAME, *names), rows=rows, places=Places(places), tops=above, first_column=0
    )


def points_in(sheet: Sequence[Sequence[Value]], seat: Seat) -> Value:
    """The points of a seat; with the text around them if the name is in the same cell of the sheet."""
    number = number_in(seat.points) if seat.top == seat.cell else None
    if number is None:
        return seat.points
    return NumberInText(value_text(sheet[seat.cell.row - 1][seat.cell.column - 1]), number)


class GameOfNames(NamedTuple):
    """A game with some names, among others of its kind."""

    row: int
    """The first row, counted from 0, with the line of the title."""
    called: str
    seats: list[Seat]


def games_across(rows: Sequence[Sequence[Value]]) -> Iterator[GameOfNames]:
    """The rows with names and points, in pairs such as ``Anna:+3`` or in turn, behind the game's name.

    Several pairs may be in one cell.
    """
    in_pairs = {
        at for row in rows[:_FURTHEST] if _is_of_pairs(row) for at, cell in enumerate(row) if _pairs(cell)
    }
    for at, row in enumerate(rows):
        seats = list(_seats(at, row, in_pairs))
        if len(seats) >= _FEWEST_SEATS:
            first = seats[0].top.column - 1
            before = [value_text(cell).strip() for cell in row[:first]]
            pair = next(iter(_pairs(row[first])), None)
            yield GameOfNames(at, (pair and pair["game"]) or next(filter(None, reversed(before)), ""), seats)


def _seats(at: int, row: Sequence[Value], in_pairs: Set[int]) -> Iterator[Seat]:
    """The names in a row with their points; in the columns of pairs, other cells are no points."""
    pairs = in_pairs if _is_of_pairs(row) else ()
    for column, cell in enumerate(row):
        here, beside = CellRef(at + 1, column + 1), CellRef(at + 1, column + 2)
        if column in pairs and cell != "":
            for name, points in _said(cell):
                yield Seat(name, here, points, here)
        elif isinstance(cell, str) and any(map(str.isalpha, cell)) and column + 1 < len(row):
            points = row[column + 1]
            signed = value_text(points).startswith(tuple(SIGNS))
            if (signed or isinstance(written(points), int)) and not counts_games(f"{cell} {points}"):
                yield Seat(shown_name(cell), here, points, beside)


def pairs_in_cells(grid: Grid) -> Iterator[Unrolled]:
    """Rows of names with points as a list, with a row per game and name, without a total row below them."""
    if len(list(islice(games_across(grid.rows[:_FURTHEST]), _FEWEST_ROWS))) < _FEWEST_ROWS:
        return
    games = list(games_across(grid.rows))
    if _sums(games[-1:]) == _sums(games[:-1]):
        del games[-1]
    called = [game.called for game in games]
    labelled = len(set(called)) == len(games) and all(called)
    first = games[0]
    top = max(first.row - 1, 0)
    above = grid.rows[top]
    heading = value_text(above[0]).strip() if labelled and top < first.row and above else ""
    table = Table(
        grid.name, (), top + 1, first.row + 1, (), title=title_above(grid.rows, top), around=grid.rows
    )
    at = CellRef(top + 1, min(seat.top.column for game in games for seat in game.seats))
    rows: list[tuple[Value, ...]] = []
    places: list[tuple[CellRef, ...]] = []
    for number, game in enumerate(games, start=1):
        for seat in game.seats:
            rows.append((game.called if labelled else str(number), seat.name, seat.points))
            places.append((CellRef(game.row + 1, 1) if labelled else seat.top, seat.top, seat.cell))
    yield _list(table, (heading or GAME, NAME, POINTS), (CellRef(top + 1, 1), at, at), rows, places)


def _sums(games: Iterable[GameOfNames]) -> dict[str, int]:
    """The sum of the games for each name."""
    sums: dict[str, int] = {}
    for name, _, points, _ in chain.from_iterable(game.seats for game in games):
        said = written(points)
        sums[name] = sums.get(name, 0) + (said if isinstance(said, int) else 0)
    return sums


def alone(at: int, row: Sequence[Value]) -> GameOfNames | None:
    """The game of a row that ends with ``Spiel 4: Anna -6`` and has no other pair."""
    column = max((column for column, cell in enumerate(row) if cell != ""), default=0)
    cell, *others = [*row[column:], *filter(_pairs, row[:column])] or [""]
    pairs = _pairs(cell)
    if any(others) or len(pairs) != 1 or not pairs[0]["game"]:
        return None
    here = CellRef(at + 1, column + 1)
    return GameOfNames(at, pairs[0]["game"], [Seat(name, here, points, here) for name, points in _said(cell)])


def _is_of_pairs(row: Sequence[Value]) -> bool:
    return sum(len(_pairs(cell)) for cell in row) >= _FEWEST_SEATS


def _said(cell: Value) -> Iterator[tuple[str, str]]:
    """The names and points in a cell; if there is no such pair, the texts around the colon."""
    pairs = _pairs(cell)
    for pair in pairs:
        yield pair["name"].strip(), (pair["a"] or pair["b"] or pair["c"]).replace(" ", "")
    if not pairs:
        name, _, points = value_text(cell).partition(":")
        yield name.strip(), points.strip()


def _pairs(cell: Value) -> Sequence[re.Match[str]]:
    """The pairs in a cell that holds nothing else."""
    if not isinstance(cell, str):
        return ()
    found = [_PAIR.fullmatch(part.strip()) for part in _BETWEEN_PAIRS.split(cell.strip())]
    return [pair for pair in found if pair is not None] if all(found) else ()


def _list(
    table: Table,
    headings: tuple[str, str, str],
    tops: tuple[CellRef, ...],
    rows: Sequence[Sequence[Value]],
    places: Sequence[Sequence[CellRef]],
) -> Unrolled:
    made = replace(
        table,
        headings=headings,
        first_column=0,
        rows=rows,
        places=Places(places),
        tops=tops,
        hidden=frozenset[int](),
    )
    return Unrolled(made, dict(zip(headings, ("game", "name", "score"), strict=True)))


_OF_LONG_CARD, _BOXES = 3, range(10, 31)


def crossed(grid: Grid) -> Iterator[tuple[Grid, Sequence[Sequence[CellRef]]]]:
    """A list with a row per player and category as cards with a column each, and the place of each cell.

    The last column has the points; of those of words each may name the boxes, and another one the players.
    The same words in all others are one card.
    """
    top = next((at for at, row in enumerate(grid.rows) if len(list(filter(None, row))) >= _OF_LONG_CARD), 0)
    lines = {at: row for at, row in enumerate(grid.rows) if at > top and row}
    last = len(grid.rows[top]) - 1 if lines else 0
    if any(len(row) <= last for row in lines.values()):
        return
    said = {at: [value_text(row[at]) for row in lines.values()] for at in range(last)}
    of_words = [at for at, texts in said.items() if all(any(map(str.isalpha, text)) for text in texts)]
    for box, who in permutations(of_words, 2):
        cards = _long_cards(lines, box, last)
        if cards is not None:
            yield _side_by_side(grid, lines, cards, (top, box, who, last))


class _LongCards(NamedTuple):
    """The lines of the cells of a list, by card and box; and the first line of each card, and of each box."""

    cells: dict[tuple[tuple[Value, ...], str], int]
    cards: dict[tuple[Value, ...], int]
    boxes: dict[str, int]


def _long_cards(lines: Mapping[int, Sequence[Value]], box: int, last: int) -> _LongCards | None:
    """The cards of a list with its boxes in a column; ``None`` if they are too few, too many or not whole."""
    found = _LongCards({}, {}, {})
    for at, row in lines.items():
        whose, word = (*row[:box], *row[box + 1 : last]), value_text(row[box]).strip()
        found.cells.setdefault((whose, word), at)
        found.cards.setdefault(whose, at)
        found.boxes.setdefault(word, at)
    many = len(found.boxes)
    whole = len(found.cells) == len(lines) and 2 * len(lines) >= many * len(found.cards)
    return found if whole and many in _BOXES else None


def _side_by_side(
    grid: Grid, lines: Mapping[int, Sequence[Value]], cards: _LongCards, at: tuple[int, int, int, int]
) -> tuple[Grid, Sequence[Sequence[CellRef]]]:
    """Cards with a column each; ``at``: the headings' line, the columns of boxes, players and points."""
    top, box, who, last = at
    rows: list[tuple[Value, ...]] = [("", *(lines[first][who] for first in cards.cards.values()))]
    places = [[CellRef(top + 1, box + 1), *(CellRef(first + 1, who + 1) for first in cards.cards.values())]]
    for word, first in cards.boxes.items():
        of_box = [cards.cells.get((whose, word)) for whose in cards.cards]
        rows.append((word, *("" if line is None else lines[line][last] for line in of_box)))
        there = (CellRef((first if line is None else line) + 1, last + 1) for line in of_box)
        places.append([CellRef(first + 1, box + 1), *there])
    return replace(grid, rows=rows), places
