"""The rules of an event as a whole, which need several sheets. Pure functions over its sheets."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from scorecheck.checks.check import ERROR, WARNING, Rule
from scorecheck.model.cells import CellRef
from scorecheck.model.finding import Finding, Param
from scorecheck.model.names import clean_name, in_short, slips_between
from scorecheck.model.order import grouped
from scorecheck.model.record import NamedTuple, replace
from scorecheck.tournament.compare import PUBLISHED_MISMATCH
from scorecheck.tournament.problem import key_text
from scorecheck.tournament.ranking_methods import UNLEVELLED
from scorecheck.tournament.unused import MATCHES_NOTHING

if TYPE_CHECKING:
    from scorecheck.tournament.seating import Board, SeatedPlayer, TableNumbers

UNKNOWN_PLAYER = Rule("tournament/unknown-player", ERROR, doubtful=WARNING)
PLAYER_TWICE = Rule("tournament/player-twice", ERROR, doubtful=WARNING)
MISSING_SHEET = Rule("tournament/missing-sheet", ERROR)
GAMES_DIFFER = Rule("tournament/games-differ", WARNING)
SHEETS_DIFFER = Rule("tournament/sheets-differ", ERROR)
COPY = Rule("tournament/copy", ERROR)

EVENT_RULES = (
    UNKNOWN_PLAYER,
    PLAYER_TWICE,
    MISSING_SHEET,
    GAMES_DIFFER,
    MATCHES_NOTHING,
    PUBLISHED_MISMATCH,
    SHEETS_DIFFER,
    COPY,
)
"""The rules that need all sheets of an event."""

_JUMPERS = frozenset({"ddv"})
"""Presets under which a player may sit at two tables of a round."""
_OF_TABLES = frozenset({"whole-table", "tables", "tables-by-spelling"})
"""The variants for a player at two tables of a round."""
_MOST_NAMED = 10


def one_person_twice(boards: Iterable[Board]) -> Iterator[Finding]:
    """Two columns of a sheet that the event's list of spellings assigns to one player, or a substitute who
    plays there already."""
    for board in boards:
        seen: dict[str, SeatedPlayer] = {}
        for seat in board.seats:
            first = seen.setdefault(seat.person, seat)
            # sheet/duplicate-player reports equal names.
            if first is seat or (not seat.leaves and first.name.casefold() == seat.name.casefold()):
                continue
            params: dict[str, Param] = {
                "first": first.name,
                "first_column": first.cell.a1,
                "second": seat.name,
                "second_column": seat.cell.a1,
                "player": seat.person,
                **({"leaves": seat.leaves} if seat.leaves else {}),
            }
            variant = "substitute" if seat.leaves else "columns"
            found = _finding(PLAYER_TWICE, board, seat.cell, params, variant)
            yield replace(found, related=(first.cell,))


def two_tables(boards: Iterable[Board]) -> Iterator[Finding]:
    """A player at two tables of one round; one finding where a whole table occurs twice."""
    for together in _by_occasion(boards):
        for at, board in enumerate(together):
            others = [other for other in together[:at] if board.is_other_table(other)]
            copied = next((one for one in others if one.persons == board.persons), None)
            if copied is not None and len(board.persons) > 1:
                cell = board.seats[0].cell
                yield _finding(PLAYER_TWICE, board, cell, {"other": copied.shown}, "whole-table")
            else:
                yield from _seated_twice(board, others)


def _seated_twice(board: Board, others: Sequence[Board]) -> Iterator[Finding]:
    """The players of a table who sit at one of the others, too; each once."""
    seats = {seat.person: seat for seat in reversed(board.seats)}
    for seat in reversed(seats.values()):
        before = next((one for one in others if seat.person in one.persons), None)
        if before is not None:
            there = next(one for one in before.seats if one.person == seat.person)
            params = {"player": seat.name, "there": there.name, "other": before.shown}
            same = clean_name(there.name).casefold() == clean_name(seat.name).casefold()
            yield _finding(PLAYER_TWICE, board, seat.cell, params, "tables" if same else "tables-by-spelling")


def unknown_players(boards: Sequence[Board], spellings: Mapping[str, str]) -> Iterator[Finding]:
    """Names that are almost another's, or its short form: the odd one is on fewer sheets, or not in the list.

    ``spellings`` holds the player for each spelling of the event. Two names on one sheet, or at two tables of
    one round, are two players.
    """
    persons = _persons(boards, spellings)
    likely = {name: [*_likely(name, odd, persons)] for name, odd in persons.items()}
    for board in boards:
        for seat in board.seats:
            for spelling, player, variant in likely[seat.person]:
                entry = f"{key_text((player,))} = [{json.dumps(clean_name(seat.name), ensure_ascii=False)}]"
                params = {"player": seat.name, "likely": spelling, "entry": entry}
                yield _finding(UNKNOWN_PLAYER, board, seat.cell, params, variant)


def _likely(name: str, odd: _Person, persons: Mapping[str, _Person]) -> Iterator[tuple[str, str, str]]:
    """Whom an odd name means: a spelling, the player, and the variant of the finding.

    That is whoever's name is nearest; else everybody whose name it may be in short.
    """
    close: list[tuple[int, bool, int, str, str]] = []
    short: dict[str, str] = {}
    for player, other in persons.items() if odd.boards and not odd.listed else ():
        if player == name or not _is_odd(odd, other):
            continue
        for own, spelling in product(odd.spellings, other.spellings):
            slips = slips_between(own, spelling)
            if slips is not None:
                close.append((slips, not other.listed, -len(other.boards), spelling, player))
            elif in_short(own, spelling):
                short[player] = spelling
    if close:
        *_, spelling, player = min(close)
        yield spelling, player, ""
        return
    for player, spelling in short.items():
        yield spelling, player, "short"


class _Person(NamedTuple):
    """A player of the event, with all spellings of the name."""

    listed: bool
    order: int
    spellings: set[str]
    boards: set[int]
    """The sheets by their position."""
    occasions: set[Hashable]
    """The rounds, where they are known."""


def _persons(boards: Sequence[Board], spellings: Mapping[str, str]) -> Mapping[str, _Person]:
    """Everybody on the sheets, by first appearance, and everybody in the event's list."""
    listed = frozenset(spellings.values())
    persons: dict[str, _Person] = {}
    for at, board in enumerate(boards):
        for seat in board.seats:
            new = _Person(seat.person in listed, len(persons), set(), set(), set())
            person = persons.setdefault(seat.person, new)
            person.spellings.add(clean_name(seat.name))
            person.boards.add(at)
            if board.said:
                person.occasions.add(board.occasion)
    for spelling, player in spellings.items():
        new = _Person(listed=True, order=len(persons), spellings=set(), boards=set(), occasions=set())
        persons.setdefault(player, new).spellings.add(clean_name(spelling))
    return persons


