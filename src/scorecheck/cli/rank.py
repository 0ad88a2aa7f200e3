"""``scorecheck rank``: the standings."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, get_args

import typer

from scorecheck.cli import options as o
from scorecheck.cli.printing import PrintSettings, look_in_use, moment_of, needs_pdf, of_club, print_settings
from scorecheck.cli.session import ERRORS_FOUND, Session, print_verdict
from scorecheck.cli.standings import (
    basis_with_crashes,
    corrections_account,
    print_short,
    rank_or_complain,
)
from scorecheck.many_files.job import Job
from scorecheck.model.against import Account, Against
from scorecheck.model.outcome import Checked, SheetGives, Standings
from scorecheck.model.record import NamedTuple
from scorecheck.one_file.settings import Keep
from scorecheck.tournament.meetings import Sitting, sittings
from scorecheck.whole_event.check_job import name_of
from scorecheck.whole_event.earlier_standings import Document
from scorecheck.whole_event.ranking import Ranked, tables_of

Format: TypeAlias = Literal["text", "json", "csv", "xlsx", "md", "html", "pdf"]


@o.shares(*o.READING, "event", *o.LOOK, *o.RUN)
def command(
    options: o.Options,
    printing: o.PrintOptions,
    paths: o.Paths,
    chosen: Annotated[
        Format | None,
        typer.Option("--format", help="How to write the standings; else as the file is called, or as text."),
    ] = None,
    file: o.OutputFile = None,
    statistics: Annotated[
        bool, typer.Option("--statistics", help="With the statistics (the other formats but csv have them).")
    ] = False,
    meetings: Annotated[
        bool, typer.Option("--meetings", help="Say also who met whom how often (as text).")
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="STANDINGS.JSON",
            help="Say what is other than in these earlier standings, and which sheet, rule or version made "
            "it so; status 1 if anything is.",
        ),
    ] = None,
    force: o.Force = False,
) -> None:
    """Work out the standings of a tournament, from an event file, a folder or sheets.

    Scores are exact fractions; equal scores share a rank. Sheets with errors make the standings
    provisional, and the exit status 1.
    """
    session = Session(options)
    format_ = chosen or _format_of(file)
    if format_ in {"pdf", "xlsx"} and file is None and sys.stdout.isatty():
        raise session.stop(f"{format_}-needs-file")
    if file is not None:
        session.can_write(file, force=force)
    if format_ == "pdf":
        needs_pdf(session)
    before = None if against is None else _earlier(session, against)
    prints = print_settings(session, printing)
    settings = session.settings()
    job = session.plan(paths, settings, noted=False)
    prints = of_club(session, prints, job)
    checked = session.check(job, None, settings, Keep(results=True), noted=False)
    outcome, checked = rank_or_complain(session, job, checked)
    _said_before(session, job, checked, outcome, verdict=format_ == "text" and file is None)
    if outcome is None:
        raise typer.Exit(session.status)
    asked = _RankCall(
        format_,
        prints,
        moment_of(job) if format_ in {"html", "pdf"} else None,
        to_file=file is not None,
        statistics=statistics,
        sittings=sittings(outcome.rounds, outcome.names) if meetings else (),
    )
    if format_ == "json" or before is not None:
        basis, checked = basis_with_crashes(session, job, checked, outcome)
        asked = asked._replace(basis=basis)
    asked = asked._replace(account=corrections_account(session, job, checked, outcome)[0])
    if before is not None and against is not None:
        asked = asked._replace(against=_held(session, against, before, outcome.standings, asked))
    checked, standings, asked = _published(session, job, checked, outcome, asked)
    data, _ = session.made(
        checked,
        lambda some: _rendered(session, standings, some, asked),
        format_ if file is None else file.as_posix(),
    )
    if data is not None:
        _written(session, job, data, file, force=force)
    raise typer.Exit(session.status)


def _said_before(
    session: Session, job: Job, checked: Checked, outcome: Ranked | None, *, verdict: bool
) -> None:
    """Prints what comes before the standings: the verdict, the remarks, and the first findings."""
    if verdict and outcome is not None:
        print_verdict(session, checked, name_of(job), tables_of(outcome, session.messages))
    session.notes((*job.notes, *checked.notes, *(() if outcome is None else outcome.notes)))
    print_short(session, checked, name_of(job))


def _published(
    session: Session, job: Job, checked: Checked, outcome: Ranked, asked: _RankCall
) -> tuple[Checked, Standings, _RankCall]:
    """The results with the players' public names, if they are to be published."""
    if not asked.prints.publish:
        return checked, outcome.standings, asked
    from scorecheck.whole_event.publishing import renaming

    rename = renaming(job, checked, outcome, session.messages)
    checked, standings = rename((checked, outcome.standings))
    return (
        checked,
        standings,
        asked._replace(
            sittings=rename(asked.sittings),
            basis=rename(asked.basis),
            against=rename(asked.against),
            account=rename(asked.account),
        ),
    )


