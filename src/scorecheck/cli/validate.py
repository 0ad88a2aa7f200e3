"""``scorecheck validate``: reads, recognises, checks, prints findings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from scorecheck.cli import options as o
from scorecheck.cli.session import Options, Session
from scorecheck.pipeline import Keep

if TYPE_CHECKING:
    from scorecheck.model.outcome import Checked

FORMATS = ("text", "json")


def command(
    paths: o.PathsOrStdin,
    game: o.Game = None,
    preset: o.Preset = None,
    layout: o.Layout = None,
    notation: o.Notation = None,
    event: o.EventFile = None,
    format_: Annotated[
        Literal["text", "json"] | None, typer.Option("--format", help="How to print what was found.")
    ] = None,
    output: Annotated[
        list[str] | None,
        typer.Option("--output", metavar="FORMAT[:FILE]", help="One of several outputs (repeatable)."),
    ] = None,
    file: o.OutputFile = None,
    stdin_filename: Annotated[
        str | None, typer.Option(metavar="NAME", help="What to call the sheet from standard input.")
    ] = None,
    select: o.Select = None,
    ignore: o.Ignore = None,
    strict: o.Strict = False,
    allow_empty: o.AllowEmpty = False,
    force: o.Force = False,
    lang: o.Lang = None,
    quiet: o.Quiet = False,
    no_color: o.NoColor = False,
) -> None:
    """Check scoresheets and say which cell is wrong.

    The game and the way in which a sheet is kept are recognised. Exit status: 0 nothing wrong, 1 errors
    found, 2 wrong use or nothing to check, 3 a fault in scorecheck.
    """
    session = Session(
        Options(
            game,
            preset,
            layout,
            notation,
            event,
            lang,
            select,
            ignore,
            strict,
            quiet,
            no_color,
            allow_empty,
            stdin_filename,
        )
    )
    outputs = _outputs(session, format_, file, output or [])
    settings = session.settings()
    job, stdin = session.plan(paths, settings)
    checked = session.check(job, stdin, settings, Keep())
    for name, target in outputs:
        text = _rendered(session, checked, name, to_file=target is not None)
        if target is None:
            session.console.out(text)
            continue
        from scorecheck.reports.outputs import OutputRefused, write_file

        try:
            write_file(target, text.encode(), force=force, inputs=[source.path for source in job.sources])
        except OutputRefused as refusal:
            session.status = session.refused(refusal).exit_code
    raise typer.Exit(session.status)


def _outputs(
    session: Session, format_: str | None, file: Path | None, more: list[str]
) -> list[tuple[str, Path | None]]:
    """What to write where: ``--format`` and ``-o`` are one output, each ``--output`` is another."""
    outputs: list[tuple[str, Path | None]] = []
    if format_ is not None or file is not None or not more:
        outputs.append((format_ or "text", file))
    for said in more:
        name, colon, target = said.partition(":")
        if name not in FORMATS or (colon and not target):
            raise session.stop("unknown-output", name=said, known=FORMATS)
        outputs.append((name, Path(target) if colon else None))
    if sum(1 for _, target in outputs if target is None) > 1:
        raise session.stop("two-on-screen")
    targets = [target.absolute() for _, target in outputs if target is not None]
    if len(set(targets)) < len(targets):
        raise session.stop("same-output-twice")
    return outputs


def _rendered(session: Session, checked: Checked, name: str, *, to_file: bool) -> str:
    console, messages = session.console, session.messages
    if name == "json":
        from scorecheck.reports.json_report import checked_json, json_text

        ascii_only = not to_file and not console.shows_all
        return json_text(checked_json(checked, messages), ascii_only=ascii_only)
    from scorecheck.reports.text import checked_text

    quiet = session.options.quiet
    if to_file:
        return checked_text(checked, messages, only_findings=quiet)
    return checked_text(checked, messages, color=console.color, width=console.width, only_findings=quiet)
