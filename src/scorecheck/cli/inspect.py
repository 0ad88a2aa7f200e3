"""``scorecheck inspect``: shows how a file was read; asks about what is ambiguous in it."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Literal

from scorecheck.cli import options as o
from scorecheck.cli.declared import option
from scorecheck.cli.session import ERRORS_FOUND, Session, shares
from scorecheck.many_files.answers import Answer, answered, answers_to, merged, settings_text
from scorecheck.model.fence import Fence
from scorecheck.model.inspected import InspectedFile
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple
from scorecheck.one_file.inspection import inspect_files
from scorecheck.one_file.questions import Doubt
from scorecheck.one_file.settings import Keep, Settings, Source
from scorecheck.one_file.workbook_reading import outcomes_of
from scorecheck.readers.read import Refused, workbooks_of
from scorecheck.reports.compared import aligned_json, aligned_text
from scorecheck.reports.inspect_report import inspect_json, inspect_text, was_read
from scorecheck.reports.outputs import OutputRefused, write_file
from scorecheck.reports.safe import plain
from scorecheck.resources import EVENT_FILE, SETTINGS
from scorecheck.whole_event.check_job import as_checked, check


@shares(*o.READING, "event", "lang", "no_color", *o.SETTINGS)
def command(
    session: Session,
    paths: o.PathsOrStdin,
    format_: Annotated[
        Literal["text", "json"], option("--format", help="How to print it; json holds every entry.")
    ] = "text",
    ask: Annotated[
        bool, option("--ask", help="Ask what is in doubt, and write the answers into the settings.")
    ] = False,
) -> None:
    """Show how a file was read: tables, columns, notation, and why.

    With --ask each question is put with its answers; they are written into scorecheck.toml beside the
    sheet, or into the settings that there are, whose comments stay.
    Of sheets of one table also how their rows were put side by side. The first thing to run where a
    result is a puzzle. Exit status: 0 everything was read, 1 something could not be read, 2 wrong use or
    nothing to read, 3 a fault in scorecheck.
    """
    settings = session.settings()
    job = session.plan_with_stdin(paths, settings)
    stdin = job.stdin
    if ask and _answered(session, job.sources):
        session.configurations.forget()
        job = session.plan([path for path in paths if path != "-"], settings, noted=False)
    files: list[InspectedFile] = []
    for file, notes in inspect_files(job.sources):
        files.append(file)
        session.notes(notes)
    checked = Checked(())
    if sum(len(file.sheets) for file in files) > 1:
        checked = check(job, settings, Keep(aligned=True))
    again = as_checked(job.sources, checked)
    if any(one.settings.starts or one.settings.wanted.like for one in again):
        files = [file for file, _ in inspect_files(again)]
    together = checked.together
    if stdin is not None:
        files += (file for file, _ in inspect_files([stdin]))
    session.crashed(crash for file in files for crash in file.crashes)
    if not all(map(was_read, files)):
        session.status = max(session.status, ERRORS_FOUND)
    console, messages = session.console, session.messages
    if format_ == "json":
        session.json(inspect_json(files, messages) | {"together": aligned_json(together)})
    else:
        console.out(inspect_text(files, messages, color=console.color, width=console.width))
        console.out(aligned_text(together, messages))


_STOP = "q"
_SETTINGS, _PROJECT = SETTINGS


def _answered(session: Session, sources: Sequence[Source]) -> bool:
    """Asks the open questions of some sheets, and writes the answers into the settings in their folders.

    An answer holds for all sheets of a folder. Returns whether something was written.
    """
    said: dict[Path, list[Answer]] = {}
    asked = False
    for source in sources:
        folder = source.path.resolve().parent
        known = said.setdefault(folder, [])
        passed: set[tuple[Answer, ...]] = set()
        while (question := _next(source, answered(source.settings, known), passed)) is not None:
            asked = True
            passed.add(question.answers)
            line = _line(session, source, question)
            if line is None:
                session.console.note(session.messages.label("fix.stopped"))
                raise SystemExit(max(session.status, ERRORS_FOUND))
            known += [question.answers[int(line) - 1]] if line else []
    if not asked:
        session.console.note(session.messages.label("inspect.ask.nothing"))
    told = {folder: answers for folder, answers in said.items() if answers}
    for folder, answers in told.items():
        _write(session, folder, [one._replace(heading=plain(one.heading)) for one in answers])
    return bool(told)


class _OpenQuestion(NamedTuple):
    """A question about a sheet, with the possible answers."""

    sheet: str | None
    answers: tuple[Answer, ...]


def _next(source: Source, settings: Settings, passed: set[tuple[Answer, ...]]) -> _OpenQuestion | None:
    """The first question about a file, or a workbook in a zip, that was not asked yet."""
    for workbook in workbooks_of(source.path, source.shown):
        if isinstance(workbook, Refused):
            continue
        # A crash is reported when the file is inspected.
        read = outcomes_of(workbook, settings.wanted, Fence(workbook.path))
        beside = any(not isinstance(one, Doubt) for _, outcomes in read for one in outcomes)
        for grid, outcomes in read:
            for doubt in outcomes:
                if isinstance(doubt, Doubt) and doubt.beside and beside:
                    continue
                answers = answers_to(doubt)
                if answers and answers not in passed:
                    return _OpenQuestion(grid.name, answers)
    return None


def _line(session: Session, source: Source, question: _OpenQuestion) -> str | None:
    """The answer: a number, or empty to leave the question open; ``None``: the user stops."""
    console, label = session.console, session.messages.label
    place = source.shown if question.sheet is None else f"{source.shown}, {question.sheet}"
    # On standard error: standard output may go into a file.
    for line in _lines(session, place, question):
        console.note(plain(line))
    while True:
        console.note(label("fix.ask"))
        line = sys.stdin.readline()
        answer = line.strip()
        if not line or answer.casefold() == _STOP:
            return None
        if not answer or (answer.isdecimal() and 1 <= int(answer) <= len(question.answers)):
            return answer


def _lines(session: Session, place: str, question: _OpenQuestion) -> Iterator[str]:
    """The question and its numbered answers, in words for people who know no settings files."""
    messages, first = session.messages, question.answers[0]
    yield f"{place}: " + messages.label(f"inspect.ask.{first.key}", heading=first.heading)
    for number, one in enumerate(question.answers, 1):
        group = {"game": "game", "columns": "inspect.ask.role"}.get(one.key, "layout")
        of_card = one.key == "categories"
        said = messages.category(one.value) if of_card else messages.label(f"{group}.{one.value}")
        yield f"  {number}  {said}"


def _write(session: Session, folder: Path, answers: Sequence[Answer]) -> None:
    """Writes answers into the settings file of a folder, or a new one."""
    path, below = _place(session, folder, answers)
    try:
        # The user asked for the change; the rest of the file stays as it is.
        text = path.read_bytes().decode("utf-8-sig") if path.exists() else ""
        new = merged(text, answers, below) if text else settings_text(answers)
        write_file(path, new.encode(), force=True)
    except OSError:
        raise OutputRefused("other", path) from None
    shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    session.console.note(session.messages.label("inspect.ask.written", path=plain(shown.as_posix())))


def _place(session: Session, folder: Path, answers: Sequence[Answer]) -> tuple[Path, tuple[str, ...]]:
    """The file for some answers, and the path of the table that holds them there."""
    above = session.settings_above(folder)
    if above is not None and above.path.parent == folder:
        return above.path, ("tool", "scorecheck") if above.path.name == _PROJECT else ()
    event = folder / EVENT_FILE
    if event.is_file() and all(one.table for one in answers):
        return event, ()
    return folder / _SETTINGS, ()
