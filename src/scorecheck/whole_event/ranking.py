"""Ranks a job: the results of its sheets by round, for an event or a season."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.games import registry
from scorecheck.many_files.event_findings import EventFiles, home_of
from scorecheck.many_files.job import Job
from scorecheck.model.finding import Severity, status_of
from scorecheck.model.names import Players
from scorecheck.model.outcome import Checked, CheckedFile, Counts, Missing, Note, Result, SheetId, Standings
from scorecheck.model.record import field, record, replace
from scorecheck.model.sheet import Sheet, Substitute
from scorecheck.model.terms import Sentence
from scorecheck.readers.discover import shown_path
from scorecheck.reports.describe import counts_of
from scorecheck.reports.messages import Messages
from scorecheck.reports.verdict import PlaceOfSheet
from scorecheck.tournament.event import Event
from scorecheck.tournament.gathered import statistics
from scorecheck.tournament.meetings import remarks, sittings
from scorecheck.tournament.methods import CannotRank
from scorecheck.tournament.rounds import Round, evenings_of, number_of, place_of_result, rounds_by_name
from scorecheck.tournament.season import Season, SeasonEvent, as_event, season_standings
from scorecheck.tournament.standings import standings
from scorecheck.tournament.tally import renamed
from scorecheck.tournament.units import in_one_unit

if TYPE_CHECKING:
    from scorecheck.reports.view import ShownRanking


@record
class Ranked:
    """The standings of a job, the rounds behind them, and notes."""

    standings: Standings
    rounds: tuple[Round, ...]
    notes: tuple[Note, ...]
    names: Mapping[str, str]
    """The player for each spelling on the sheets."""


@record
class NotRanked:
    """The reason why there are no standings: a sentence of ``cli`` in the labels, and its parameters."""

    why: str
    params: Mapping[str, str | tuple[str, ...]] = field(default_factory=dict[str, "str | tuple[str, ...]"])


def tables_of(ranked: Ranked | NotRanked | None, messages: Messages) -> Mapping[SheetId, PlaceOfSheet]:
    """The round and table of each sheet, as far as names say it."""
    if ranked is None or isinstance(ranked, NotRanked):
        return {}
    several = len(ranked.rounds) > 1
    return {
        result.id: PlaceOfSheet(
            messages.place_name(one.name) if several else "", number_of(place_of_result(result).table)
        )
        for one in ranked.rounds
        for result in one.results
    }


def shown_with(ranked: Ranked | NotRanked | None, messages: Messages) -> ShownRanking | None:
    """The standings as a report shows them."""
    if ranked is None or isinstance(ranked, NotRanked):
        return None
    from scorecheck.reports.view import ShownRanking

    return ShownRanking(ranked.standings, ranked.rounds, ranked.names, tables_of(ranked, messages))


def ranked_or_why(job: Job, checked: Checked, name: str) -> Ranked | NotRanked:
    """The standings of a job, or the reason why there are none."""
    games = games_to_rank(job, checked)
    if len(games) > 1:
        return NotRanked("several-games", {"games": games})
    several_events = len(job.events) > 1 and job.season is None
    if several_events:
        job = replace(job, season=_season_of(job, name))
    try:
        outcome = rank_job(job, checked, name)
    except CannotRank as fault:
        return NotRanked(
            "cannot-rank", {"method": fault.method, "player": fault.player, "round": fault.round}
        )
    if outcome is None:
        return NotRanked("nothing-to-rank")
    notes = outcome.notes
    if several_events:
        notes = (Note("season-of-events", {"names": tuple(event.name for event in job.events)}), *notes)
    return replace(outcome, standings=_lacking(outcome.standings, _not_there(job)), notes=notes)


def _not_there(job: Job) -> Iterator[Missing]:
    """The files of a job that are not there, and the events that cannot be used."""
    for path in (*job.missing, *job.shut):
        yield Missing(path, Sentence("standings.not_there"))
    for broken in job.broken:
        path = shown_path(broken.path, Path.cwd())
        for one in broken.problems:
            yield Missing(
                f"{path}:{one.line}" if one.line else path, Sentence(f"event.{one.reason}", one.params)
            )


def _lacking(standings: Standings, missing: Iterable[Missing]) -> Standings:
    """Standings in which more is missing, and which are provisional if anything is."""
    missing = (*standings.missing, *missing)
    return replace(standings, missing=missing, provisional=standings.provisional or bool(missing))


def _season_of(job: Job, name: str) -> Season:
    """The season that several events form without a season file: scores added up, in order of days."""
    events = sorted((one.event for one in job.of_events), key=lambda one: (one.day is None, str(one.day)))
    return Season(name, tuple(SeasonEvent(one.path, None) for one in events if one.path is not None))


def rank_job(job: Job, checked: Checked, name: str) -> Ranked | None:
    """Ranks the results of a job's sheets; ``None`` if there is nothing to rank.

    ``name`` names an event without an event file. Sheets of several games are not allowed here: see
    ``games_to_rank``.
    """
    if job.season is not None:
        return _rank_season(job, job.season, checked)
    event = job.events[0] if job.events else Event(name)
    mine = in_event(job, checked)
    results, notes = results_of(mine)
    if not results and not job.rounds:
        results = tuple(one for file in mine.files for sheet in file.sheets for one in sheet.of_rounds)
    if not results:
        return None
    rounds = rounds_of(job, results)
    ranked = {file.path for file in mine.files}
    notes += tuple(
        Note("not-in-a-round", {"path": file.path})
        for file in checked.files
        if file.path not in ranked and any(sheet.result is not None for sheet in file.sheets)
    )
    names = names_in(rounds, event)
    days = [None] * len(rounds) if job.rounds else evenings_of(rounds)
    notes += tuple(_evenings(rounds, days))
    for day in dict.fromkeys(days):
        of_day = [one for one, its in zip(rounds, days, strict=True) if its == day]
        notes += tuple(remarks(sittings(of_day, names)))
    return Ranked(rank(mine, rounds, event), rounds, notes, names)


def _evenings(rounds: Sequence[Round], days: Sequence[date | None]) -> Iterator[Note]:
    """Notes on which sheets were assigned to an evening by their date, and which were not."""
    dated = dict.fromkeys(day for day in days if day is not None)
    if dated:
        yield Note("evenings", {"evenings": tuple(map(str, dated)), "count": len(dated)})
        for one, day in zip(rounds, days, strict=True):
            if day is None:
                paths = tuple(dict.fromkeys(result.path for result in one.results))
                yield Note("no-evening", {"round": one.name, "paths": paths})


def event_name(job: Job) -> str:
    """The name of an event without a file: that of its folder or of its only sheet."""
    if not job.sources:
        return ""
    if len(job.sources) == 1:
        return job.sources[0].path.stem
    folders = [source.path.resolve().parent for source in job.sources]
    # On Windows, those of several drives have nothing in common.
    several = len({folder.anchor for folder in folders}) > 1
    return "" if several else Path(os.path.commonpath(folders)).name


def names_in(rounds: Iterable[Round], event: Event) -> dict[str, str]:
    """The player for each name on the sheets of an event."""
    spellings = [player.player for one in rounds for result in one.results for player in result.players]
    players = Players(event.aliases, spellings)
    return {spelling: players.name(spelling) for spelling in spellings}


def event_alone(job: Job, checked: Checked, event: EventFiles) -> tuple[Job, Checked]:
    """The part of a job that belongs to one of its events."""
    about = event.paths | {event.shown}
    files = tuple(file for file in checked.files if home_of(file.path, event.paths) in about)
    return replace(job, of_events=(event,), season=None), replace(checked, files=files)


def events_of_season(job: Job, season: Season) -> Iterator[tuple[str, EventFiles]]:
    """The readable events of a season in its order, by the names that they have there."""
    events = [
        (one.name or mine.event.name, mine)
        for one in season.events
        for mine in job.of_events
        if mine.event.path and mine.event.path.samefile(one.path)
    ]
    called = Counter(name for name, _ in events)
    for name, mine in events:
        yield name if called[name] == 1 else f"{name} ({mine.shown})", mine


def _rank_season(job: Job, season: Season, checked: Checked) -> Ranked | None:
    """Ranks each event of a season alone, then all of them together."""
    alone = [(name, event_alone(job, checked, event)) for name, event in events_of_season(job, season)]
    outcomes = ((name, rank_job(*one, "")) for name, one in alone)
    ranked = [(name, outcome) for name, outcome in outcomes if outcome is not None]
    if not ranked:
        return None
    rounds = tuple(
        Round(name, tuple(result for part in one.rounds for result in part.results)) for name, one in ranked
    )
    scored = [(name, one.standings) for name, one in ranked]
    called = [
        Round(one.name, under_names(one.results, part.names))
        for one, (_, part) in zip(rounds, ranked, strict=True)
    ]
    standings = season_standings(season, scored, called)
    order = [line.player for line in standings.lines]
    figures = statistics(called, as_event(season, scored), order, alone=_alone(checked))
    spelt = {spelling: player for _, one in ranked for spelling, player in one.names.items()}
    players = Players(season.aliases, spelt.values())
    names = {spelling: players.name(player) for spelling, player in spelt.items()}
    standings = replace(standings, statistics=figures)
    for _, one in alone:
        # An evening without a usable sheet is not ranked, but missing.
        standings = _by_files(standings, in_event(*one).files)
    return Ranked(standings, rounds, tuple(note for _, one in ranked for note in one.notes), names)


def under_names(results: Iterable[Result], names: Mapping[str, str]) -> tuple[Result, ...]:
    """The results of an event, with the players named as in the event."""
    return tuple(
        replace(
            result,
            players=tuple(player._replace(player=names[player.player]) for player in result.players),
            tally=result.tally
            and renamed(result.tally, {name: names.get(name, name) for name in result.tally.players}),
        )
        for result in results
    )


def games_to_rank(job: Job, checked: Checked) -> tuple[str, ...]:
    """The games of the sheets that would be ranked together."""
    files = in_event(job, checked).files
    games = (sheet.sheet.game for file in files for sheet in file.sheets if sheet.result is not None)
    return tuple(dict.fromkeys(game for game in games if game is not None))


def in_event(job: Job, checked: Checked) -> Checked:
    """The results of a job to rank: if an event names its rounds, only their sheets.

    Findings about the event file itself are kept.
    """
    if not job.rounds:
        return checked
    about = {one.shown for one in job.of_events}
    mine = {
        path for one in job.of_events for path in rounds_by_path(job, one, (f.path for f in checked.files))
    }
    return replace(checked, files=tuple(file for file in checked.files if file.path in mine | about))


def files_of_rounds(job: Job, event: EventFiles, files: Iterable[CheckedFile]) -> tuple[CheckedFile, ...]:
    """The files that the rounds of an event name; all files if it names no rounds."""
    files = tuple(files)
    of_round = rounds_by_path(job, event, (file.path for file in files))
    return tuple(file for file in files if not event.rounds or file.path in of_round)


def rounds_by_path(job: Job, event: EventFiles, paths: Iterable[str]) -> dict[str, str]:
    """The round of each file that the rounds of an event name, checked or not, and of ``paths`` in those."""
    shown = {source.path.resolve(): source.shown for source in job.sources}
    named = {
        shown.get(path.resolve(), path.relative_to(event.event.folder).as_posix()): one.name
        for one in event.rounds
        for path in one.files
    }
    return named | {path: named[home] for path in paths if (home := home_of(path, named)) in named}


def standings_of(job: Job, checked: Checked, event: Event) -> Standings | None:
    """The standings of a job's sheets; ``None`` if there are none, or not by this method."""
    mine = in_event(job, checked)
    results, _ = results_of(mine)
    try:
        return rank(mine, rounds_of(job, results), event) if results else None
    except CannotRank:
        return None


