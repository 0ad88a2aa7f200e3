"""Checks again whenever a file changes: ``scorecheck validate --watch``."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from scorecheck.cli.session import Session
from scorecheck.readers.suffixes import is_called_like_a_sheet

_PATTERN_SIGNS = "*?["
_TICK_MS = 200
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and the scrollback."""


def until_stopped(paths: Sequence[str], run: Callable[[], None], session: Session) -> None:
    """Runs now, and after every change below the paths, until Ctrl-C or SIGTERM."""
    shown = " ".join(paths)
    stop = threading.Event()
    # The first run comes after watching has begun, so no change is missed.
    due = True
    for changed in changes(_folders(paths), stop):
        if (due or any(map(_concerns, changed))) and not stop.is_set():
            _run(run, shown, session)
            due = False
    session.console.note(session.say("stopped-watching"))


def changes(
    folders: Iterable[Path], stop: threading.Event, *, poll: bool | None = None
) -> Iterator[list[Path]]:
    """The changed files below some folders, every 200 ms (often none), until Ctrl-C or SIGTERM set
    ``stop``."""
    from watchfiles import watch

    def stopped(_signal: int, _frame: object) -> None:
        stop.set()

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stopped)
    for changed in watch(
        *folders,
        stop_event=stop,
        rust_timeout=_TICK_MS,
        yield_on_timeout=True,
        debounce=_TICK_MS,
        step=50,
        force_polling=poll,
        poll_delay_ms=1000 if poll else 300,
        raise_interrupt=False,
    ):
        yield [Path(name) for _, name in changed]


def _run(run: Callable[[], None], shown: str, session: Session) -> None:
    if sys.stdout.isatty():
        session.console.out(_CLEAR)
    # The error has been printed; the next change may mend it.
    with suppress(SystemExit):
        run()
    session.console.note(session.say("watching", path=shown))


def _folders(paths: Iterable[str]) -> list[Path]:
    """The folders to watch: the paths themselves, or the nearest folders above files and patterns."""
    found: dict[Path, None] = {}
    for said in paths:
        path = Path(said)
        while not path.is_dir() or any(sign in str(path) for sign in _PATTERN_SIGNS):
            if path == path.parent:
                break
            path = path.parent
        found[path.resolve()] = None
    return list(found)


def _concerns(path: Path) -> bool:
    """Whether a file is a sheet, an event file, or settings."""
    if path.name.startswith((".", "~$")):
        return False
    return path.suffix.lower() == ".toml" or is_called_like_a_sheet(path.name)
