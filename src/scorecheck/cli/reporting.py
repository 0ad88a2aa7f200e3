"""Writing the folder of a report: pages, PDF and findings, whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scorecheck.reports.html import report_html
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
    if standings is not None:
        from scorecheck.reports.pdf import standings_pdf, unprintable

        session.unprintable(unprintable(standings, messages, checked))
        files["standings.json"] = json_text(standings_json(standings)).encode()
        files["standings.pdf"] = standings_pdf(standings, messages, checked)
    view = report_view(
        checked,
        standings,
        messages,
        rounds=() if outcome is None else outcome.rounds,
        names=None if outcome is None else outcome.names,
        moment=moment_of(job),
    )
    files["index.html"] = report_html(view, messages, downloads=tuple(files))
    try:
        write_folder(folder, files, force=force, inputs=[source.path for source in job.sources])
    except OutputRefused as refusal:
        raise session.refused(refusal) from None


def moment_of(job: Job) -> datetime | None:
    """When the checked state came to be: ``SOURCE_DATE_EPOCH``, else the newest input's last change.

    Not the time of the run: the same input is to give the same bytes.
    """
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    seconds: list[float] = [int(said)] if said.isascii() and said.isdigit() else []
    if not seconds:
        for source in job.sources:
            with suppress(OSError):
                seconds.append(source.path.stat().st_mtime)
    try:
        return datetime.fromtimestamp(max(seconds), UTC) if seconds else None
    except (OverflowError, ValueError, OSError):
        # A time that no calendar has.
        return None
