"""What a command works on: the files that its arguments name, and the event that they belong to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.catalogue import Selection
from scorecheck.event_findings import (
    EventFiles,
    home_of,
    published_lists,
    with_findings,
    with_waivers,
    without_findings,
)
from scorecheck.games import registry
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Checked, CheckedFile, Note
from scorecheck.model.record import record
from scorecheck.pipeline import Source, check_bytes, check_files, rank, results_of, unlike
from scorecheck.readers.discover import SourceFile, discover, own_files, sheet_names, shown_path

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from scorecheck.model.finding import Finding
    from scorecheck.model.outcome import Crash, Result, Standings
    from scorecheck.pipeline import Keep, Settings
    from scorecheck.readers.discover import Found
    from scorecheck.recognition import Wanted
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.problem import BrokenEvent
    from scorecheck.tournament.round_files import RoundFiles
    from scorecheck.tournament.rounds import Round
    from scorecheck.tournament.season import Season
    from scorecheck.tournament.together import Gathering


@record
class Stdin:
    """What came by standard input, and the name that it goes by."""

    data: bytes
    name: str


@record
class Job:
    """The files of a run, each under its settings, and what stands in the way of the others."""

    sources: tuple[Source, ...]
    of_events: tuple[EventFiles, ...]
    broken: tuple[BrokenEvent, ...]
    missing: tuple[str, ...]
    notes: tuple[Note, ...]
    season: Season | None = None
    """The season that the events are ranked in together."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the files belong to."""
        return tuple(one.event for one in self.of_events)

    @property
    def rounds(self) -> tuple[RoundFiles, ...]:
        """The rounds that the events name."""
        return tuple(one_round for one in self.of_events for one_round in one.rounds)


class Configured(NamedTuple):
    """What the settings of a club say of a sheet, where nothing else says it."""

    wanted: Wanted
    options: Mapping[str, str | int | bool]
    select: tuple[str, ...]
    ignore: tuple[str, ...]


def plan(
    arguments: Sequence[str],
    cwd: Path,
    settings: Settings,
    event_file: Path | None,
    configured: Callable[[Path], Configured | None] = lambda _path: None,
) -> Job:
    """Finds the files that the arguments name and the event that each of them belongs to.

    A season file, or a folder with one, stands for the events that it names. A file belongs to the
    event given, else to the one whose folder is the nearest above it. Files of an event that is broken
    are left out: checked without it they might be judged wrongly.
    """
    season_file = _season_file(arguments, cwd)
    if season_file is None:
        return _planned(arguments, cwd, settings, event_file, configured)
    from scorecheck.tournament.problem import BrokenEvent
    from scorecheck.tournament.season import load_season

    try:
        season = load_season(season_file)
    except BrokenEvent as problem:
        return Job((), (), (problem,), (), ())
    events = [str(one.path) for one in season.events]
    return replace(_planned(events, cwd, settings, event_file, configured), season=season)


def _season_file(arguments: Sequence[str], cwd: Path) -> Path | None:
    """The season file that the only argument is, or that lies in the folder that it names."""
    if len(arguments) != 1:
        return None
    path = cwd / arguments[0]
    for one in (path, path / _SEASON_FILE):
        if one.name.lower() == _SEASON_FILE and one.is_file():
            return one
    return None


_SEASON_FILE = "season.toml"


