"""``scorecheck rank``: the standings."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

from scorecheck.cli import options as o
from scorecheck.cli.declared import option
from scorecheck.cli.printing import moment_of, needs_pdf, of_club, printing_of
from scorecheck.cli.session import ERRORS_FOUND, Session, print_verdict, shares
from scorecheck.cli.standings import (
    CheckedJob,
    basis_with_crashes,
    corrections_account,
    print_short,
    rank_or_complain,
)
from scorecheck.many_files.job import Job
from scorecheck.model.against import Account, Against
from scorecheck.model.outcome import Checked, SheetGives, Standings
from scorecheck.model.record import NamedTuple, record
from scorecheck.one_file.settings import Keep
from scorecheck.reports.changes_text import against_json, against_text, corrections_text
from scorecheck.reports.format_options import PLAIN, FormatOptions
from scorecheck.reports.formats import standings_rendered
from scorecheck.reports.json_report import json_text
from scorecheck.reports.meetings_text import meetings_text
from scorecheck.reports.pdf import unprintable
from scorecheck.reports.printing import BrokenLook, CannotPrint, Printing
from scorecheck.reports.ranking_json import standings_json
from scorecheck.reports.text import folded, standings_text
from scorecheck.tournament.meetings import Sitting, meetings, sittings
from scorecheck.whole_event.check_job import name_of
from scorecheck.whole_event.earlier_standings import Document, compare_standings, read_earlier
from scorecheck.whole_event.publishing import renaming
from scorecheck.whole_event.ranking import Ranked, tables_of

Format: TypeAlias = Literal["text", "json", "csv", "xlsx", "md", "html", "pdf"]


@record
class _RankWish:
    """The options of the command alone."""

    chosen: Annotated[
        Format | None,
        option("--format", help="How to write the standings; else as the file is called, or as text."),
    ] = None
    file: o.OutputFile = None
    statistics: Annotated[
        bool, option("--statistics", help="With the statistics (the other formats but csv have them).")
    ] = False
    meetings: Annotated[bool, option("--meetings", help="Say also who met whom how often (as text).")] = False
    against: Annotated[
        Path | None,
        option(
            metavar="STANDINGS.JSON",
            help="Say what is other than in these earlier standings, and which sheet, rule or version made "
            "it so; status 1 if anything is.",
        ),
    ] = None
    force: o.Force = False

    @property
    def format(self) -> Format:
        """The format asked for, else that of the suffix of the file, else text."""
        ending = "" if self.file is None else self.file.suffix.lower().removeprefix(".")
        return self.chosen or next((known for known in get_args(Format) if known == ending), "text")


@shares(*o.READING, "event", *o.LOOK, *o.RUN)
def command(session: Session, printing: o.PrintOptions, paths: o.Paths, wish: _RankWish) -> None:
    """Work out the standings of a tournament, from an event file, a folder or sheets.

    Scores are exact fractions; equal scores share a rank. Sheets with errors make the standings
    provisional, and the exit status 1.
    """
    file, format_ = wish.file, wish.format
    if format_ in {"pdf", "xlsx"} and file is None and sys.stdout.isatty():
        raise session.stop(f"{format_}-needs-file")
    if file is not None:
        session.can_write(file, force=wish.force)
    if format_ == "pdf":
        needs_pdf(session)
    before = None if wish.against is None else _earlier(session, wish.against)
    how = printing_of(session, printing)
    settings = session.settings()
    job = session.plan(paths, settings, noted=False)
    how = of_club(how, job)
    checked = session.check(job, settings, Keep(results=True), noted=False)
    outcome, checked = rank_or_complain(session, job, checked)
    if format_ == "text" and file is None and outcome is not None:
        print_verdict(session, checked, name_of(job), tables_of(outcome, session.messages))
    session.notes((*job.notes, *checked.notes, *(() if outcome is None else outcome.notes)))
    print_short(session, checked, name_of(job))
    if outcome is None:
        return
    told, checked = _told(session, CheckedJob(job, checked, outcome), outcome, wish, before)
    if printing.publish:
        checked, told = renaming(job, checked, outcome, session.messages)((checked, told))
    how = how._replace(moment=moment_of(job) if format_ in {"html", "pdf"} else None)
    data, _ = session.made(
        checked,
        lambda some: _rendered(session, told, some, wish, how),
        format_ if file is None else file.as_posix(),
        lets_through=(BrokenLook, CannotPrint),
    )
    if data is not None:
        _written(session, job, data, file, force=wish.force)


def _written(session: Session, job: Job, data: str | bytes, file: Path | None, *, force: bool) -> None:
    """Writes the standings into their file, or to standard output."""
    if file is not None:
        inputs = [source.path for source in job.sources]
        session.write(file, data.encode() if isinstance(data, str) else data, force=force, inputs=inputs)
    elif isinstance(data, str):
        session.console.out(data)
    else:
        session.console.raw(data)


class _Told(NamedTuple):
    """The standings, and what is told with them."""

    standings: Standings
    sittings: tuple[Sitting, ...]
    """The tables of all rounds, with ``--meetings``."""
    basis: tuple[SheetGives, ...]
    """The contribution of each sheet, for JSON and ``--against``."""
    against: Against | None
    """The differences from earlier standings, with ``--against``."""
    account: Account | None
    """The corrections of the event, if there are any."""


def _told(
    session: Session, run: CheckedJob, outcome: Ranked, wish: _RankWish, before: Document | None
) -> tuple[_Told, Checked]:
    """The standings with what is told with them, and the result with the crashes in collecting it."""
    job, checked, _ = run
    basis: tuple[SheetGives, ...] = ()
    if wish.format == "json" or before is not None:
        basis, checked = basis_with_crashes(session, job, checked, outcome)
    account, _ = corrections_account(session, job, checked, outcome)
    against = None
    if before is not None and wish.against is not None:
        now = standings_json(outcome.standings, session.messages, basis, account)
        against = _differs(session, wish.against, before, now, wish.format)
    met = sittings(outcome.rounds, outcome.names) if wish.meetings else ()
    return _Told(outcome.standings, met, basis, against, account), checked


def _earlier(session: Session, path: Path) -> Document:
    if not path.is_file():
        raise session.stop("missing", path=path.as_posix())
    try:
        return read_earlier(path.read_bytes())
    except (ValueError, OSError):
        raise session.stop("against", path=path.as_posix()) from None


def _differs(session: Session, path: Path, before: Document, now: Document, format_: Format) -> Against:
    """The differences from the earlier standings. They set exit status 1, and are noted where the format of
    the standings does not contain them.
    """
    try:
        found = compare_standings(path.as_posix(), before, now)
    except ValueError:
        raise session.stop("against", path=path.as_posix()) from None
    if found.changed:
        session.status = max(session.status, ERRORS_FOUND)
    if format_ not in {"text", "json"}:
        told = folded(against_text(found, session.messages), session.console.width)
        session.console.note(told.rstrip("\n"))
    return found


def _rendered(
    session: Session, told: _Told, checked: Checked, wish: _RankWish, printing: Printing
) -> str | bytes:
    messages, console = session.messages, session.console
    match wish.format:
        case "json":
            report = standings_json(told.standings, messages, told.basis, told.account)
            if told.against is not None:
                report["against"] = against_json(told.against)
            return json_text(report, ascii_only=wish.file is None and not console.shows_all)
        case "csv" | "md" | "xlsx" | "html" | "pdf":
            if wish.format == "pdf":
                session.unprintable(unprintable(told.standings, messages, checked, printing))
            return standings_rendered(wish.format, told.standings, checked, messages, printing)
        case _:
            look = PLAIN if wish.file is not None else FormatOptions(console.color, console.width)
            said = standings_text(told.standings, messages, checked, look, statistics=wish.statistics)
            if told.account is not None:
                said = f"{said}\n{folded(corrections_text(told.account, messages), look.width)}"
            if told.against is not None:
                said = f"{said}\n{folded(against_text(told.against, messages), look.width)}"
            if not told.sittings:
                return said
            players = sorted({player for one in told.sittings for player in one.players})
            return f"{said}\n{meetings_text(players, meetings(told.sittings), messages, look.width)}"
