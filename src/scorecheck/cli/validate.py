"""``scorecheck validate``: checks sheets and prints the findings."""

# No postponed annotations here: each call would compile and evaluate them.

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

from scorecheck.catalogue import rules
from scorecheck.cli import options as o
from scorecheck.cli.declared import option
from scorecheck.cli.session import ERRORS_FOUND, FINE, Session, print_verdict, shares
from scorecheck.model.record import record, replace
from scorecheck.one_file.settings import Keep
from scorecheck.readers.discover import discover
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.formats import FORMATS, rendered
from scorecheck.reports.safe import plain
from scorecheck.resources import opened

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorecheck.many_files.job import Job
    from scorecheck.model.outcome import Checked
    from scorecheck.reports.edited_files import TextFile
    from scorecheck.whole_event.baseline import KnownFault

_MOST_TRIED = 10
"""The most trial slips of each kind per file, to estimate what a check would notice; ``inspect`` makes
more."""
_MOST_NAMED = 20
"""The most entries of a baseline that are listed when they are no longer found."""


@record
class _ValidateCall:
    """The options of the command alone."""

    format: Annotated[
        Literal["text", "concise", "json", "sarif", "junit", "github", "gitlab", "rdjson", "csv"] | None,
        option("--format", help="How to print what was found."),
    ] = None
    output: Annotated[
        list[str] | None,
        option("--output", metavar="FORMAT[:FILE]", help="One of several outputs (repeatable)."),
    ] = None
    file: o.OutputFile = None
    baseline: Annotated[
        Path | None,
        option(metavar="FILE", help="Leave out the faults that this baseline knows: only new ones fail."),
    ] = None
    write_baseline: Annotated[
        Path | None, option(metavar="FILE", help="Write down the faults there are, as a baseline.")
    ] = None
    changed_since: Annotated[
        str | None,
        option(metavar="REV", help="Only sheets that differ from this revision of the git repository."),
    ] = None
    exit_zero: Annotated[
        bool, option("--exit-zero", help="Exit with 0 whatever is found; wrong use still fails.")
    ] = False
    statistics: Annotated[
        bool, option("--statistics", help="Print how often each rule was broken, last of all.")
    ] = False
    force: o.Force = False
    watch: Annotated[bool, option("--watch", help="Check again whenever a sheet changes, until Ctrl-C.")] = (
        False
    )


@shares(*o.READING, "event", *o.RULES, "stdin_filename", *o.RUN)
def command(session: Session, paths: o.PathsOrStdin, asked: _ValidateCall) -> None:
    """Check scoresheets and say which cell is wrong.

    The game and the way in which a sheet is kept are recognised. Exit status: 0 nothing wrong, 1 errors
    found, 2 wrong use or nothing to check, 3 a fault in scorecheck.
    """
    if asked.watch:
        _watch(session, paths, asked)
    else:
        _checked(session, paths, asked)


def _watch(session: Session, paths: list[str], asked: _ValidateCall) -> None:
    """Checks after every change and shows the findings on the screen, until stopped."""
    from scorecheck.cli.recheck import until_stopped

    asked = replace(asked, output=asked.output or (None if asked.format else ["text"]))
    on_screen = _outputs(session, asked.format, asked.file, asked.output or [])
    to_file = any(target is not None for _, target in on_screen) or asked.write_baseline is not None
    if to_file or "-" in paths:
        raise session.stop("watch-on-screen")
    events = [] if session.asked.event is None else [str(session.asked.event)]

    def once() -> None:
        # The settings may have changed.
        again = Session(session.asked)
        with again.refusals_told():
            _checked(again, paths, asked)

    until_stopped([*paths, *events], once, session)


