"""Shared by commands that rank: the standings, with complaints and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.cli.session import ERRORS_FOUND, Session
from scorecheck.many_files.job import Job
from scorecheck.model.outcome import Checked, SheetGives
from scorecheck.model.record import NamedTuple
from scorecheck.reports.text import short_text
from scorecheck.whole_event.basis import basis_of
from scorecheck.whole_event.check_job import name_of
from scorecheck.whole_event.corrections_account import account_of
from scorecheck.whole_event.ranking import NotRanked, Ranked, event_name, ranked_or_why

if TYPE_CHECKING:
    from scorecheck.model.against import Account


class CheckedJob(NamedTuple):
    """A job, its findings, and its ranking."""

    job: Job
    checked: Checked
    outcome: Ranked | None


def rank_or_complain(
    session: Session, job: Job, checked: Checked, *, needed: bool = True
) -> tuple[Ranked | None, Checked]:
    """The standings of a job, and the result with the crashes in ranking it.

    ``None`` if there are no standings, with a complaint if they are ``needed``. Sheets of several games
    always give a complaint. The caller prints the notes, after the verdict.
    """
    outcome, after = session.made(
        checked, lambda some: ranked_or_why(job, some, event_name(job)), name_of(job), step="standings"
    )
    if isinstance(outcome, NotRanked):
        allowed = session.options.allow_empty and not job.sources
        if outcome.why != "nothing-to-rank" or (after is checked and needed and not allowed):
            session.wrong_use(outcome.why, **outcome.params)
        return None, after
    return outcome, after


def corrections_account(
    session: Session, job: Job, checked: Checked, outcome: Ranked | None
) -> tuple[Account | None, Checked]:
    """The corrections of the event, if there are any, and the result with the crashes in collecting them."""
    return session.made(checked, lambda some: account_of(job, some, outcome, event_name(job)), name_of(job))


def basis_with_crashes(
    session: Session, job: Job, checked: Checked, outcome: Ranked
) -> tuple[tuple[SheetGives, ...], Checked]:
    """What each sheet gives to the standings, and the result with the crashes in collecting it."""
    basis, checked = session.made(checked, lambda some: tuple(basis_of(job, some, outcome)), name_of(job))
    return basis or (), checked


def print_short(session: Session, checked: Checked, name: str) -> None:
    """Prints the first findings beside other results, if there are errors."""
    if session.status != ERRORS_FOUND:
        return
    width = session.console.width
    short, _ = session.made(checked, lambda some: short_text(some, session.messages, width=width), name)
    if short is not None:
        session.console.note(short)
