"""``scorecheck fix``: writes copies of sheets with the sure repairs made, and asks about the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from scorecheck.cli import options as o
from scorecheck.cli.declared import option
from scorecheck.cli.one_file import (
    SURE,
    OneFile,
    RepairChoice,
    as_xlsx,
    copy_refused,
    files_of,
    is_one_file,
    places_below,
    read_one,
    read_several,
    tell_lost,
)
from scorecheck.cli.session import ERRORS_FOUND, FINE, Session, shares, source_date
from scorecheck.many_files.corrections import text_of
from scorecheck.many_files.event_findings import without_findings
from scorecheck.many_files.job import CORRECTIONS, Job, corrections_in, seen_from
from scorecheck.model.against import CorrectedCell
from scorecheck.model.finding import Edit, Finding, Fix, Severity
from scorecheck.model.outcome import Checked
from scorecheck.model.record import NamedTuple, record, replace
from scorecheck.model.workbook import CopyTooLarge
from scorecheck.one_file.mending import (
    BECOME_XLSX,
    CAN_BE_MENDED,
    corrections_of,
    edits_of,
    list_of,
    mended,
    values_of,
    with_totals,
)
from scorecheck.one_file.settings import Keep, Source
from scorecheck.readers.csv_reader import dialect
from scorecheck.readers.discover import shown_path
from scorecheck.readers.own import COPIES
from scorecheck.reports.describe import place_of
from scorecheck.reports.edited_files import CannotEdit, ListedEdit, cells_diff, text_diff
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.outputs import refuse_file, write_file, write_folder
from scorecheck.reports.safe import plain
from scorecheck.reports.text import checked_text
from scorecheck.tournament.checks import COPY
from scorecheck.tournament.problem import BrokenEvent
from scorecheck.whole_event.check_job import check

_OF_TEXTS = frozenset({".csv", ".tsv", ".txt", ""})


class _Copy(NamedTuple):
    """A repaired file that is not yet written."""

    source: OneFile
    data: bytes
    edits: Mapping[str, Sequence[Edit]]
    listed: Sequence[ListedEdit]
    repairs: int
    sure: float | None
    """See ``RepairChoice.sureness``."""


@record
class _How:
    """The options of the command alone."""

    output: Annotated[
        Path | None,
        option("-o", metavar="FILE|DIR", help="The repaired copy; of several sheets the folder for them."),
    ] = None
    diff: Annotated[
        bool, option("--diff", help="Show the changes as a unified diff; without -o nothing else is done.")
    ] = False
    yes: Annotated[bool, option("--yes", "-y", help="Take the best repair without asking.")] = False
    least: Annotated[
        float,
        option(
            "--min-confidence",
            min=0,
            max=1,
            metavar="SHARE",
            help="Repairs that are so sure, all of a file together, are made without asking.",
        ),
    ] = SURE
    by: Annotated[
        str | None,
        option("--by", metavar="NAME", help="Who corrects, for corrections.csv; else who is logged in."),
    ] = None
    undo: Annotated[
        list[str] | None,
        option(
            "--undo",
            metavar="NUMBER|all",
            help="Undo this correction of corrections.csv (repeatable), or all.",
        ),
    ] = None
    force: o.Force = False


@shares(*o.READING, "event", *o.RULES, *o.SCREEN, *o.SETTINGS)
def command(session: Session, paths: o.Paths, how: _How) -> None:
    """Write copies of sheets with their repairs made. The originals are never written to.

    Of .ods, .xls and .xlsb an .xlsx with the values is made, without formats and formulas.

    In an event, without -o, the repairs are written into corrections.csv beside the event file: later runs
    read the sheets with them, reports list them with what they change, and --undo takes them out again.
    The surest repairs of a file are made at once while all of them together are as sure as
    --min-confidence (0.995); on a terminal the rest is asked one by one. All changes are shown, with how
    sure it is that all of them are right, and the copies are checked afterwards. Exit status: 0 nothing is
    wrong with the copies, 1 something is left, 2 wrong use.
    """
    if how.undo:
        undo(session, session.plan(paths, session.settings()), how.undo)
    elif how.output is None and not how.diff:
        _correct(session, paths, how)
    else:
        _mend(session, paths, how)


def _why_nothing(checked: Checked) -> str:
    """The label that says why no repair is made: nothing was read, nothing is wrong, or none is sure."""
    if not checked.sheets:
        return "fix.unread"
    unchecked = any(one.status == "read" for one in checked.sheets)
    return "fix.none" if unchecked or _is_wrong(checked) else "fix.clean"


def _is_wrong(checked: Checked) -> bool:
    """Whether anything is found but remarks."""
    return any(one.severity > Severity.INFO for one in checked.findings)


def _mend(session: Session, paths: Sequence[str], how: _How) -> None:
    """Writes copies with the chosen repairs; without ``output`` only shows the changes."""
    messages, console, output = session.messages, session.console, how.output
    one = is_one_file(paths)
    sources, checked, others = _read(session, paths, one=one)
    if one and output is not None:
        _stop_misnamed(session, sources[0], output)
    found = [_of(source, checked) for source in sources]
    if not any(fix.edits for findings in found for finding in findings for fix in finding.fixes):
        console.note(messages.label(_why_nothing(checked)))
        return
    choices = [
        RepairChoice(session, source, yes=how.yes, least=how.least, may_ask=output is not None)
        for source in sources
    ]
    copies, left = _copies(session, choices, found, checked, one=one)
    for copy in copies:
        _show(session, copy, diff=how.diff, one=one)
    if output is None or not copies:
        _tell_left(session, left, how.least)
        console.note(messages.label("fix.only-shown" if copies else "fix.none"))
        raise SystemExit(max(session.status, ERRORS_FOUND))
    sources = [copy.source for copy in copies]
    places = [output] if one else [output / place for place in _places(paths, sources)]
    _write(session, copies, places, None if one else output, force=how.force)
    _tell_left(session, left, how.least)
    _check_again(session, copies, places, others, checked)


def _stop_misnamed(session: Session, source: OneFile, copy: Path) -> None:
    """Refuses a copy with the suffix of another format."""
    original = source.path
    if source.workbook.format in BECOME_XLSX:
        if copy.suffix.lower() != ".xlsx":
            raise session.stop_with("annotate.said-xlsx", path=copy.as_posix())
        return
    suffixes = {original.suffix.lower(), copy.suffix.lower()}
    if len(suffixes) > 1 and not suffixes <= _OF_TEXTS:
        raise session.stop_with("fix.other-suffix", path=copy.as_posix(), suffix=original.suffix)


def _copies(
    session: Session,
    choices: Sequence[RepairChoice],
    found: Sequence[Sequence[Finding]],
    checked: Checked,
    *,
    one: bool,
) -> tuple[list[_Copy], list[tuple[Finding, str]]]:
    """The files with the chosen repairs, and the other findings, each with the reason."""
    copies: list[_Copy] = []
    left: list[tuple[Finding, str]] = []
    for choice, findings in zip(choices, found, strict=True):
        try:
            chosen, others = choice.of(findings)
            if chosen:
                copies.append(_copy(session, choice, with_totals(chosen, checked)))
        except CopyTooLarge:
            refused = copy_refused(session, choice.source.shown)
            if one:
                raise refused from None
            continue
        except CannotEdit as cannot:
            if one:
                raise
            said = session.messages.label(cannot.key, **cannot.params)
            session.console.complain(f"{plain(choice.source.shown)}: {said}")
            continue
        left += others
    return copies, left


def _correct(session: Session, paths: Sequence[str], how: _How) -> None:
    """Writes the repairs of an event into its list of corrections, and checks it again."""
    settings, messages, console = session.settings(), session.messages, session.console
    job = session.plan(paths, settings)
    homes = homes_of(job)
    if any(source.shown not in homes for source in job.sources):
        raise session.stop_with("fix.no-output")
    checked = session.check(job, settings, Keep(rows=True))
    who, when = whoever() if how.by is None else how.by, now()
    found: dict[Path, list[CorrectedCell]] = {}
    left: list[tuple[Finding, str]] = []
    for source in files_of(session, job, checked):
        choice = RepairChoice(session, source, yes=how.yes, least=how.least, may_ask=True)
        chosen, others = choice.of(_of(source, checked))
        chosen = with_totals(chosen, checked)
        left += others
        if chosen:
            listed = list_of(chosen, messages)
            console.out("".join(f"{plain(f'{source.shown}: {one.said}')}\n" for one in listed))
            _tell_sureness(session, source, choice.sureness(chosen))
            home = homes[source.shown]
            found.setdefault(home, []).extend(
                corrections_of(chosen, seen_from(home, source.path.resolve()), messages, who, when)
            )
    if not found:
        console.note(messages.label(_why_nothing(checked)))
        _tell_left(session, left, how.least)
        return
    for home, corrections in found.items():
        add(session, home, corrections)
    _tell_left(session, left, how.least)
    job = session.plan(paths, settings)
    again = check(job, settings, Keep())
    session.status = ERRORS_FOUND if session.fails(again) else FINE
    _tell_remaining(session, again)


def _read(
    session: Session, paths: Sequence[str], *, one: bool
) -> tuple[list[OneFile], Checked, tuple[Source, ...]]:
    """The files that can be repaired, the findings, and of several files all that were checked."""
    if not one:
        files, checked, job = read_several(session, paths, Keep(rows=True))
        for file in files:
            if not _can_be_copied(file):
                session.console.note(session.messages.label("fix.kind", path=plain(file.shown)))
        return list(filter(_can_be_copied, files)), checked, job.sources
    source, checked = read_one(session, paths[0], Keep(rows=True))
    if not _can_be_copied(source):
        raise session.stop_with("fix.kind", path=source.shown)
    return [source], checked, ()


def _can_be_copied(file: OneFile) -> bool:
    return file.workbook.format in (*CAN_BE_MENDED, *BECOME_XLSX)


def _places(paths: Sequence[str], sources: Sequence[OneFile]) -> list[Path]:
    """The places of copies in a folder; what becomes an .xlsx workbook is called so."""
    places = places_below(paths, sources)
    for at, source in enumerate(sources):
        if source.workbook.format in BECOME_XLSX:
            places[at] = as_xlsx(places[at], places)
    return places


def _of(source: OneFile, checked: Checked) -> list[Finding]:
    return [f for f in checked.findings if f.cell is not None and f.path == source.shown]


def _copy(session: Session, choice: RepairChoice, chosen: Sequence[tuple[Finding, Fix]]) -> _Copy:
    """The file with these repairs made.

    Raises:
        CannotEdit: a cell cannot be changed.
        CopyTooLarge: it has too many cells for a copy of the values.
    """
    source = choice.source
    only = source.workbook.only_sheet
    earlier = [one._replace(sheet=one.sheet or only) for one in source.settings.corrections]
    listed, edits = list_of(chosen, session.messages), edits_of(chosen, earlier)
    heading = session.messages.label("fix.heading")
    data, kind = source.data, source.workbook.format
    if kind in BECOME_XLSX:
        data, kind = values_of(source.workbook), "xlsx"
    data = mended(data, kind, edits, listed, heading)
    return _Copy(source, data, edits, listed, len({id(fix) for _, fix in chosen}), choice.sureness(chosen))


def _show(session: Session, copy: _Copy, *, diff: bool, one: bool) -> None:
    """Prints the changes in a copy, before it is written; of several files each with its path."""
    source = copy.source
    if not diff:
        path = "" if one else f"{source.shown}: "
        lines = [plain(f"{path}{change.said}") for change in copy.listed]
    elif source.workbook.format == "csv":
        lines = list(text_diff(source.data, copy.data, dialect(source.data)[0], source.shown))
    else:
        lines = list(cells_diff(copy.edits, source.shown))
    session.console.out("".join(f"{line}\n" for line in lines))
    _tell_sureness(session, source, copy.sure)


def _tell_sureness(session: Session, source: OneFile, sure: float | None) -> None:
    if sure is not None:
        said = session.messages.label("fix.sure", percent=int(100 * sure))
        session.console.note(f"{plain(source.shown)}: {said}")


def _write(
    session: Session, copies: Sequence[_Copy], places: Sequence[Path], folder: Path | None, *, force: bool
) -> None:
    """Writes the copies, and a list of the changes beside text files."""
    label, note = session.messages.label, session.console.note
    inputs = [copy.source.path for copy in copies]
    listed = [
        line
        for copy, where in zip(copies, places, strict=True)
        if folder is not None or copy.source.workbook.format == "csv"
        for line in (
            f"{where.relative_to(folder or where.parent).as_posix()}: {label('fix.heading')} (scorecheck)",
            *(one.said for one in copy.listed),
        )
    ]
    text = "".join(f"{plain(line)}\n" for line in listed).encode()
    listing = places[0].with_name(f"{places[0].name}.changes.txt") if folder is None else folder / COPIES
    if folder is None:
        # The copy comes last, so it never exists without its list, which is not made for one that is refused.
        refuse_file(places[0], force=force, inputs=inputs)
        if listed:
            write_file(listing, text, force=force, inputs=inputs)
        write_file(places[0], copies[0].data, force=force, inputs=inputs)
    else:
        files = {
            where.relative_to(folder).as_posix(): copy.data
            for copy, where in zip(copies, places, strict=True)
        }
        write_folder(folder, {**files, COPIES: text}, force=force, inputs=inputs)
    if listed:
        note(label("fix.list", path=plain(listing.as_posix())))
    for copy, where in zip(copies, places, strict=True):
        path = plain(where.as_posix())
        note(label("fix.applied", path=path, count=copy.repairs))
        tell_lost(session, path, ("format",) if copy.source.workbook.format in BECOME_XLSX else ())


def _tell_left(session: Session, left: Sequence[tuple[Finding, str]], least: float) -> None:
    percent = f"{100 * least:g}".replace(".", session.messages.decimal)
    for finding, why in left:
        where = plain(place_of(finding))
        reason = session.messages.label(f"fix.{why}", least=percent)
        session.console.note(session.messages.label("fix.left", where=where, what=reason))


def _check_again(
    session: Session,
    copies: Sequence[_Copy],
    places: Sequence[Path],
    others: Sequence[Source],
    before: Checked,
) -> None:
    """Checks the copies, together with unchanged files of ``others``, and prints the remaining findings."""
    mended = {copy.source.shown for copy in copies}
    sources = [
        Source(where, where.as_posix(), replace(copy.source.settings, corrections=()))
        for copy, where in zip(copies, places, strict=True)
    ]
    sources += (one for one in others if one.shown not in mended)
    job = Job(tuple(sources), (), (), (), ())
    again = check(job, session.settings(), Keep())
    # Two sheets of one table may be equal after their repair.
    known = any(finding.rule == COPY.name for finding in before.findings)
    same = None if known else (COPY.name, "bytes")
    paths = {where.as_posix() for where in places}
    again = without_findings(
        # That the sheet with the list of changes has no points asks for nothing.
        again,
        paths,
        lambda one: one.severity == Severity.INFO or (one.rule, one.variant) == same,
    )
    session.status = ERRORS_FOUND if _is_wrong(again) else FINE
    _tell_remaining(session, again)


def _tell_remaining(session: Session, checked: Checked) -> None:
    messages, console = session.messages, session.console
    if not _is_wrong(checked):
        console.note(messages.label("fix.nothing_remains"))
        return
    console.note(messages.label("fix.remains"))
    look = FormatOptions(console.color, console.width, only_findings=True)
    console.out(checked_text(checked, messages, look))


ALL = "all"


def homes_of(job: Job) -> dict[str, Path]:
    """The folder of the event of each file, by the path in findings."""
    return {
        path: event.event.path.resolve().parent
        for event in job.of_events
        if event.event.path is not None
        for path in event.paths
    }


def now() -> str:
    """The time of the correction, to the second, or ``SOURCE_DATE_EPOCH``."""
    return (source_date() or datetime.now(UTC)).strftime("%Y-%m-%dT%H:%M:%SZ")


def whoever() -> str:
    """The name of the user; empty where the system does not know it."""
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return ""


def add(session: Session, home: Path, corrections: Sequence[CorrectedCell]) -> None:
    """Appends corrections to the list of an event."""
    _write_corrections(session, home, [*_known(session, home), *corrections])
    path = _shown(home)
    session.console.note(session.messages.label("corrections.by-now", path=path, count=len(corrections)))


def undo(session: Session, job: Job, wanted: Sequence[str]) -> None:
    """Removes corrections from the list of an event: by their numbers, or all.

    Raises:
        SystemExit: there is no such event, list or number, or a later correction builds on it.
    """
    homes = {one.event.path.resolve().parent for one in job.of_events if one.event.path is not None}
    if len(homes) != 1:
        raise session.stop_with("corrections.no-event")
    (home,) = homes
    known, path = _known(session, home), _shown(home)
    numbers: set[int] = set()
    for word in wanted:
        if word == ALL:
            numbers |= set(range(1, len(known) + 1))
        elif word.isascii() and word.isdigit() and 0 < int(word[:9]) <= len(known):
            numbers.add(int(word[:9]))
        else:
            raise session.stop_with("corrections.no-number", number=word, path=path, count=len(known))
    for number in sorted(numbers):
        one = known[number - 1]
        place = one[:3]
        for later, other in enumerate(known[number:], number + 1):
            if other[:3] == place and later not in numbers:
                raise session.stop_with("corrections.later", number=number, later=later)
    _write_corrections(session, home, [one for number, one in enumerate(known, 1) if number not in numbers])
    session.console.note(session.messages.label("corrections.undone", path=path, count=len(numbers)))


def _known(session: Session, home: Path) -> tuple[CorrectedCell, ...]:
    try:
        return corrections_in(home)
    except BrokenEvent:
        raise session.stop_with("corrections.broken", path=_shown(home)) from None


def _shown(home: Path) -> str:
    return plain(shown_path(home / CORRECTIONS, Path.cwd()))


def _write_corrections(session: Session, home: Path, corrections: Sequence[CorrectedCell]) -> None:
    """Writes the list; an empty one keeps its headings. A list that was read is never a foreign file."""
    session.write(home / CORRECTIONS, text_of(corrections).encode(), force=True)
