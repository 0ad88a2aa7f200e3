"""The files for the arguments: searches folders, expands patterns, leaves out our own files."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from scorecheck.checks.own import says_a_game
from scorecheck.model.order import path_key
from scorecheck.model.record import NamedTuple
from scorecheck.readers.own import COPIES, OWN_FILE, is_ours, listed, status_of
from scorecheck.readers.suffixes import is_called_like_a_sheet, may_be_a_list
from scorecheck.resources import DEEPEST, EVENT_FILE, data_folder, is_folder


class SourceFile(NamedTuple):
    """A file to read, and its path as findings name it: relative to the working folder if below it."""

    path: Path
    shown: str


class Discovered(NamedTuple):
    """The files for the arguments. Displayed paths have ``/``."""

    files: tuple[SourceFile, ...]
    events: tuple[SourceFile, ...]
    """Event files: named, or ``event.toml`` in a folder."""
    missing: tuple[str, ...]
    """Arguments without a match: paths that do not exist, patterns that match nothing."""
    empty_folders: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    """Files that were left out, and why: ``own-output`` (a folder with nothing but a report of ours),
    ``own-report`` (the files of our report in a folder with others), ``own-file``, ``lock-file``,
    ``vanished``, ``no-file`` (a pipe, a socket, a device), ``too-deep`` (a folder), ``text``."""
    unreadable_folders: tuple[str, ...]
    bundled: tuple[str, ...]
    """Arguments that name a sample shipped with scorecheck."""
    left_out: Mapping[str, int] = {}
    """The number of files and folders that settings leave out, by the setting."""


def discover(
    arguments: Sequence[str], cwd: Path, left_out: Callable[[Path, bool], str | None] | None = None
) -> Discovered:
    """Finds the files to read.

    Files come in the order of the arguments, and within a folder in natural order (``Tisch 2`` before ``Tisch
    10``), each once. ``left_out`` gives the setting that leaves out a path in a folder; paths named as
    arguments are always taken.
    """
    search = _FileSearch(Path(os.path.normpath(Path(cwd).absolute())), left_out)
    for argument in arguments:
        search.argument(argument)
    return search.found()


def shown_path(path: Path, cwd: Path) -> str:
    """A path as findings display it: relative to the working folder if below it, with ``/``."""
    full = Path(os.path.normpath(Path(cwd).absolute() / path))
    home = Path(os.path.normpath(Path(cwd).absolute()))
    return _printable((full.relative_to(home) if full.is_relative_to(home) else full).as_posix())


def sheet_names(folder: Path) -> tuple[str, ...]:
    """The files in a folder with names of sheets."""
    try:
        with os.scandir(folder) as listing:
            names = [entry.name for entry in listing]
    except OSError:
        return ()
    return tuple(n for n in names if not n.startswith((".", "~$")) and is_called_like_a_sheet(n))


class _FileSearch:
    def __init__(self, cwd: Path, left_out: Callable[[Path, bool], str | None] | None) -> None:
        self._wish = left_out
        self._left_out: dict[str, int] = {}
        self._cwd = cwd
        self._roots = [(cwd, cwd)]
        self._seen: set[object] = set()
        self._files: list[SourceFile] = []
        self._events: list[SourceFile] = []
        self._missing: list[str] = []
        self._empty: list[str] = []
        self._skipped: list[tuple[str, str]] = []
        self._unreadable: list[str] = []
        self._bundled: list[str] = []

    def found(self) -> Discovered:
        # A file that is named is checked, even if it is our own.
        named = {file.shown for file in self._files}
        skipped = dict.fromkeys(one for one in self._skipped if one[0] not in named)
        return Discovered(
            tuple(self._files),
            tuple(self._events),
            tuple(dict.fromkeys(self._missing)),
            tuple(dict.fromkeys(self._empty)),
            tuple(skipped),
            tuple(dict.fromkeys(self._unreadable)),
            tuple(dict.fromkeys(self._bundled)),
            self._left_out,
        )

    def argument(self, argument: str) -> None:
        if self._take(argument, self._cwd):
            return
        samples = _samples(argument)
        if samples is not None:
            self._roots.append((samples, samples))
            if self._take(argument, samples):
                self._bundled.append(argument)
                return
        above = reversed((self._cwd / argument).parents)
        shut = next((folder for folder in above if folder.is_dir() and not os.access(folder, os.X_OK)), None)
        if shut is None:
            self._missing.append(argument)
        else:
            self._unreadable.append(self._shown(shut))

    def _take(self, argument: str, root: Path) -> bool:
        path = Path(os.path.normpath(root / argument))
        status = status_of(path)
        if argument and status is not None:
            self._named(path, status)
            return True
        # Most arguments are paths.
        from scorecheck.path_patterns import matching

        matches = sorted(matching(argument, root), key=lambda match: path_key(match.as_posix()))
        for match in matches:
            status = status_of(match)
            if status is not None and _is_special(status):
                self._skipped.append((self._shown(match), "no-file"))
            elif status is not None:
                self._named(match, status)
        return bool(matches)

    def _named(self, path: Path, status: os.stat_result) -> None:
        if stat.S_ISDIR(status.st_mode):
            self._folder(path)
        elif path.name.startswith(("~$", ".~lock.")):
            self._skipped.append((self._shown(path), "lock-file"))
        elif path.suffix.lower() == ".toml":
            # A game file applies to the sheets beside it.
            if not (stat.S_ISREG(status.st_mode) and says_a_game(str(path))):
                self._add(self._events, path, status)
        else:
            self._add(self._files, path, status)

    def _add(self, found: list[SourceFile], path: Path, status: os.stat_result) -> None:
        """Adds a file to those found, unless it was found before."""
        identity = _identity(path, status)
        if identity not in self._seen:
            self._seen.add(identity)
            found.append(SourceFile(path, self._shown(path)))

    def _folder(self, folder: Path) -> None:
        something = False
        for path in self._walk(folder, set(), frozenset(), DEEPEST):
            status = status_of(path)
            if status is None and path.name.lower() == EVENT_FILE:
                # The sheets are not judged without their event: it is reported where it is read.
                self._events.append(SourceFile(path, self._shown(path)))
            elif status is None:
                self._skipped.append((self._shown(path), "vanished"))
            elif _is_special(status):
                # Opening a pipe waits for its writer.
                self._skipped.append((self._shown(path), "no-file"))
            elif path.name.lower() == EVENT_FILE:
                self._add(self._events, path, status)
            elif is_ours(path):
                self._skipped.append((self._shown(path), OWN_FILE))
            else:
                something = True
                self._add(self._files, path, status)
        if not something and self._shown(folder) not in self._unreadable:
            self._empty.append(self._shown(folder))

    def _walk(self, folder: Path, above: set[object], ours: frozenset[str], levels: int) -> Iterator[Path]:
        """The possible sheets and event files in a folder, with as many levels of subfolders, in natural
        order.

        In a folder with a report of ours only the files of the report are left out: it may be the folder of
        the event. Repaired copies are sheets if their folder is named; in folders below it they are left out,
        beside their originals.
        """
        status = status_of(folder)
        if status is None:
            return
        identity = _identity(folder, status)
        # A link can lead to a folder above, or to one that was searched before.
        if identity in above:
            return
        above.add(identity)
        if levels == 0:
            self._skipped.append((self._shown(folder), "too-deep"))
            return
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: path_key(entry.name))
        except OSError:
            self._unreadable.append(self._shown(folder))
            return
        ours_here = listed(folder)
        copies = os.path.normcase(folder / COPIES)
        if ours_here is not None and copies in ours_here and levels == DEEPEST:
            ours, ours_here = frozenset({copies}), None
        if ours_here is None:
            yield from self._inside(folder, entries, above, ours, levels)
            return
        inside = list(self._inside(folder, entries, above, ours | ours_here, levels))
        self._skipped.append((self._shown(folder), "own-report" if inside else "own-output"))
        yield from inside

    def _inside(
        self,
        folder: Path,
        entries: Iterable[os.DirEntry[str]],
        above: set[object],
        ours: frozenset[str],
        levels: int,
    ) -> Iterator[Path]:
        for entry in entries:
            if entry.name.startswith((".", "~$")):
                continue
            path = folder / entry.name
            if is_folder(entry):
                if not self._is_left_out(path, folder=True):
                    yield from self._walk(path, above, ours, levels - 1)
            elif entry.name.lower() == EVENT_FILE:
                yield path
            elif not is_called_like_a_sheet(entry.name):
                if may_be_a_list(entry.name) and os.path.normcase(path) not in ours:
                    self._skipped.append((self._shown(path), "text"))
            elif os.path.normcase(path) not in ours and not self._is_left_out(path, folder=False):
                yield path

    def _is_left_out(self, path: Path, *, folder: bool) -> bool:
        wish = None if self._wish is None else self._wish(path, folder)
        if wish is None:
            return False
        self._left_out[wish] = self._left_out.get(wish, 0) + 1
        return True

    def _shown(self, path: Path) -> str:
        for root, base in reversed(self._roots):
            if path.is_relative_to(root):
                return _printable(path.relative_to(base).as_posix())
        return _printable(path.as_posix())


def _is_special(status: os.stat_result) -> bool:
    """Whether something is neither a file nor a folder: a pipe, a socket, a device."""
    return not stat.S_ISREG(status.st_mode) and not stat.S_ISDIR(status.st_mode)


def _identity(path: Path, status: os.stat_result) -> object:
    return (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)


def _printable(path: str) -> str:
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "replace")


def _samples(argument: str) -> Path | None:
    """The folder with the samples, if an argument names one."""
    parts = argument.replace("\\", "/").split("/")
    if parts[0] != "samples" or ".." in parts:
        return None
    try:
        return data_folder("samples").parent
    except FileNotFoundError:
        return None
