"""What every command that reads sheets does: settle the options, find the sheets, sum up the exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from scorecheck.checks.own import source_of
from scorecheck.checks.own_game.broken import BrokenGame
from scorecheck.cli.console import Console, language
from scorecheck.cli.options import Options
from scorecheck.many_files.chosen import UnknownName, settings_for
from scorecheck.many_files.configuration import (
    BrokenConfiguration,
    Configuration,
    Configurations,
    by_game,
    own_rules,
)
from scorecheck.many_files.job import Job, Stdin, plan, under
from scorecheck.model.budget import Progress
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Checked, Crash, Note
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.pipeline import check_files
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.readers.discover import shown_path
from scorecheck.readers.read import is_plain, is_plain_data
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.whole_event.check_job import Work, check

if TYPE_CHECKING:
    from scorecheck.many_files.cluster import Cluster
    from scorecheck.reports.outputs import OutputRefused
    from scorecheck.tournament.problem import BrokenEvent

T = TypeVar("T")
FINE, ERRORS_FOUND, WRONG_USE, OUR_FAULT = 0, 1, 2, 3
_LARGEST_STDIN = 256 * 1024 * 1024


class Session:
    """One run of a command: where it writes, in which language, and what went wrong so far."""

    def __init__(self, options: Options) -> None:
        """Settles language and console.

        Raises:
            typer.Exit: the settings of the club above the working folder are broken.
        """
        self.console = Console(quiet=options.quiet, no_color=options.no_color)
        self.messages = Messages(language(options.lang))
        self.status = FINE
        self.configurations = Configurations(
            isolated=options.isolated, file=None if options.config is None else options.config.resolve()
        )
        with self.broken_settings_told():
            above = self.configurations.above(Path.cwd())
        self.club: Mapping[str, Any] = {} if above is None else above.merged
        """The settings above the working folder, as far as they are for the whole run."""
        self.own_rules: str | None = None
        if options.own_rules:
            with self.broken_settings_told():
                self.own_rules = own_rules(above, trusted=options.config is not None)
        if options.lang is None and "lang" in self.club:
            self.messages = Messages(self.club["lang"])
        self.console.quiet = options.quiet or bool(self.club.get("quiet"))
        strict = options.strict or bool(self.club.get("strict"))
        self.options = replace(options, quiet=self.console.quiet, strict=strict)

    @contextmanager
    def broken_settings_told(self) -> Generator[None]:
        """Complains about settings, or the file of a game, that cannot be used."""
        try:
            yield
        except (BrokenConfiguration, BrokenGame) as problem:
            broken = problem if isinstance(problem, BrokenConfiguration) else by_game(problem)
            path = shown_path(broken.path, Path.cwd())
            if broken.line is not None:
                path = f"{path}:{broken.line}"
            params = {"path": path, **broken.params}
            raise self.stop(f"config.{broken.reason}", **params) from None

    def say(self, key: str, /, **params: str | int | tuple[str, ...]) -> str:
        """A sentence of the commands, with what it names made safe for a terminal."""
        safe = {name: plain(value) if isinstance(value, str) else value for name, value in params.items()}
        return self.messages.label(f"cli.{key}", **safe)

    def wrong_use(self, key: str, /, **params: str | int | tuple[str, ...]) -> None:
        """Complains, and remembers that the call was wrong; the rest of the work still goes on."""
        self.console.complain(self.say(key, **params))
        self.status = max(self.status, WRONG_USE)

    def stop(self, key: str, /, **params: str | int | tuple[str, ...]) -> typer.Exit:
        """Complains about a call that nothing can be done with."""
        self.wrong_use(key, **params)
        return typer.Exit(self.status)

    def stop_with(self, label: str, **params: str) -> typer.Exit:
        """Complains, with a sentence of the labels, about a call that nothing can be done with."""
        safe = {name: plain(value) for name, value in params.items()}
        self.console.complain(self.messages.label(label, **safe))
        self.status = max(self.status, WRONG_USE)
        return typer.Exit(self.status)

    def refused(self, refusal: OutputRefused) -> typer.Exit:
        """Complains about an output that is not written."""
        path = refusal.path
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        self.console.complain(self.messages.label(f"output.{refusal.kind}", path=plain(shown.as_posix())))
        return typer.Exit(max(self.status, WRONG_USE))

    def can_write(self, *files: Path | None, folder: Path | None = None, force: bool = False) -> None:
        """Looks before the run whether its outputs can be written after it.

        Raises:
            typer.Exit: one cannot, which has been said.
        """
        from scorecheck.reports.outputs import refuse_file, refuse_folder

        with self.refusals_told():
            for file in files:
                if file is not None:
                    refuse_file(file, force=force)
            if folder is not None:
                refuse_folder(folder)

    @contextmanager
    def refusals_told(self) -> Generator[None]:
        """Complains about an output that is not written, and ends the run."""
        from scorecheck.reports.outputs import OutputRefused

        try:
            yield
        except OutputRefused as refusal:
            raise self.refused(refusal) from None

    def notes(self, notes: Iterable[Note]) -> None:
        """Writes remarks to standard error."""
        for note in notes:
            safe = {
                name: plain(value) if isinstance(value, str) else value for name, value in note.params.items()
            }
            self.console.note(self.messages.label(f"note.{note.key}", **safe))

    def unprintable(self, letters: tuple[str, ...]) -> None:
        """Names the letters that a PDF cannot show."""
        if letters:
            self.console.note(self.messages.label("note.unprintable", letters=letters))

    def settings(self) -> Settings:
        """The settings that the options ask for.

        Raises:
            typer.Exit: an option names a game, preset, layout or rule that does not exist.
        """
        options = self.options
        wanted = Wanted(options.game, options.preset, options.layout, notation=options.notation)
        try:
            with self.broken_settings_told():
                asked = settings_for(wanted, options.select or (), options.ignore or ())
        except UnknownName as problem:
            raise self.unknown(problem) from None
        return replace(asked, own_rules=self.own_rules)

    def unknown(self, problem: UnknownName) -> typer.Exit:
        """Complains about a name that there is none of, and offers the likeliest."""
        key = f"unknown-{problem.kind}"
        if problem.near:
            return self.stop(f"{key}-near", name=problem.name, near=problem.near)
        return self.stop(key, name=problem.name, known=problem.known[:20])

    def plan(
        self, paths: Sequence[str], settings: Settings, *, later: bool = False, noted: bool = True
    ) -> tuple[Job, Stdin | None]:
        """Finds the sheets, and complains about what is missing or broken.

        With ``later`` some that scorecheck has written may be among them; they are left out when read.
        Where its remarks are not to be ``noted``, who calls does that after the verdict.

        Raises:
            typer.Exit: there is nothing to check.
        """
        options = self.options
        stdin = self._stdin() if "-" in paths else None
        if options.event is not None and not options.event.is_file():
            raise self.stop("no-event-file", path=str(options.event))
        files = [path for path in paths if path != "-"]
        with self.broken_settings_told():
            of_sheets_in = self.configurations.of_sheets_in
            leaves_out = self.configurations.leaves_out
            job = plan(
                files, Path.cwd(), settings, options.event, of_sheets_in, later=later, left_out=leaves_out
            )
        if noted or not (job.sources or stdin):
            self.notes(job.notes)
        for path in job.missing:
            self.wrong_use("missing", path=path)
        for path in job.shut:
            self.wrong_use("unreadable-folder", path=path)
        self.told_broken(job)
        if not job.sources and stdin is None:
            if job.missing or job.shut or job.broken:
                raise typer.Exit(self.status)
            if not options.allow_empty:
                raise self.stop("nothing-to-check")
        return job, stdin

    def told_broken(self, job: Job) -> None:
        """Complains about the event files of a job that cannot be used."""
        for broken in job.broken:
            self.broken(broken)

    def broken(self, event: BrokenEvent) -> None:
        """Complains about an event file, line by line."""
        self.status = WRONG_USE
        path = shown_path(event.path, Path.cwd())
        for problem in event.problems:
            params = {**problem.params, "path": path} if "path" in problem.params else problem.params
            text = self.messages.event_text(problem.reason, params)
            place = f"{path}:{problem.line}" if problem.line else path
            self.console.complain(plain(f"{place}: {text}"))

    def _stdin(self) -> Stdin:
        if sys.stdin is None:
            raise self.stop("no-stdin")
        data = sys.stdin.buffer.read(_LARGEST_STDIN + 1)
        return Stdin(data, self.options.stdin_filename or "stdin")

    def fails(self, checked: Checked) -> bool:
        """Whether what was found fails the run: an error, with ``--strict`` a warning as well."""
        weight = Severity.WARNING if self.options.strict else Severity.ERROR
        return any(finding.severity >= weight for file in checked.files for finding in file.findings)

    def settings_above(self, folder: Path) -> Configuration | None:
        """The settings of the club that hold in a folder.

        Raises:
            typer.Exit: they are broken.
        """
        with self.broken_settings_told():
            return self.configurations.above(folder.resolve())

    def club_path(self, key: str) -> Path:
        """A file that the settings name, seen from the folder in which they stand."""
        above = self.configurations.above(Path.cwd())
        source = None if above is None else above.source(key)
        return (Path.cwd() if source is None else source.folder) / str(self.club[key])

    @contextmanager
    def work(self, sources: Sequence[Source], stdin: Stdin | None = None) -> Generator[Work]:
        """How these files are checked: by workers, by a cluster, or one after the other."""
        if self.options.executor is not None:
            if self.options.jobs is not None:
                raise self.stop("executor-and-jobs")
            with self._cluster(self.options.executor) as cluster:
                yield cluster.check
            return
        asked = self.options.jobs or self.club.get("jobs")
        if len(sources) + (stdin is not None) <= 1 and self._all_plain(sources, stdin):
            yield check_files
            return
        from scorecheck.many_files.workers import FEWEST, FORKS, POSSIBLE, Processes, processes

        # A worker that is no fork takes as long to start as many a small file to check.
        few = not FORKS and asked is None and len(sources) < FEWEST and self._all_plain(sources, stdin)
        yield Processes(processes(asked, len(sources))).check if POSSIBLE and not few else check_files

    def _all_plain(self, sources: Sequence[Source], stdin: Stdin | None) -> bool:
        return all(is_plain(one.path) for one in sources) and (stdin is None or is_plain_data(stdin.data))

    @contextmanager
    def _cluster(self, said: str) -> Generator[Cluster]:
        from scorecheck.many_files.cluster import NoCluster, cluster

        try:
            with cluster(said) as one:
                yield one
        except NoCluster as problem:
            raise self.stop(problem.reason, executor=said, **problem.params) from None

    def _progress(self) -> AbstractContextManager[Progress | None]:
        """A bar, where somebody is there to see it."""
        if self.console.quiet or not sys.stderr.isatty():
            return nullcontext()
        from scorecheck.cli.progress import bar, is_watched

        return bar(self.messages) if is_watched() else nullcontext()

    def check(
        self, job: Job, stdin: Stdin | None, settings: Settings, keep: Keep, *, noted: bool = True
    ) -> Checked:
        """Checks all sheets, and takes their findings into the exit status.

        Where remarks on the run are not to be ``noted``, who calls does that after the verdict.
        """
        with self.broken_settings_told():
            club = self.configurations.of_sheet(Path(stdin.name if stdin else "."))
        with self.work(job.sources, stdin) as work, self._progress() as progress:
            checked = check(job, stdin, under(settings, None, club), keep, work, progress)
        if noted:
            self.notes(checked.notes)
        if self.fails(checked):
            self.status = max(self.status, ERRORS_FOUND)
        elif checked.files and all(file.status == "read" for file in checked.files):
            # Nothing that was given could be checked: that is as if nothing had been given.
            self.status = max(self.status, FINE if self.options.allow_empty else WRONG_USE)
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
        """What is made of a run, and the run with what failed in doing so.

        A file that makes us fail is left out of it and named. ``None``, after a complaint, where it cannot be
        made at all; ``name`` is what it is called then.

        Raises:
            typer.Exit: as ``make`` does, which has complained; and what is to be let through.
        """
        lets_through = (typer.Exit, *lets_through)
        fence = Fence(name, lets_through=lets_through)
        with fence.around(step):
            return make(checked), checked
        from scorecheck.many_files.sparing import Step, bare, spared, uncounted

        of_ranking = step == "standings"
        done = spared(
            checked,
            fence.crashes[0],
            make,
            Step("ranking", uncounted, lets_through) if of_ranking else Step("page", bare, lets_through),
        )
        self.crashed(done.crashes.values())
        return done.made, done.checked

    def crashed(self, crashes: Iterable[Crash]) -> None:
        """Complains about steps that failed by a fault of ours: each once, at the first row of several."""
        told: set[tuple[str, str | None, str, str | None]] = set()
        for crash in crashes:
            self.status = OUR_FAULT
            if (what := (crash.path, crash.sheet, crash.step, crash.rule)) in told:
                continue
            told.add(what)
            where = f"{crash.path}:{crash.row}" if crash.row else crash.path
            source = None if crash.rule is None else source_of(crash.rule)
            if crash.step == "plug-in":
                said = self.say("crash-plug-in", source=crash.path, cause=crash.cause)
            elif crash.rule is not None and source is not None:
                said = self.say(
                    "crash-own-rule", rule=crash.rule, source=source, where=where, cause=crash.cause
                )
            elif crash.rule is not None:
                said = self.say("crash", rule=crash.rule, where=where, cause=crash.cause)
            else:
                said = self.say("crash-step", step=crash.step, where=where, cause=crash.cause)
            self.console.complain(said)
            if crash.trace:
                self.console.complain("\n".join(map(plain, crash.trace.splitlines())))
