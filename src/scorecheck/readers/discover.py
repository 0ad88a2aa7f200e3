"""The files behind the arguments: folders are searched, patterns expanded, what is ours is left out."""

from __future__ import annotations

import os
import re
import stat
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, cast

from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import Source
from scorecheck.readers.suffixes import is_called_like_a_sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

MARKS_CSV = (b"rank,player,score,exact", b"rule,severity,path,sheet,cell,")
"""How lists of standings and of findings begin that scorecheck has written."""
MANIFEST, UNFINISHED = "manifest.json", ".scorecheck-unfinished"
_MARK_XLSX = rb"<(?:\w+:)?(?:creator|Application)\b[^<>]*>\s*scorecheck\b"
_MANIFEST_BYTES = 16 * 1024 * 1024
_DIGITS = r"([0-9]+)"
_PATTERN = r"[*?\[]"


class SourceFile(NamedTuple):
    """A file to read, and its path as findings name it: below the working folder where it is there."""

    path: Path
    shown: str


class Found(NamedTuple):
    """What the arguments stand for. Paths are shown with ``/``."""

    files: tuple[SourceFile, ...]
    events: tuple[SourceFile, ...]
    """Event files: named, or ``event.toml`` in a folder."""
    missing: tuple[str, ...]
    """Arguments that nothing stands for: no such path, a pattern that nothing matches."""
    empty_folders: tuple[str, ...]
    skipped: tuple[tuple[str, str], ...]
    """What was left out, and why: ``own-output`` (a folder that holds nothing but a report of ours),
    ``own-report`` (the files of our report in a folder that holds more), ``own-file``, ``lock-file``,
    ``vanished``."""
    unreadable_folders: tuple[str, ...]
    bundled: tuple[str, ...]
    """Arguments that stand for a sample that comes with scorecheck."""


def discover(arguments: Sequence[str], cwd: Path) -> Found:
    """Find the files to read.

    Files come in the order of the arguments; within a folder as a person would sort them
    (``Tisch 2`` before ``Tisch 10``). A file is listed once, however often it is met.
    """
    search = _Search(Path(os.path.normpath(Path(cwd).absolute())))
    for argument in arguments:
        search.argument(argument)
    return search.found()


def shown_path(path: Path, cwd: Path) -> str:
    """A path as findings name it: below the working folder where it is there, with ``/``."""
    full = Path(os.path.normpath(Path(cwd).absolute() / path))
    home = Path(os.path.normpath(Path(cwd).absolute()))
    return _printable((full.relative_to(home) if full.is_relative_to(home) else full).as_posix())


def sheet_names(folder: Path) -> tuple[str, ...]:
    """The names of the files in a folder that are called like sheets."""
    try:
        with os.scandir(folder) as listing:
            names = [entry.name for entry in listing]
    except OSError:
        return ()
    return tuple(n for n in names if not n.startswith((".", "~$")) and is_called_like_a_sheet(n))


def own_files(files: Iterable[Path], top: Path) -> frozenset[Path]:
    """Those of the files in or below ``top`` that scorecheck has written, by its lists or its mark."""
    lists: dict[Path, frozenset[str]] = {}
    found: set[Path] = set()
    for path in files:
        for folder in path.parents:
            if not folder.is_relative_to(top):
                break
            if folder not in lists:
                lists[folder] = _listed(folder) or frozenset()
            if os.path.normcase(path) in lists[folder]:
                found.add(path)
        if _is_ours(path):
            found.add(path)
    return frozenset(found)


def natural_key(path: str) -> tuple[tuple[tuple[int, int, str], ...], ...]:
    """Sorts paths as a person would: numbers by their value, letters without regard to case."""
    return tuple(
        (
            *(
                (0, int(piece), "") if piece.isdigit() else (1, 0, piece)
                for piece in re.split(_DIGITS, part.casefold())
                if piece
            ),
            (-1, 0, part),
        )
        for part in path.split("/")
    )


