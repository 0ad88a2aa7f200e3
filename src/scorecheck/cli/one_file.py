"""What the commands share that work on one file: its content as it is, and what was found in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from scorecheck.cli.session import WRONG_USE
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Workbook
from scorecheck.readers.read import workbooks_in

if TYPE_CHECKING:
    from pathlib import Path

    from scorecheck.cli.session import Session
    from scorecheck.model.outcome import Checked
    from scorecheck.pipeline import Keep, Settings


class OneFile(NamedTuple):
    """A file, and how it was read."""

    path: Path
    shown: str
    data: bytes
    workbook: Workbook
    settings: Settings


def read_one(session: Session, argument: str, keep: Keep) -> tuple[OneFile, Checked]:
    """Reads and checks the one file that an argument names.

    Raises:
        typer.Exit: it names none or several, or the file cannot be read.
    """
    job, _ = session.plan([argument], session.settings())
    if len(job.sources) != 1:
        raise session.stop_with("annotate.said-one")
    path, shown, settings = job.sources[0][:3]
    checked = session.check(job, None, settings, keep)
    data = path.read_bytes()
    workbooks = [one for one in workbooks_in(data, shown, path.name) if isinstance(one, Workbook)]
    if len(workbooks) != 1 or any(file.status == "unreadable" for file in checked.files):
        # The finding says what is wrong with the file itself.
        for finding in checked.findings:
            session.console.complain(f"{shown}: {session.messages.text(finding)}")
        session.status = max(session.status, WRONG_USE)
        raise typer.Exit(session.status)
    return OneFile(path, shown, data, workbooks[0], settings), checked
