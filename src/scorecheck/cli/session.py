"""Shared by all commands that read sheets: the options in force, the files, and the exit status."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from scorecheck.cli.console import Console, language
from scorecheck.cli.declared import Parameter, parameters_of
from scorecheck.cli.options import Options, PrintOptions
from scorecheck.many_files.configuration import Configuration, Configurations, own_rules
from scorecheck.many_files.job import Job, plan, under
from scorecheck.many_files.user_settings import UnknownName, settings_for
from scorecheck.model.budget import Progress
from scorecheck.model.error import BrokenFile, Refusal
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Checked, Crash, Note, SheetId
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.readers.discover import shown_path
from scorecheck.readers.read import is_plain, is_plain_data
from scorecheck.reports.describe import crash_text, note_text
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.resources import resolved
from scorecheck.whole_event.check_job import check

if TYPE_CHECKING:
    from datetime import datetime

    from scorecheck.many_files.cluster import Cluster
    from scorecheck.many_files.workers import Work
    from scorecheck.reports.verdict import PlaceOfSheet
    from scorecheck.tournament.problem import BrokenEvent

T = TypeVar("T")
FINE, ERRORS_FOUND, WRONG_USE, OUR_FAULT = 0, 1, 2, 3
_LARGEST_STDIN = 256 * 1024 * 1024


def source_date() -> datetime | None:
    """The time in ``SOURCE_DATE_EPOCH``, which makes output reproducible; ``None``: it is not set or
    invalid."""
    said = os.environ.get("SOURCE_DATE_EPOCH", "")
    return from_seconds(int(said)) if said.isascii() and said.isdigit() else None


def from_seconds(seconds: float) -> datetime | None:
    """A time in seconds since 1970; ``None`` where no calendar has it."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, ValueError, OSError):
        return None


