"""``scorecheck watch``: checks every sheet that is dropped into a folder, and writes its report."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from scorecheck.cli import options as o
from scorecheck.cli.console import OutputLost
from scorecheck.cli.drop_folder import CheckedDrop, DropFolder, FileStamp, look
from scorecheck.cli.session import ERRORS_FOUND, FINE, OUR_FAULT, WRONG_USE, Session
from scorecheck.model.fence import Fence
from scorecheck.model.record import replace
from scorecheck.readers.discover import shown_path
from scorecheck.readers.suffixes import SUFFIXES
from scorecheck.reports.safe import plain

_SETTLED = 0.3
"""So many seconds a file must stay as it is to count as written whole."""
_TICK_MS = 200
_WHOLE_LOOK = 30.0
"""So often everything is looked at anew: no system tells of every change, least of all over a network."""
_LONGEST_WAIT = 60.0
"""A sheet that cannot be read or whose report cannot be written is tried again, at last so rarely."""


@o.shares(*o.READING, *o.RULES, *o.SCREEN, *o.SETTINGS)
def command(
    options: o.Options,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder that sheets are dropped into.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="DIR", help="Write the reports there, not beside the sheets."),
    ] = None,
    once: Annotated[
        bool, typer.Option("--once", help="Check what is new or changed, and stop: for cron.")
    ] = False,
    poll: Annotated[
        bool, typer.Option("--poll", help="Look at the files time and again: for network drives.")
    ] = False,
) -> None:
    """Check every sheet that is dropped into a folder, and write its report beside it.

    A sheet whose report is there and made of just this content is left alone, so that it can be
    stopped at any time. Stop it with Ctrl-C.
    """
    session = Session(replace(options, own_rules=False))
    if not folder.is_dir():
        raise session.stop("no-folder", path=str(folder))
    watcher = _FolderWatch(DropFolder(folder.resolve(), out.resolve() if out else None, session), session)
    if once:
        failed = watcher.once()
        raise typer.Exit(session.status or (ERRORS_FOUND if failed else FINE))
    session.console.note(session.say("watching", path=str(folder)))
    watcher.until_stopped(poll=poll)
    session.console.note(session.say("stopped-watching"))
    raise typer.Exit(OUR_FAULT if session.status == OUR_FAULT else FINE)


class _FolderWatch:
    """Sees to it that every sheet has its report, however the changes come in."""

    def __init__(self, sheets: DropFolder, session: Session) -> None:
        self.sheets = sheets
        self.session = session
        self.stop = threading.Event()
        self.waiting: dict[Path, tuple[FileStamp | None, float]] = {}
        """Sheets that may be due, with how they looked, and since when they look so."""
        self.again: dict[Path, tuple[float, float]] = {}
        """Sheets that could not be done: when to try again, and how long the wait was."""

    def once(self) -> bool:
        """Does all that is due now; whether anything failed."""
        self._tidy()
        self._note_all()
        failed = False
        while self.waiting:
            for sheet in self._settled():
                done = self._handled(sheet)
                failed = failed or (done is not None and done.fails)
            # What could not be done is left for the next call.
            failed = failed or bool(self.again)
            self.again.clear()
            if self.waiting:
                time.sleep(_SETTLED / 3)
        return failed

    def until_stopped(self, *, poll: bool) -> None:
        """Does what is due, now and whenever something changes, until Ctrl-C or SIGTERM."""
        from watchfiles import watch

        for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), self._stop)
        whole_look = 0.0
        for changes in watch(
            self.sheets.folder,
            stop_event=self.stop,
            rust_timeout=_TICK_MS,
            yield_on_timeout=True,
            debounce=_TICK_MS,
            step=50,
            force_polling=True if poll else None,
            poll_delay_ms=1000,
            raise_interrupt=False,
        ):
            now = time.monotonic()
            if now >= whole_look:
                self._tidy()
                self._note_all()
                whole_look = now + _WHOLE_LOOK
            for _, name in changes:
                self._note(Path(name))
            for sheet, (due, _) in list(self.again.items()):
                if due <= now:
                    self.waiting.setdefault(sheet, (None, now))
            for sheet in self._settled():
                if self.stop.is_set():
                    return
                self._handled(sheet)
            if not self.sheets.folder.is_dir():
                self.session.console.complain(self.session.say("folder-gone"))
                raise typer.Exit(WRONG_USE)

    def _stop(self, _signal: int, _frame: object) -> None:
        self.stop.set()

    def _note_all(self) -> None:
        for sheet in self.sheets.sheets():
            self.waiting.setdefault(sheet, (None, 0.0))
        for path in self.sheets.others():
            self._tell_other(path)

    def _tell_other(self, path: Path) -> None:
        """Says once of a file that it is of no kind that is read."""
        shown = shown_path(path, self.sheets.folder)
        if shown not in self.sheets.told:
            self.sheets.told.add(shown)
            self.session.console.note(self.session.say("watched-other", path=shown, endings=SUFFIXES))

    def _note(self, path: Path) -> None:
        """Remembers that a file was touched."""
        if path.is_relative_to(self.sheets.folder) and self.sheets.is_other(path):
            self._tell_other(path)
        if not path.is_relative_to(self.sheets.folder) or not self.sheets.concerns(path):
            return
        if path.name == "event.toml":
            self._note_all()
        elif look(path) is None:
            self._forget(path)
        else:
            self.again.pop(path, None)
            self.waiting[path] = (None, time.monotonic())

    def _settled(self) -> Iterator[Path]:
        """The sheets that look as they did a while ago: they are written whole."""
        for sheet, (before, since) in list(self.waiting.items()):
            now = time.monotonic()
            seen = look(sheet)
            if seen is None:
                self._forget(sheet)
            elif seen != before:
                # What was not touched for long need not be waited for.
                old = time.time() - seen.changed / 1e9 > 2 * _SETTLED
                self.waiting[sheet] = (seen, now)
                if old and before is None:
                    yield sheet
            elif now - since >= _SETTLED:
                yield sheet

    def _handled(self, sheet: Path) -> CheckedDrop | None:
        """Checks a sheet if it is due, and says in a line what came of it."""
        self.waiting.pop(sheet, None)
        fence = Fence(sheet.name, lets_through=(typer.Exit, OutputLost, BrokenPipeError))
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
            label = self.session.messages.label(f"output.{refused.kind}", path=plain(refused.path.name))
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
        """Puts a sheet off, and says why the first time."""
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
        """Removes the reports of sheets that went while nobody looked."""
        for sheet in self.sheets.orphans():
            self._forget(sheet)
