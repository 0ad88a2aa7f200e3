"""Ranking for the commands that need it, with its complaints and notes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.ranking import games_to_rank, rank_job

if TYPE_CHECKING:
    from scorecheck.cli.session import Session
    from scorecheck.job import Job
    from scorecheck.model.outcome import Checked
    from scorecheck.ranking import Ranked


def ranked(session: Session, job: Job, checked: Checked, *, needed: bool = True) -> Ranked | None:
    """The standings of a job; ``None``, after a complaint where they are ``needed``, if there are none.

    The sheets of several games make no standings, needed or not: that is always complained of.
    """
    if len(job.events) > 1 and job.season is None:
        names = tuple(event.name for event in job.events)
        raise session.stop("several-events", names=names)
    games = games_to_rank(job, checked)
    if len(games) > 1:
        session.wrong_use("several-games", games=games)
        return None
    from scorecheck.tournament.methods import CannotRank

    try:
        outcome = rank_job(job, checked, _name_of(job))
    except CannotRank as fault:
        params = {"method": fault.method, "player": fault.player, "round": fault.round}
        session.wrong_use("cannot-rank", **params)
        return None
    if outcome is None:
        if needed and not (session.options.allow_empty and not job.sources):
            session.wrong_use("nothing-to-rank")
        return None
    session.notes(outcome.notes)
    return outcome


def _name_of(job: Job) -> str:
    """What an event without a file is called: as its folder, or as its only sheet."""
    if not job.sources:
        return ""
    if len(job.sources) == 1:
        return job.sources[0].path.stem
    folders = [source.path.resolve().parent for source in job.sources]
    shared = Path(*_common([folder.parts for folder in folders]))
    return shared.name


def _common(paths: list[tuple[str, ...]]) -> tuple[str, ...]:
    common: list[str] = []
    for parts in zip(*paths, strict=False):
        if len(set(parts)) > 1:
            break
        common.append(parts[0])
    return tuple(common)
