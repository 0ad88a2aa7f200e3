"""A file becomes a Workbook."""

from __future__ import annotations

import errno
import os
import stat
from importlib import import_module
from io import BytesIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.own import OWN_FILE, is_own_output
from scorecheck.readers.sniff import recognise
from scorecheck.readers.source import Source, source_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

READERS: Mapping[str, str] = {
    "csv": "scorecheck.readers.csv_reader",
    "xlsx": "scorecheck.readers.xlsx_reader",
    "xlsb": "scorecheck.readers.xlsb_reader",
    "xls": "scorecheck.readers.xls_reader",
    "ods": "scorecheck.readers.ods_reader",
    "json": "scorecheck.readers.json_reader",
}
"""The module of each format; its ``read`` makes grids of a Source. Imported when one is met."""

_TEXT_SUFFIXES = {"", ".csv", ".tsv", ".txt", ".tab", ".text"}


class Refused(NamedTuple):
    """A file that gave no Workbook: its path as findings name it, and why."""

    path: str
    problem: CannotRead


def workbooks_of(path: Path, shown: str, *, unless_ours: bool = False) -> Iterator[Workbook | Refused]:
    """What a file holds: a workbook, or those of all the sheets in a zip.

    What scorecheck has written is refused as ``OWN_FILE``, if so asked.
    """
    try:
        yield read_file(path, shown, unless_ours=unless_ours)
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
    """What came through standard input holds, as ``workbooks_of``."""
    try:
        yield read_bytes(data, shown, filename)
    except CannotRead as problem:
        if _is_zip(problem):
            yield from _unpacked(Source(BytesIO(data), len(data), ""), shown)
        else:
            yield Refused(shown, problem)


def _is_zip(problem: CannotRead) -> bool:
    return problem.reason == "packed" and problem.params.get("kind") == "zip"


def _unpacked(source: Source, shown: str) -> Iterator[Workbook | Refused]:
    from scorecheck.readers.zip_reader import sheets

    for one in sheets(source, shown, _read):
        yield one if isinstance(one, Workbook) else Refused(*one)


def read_file(path: Path, shown: str, *, unless_ours: bool = False) -> Workbook:
    """Read a file; ``shown`` is its path as findings name it.

    Raises:
        CannotRead: with the reason; no other exception comes out of a file's content.
    """
    try:
        with path.open("rb") as stream:
            status = path.stat()
            if stat.S_ISREG(status.st_mode):
                source = source_of(stream, status.st_size, path.suffix.lower())
                if unless_ours and is_own_output(source):
                    raise CannotRead(OWN_FILE)
                workbook = _read(source, shown)
                programs = _open_in(path)
                return replace(workbook, open_in=programs) if programs else workbook
            # A pipe cannot be sought: it is taken whole.
            return read_bytes(stream.read(limits.TEXT_BYTES + 1), shown, path.name)
    except OSError as error:
        raise _cannot_open(error) from error


def read_bytes(data: bytes, shown: str, filename: str | None) -> Workbook:
    """Read what came through standard input; ``filename`` is the name it is said to have.

    Raises:
        CannotRead: as ``read_file``.
    """
    suffix = PurePath(filename).suffix.lower() if filename else ""
    return _read(Source(BytesIO(data), len(data), suffix), shown)


def _read(source: Source, shown: str) -> Workbook:
    if source.size == 0:
        if source.suffix not in _TEXT_SUFFIXES:
            raise CannotRead("empty")
        return Workbook(shown, "csv", (Grid(None, ()),))
    kind = recognise(source)
    reader: Callable[[Source], tuple[Grid, ...]] = import_module(READERS[kind]).read
    return Workbook(shown, kind, reader(source))


def _open_in(path: Path) -> tuple[str, ...]:
    """The programs that have a file open: they lay a lock file beside it."""
    folder, name = os.path.split(path)
    locks = {"Excel": f"~${name}", "LibreOffice": f".~lock.{name}#"}
    found = (
        program
        for program, lock in locks.items()
        if os.path.exists(os.path.join(folder, lock))  # noqa: PTH110, PTH118 - pathlib complains of long names
    )
    return tuple(found)


def _cannot_open(error: OSError) -> CannotRead:
    # 32 and 33 are what Windows says of a file that another program holds open.
    if getattr(error, "winerror", None) in (32, 33):
        return CannotRead("locked")
    if error.errno in (errno.EACCES, errno.EPERM):
        return CannotRead("no-permission")
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return CannotRead("vanished")
    if error.errno == errno.EISDIR:
        return CannotRead("folder")
    return CannotRead("disk", cause=error.strerror or type(error).__name__)
