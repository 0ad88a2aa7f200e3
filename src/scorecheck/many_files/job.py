"""The scope of a command: the files that its arguments name, and their event."""

from __future__ import annotations

import os
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from scorecheck.catalogue import Selection, rules
from scorecheck.checks.own import file_of, games_beside, games_in_files, shipped
from scorecheck.games import registry
from scorecheck.many_files.event_findings import EventFiles
from scorecheck.model.order import grouped
from scorecheck.model.outcome import Note
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.settings import Settings, Source
from scorecheck.readers.discover import Discovered, SourceFile, discover, shown_path
from scorecheck.readers.own import OWN_FILE, own_files
from scorecheck.resources import EVENT_FILE, SEASON_FILE, is_file

if TYPE_CHECKING:
    from scorecheck.model.against import CorrectedCell
    from scorecheck.readers.patterns import Patterns
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.problem import BrokenEvent
    from scorecheck.tournament.round_files import RoundFiles
    from scorecheck.tournament.season import Season


@record
class Job:
    """The files of a run with their settings, and why others are not included."""

    sources: tuple[Source, ...]
    of_events: tuple[EventFiles, ...]
    broken: tuple[BrokenEvent, ...]
    missing: tuple[str, ...]
    notes: tuple[Note, ...]
    shut: tuple[str, ...] = ()
    """Folders that cannot be opened."""
    season: Season | None = None
    """The season in which the events are ranked together."""
    stdin: Source | None = None
    """The sheet from standard input, which is of no event."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the files."""
        return tuple(one.event for one in self.of_events)

    @property
    def rounds(self) -> tuple[RoundFiles, ...]:
        """The rounds that the events name."""
        return tuple(one_round for one in self.of_events for one_round in one.rounds)


class Configured(NamedTuple):
    """The settings of a club for a sheet, as defaults."""

    wanted: Wanted
    options: Mapping[str, str | int | bool]
    select: tuple[str, ...]
    ignore: tuple[str, ...]
    per_file: tuple[tuple[Path, Patterns, tuple[str, ...]], ...] = ()
    """Rules that are ignored in files that match patterns below a folder."""

    def ignored_at(self, path: Path) -> tuple[str, ...]:
        """The rules that are ignored in this file."""
        return tuple(
            rule
            for folder, patterns, ignored in self.per_file
            if path.is_relative_to(folder) and patterns.fits(path.relative_to(folder).as_posix())
            for rule in ignored
        )


def plan(
    arguments: Sequence[str],
    cwd: Path,
    settings: Settings,
    event_file: Path | None,
    configured: Callable[[Path], Configured | None] = lambda _folder: None,
    left_out: Callable[[Path, bool], str | None] | None = None,
) -> Job:
    """Finds the files that the arguments name and the event that each of them belongs to.

    ``configured`` says what the settings of the club are for the sheets in a folder, and ``left_out`` what
    is left out of folders (see ``discover``): never a sheet that an event names.
    A season file, or a folder with one, stands for the events that it names. A file belongs to the
    event given, else to the one whose folder is the nearest above it. Files of an event that is broken
    are left out: checked without it they might be judged wrongly.
    """
    season_file = _season_file(arguments, cwd)
    asked = _PlannedBy(cwd, settings, event_file, configured, of_season=season_file is not None)
    if season_file is None:
        return _planned(asked, discover(arguments, cwd, left_out), arguments)
    from scorecheck.tournament.problem import BrokenEvent
    from scorecheck.tournament.season import load_season

    try:
        season = load_season(season_file)
    except BrokenEvent as problem:
        return Job((), (), (problem,), (), ())
    events = [str(one.path) for one in season.events]
    return replace(_planned(asked, discover(events, cwd), events), season=season)


def _season_file(arguments: Sequence[str], cwd: Path) -> Path | None:
    """The season file that is the only argument, or in the folder that it names."""
    if len(arguments) != 1:
        return None
    path = cwd / arguments[0]
    for one in (path, path / SEASON_FILE):
        if one.name.lower() == SEASON_FILE and is_file(one):
            return one
    return None


_MOST_TOLD = 10
"""The number of files outside all rounds that are named one by one."""
CORRECTIONS = "corrections.csv"
"""The list of corrections beside an event file."""


