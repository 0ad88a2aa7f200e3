"""Reads files into Workbooks."""

from __future__ import annotations

import errno
import os
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path, PurePath

from scorecheck.model.fence import Fence
from scorecheck.model.outcome import Crash
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sniff import recognise
from scorecheck.readers.source import FileContent, source_of
from scorecheck.resources import is_file

READERS: Mapping[str, str] = {
    "csv": "scorecheck.readers.csv_reader",
    "xlsx": "scorecheck.readers.xlsx_reader",
    "xlsb": "scorecheck.readers.xlsb_reader",
    "xls": "scorecheck.readers.xls_reader",
    "ods": "scorecheck.readers.ods_reader",
    "json": "scorecheck.readers.json_reader",
}
"""The module of each format, with ``read`` for its content; imported when needed."""

_PATIENCE = 2.0
"""The seconds to wait for the writer of a pipe."""
_TEXT_SUFFIXES = {"", ".csv", ".tsv", ".txt", ".tab", ".text"}


class Refused(NamedTuple):
    """A file that could not be read: its path as findings display it, and the reason."""

    path: str
    problem: CannotRead | Crash


def workbooks_of(path: Path, shown: str) -> Iterator[Workbook | Refused]:
    """The content of a file: a workbook, or those of all sheets in a zip."""
    return _fenced(shown, _workbooks_of(path, shown))


def is_plain(path: Path) -> bool:
    """Whether a file is small and of a simple format, so that it may be read in the main process.

    A file that cannot be opened is harmless as well: its reader reports the reason.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return True
        with path.open("rb") as stream:
            return is_plain_data(stream.read(_PLAIN_BYTES + 1))
    except (OSError, ValueError):
        return True


def is_plain_data(data: bytes) -> bool:
    """The same for standard input: a text with one byte per character, or an .xlsx."""
    if len(data) > _PLAIN_BYTES:
        return False
    if data.startswith(b"PK"):
        return b"xl/workbook.xml" in data and b"content.xml" not in data
    # JSON is nested; other formats, and wide encodings, have zeros at the beginning.
    return b"\0" not in data[:4096] and data.lstrip()[:1] != b"{"


_PLAIN_BYTES = 200_000


def _fenced(shown: str, workbooks: Iterator[Workbook | Refused]) -> Iterator[Workbook | Refused]:
    """A crash of a reader is a refusal, too."""
    fence = Fence(shown)
    with fence.around("reading"):
        yield from workbooks
    for crash in fence.crashes:
        yield Refused(shown, crash)


def _workbooks_of(path: Path, shown: str) -> Iterator[Workbook | Refused]:
    try:
        yield read_file(path, shown)
    except CannotRead as problem:
        if not _is_zip(problem):
            yield Refused(shown, problem)
            return
        try:
            with path.open("rb") as stream:
                yield from _unpacked(source_of(stream, path.stat().st_size, path.suffix.lower()), shown)
        except OSError as error:
            yield Refused(shown, _cannot_open(error))


def workbooks_in(data: bytes, shown: str, filename: str | None) -> Iterator[Workbook | Refused]:
    """The content of standard input, as ``workbooks_of``."""
    return _fenced(shown, _workbooks_in(data, shown, filename))


def _workbooks_in(data: bytes, shown: str, filename: str | None) -> Iterator[Workbook | Refused]:
    try:
        yield read_bytes(data, shown, filename)
    except CannotRead as problem:
        if _is_zip(problem):
            yield from _unpacked(FileContent(BytesIO(data), len(data), ""), shown)
        else:
            yield Refused(shown, problem)


def _is_zip(problem: CannotRead) -> bool:
    return problem.reason == "packed" and problem.params.get("kind") == "zip"


def _unpacked(source: FileContent, shown: str) -> Iterator[Workbook | Refused]:
    from scorecheck.readers.zip_reader import sheets

    for one in sheets(source, shown, _read):
        yield one if isinstance(one, Workbook) else Refused(*one)


def read_file(path: Path, shown: str) -> Workbook:
    """Reads a file; ``shown`` is its path as findings display it.

    Raises:
        CannotRead: with the reason; no other exception comes out of a file's content.
    """
    try:
        with open(path, "rb", opener=_opened) as stream:
            status = os.fstat(stream.fileno())
            if stat.S_ISREG(status.st_mode):
                source = source_of(stream, status.st_size, path.suffix.lower())
                workbook = _read(source, shown)
                programs = _open_in(path)
                return replace(workbook, open_in=programs) if programs else workbook
            if not stat.S_ISFIFO(status.st_mode):
                raise CannotRead("not-a-file")
            # A pipe cannot be sought, so it is read whole.
            first = _piped(stream.fileno())
            os.set_blocking(stream.fileno(), True)
            return read_bytes(first + stream.read(limits.TEXT_BYTES + 1 - len(first)), shown, path.name)
    except OSError as error:
        raise _cannot_open(error) from error


def _opened(path: str, flags: int) -> int:
    """Opens a file, without waiting for the writer of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _piped(pipe: int) -> bytes:
    """The first bytes of a pipe; empty if its writer has not written yet.

    Raises:
        CannotRead: nobody writes to it, nor begins to within a moment.
    """
    begun = time.monotonic()
    while time.monotonic() - begun < _PATIENCE:
        try:
            if first := os.read(pipe, limits.MIB):
                return first
        except BlockingIOError:
            return b""
        time.sleep(_PATIENCE / 50)
    raise CannotRead("not-a-file")


def read_bytes(data: bytes, shown: str, filename: str | None) -> Workbook:
    """Reads standard input; ``filename`` is its assumed name."""
    suffix = PurePath(filename).suffix.lower() if filename else ""
    return _read(FileContent(BytesIO(data), len(data), suffix), shown)


def _read(source: FileContent, shown: str) -> Workbook:
    if source.size == 0:
        if source.suffix not in _TEXT_SUFFIXES:
            raise CannotRead("empty")
        return Workbook(shown, "csv", (Grid(None, ()),))
    kind = recognise(source)
    reader: Callable[[FileContent], tuple[Grid, ...]] = import_module(READERS[kind]).read
    return Workbook(shown, kind, reader(source), content=source.in_memory if kind in _WITH_FORMULAS else b"")


_WITH_FORMULAS = frozenset({"ods", "xls", "xlsx"})


def _open_in(path: Path) -> tuple[str, ...]:
    """The programs that have a file open, by their lock files."""
    locks = {"Excel": f"~${path.name}", "LibreOffice": f".~lock.{path.name}#"}
    folder = str(path)[: -len(path.name)]
    return tuple(program for program, lock in locks.items() if is_file(folder + lock))


def _cannot_open(error: OSError) -> CannotRead:
    # The Windows error codes 32 and 33 mean that another program holds the file open.
    if getattr(error, "winerror", None) in (32, 33):
        return CannotRead("locked")
    if error.errno in (errno.EACCES, errno.EPERM):
        return CannotRead("no-permission")
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return CannotRead("vanished")
    if error.errno in (errno.ENXIO, errno.EOPNOTSUPP):
        # The error codes of sockets and missing devices.
        return CannotRead("not-a-file")
    if error.errno == errno.EISDIR:
        return CannotRead("folder")
    return CannotRead("disk", cause=error.strerror or type(error).__name__)
