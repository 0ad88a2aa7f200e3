"""The impact of repairs: make each on its sheet, rank the event again, and compare the ranks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from scorecheck.many_files.event_findings import EventFiles, with_instead
from scorecheck.many_files.job import Job
from scorecheck.model.against import Changed
from scorecheck.model.finding import Edit, Finding, Fix, Impact, Moved
from scorecheck.model.order import natural_key
from scorecheck.model.outcome import Checked, CheckedSheet, Result, Standings
from scorecheck.model.record import replace
from scorecheck.readers.discover import discover
from scorecheck.tournament.event import Event
from scorecheck.tournament.methods import CannotRank
from scorecheck.tournament.rounds import Round
from scorecheck.tournament.season import Season, season_standings
from scorecheck.whole_event.earlier_standings import changed_between
from scorecheck.whole_event.ranking import (
    bare_standings,
    event_alone,
    events_of_season,
    games_to_rank,
    in_event,
    names_in,
    results_of,
    rounds_of,
    under_names,
)


def impact(before: Standings, after: Standings, season: tuple[Standings, Standings] | None = None) -> Impact:
    """The changes between the standings ``before`` and ``after`` a repair.

    ``season`` holds the standings of the season for both.
    """
    changed = changed_between(before, after)
    of_season = () if season is None else changed_between(*season)
    ranks, teams = (_moved(one for one in changed if one.team is team) for team in (False, True))
    in_season = _moved(of_season)
    if ranks or teams or in_season:
        return Impact("ranks", ranks, teams, in_season)
    return Impact("scores" if changed or of_season else "nothing")


def _moved(changed: Iterable[Changed]) -> tuple[Moved, ...]:
    """The players whose rank differs, in the order of the ranks before; those without one come last."""
    found = (Moved(one.name, *(place and place.rank for place in (one.before, one.now))) for one in changed)
    return tuple(sorted((one for one in found if one.before != one.after), key=_place))


def _place(one: Moved) -> tuple[bool, int, object, str]:
    return one.before is None, one.before or one.after or 0, natural_key(one.name), one.name


MOST_RANKED = 15_000
"""The limit of sheet results that are ranked again in total.

