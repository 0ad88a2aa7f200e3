"""``scorecheck process``: checks, ranks and writes the folder of a report, each file whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from pathlib import Path
from typing import get_args

from scorecheck.cli import options as o
from scorecheck.cli.printing import moment_of, of_club, printing_of
from scorecheck.cli.session import Session, shares
from scorecheck.cli.standings import CheckedJob, basis_with_crashes, corrections_account, rank_or_complain
from scorecheck.model.outcome import Checked, Note, SheetGives, Standings
from scorecheck.one_file.settings import Keep
from scorecheck.reports import pdf
from scorecheck.reports.changes_text import corrections_page, corrections_text
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.html import report_html
from scorecheck.reports.json_report import checked_json, json_text
from scorecheck.reports.outputs import write_folder
from scorecheck.reports.pdf import NothingToPrint, PrintName, StillProvisional, kind_of, part_to_print
from scorecheck.reports.printing import BrokenLook, CannotPrint, Printing, can_print, printed, unprintable
from scorecheck.reports.ranking_json import standings_json
from scorecheck.reports.safe import plain
from scorecheck.reports.text import checked_text, folded, standings_text
from scorecheck.reports.verdict import verdict
from scorecheck.reports.view import ReportView, report_view
from scorecheck.whole_event.publishing import renaming
from scorecheck.whole_event.ranking import shown_with, tables_of


@shares(*o.READING, "event", *o.RULES, *o.PRINTS, *o.RUN)
def command(
    session: Session, printing: o.PrintOptions, paths: o.Paths, folder: o.Folder, force: o.Force = False
) -> None:
    """Check the sheets of an event, rank the players, and write the report: the main job."""
    process(session, paths, folder, printing, force=force)


def process(
    session: Session, paths: Sequence[str], folder: Path, asked: o.PrintOptions, *, force: bool
) -> None:
    """Checks, ranks, writes the report and tells what was found; names the page to open."""
    run, notes, page = report(session, paths, folder, asked, force=force)
    _tell(session, run, notes)
    if page is not None:
        session.console.note(session.say("open", path=page.as_posix()))


def report(
    session: Session, paths: Sequence[str], folder: Path, asked: o.PrintOptions, *, force: bool
) -> tuple[CheckedJob, Sequence[Note], Path | None]:
    """Checks, ranks and writes the report. Returns also the notes on it, and its page if it could be made."""
    printing = printing_of(session, asked)
    session.can_write(folder=folder)
    settings = session.settings()
    job = session.plan(paths, settings, noted=False)
    checked = session.check(job, settings, Keep(results=True, rows=True, impact=True), noted=False)
    outcome, checked = rank_or_complain(session, job, checked, needed=False)
    run = CheckedJob(job, checked, outcome)
    written, checked = write_report(session, run, folder, asked, of_club(printing, job), force=force)
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


PAGE = "index.html"
"""The page to open."""
FINDINGS = "findings.json"


def write_report(
    session: Session,
    run: CheckedJob,
    folder: Path,
    asked: o.PrintOptions,
    printing: Printing,
    *,
    force: bool,
) -> tuple[Container[str], Checked]:
    """Writes the report of a job into a folder, with the chosen prints.

    Returns:
        The names of the written files, and the result with the crashes of those that could not be made.
    """
    job, checked, outcome = run
    messages = session.messages
    moment = moment_of(job)
    printing = printing._replace(moment=moment)
    files: dict[str, bytes] = {}

    def make(name: str, render: Callable[[Checked], bytes | None]) -> None:
        nonlocal checked
        data, checked = session.made(checked, render, name, lets_through=(BrokenLook, CannotPrint))
        if data is not None:
            files[name] = data

    account, checked = corrections_account(session, job, checked, outcome)
    basis: tuple[SheetGives, ...] = ()
    if outcome is not None:
        basis, checked = basis_with_crashes(session, job, checked, outcome)
    if asked.publish:
        rename = renaming(job, checked, outcome, messages)
        checked, outcome, account, basis = rename((checked, outcome, account, basis))
    standings = None if outcome is None else outcome.standings
    viewed: list[tuple[Checked, ReportView]] = []

    def view(some: Checked) -> ReportView:
        if not viewed or viewed[-1][0] is not some:
            made = report_view(
                some,
                shown_with(outcome, messages),
                messages,
                moment=moment,
                corrections=None if account is None else corrections_page(account, messages),
            )
            viewed[:] = [(some, made)]
        return viewed[-1][1]

    def page(some: Checked) -> bytes:
        return report_html(view(some), messages, downloads=(FINDINGS, *files), look=printing.look)

    if standings is not None:
        make(
            "standings.json",
            lambda _: json_text(standings_json(standings, session.messages, basis, account)).encode(),
        )
    names = _possible_prints(session, asked, wanted=standings is not None)
    if standings is not None and names is not None:
        make("standings.pdf", lambda some: _standings_pdf(session, standings, some, printing))
    for name in names or ():
        make(f"{name}.pdf", lambda some, name=name: _printed(session, name, view(some), printing, asked))
    make(PAGE, page)
    # The findings come last: by then all crashes are known.
    make(FINDINGS, lambda some: json_text(checked_json(some, messages)).encode())
    write_folder(folder, files, force=force, inputs=[source.path for source in job.sources])
    return files, checked


def _possible_prints(session: Session, asked: o.PrintOptions, *, wanted: bool) -> Sequence[PrintName] | None:
    """The chosen prints; ``None``, after a note or complaint, where no PDF can be made."""
    names = [name for name in get_args(PrintName) if name in (asked.prints or ())]
    if not (wanted or names) or can_print():
        return names
    if names:
        session.wrong_use("no-typst")
    else:
        session.console.note(session.say("no-typst"))
    return None


def _standings_pdf(session: Session, standings: Standings, checked: Checked, printing: Printing) -> bytes:
    session.unprintable(pdf.unprintable(standings, session.messages, checked, printing))
    return pdf.standings_pdf(standings, session.messages, checked, printing)


def _printed(
    session: Session, name: PrintName, view: ReportView, printing: Printing, asked: o.PrintOptions
) -> bytes | None:
    """One of the prints; ``None``, after a note, where there is nothing to print."""
    try:
        view = part_to_print(name, view, provisional=asked.provisional)
    except NothingToPrint:
        session.console.note(session.say("nothing-to-print", name=name))
        return None
    except StillProvisional as refusal:
        session.console.complain(session.say("certificates-provisional", sheets=refusal.args))
        return None
    data = pdf.print_data(kind_of(name), view, session.messages, printing)
    session.unprintable(unprintable(data))
    return printed(kind_of(name), data, printing)
