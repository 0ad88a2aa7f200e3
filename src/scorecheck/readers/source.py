"""The input of a reader: the bytes of a file, from wherever they come."""

from __future__ import annotations

from functools import cached_property
from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead

if TYPE_CHECKING:
    from scorecheck.readers.archive import Archive, UnpackingBudget

_SMALL = 4 * limits.MIB


class FileContent:
    """An open file, or the bytes of standard input."""

    def __init__(
        self, stream: BinaryIO, size: int, suffix: str, budget: UnpackingBudget | None = None
    ) -> None:
        """Takes a seekable stream of ``size`` bytes; ``suffix`` is lower case, or empty.

        Files inside a zip share the ``budget`` for unpacking.
        """
        self.stream = stream
        self.size = size
        self.suffix = suffix
        self._budget = budget

    def head(self, length: int) -> bytes:
        """The first bytes."""
        self.stream.seek(0)
        return self.stream.read(length)

    def all(self, limit: int) -> bytes:
        """All bytes; more than ``limit`` are refused."""
        refuse_size(self.size, limit)
        self.stream.seek(0)
        # Python allocates the whole requested size at once.
        data = self.stream.read(min(self.size + 1, limit))
        if len(data) > self.size:
            # The file has grown meanwhile.
            data += self.stream.read(limit - len(data))
        return data

    @property
    def in_memory(self) -> bytes:
        """All bytes, if they are in memory anyway; else empty."""
        return self.stream.getvalue() if isinstance(self.stream, BytesIO) else b""

    @cached_property
    def archive(self) -> Archive:
        """The file as a zip."""
        from scorecheck.readers.archive import Archive

        refuse_size(self.size, limits.PACKAGE_BYTES)
        return Archive(self.stream, self.size, self._budget)

    @cached_property
    def main_part(self) -> str:
        """The part of the zip that lists the sheets."""
        from scorecheck.readers.package import main_part

        return main_part(self.archive)


def source_of(stream: BinaryIO, size: int, suffix: str) -> FileContent:
    """An open file of ``size`` bytes. Reads are scattered, so a small file is read whole first."""
    data = stream.read(size + 1) if size <= _SMALL else None
    if data is None or len(data) > size:
        # It is large, or has grown meanwhile.
        return FileContent(stream, size, suffix)
    return FileContent(BytesIO(data), len(data), suffix)


def refuse_size(size: int, limit: int) -> None:
    """Refuses a file above the size limit of its kind."""
    if size > limit:
        raise CannotRead("too-large", size=-(-size // limits.MIB), limit=limit // limits.MIB)
