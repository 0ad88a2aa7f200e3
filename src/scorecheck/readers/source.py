"""What a reader is given: the bytes of a file, wherever they come from."""

from __future__ import annotations

from typing import BinaryIO, NamedTuple

from scorecheck.readers.errors import CannotRead


class Source(NamedTuple):
    """An open file or the bytes of standard input; ``stream`` can be sought."""

    stream: BinaryIO
    size: int
    """Length in bytes."""
    suffix: str
    """The extension of the name, lower case with its dot; empty where there is none."""

    def head(self, length: int) -> bytes:
        """The first bytes."""
        self.stream.seek(0)
        return self.stream.read(length)

    def all(self, limit: int) -> bytes:
        """All bytes.

        Raises:
            CannotRead: there are more than ``limit``.
        """
        refuse_size(self.size, limit)
        self.stream.seek(0)
        return self.stream.read(limit)


def refuse_size(size: int, limit: int) -> None:
    """Refuse a file that is larger than what is read of its kind.

    Raises:
        CannotRead: it is.
    """
    if size > limit:
        raise CannotRead("too-large", size=-(-size // (1024 * 1024)), limit=limit // (1024 * 1024))
