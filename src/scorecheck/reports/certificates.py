"""The content of certificates."""

from __future__ import annotations

from scorecheck.model.record import NamedTuple
from scorecheck.reports.messages import Messages
from scorecheck.reports.view import ReportView


class Certificate(NamedTuple):
    """A player's certificate."""

    name: str
    place: str
    score: str


def certificates(view: ReportView, messages: Messages) -> tuple[Certificate, ...]:
    """A certificate for everybody in the standings of a report, marked while these are provisional."""
    if view.standings is None:
        return ()
    rows = view.standings.rows
    state = f" · {messages.label('standings.provisional_word')}" if view.standings.provisional else ""
    return tuple(
        Certificate(
            row.player,
            messages.label("print.place", rank=row.rank),
            f"{messages.label('standings.score')}: {row.score}{state}",
        )
        for row in rows
    )
