"""A file becomes a Workbook."""

from __future__ import annotations

import errno
import stat
from importlib import import_module
from io import BytesIO
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from scorecheck.model.workbook import Grid, Workbook
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sniff import recognise
from scorecheck.readers.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

READERS: Mapping[str, str] = {
    "csv": "scorecheck.readers.csv_reader",
    "xlsx": "scorecheck.readers.xlsx_reader",
    "xlsb": "scorecheck.readers.xlsb_reader",
    "xls": "scorecheck.readers.xls_reader",
    "ods": "scorecheck.readers.ods_reader",
}
"""The module of each format; its ``read`` makes grids of a Source. Imported when one is met."""

_TEXT_SUFFIXES = {"", ".csv", ".tsv", ".txt", ".tab", ".text"}


def read_file(path: Path, shown: str) -> Workbook:
    """Read a file; ``shown`` is its path as findings name it.

    Raises:
        CannotRead: with the reason; no other exception comes out of a file's content.
    """
    try:
        with path.open("rb") as stream:
            status = path.stat()
            if stat.S_ISREG(status.st_mode):
                return _read(Source(stream, status.st_size, path.suffix.lower()), shown)
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