def _planned(
    arguments: Sequence[str],
    cwd: Path,
    settings: Settings,
    event_file: Path | None,
    configured: Callable[[Path], Configured | None],
) -> Job:
    """The same without a season."""
    found = discover(arguments, cwd)
    files = {file.path.resolve(): file for file in found.files}
    events: dict[Path, tuple[SourceFile, Event, tuple[RoundFiles, ...]]] = {}
    named_by: dict[Path | None, Mapping[str, frozenset[Path]]] = {}
    broken: list[BrokenEvent] = []
    closed: list[Path] = []
    notes = list(_notes(found))
    named = (SourceFile(event_file, shown_path(event_file, cwd)),) if event_file else found.events
    for source in named:
        from scorecheck.tournament.event import load_event
        from scorecheck.tournament.problem import BrokenEvent
        from scorecheck.tournament.round_files import files_named, files_of_rounds

        path = source.path
        try:
            event = load_event(path, games=registry.GAMES, ruleset=registry.load, rules=_all_rules)
            of_event = files_of_rounds(event)
        except BrokenEvent as problem:
            broken.append(problem)
            closed.append(path.resolve().parent)
            continue
        events[path.resolve().parent] = (source, event, of_event)
        named_by[path.resolve().parent] = files_named(event)
        if _is_argument(path, arguments, cwd):
            more = _sheets_of(event, of_event, named_by[path.resolve().parent], cwd)
            files.update((file.path.resolve(), file) for file in more.files)
            notes += (note for note in _notes(more) if note not in notes)
    sources: list[Source] = []
    members: dict[Path, list[str]] = {home: [] for home in events}
    for path, file in files.items():
        home = _nearest(path, [*events, *closed]) if event_file is None else event_file.resolve().parent
        if home in closed:
            continue
        event = events[home][1] if home in events else None
        if home in members:
            members[home].append(file.shown)
        sources.append(
            Source(
                file.path,
                file.shown,
                _under_event(under(settings, event, configured(file.path)), event, path, named_by.get(home)),
            )
        )
    shown = {path: file.shown for path, file in files.items()}
    of_events = tuple(
        EventFiles(
            event,
            source.shown,
            rounds,
            frozenset(members[home]),
            {
                pattern: frozenset(shown.get(path) or shown_path(path, cwd) for path in paths)
                for pattern, paths in named_by[home].items()
            },
        )
        for home, (source, event, rounds) in events.items()
    )
    return Job(tuple(sources), of_events, tuple(broken), found.missing, tuple(notes))


def _sheets_of(
    event: Event, rounds: Sequence[RoundFiles], published: Mapping[str, frozenset[Path]], cwd: Path
) -> Found:
    """The sheets of an event whose file was named, without what we ourselves wrote among them."""
    wanted = [file for one in rounds for file in one.files]
    wanted += sorted(path for one in event.published or () for path in published.get(one, ()))
    if not rounds:
        return discover([str(event.folder)], cwd)
    ours = own_files(wanted, event.folder)
    found = discover([str(file) for file in wanted if file not in ours], cwd)
    return found._replace(skipped=tuple((shown_path(file, cwd), "own-file") for file in sorted(ours)))


def _is_argument(event: Path, arguments: Sequence[str], cwd: Path) -> bool:
    """Whether an event file was itself named: then its sheets are the ones to take."""
    return any(
        argument.endswith(".toml") and (cwd / argument).resolve() == event.resolve() for argument in arguments
    )


def _nearest(path: Path, folders: Sequence[Path]) -> Path | None:
    return max(
        (folder for folder in folders if path.is_relative_to(folder)),
        key=lambda f: len(f.parts),
        default=None,
    )


def _all_rules() -> Collection[str]:
    from scorecheck.catalogue import rules

    return rules()


def _under_event(
    settings: Settings, event: Event | None, path: Path, named: Mapping[str, frozenset[Path]] | None
) -> Settings:
    """The settings with what the event says of this one file."""
    if event is None:
        return settings
    substitutes = tuple(one.change for one in event.substitutes if named and path in named[one.sheet])
    return replace(settings, substitutes=substitutes)


def under(settings: Settings, event: Event | None, club: Configured | None) -> Settings:
    """What holds for a sheet: first what was said on the command line, then its event, then its club."""
    if club is not None:
        settings = _with_club(settings, event, club)
    if event is None:
        return settings
    wanted = settings.wanted._replace(
        game=settings.wanted.game or event.game,
        preset=settings.wanted.preset or event.preset,
        headings={**settings.wanted.headings, **event.columns},
    )
    return replace(settings, wanted=wanted, options={**settings.options, **event.options})


