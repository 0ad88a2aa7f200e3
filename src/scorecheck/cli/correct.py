"""Corrections of an event: written into ``corrections.csv`` beside it, and undone again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import typer

from scorecheck.cli.session import WRONG_USE, Session
from scorecheck.many_files.corrections import text_of
from scorecheck.many_files.job import CORRECTIONS, Job, corrections_in
from scorecheck.model.correction import CorrectedCell
from scorecheck.readers.discover import shown_path
from scorecheck.reports.outputs import write_file
from scorecheck.reports.safe import plain
from scorecheck.tournament.problem import BrokenEvent

ALL = "all"


def homes_of(job: Job) -> dict[str, Path]:
    """The folder of the event that each file belongs to, by the path that findings name."""
    return {
        path: event.event.path.resolve().parent
        for event in job.of_events
        if event.event.path is not None
        for path in event.paths
    }


def now() -> str:
    """The time of the correction, to the second; ``SOURCE_DATE_EPOCH`` says it for tests and archives."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    given = int(said) if said.isascii() and said.isdigit() and len(said) < 12 else None
    moment = datetime.now(UTC) if given is None else datetime.fromtimestamp(given, UTC)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def whoever() -> str:
    """Who is logged in; empty where the system does not know."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def add(session: Session, home: Path, corrections: Sequence[CorrectedCell]) -> None:
    """Writes corrections behind those that an event has.

    Raises:
        typer.Exit: the list there is not ours, or cannot be written.
    """
    _write(session, home, [*_known(session, home), *corrections])
    path = _shown(home)
    session.console.note(session.messages.label("corrections.by-now", path=path, count=len(corrections)))


def undo(session: Session, job: Job, wanted: Sequence[str]) -> None:
    """Takes corrections out of the list of an event: by their numbers, or all.

    Raises:
        typer.Exit: there is no such event, list or number, or another correction builds on it.
    """
    label = session.messages.label
    homes = {one.event.path.resolve().parent for one in job.of_events if one.event.path is not None}
    if len(homes) != 1:
        raise session.stop_with("corrections.no-event")
    (home,) = homes
    known, path = _known(session, home), _shown(home)
    numbers: set[int] = set()
    for word in wanted:
        if word == ALL:
            numbers |= set(range(1, len(known) + 1))
        elif word.isascii() and word.isdigit() and 0 < int(word[:9]) <= len(known):
            numbers.add(int(word[:9]))
        else:
            raise _stop(session, label("corrections.no-number", number=word, path=path, count=len(known)))
    for number in sorted(numbers):
        one = known[number - 1]
        place = one[:3]
        for later, other in enumerate(known[number:], number + 1):
            if other[:3] == place and later not in numbers:
                raise _stop(session, label("corrections.later", number=number, later=later))
    _write(session, home, [one for number, one in enumerate(known, 1) if number not in numbers])
    session.console.note(label("corrections.undone", path=path, count=len(numbers)))


def _stop(session: Session, said: str) -> typer.Exit:
    import typer

    session.console.complain(plain(said))
    session.status = WRONG_USE
    return typer.Exit(WRONG_USE)


def _known(session: Session, home: Path) -> tuple[CorrectedCell, ...]:
    try:
        return corrections_in(home)
    except BrokenEvent:
        raise session.stop_with("corrections.broken", path=_shown(home)) from None


def _shown(home: Path) -> str:
    from pathlib import Path

    return plain(shown_path(home / CORRECTIONS, Path.cwd()))


def _write(session: Session, home: Path, corrections: Sequence[CorrectedCell]) -> None:
    """Writes the list; one that is empty goes on standing there, with its headings.

    A list that could be read holds corrections, whoever wrote it: it is no foreign file.
    """
    with session.refusals_told():
        write_file(home / CORRECTIONS, text_of(corrections).encode(), force=True)
