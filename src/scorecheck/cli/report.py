"""``scorecheck report``: standings, sheets and findings as web pages and PDF."""

from __future__ import annotations

import typer

from scorecheck.cli import options as o
from scorecheck.cli.printing import wishes
from scorecheck.cli.session import Options, Session
from scorecheck.cli.standing import ranked
from scorecheck.pipeline import Keep


def command(
    paths: o.Paths,
    folder: o.Folder,
    game: o.Game = None,
    preset: o.Preset = None,
    layout: o.Layout = None,
    notation: o.Notation = None,
    event: o.EventFile = None,
    strict: o.Strict = False,
    allow_empty: o.AllowEmpty = False,
    force: o.Force = False,
    prints: o.Print = None,
    provisional: o.Provisional = False,
    paper: o.Paper = "a4",
    large: o.Large = False,
    archive: o.Archive = False,
    templates: o.Templates = None,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    isolated: o.Isolated = False,
    config: o.Config = None,
    jobs: o.Jobs = None,
    executor: o.Executor = None,
    no_color: o.NoColor = False,
) -> None:
    """Write standings, a page for each sheet and the findings as web pages and PDF into a folder."""
    session = Session(
        Options(
            game,
            preset,
            layout,
            notation,
            event,
            lang,
            None,
            None,
            strict,
            quiet,
            no_color,
            allow_empty,
            isolated=isolated,
            config=config,
            jobs=jobs,
            executor=executor,
        )
    )
    wished = wishes(session, prints, paper, templates, large=large, archive=archive)
    wished = wished._replace(provisional=provisional)
    session.can_write(folder=folder)
    settings = session.settings()
    job, _ = session.plan(paths, settings)
    checked = session.check(job, None, settings, Keep(results=True, rows=True, impact=True))
    outcome, checked = ranked(session, job, checked, needed=False)
    from scorecheck.cli.reporting import PAGE, write_report

    written, _ = write_report(session, job, checked, outcome, folder, wished, force=force)
    if PAGE in written:
        session.console.note(session.say("written", path=(folder / PAGE).as_posix()))
    raise typer.Exit(session.status)