def _with_club(settings: Settings, event: Event | None, club: Configured) -> Settings:
    told, said = settings.wanted, club.wanted
    game = told.game or (event.game if event else None) or said.game
    # The club's preset and layout are those of its own game.
    same = game == said.game or said.game is None
    wanted = told._replace(
        game=game,
        preset=told.preset or (event.preset if event else None) or (said.preset if same else None),
        layout=told.layout or (said.layout if same else None),
        notation=told.notation or (said.notation if same else None),
        headings={**said.headings, **told.headings},
    )
    chosen = settings.selection
    selection = Selection(chosen.select or club.select, chosen.ignore or club.ignore)
    return replace(settings, wanted=wanted, options={**club.options, **settings.options}, selection=selection)


def _notes(found: Found) -> Sequence[Note]:
    notes = [Note("skipped-" + reason, {"path": shown}) for shown, reason in found.skipped]
    notes += (Note("empty-folder", {"path": shown}) for shown in found.empty_folders)
    notes += (Note("unreadable-folder", {"path": shown}) for shown in found.unreadable_folders)
    notes += (Note("bundled", {"path": shown}) for shown in found.bundled)
    return notes


def check(job: Job, stdin: Stdin | None, settings: Settings, keep: Keep, processes: int = 1) -> Checked:
    """Checks all files of a job, in so many processes, and what came by standard input.

    The sheets of an event, and those that are to be ranked, are also held against each other.
    """
    keep_each = keep._replace(results=keep.results or bool(job.of_events))
    if processes > 1:
        from scorecheck.many import check_many

        checked = check_many(job.sources, keep_each, processes, check_files)
    else:
        checked = check_files(job.sources, keep_each)
    if keep.results or job.of_events:
        checked = _held_together(job, checked, settings, ranking=keep.results)
        checked = _with_published(job, checked, settings)
    for event in job.of_events:
        checked = with_waivers(checked, event, settings)
    if stdin is not None:
        more = check_bytes(stdin.data, stdin.name, stdin.name, settings)
        checked = replace(checked, files=checked.files + more.files, crashes=checked.crashes + more.crashes)
    return checked


def _held_together(job: Job, checked: Checked, settings: Settings, *, ranking: bool) -> Checked:
    """What the sheets say only together, added to what each says by itself."""
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.together import judge

    gatherings: list[Gathering] = []
    if ranking and len(job.of_events) <= 1:
        event = job.of_events[0] if job.of_events else EventFiles(Event(""), "", (), frozenset())
        gatherings.append(_gathering(job, event, in_event(job, checked).files))
    else:
        for event in job.of_events:
            mine = _in_rounds(
                job, event, (file for file in checked.files if home_of(file.path, event.paths) in event.paths)
            )
            gatherings.append(_gathering(job, event, mine))
    findings: list[Finding] = []
    crashes: list[Crash] = []
    for gathering in gatherings:
        found, crashed = judge(gathering)
        told = {(one.rule, one.path, one.sheet, one.cell) for one in checked.findings}
        differing = unlike(sheet.sheet for file in gathering.files for sheet in file.sheets)
        found += (one for one in differing if (one.rule, one.path, one.sheet, one.cell) not in told)
        findings += (finding for finding in found if finding.rule in settings.selection)
        crashes += crashed
    checked = replace(checked, crashes=(*checked.crashes, *crashes))
    return with_findings(checked, findings)


