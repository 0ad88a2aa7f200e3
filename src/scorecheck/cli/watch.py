"""``scorecheck watch``: checks every sheet that is dropped into a folder, and writes its report."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from scorecheck.cli import options as o
from scorecheck.cli.console import OutputLost
from scorecheck.cli.declared import argument, option
from scorecheck.cli.drop_folder import CheckedDrop, DropFolder, FileStamp, look
from scorecheck.cli.recheck import changes
from scorecheck.cli.session import ERRORS_FOUND, FINE, OUR_FAULT, WRONG_USE, Session, shares
from scorecheck.model.fence import Fence
from scorecheck.readers.discover import shown_path
from scorecheck.readers.suffixes import SUFFIXES
from scorecheck.reports.safe import plain
from scorecheck.resources import EVENT_FILE

_SETTLED = 0.3
"""A file that has not changed for so many seconds counts as complete."""
_WHOLE_LOOK = 30.0
"""The interval in seconds at which the folder is scanned: no system reports every change, least of all over a
network."""
_LONGEST_WAIT = 60.0
"""The longest interval in seconds between retries of a sheet that cannot be read, or its report written."""


@shares(*o.READING, *o.RULES, *o.SCREEN, *o.SETTINGS, own_rules=False)
def command(
    session: Session,
    folder: Annotated[Path, argument(metavar="DIR", help="The folder that sheets are dropped into.")],
    out: Annotated[
        Path | None, option("--out", metavar="DIR", help="Write the reports there, not beside the sheets.")
    ] = None,
    once: Annotated[bool, option("--once", help="Check what is new or changed, and stop: for cron.")] = False,
    poll: Annotated[
        bool, option("--poll", help="Look at the files time and again: for network drives.")
    ] = False,
) -> None:
    """Check every sheet that is dropped into a folder, and write its report beside it.

    A sheet whose report is there and made of just this content is left alone, so that it can be
    stopped at any time. Stop it with Ctrl-C.
    """
    if not folder.is_dir():
        raise session.stop("no-folder", path=str(folder))
    session.can_write(folder=out)
    watcher = _FolderWatch(DropFolder(folder.resolve(), out.resolve() if out else None, session), session)
    if once:
        raise SystemExit(watcher.once())
    session.console.ends_unread = True
    session.console.note(session.say("watching", path=str(folder)))
    watcher.until_stopped(poll=poll)
    session.console.note(session.say("stopped-watching"))
    raise SystemExit(OUR_FAULT if session.status == OUR_FAULT else FINE)


class _FolderWatch:
    """Keeps the reports of all sheets in a folder up to date."""

    def __init__(self, sheets: DropFolder, session: Session) -> None:
        self.sheets = sheets
        self.session = session
        self.stop = threading.Event()
        self.waiting: dict[Path, tuple[FileStamp | None, float]] = {}
        """Sheets that may be due, with their last stamp and the time of that."""
        self.again: dict[Path, tuple[float, float]] = {}
        """Sheets to be retried, with the time of the next try and the last interval."""

    def once(self) -> int:
        """Checks all sheets that are due; returns the exit status."""
        self._tidy()
        self._note_all()
        status = FINE
        while self.waiting:
            for sheet in self._settled():
                done = self._handled(sheet)
                status = max(status, FINE if done is None else done.status)
            # Failed sheets are left for the next call.
            status = max(status, ERRORS_FOUND if self.again else FINE)
            self.again.clear()
            if self.waiting:
                time.sleep(_SETTLED / 3)
        return max(status, self.session.status)

    def until_stopped(self, *, poll: bool) -> None:
        """Checks sheets that are due, now and after changes, until Ctrl-C or SIGTERM."""
        whole_look = 0.0
        for changed in changes([self.sheets.folder], self.stop, poll=True if poll else None):
            now = time.monotonic()
            if now >= whole_look:
                self._tidy()
                self._note_all()
                whole_look = now + _WHOLE_LOOK
            for path in changed:
                self._note(path)
            for sheet, (due, _) in list(self.again.items()):
                if due <= now:
                    self.waiting.setdefault(sheet, (None, now))
            for sheet in self._settled():
                if self.stop.is_set():
                    return
                self._handled(sheet)
            if not self.sheets.folder.is_dir():
                self.session.console.complain(self.session.say("folder-gone"))
                raise SystemExit(WRONG_USE)

    def _note_all(self) -> None:
        for sheet in self.sheets.sheets():
            self.waiting.setdefault(sheet, (None, 0.0))
        for path in self.sheets.others():
            self._tell_other(path)

    def _tell_other(self, path: Path) -> None:
        """Reports once that a file has an unsupported format."""
        shown = shown_path(path, self.sheets.folder)
        if shown not in self.sheets.told:
            self.sheets.told.add(shown)
            self.session.console.note(self.session.say("watched-other", path=shown, endings=SUFFIXES))

    def _note(self, path: Path) -> None:
        """Registers a changed file."""
        if path.is_relative_to(self.sheets.folder) and self.sheets.is_other(path):
            self._tell_other(path)
        if not path.is_relative_to(self.sheets.folder) or not self.sheets.concerns(path):
            return
        if path.name == EVENT_FILE:
            self._note_all()
        elif look(path) is None:
            self._forget(path)
        else:
            self.again.pop(path, None)
            self.waiting[path] = (None, time.monotonic())

    def _settled(self) -> Iterator[Path]:
        """The sheets whose files are complete, because they have not changed for a while."""
        for sheet, (before, since) in list(self.waiting.items()):
            now = time.monotonic()
            seen = look(sheet)
            if seen is None:
                self._forget(sheet)
            elif seen != before:
                # An old file is complete.
                old = time.time() - seen.changed / 1e9 > 2 * _SETTLED
                self.waiting[sheet] = (seen, now)
                if old and before is None:
                    yield sheet
            elif now - since >= _SETTLED:
                yield sheet

    def _handled(self, sheet: Path) -> CheckedDrop | None:
        """Checks a sheet if it is due, and prints the result in one line."""
        self.waiting.pop(sheet, None)
        fence = Fence(sheet.name, lets_through=(OutputLost, BrokenPipeError))
        with fence.around("check"):
            return self._done(sheet)
        self.session.crashed(fence.crashes)
        self.sheets.leave(sheet)
        return None

    def _done(self, sheet: Path) -> CheckedDrop | None:
        try:
            if not self.sheets.is_due(sheet):
                self.again.pop(sheet, None)
                return None
            done = self.sheets.handle(sheet)
        except FileNotFoundError:
            self._forget(sheet)
            return None
        except OSError as error:
            self._later(sheet, "cannot-look", cause=error.strerror or type(error).__name__)
            return None
        if done is None:
            self.waiting[sheet] = (None, time.monotonic())
            return None
        if done.refused is not None:
            refused = done.refused
            # Watching replaces nothing of somebody else, so no option is named.
            kind = "in-the-way" if refused.reason == "foreign" else refused.reason
            label = self.session.messages.label(f"output.{kind}", path=plain(refused.path.name))
            self._later(sheet, "no-report", cause=label)
            return done
        self.again.pop(sheet, None)
        self._say(done)
        return done

    def _say(self, done: CheckedDrop) -> None:
        if done.report is None:
            return
        key = "watched-faulty" if done.errors or done.warnings else "watched-fine"
        line = self.session.say(
            key, path=done.shown, errors=done.errors, warnings=done.warnings, report=done.report.name
        )
        if key == "watched-faulty" or not self.session.options.quiet:
            self.session.console.out(line + "\n")

    def _later(self, sheet: Path, key: str, *, cause: str) -> None:
        """Schedules a retry, and reports the reason the first time."""
        _, wait = self.again.get(sheet, (0.0, 0.0))
        if not wait:
            self.session.console.complain(self.session.say(key, path=sheet.name, cause=cause))
        wait = min(_LONGEST_WAIT, max(1.0, 2 * wait))
        self.again[sheet] = (time.monotonic() + wait, wait)

    def _forget(self, sheet: Path) -> None:
        self.waiting.pop(sheet, None)
        self.again.pop(sheet, None)
        if self.sheets.forget(sheet):
            self.session.console.note(self.session.say("report-removed", path=sheet.name))

    def _tidy(self) -> None:
        """Removes the reports of sheets that are gone."""
        for sheet in self.sheets.orphans():
            self._forget(sheet)