def _written(session: Session, job: Job, data: str | bytes, file: Path | None, *, force: bool) -> None:
    """Writes the standings into their file, or to standard output."""
    if file is not None:
        inputs = [source.path for source in job.sources]
        session.write(file, data.encode() if isinstance(data, str) else data, force=force, inputs=inputs)
    elif isinstance(data, str):
        session.console.out(data)
    else:
        session.console.raw(data)


def _format_of(file: Path | None) -> Format:
    """The format for the suffix of a file; text for an unknown one."""
    ending = "" if file is None else file.suffix.lower().removeprefix(".")
    return next((known for known in get_args(Format) if known == ending), "text")


class _RankCall(NamedTuple):
    """How to write the standings."""

    format: str
    prints: PrintSettings
    moment: datetime | None
    to_file: bool
    statistics: bool
    sittings: tuple[Sitting, ...] = ()
    """The tables of all rounds, with ``--meetings``."""
    basis: tuple[SheetGives, ...] = ()
    """The contribution of each sheet, for JSON and ``--against``."""
    against: Against | None = None
    """The differences from earlier standings, with ``--against``."""
    account: Account | None = None
    """The corrections of the event, if there are any."""


def _earlier(session: Session, path: Path) -> Document:
    """The earlier standings to compare with."""
    from scorecheck.whole_event.earlier_standings import read_earlier

    if not path.is_file():
        raise session.stop("missing", path=path.as_posix())
    try:
        return read_earlier(path.read_bytes())
    except (ValueError, OSError):
        raise session.stop("against", path=path.as_posix()) from None


def _held(session: Session, path: Path, before: Document, standings: Standings, asked: _RankCall) -> Against:
    """The differences from the earlier standings. They set exit status 1, and are noted where the format of
    the standings does not contain them.
    """
    from scorecheck.reports.against_text import against_text
    from scorecheck.reports.ranking_json import standings_json
    from scorecheck.reports.text import folded
    from scorecheck.whole_event.earlier_standings import compare_standings

    try:
        found = compare_standings(
            path.as_posix(), before, standings_json(standings, asked.basis, asked.account)
        )
    except ValueError:
        raise session.stop("against", path=path.as_posix()) from None
    if found.changed:
        session.status = max(session.status, ERRORS_FOUND)
    if asked.format not in {"text", "json"}:
        told = folded(against_text(found, session.messages), session.console.width)
        session.console.note(told.rstrip("\n"))
    return found


def _rendered(session: Session, standings: Standings, checked: Checked, asked: _RankCall) -> str | bytes:
    messages, console = session.messages, session.console
    match asked.format:
        case "json":
            from scorecheck.reports.json_report import json_text
            from scorecheck.reports.ranking_json import standings_json

            told = standings_json(standings, asked.basis, asked.account)
            if asked.against is not None:
                from scorecheck.reports.against_text import against_json

                told["against"] = against_json(asked.against)
            return json_text(told, ascii_only=not asked.to_file and not console.shows_all)
        case "csv" | "md" | "xlsx" | "html" | "pdf":
            from scorecheck.reports.formats import standings_rendered

            printing = asked.prints.printing(asked.moment)
            if asked.format == "pdf":
                from scorecheck.reports.pdf import unprintable

                session.unprintable(unprintable(standings, messages, checked, printing))
            with look_in_use(session):
                return standings_rendered(asked.format, standings, checked, messages, printing)
        case _:
            from scorecheck.reports.format_options import PLAIN, FormatOptions
            from scorecheck.reports.text import folded, standings_text

            look = PLAIN if asked.to_file else FormatOptions(console.color, console.width)
            said = standings_text(standings, messages, checked, look, statistics=asked.statistics)
            if asked.account is not None:
                from scorecheck.reports.corrections_text import corrections_text

                said = f"{said}\n{folded(corrections_text(asked.account, messages), look.width)}"
            if asked.against is not None:
                from scorecheck.reports.against_text import against_text

                said = f"{said}\n{folded(against_text(asked.against, messages), look.width)}"
            if not asked.sittings:
                return said
            from scorecheck.reports.meetings_text import meetings_text
            from scorecheck.tournament.meetings import meetings

            players = sorted({player for one in asked.sittings for player in one.players})
            return f"{said}\n{meetings_text(players, meetings(asked.sittings), messages, look.width)}"
