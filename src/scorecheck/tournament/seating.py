"""Who sat where: the sheets of an event, prepared for its checks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from scorecheck.model.cells import CellRef, Number
from scorecheck.model.outcome import CheckedFile, Rows, SheetId
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.tournament.rounds import (
    evening_of_sheet,
    number_of,
    place_of,
    place_of_result,
    round_key,
    several,
    without_table,
)
from scorecheck.tournament.substitutes import seatings


class SeatedPlayer(NamedTuple):
    """A player on a sheet."""

    name: str
    """As in the heading."""
    cell: CellRef
    person: str
    """The player by the event's list of spellings, else the name itself."""
    leaves: str = ""
    """Whose seat a substitute takes."""


class Board(NamedTuple):
    """A sheet of an event: its players, its round and its table."""

    path: str
    sheet: str | None
    shown: str
    """Its name in messages: the path, and the name of the sheet if the file has several."""
    occasion: Hashable
    """A key that sheets of the same round have in common."""
    said: bool
    """Whether its round is known; otherwise sheets of one occasion are recognised by names."""
    table: int | None
    """The number of its table, if a name contains it."""
    seats: tuple[SeatedPlayer, ...]
    games: int
    preset: str | None
    rows: tuple[tuple[Number, ...], ...] = ()
    """The points of each game, in the order of the seats."""
    numbers: frozenset[int] = frozenset()
    """The numbers of these games, if they have any."""
    again: bool = False
    """Whether it is a further sheet of a table that another sheet is of."""
    shown_name: str | None = None
    """The name of the sheet, with the part that the table is, if there are several."""
    title: str = ""
    """The text above its headings."""
    day: date | None = None
    """The evening in the name of the sheet, file or folder, if there are several."""
    of_card: bool = False
    """Whether its rows are the boxes of a card, each with its own cell."""
    a_round: int = 1
    """The number of its games that count as one when tables are compared: a round of dealing."""
    running: bool = False
    """Whether it holds running totals."""

    @property
    def id(self) -> SheetId:
        """The identity of its sheet."""
        return self.path, self.shown_name

    @property
    def persons(self) -> frozenset[str]:
        """Everybody on the sheet."""
        return frozenset(seat.person for seat in self.seats)

    def is_other_table(self, other: Board) -> bool:
        """Whether two sheets of one occasion are of two tables.

        A table that continues on a second sheet is one table: the number is the same, or without numbers the
        players are.
        """
        if self.table is not None and other.table is not None:
            return self.table != other.table
        return self.said and self.persons != other.persons


class TableNumbers(NamedTuple):
    """The table numbers of one round, as far as names contain them, each with a file."""

    round: str
    files: Mapping[int, str]


def boards(
    files: Sequence[CheckedFile], of_round: Mapping[str, str] | None, person_of: Mapping[str, str]
) -> tuple[Board, ...]:
    """The sheets that count in a ranking; ``of_round`` holds the round of each path, else names decide."""
    counting = [
        (file, checked, checked.result, place_of_result(checked.result))
        for file in files
        for checked in file.sheets
        if checked.result is not None
    ]
    said = _SheetNames((one.path, one.sheet, place.round) for _, _, one, place in counting)
    found: list[Board] = []
    for file, checked, result, place in counting:
        sheet, rows = checked.sheet, checked.rows or Rows()
        occasion = _occasion(sheet.path, sheet.shown_name, place.round, of_round, said)
        seats = tuple(_seated(sheet, person_of))
        shown = f"{sheet.path} ({sheet.shown_name})" if len(file.sheets) > 1 else sheet.path
        found.append(
            Board(
                sheet.path,
                sheet.name,
                shown,
                occasion,
                of_round is not None or said.on(sheet.path, sheet.name),
                number_of(place.table),
                seats,
                result.games,
                sheet.preset,
                rows.points,
                rows.numbers,
                bool(checked.again),
                sheet.shown_name,
                result.title,
                None if of_round is not None else said.day(sheet.path, sheet.name),
                rows.of_card,
                result.a_round,
                sheet.running,
            )
        )
    return tuple(found)


