"""Writing the folder of a report: pages, PDF and findings, whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.cli.printing import NOTHING_MORE, look_in_use, moment_of
from scorecheck.reports.html import report_html
from scorecheck.reports.json_report import checked_json, json_text
from scorecheck.reports.outputs import OutputRefused, write_folder
from scorecheck.reports.ranking_json import standings_json
from scorecheck.reports.view import report_view

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from scorecheck.cli.printing import Wish, Wishes
    from scorecheck.cli.session import Session
    from scorecheck.job import Job
    from scorecheck.model.outcome import Checked
    from scorecheck.ranking import Ranked
    from scorecheck.reports.pdf import Kind
    from scorecheck.reports.printing import Printing
    from scorecheck.reports.view import ReportView

_KINDS: Mapping[Wish, Kind] = {
    "report": "report",
    "players": "players",
    "certificates": "certificates",
    "all-certificates": "certificates",
    "sheets": "sheets",
}
_CERTIFICATES = 3
"""The ranks that get a certificate where not all do."""


def write_report(
    session: Session,
    job: Job,
    checked: Checked,
    outcome: Ranked | None,
    folder: Path,
    wishes: Wishes = NOTHING_MORE,
    *,
    force: bool,
) -> None:
    """Writes the report of a job into a folder, with the prints that are wished for.

    Raises:
        typer.Exit: the folder cannot be written, or holds foreign files under the names we need; or
            a club's own template cannot be used.
    """
    messages = session.messages
    moment = moment_of(job)
    printing = wishes.printing(moment)
    files: dict[str, bytes] = {"findings.json": json_text(checked_json(checked, messages)).encode()}
    standings = None if outcome is None else outcome.standings
    view = report_view(
        checked,
        standings,
        messages,
        rounds=() if outcome is None else outcome.rounds,
        names=None if outcome is None else outcome.names,
        moment=moment,
    )
    with look_in_use(session):
        if standings is not None:
            from scorecheck.reports.pdf import standings_pdf, unprintable

            session.unprintable(unprintable(standings, messages, checked, printing))
            files["standings.json"] = json_text(standings_json(standings)).encode()
            files["standings.pdf"] = standings_pdf(standings, messages, checked, printing)
        for wish in wishes.prints:
            data = _printed(session, wish, view, printing)
            if data is not None:
                files[f"{wish}.pdf"] = data
        downloads = tuple(files)
        files["index.html"] = report_html(view, messages, downloads=downloads, look=wishes.settled_look)
    try:
        write_folder(folder, files, force=force, inputs=[source.path for source in job.sources])
    except OutputRefused as refusal:
        raise session.refused(refusal) from None


def _printed(session: Session, wish: Wish, view: ReportView, printing: Printing) -> bytes | None:
    """One of the prints; ``None``, with a note, where there is nothing to put on it."""
    from scorecheck.reports.pdf import print_data
    from scorecheck.reports.printing import printed, unprintable

    page = view.standings
    of_players = wish in {"players", "certificates", "all-certificates"}
    if (of_players and (page is None or not page.rows)) or (wish == "sheets" and not view.pages):
        session.console.note(session.say("nothing-to-print", name=wish))
        return None
    if wish == "certificates" and page is not None:
        rows = tuple(row for row in page.rows if int(row.rank) <= _CERTIFICATES)
        view = view._replace(standings=page._replace(rows=rows))
    kind = _KINDS[wish]
    data = print_data(kind, view, session.messages, printing)
    session.unprintable(unprintable(data))
    return printed(kind, data, printing)
