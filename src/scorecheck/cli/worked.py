"""Shows what ``scorecheck score`` worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, TypeVar

import typer

from scorecheck.cli.session import Session
from scorecheck.model.terms import Worked
from scorecheck.reports.messages import Messages

T = TypeVar("T")


def show(session: Session, worked: Worked, *, as_json: bool) -> NoReturn:
    """Prints a value term by term, and ends the command.

    Raises:
        typer.Exit: always, with the exit status.
    """
    from scorecheck.reports.worked import worked_json, worked_text

    printed(session, worked_json if as_json else worked_text, worked)


def printed(session: Session, told: Callable[[T, Messages], object], worked: T) -> NoReturn:
    """Prints what is made of values as text, or else as JSON, and ends the command.

    Raises:
        typer.Exit: always, with the exit status.
    """
    said = told(worked, session.messages)
    if not isinstance(said, str):
        import json

        said = json.dumps(said, ensure_ascii=not session.console.shows_all, indent=2) + "\n"
    session.console.out(said)
    raise typer.Exit(session.status)