def _is_odd(one: _Person, other: _Person) -> bool:
    """Whether the first name could be another spelling of the second."""
    sheets, others = len(one.boards), len(other.boards)
    if not other.listed and (sheets > others or (sheets == others and one.order < other.order)):
        return False
    if not (one.boards.isdisjoint(other.boards) and one.occasions.isdisjoint(other.occasions)):
        return False
    # Equally many sheets each: if each is there in rounds without the other, the later one is odd.
    return other.listed or sheets < others or bool(one.occasions and other.occasions)


def sheets_without_file(
    patterns: Iterable[tuple[str, str]], tables: Iterable[TableNumbers], event_path: str | None
) -> Iterator[Finding]:
    """Patterns, each with its round, that match no file; and tables missing among those of a round."""
    if event_path is not None:
        for name, pattern in patterns:
            params: dict[str, Param] = {"round": name, "pattern": pattern}
            yield MISSING_SHEET.finding(event_path, variant="pattern", params=params)
    for name, files in tables:
        missing = [number for number in range(min(files), max(files)) if number not in files]
        # If most are missing, the numbers are those of rooms or the like.
        if not missing or len(missing) > len(files):
            continue
        after = next(number for number in sorted(files) if number > missing[0])
        numbers = tuple(map(str, missing[:_MOST_NAMED])) + (("…",) if len(missing) > _MOST_NAMED else ())
        params = {"round": name, "tables": numbers, "count": len(missing), "after": files[after]}
        variant = "tables" if name else "tables-of-no-round"
        path = event_path or files[after]
        yield MISSING_SHEET.finding(path, variant=variant, params=params)


def games_differ(boards: Iterable[Board], method: str) -> Iterator[Finding]:
    """Tables of one round with more games than others, where points are only added up."""
    if method not in UNLEVELLED:
        return
    for together in _by_occasion(boards):
        tables = _by_table(together)
        games = [sum(board.games for board in table) for table in tables]
        rounds = [Fraction(count, table[0].a_round) for count, table in zip(games, tables, strict=True)]
        usual = max(Counter(rounds).items(), key=lambda item: (item[1], item[0]))[0]
        at = next((at for at, number in enumerate(rounds) if number != usual), None)
        # Sheets without a round or table may be of any number of evenings.
        if at is None:
            continue
        board = tables[at][0]
        others = [other for other, number in enumerate(rounds) if number == usual]
        # A table of as many players is the better example.
        other = next((one for one in others if tables[one][0].a_round == board.a_round), others[0])
        params: dict[str, Param] = {
            "games": games[at],
            "usual": games[other],
            "other": tables[other][0].shown,
            "seats": board.a_round,
            "others": tables[other][0].a_round,
        }
        same = params["seats"] == params["others"]
        yield _finding(GAMES_DIFFER, board, None, params, "" if same else "in-rounds")


def _by_table(boards: Iterable[Board]) -> list[list[Board]]:
    """The sheets of one round by their tables."""
    tables: list[list[Board]] = []
    for board in boards:
        home = next((table for table in tables if not board.is_other_table(table[0])), None)
        if home is None:
            tables.append([board])
        else:
            home.append(board)
    return tables


def _by_occasion(boards: Iterable[Board]) -> Iterable[list[Board]]:
    return grouped((board for board in boards if not board.again), lambda board: board.occasion).values()


def _finding(
    rule: Rule, board: Board, cell: CellRef | None, params: Mapping[str, Param], variant: str = ""
) -> Finding:
    value = next((seat.name for seat in board.seats if seat.cell == cell), None)
    weight = rule.weight(doubtful=variant == "short" or (variant in _OF_TABLES and board.preset in _JUMPERS))
    return Finding(
        rule.name, weight, board.path, board.sheet, cell, variant=variant, value=value, params=params
    )