def _with_published(job: Job, checked: Checked, settings: Settings) -> Checked:
    """What was found, with the differences between published lists and what the sheets give."""
    from scorecheck.tournament.compare import PUBLISHED_MISMATCH, compare, shares_players
    from scorecheck.tournament.waivers import NOT_READ

    lists = published_lists(checked, job.of_events[0] if job.of_events else None)
    asked = PUBLISHED_MISMATCH.name in settings.selection
    if not lists or not asked or len(job.of_events) > 1 or len(games_to_rank(job, checked)) > 1:
        return checked
    findings = [finding for file in in_event(job, checked).files for finding in file.findings]
    if any(one.rule in NOT_READ and one.severity is Severity.ERROR for one in findings):
        # Without a sheet everything differs, and one fault would be told many times.
        return checked
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.listed import RANK_ORDER
    from scorecheck.tournament.methods import METHODS

    event = job.events[0] if job.events else Event("")
    ways = {method: _ranked_by(job, checked, replace(event, method=method, ties=())) for method in METHODS}
    own = _ranked_by(job, checked, event)
    if own is None or not own.lines:
        return checked
    others = {name: one for name, one in ways.items() if one is not None and name != own.method}
    mine = [one for one in lists if event.published or shares_players(one, own, event.aliases)]
    if event.ties:
        # Whether equal scores were parted rightly is seen by the sheets, not by the list alone.
        checked = without_findings(checked, {one.path for one in mine}, RANK_ORDER.name, "not-shared")
    differences = [finding for one in mine for finding in compare(one, own, event.aliases, others)]
    return with_findings(checked, differences)


def _ranked_by(job: Job, checked: Checked, event: Event) -> Standings | None:
    """The standings of a job's sheets; ``None`` where they give none, or not under this method."""
    from scorecheck.tournament.methods import CannotRank

    mine = in_event(job, checked)
    results, _ = results_of(mine)
    try:
        return rank(mine, _rounds(job, results), event) if results else None
    except CannotRank:
        return None


def _gathering(job: Job, event: EventFiles, files: tuple[CheckedFile, ...]) -> Gathering:
    from scorecheck.tournament.together import Gathering

    shown = {source.path.resolve(): source.shown for source in job.sources}
    of_round = {
        shown.get(path.resolve(), path.relative_to(event.event.folder).as_posix()): one.name
        for one in event.rounds
        for path in one.files
    }
    of_round |= {
        file.path: of_round[home] for file in files if (home := home_of(file.path, of_round)) in of_round
    }
    mine = {path for file in files for path in (file.path, home_of(file.path, of_round))}
    beside = () if event.rounds else _beside([s for s in job.sources if s.shown in mine])
    return Gathering(
        event.event,
        event.shown or None,
        files,
        of_round if event.rounds else None,
        tuple((one.name, pattern) for one in event.rounds for pattern in one.unmatched),
        tuple(of_round) if event.rounds else beside,
        method_of(files, event.event),
        complete=all(path in mine for path in of_round),
        named=event.named,
    )


def _beside(sources: Sequence[Source]) -> tuple[str, ...]:
    """The sheets in the folders of some, whether they were named or not: none of them is missing."""
    folders = {source.path.parent: source.shown.rpartition("/")[0] for source in sources}
    return tuple(
        f"{shown}/{name}" if shown else name
        for folder, shown in folders.items()
        for name in sheet_names(folder)
    )


@record
class Ranked:
    """The standings of a job, the rounds behind them, and what is to be remarked."""

    standings: Standings
    rounds: tuple[Round, ...]
    notes: tuple[Note, ...]
    names: Mapping[str, str]
    """The player that each spelling on the sheets stands for."""


def rank_job(job: Job, checked: Checked, name: str) -> Ranked | None:
    """Ranks what a job's sheets give; ``None`` where they give nothing to rank.

    ``name`` is what the event is called where no event file says it. Sheets of several games must
    not come here: see ``games_to_rank``.
    """
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.names import Players

    if job.season is not None:
        return _rank_season(job, job.season, checked)
    event = job.events[0] if job.events else Event(name)
    mine = in_event(job, checked)
    results, notes = results_of(mine)
    if not results:
        return None
    rounds = _rounds(job, results)
    left_out = [file for file in checked.files if file not in mine.files and gives_results(file)]
    notes += tuple(Note("not-in-a-round", {"path": file.path}) for file in left_out)
    spellings = [player.player for one in rounds for result in one.results for player in result.players]
    players = Players(event.aliases, spellings)
    names = {spelling: players.name(spelling) for spelling in spellings}
    return Ranked(rank(mine, rounds, event), rounds, notes, names)