class _PlannedBy(NamedTuple):
    """The settings of the plan for a run."""

    cwd: Path
    settings: Settings
    event_file: Path | None
    configured: Callable[[Path], Configured | None]
    of_season: bool
    """Whether each event file must be an event, since a season names it."""


class _UsableEvent(NamedTuple):
    """A valid event file with the files that it names."""

    source: SourceFile
    event: Event
    rounds: tuple[RoundFiles, ...]
    named: Mapping[str, frozenset[Path]]
    corrections: Mapping[str, tuple[CorrectedCell, ...]]
    in_rounds: frozenset[Path]
    """The files of its rounds, by resolved path."""


class _Events(NamedTuple):
    """The event files of a run, by folder."""

    usable: dict[Path, _UsableEvent]
    headings: dict[Path, Event]
    """What is said of all sheets in a folder, by a file that is no event or is not asked for."""
    broken: list[BrokenEvent]
    closed: set[Path]
    """The folders of invalid ones."""


def _event_files(asked: _PlannedBy, named: Iterable[SourceFile]) -> _Events:
    files = _Events({}, {}, [], set())
    for source in named:
        from scorecheck.tournament.problem import BrokenEvent
        from scorecheck.tournament.round_files import files_named, files_of_rounds

        home = source.path.resolve().parent
        try:
            event = _loaded(asked, source.path)
            if not event.name:
                files.headings[home] = event
                continue
            rounds = files_of_rounds(event)
            by_file = grouped(corrections_in(home), lambda one: one.file)
            corrected = {file: tuple(some) for file, some in by_file.items()}
            in_rounds = frozenset(path.resolve() for one in rounds for path in (*one.files, *one.control))
            files.usable[home] = _UsableEvent(source, event, rounds, files_named(event), corrected, in_rounds)
        except BrokenEvent as problem:
            files.broken.append(problem)
            files.closed.add(home)
    return files


def _loaded(asked: _PlannedBy, path: Path) -> Event:
    """An event file.

    Raises:
        BrokenEvent: it cannot be used.
    """
    from scorecheck.tournament.event import load_event

    return load_event(
        path, games=registry.names(), ruleset=registry.load, rules=rules, or_headings=not asked.of_season
    )


def _answers_beside(asked: _PlannedBy, events: _Events, folders: Iterable[Path]) -> Iterator[Note]:
    """Adds what event files beside single sheets say of headings, words and layouts; the rest is for events.

    Notes tell which of them could not be read.
    """
    known = {*events.usable, *events.headings, *events.closed}
    for folder in sorted({*folders} - known):
        path = folder / EVENT_FILE
        if not is_file(path):
            continue
        from scorecheck.tournament.event import Event
        from scorecheck.tournament.problem import BrokenEvent

        try:
            said = _loaded(asked, path)
        except BrokenEvent:
            yield Note("event-not-read", {"path": shown_path(path, asked.cwd)})
            continue
        events.headings[folder] = Event(
            "",
            columns=said.columns,
            categories=said.categories,
            if_open=said.if_open,
            folder=folder,
            path=path,
        )


def _planned(asked: _PlannedBy, found: Discovered, arguments: Sequence[str]) -> Job:
    """The run for the arguments: the files, each with its event and settings."""
    cwd, event_file = asked.cwd, asked.event_file
    files = {file.path.resolve(): file for file in found.files}
    named = (SourceFile(event_file, shown_path(event_file, cwd)),) if event_file else found.events
    events = _event_files(asked, named)
    unread = [] if event_file else list(_answers_beside(asked, events, {path.parent for path in files}))
    lists = {shown_path(home / CORRECTIONS, cwd) for home in events.usable}
    notes = [*_notes(found, lists), *unread, *_corrected(events, cwd), *_deprecated(events)]
    for one in events.usable.values():
        if _is_argument(one.source.path, arguments, cwd) or (found.left_out and one.rounds):
            more = _sheets_of(one, cwd)
            files.update((file.path.resolve(), file) for file in more.files)
            notes += (note for note in _notes(more, lists) if note not in notes)
            notes += _in_no_round(one, cwd)
    homes = _homes(event_file, events, files)
    beside: dict[Path, tuple[str, ...]] = {}
    sources = [
        Source(file.path, file.shown, _settings_of(asked, events, path, homes[path], beside))
        for path, file in files.items()
        if homes[path] not in events.closed
    ]
    shown = {path: file.shown for path, file in files.items()}
    of_events = tuple(_files_of(one, home, homes, shown, cwd) for home, one in events.usable.items())
    broken, notes = tuple(events.broken), tuple(notes)
    return Job(tuple(sources), of_events, broken, found.missing, notes, found.unreadable_folders)


