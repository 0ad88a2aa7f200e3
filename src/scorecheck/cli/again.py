"""Checks again whenever something changes, beside the work on the sheets: ``scorecheck validate --watch``."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path

import typer

from scorecheck.cli.session import Session
from scorecheck.readers.suffixes import is_called_like_a_sheet

_PATTERN_SIGNS = "*?["
_TICK_MS = 200
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the screen, and what was scrolled out of it: only the state of now is to be seen."""


def until_stopped(paths: Sequence[str], run: Callable[[], int], session: Session) -> None:
    """Runs now, and after every change of what the paths stand for, until Ctrl-C or SIGTERM."""
    from watchfiles import watch

    stop = threading.Event()

    def stopped(_signal: int, _frame: object) -> None:
        stop.set()

    for name in ("SIGINT", "SIGTERM", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stopped)
    shown = " ".join(paths)
    # The first run comes when changes are already seen: one that is made meanwhile is not missed.
    due = True
    for changes in watch(
        *_folders(paths),
        watch_filter=lambda _, name: _concerns(Path(name)),
        stop_event=stop,
        rust_timeout=_TICK_MS,
        yield_on_timeout=True,
        debounce=_TICK_MS,
        step=50,
        raise_interrupt=False,
    ):
        if (due or changes) and not stop.is_set():
            _run(run, shown, session)
            due = False
    session.console.note(session.say("stopped-watching"))


def _run(run: Callable[[], int], shown: str, session: Session) -> None:
    if sys.stdout.isatty():
        session.console.out(_CLEAR)
    # What stops a run has been said; the next change may set it right.
    with suppress(typer.Exit):
        run()
    session.console.note(session.say("watching", path=shown))


def _folders(paths: Iterable[str]) -> list[Path]:
    """The folders in which a change can matter: the paths themselves, and those around files."""
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
