"""What a command works on: the files that its arguments name, and the event that they belong to."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorecheck.games import registry
from scorecheck.model.outcome import Checked, CheckedFile, Note, Result
from scorecheck.pipeline import Keep, Source, check_bytes, check_files, rank, results_of
from scorecheck.readers.discover import discover

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from scorecheck.model.outcome import Standings
    from scorecheck.pipeline import Settings
    from scorecheck.readers.discover import Found
    from scorecheck.tournament.event import Event
    from scorecheck.tournament.problem import BrokenEvent
    from scorecheck.tournament.round_files import RoundFiles
    from scorecheck.tournament.rounds import Round


@dataclass(frozen=True, slots=True)
class Stdin:
    """What came by standard input, and the name that it goes by."""

    data: bytes
    name: str


@dataclass(frozen=True, slots=True)
class Job:
    """The files of a run, each under its settings, and what stands in the way of the others."""

    sources: tuple[Source, ...]
    events: tuple[Event, ...]
    rounds: tuple[RoundFiles, ...]
    """The rounds that the event names, when there is one event; else rounds come from names."""
    broken: tuple[BrokenEvent, ...]
    missing: tuple[str, ...]
    notes: tuple[Note, ...]


def plan(arguments: Sequence[str], cwd: Path, settings: Settings, event_file: Path | None) -> Job:
    """Finds the files that the arguments name and the event that each of them belongs to.

    A file belongs to the event given, else to the one whose folder is the nearest above it. Files
    of an event that is broken are left out: checked without it they might be judged wrongly.
    """
    found = discover(arguments, cwd)
    files = {file.path.resolve(): file for file in found.files}
    events: dict[Path, Event] = {}
    rounds: list[RoundFiles] = []
    broken: list[BrokenEvent] = []
    closed: list[Path] = []
    notes = list(_notes(found))
    for path in (event_file,) if event_file else found.events:
        from scorecheck.tournament.event import load_event
        from scorecheck.tournament.problem import BrokenEvent
        from scorecheck.tournament.round_files import files_of_rounds

        try:
            event = load_event(path, games=registry.GAMES, ruleset=registry.load)
            of_event = files_of_rounds(event)
        except BrokenEvent as problem:
            broken.append(problem)
            closed.append(path.resolve().parent)
            continue
        events[path.resolve().parent] = event
        rounds += of_event
        notes += (
            Note("no-sheet-fits", {"round": one.name, "pattern": pattern})
            for one in of_event
            for pattern in one.unmatched
        )
        if _is_argument(path, arguments, cwd):
            wanted = [str(file) for one in of_event for file in one.files] or [str(event.folder)]
            files.update((file.path.resolve(), file) for file in discover(wanted, cwd).files)
    sources: list[Source] = []
    for path, file in files.items():
        home = _nearest(path, [*events, *closed]) if event_file is None else event_file.resolve().parent
        if home in closed:
            continue
        event = events.get(home) if home else None
        sources.append(Source(file.path, file.shown, _under(settings, event)))
    return Job(
        tuple(sources), tuple(events.values()), tuple(rounds), tuple(broken), found.missing, tuple(notes)
    )


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


def _under(settings: Settings, event: Event | None) -> Settings:
    """The settings with what the event says; what was said on the command line comes first."""
    if event is None:
        return settings
    wanted = settings.wanted._replace(
        game=settings.wanted.game or event.game,
        preset=settings.wanted.preset or event.preset,
        headings=event.columns,
    )
    return replace(settings, wanted=wanted, options=event.options)


def _notes(found: Found) -> Sequence[Note]:
    notes = [Note("skipped-" + reason, {"path": shown}) for shown, reason in found.skipped]
    notes += (Note("empty-folder", {"path": shown}) for shown in found.empty_folders)
    notes += (Note("unreadable-folder", {"path": shown}) for shown in found.unreadable_folders)
    notes += (Note("bundled", {"path": shown}) for shown in found.bundled)
    return notes


def check(job: Job, stdin: Stdin | None, settings: Settings, keep: Keep) -> Checked:
    """Checks all files of a job, and what came by standard input."""
    checked = check_files(job.sources, keep)
    if stdin is not None:
        more = check_bytes(stdin.data, stdin.name, stdin.name, settings)
        checked = replace(checked, files=checked.files + more.files, crashes=checked.crashes + more.crashes)
    return checked


@dataclass(frozen=True, slots=True)
class Ranked:
    """The standings of a job, the rounds behind them, and what is to be remarked."""

    standings: Standings
    rounds: tuple[Round, ...]
    notes: tuple[Note, ...]


def rank_job(job: Job, checked: Checked, name: str) -> Ranked | None:
    """Ranks what a job's sheets give; ``None`` where they give nothing to rank.

    ``name`` is what the event is called where no event file says it.
    """
    from scorecheck.tournament.event import Event

    event = job.events[0] if job.events else Event(name)
    files = {source.shown: source.path.resolve() for source in job.sources}
    of_round = {path.resolve(): one.name for one in job.rounds for path in one.files}
    in_event = checked
    if job.rounds:
        mine = tuple(file for file in checked.files if files.get(file.path) in of_round)
        in_event = replace(checked, files=mine)
    results, notes = results_of(in_event)
    if not results:
        return None
    rounds = _rounds(job, results, {shown: of_round.get(path, "") for shown, path in files.items()})
    left_out = [file for file in checked.files if file not in in_event.files and gives_results(file)]
    notes += tuple(Note("not-in-a-round", {"path": file.path}) for file in left_out)
    return Ranked(rank(in_event, rounds, event), rounds, notes)


def gives_results(file: CheckedFile) -> bool:
    """Whether a file holds a sheet that counts for a ranking."""
    return any(sheet.result is not None for sheet in file.sheets)


def _rounds(job: Job, results: Sequence[Result], of_round: Mapping[str, str]) -> tuple[Round, ...]:
    from scorecheck.tournament.rounds import Round, rounds_by_name

    if not job.rounds:
        return rounds_by_name(results)
    return tuple(
        Round(one.name, tuple(result for result in results if of_round.get(result.path) == one.name))
        for one in job.rounds
    )
