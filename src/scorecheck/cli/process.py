"""``scorecheck process``: check, rank and report in one go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from scorecheck.cli import options as o
from scorecheck.cli.printing import NOTHING_MORE, PrintSettings, print_settings
from scorecheck.cli.reporting import PAGE, write_report
from scorecheck.cli.session import Session, shares
from scorecheck.cli.standings import CheckedJob, corrections_account, rank_or_complain
from scorecheck.model.outcome import Checked, Note
from scorecheck.one_file.settings import Keep
from scorecheck.reports.corrections_text import corrections_text
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.safe import plain
from scorecheck.reports.text import checked_text, folded, standings_text
from scorecheck.reports.verdict import verdict
from scorecheck.whole_event.ranking import tables_of


@shares(*o.READING, "event", *o.RULES, *o.PRINTS, *o.RUN)
def command(
    session: Session, printing: o.PrintOptions, paths: o.Paths, folder: o.Folder, force: o.Force = False
) -> None:
    """Check the sheets of an event, rank the players, and write the report: the main job."""
    process(session, paths, folder, force=force, prints=print_settings(session, printing))


def process(
    session: Session, paths: Sequence[str], folder: Path, *, force: bool, prints: PrintSettings = NOTHING_MORE
) -> None:
    """Checks, ranks, writes the report and tells what was found; names the page to open."""
    run, notes, page = report(session, paths, folder, force=force, prints=prints)
    _tell(session, run, notes)
    if page is not None:
        session.console.note(session.say("open", path=page.as_posix()))


def report(
    session: Session, paths: Sequence[str], folder: Path, *, force: bool, prints: PrintSettings
) -> tuple[CheckedJob, Sequence[Note], Path | None]:
    """Checks, ranks and writes the report. Returns also the notes on it, and its page if it could be made."""
    session.can_write(folder=folder)
    settings = session.settings()
    job = session.plan(paths, settings, noted=False)
    checked = session.check(job, settings, Keep(results=True, rows=True, impact=True), noted=False)
    outcome, checked = rank_or_complain(session, job, checked, needed=False)
    written, checked = write_report(session, CheckedJob(job, checked, outcome), folder, prints, force=force)
    notes = (*job.notes, *checked.notes, *(() if outcome is None else outcome.notes))
    return CheckedJob(job, checked, outcome), notes, folder / PAGE if PAGE in written else None


def _tell(session: Session, run: CheckedJob, notes: Iterable[Note]) -> None:
    """Prints the verdict, the findings, the notes, the standings and the corrections."""
    job, checked, outcome = run
    console, messages = session.console, session.messages
    tables = tables_of(outcome, messages)
    look = FormatOptions(console.color, console.width)

    def text(some: Checked) -> str:
        findings = checked_text(some, messages, look._replace(only_findings=console.quiet))
        if console.quiet:
            return findings
        return f"{plain(verdict(some, messages, tables).text)}\n\n{findings}"

    said, _ = session.made(checked, text, "text")
    console.out(said or "")
    session.notes(notes)
    if console.quiet:
        return
    if outcome is not None:
        standings = outcome.standings
        said, _ = session.made(
            checked, lambda some: "\n" + standings_text(standings, messages, some, look), "text"
        )
        console.out(said or "")
    account, _ = corrections_account(session, job, checked, outcome)
    if account is not None:
        console.out("\n" + folded(corrections_text(account, messages), console.width))
