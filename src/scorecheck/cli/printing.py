"""Shared by commands that print: the settings of prints, the club's look, and the date of a report."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import get_args

from scorecheck.cli.options import PrintOptions
from scorecheck.cli.session import Session, from_seconds, source_date
from scorecheck.many_files.job import Job
from scorecheck.model.outcome import Club
from scorecheck.reports.pdf import PrintName
from scorecheck.reports.printing import Printing, can_print, look_of, with_club


def printing_of(session: Session, said: PrintOptions) -> Printing:
    """How to print, by the command line; without the date of the report, which only its sheets tell."""
    for name in said.prints or ():
        if name not in get_args(PrintName):
            raise session.stop("unknown-print", name=name, known=get_args(PrintName))
    printing = Printing(said.paper, said.large, said.archive)
    return printing if said.templates is None else printing._replace(look=look_of(said.templates))


def of_club(printing: Printing, job: Job) -> Printing:
    """The same with the look of the club from the season or event file."""
    files = [job.season] if job.season is not None else list(job.events)
    for file in files:
        if file.club != Club() and file.path is not None:
            return printing._replace(look=with_club(printing.look, file.club, file.path.parent))
    return printing


def needs_pdf(session: Session) -> None:
    """Checks before the run that PDFs can be made."""
    if not can_print():
        raise session.stop("no-typst")


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
