"""Checks the sheets of an event together; a failing check does not stop the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from scorecheck.checks.check import Rule
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Finding
from scorecheck.model.names import Players
from scorecheck.model.outcome import CheckedFile, Crash
from scorecheck.model.record import NamedTuple
from scorecheck.tournament.checks import (
    GAMES_DIFFER,
    MISSING_SHEET,
    PLAYER_TWICE,
    UNKNOWN_PLAYER,
    games_differ,
    one_person_twice,
    sheets_without_file,
    two_tables,
    unknown_players,
)
from scorecheck.tournament.event import Event
from scorecheck.tournament.ranking_methods import BY_COMPARING
from scorecheck.tournament.seating import Board, boards, tables_by_round
from scorecheck.tournament.unused import (
    MATCHES_NOTHING,
    corrected_nowhere,
    missing_lists,
    unused_people,
    unused_substitutes,
)


class EventSheets(NamedTuple):
    """The sheets of one event, or those that are ranked together without one."""

    event: Event
    event_path: str | None
    """The event file as findings name it."""
    files: tuple[CheckedFile, ...]
    of_round: Mapping[str, str] | None
    """The round of each path, if the event names rounds."""
    unmatched: tuple[tuple[str, str], ...]
    """Rounds of the event with a pattern that matches no file."""
    others: tuple[str, ...]
    """Further files of it, checked or not."""
    method: str
    complete: bool
    """Whether all files of the event's rounds are in the run: otherwise none is reported as missing."""
    named: Mapping[str, frozenset[str]] = {}
    """The files that match the patterns of the event's substitutes and published lists."""
    nowhere: tuple[str, ...] = ()
    """The corrected files that are not there."""
    of_table: Mapping[str, int] = {}
    """The table of each path by the event file."""


def boards_of(event_sheets: EventSheets) -> tuple[Board, ...]:
    """Who sat where on the sheets that count in a ranking."""
    names = dict.fromkeys(
        name
        for file in event_sheets.files
        for sheet in file.sheets
        if sheet.result is not None
        for name in (*sheet.sheet.players, *(one.player for one in sheet.sheet.substitutes))
    )
    players = Players(event_sheets.event.aliases, names)
    return boards(event_sheets.files, event_sheets.of_round, {name: players.name(name) for name in names})


def check_together(event_sheets: EventSheets) -> tuple[list[Finding], list[Crash]]:
    """The findings for the sheets together, and the checks that failed."""
    event = event_sheets.event
    found = boards_of(event_sheets)
    tables = tables_by_round(
        event_sheets.files, event_sheets.others, event_sheets.of_round, event_sheets.of_table
    )
    # With places at each table the number of games does not matter.
    by_table = event_sheets.method in BY_COMPARING and event.places == "table"
    checks: Sequence[tuple[Rule, Callable[[], Iterable[Finding]]]] = (
        (PLAYER_TWICE, lambda: one_person_twice(found)),
        (PLAYER_TWICE, lambda: two_tables(found)),
        # Players on a copy may not have played there.
        (UNKNOWN_PLAYER, lambda: unknown_players([one for one in found if not one.again], event.aliases)),
        (MISSING_SHEET, lambda: sheets_without_file(event_sheets.unmatched, tables, event_sheets.event_path)),
        (GAMES_DIFFER, lambda: () if by_table else games_differ(found, event_sheets.method)),
        *_entry_checks(event_sheets, list({seat.person for board in found for seat in board.seats})),
    )
    if not event_sheets.complete:
        checks = [(rule, look) for rule, look in checks if rule is not MISSING_SHEET]
    findings: list[Finding] = []
    fence = Fence(event_sheets.event_path or next((file.path for file in event_sheets.files), ""))
    for rule, look in checks:
        with fence.around("together", rule=rule.name):
            findings += look()
    return findings, fence.crashes


def _entry_checks(
    event_sheets: EventSheets, people: Sequence[str]
) -> Iterator[tuple[Rule, Callable[[], Iterable[Finding]]]]:
    """The checks of an event file's entries besides rounds, if there is one."""
    event, path, files = event_sheets.event, event_sheets.event_path, event_sheets.files
    if path is None:
        return
    yield MATCHES_NOTHING, lambda: unused_substitutes(event, path, files, event_sheets.named)
    yield MATCHES_NOTHING, lambda: missing_lists(event, path, event_sheets.named)
    yield MATCHES_NOTHING, lambda: corrected_nowhere(path, event_sheets.nowhere)
    if event_sheets.complete and people:
        yield MATCHES_NOTHING, lambda: unused_people(event, path, sorted(people))
