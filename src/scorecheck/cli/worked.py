"""Shows what ``scorecheck score`` worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import typer

if TYPE_CHECKING:
    from scorecheck.cli.session import Session
    from scorecheck.model.terms import Worked


def show(session: Session, worked: Worked, *, as_json: bool) -> NoReturn:
    """Prints a value term by term, and ends the command.

    Raises:
        typer.Exit: always, with the exit status.
    """
    from scorecheck.reports.worked import worked_json, worked_text

    if as_json:
        import json

        said = worked_json(worked, session.messages)
        session.console.out(json.dumps(said, ensure_ascii=not session.console.shows_all, indent=2) + "\n")
    else:
        session.console.out(worked_text(worked, session.messages))
    raise typer.Exit(session.status)