def _seated(sheet: Sheet, person_of: Mapping[str, str]) -> Iterator[SeatedPlayer]:
    """The players of a sheet, each at the cell of the name or the heading of the names.

    A substitute who sits there already, in another seat, is there twice.
    """
    columns = sheet.points_columns
    if sheet.layout == "list" or not columns:
        columns = (sheet.column("name") or sheet.columns[0].at,) * len(sheet.players)
    for player, column in zip(sheet.players, columns, strict=True):
        yield SeatedPlayer(player, sheet.table.heading_cell(column), person_of[player])
    known, before = set(map(person_of.get, sheet.players)), sheet.players
    for now, first, _ in seatings(sheet):
        persons = [person_of[player] for player in now.players]
        for one in (one for one in sheet.substitutes if one.row == first):
            person = person_of[one.player]
            if person not in known or persons.count(person) > 1:
                known.add(person)
                cell = sheet.table.cell(one.row, columns[one.seat])
                yield SeatedPlayer(one.player, cell, person, before[one.seat])
        before = now.players


def tables_by_round(
    files: Iterable[CheckedFile],
    others: Iterable[str],
    of_round: Mapping[str, str] | None,
    of_table: Mapping[str, int],
) -> tuple[TableNumbers, ...]:
    """The numbered tables of each round.

    Sheets that could not be read count as well, and so do ``others``, files that were not checked: without a
    round in their names, no round misses their tables. ``of_table`` holds the tables that the event file
    gives.
    """
    named = [name for file in files for name in _names_in(file)]
    said = _SheetNames((path, sheet, place_of(path, sheet).round) for path, sheet in named)
    found: dict[Hashable, tuple[str, dict[int, str]]] = {}
    anywhere: dict[int, str] = {}
    for path, sheet, checked in [
        *((*name, True) for name in named),
        *((path, None, False) for path in others),
    ]:
        place = place_of(path, sheet)
        number = of_table.get(path, number_of(place.table))
        if number is None:
            continue
        if not checked and of_round is None and said.on(path, sheet) and place.round is None:
            anywhere[number] = path
            continue
        by_sheet = sheet if path not in of_table and place_of(path, None).table is None else None
        key = _occasion(path, by_sheet, place.round, of_round, said)
        name = place.round or "" if of_round is None else of_round[path]
        found.setdefault(key, (name, {}))[1].setdefault(number, path)
    return tuple(TableNumbers(name, {**anywhere, **numbers}) for name, numbers in found.values())


def _names_in(file: CheckedFile) -> Iterator[SheetId]:
    """The sheets of a file by name, including unreadable ones."""
    names = [sheet.sheet.name for sheet in file.sheets] + [finding.sheet for finding in file.findings]
    yield from ((file.path, name) for name in dict.fromkeys(names or [None]))


class _SheetNames:
    """What the names of sheets contain: the evening of each, and whether any contains a round."""

    def __init__(self, sheets: Iterable[tuple[str, str | None, str | None]]) -> None:
        rounds = [(evening_of_sheet(path, sheet), name) for path, sheet, name in sheets]
        self.dated = several(day for day, _ in rounds)
        self._days = {self._day(day) for day, name in rounds if name is not None}

    def _day(self, day: date | None) -> date | None:
        return day if self.dated else None

    def day(self, path: str, sheet: str | None) -> date | None:
        """The evening of a sheet; ``None`` where all are of one."""
        return self._day(evening_of_sheet(path, sheet))

    def on(self, path: str, sheet: str | None) -> bool:
        """Whether sheet names of its evening contain rounds."""
        return self.day(path, sheet) in self._days


def _occasion(
    path: str,
    sheet: str | None,
    of_its_own: str | None,
    of_round: Mapping[str, str] | None,
    said: _SheetNames,
) -> Hashable:
    if of_round is not None:
        return of_round[path]
    key = round_key(of_its_own, path) if said.on(path, sheet) else without_table(path, sheet)
    return said.day(path, sheet), key
