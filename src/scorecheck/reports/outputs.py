"""Writes reports to disk: each file atomically, and never over foreign files."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import time
import zlib
from collections.abc import Container, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import Any, Literal, TypeAlias

from scorecheck.model.error import Refusal
from scorecheck.model.manifest import claimed, digest, holds, inside
from scorecheck.reports.games_table import is_our_parquet
from scorecheck.reports.json_report import json_text, tool
from scorecheck.resources import JOURNAL, MANIFEST, MARKS_CSV

OutputKind: TypeAlias = Literal[
    "foreign",
    "locked",
    "no-permission",
    "no-space",
    "is-a-folder",
    "is-a-file",
    "missing-folder",
    "is-input",
    "the-screen",
    "no-reader",
    "other",
]

_TEMPORARY = ".scorecheck-{target:08x}-{process}-{count}.tmp"
_TEMPORARY_GLOB = ".scorecheck-*-*.tmp"
_LEFT_SECONDS = 60
"""An older temporary file was left by a killed run."""
_READER_SECONDS = 5
"""Whoever reads a pipe may be started after us."""

_KINDS_BY_NAME: dict[str, OutputKind] = {
    "EACCES": "no-permission",
    "EPERM": "no-permission",
    "EROFS": "no-permission",
    "ENOSPC": "no-space",
    "EDQUOT": "no-space",
    "EFBIG": "no-space",
    "EISDIR": "is-a-folder",
    "ENOTDIR": "is-a-file",
    "EEXIST": "is-a-file",
    "ENOENT": "missing-folder",
    "EBUSY": "locked",
    "ETXTBSY": "locked",
    "ENXIO": "no-reader",
}
# Some systems lack some of these names.
_KINDS: dict[int, OutputKind] = {
    getattr(errno, name): kind for name, kind in _KINDS_BY_NAME.items() if hasattr(errno, name)
}
_WINDOWS_SHARING_VIOLATIONS = {32, 33}

_HTML_MARK = re.compile(rb'<meta name="generator" content="scorecheck ')
_PDF_MARK = re.compile(rb"<pdf:Keywords>[^<]*scorecheck report")
_JUNIT_MARK = b'<testsuites name="scorecheck" '
_JSON_MARKS: tuple[tuple[str | int, ...], ...] = (
    ("tool", "name"),
    ("source", "name"),
    ("runs", 0, "tool", "driver", "name"),
    (0, "fingerprint"),
)
_MD_MARK = b"<!-- scorecheck report -->"
_WORKBOOK_MARK = re.compile(rb"<(?:\w+:)?creator\b[^<>]*>\s*scorecheck\s*<")
_HEAD = 8192


class OutputRefused(Refusal):
    """An output is not written; its sentence says why and what helps."""

    said = "output."

    def __init__(self, kind: OutputKind, path: Path) -> None:
        here = Path.cwd()
        shown = path.relative_to(here) if path.is_relative_to(here) else path
        super().__init__(kind, path=shown.as_posix())
        self.path = path


def write_folder(
    folder: Path, files: Mapping[str, bytes], *, force: bool = False, inputs: Iterable[Path] = ()
) -> None:
    """Writes files into a folder, named by their relative paths, and removes those of earlier runs.

    A journal in the folder lists the files of an unfinished run; it is removed at the end. The manifest is
    written last, so a folder without one is unfinished. Both contain digests: a file that has changed since
    is foreign, is never removed, and replaced only with ``force``.

    Raises:
        OutputRefused: a foreign file is in the way, and nothing was written; or a file cannot be written, and
        all
            others are complete.
    """
    names = sorted(files)
    for name in names:
        if inside(name) is None or name in {MANIFEST, JOURNAL}:
            raise ValueError(name)
    _refuse_no_path(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputRefused("is-a-file", folder)
    ours = _ours(folder)
    protected = _identities(inputs)
    for name in names:
        _refuse_in_the_way(folder, name, ours, protected, force=force)
    if not force and (folder / MANIFEST).exists() and not _is_our_json(_content(folder / MANIFEST)):
        raise OutputRefused("foreign", folder / MANIFEST)

    with _refusing(folder):
        folder.mkdir(parents=True, exist_ok=True)
    unfinished = (folder / JOURNAL).exists()
    digests = {name: digest(data) for name, data in files.items()}
    begun = {
        name: sorted({*ours.get(name, ()), *filter(None, [digests.get(name)])}) for name in {*ours, *names}
    }
    _put(folder / JOURNAL, _list_of(begun), named=folder)
    with _refusing(folder / MANIFEST):
        (folder / MANIFEST).unlink(missing_ok=True)
    if unfinished:
        _sweep(folder, begun)
    # A run may have been killed before its journal was complete.
    _sweep_beside(folder / JOURNAL)
    for name in names:
        path = folder / name
        with _refusing(path.parent):
            path.parent.mkdir(parents=True, exist_ok=True)
        _put(path, files[name])
    for name in sorted(ours.keys() - digests):
        _remove_stale(folder, name, protected)
    _put(folder / MANIFEST, _list_of(digests))
    with _refusing(folder / JOURNAL):
        (folder / JOURNAL).unlink(missing_ok=True)


def write_file(path: Path, data: bytes, *, force: bool = False, inputs: Iterable[Path] = ()) -> None:
    """Writes one file.

    Raises:
        OutputRefused: it exists and is not ours, it is an input, or it cannot be written.
    """
    refuse_file(path, force=force, inputs=inputs)
    if path.exists() and not path.is_file():
        # A device or a pipe, such as /dev/stdout, must not be replaced.
        with _refusing(path):
            if path.is_fifo():
                _wait_for_reader(path)
            path.write_bytes(data)
        return
    # The target of a link is replaced, not the link.
    place = path.resolve() if path.is_symlink() else path
    _put(place, data)
    _sweep_beside(place)


def _wait_for_reader(pipe: Path) -> None:
    """Waits until something reads a pipe, for a few seconds; to open it would wait for ever."""
    last = time.monotonic() + _READER_SECONDS
    while True:
        try:
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        except OSError as error:
            if error.errno != errno.ENXIO or time.monotonic() > last:
                raise
            time.sleep(0.05)
        else:
            return


def refuse_file(path: Path, *, force: bool = False, inputs: Iterable[Path] = ()) -> None:
    """Refuses a file that ``write_file`` would refuse, as far as that can be known in advance.

    Raises:
        OutputRefused: it exists and is not ours, it is an input, or nothing can be put there.
    """
    _refuse_no_path(path)
    if path.is_dir():
        raise OutputRefused("is-a-folder", path)
    if _identities([path]) & _identities(inputs):
        raise OutputRefused("is-input", path)
    if not path.parent.is_dir():
        raise OutputRefused("is-a-file" if path.parent.exists() else "missing-folder", path.parent)
    if path.exists() and not path.is_file():
        return
    if not os.access(path.resolve().parent, os.W_OK):
        raise OutputRefused("no-permission", path)
    if not force and path.exists() and not carries_mark(_content(path)):
        raise OutputRefused("foreign", path)


def refuse_folder(folder: Path) -> None:
    """Refuses a folder that no report can be written to, in advance.

    Raises:
        OutputRefused: it is a file, or neither it nor the nearest folder above it may be written to.
    """
    _refuse_no_path(folder)
    if folder.exists() and not folder.is_dir():
        raise OutputRefused("is-a-file", folder)
    there = next(one for one in (folder.absolute(), *folder.absolute().parents) if one.exists())
    if not there.is_dir():
        raise OutputRefused("is-a-file", there)
    if not os.access(there, os.W_OK):
        raise OutputRefused("no-permission", folder)


def carries_mark(data: bytes) -> bool:
    """Whether the content of a file says that scorecheck wrote it."""
    if data.startswith((b"{", b"[")):
        # An empty list of findings has no mark.
        return _is_our_json(data) or data.split() in ([b"[]"], [b"[", b"]"])
    if data.startswith(b"%PDF-"):
        return _PDF_MARK.search(data) is not None
    if data.startswith(b"PK"):
        return _is_our_workbook(data)
    if data.startswith(b"PAR1"):
        return is_our_parquet(data)
    marked = data.startswith((*MARKS_CSV, _MD_MARK)) or _JUNIT_MARK in data[:_HEAD]
    return marked or _HTML_MARK.search(data[:_HEAD]) is not None


def _is_our_workbook(data: bytes) -> bool:
    """Whether the properties of a workbook name scorecheck as its author."""
    import zipfile

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            part = archive.getinfo("docProps/core.xml")
            return part.file_size <= _HEAD and _WORKBOOK_MARK.search(archive.read(part)) is not None
    except (zipfile.BadZipFile, KeyError, OSError, ValueError, RuntimeError, NotImplementedError):
        return False


@contextmanager
def _refusing(path: Path, *, replacing: bool = False) -> Generator[None]:
    """Turns an ``OSError`` about a path into ``OutputRefused``."""
    try:
        yield
    except OSError as error:
        locked = getattr(error, "winerror", None) in _WINDOWS_SHARING_VIOLATIONS
        # The new file could be written beside it, so the old one is locked.
        locked |= replacing and isinstance(error, PermissionError) and os.access(path, os.W_OK)
        raise OutputRefused("locked" if locked else _KINDS.get(error.errno or 0, "other"), path) from error


def _put(path: Path, data: bytes, named: Path | None = None) -> None:
    """Writes a temporary file, then moves it into place; a refusal is about ``named``, if given."""
    with _refusing(named or path):
        temporary = _write_temporary(path, data)
    try:
        with _refusing(path, replacing=True):
            temporary.replace(path)
    except OutputRefused:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _write_temporary(path: Path, data: bytes) -> Path:
    count = 0
    while True:
        name = _TEMPORARY.format(target=_number(path), process=os.getpid(), count=count)
        temporary = path.parent / name
        try:
            handle = temporary.open("xb")
        except FileExistsError:
            count += 1
            continue
        try:
            with handle:
                handle.write(data)
        except BaseException:
            with suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise
        return temporary


def _ours(folder: Path) -> Mapping[str, frozenset[str]]:
    """The files in a folder that are ours: the manifest or journal has their current digests."""
    found: dict[str, frozenset[str]] = {}
    for path in (folder / MANIFEST, folder / JOURNAL):
        for name, digests in (claimed(_content(path)) or {}).items():
            found[name] = found.get(name, frozenset()) | digests
    return {name: digests for name, digests in found.items() if holds(folder, name, digests)}


def _is_our_json(data: bytes) -> bool:
    try:
        found: Any = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return any(_is_our_mark(found, path) for path in _JSON_MARKS)


def _is_our_mark(found: Any, path: tuple[str | int, ...]) -> bool:
    """Whether a document has our name at a path."""
    for step in path:
        try:
            found = found[step]
        except (LookupError, TypeError):
            return False
    return isinstance(found, str) and found.startswith("scorecheck")


def _list_of(digests: Mapping[str, str | list[str]]) -> bytes:
    names = sorted(digests)
    by_name = {name: digests[name] for name in names}
    return json_text({"version": 1, "tool": tool(), "files": names, "sha256": by_name}).encode()


def _refuse_no_path(path: Path) -> None:
    """Refuses impossible paths: a name that is too long, a link to itself, ``-`` for the screen."""
    if path == Path("-"):
        raise OutputRefused("the-screen", path)
    with _refusing(path), suppress(FileNotFoundError, NotADirectoryError):
        path.stat()


def _refuse_in_the_way(
    folder: Path, name: str, ours: Container[str], protected: frozenset[object], *, force: bool
) -> None:
    path = folder / name
    if _identities([path]) & protected:
        raise OutputRefused("is-input", path)
    for parent in list(path.parents)[: len(PurePosixPath(name).parts) - 1]:
        if parent.is_symlink() and not force:
            raise OutputRefused("foreign", parent)
        if parent.exists() and not parent.is_dir():
            raise OutputRefused("is-a-file", parent)
    if path.is_dir() and not path.is_symlink():
        raise OutputRefused("is-a-folder", path)
    if not force and name not in ours and (path.exists() or path.is_symlink()):
        raise OutputRefused("foreign", path)


def _remove_stale(folder: Path, name: str, protected: frozenset[object]) -> None:
    path = folder / name
    if _identities([path]) & protected:
        return
    with _refusing(path, replacing=True):
        path.unlink(missing_ok=True)
    for parent in list(path.parents)[: len(PurePosixPath(name).parts) - 1]:
        # It may be missing or not empty.
        with suppress(OSError):
            parent.rmdir()


def _sweep(folder: Path, ours: Iterable[str]) -> None:
    """Removes the temporary files of a killed run."""
    for parent in {(folder / name).parent for name in ours} | {folder}:
        if parent.resolve().is_relative_to(folder.resolve()) and parent.is_dir():
            for path in parent.glob(_TEMPORARY_GLOB):
                with suppress(OSError):
                    path.unlink()


def _sweep_beside(path: Path) -> None:
    """Removes the temporary files that killed runs left of the same output."""
    now = time.time()
    for left in path.parent.glob(_TEMPORARY.format(target=_number(path), process="*", count="*")):
        with suppress(OSError):
            if now - left.stat().st_mtime > _LEFT_SECONDS:
                left.unlink()


def _number(path: Path) -> int:
    """A hash of an output's name for its temporary files, as the name itself may be too long."""
    return zlib.crc32(os.fsencode(path.name))


def _identities(paths: Iterable[Path]) -> frozenset[object]:
    """Identifiers of files that do not depend on how their paths are written."""
    return frozenset(identity for path in paths for identity in _identity(path))


def _identity(path: Path) -> Iterator[object]:
    with suppress(OSError):
        found = path.stat()
        if found.st_ino:
            yield (found.st_dev, found.st_ino)
    with suppress(OSError, RuntimeError):
        yield os.path.normcase(path.resolve())


def _content(path: Path) -> bytes:
    """The content of a file; empty where it cannot be read."""
    try:
        return path.read_bytes()
    except OSError:
        return b""
