"""``scorecheck init``: an event file from the sheets of a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli import options as o
from scorecheck.cli.session import Options, Session
from scorecheck.games import registry
from scorecheck.pipeline import Keep, Source, check_files
from scorecheck.ranking import results_of
from scorecheck.readers.discover import discover, shown_path


def command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder with the sheets of the event.")],
    game: o.Game = None,
    preset: o.Preset = None,
    layout: o.Layout = None,
    notation: o.Notation = None,
    force: o.Force = False,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Write an event file for the sheets of a folder: players, rounds, tables, game and preset, to be edited.

    An event file that is there already stays, unless --force is said.
    """
    session = Session(Options(game, preset, layout, notation, lang=lang, quiet=quiet, no_color=no_color))
    if not folder.is_dir():
        raise session.stop("missing", path=str(folder))
    target = folder / "event.toml"
    from scorecheck.reports.outputs import OutputRefused, write_file

    if target.exists() and not force:
        raise session.refused(OutputRefused("foreign", target))
    settings = session.settings()
    found = discover([str(folder)], Path.cwd())
    home = folder.resolve()
    sources = [
        Source(file.path, file.path.resolve().relative_to(home).as_posix(), settings)
        for file in found.files
        if file.path.resolve().is_relative_to(home)
    ]
    checked = check_files(sources, Keep(results=True))
    results, _ = results_of(checked)
    shown = shown_path(target, Path.cwd())
    if not results:
        session.console.complain(session.messages.label("init.nothing", path=str(folder)))
        raise typer.Exit(2)
    from scorecheck.reports.event_draft import event_text
    from scorecheck.tournament.draft import draft

    sheets = [sheet.sheet for file in checked.files for sheet in file.sheets if sheet.result is not None]
    games = tuple(dict.fromkeys(sheet.game for sheet in sheets if sheet.game is not None))
    text = event_text(
        draft(results, [source.shown for source in sources]),
        session.messages,
        name=home.name or "Event",
        games=games,
        preset=sheets[0].preset,
        method=registry.load(games[0]).ranking if games else "sum",
    )
    try:
        write_file(target, text.encode(), force=force)
    except OutputRefused as refusal:
        raise session.refused(refusal) from None
    session.console.note(session.messages.label("init.written", path=shown))