class Session:
    """One run of a command: its output, language, settings and exit status."""

    def __init__(self, options: Options) -> None:
        self.asked = options
        """As given; ``options`` are under the settings of the club."""
        self.console = Console(quiet=options.quiet, no_color=options.no_color)
        self.messages = Messages(language(options.lang))
        self.status = FINE
        if options.isolated and options.config is not None:
            raise self.stop("isolated-and-config")
        self.configurations = Configurations(
            isolated=options.isolated, file=None if options.config is None else resolved(options.config)
        )
        with self.refusals_told():
            above = self.configurations.above(Path.cwd())
        self.club: Mapping[str, Any] = {} if above is None else above.merged
        """The settings above the working folder, which hold for the whole run."""
        self.own_rules: str | None = None
        if options.own_rules:
            with self.refusals_told():
                self.own_rules = own_rules(above, trusted=options.config is not None)
        if options.lang is None and "lang" in self.club:
            self.messages = Messages(self.club["lang"])
        self.console.quiet = options.quiet or bool(self.club.get("quiet"))
        strict = options.strict or bool(self.club.get("strict"))
        self.options = replace(options, quiet=self.console.quiet, strict=strict)

    @contextmanager
    def refusals_told(self) -> Generator[None]:
        """Turns what cannot be done, and a file or name that cannot be used, into a complaint and the end of
        the run."""
        try:
            yield
        except Refusal as refusal:
            raise self.refused(refusal) from None
        except UnknownName as problem:
            raise self.unknown(problem) from None
        except BrokenFile as broken:
            path = shown_path(broken.path or Path(), Path.cwd())
            if broken.line is not None:
                path = f"{path}:{broken.line}"
            params = {"path": path, **broken.params}
            raise self.stop(f"config.{broken.reason}", **params) from None

    def say(self, key: str, /, **params: str | int | tuple[str, ...]) -> str:
        """A sentence of the commands, with its params made safe for a terminal."""
        return self._safe(f"cli.{key}", params)

    def _safe(self, label: str, params: Mapping[str, str | int | tuple[str, ...]]) -> str:
        return plain(self.messages.label(label, **params))

    def wrong_use(self, key: str, /, **params: str | int | tuple[str, ...]) -> None:
        """Complains about wrong use and sets the exit status; the run continues."""
        self.stop(key, **params)

    def stop(self, key: str, /, **params: str | int | tuple[str, ...]) -> SystemExit:
        """Complains about wrong use; returns the exception that ends the run."""
        return self.stop_with(f"cli.{key}", **params)

    def stop_with(self, label: str, /, **params: str | int | tuple[str, ...]) -> SystemExit:
        """``stop`` with any sentence of the labels."""
        self.console.complain(self._safe(label, params))
        self.status = max(self.status, WRONG_USE)
        return SystemExit(self.status)

    def refused(self, refusal: Refusal) -> SystemExit:
        """Complains about what cannot be done; returns the exception that ends the run."""
        return self.stop_with(refusal.key, **refusal.params)

    def can_write(self, *files: Path | None, folder: Path | None = None, force: bool = False) -> None:
        """Checks before the run that its outputs can be written."""
        from scorecheck.reports.outputs import refuse_file, refuse_folder

        for file in files:
            if file is not None:
                refuse_file(file, force=force)
        if folder is not None:
            refuse_folder(folder)

    def write(self, path: Path, data: bytes, *, force: bool, inputs: Iterable[Path] = ()) -> None:
        """Writes a file."""
        from scorecheck.reports.outputs import write_file

        write_file(path, data, force=force, inputs=inputs)

    def json(self, report: Any) -> None:
        """Prints a report as JSON."""
        from scorecheck.reports.json_report import json_text

        self.console.out(json_text(report, ascii_only=not self.console.shows_all))

    def notes(self, notes: Iterable[Note]) -> None:
        """Writes remarks to standard error."""
        for note in notes:
            self.console.note(note_text(note, self.messages))

    def unprintable(self, letters: tuple[str, ...]) -> None:
        """Notes the characters that a PDF cannot show."""
        if letters:
            self.console.note(self.messages.label("note.unprintable", letters=letters))

    def settings(self) -> Settings:
        """The settings that the options ask for."""
        options = self.options
        wanted = Wanted(options.game, options.preset, options.layout, notation=options.notation)
        asked = settings_for(wanted, options.select or (), options.ignore or ())
        return replace(asked, own_rules=self.own_rules)

    def unknown(self, problem: UnknownName) -> SystemExit:
        """Complains about an unknown name, and suggests a similar one."""
        key = f"unknown-{problem.kind}"
        near = problem.near or (problem.known if problem.kind == "rule" else ())
        if near:
            return self.stop(f"{key}-near", name=problem.name, near=near)
        return self.stop(key, name=problem.name, known=problem.known[:20])

    def plan(self, paths: Sequence[str], settings: Settings, *, noted: bool = True) -> Job:
        """The sheets of ``plan_with_stdin`` for a command that does not read standard input."""
        if "-" in paths:
            raise self.stop("no-stdin-here")
        return self.plan_with_stdin(paths, settings, noted=noted)

    def plan_with_stdin(self, paths: Sequence[str], settings: Settings, *, noted: bool = True) -> Job:
        """Finds the sheets, and complains about missing or broken files.

        Unless ``noted``, the caller prints the notes, after the verdict.

        Raises:
            SystemExit: there is nothing to check.
        """
        options = self.options
        stdin = self._stdin(settings) if "-" in paths else None
        if options.event is not None and not options.event.is_file():
            raise self.stop("no-event-file", path=str(options.event))
        files = [path for path in paths if path != "-"]
        of_sheets_in, leaves_out = self.configurations.of_sheets_in, self.configurations.leaves_out
        job = plan(files, Path.cwd(), settings, options.event, of_sheets_in, leaves_out)
        if noted or not (job.sources or stdin):
            self.notes(job.notes)
        for path in job.missing:
            self.wrong_use("missing", path=path)
        for path in job.shut:
            self.wrong_use("unreadable-folder", path=path)
        self.told_broken(job)
        if not job.sources and stdin is None:
            if job.missing or job.shut or job.broken:
                raise SystemExit(self.status)
            if not options.allow_empty:
                raise self.stop("nothing-to-check")
        return replace(job, stdin=stdin)

    def told_broken(self, job: Job) -> None:
        """Complains about the broken event files of a job."""
        for broken in job.broken:
            self.broken(broken)

    def broken(self, event: BrokenEvent) -> None:
        """Complains about an event file, line by line."""
        self.status = WRONG_USE
        path = shown_path(event.path, Path.cwd())
        for problem in event.problems:
            text = self.messages.event_text(problem.reason, problem.params)
            place = f"{path}:{problem.line}" if problem.line else path
            self.console.complain(plain(f"{place}: {text}"))

    def _stdin(self, settings: Settings) -> Source:
        if sys.stdin is None:
            raise self.stop("no-stdin")
        data = sys.stdin.buffer.read(_LARGEST_STDIN + 1)
        name = self.options.stdin_filename or "stdin"
        club = self.configurations.of_sheet(Path(name))
        return Source(Path(name), name, under(settings, None, club), data)

    def fails(self, checked: Checked) -> bool:
        """Whether the findings fail the run: errors, with ``--strict`` also warnings."""
        weight = Severity.WARNING if self.options.strict else Severity.ERROR
        return any(finding.severity >= weight for file in checked.files for finding in file.findings)

    def settings_above(self, folder: Path) -> Configuration | None:
        """The settings of the club that hold in a folder."""
        return self.configurations.above(folder.resolve())

    def club_path(self, key: str) -> Path:
        """A path in the settings, relative to their folder."""
        above = self.configurations.above(Path.cwd())
        source = None if above is None else above.source(key)
        return (Path.cwd() if source is None else source.folder) / str(self.club[key])

    @contextmanager
    def work(self, job: Job) -> Generator[Work]:
        """The function that checks the files: in worker processes, on a cluster, or one after the other."""
        sources = job.sources
        if self.options.executor is not None:
            if self.options.jobs is not None:
                raise self.stop("executor-and-jobs")
            with self._cluster(self.options.executor) as cluster:
                yield cluster.check
            return
        asked = self.options.jobs or self.club.get("jobs")
        if len(sources) + (job.stdin is not None) <= 1 and _all_plain(job):
            yield check_files
            return
        from scorecheck.many_files.workers import FEWEST, FORKS, POSSIBLE, Processes, processes

        # Without fork a worker takes longer to start than a small file to check.
        few = not FORKS and asked is None and len(sources) < FEWEST and _all_plain(job)
        yield Processes(processes(asked, len(sources))).check if POSSIBLE and not few else check_files

    @contextmanager
    def _cluster(self, said: str) -> Generator[Cluster]:
        from scorecheck.many_files.cluster import NoCluster, cluster

        try:
            with cluster(said) as one:
                yield one
        except NoCluster as problem:
            raise self.stop(problem.reason, executor=said, **problem.params) from None

    def _progress(self) -> AbstractContextManager[Progress | None]:
        if self.console.quiet or not sys.stderr.isatty():
            return nullcontext()
        from scorecheck.cli.progress import bar, is_watched

        return bar(self.messages) if is_watched() else nullcontext()

    def check(self, job: Job, settings: Settings, keep: Keep, *, noted: bool = True) -> Checked:
        """Checks all sheets, and sets the exit status by their findings.

        Unless ``noted``, the caller prints the notes, after the verdict.
        """
        club = self.configurations.of_sheet(Path())
        with self.work(job) as work, self._progress() as progress:
            checked = check(job, under(settings, None, club), keep, work, progress)
        if noted:
            self.notes(checked.notes)
        if self.fails(checked):
            self.status = max(self.status, ERRORS_FOUND)
        elif checked.files and all(file.status == "read" for file in checked.files):
            # Nothing could be checked: the same as no input.
            empty = ERRORS_FOUND if self.options.strict else WRONG_USE
            self.status = max(self.status, FINE if self.options.allow_empty else empty)
        self.crashed(checked.crashes)
        return checked

    def made(
        self,
        checked: Checked,
        make: Callable[[Checked], T],
        name: str,
        *,
        step: str = "output",
        lets_through: tuple[type[Exception], ...] = (),
    ) -> tuple[T | None, Checked]:
        """An output of a run, and the run with the crashes in making it.

        A file that makes ``make`` crash is named and left out. ``None``, after a complaint about ``name``,
        where the output cannot be made at all.

        Raises:
            SystemExit: raised by ``make``, as well as the exceptions of ``lets_through``.
        """
        fence = Fence(name, lets_through=lets_through)
        with fence.around(step):
            return make(checked), checked
        from scorecheck.many_files.crash_isolation import JointStep, isolate_crash, name_only, uncounted

        of_ranking = step == "standings"
        done = isolate_crash(
            checked,
            fence.crashes[0],
            make,
            JointStep("ranking", uncounted, lets_through)
            if of_ranking
            else JointStep("page", name_only, lets_through),
        )
        self.crashed(done.crashes.values())
        return done.made, done.checked

    def crashed(self, crashes: Iterable[Crash]) -> None:
        """Complains about crashes, each step once, with its first row."""
        told: set[tuple[str, str | None, str, str | None]] = set()
        for crash in crashes:
            self.status = OUR_FAULT
            if (what := (crash.path, crash.sheet, crash.step, crash.rule)) in told:
                continue
            told.add(what)
            self.console.complain(plain(crash_text(crash, self.messages)))
            if crash.trace:
                self.console.complain("\n".join(map(plain, crash.trace.splitlines())))


