"""A folder that sheets are dropped into: which of them are due, and their reports beside them.

All state is in the folder: the last line of a report is a digest of its input. A sheet is due if its report
is missing or has another digest, so a watcher can be stopped and started at any time.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scorecheck import __version__
from scorecheck.cli.annotate import annotated_copy
from scorecheck.cli.printing import moment_of
from scorecheck.cli.session import ERRORS_FOUND, FINE, WRONG_USE, Session
from scorecheck.many_files.job import Job, plan, under
from scorecheck.model.fence import Fence
from scorecheck.model.finding import Severity
from scorecheck.model.outcome import Checked, Note
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import CopyTooLarge
from scorecheck.one_file.file_findings import ended_twice
from scorecheck.one_file.settings import Keep
from scorecheck.readers.discover import discover, shown_path
from scorecheck.readers.limits import COPY_BYTES
from scorecheck.readers.own import own_files
from scorecheck.readers.read import Refused, workbooks_in
from scorecheck.readers.suffixes import is_called_like_a_sheet
from scorecheck.reports.html import report_html
from scorecheck.reports.messages import LANGUAGES, Messages
from scorecheck.reports.outputs import OutputRefused, carries_mark, write_file
from scorecheck.reports.view import report_view
from scorecheck.resources import EVENT_FILE, SEASON_FILE
from scorecheck.whole_event.check_job import check

TRIED = ".scorecheck-tried"
"""The suffix of the hidden file beside a sheet while it is being checked."""
_MOST_TRIES = 2
_MADE_OF = re.compile(rb"<!-- scorecheck made this of ([0-9a-f]{64}) -->\s*\Z")
_TAIL = 200
_KNOWN = frozenset({EVENT_FILE, SEASON_FILE, "scorecheck.toml", "desktop.ini", "Thumbs.db"})
"""Files of scorecheck or the system, which are no sheets."""
_UNFINISHED = (".part", ".partial", ".crdownload", ".download", ".tmp")
_BLOCK = 1024 * 1024


class FileStamp(NamedTuple):
    """The metadata of a file: while it changes, the file is being written."""

    size: int
    changed: int
    inode: int


class CheckedDrop(NamedTuple):
    """The result for one sheet."""

    shown: str
    report: Path | None
    errors: int
    warnings: int
    refused: OutputRefused | None = None

    @property
    def status(self) -> int:
        """The exit status for this sheet: as ever if errors were found, or nothing could be written."""
        return WRONG_USE if self.refused is not None else ERRORS_FOUND if self.errors else FINE


class DropFolder:
    """A folder of sheets and their reports."""

    def __init__(self, folder: Path, out: Path | None, session: Session) -> None:
        """Reports go beside the sheets, or into the same subfolders of ``out``."""
        self.folder = folder
        self.out = out
        self.session = session
        self.settings = session.settings()
        self.left: dict[Path, str] = {}
        """Sheets whose reports failed by a fault of ours, with their state then."""
        words = {lang: Messages(lang) for lang in LANGUAGES}
        self._reports = tuple(one.label("beside.report") for one in words.values())
        self._annotated_ones = tuple(one.label("beside.annotated") for one in words.values())
        self.report = session.messages.label("beside.report")
        self.annotated = session.messages.label("beside.annotated")
        self.told: set[str] = set()
        """Skipped files that were reported already."""

    def sheets(self) -> Iterator[Path]:
        """The sheets that are there now, without our own files."""
        found = discover([str(self.folder)], Path.cwd())
        for shown, reason in found.skipped:
            if reason == "no-file" and shown not in self.told:
                self.told.add(shown)
                self.session.notes([Note(f"skipped-{reason}", {"path": shown})])
        for file in found.files:
            if self._is_a_sheet(file.path):
                yield file.path

    def others(self) -> Iterator[Path]:
        """The files of unsupported formats that are there now."""
        for folder, folders, names in os.walk(self.folder):
            folders[:] = sorted(name for name in folders if not name.startswith("."))
            yield from (path for name in sorted(names) if self.is_other(path := Path(folder, name)))

    def is_other(self, path: Path) -> bool:
        """Whether a file has an unsupported format and is no unfinished download."""
        unread = not is_called_like_a_sheet(path.name) and not path.name.lower().endswith(_UNFINISHED)
        return unread and path.name not in _KNOWN and self._is_a_sheet(path) and path.is_file()

    def concerns(self, path: Path) -> bool:
        """Whether a changed file may be a sheet or the event file."""
        return path.name == EVENT_FILE or (is_called_like_a_sheet(path.name) and self._is_a_sheet(path))

    def _is_a_sheet(self, path: Path) -> bool:
        ours = path.name.endswith(self._reports) or (
            path.name.endswith(self._annotated_ones) and (not path.exists() or _is_ours(path))
        )
        hidden = any(part.startswith((".", "~$")) for part in path.relative_to(self.folder).parts)
        below_out = self.out is not None and path.is_relative_to(self.out) and self.out != self.folder
        return not (ours or hidden or below_out)

    def report_of(self, sheet: Path) -> Path:
        """Where the report of a sheet stands."""
        return self._beside(sheet, self.report)

    def _beside(self, sheet: Path, ending: str) -> Path:
        home = sheet if self.out is None else self.out / sheet.relative_to(self.folder)
        hidden = "." if ending == TRIED else ""
        return home.with_name(f"{hidden}{home.name}{ending}")

    def is_due(self, sheet: Path) -> bool:
        """Whether the report of a sheet is missing or outdated.

        Raises:
            OSError: the sheet cannot be read now.
        """
        state = self._state(sheet)
        return state not in (_made_of(self.report_of(sheet)), self.left.get(sheet))

    def leave(self, sheet: Path) -> None:
        """Skips a sheet whose report failed through a fault of scorecheck, until the sheet changes."""
        with suppress(OSError):
            self.left[sheet] = self._state(sheet)

    def _state(self, sheet: Path) -> str:
        """The digest of everything that a report depends on."""
        digest = hashlib.sha256()
        options = self.session.options
        asked = (
            options.game,
            options.preset,
            options.layout,
            options.notation,
            options.select,
            options.ignore,
        )
        with self.session.refusals_told():
            club = self.session.settings_above(sheet.parent)
        words = (__version__, self.session.messages.lang, asked, None if club is None else dict(club.values))
        digest.update(repr(words).encode("utf-8", "surrogatepass"))
        for path in (self._event_above(sheet), sheet):
            if path is None:
                digest.update(b"\0no event")
                continue
            with path.open("rb") as file:
                status = os.fstat(file.fileno())
                digest.update(f"\0{path.name}\0{status.st_mtime_ns}\0".encode("utf-8", "surrogatepass"))
                while block := file.read(_BLOCK):
                    digest.update(block)
        return digest.hexdigest()

    def _event_above(self, sheet: Path) -> Path | None:
        for folder in sheet.parents:
            if (folder / EVENT_FILE).is_file():
                return folder / EVENT_FILE
            if folder == self.folder:
                break
        return None

    def handle(self, sheet: Path) -> CheckedDrop | None:
        """Checks a sheet and writes its report; ``None`` where it changed or vanished meanwhile.

        Raises:
            OSError: the sheet cannot be read now.
        """
        before = self._state(sheet)
        with self._tried(sheet, before) as given_up:
            return self._handle(sheet, before, given_up=given_up)

    @contextmanager
    def _tried(self, sheet: Path, state: str) -> Generator[bool]:
        """Marks a sheet as being checked; yields whether two earlier checks of it killed the watcher.

        A mark that is left behind shows a killed watcher.
        """
        mark = self._beside(sheet, TRIED)
        try:
            tries = mark.read_text(encoding="ascii").split().count(state)
        except (OSError, ValueError):
            tries = 0
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.write_text(f"{state}\n" * (tries + 1), encoding="ascii")
        try:
            yield tries >= _MOST_TRIES
        finally:
            with suppress(OSError):
                mark.unlink(missing_ok=True)

    def _handle(self, sheet: Path, before: str, *, given_up: bool) -> CheckedDrop | None:
        event = self._event_above(sheet)
        job = plan([str(sheet)], Path.cwd(), self.settings, event, self.session.configurations.of_sheets_in)
        if job.broken:
            self.session.told_broken(job)
            return CheckedDrop(shown_path(sheet, self.folder), None, 1, 0)
        club = self.session.configurations.of_sheet(sheet)
        if given_up:
            checked = ended_twice(job.sources[0].shown)
        else:
            with self.session.work(job) as work:
                checked = check(job, under(self.settings, None, club), Keep(rows=True), work)
        self.session.crashed(checked.crashes)
        page, checked = self._page(job, checked, before)
        fence = Fence(shown_path(sheet, self.folder))
        copy = None
        with fence.around("marked"):
            copy = self._annotated(sheet, checked)
        self.session.crashed(fence.crashes)
        try:
            if self._state(sheet) != before:
                return None
        except FileNotFoundError:
            return None
        report = self.report_of(sheet)
        errors, warnings = checked.count(Severity.ERROR), checked.count(Severity.WARNING)
        shown = shown_path(sheet, self.folder)
        if page is None:
            self.left[sheet] = before
            return CheckedDrop(shown, None, errors, warnings)
        try:
            report.parent.mkdir(parents=True, exist_ok=True)
            annotated = self._beside(sheet, self.annotated)
            if copy is None:
                _remove_ours(annotated)
            else:
                write_file(annotated, copy, force=_is_ours(annotated), inputs=[sheet])
            self._remove_all(sheet, keep=(self.report, self.annotated))
            # The report comes last: it shows that all is done.
            write_file(report, page, inputs=[sheet])
        except OutputRefused as refused:
            return CheckedDrop(shown, report, errors, warnings, refused)
        except OSError:
            return CheckedDrop(shown, report, errors, warnings, OutputRefused("other", report))
        return CheckedDrop(shown, report, errors, warnings)

    def _annotated(self, sheet: Path, checked: Checked) -> bytes | None:
        """The workbook with its bad cells marked; ``None`` where there is nothing to mark, or no copy."""
        wanted = any(finding.cell for finding in checked.findings) and sheet.stat().st_size <= COPY_BYTES
        data = sheet.read_bytes() if wanted else b""
        held = list(workbooks_in(data, sheet.name, sheet.name)) if data else []
        if len(held) != 1 or isinstance(held[0], Refused):
            return None
        try:
            return annotated_copy(data, held[0], checked.findings, self.session.messages).data
        except CopyTooLarge:
            return None

    def _page(self, job: Job, checked: Checked, state: str) -> tuple[bytes | None, Checked]:
        """The report, or ``None`` where it cannot be made, and the result with the crashes in making it."""
        messages = self.session.messages
        moment = moment_of(job)
        page, checked = self.session.made(
            checked,
            lambda some: report_html(report_view(some, None, messages, moment=moment), messages),
            checked.files[0].path + self.report if checked.files else self.report,
        )
        mark = f"<!-- scorecheck made this of {state} -->\n".encode()
        return None if page is None else page + mark, checked

    def forget(self, sheet: Path) -> bool:
        """Removes the report of a sheet that is gone; returns whether there was one."""
        removed = self._remove_all(sheet)
        with suppress(OSError):
            self._beside(sheet, TRIED).unlink(missing_ok=True)
        return removed

    def _remove_all(self, sheet: Path, keep: tuple[str, ...] = ()) -> bool:
        """Removes our files beside a sheet, in any language; returns whether a report was among them."""
        for ending in self._annotated_ones:
            if ending not in keep:
                _remove_ours(self._beside(sheet, ending))
        reports = [self._beside(sheet, ending) for ending in self._reports if ending not in keep]
        return sum(map(_remove_ours, reports)) > 0

    def orphans(self) -> Iterator[Path]:
        """The sheets that are gone while their reports are there."""
        base = self.folder if self.out is None else self.out
        for report in sorted(_reports_below(base, self._reports)):
            sheet = self.folder / report.relative_to(base)
            ending = next(one for one in self._reports if sheet.name.endswith(one))
            sheet = sheet.with_name(sheet.name.removesuffix(ending))
            if not sheet.exists() and _made_of(report) is not None:
                yield sheet


def _reports_below(base: Path, endings: tuple[str, ...]) -> Iterator[Path]:
    """The files below a folder with names of our reports."""
    for folder, _, names in os.walk(base):
        yield from (Path(folder, name) for name in names if name.endswith(endings))


def look(path: Path) -> FileStamp | None:
    """The stamp of a file; ``None`` where it is missing or no regular file."""
    try:
        status = path.stat()
    except OSError:
        return None
    return FileStamp(status.st_size, status.st_mtime_ns, status.st_ino) if path.is_file() else None


def _made_of(report: Path) -> str | None:
    """The digest in a report; ``None`` where the report is missing or not ours."""
    try:
        with report.open("rb") as file:
            file.seek(max(0, os.fstat(file.fileno()).st_size - _TAIL))
            found = _MADE_OF.search(file.read())
    except OSError:
        return None
    return found[1].decode() if found else None


def _is_ours(path: Path) -> bool:
    try:
        if path.suffix == ".xlsx":
            return bool(own_files([path], path.parent))
        return carries_mark(path.read_bytes())
    except OSError:
        return False


def _remove_ours(path: Path) -> bool:
    """Removes a report or copy of ours; returns whether there was one."""
    if not path.is_file() or not _is_ours(path):
        return False
    try:
        path.unlink()
    except OSError:
        # Open in a browser or in Excel: the next scan removes it.
        return False
    return True