def _checked(session: Session, paths: list[str], asked: _ValidateCall) -> None:
    """One run with its outputs, which sets the exit status."""
    asked = _with_settings(session, asked)
    outputs = _outputs(session, asked.format, asked.file, asked.output or [])
    targets = [target for _, target in outputs if target is not None]
    if targets or asked.write_baseline is not None:
        session.can_write(*targets, asked.write_baseline, force=asked.force)
    known = None if asked.baseline is None else _known(session, asked.baseline)
    settings = session.settings()
    if asked.changed_since is not None:
        paths = _changed(session, paths, asked.changed_since)
        if not paths:
            session.console.note(session.say("nothing-changed", rev=asked.changed_since))
            return
    job = session.plan_with_stdin(paths, settings)
    checked = session.check(job, settings, Keep(impact=True, noticed=_tried(outputs, job)))
    if known is not None:
        checked = _only_new(session, checked, known, cast("Path", asked.baseline))
    inputs = [source.path for source in job.sources]
    write = partial(_write, session, asked, inputs)
    if ("text", None) in outputs and len(checked.files) > 1:
        print_verdict(session, checked, "text")
    checked = _written(session, checked, outputs, _text_of(job), write)
    if asked.write_baseline is not None:
        from scorecheck.whole_event.baseline import baseline_text, seen_from

        write(
            asked.write_baseline, baseline_text(checked, seen_from(asked.write_baseline.parent, Path.cwd()))
        )
    if any(name == "github" for name, _ in outputs):
        _summarise_job(session, checked)
    if asked.statistics:
        from scorecheck.reports.for_programs import statistics_text

        session.console.complain(statistics_text(checked.findings, session.messages).rstrip("\n"))
    if session.status == ERRORS_FOUND and (asked.exit_zero or asked.write_baseline is not None):
        session.status = FINE


def _tried(outputs: "list[tuple[str, Path | None]]", job: "Job") -> int:
    """The number of trial slips per file, if an output reports what a check would notice."""
    if all(name != "json" for name, _ in outputs):
        return 0
    from scorecheck.model.noticed import tried_on_file

    return min(_MOST_TRIED, tried_on_file(len(job.sources) + (job.stdin is not None)))


def _with_settings(session: Session, asked: _ValidateCall) -> _ValidateCall:
    """The arguments, with baseline and outputs of the club's settings where the call has none."""
    if asked.baseline is not None and asked.write_baseline is not None:
        raise session.stop("baseline-twice")
    if asked.baseline is None and asked.write_baseline is None and "baseline" in session.club:
        asked = replace(asked, baseline=session.club_path("baseline"))
    if asked.format is None and asked.file is None and not asked.output:
        asked = replace(asked, output=session.club.get("output"))
    return asked


def _written(
    session: Session,
    checked: "Checked",
    outputs: "list[tuple[str, Path | None]]",
    text_of: "Callable[[str], TextFile | None]",
    write: "Callable[[Path, str], None]",
) -> "Checked":
    """Writes each output; returns the result with the crashes in making them."""
    for name, target in outputs:
        render = partial(_rendered, session, name=name, to_file=target is not None, text_of=text_of)
        text, checked = session.made(checked, render, name if target is None else target.as_posix())
        if text is not None and target is None:
            session.console.out(text)
        elif text is not None and target is not None:
            write(target, text)
    return checked


def _write(session: Session, asked: _ValidateCall, inputs: list[Path], target: Path, text: str) -> None:
    from scorecheck.reports.outputs import OutputRefused, write_file

    try:
        write_file(target, text.encode(), force=asked.force, inputs=inputs)
    except OutputRefused as refusal:
        session.refused(refusal)


def _known(session: Session, baseline: Path) -> "tuple[KnownFault, ...]":
    from scorecheck.whole_event.baseline import known_faults

    try:
        with opened(baseline) as file:
            return known_faults(file.read().decode())
    except FileNotFoundError:
        raise session.stop("missing", path=str(baseline)) from None
    except OSError:
        raise session.stop("baseline-unreadable", path=str(baseline)) from None
    except (ValueError, RecursionError):
        raise session.stop("no-baseline", path=str(baseline)) from None


