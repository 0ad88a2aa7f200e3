"""Writing the folder of a report: pages, PDF and findings, whole or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.reports.html import site
from scorecheck.reports.json_report import checked_json, json_text, standings_json
from scorecheck.reports.outputs import OutputRefused, write_folder
from scorecheck.reports.view import report_view

if TYPE_CHECKING:
    from pathlib import Path

    from scorecheck.cli.session import Session
    from scorecheck.job import Job, Ranked
    from scorecheck.model.outcome import Checked


def write_report(
    session: Session, job: Job, checked: Checked, outcome: Ranked | None, folder: Path, *, force: bool
) -> None:
    """Writes the report of a job into a folder.

    Raises:
        typer.Exit: the folder cannot be written, or holds foreign files under the names we need.
    """
    messages = session.messages
    files: dict[str, bytes] = {"findings.json": json_text(checked_json(checked, messages)).encode()}
    standings = None if outcome is None else outcome.standings
    rounds = None
    if outcome is not None and standings is not None:
        from scorecheck.reports.pdf import standings_pdf, unprintable

        session.unprintable(unprintable(standings, messages, checked))
        files["standings.json"] = json_text(standings_json(standings)).encode()
        files["standings.pdf"] = standings_pdf(standings, messages, checked)
        rounds = {
            one.name: [(result.path, result.shown_name) for result in one.results] for one in outcome.rounds
        }
    view = report_view(checked, standings, messages, rounds=rounds)
    files |= site(view, messages, downloads=tuple(files))
    try:
        write_folder(folder, files, force=force, inputs=[source.path for source in job.sources])
    except OutputRefused as refusal:
        raise session.refused(refusal) from None
