"""``scorecheck inspect``: shows how a file was read."""

from __future__ import annotations

from typing import Annotated, Literal

from scorecheck.cli import options as o
from scorecheck.cli.ask import ask as asked
from scorecheck.cli.declared import option
from scorecheck.cli.session import ERRORS_FOUND, Session, shares
from scorecheck.model.inspected import InspectedFile
from scorecheck.model.outcome import Checked
from scorecheck.one_file.inspection import inspect_files
from scorecheck.one_file.settings import Keep
from scorecheck.reports.compared import aligned_json, aligned_text
from scorecheck.reports.inspect_report import inspect_json, inspect_text, was_read
from scorecheck.whole_event.check_job import as_checked, check


@shares(*o.READING, "event", "lang", "no_color", *o.SETTINGS)
def command(
    session: Session,
    paths: o.PathsOrStdin,
    format_: Annotated[
        Literal["text", "json"], option("--format", help="How to print it; json holds every entry.")
    ] = "text",
    ask: Annotated[
        bool, option("--ask", help="Ask what is in doubt, and write the answers into the settings.")
    ] = False,
) -> None:
    """Show how a file was read: tables, columns, notation, and why.

    With --ask each question is put with its answers; they are written into scorecheck.toml beside the
    sheet, or into the settings that there are, whose comments stay.
    Of sheets of one table also how their rows were put side by side. The first thing to run where a
    result is a puzzle. Exit status: 0 everything was read, 1 something could not be read, 2 wrong use or
    nothing to read, 3 a fault in scorecheck.
    """
    settings = session.settings()
    job = session.plan_with_stdin(paths, settings)
    stdin = job.stdin
    if ask and asked(session, job.sources):
        session.configurations.forget()
        job = session.plan([path for path in paths if path != "-"], settings, noted=False)
    files: list[InspectedFile] = []
    for file, notes in inspect_files(job.sources):
        files.append(file)
        session.notes(notes)
    checked = Checked(())
    if sum(len(file.sheets) for file in files) > 1:
        checked = check(job, settings, Keep(aligned=True))
    again = as_checked(job.sources, checked)
    if any(one.settings.starts or one.settings.wanted.like for one in again):
        files = [file for file, _ in inspect_files(again)]
    together = checked.together
    if stdin is not None:
        files += (file for file, _ in inspect_files([stdin]))
    session.crashed(crash for file in files for crash in file.crashes)
    if not all(map(was_read, files)):
        session.status = max(session.status, ERRORS_FOUND)
    console, messages = session.console, session.messages
    if format_ == "json":
        session.json(inspect_json(files, messages) | {"together": aligned_json(together)})
    else:
        console.out(inspect_text(files, messages, color=console.color, width=console.width))
        console.out(aligned_text(together, messages))
