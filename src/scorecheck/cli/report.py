"""``scorecheck report``: standings, sheets and findings as web pages and PDF."""

from __future__ import annotations

from scorecheck.cli import options as o
from scorecheck.cli.process import report
from scorecheck.cli.session import Session, shares


@shares(*o.READING, "event", *o.PRINTS, *o.RUN)
def command(
    session: Session, printing: o.PrintOptions, paths: o.Paths, folder: o.Folder, force: o.Force = False
) -> None:
    """Write standings, a page for each sheet and the findings as web pages and PDF into a folder."""
    _, notes, page = report(session, paths, folder, printing, force=force)
    session.notes(notes)
    if page is not None:
        session.console.note(session.say("written", path=page.as_posix()))