class _Search:
    def __init__(self, cwd: Path) -> None:
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
        self._folders: dict[Path, str] = {}

    def found(self) -> Found:
        return Found(
            tuple(self._files),
            tuple(self._events),
            tuple(dict.fromkeys(self._missing)),
            tuple(dict.fromkeys(self._empty)),
            tuple(dict.fromkeys(self._skipped)),
            tuple(dict.fromkeys(self._unreadable)),
            tuple(dict.fromkeys(self._bundled)),
        )

    def argument(self, argument: str) -> None:
        if self._take(argument, self._cwd):
            return
        samples = _samples(argument)
        if samples is not None:
            self._roots.append((samples, samples))
            self._folders.clear()
            if self._take(argument, samples):
                self._bundled.append(argument)
                return
        self._missing.append(argument)

    def _take(self, argument: str, root: Path) -> bool:
        path = Path(os.path.normpath(root / argument))
        status = _status(path)
        if argument and status is not None:
            self._named(path, status)
            return True
        matches = sorted(_expand(argument, root), key=lambda match: natural_key(match.as_posix()))
        for match in matches:
            status = _status(match)
            if status is not None:
                self._named(match, status)
        return bool(matches)

    def _named(self, path: Path, status: os.stat_result) -> None:
        if stat.S_ISDIR(status.st_mode):
            self._folder(path)
        elif path.name.startswith(("~$", ".~lock.")):
            self._skipped.append((self._shown(path), "lock-file"))
        elif path.suffix.lower() == ".toml":
            self._event(path, status)
        else:
            self._file(path, status)

    def _file(self, path: Path, status: os.stat_result) -> None:
        if self._first(path, status):
            self._files.append(SourceFile(path, self._shown_file(path)))

    def _event(self, path: Path, status: os.stat_result) -> None:
        if self._first(path, status):
            self._events.append(SourceFile(path, self._shown(path)))

    def _first(self, path: Path, status: os.stat_result) -> bool:
        identity: object = (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(path)
        if identity in self._seen:
            return False
        self._seen.add(identity)
        return True

    def _folder(self, folder: Path) -> None:
        inside = list(self._walk(folder, set(), frozenset()))
        # What a path says below the folder, without the cost of paths: there may be many thousand.
        start = len(folder.as_posix().rstrip("/")) + 1
        inside.sort(key=lambda path: natural_key(path.as_posix()[start:]))
        something = False
        for path in inside:
            status = _status(path)
            if status is None:
                self._skipped.append((self._shown(path), "vanished"))
            elif path.name.lower() == "event.toml":
                self._event(path, status)
            elif _is_ours(path):
                self._skipped.append((self._shown(path), "own-file"))
            else:
                something = True
                self._file(path, status)
        if not something and self._shown(folder) not in self._unreadable:
            self._empty.append(self._shown(folder))

    def _walk(self, folder: Path, above: set[object], ours: frozenset[str]) -> Iterator[Path]:
        """The files of a folder and of those below it that could be sheets or event files.

        Of a folder that a report was written into, the files of that report are left out, and no
        others: it may well be the folder of the event itself.
        """
        status = _status(folder)
        if status is None:
            return
        identity: object = (status.st_dev, status.st_ino) if status.st_ino else os.path.realpath(folder)
        # A link can lead back to a folder above, or to one that was searched already.
        if identity in above:
            return
        above.add(identity)
        try:
            with os.scandir(folder) as listing:
                entries = sorted(listing, key=lambda entry: natural_key(entry.name))
        except OSError:
            self._unreadable.append(self._shown(folder))
            return
        listed = _listed(folder)
        if listed is None:
            yield from self._inside(folder, entries, above, ours)
            return
        inside = list(self._inside(folder, entries, above, ours | listed))
        self._skipped.append((self._shown(folder), "own-report" if inside else "own-output"))
        yield from inside

    def _inside(
        self, folder: Path, entries: Iterable[os.DirEntry[str]], above: set[object], ours: frozenset[str]
    ) -> Iterator[Path]:
        for entry in entries:
            if entry.name.startswith((".", "~$")):
                continue
            path = folder / entry.name
            if _is_folder(entry):
                yield from self._walk(path, above, ours)
            elif not is_called_like_a_sheet(entry.name) and entry.name.lower() != "event.toml":
                continue
            elif os.path.normcase(path) not in ours:
                yield path

    def _shown(self, path: Path) -> str:
        for root, base in reversed(self._roots):
            if path.is_relative_to(root):
                return _printable(path.relative_to(base).as_posix())
        return _printable(path.as_posix())

    def _shown_file(self, path: Path) -> str:
        """The same for a file, by its folder: there may be many thousand files in one."""
        folder = path.parent
        if folder not in self._folders:
            # "x" stands for any file there.
            self._folders[folder] = self._shown(folder / "x").removesuffix("x")
        return self._folders[folder] + _printable(path.name)


def _printable(path: str) -> str:
    return path if path.isascii() else os.fsencode(path).decode("utf-8", "replace")


def _status(path: Path) -> os.stat_result | None:
    """What stands at a path, links followed; ``None`` for nothing and for what cannot be a path."""
    try:
        return path.stat()
    except (OSError, ValueError):
        return None


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        return False


def _samples(argument: str) -> Path | None:
    """The folder that holds the samples, for an argument that names one."""
    parts = argument.replace("\\", "/").split("/")
    if parts[0] != "samples" or ".." in parts:
        return None
    from scorecheck.resources import data_folder

    try:
        return data_folder("samples").parent
    except FileNotFoundError:
        return None


def _expand(argument: str, root: Path) -> Iterator[Path]:
    """The paths that a pattern matches; hidden ones only where the pattern names the dot."""
    if not re.search(_PATTERN, argument) or "\0" in argument:
        return
    pattern = Path(os.path.normpath(root / argument))
    parts = pattern.parts
    fixed = (
        next(at for at, part in enumerate(parts) if re.search(_PATTERN, part))
        if re.search(_PATTERN, str(pattern))
        else 0
    )
    yield from _matches(Path(*parts[:fixed]), parts[fixed:], frozenset())


def _matches(folder: Path, parts: tuple[str, ...], above: frozenset[str]) -> Iterator[Path]:
    part, rest = parts[0], parts[1:]
    if part == "**":
        if rest:
            yield from _matches(folder, rest, frozenset())
        above |= {os.path.realpath(folder)}
    elif not re.search(_PATTERN, part):
        inside = folder / part
        if _status(inside) is not None:
            if rest:
                yield from _matches(inside, rest, frozenset())
            else:
                yield inside
        return
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: natural_key(entry.name))
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith(".") and not part.startswith("."):
            continue
        path = folder / entry.name
        if part == "**":
            if _is_folder(entry):
                if os.path.realpath(path) not in above:
                    yield from _matches(path, parts, above)
            elif not rest:
                yield path
        elif fnmatch(entry.name, part):
            if not rest:
                yield path
            elif _is_folder(entry):
                yield from _matches(path, rest, frozenset())


