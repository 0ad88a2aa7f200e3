"""Shared by the commands that print: what is asked for, the club's look, and the date of a report."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from scorecheck.cli.options import PrintOptions
from scorecheck.cli.session import Session
from scorecheck.many_files.job import Job
from scorecheck.model.outcome import Club
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from scorecheck.reports.look import Look
    from scorecheck.reports.printing import PaperSize, Printing
    from scorecheck.reports.wishes import Wish


class Wishes(NamedTuple):
    """What is to be printed, and how."""

    prints: tuple[Wish, ...] = ()
    paper: PaperSize = "a4"
    large: bool = False
    archive: bool = False
    look: Look | None = None
    """The club's own; ``None``: ours."""
    provisional: bool = False
    """Certificates are printed from provisional standings as well."""
    publish: bool = False
    """It is to be published: players are called as the event file says."""

    @property
    def settled_look(self) -> Look:
        """The look to use."""
        from scorecheck.reports.look import OURS

        return self.look or OURS

    def printing(self, moment: datetime | None) -> Printing:
        """How to print, with the date of the report."""
        from scorecheck.reports.printing import Printing

        return Printing(self.paper, self.large, self.archive, self.settled_look, moment)


def of_club(session: Session, wished: Wishes, job: Job) -> Wishes:
    """The wishes with what the file of the season, or of the event, says of the club.

    Raises:
        typer.Exit: its logo cannot be used.
    """
    from scorecheck.reports.look import with_club

    files = [job.season] if job.season is not None else list(job.events)
    for file in files:
        if file.club != Club() and file.path is not None:
            with look_in_use(session):
                return wished._replace(look=with_club(wished.settled_look, file.club, file.path.parent))
    return wished


NOTHING_MORE = Wishes()


def wishes(session: Session, said: PrintOptions) -> Wishes:
    """The wishes as they were said on the command line.

    Raises:
        typer.Exit: there is no such print, or the folder of templates cannot be used.
    """
    from scorecheck.reports.wishes import Wish

    for name in said.prints or ():
        if name not in get_args(Wish):
            raise session.stop("unknown-print", name=name, known=get_args(Wish))
    known = tuple(wish for wish in get_args(Wish) if wish in (said.prints or ()))
    look = _look_asked(session, said.templates)
    return Wishes(known, said.paper, said.large, said.archive, look, said.provisional, said.publish)


def _look_asked(session: Session, folder: Path | None) -> Look | None:
    """The look of the folder of templates that was named.

    Raises:
        typer.Exit: the folder cannot be used.
    """
    if folder is None:
        return None
    from scorecheck.reports.look import look_of

    with look_in_use(session):
        return look_of(folder)


def needs_pdf(session: Session) -> None:
    """Looks before the work whether a PDF can be made after it.

    Raises:
        typer.Exit: it cannot on this computer, which has been said.
    """
    from scorecheck.reports.printing import can_print

    if not can_print():
        raise session.stop("no-typst")


@contextmanager
def look_in_use(session: Session) -> Generator[None]:
    """Makes complaints of what a club's own templates get wrong.

    Raises:
        typer.Exit: they cannot be used.
    """
    from scorecheck.reports.look import BrokenLook
    from scorecheck.reports.printing import CannotPrint

    try:
        yield
    except BrokenLook as problem:
        raise session.stop(f"look-{problem.reason}", **problem.params) from None
    except CannotPrint as problem:
        raise session.stop("look-print", cause=str(problem)) from None


def moment_of(job: Job) -> datetime | None:
    """When the checked state came to be: ``SOURCE_DATE_EPOCH``, else the newest input's last change.

    Not the time of the run: the same input is to give the same bytes.
    """
    from datetime import UTC, datetime

    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds: list[float] = [int(said)] if said.isascii() and said.isdigit() else []
    if not seconds:
        for source in job.sources:
            with suppress(OSError):
                seconds.append(source.path.stat().st_mtime)
    try:
        return datetime.fromtimestamp(max(seconds), UTC) if seconds else None
    except (OverflowError, ValueError, OSError):
        # A time that no calendar has.
        return None
