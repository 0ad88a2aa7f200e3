"""All games of a run as one table: a row per player and game, with event, round and table."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.many_files.event_findings import EventFiles, home_of
from scorecheck.many_files.job import Job
from scorecheck.model.names import Players
from scorecheck.model.outcome import Checked
from scorecheck.model.record import replace
from scorecheck.model.statistics import PlayerInGame
from scorecheck.tournament.event import Event
from scorecheck.tournament.rounds import evening_of_result, place_of_result
from scorecheck.whole_event.ranking import event_alone, events_of_season, in_event, results_of, rounds_of


def games_of(job: Job, checked: Checked) -> Iterator[PlayerInGame]:
    """The games of all sheets with points, by event and round; then those of no event.

    The sheets must have been checked with ``Keep(results=True, games=True)``.
    """
    for name, one in _events(job):
        mine, files = event_alone(job, checked, one)
        yield from _of_event(mine, files, one.event, name)
    taken = {path for one in job.of_events for path in one.paths}
    others = tuple(file for file in checked.files if home_of(file.path, taken) not in taken)
    alone = replace(job, of_events=(), season=None)
    yield from _of_event(alone, replace(checked, files=others), Event(""), None)


def _events(job: Job) -> Iterator[tuple[str, EventFiles]]:
    if job.season is not None:
        yield from events_of_season(job, job.season)
    else:
        yield from ((one.event.name, one) for one in job.of_events)


def _of_event(job: Job, checked: Checked, event: Event, name: str | None) -> Iterator[PlayerInGame]:
    results, _ = results_of(in_event(job, checked))
    spellings = [player.player for result in results for player in result.players]
    players = Players(event.aliases, spellings)
    kinds = {sheet.id: sheet.sheet.game or "" for sheet in checked.sheets}
    for one in rounds_of(job, results):
        for result in one.results:
            day = event.day or evening_of_result(result)
            state = (None if day is None else day.isoformat(), "yes" if result.faulty else None)
            table = place_of_result(result).table
            kind = kinds[result.path, result.shown_name]
            place = (name, one.name, table, result.path, result.sheet, kind)
            for part in result.parts:
                yield PlayerInGame(
                    *place,
                    part.game or None,
                    players.name(part.player),
                    part.points,
                    part.role or None,
                    *state,
                )
