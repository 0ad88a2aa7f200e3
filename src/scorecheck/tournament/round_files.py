"""Which files belong to the rounds of an event."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path

from scorecheck.model.order import natural_key
from scorecheck.model.record import NamedTuple
from scorecheck.path_patterns import matching
from scorecheck.resources import is_file
from scorecheck.tournament.event import Event, EventRound
from scorecheck.tournament.problem import BrokenEvent, Problem

_LOCK_FILE = "~$"
"""Spreadsheets create a file with this prefix beside an open one."""


class RoundFiles(NamedTuple):
    """The files of one round."""

    name: str
    files: tuple[Path, ...]
    """In the order of their names, ``tisch2`` before ``tisch10``."""
    unmatched: tuple[str, ...]
    """The patterns that match no file: a sheet may be missing, or a name misspelt."""
    tables: Mapping[Path, int] = {}
    """The table number of a file by the event file; keyed by resolved path."""
    control: frozenset[Path] = frozenset()
    """The second sheets of tables by the event file; resolved paths."""


def sheets_of(event: Event, event_round: EventRound) -> tuple[Path, ...]:
    """The files that match the patterns of a round, each once, in natural order."""
    patterns = (*event_round.sheets, *event_round.control)
    files = {path: None for pattern in patterns for path in _matches(event, pattern)}
    return tuple(sorted(files, key=lambda path: natural_key(path.as_posix())))


def files_named(event: Event) -> Mapping[str, frozenset[Path]]:
    """The files that match each pattern of the event's waivers, substitutes and published lists."""
    patterns = {
        *(one.sheet for one in event.waivers),
        *(one.sheet for one in event.substitutes),
        *(event.published or ()),
    }
    return {pattern: frozenset(path.resolve() for path in _matches(event, pattern)) for pattern in patterns}


def files_of_rounds(event: Event) -> tuple[RoundFiles, ...]:
    """The files of each round of the event, in the order of the event file.

    Raises:
        BrokenEvent: a file belongs to two rounds, or lies outside the event's folder, where a link
            leads to it.
    """
    found: list[RoundFiles] = []
    problems: list[Problem] = []
    home = event.folder.resolve()
    owners: dict[Path, str] = {}
    for event_round in event.rounds:
        files = sheets_of(event, event_round)
        tables: dict[Path, int] = {}
        patterns = (*event_round.sheets, *event_round.control)
        unmatched = [p for p in patterns if next(_matches(event, p), None) is None]
        for number, patterns in event_round.tables.items():
            for pattern in patterns:
                mine = [path for path in _matches(event, pattern) if path in files]
                unmatched += () if mine else (pattern,)
                for path in mine:
                    if tables.setdefault(path.resolve(), number) != number:
                        key = f"rounds[{len(found) + 1}].tables"
                        params = {"key": key, "file": path.relative_to(event.folder).as_posix()}
                        problems.append(Problem(event_round.line, key, "file-at-two-tables", params))
        control = {path.resolve() for p in event_round.control for path in _matches(event, p)}
        found.append(RoundFiles(event_round.name, files, tuple(unmatched), tables, frozenset(control)))
        for file in files:
            real = file.resolve()
            name = file.relative_to(event.folder).as_posix()
            key = f"rounds[{len(found)}].sheets"
            if not real.is_relative_to(home):
                params = {"key": key, "file": name}
                problems.append(Problem(event_round.line, key, "file-outside", params))
            owner = owners.setdefault(real, event_round.name)
            if owner != event_round.name:
                params = {"key": key, "file": name, "first": owner, "second": event_round.name}
                problems.append(Problem(event_round.line, key, "file-in-two-rounds", params))
    if problems:
        raise BrokenEvent(problems, event.path or event.folder)
    return tuple(found)


def _matches(event: Event, pattern: str) -> Iterator[Path]:
    """The files that match a pattern, without the event file itself."""
    # File names may contain brackets, and some systems separate an accent from its letter.
    exact = event.folder / pattern
    if is_file(exact):
        yield exact
        return
    forms = dict.fromkeys((pattern, *(unicodedata.normalize(form, pattern) for form in ("NFC", "NFD"))))
    for form in forms:
        for path in matching(form, event.folder):
            if path != event.path and not path.name.startswith(_LOCK_FILE) and is_file(path):
                yield path
