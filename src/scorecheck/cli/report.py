"""``scorecheck report``: standings, sheets and findings as web pages and PDF."""

from __future__ import annotations

import typer

from scorecheck.cli import options as o
from scorecheck.cli.printing import print_settings
from scorecheck.cli.session import Session
from scorecheck.cli.standings import rank_or_complain
from scorecheck.one_file.settings import Keep


@o.shares(*o.READING, "event", *o.PRINTS, *o.RUN)
def command(
    options: o.Options,
    printing: o.PrintOptions,
    paths: o.Paths,
    folder: o.Folder,
    force: o.Force = False,
) -> None:
    """Write standings, a page for each sheet and the findings as web pages and PDF into a folder."""
    session = Session(options)
    prints = print_settings(session, printing)
    session.can_write(folder=folder)
    settings = session.settings()
    job = session.plan(paths, settings)
    checked = session.check(job, None, settings, Keep(results=True, rows=True, impact=True))
    outcome, checked = rank_or_complain(session, job, checked, needed=False)
    if outcome is not None:
        session.notes(outcome.notes)
    from scorecheck.cli.reporting import PAGE, CheckedJob, write_report

    written, _ = write_report(session, CheckedJob(job, checked, outcome), folder, prints, force=force)
    if PAGE in written:
        session.console.note(session.say("written", path=(folder / PAGE).as_posix()))
    raise typer.Exit(session.status)