def method_of(files: Iterable[CheckedFile], event: Event) -> str:
    """The ranking method: that of the event, else that of the game."""
    sheets = (sheet.sheet for file in files for sheet in file.sheets if sheet.result is not None)
    return event.method or default_method(sheets)


def rounds_of(job: Job, results: Sequence[Result]) -> tuple[Round, ...]:
    """The results by round: as the event names its rounds, else by names."""
    if not job.rounds:
        return rounds_by_name(results)
    paths = [result.path for result in results]
    of_round = {
        path: name for event in job.of_events for path, name in rounds_by_path(job, event, paths).items()
    }
    return tuple(
        Round(one.name, tuple(result for result in results if of_round.get(result.path) == one.name))
        for one in job.rounds
    )


def rank(checked: Checked, rounds: Sequence[Round], event: Event) -> Standings:
    """The standings over the rounds of some results, with statistics.

    Raises:
        CannotRank: the sheets do not tell what the method of the event asks for.
    """
    ranked = bare_standings(checked, rounds, event)
    order = [line.player for line in (*ranked.lines, *ranked.unranked)]
    return replace(ranked, statistics=statistics(rounds, event, order, alone=_alone(checked)))


def bare_standings(checked: Checked, rounds: Sequence[Round], event: Event) -> Standings:
    """The standings without statistics. A file that cannot be read makes them provisional.

    Raises:
        CannotRank: the sheets do not tell what the method of the event asks for.
    """
    sheets = [sheet.sheet for sheet in checked.sheets if sheet.result]
    counted = "table" if sheets and sheets[0].options.get("games_counted") == "table" else "played"
    ranked = standings(
        rounds, event, default_method(sheets), games_counted=counted, lower_wins=_lower_wins(sheets)
    )
    ranked = _by_files(ranked, checked.files)
    counts: set[Counts] = {counts_of(sheet) for sheet in checked.sheets if sheet.result}
    return replace(ranked, counts=counts.pop()) if len(counts) == 1 else ranked