def _only_new(
    session: Session, checked: "Checked", known: "tuple[KnownFault, ...]", baseline: Path
) -> "Checked":
    from scorecheck.whole_event.baseline import compared, seen_from

    new, gone = compared(checked, known, seen_from(baseline.parent, Path.cwd()))
    if new.known:
        session.console.note(session.say("baseline-known", count=new.known))
    if gone:
        session.console.note(session.say("baseline-gone", count=len(gone)))
        for entry in gone[:_MOST_NAMED]:
            session.console.note(f"  {plain(str(entry))}")
        if len(gone) > _MOST_NAMED:
            session.console.note(f"  … {len(gone) - _MOST_NAMED}")
    if session.status == ERRORS_FOUND:
        session.status = ERRORS_FOUND if session.fails(new) else FINE
    return new


def _summarise_job(session: Session, checked: "Checked") -> None:
    """Appends the findings to the summary of the current GitHub job."""
    said = os.environ.get("GITHUB_STEP_SUMMARY")
    if not said:
        return
    from scorecheck.reports.for_programs import summary_markdown

    try:
        # Appended, because other steps of the job write to the same file.
        with Path(said).open("a", encoding="utf-8", errors="replace") as summary:
            summary.write(summary_markdown(checked, session.messages))
    except OSError as error:
        cause = error.strerror or type(error).__name__
        session.console.complain(session.say("no-step-summary", path=said, cause=cause))


def _changed(session: Session, paths: list[str], revision: str) -> list[str]:
    """The sheets among the paths that have changed since a revision."""
    from scorecheck.cli.changes import NoRevision, changed_files

    try:
        changed = changed_files(revision, Path.cwd())
    except NoRevision as problem:
        raise session.stop("no-revision", rev=revision, cause=str(problem)) from None
    wish = session.configurations.leaves_out
    found = discover([path for path in paths if path != "-"], Path.cwd(), wish)
    for path in found.missing:
        session.wrong_use("missing", path=path)
    return [str(file.path) for file in found.files if file.path.resolve() in changed]


def _outputs(
    session: Session, format_: str | None, file: Path | None, more: list[str]
) -> list[tuple[str, Path | None]]:
    """The outputs with their files: ``--format`` and ``-o`` are one, each ``--output`` is another."""
    if format_ is None and file is not None and str(file) in FORMATS:
        raise session.stop("file-called-format", name=str(file))
    one = format_ is not None or file is not None or not more
    outputs = [(format_ or "text", file)] if one else []
    outputs += (_output(session, said) for said in more)
    targets = [target and target.absolute() for _, target in outputs]
    if targets.count(None) > 1:
        raise session.stop("two-on-screen")
    if len(set(targets)) < len(targets):
        raise session.stop("same-output-twice")
    return outputs


def _output(session: Session, said: str) -> tuple[str, Path | None]:
    name, colon, target = said.partition(":")
    if name not in FORMATS or (colon and not target):
        raise session.stop("unknown-output", name=said, known=FORMATS)
    return name, Path(target) if target not in {"", "-"} else None


def _text_of(job: "Job") -> "Callable[[str], TextFile | None]":
    """Makes the function that returns a text file of the run by its shown path, or ``None``."""
    paths = {source.shown: source.path for source in job.sources}

    def text_of(path: str) -> "TextFile | None":
        from scorecheck.one_file.mending import MOST_BYTES, text_file

        if job.stdin is not None and path == job.stdin.shown:
            return text_file(job.stdin.data or b"")
        if path not in paths:
            return None
        try:
            with paths[path].open("rb") as file:
                return text_file(file.read(MOST_BYTES + 1))
        except OSError:
            # The file is gone since it was checked.
            return None

    return text_of


def _rendered(
    session: Session,
    checked: "Checked",
    name: str,
    *,
    to_file: bool,
    text_of: "Callable[[str], TextFile | None]",
) -> str:
    console, options = session.console, session.options
    look = FormatOptions(
        color=console.color and not to_file,
        width=0 if to_file else console.width,
        only_findings=options.quiet,
        ascii_only=not to_file and not console.shows_all,
        strict=options.strict,
        links=not to_file and console.links,
        text_of=text_of,
    )
    return rendered(name, checked, session.messages, look, rules)
