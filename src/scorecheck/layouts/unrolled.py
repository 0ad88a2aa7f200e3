"""Converts tables whose rows name players and their points to a list with a row per player.

``Game, Player 1, Player 2, Points 1, Points 2`` and cells such as ``Anna:+3`` mean the same: a row is a group
of names, each with its points. Each value keeps its place on the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from scorecheck.checks.words import plain
from scorecheck.layouts.locate import COLUMN_SAMPLE, mostly_numbers, title_above
from scorecheck.layouts.vocabulary import common_headings
from scorecheck.model.cells import CellRef, Value, value_text
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Table
from scorecheck.model.workbook import Grid
from scorecheck.model.written import written

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
    r"(?:(?:[^\W\d_]+\s*)?(?:\d{1,4}\s*[.):]|:)\s*)?(?P<name>[^\W\d_][^\d:=()+−–]*?)\s*"
    r"(?:[:=]\s*(?P<a>[-−–+]?\s?\d{1,6})|\((?P<b>[-−–+]?\d{1,6})\)|\s(?P<c>[-−–+]\s?\d{1,6}))"
)
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


def pairs_in_cells(grid: Grid) -> Iterator[Unrolled]:
    """The pairs in cells such as ``Anna:+3``, with a row per game, as a list."""
    if not (games := _games_of_pairs(grid)):
        return
    columns = sorted({at for game in games for at, cell in enumerate(grid.rows[game]) if _pair(cell)})
    labels = [value_text(grid.rows[game][0]).strip() for game in games] if columns[0] else []
    labelled = len(set(labels)) == len(games) and all(labels)
    said = list(_said_in_cells(grid, games, columns, labels if labelled else None))
    top = max(games[0] - 1, 0)
    above = grid.rows[top]
    heading = value_text(above[0]).strip() if labelled and top < games[0] and above else ""
    table = Table(grid.name, (), top + 1, games[0] + 1, (), title=title_above(grid.rows, top))
    tops = CellRef(top + 1, 1), CellRef(top + 1, columns[0] + 1), CellRef(top + 1, columns[0] + 1)
    rows, places = [row for row, _ in said], [place for _, place in said]
    yield _list(table, (heading or GAME, NAME, POINTS), tops, rows, places)


def _games_of_pairs(grid: Grid) -> list[int]:
    """The rows of games, without a total row below them; empty if they are too few."""
    games = [at for at, row in enumerate(grid.rows[:_FURTHEST]) if _is_of_pairs(row)]
    if len(games) < _FEWEST_ROWS:
        return []
    games += [at for at in range(_FURTHEST, len(grid.rows)) if _is_of_pairs(grid.rows[at])]
    *above, last = (grid.rows[game] for game in games)
    return games[:-1] if _is_total(last, above) else games


def _said_in_cells(
    grid: Grid, games: Sequence[int], columns: Iterable[int], labels: Sequence[str] | None
) -> Iterator[tuple[tuple[str, str, str], tuple[CellRef, ...]]]:
    """The game, name and points of each cell, and their cells; without labels, games are counted."""
    for number, game in enumerate(games):
        row = grid.rows[game]
        for column in columns:
            if column < len(row) and row[column] != "":
                cell = CellRef(game + 1, column + 1)
                label = str(number + 1) if labels is None else labels[number]
                yield (
                    (label, *_said(row[column])),
                    (cell if labels is None else CellRef(game + 1, 1), cell, cell),
                )


def _is_total(last: Sequence[Value], above: Sequence[Sequence[Value]]) -> bool:
    """Whether a row of pairs says what all those above give."""
    return _sums([last]) == _sums(above)


def _sums(rows: Iterable[Sequence[Value]]) -> dict[str, int]:
    """What the pairs of rows come to for each name."""
    sums: dict[str, int] = {}
    for name, points in map(_said, filter(_pair, chain.from_iterable(rows))):
        said = written(points)
        sums[name] = sums.get(name, 0) + (said if isinstance(said, int) else 0)
    return sums


def _is_of_pairs(row: Sequence[Value]) -> bool:
    return sum(1 for cell in row if _pair(cell)) >= _FEWEST_SEATS


def _said(cell: Value) -> tuple[str, str]:
    """The name and the points in a cell; if it is no such pair, the texts around the colon."""
    pair = _pair(cell)
    if pair is not None:
        return pair["name"].strip(), (pair["a"] or pair["b"] or pair["c"]).replace(" ", "")
    name, _, points = value_text(cell).partition(":")
    return name.strip(), points.strip()


def _pair(cell: Value) -> re.Match[str] | None:
    return _PAIR.fullmatch(cell.strip()) if isinstance(cell, str) else None


def _list(
    table: Table,
    headings: tuple[str, str, str],
    tops: tuple[CellRef, ...],
    rows: Sequence[Sequence[Value]],
    places: Sequence[Sequence[CellRef]],
) -> Unrolled:
    made = replace(
        table, headings=headings, first_column=0, rows=rows, places=places, tops=tops, hidden=frozenset[int]()
    )
    return Unrolled(made, dict(zip(headings, ("game", "name", "score"), strict=True)))