def _rank_season(job: Job, season: Season, checked: Checked) -> Ranked | None:
    """Ranks each event of a season by itself, and then all of them together."""
    from scorecheck.tournament.names import Players
    from scorecheck.tournament.rounds import Round
    from scorecheck.tournament.season import season_standings

    ranked: list[tuple[str, Ranked]] = []
    for one in season.events:
        mine = next((e for e in job.of_events if e.event.path and e.event.path.samefile(one.path)), None)
        if mine is None:
            continue
        files = tuple(f for f in checked.files if home_of(f.path, mine.paths) in mine.paths | {mine.shown})
        alone = replace(job, of_events=(mine,), season=None)
        outcome = rank_job(alone, replace(checked, files=files), "")
        if outcome is not None:
            ranked.append((one.name or mine.event.name, outcome))
    if not ranked:
        return None
    rounds = tuple(
        Round(name, tuple(result for part in one.rounds for result in part.results)) for name, one in ranked
    )
    standings = season_standings(season, [(name, one.standings) for name, one in ranked])
    spelt = {spelling: player for _, one in ranked for spelling, player in one.names.items()}
    players = Players(season.aliases, spelt.values())
    names = {spelling: players.name(player) for spelling, player in spelt.items()}
    return Ranked(standings, rounds, tuple(note for _, one in ranked for note in one.notes), names)


def games_to_rank(job: Job, checked: Checked) -> tuple[str, ...]:
    """The games of the sheets that would be ranked together."""
    files = in_event(job, checked).files
    games = (sheet.sheet.game for file in files for sheet in file.sheets if sheet.result is not None)
    return tuple(dict.fromkeys(game for game in games if game is not None))


def in_event(job: Job, checked: Checked) -> Checked:
    """What of a job is to be ranked: where an event names its rounds, only their sheets.

    What was found out about the event file itself stays with them.
    """
    if not job.rounds:
        return checked
    about = {one.shown for one in job.of_events}
    mine = {path for one in job.of_events for path in _of_round(job, one, (f.path for f in checked.files))}
    return replace(checked, files=tuple(file for file in checked.files if file.path in mine | about))


def _in_rounds(job: Job, event: EventFiles, files: Iterable[CheckedFile]) -> tuple[CheckedFile, ...]:
    files = tuple(files)
    of_round = _of_round(job, event, (file.path for file in files))
    return tuple(file for file in files if not event.rounds or file.path in of_round)


def _of_round(job: Job, event: EventFiles, paths: Iterable[str]) -> Mapping[str, str]:
    """The round of each of some files that a round of the event names."""
    files = {source.path.resolve(): source.shown for source in job.sources}
    named = ((path.resolve(), one.name) for one in event.rounds for path in one.files)
    of_round = {files[path]: name for path, name in named if path in files}
    return {path: of_round[home] for path in paths if (home := home_of(path, of_round)) in of_round}


def gives_results(file: CheckedFile) -> bool:
    """Whether a file holds a sheet that counts for a ranking."""
    return any(sheet.result is not None for sheet in file.sheets)


def method_of(files: Iterable[CheckedFile], event: Event) -> str:
    """How the sheets are ranked: as the event has it, else as their game has it."""
    games = {sheet.sheet.game for file in files for sheet in file.sheets if sheet.result is not None}
    methods = {registry.load(game).ranking for game in games if game is not None}
    return event.method or (methods.pop() if len(methods) == 1 else "sum")


def _rounds(job: Job, results: Sequence[Result]) -> tuple[Round, ...]:
    from scorecheck.tournament.rounds import Round, rounds_by_name

    if not job.rounds:
        return rounds_by_name(results)
    paths = [result.path for result in results]
    of_round = {path: name for event in job.of_events for path, name in _of_round(job, event, paths).items()}
    return tuple(
        Round(one.name, tuple(result for result in results if of_round.get(result.path) == one.name))
        for one in job.rounds
    )