_SHARED = (Options, PrintOptions)


def shares(*names: str, **fixed: bool) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Adds these options to a command, which runs in a session under them, and ends with its exit status.

    ``PrintOptions`` among the parameters holds those of prints. Any other record holds options of this
    command alone, and all of them are taken. ``fixed``: what the command decides itself of ``Options``.

    Raises:
        KeyError: no parameter of the command is a record with such an option.
    """

    def shared(command: Callable[..., None]) -> Callable[..., None]:
        own = [one for one in parameters_of(command) if one.name != "session"]
        records = {one.name: one.annotation for one in own if hasattr(one.annotation, "_defaults")}
        records["session"] = Options
        options = {
            name: [
                one for one in parameters_of(of) if one.declared and (of not in _SHARED or one.name in names)
            ]
            for name, of in records.items()
        }
        known = {one.name: one for name, of in records.items() if of in _SHARED for one in options[name]}
        taken: list[Parameter] = []
        for one in own:
            if one.name not in records:
                taken.append(one)
            elif records[one.name] not in _SHARED:
                taken += options[one.name]
        taken += [known[name] for name in names]

        def run(**given: Any) -> None:
            for name, of in records.items():
                its = [one.name for one in options[name] if one.name in given]
                given[name] = of(**{option: given.pop(option) for option in its})
            session = Session(replace(given.pop("session"), **fixed))
            with session.refusals_told():
                command(session, **given)
            raise SystemExit(session.status)

        run.__doc__ = command.__doc__
        vars(run)["parameters"] = taken
        return run

    return shared


def _all_plain(job: Job) -> bool:
    """Whether all files of a job may be read in this process."""
    stdin = job.stdin is None or is_plain_data(job.stdin.data or b"")
    return stdin and all(is_plain(one.path) for one in job.sources)


def print_verdict(
    session: Session, checked: Checked, name: str, tables: Mapping[SheetId, PlaceOfSheet] | None = None
) -> None:
    """Prints the verdict of a run in one sentence, before anything else."""
    from scorecheck.reports.verdict import verdict

    said, _ = session.made(checked, lambda some: verdict(some, session.messages, tables).text, name)
    if said is not None:
        session.console.note(plain(said))
