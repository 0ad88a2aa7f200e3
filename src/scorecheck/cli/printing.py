"""Shared by commands that print: the settings of prints, the club's look, and the date of a report."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import get_args

from scorecheck.cli.options import PrintOptions
from scorecheck.cli.session import Session, from_seconds, source_date
from scorecheck.many_files.job import Job
from scorecheck.model.outcome import Club
from scorecheck.model.record import NamedTuple
from scorecheck.reports.look import look_of, with_club
from scorecheck.reports.printing import Printing, can_print
from scorecheck.reports.prints import PrintName


class PrintSettings(NamedTuple):
    """What to print, and how."""

    names: tuple[PrintName, ...] = ()
    provisional: bool = False
    """Certificates are printed even from provisional standings."""
    publish: bool = False
    """Players have the public names from the event file."""
    printing: Printing = Printing()
    """Without the date of the report, which only its sheets tell."""


def of_club(prints: PrintSettings, job: Job) -> PrintSettings:
    """The settings with the look of the club from the season or event file."""
    files = [job.season] if job.season is not None else list(job.events)
    for file in files:
        if file.club != Club() and file.path is not None:
            look = with_club(prints.printing.look, file.club, file.path.parent)
            return prints._replace(printing=prints.printing._replace(look=look))
    return prints


NOTHING_MORE = PrintSettings()


def print_settings(session: Session, said: PrintOptions) -> PrintSettings:
    """The settings of prints from the command line."""
    for name in said.prints or ():
        if name not in get_args(PrintName):
            raise session.stop("unknown-print", name=name, known=get_args(PrintName))
    known = tuple(name for name in get_args(PrintName) if name in (said.prints or ()))
    printing = Printing(said.paper, said.large, said.archive)
    if said.templates is not None:
        printing = printing._replace(look=look_of(said.templates))
    return PrintSettings(known, said.provisional, said.publish, printing)


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
