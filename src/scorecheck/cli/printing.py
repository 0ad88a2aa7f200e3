"""Shared by commands that print: the settings of prints, the club's look, and the date of a report."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager, suppress
from datetime import datetime
from typing import get_args

from scorecheck.cli.options import PrintOptions
from scorecheck.cli.session import Session, from_seconds, source_date
from scorecheck.many_files.job import Job
from scorecheck.model.outcome import Club
from scorecheck.model.record import NamedTuple
from scorecheck.reports.look import OURS, BrokenLook, Look, look_of, with_club
from scorecheck.reports.printing import CannotPrint, PaperSize, Printing, can_print
from scorecheck.reports.prints import PrintName


class PrintSettings(NamedTuple):
    """What to print, and how."""

    names: tuple[PrintName, ...] = ()
    paper: PaperSize = "a4"
    large: bool = False
    archive: bool = False
    look: Look | None = None
    """The club's look; ``None``: ours."""
    provisional: bool = False
    """Certificates are printed even from provisional standings."""
    publish: bool = False
    """Players have the public names from the event file."""

    @property
    def settled_look(self) -> Look:
        """The look to use."""
        return self.look or OURS

    def printing(self, moment: datetime | None) -> Printing:
        """The print options, with the date of the report."""
        return Printing(self.paper, self.large, self.archive, self.settled_look, moment)


def of_club(session: Session, prints: PrintSettings, job: Job) -> PrintSettings:
    """The settings with the look of the club from the season or event file."""
    files = [job.season] if job.season is not None else list(job.events)
    for file in files:
        if file.club != Club() and file.path is not None:
            with look_in_use(session):
                return prints._replace(look=with_club(prints.settled_look, file.club, file.path.parent))
    return prints


NOTHING_MORE = PrintSettings()


def print_settings(session: Session, said: PrintOptions) -> PrintSettings:
    """The settings of prints from the command line."""
    for name in said.prints or ():
        if name not in get_args(PrintName):
            raise session.stop("unknown-print", name=name, known=get_args(PrintName))
    known = tuple(name for name in get_args(PrintName) if name in (said.prints or ()))
    look = None
    if said.templates is not None:
        with look_in_use(session):
            look = look_of(said.templates)
    return PrintSettings(known, said.paper, said.large, said.archive, look, said.provisional, said.publish)


def needs_pdf(session: Session) -> None:
    """Checks before the run that PDFs can be made."""
    if not can_print():
        raise session.stop("no-typst")


@contextmanager
def look_in_use(session: Session) -> Generator[None]:
    """Turns errors in a club's templates into complaints."""
    try:
        yield
    except BrokenLook as problem:
        raise session.stop(f"look-{problem.reason}", **problem.params) from None
    except CannotPrint as problem:
        raise session.stop("look-print", cause=str(problem)) from None


def moment_of(job: Job) -> datetime | None:
    """The date of a report: ``SOURCE_DATE_EPOCH``, else the last change of the newest input.

    It is not the time of the run, so that the same input gives the same bytes.
    """
    given = source_date()
    seconds: list[float] = []
    for source in job.sources if given is None else ():
        with suppress(OSError):
            seconds.append(source.path.stat().st_mtime)
    return from_seconds(max(seconds)) if seconds else given