def _listed(folder: Path) -> frozenset[str] | None:
    """The files in a folder that our lists there name; ``None`` where there is no list of ours.

    The list of a run that was killed counts as well: it may have written any of its files.
    """
    lists = [names for name in (MANIFEST, UNFINISHED) if (names := _names_in(folder / name)) is not None]
    if not lists:
        return None
    return frozenset(os.path.normcase(folder / name) for names in lists for name in names)


def _names_in(path: Path) -> list[str] | None:
    """What a list of ours names, without what would lead out of its folder."""
    status = _status(path)
    if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > _MANIFEST_BYTES:
        return None
    import json

    try:
        manifest = json.loads(path.read_bytes())
        if manifest["tool"]["name"] != "scorecheck":
            return None
        listed: object = manifest.get("files")
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        # Whatever it is, it is not the list that we write.
        return None
    names = cast("list[object]", listed) if isinstance(listed, list) else []
    return [name for name in names if isinstance(name, str) and ".." not in name.split("/")]


def _is_ours(path: Path) -> bool:
    """A list or a workbook that scorecheck has written, by the mark in it."""
    suffix = path.suffix.lower()
    if suffix not in (".csv", ".xlsx"):
        return False
    try:
        with path.open("rb") as stream:
            return is_own_output(Source(stream, os.fstat(stream.fileno()).st_size, suffix))
    except OSError:
        # The reader will say what is wrong with it.
        return False


def is_own_output(source: Source) -> bool:
    """Whether a list or a workbook bears the mark of those that scorecheck has written."""
    if source.suffix == ".csv":
        return source.head(64).removeprefix(b"\xef\xbb\xbf").startswith(MARKS_CSV)
    if source.suffix != ".xlsx":
        return False
    from scorecheck.readers import limits

    try:
        archive = source.archive
        return any(
            re.search(_MARK_XLSX, archive.part(name, limits.SMALL_PART_BYTES))
            for name in ("docProps/app.xml", "docProps/core.xml")
            if name in archive
        )
    except CannotRead:
        return False
