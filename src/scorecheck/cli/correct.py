"""Writes corrections of an event into ``corrections.csv`` beside it, and undoes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from scorecheck.cli.session import Session, source_date
from scorecheck.many_files.corrections import text_of
from scorecheck.many_files.job import CORRECTIONS, Job, corrections_in
from scorecheck.model.against import CorrectedCell
from scorecheck.readers.discover import shown_path
from scorecheck.reports.safe import plain
from scorecheck.tournament.problem import BrokenEvent

ALL = "all"


def homes_of(job: Job) -> dict[str, Path]:
    """The folder of the event of each file, by the path in findings."""
    return {
        path: event.event.path.resolve().parent
        for event in job.of_events
        if event.event.path is not None
        for path in event.paths
    }


def now() -> str:
    """The time of the correction, to the second, or ``SOURCE_DATE_EPOCH``."""
    return (source_date() or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")


def whoever() -> str:
    """The name of the user; empty where the system does not know it."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def add(session: Session, home: Path, corrections: Sequence[CorrectedCell]) -> None:
    """Appends corrections to the list of an event."""
    _write(session, home, [*_known(session, home), *corrections])
    path = _shown(home)
    session.console.note(session.messages.label("corrections.by-now", path=path, count=len(corrections)))


def undo(session: Session, job: Job, wanted: Sequence[str]) -> None:
    """Removes corrections from the list of an event: by their numbers, or all.

    Raises:
        SystemExit: there is no such event, list or number, or a later correction builds on it.
    """
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
            raise session.stop_with("corrections.no-number", number=word, path=path, count=len(known))
    for number in sorted(numbers):
        one = known[number - 1]
        place = one[:3]
        for later, other in enumerate(known[number:], number + 1):
            if other[:3] == place and later not in numbers:
                raise session.stop_with("corrections.later", number=number, later=later)
    _write(session, home, [one for number, one in enumerate(known, 1) if number not in numbers])
    session.console.note(session.messages.label("corrections.undone", path=path, count=len(numbers)))


def _known(session: Session, home: Path) -> tuple[CorrectedCell, ...]:
    try:
        return corrections_in(home)
    except BrokenEvent:
        raise session.stop_with("corrections.broken", path=_shown(home)) from None


def _shown(home: Path) -> str:
    return plain(shown_path(home / CORRECTIONS, Path.cwd()))


def _write(session: Session, home: Path, corrections: Sequence[CorrectedCell]) -> None:
    """Writes the list; an empty one keeps its headings. A list that was read is never a foreign file."""
    session.write(home / CORRECTIONS, text_of(corrections).encode(), force=True)