def _lower_wins(sheets: Iterable[Sheet]) -> bool:
    """Whether the lowest score wins in the game of all the sheets."""
    games = {sheet.game for sheet in sheets}
    return bool(games) and all(game is not None and registry.load(game).lower_wins for game in games)


def _alone(checked: Checked) -> str:
    """The word for playing alone in the game of the sheets; empty if they are of several games."""
    games = {sheet.sheet.game for sheet in checked.sheets if sheet.result}
    kinds = {registry.load(game).alone for game in games if game is not None}
    return kinds.pop() if len(kinds) == 1 else ""


def _by_files(standings: Standings, files: Iterable[CheckedFile]) -> Standings:
    """Standings that lack what has errors and is on no sheet, and are provisional if a sheet has errors.

    Those of a published list do not count, since nothing depends on it.
    """
    for file in files:
        on_sheets = {id(finding) for sheet in file.sheets for finding in sheet.findings}
        errors = (finding for finding in file.findings if finding.severity is Severity.ERROR)
        alone = (Missing(file.path, finding) for finding in errors if id(finding) not in on_sheets)
        standings = _lacking(standings, alone)
        if any(status_of(one.findings) == "errors" for one in file.sheets if not one.listed):
            standings = replace(standings, provisional=True)
    return standings


def default_method(sheets: Iterable[Sheet]) -> str:
    """The ranking method without an event file.

    Different games have only the sum in common.
    """
    kinds = {(sheet.game, sheet.preset if sheet.preset_said else "") for sheet in sheets}
    if not kinds:
        return "normalized"  # Nothing but lists with points and games of their rounds.
    rulesets = [(registry.load(game), preset) for game, preset in kinds if game is not None]
    methods = {ruleset.ranking_by_preset.get(preset or "", ruleset.ranking) for ruleset, preset in rulesets}
    return methods.pop() if len(methods) == 1 else "sum"