def _corrected(events: _Events, cwd: Path) -> Iterator[Note]:
    for home, one in events.usable.items():
        count = sum(len(some) for name, some in one.corrections.items() if is_file(home / name))
        if count:
            yield Note("corrections", {"path": shown_path(home / CORRECTIONS, cwd), "count": count})


def _deprecated(events: _Events) -> Iterator[Note]:
    """The deprecated options that events set."""
    for one in events.usable.values():
        if not (one.event.game and one.event.options):
            continue
        for name, presets in registry.load(one.event.game).deprecated.items():
            if name in one.event.options:
                at = {"path": one.source.shown, "name": name}
                yield Note("deprecated-option", {**at, "presets": presets})


def _homes(event_file: Path | None, events: _Events, files: Iterable[Path]) -> Mapping[Path, Path | None]:
    """The folder of the event of each file: of the one given, else of the nearest one."""
    if event_file:
        return dict.fromkeys(files, event_file.resolve().parent)
    folders = [*events.usable, *events.closed]
    return {path: _nearest(path, folders) for path in files}


def _files_of(
    one: _UsableEvent, home: Path, homes: Mapping[Path, Path | None], shown: Mapping[Path, str], cwd: Path
) -> EventFiles:
    """An event with its own files, and those that match each pattern of its rounds."""
    named = {
        pattern: frozenset(shown.get(path) or shown_path(path, cwd) for path in paths)
        for pattern, paths in one.named.items()
    }
    mine = frozenset(name for path, name in shown.items() if homes[path] == home)
    nowhere = tuple(name for name in one.corrections if not is_file(home / name))
    return EventFiles(one.event, one.source.shown, one.rounds, mine, named, nowhere)


def _settings_of(
    asked: _PlannedBy, events: _Events, path: Path, home: Path | None, beside: dict[Path, tuple[str, ...]]
) -> Settings:
    """The settings for one sheet: by options, its event, the club, and a game file beside it."""
    event = None if home is None else events.usable.get(home)
    club = asked.configured(path.parent)
    said_in = home if asked.event_file else _nearest(path, [*events.headings])
    mine = under(asked.settings, events.headings.get(said_in) if said_in else None, None)
    mine = by_own_game(under(mine, None if event is None else event.event, club), path, beside)
    if event is not None and event.in_rounds and path not in event.in_rounds:
        mine = replace(mine, wanted=mine.wanted._replace(in_no_round=True))
    if home is not None and event is not None:
        changes = (one.change for one in event.event.substitutes if path in event.named[one.sheet])
        corrections = event.corrections.get(seen_from(home, path), ()) if event.corrections else ()
        mine = replace(
            mine,
            substitutes=tuple(changes),
            table=next((one.tables[path] for one in event.rounds if path in one.tables), None),
            corrections=corrections or mine.corrections,
        )
    if club is not None and (ignored := club.ignored_at(path)):
        mine = replace(mine, selection=Selection(mine.selection.select, (*mine.selection.ignore, *ignored)))
    return mine


def corrections_in(folder: Path) -> tuple[CorrectedCell, ...]:
    """The corrections of the event in this folder, in order.

    Raises:
        BrokenEvent: the list cannot be used.
    """
    path = folder / CORRECTIONS
    if not path.is_file():
        return ()
    from scorecheck.many_files.corrections import load

    return load(path)


def seen_from(home: Path, path: Path) -> str:
    """The path of a file relative to the folder of its event."""
    return Path(os.path.relpath(path, home)).as_posix()


def _sheets_of(one: _UsableEvent, cwd: Path) -> Discovered:
    """The sheets of an event whose file was named, without files that scorecheck wrote."""
    event = one.event
    if not one.rounds:
        return discover([str(event.folder)], cwd)
    wanted = [file for each in one.rounds for file in each.files]
    wanted += sorted(path for pattern in event.published or () for path in one.named.get(pattern, ()))
    ours = own_files(wanted, event.folder)
    found = discover([str(file) for file in wanted if file not in ours], cwd)
    return found._replace(skipped=tuple((shown_path(file, cwd), OWN_FILE) for file in sorted(ours)))


