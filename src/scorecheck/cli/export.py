"""``scorecheck export``: the games of all sheets as one table."""

from __future__ import annotations

import sys
from typing import Annotated, Literal, get_args

from scorecheck.cli import options as o
from scorecheck.cli.declared import option
from scorecheck.cli.session import Session, shares
from scorecheck.cli.standings import print_short
from scorecheck.model.record import record
from scorecheck.one_file.settings import Keep
from scorecheck.reports.games_table import WRITERS, arrow
from scorecheck.whole_event.check_job import name_of
from scorecheck.whole_event.publishing import renaming
from scorecheck.whole_event.tidy import games_of

Format = Literal["csv", "parquet", "xlsx"]


@record
class _ExportWish:
    """The options of the command alone."""

    format: Annotated[
        Format | None, option("--format", help="How to write them; else as the file is called.")
    ] = None
    file: o.OutputFile = None
    force: o.Force = False
    publish: o.Publish = False


@shares(*o.READING, "event", *o.RUN)
def command(session: Session, paths: o.Paths, wish: _ExportWish) -> None:
    """Write the games of all sheets as one table, a row a player and game, to go on calculating with.

    Columns: event, round, table, path, sheet, kind, game, player, points, role, evening (a day, where the
    event or a name says it), provisional (yes where the sheet has errors). What a cell says that cannot
    be read is empty. Exit status 1 if there are errors on the sheets.
    """
    file = wish.file
    kind = wish.format or ("csv" if file is None else file.suffix.lower().removeprefix("."))
    if kind not in get_args(Format):
        raise session.stop("export-format", path=str(file), known=get_args(Format))
    if kind != "csv" and file is None and sys.stdout.isatty():
        raise session.stop(f"{kind}-needs-file")
    if kind == "parquet":
        arrow()
    if file is not None:
        session.can_write(file, force=wish.force)
    settings = session.settings()
    job = session.plan(paths, settings)
    checked = session.check(job, settings, Keep(results=True, games=True))
    print_short(session, checked, name_of(job))

    rows, checked = session.made(checked, lambda some: tuple(games_of(job, some)), name_of(job))
    if rows is None:
        return
    if not rows and not session.options.allow_empty:
        raise session.stop("nothing-to-export")
    if wish.publish:
        rows = renaming(job, checked, None, session.messages)(rows)
    data = WRITERS[kind](rows)
    if file is None:
        session.console.raw(data) if kind != "csv" else session.console.out(data.decode())
        return
    session.write(file, data, force=wish.force, inputs=[source.path for source in job.sources])
    session.console.note(session.say("written", path=file.as_posix()))