def results_of(checked: Checked) -> tuple[tuple[Result, ...], tuple[Note, ...]]:
    """The results for a ranking.

    Totals at the top of a sheet, carried over from no other sheet, count, with a note.
    """
    results: list[Result] = []
    notes: list[Note] = []
    for file in checked.files:
        for sheet in file.sheets:
            result = sheet.result
            if result is None or sheet.again:
                continue
            for one in sheet.sheet.substitutes:
                leaves = _seated_before(sheet.sheet, one)
                params = {
                    "path": result.path,
                    "row": sheet.sheet.table.cell(one.row, 0).row,
                    "player": one.player,
                    "leaves": leaves,
                }
                notes.append(Note("substitute", params))
            if any(result.opening):
                name = f"{result.path} ({result.sheet})" if result.sheet else result.path
                notes.append(Note("counted-from-zero", {"path": name}))
            results.append(result)
    if any(one.a_point for one in results):
        results = in_one_unit(results)
    return tuple(results), tuple(notes)


def _seated_before(sheet: Sheet, substitute: Substitute) -> str:
    """Who sat in the seat of a substitute before."""
    earlier = [
        one.player for one in sheet.substitutes if one.seat == substitute.seat and one.row < substitute.row
    ]
    return earlier[-1] if earlier else sheet.players[substitute.seat]