def _in_no_round(one: _UsableEvent, cwd: Path) -> Iterator[Note]:
    """Possible sheets in the folder of an event that none of its rounds names."""
    if not one.rounds:
        return
    named = {path.resolve() for each in one.rounds for path in each.files}.union(*one.named.values())
    found = discover([str(one.event.folder)], cwd).files
    lone = [file.shown for file in found if file.path.resolve() not in named]
    if len(lone) > _MOST_TOLD:
        yield Note("in-no-round", {"count": len(lone), "path": lone[0]})
        return
    for shown in lone:
        yield Note("not-in-a-round", {"path": shown})


def _is_argument(event: Path, arguments: Sequence[str], cwd: Path) -> bool:
    """Whether an event file was itself named, so that its sheets are checked."""
    return any(
        argument.endswith(".toml") and (cwd / argument).resolve() == event.resolve() for argument in arguments
    )


def _nearest(path: Path, folders: Sequence[Path]) -> Path | None:
    return max(
        (folder for folder in folders if path.is_relative_to(folder)),
        key=lambda f: len(f.parts),
        default=None,
    )


def by_own_game(settings: Settings, path: Path, known: dict[Path, tuple[str, ...]]) -> Settings:
    """The settings of a sheet with the game files that may apply.

    Those of the club beside it or above its round, and the built-in ones that its file or folder is named
    after.

    Raises:
        BrokenFile: a file beside the sheet says no game, or that of another.
    """
    wanted = settings.wanted
    if wanted.game is not None:
        file = file_of(wanted.game)
        return settings if file is None else replace(settings, game_files=(file,))
    folder = path.parent
    if folder not in known:
        known[folder] = games_beside(folder) or _games_above(folder)
    called = f"{folder.name} {path.name}".casefold()
    files = (*known[folder], *(path for game, path in shipped().items() if game in called))
    if not files:
        return settings
    return replace(settings, game_files=files, wanted=wanted._replace(beside=games_in_files(files)))


def _games_above(folder: Path) -> tuple[str, ...]:
    """The game files beside the folder of a round or an evening: those of an event are above it."""
    found = games_beside(folder.parent) if any(map(str.isdigit, folder.name)) else ()
    if not found:
        return ()
    from scorecheck.tournament.rounds import names_a_round

    return found if names_a_round(folder.name) else ()


def under(settings: Settings, event: Event | None, club: Configured | None) -> Settings:
    """The settings for a sheet: the command line first, then its event, then its club."""
    if event is not None:
        wanted = settings.wanted._replace(
            game=settings.wanted.game or event.game,
            preset=settings.wanted.preset or event.preset,
            headings={**settings.wanted.headings, **event.columns},
            categories={**settings.wanted.categories, **event.categories},
            if_open={**settings.wanted.if_open, **event.if_open},
        )
        settings = replace(settings, wanted=wanted, options={**settings.options, **event.options})
    if club is None:
        return settings
    told, said = settings.wanted, club.wanted
    game = told.game or said.game
    # The club's preset and layout are those of its own game.
    same = game == said.game or said.game is None
    wanted = told._replace(
        game=game,
        preset=told.preset or (said.preset if same else None),
        layout=told.layout or (said.layout if same else None),
        notation=told.notation or (said.notation if same else None),
        headings={**said.headings, **told.headings},
        categories={**said.categories, **told.categories},
        if_open={**said.if_open, **told.if_open},
    )
    chosen = settings.selection
    selection = Selection(chosen.select or club.select, chosen.ignore or club.ignore)
    return replace(settings, wanted=wanted, options={**club.options, **settings.options}, selection=selection)


def _notes(found: Discovered, lists: Container[str]) -> Sequence[Note]:
    """What was passed over, but for the ``lists`` of corrections: these are read."""
    skipped = ((shown, reason) for shown, reason in found.skipped if shown not in lists)
    notes = [Note("skipped-" + reason, {"path": shown}) for shown, reason in skipped]
    notes += (Note("empty-folder", {"path": shown}) for shown in found.empty_folders)
    notes += (Note("bundled", {"path": shown}) for shown in found.bundled)
    notes += (Note(f"left-out-{wish}", {"count": count}) for wish, count in found.left_out.items())
    return notes
