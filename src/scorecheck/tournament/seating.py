"""Who sat where: the sheets of an event as its checks see them."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import date

from scorecheck.model.cells import CellRef, Number
from scorecheck.model.outcome import CheckedFile, Result, Rows, SheetId
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.tournament.evenings import several
from scorecheck.tournament.rounds import (
    evening_of_sheet,
    number_of,
    place_of,
    place_of_result,
    round_key,
    rounds_by_name,
    without_table,
)


class Seat(NamedTuple):
    """A player on a sheet."""

    name: str
    """As it stands in the heading."""
    cell: CellRef
    person: str
    """Who that is: by the event's list of spellings, else the name itself."""


class Board(NamedTuple):
    """A sheet of an event: who played, and at which table of which round."""

    path: str
    sheet: str | None
    shown: str
    """How messages name it: its path, with the name of the sheet where the file has several."""
    round: str
    """The name of its round."""
    occasion: Hashable
    """What it has in common with the sheets of the same round."""
    said: bool
    """Something says which round it is; else sheets of one occasion are told by their names."""
    table: int | None
    """The number of its table, where a name says it."""
    seats: tuple[Seat, ...]
    games: int
    preset: str | None
    rows: tuple[tuple[Number, ...], ...] = ()
    """What each game gave, by the first of the seats."""
    numbers: frozenset[int] = frozenset()
    """The numbers of these games, where they have any."""
    again: bool = False
    """It says the table of another sheet once more."""
    shown_name: str | None = None
    """The name of the sheet, with the part of it that the table is where there are several."""
    title: str = ""
    """What stands above its headings."""
    day: date | None = None
    """The evening that its name, its file or its folder says, where there are several."""
    of_card: bool = False
    """Its rows are the boxes of a card, each with its own place."""

    @property
    def persons(self) -> frozenset[str]:
        """Everybody on the sheet."""
        return frozenset(seat.person for seat in self.seats)

    def is_other_table(self, other: Board) -> bool:
        """Whether two sheets of one occasion are of two tables.

        A table whose game goes on on a second sheet is still one table: it has the same number, or
        where no number is said, the same players.
        """
        if self.table is not None and other.table is not None:
            return self.table != other.table
        return self.said and self.persons != other.persons


class Tables(NamedTuple):
    """The numbers of the tables of one round, as far as names tell, each with a file that says it."""

    round: str
    files: Mapping[int, str]


def boards(
    files: Sequence[CheckedFile],
    of_round: Mapping[str, str] | None,
    person_of: Mapping[str, str],
) -> tuple[Board, ...]:
    """The sheets that count for a ranking; by ``of_round``, the round of each path, or by names."""
    counting = [
        (file, checked, checked.result)
        for file in files
        for checked in file.sheets
        if checked.result is not None
    ]
    names, said = _round_names([result for _, _, result in counting], of_round)
    found: list[Board] = []
    for (file, checked, result), name in zip(counting, names, strict=True):
        sheet, rows = checked.sheet, checked.rows or Rows((), frozenset())
        place = place_of_result(result)
        occasion = _occasion(sheet.path, sheet.shown_name, place.round, of_round, said)
        seats = tuple(Seat(player, cell, person_of[player]) for player, cell in _named_at(sheet))
        shown = f"{sheet.path} ({sheet.shown_name})" if len(file.sheets) > 1 else sheet.path
        found.append(
            Board(
                sheet.path,
                sheet.name,
                shown,
                name,
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
            )
        )
    return tuple(found)


def _named_at(sheet: Sheet) -> Iterator[tuple[str, CellRef]]:
    """The players of a sheet with the cell that names them; where rows do, the heading above the names or
    the first one.
    """
    columns = sheet.points_columns
    if sheet.layout == "list" or not columns:
        columns = (sheet.column("name") or sheet.columns[0].at,) * len(sheet.players)
    for player, column in zip(sheet.players, columns, strict=True):
        yield player, sheet.table.heading_cell(column)
    known = set(sheet.players)
    for one in sheet.substitutes:
        if one.player not in known:
            known.add(one.player)
            yield one.player, sheet.table.cell(one.row, columns[one.seat])


def tables_by_round(
    files: Iterable[CheckedFile],
    others: Iterable[str],
    of_round: Mapping[str, str] | None,
    of_table: Mapping[str, int],
) -> tuple[Tables, ...]:
    """The numbered tables of each round.

    Sheets that could not be read count as well, and so do ``others``, files that were not checked:
    where their names speak of no round, their tables are missing in none. ``of_table`` are the tables of
    files of which the event says it.
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
    return tuple(Tables(name, {**anywhere, **numbers}) for name, numbers in found.values())


def _names_in(file: CheckedFile) -> Iterator[SheetId]:
    """The sheets of a file by their names, with those that could not be read."""
    names = [sheet.sheet.name for sheet in file.sheets] + [finding.sheet for finding in file.findings]
    yield from ((file.path, name) for name in dict.fromkeys(names or [None]))


class _SheetNames:
    """What the names of sheets tell: of which evening each is, and whether any on it speaks of a round."""

    def __init__(self, sheets: Iterable[tuple[str, str | None, str | None]]) -> None:
        """For sheets by path and name, each with the round that it speaks of."""
        rounds = [(evening_of_sheet(path, sheet), name) for path, sheet, name in sheets]
        self.dated = several(day for day, _ in rounds)
        self._days = {self._day(day) for day, name in rounds if name is not None}

    def _day(self, day: date | None) -> date | None:
        return day if self.dated else None

    def day(self, path: str, sheet: str | None) -> date | None:
        """The evening of a sheet; ``None`` where all are of one."""
        return self._day(evening_of_sheet(path, sheet))

    def on(self, path: str, sheet: str | None) -> bool:
        """Whether the names of the sheets of its evening speak of rounds."""
        return self.day(path, sheet) in self._days


def _round_names(
    results: Sequence[Result], of_round: Mapping[str, str] | None
) -> tuple[Sequence[str], _SheetNames]:
    """The name of the round of each sheet, and what the names of all tell."""
    said = _SheetNames((one.path, one.sheet, place_of_result(one).round) for one in results)
    if of_round is not None:
        return [of_round[result.path] for result in results], said
    names = {id(result): one.name for one in rounds_by_name(results) for result in one.results}
    return [names[id(result)] for result in results], said


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
