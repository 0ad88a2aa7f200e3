"""Draws the seats: tables for each round of an event, so that players meet many others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import PurePosixPath
from string import ascii_uppercase

from scorecheck.model.error import Refusal
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.event import EventRound

_PATTERN_SIGNS = frozenset("*?[")


class CannotSeat(Refusal):
    """The players do not fit on tables of the sizes that the game allows."""

    said = "cli.new-"


class CannotPair(Exception):
    """The event names the sheets of a round one by one, so there is only one for each table."""

    def __init__(self, round_name: str) -> None:
        super().__init__(round_name)
        self.round = round_name


class DrawnSeat(NamedTuple):
    """A sheet of a table of a round: its players, and its file."""

    round: str
    table: int
    players: tuple[str, ...]
    file: str
    """The path of its sheet without a suffix, from the event's folder; with one if the event names the file.
    """
    writer: str = ""
    """``A``, ``B``, …: which of several sheets of the table it is."""


def sizes(players: int, usual: int, least: int, most: int) -> list[int]:
    """The number of players at each table: the usual number, and more where some are left over.

    Raises:
        CannotSeat: there is no such way.
    """
    for tables in range(max(players // usual, 1), 0, -1):
        size, larger = divmod(players, tables)
        if least <= size and size + (larger > 0) <= most:
            return [size + 1] * larger + [size] * (tables - larger)
    raise CannotSeat("seats", count=players, least=least, most=most)


def tables_of(players: Sequence[str], at_tables: Sequence[int], number: int) -> list[tuple[str, ...]]:
    """The tables of a round, by its number from 0.

    The players are arranged in rows across the tables; from round to round, each row moves on by its own
    number of tables. So two players meet again as late as possible.
    """
    tables = len(at_tables)
    seats: list[list[str]] = [[] for _ in range(tables)]
    for at, player in enumerate(players):
        row, column = divmod(at, tables)
        seats[(column + row * number) % tables].append(player)
    # The players left over sit at the first tables in every round.
    for want, here in zip(at_tables, seats, strict=True):
        while len(here) > want:
            other = next(at for at, there in enumerate(seats) if len(there) < at_tables[at])
            seats[other].append(here.pop())
    return [tuple(table) for table in seats]


def draw(
    players: Sequence[str],
    rounds: Sequence[EventRound],
    at_tables: Sequence[int],
    table_name: Callable[[int], str],
    copies: int = 1,
) -> list[DrawnSeat]:
    """Draws the tables of all rounds, with the files that the event's patterns require.

    If a pattern leaves the name of a file open, it is that of its table. Of several sheets for one table,
    each has the letter of its writer: ``Tisch 1 A``, ``Tisch 1 B``; or the event names the second sheets of a
    round, which distinguishes them.

    Raises:
        CannotPair: the event has no place for several sheets of a table.
    """
    writers = [""] if copies == 1 else list(ascii_uppercase[:copies])
    found: list[DrawnSeat] = []
    for number, one in enumerate(rounds):
        files = [_files(one.name, *way, len(at_tables), table_name) for way in _of_writers(one, writers)]
        seated = tables_of(players, at_tables, number)
        for table, (who, *places) in enumerate(zip(seated, *files, strict=True), start=1):
            found += [
                DrawnSeat(one.name, table, who, file, writer)
                for writer, file in zip(writers, places, strict=True)
            ]
    return found


def _of_writers(one: EventRound, writers: Sequence[str]) -> Iterator[tuple[Sequence[str], str]]:
    """For each writer the patterns of the sheets, and a letter if these do not differ."""
    for at, writer in enumerate(writers):
        if one.control and at:
            yield one.control, writer if len(writers) > 2 else ""
        else:
            yield one.sheets, "" if one.control else writer


def _files(
    name: str, sheets: Sequence[str], writer: str, tables: int, table_name: Callable[[int], str]
) -> list[str]:
    """The path of the sheets of a round: by its first pattern, else in a folder of its name."""
    named = [pattern for pattern in sheets if not _PATTERN_SIGNS & set(pattern)]
    if named and writer:
        # Otherwise the second writer's sheet would be in no round.
        raise CannotPair(name)
    if len(named) >= tables:
        return named[:tables]
    pattern = PurePosixPath(sheets[0]) if sheets else PurePosixPath(name.replace("/", "-"), "*")
    folder = [part for part in pattern.parts[:-1] if not _PATTERN_SIGNS & set(part)]
    stem = pattern.name.rpartition(".")[0] or pattern.name
    before, star, after = stem.partition("*")
    if not star or _PATTERN_SIGNS & set(before + after):
        before, after = "", ""
    behind = f" {writer}" if writer else ""
    return [
        str(PurePosixPath(*folder, f"{before}{table if before else table_name(table)}{behind}{after}"))
        for table in range(1, tables + 1)
    ]