Three repairs for each of fifty faulty sheets in an event of a hundred take about two seconds; no event takes
longer.
"""


def with_impact(job: Job, checked: Checked, *, ranking: bool, most: int = MOST_RANKED) -> Checked:
    """The run in which each finding has the impact of its repairs on the standings.

    Each repair is considered alone: the faults of other findings stay. With ``ranking``, the sheets of the
    job are ranked together, however many there are; otherwise only events whose sheets are all in the job.
    After ``most`` results the impact of further repairs stays unknown; errors come before warnings.
    """
    instead: dict[int, Finding] = {}
    left = most
    for again in _rankings(job, checked, ranking=ranking):
        for sheet, finding in again.findings():
            impacts: list[Impact] = []
            for fix in finding.fixes:
                found, cost = again.impact(sheet, fix, left)
                impacts.append(found)
                left -= cost
            instead[id(finding)] = replace(finding, impact=tuple(impacts))
    return with_instead(checked, instead) if instead else checked


def _rankings(job: Job, checked: Checked, *, ranking: bool) -> Iterator[_Again]:
    """The rankings that the sheets of a job count for."""
    if job.season is not None:
        yield from _in_season(job, job.season, checked)
        return
    if ranking and len(job.of_events) <= 1:
        parts = [(job, checked)]
    else:
        parts = [
            event_alone(job, checked, event) for event in job.of_events if ranking or _is_complete(job, event)
        ]
    for alone, mine in parts:
        again = _ranking(alone, mine)
        if again is not None:
            yield again


def _ranking(job: Job, checked: Checked, ties: Sequence[str] = ()) -> _Again | None:
    """The ranking of a job with at most one event; ``None`` if its sheets cannot be ranked."""
    if len(games_to_rank(job, checked)) > 1:
        return None
    try:
        return _Again(job, in_event(job, checked), ties)
    except CannotRank:
        return None


def _in_season(job: Job, season: Season, checked: Checked) -> Iterator[_Again]:
    """The events of a season, each with the function that tells its effect on the season."""
    found = [
        (name, _ranking(*event_alone(job, checked, event), season.ties))
        for name, event in events_of_season(job, season)
    ]
    events = [(name, again) for name, again in found if again is not None and again.standings.rounds]
    scored = [(name, again.standings) for name, again in events]
    sheets = [Round(name, again.called(again.checked)) for name, again in events]
    for at, (name, again) in enumerate(events):

        def season_with(
            one: Standings, called: tuple[Result, ...], at: int = at, name: str = name
        ) -> Standings:
            there = [*sheets[:at], Round(name, called), *sheets[at + 1 :]]
            return season_standings(season, [*scored[:at], (name, one), *scored[at + 1 :]], there)

        again.count_for(season_with, sum(len(one.results) for one in sheets))
        yield again


def _is_complete(job: Job, event: EventFiles) -> bool:
    """Whether all sheets of an event are in the job: without them, there are no ranks to compare."""
    there = {source.path.resolve() for source in job.sources}
    if event.rounds:
        return all(path.resolve() in there for one in event.rounds for path in one.files)
    found = discover([str(event.event.folder)], Path.cwd())
    return all(file.path.resolve() in there for file in found.files)


InSeason: TypeAlias = "Callable[[Standings, tuple[Result, ...]], Standings]"
"""Ranks the season with other standings of one event, and what its sheets give."""


class _Again:
    """A ranked event that can be ranked again with one sheet repaired."""

    def __init__(self, job: Job, checked: Checked, ties: Sequence[str] = ()) -> None:
        """Ranks the results of a job that holds all sheets of the event.

        The season may have ``ties`` of its own.

        Raises:
            CannotRank: the sheets do not tell what the method of the event asks for.
        """
        self.event = job.events[0] if job.events else Event("")
        self.ties = (*self.event.ties, *ties)
        self.season: InSeason | None = None
        self.season_before: Standings | None = None
        self.checked = checked.with_sheets(lambda one: replace(one, result=self._bare(one.result)))
        results, _ = results_of(self.checked)
        self.cost = len(results)
        """How many results a repair has ranked again."""
        positions = {id(result): at for at, result in enumerate(results)}
        self.rounds = [
            (one.name, [positions[id(result)] for result in one.results]) for one in rounds_of(job, results)
        ]
        self.standings = self._ranked(self.checked)
        self.known: dict[tuple[int, tuple[Edit, ...]], Impact] = {}
        """By the identity of the sheet and the edits."""

    def count_for(self, season: InSeason, results: int) -> None:
        """From now on ranks the season again with each repair, which counts as this many results."""
        self.season = season
        self.season_before = season(self.standings, self.called(self.checked))
        self.cost += results

    def findings(self) -> list[tuple[CheckedSheet, Finding]]:
        """The findings with repairs on sheets that count, the most severe first."""
        found = [
            (sheet, finding)
            for sheet in self.checked.sheets
            if sheet.result is not None
            for finding in sheet.findings
            if finding.fixes
        ]
        return sorted(found, key=lambda one: (-one[1].severity, one[1].sort_key))

    def impact(self, sheet: CheckedSheet, fix: Fix, most: int) -> tuple[Impact, int]:
        """The impact of a repair, and how many results were ranked for it, at most ``most``."""
        if not fix.edits:
            return Impact("unknown", why="no-edits"), 0
        known = self.known.get((id(sheet), fix.edits))
        if known is not None:
            return known, 0
        result = self._bare(sheet.repaired.get(fix.edits))
        if result == sheet.result:
            return Impact("nothing"), 0
        if result is None or self.cost > most:
            return Impact("unknown", why="not-looked-at"), 0
        repaired = self.checked.with_sheets(lambda one: replace(one, result=result) if one is sheet else one)
        found = self.known[id(sheet), fix.edits] = self._changed(repaired)
        return found, self.cost

    def _changed(self, repaired: Checked) -> Impact:
        try:
            after = self._ranked(repaired)
        except CannotRank:
            return Impact("unknown", why="cannot-rank")
        if self.season is None or self.season_before is None:
            return impact(self.standings, after)
        return impact(self.standings, after, (self.season_before, self.season(after, self.called(repaired))))

    def called(self, checked: Checked) -> tuple[Result, ...]:
        """The results of the sheets, with players named as in the event."""
        rounds = self._rounds(checked)
        return under_names((result for one in rounds for result in one.results), names_in(rounds, self.event))

    def _ranked(self, checked: Checked) -> Standings:
        return bare_standings(checked, self._rounds(checked), self.event)

    def _rounds(self, checked: Checked) -> list[Round]:
        results, _ = results_of(checked)
        return [Round(name, tuple(results[at] for at in positions)) for name, positions in self.rounds]

    def _bare(self, result: Result | None) -> Result | None:
        """A result with only what affects ranks: for most methods, the points.

        Only ties by direct encounters need to know who met whom.
        """
        if result is None:
            return None
        tally = result.tally if "direct" in self.ties else None
        return replace(result, faulty=False, tally=tally)
