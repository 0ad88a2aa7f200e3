"""Untrusted zip archives, and their repacking for the engine.

The engine gets only archives that were made here, of parts that the guard has inspected. Two readers of one
zip can disagree about its content: duplicate names, two directories, false sizes.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from io import BytesIO
from itertools import chain
from struct import Struct
from typing import BinaryIO

from scorecheck.model.record import NamedTuple
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead, damaged_by

_END = Struct("<4s4H2LH")
_ENTRY = Struct("<4s6H3L5H2L")
_LOCAL = Struct("<4s5H3L2H")
_LOCATOR = Struct("<4sLQL")
_END64 = Struct("<4sQ2H2L4Q")
_STORED, _DEFLATED = 0, 8
_OF_WORKBOOKS = {"xl/workbook.xml", "xl/workbook.bin", "content.xml"}
_CHUNK = 1 << 18


class ArchiveMember(NamedTuple):
    """A file in a zip, as listed in its directory; ``size`` is the claimed one."""

    name: str
    method: int
    crc: int
    packed: int
    size: int
    offset: int
    encrypted: bool


class UnpackingBudget:
    """The amount that may still be unpacked, of one archive or of several inside another."""

    def __init__(self, limit: int) -> None:
        self.limit = self.left = limit

    def spend(self, length: int) -> None:
        """Counts unpacked bytes."""
        self.left -= length
        if self.left < 0:
            raise _too_large(self.limit)


class Archive:
    """A zip whose directory has been read."""

    def __init__(self, stream: BinaryIO, size: int, budget: UnpackingBudget | None = None) -> None:
        """Reads the directory of a zip of ``size`` bytes; ``budget`` limits the unpacking of its parts."""
        self._stream = stream
        self._size = size
        self.budget = UnpackingBudget(limits.UNPACKED_BYTES) if budget is None else budget
        self.entries: dict[str, ArchiveMember] = {}
        twice = ""
        for entry in self._directory():
            # Excel ignores case in names, and some writers use the slashes of Windows.
            name = entry.name.replace("\\", "/").lstrip("/").lower()
            if name in self.entries:
                twice = entry.name
            self.entries[name] = entry
        if twice:
            # In a workbook only damage does that; in a zip of files somebody may have put both.
            of_workbook = not _OF_WORKBOOKS.isdisjoint(self.entries)
            raise CannotRead("damaged") if of_workbook else CannotRead("zip-twice", name=twice)

    def __contains__(self, name: str) -> bool:
        return name.lower() in self.entries

    def _read(self, offset: int, length: int) -> bytes:
        if offset < 0 or offset + length > self._size:
            raise CannotRead("damaged")
        self._stream.seek(offset)
        data = self._stream.read(length)
        if len(data) != length:
            raise CannotRead("damaged")
        return data

    def _directory(self) -> Iterator[ArchiveMember]:
        tail_at = max(0, self._size - 65_557)
        tail = self._read(tail_at, self._size - tail_at)
        at = tail.rfind(b"PK\5\6")
        if at < 0 or at + _END.size > len(tail):
            raise CannotRead("damaged")
        _, _, _, _, count, length, offset, _ = _END.unpack_from(tail, at)
        if at >= _LOCATOR.size and tail.startswith(b"PK\6\7", at - _LOCATOR.size):
            _, _, end64, _ = _LOCATOR.unpack_from(tail, at - _LOCATOR.size)
            *_, count, length, offset = _END64.unpack(self._read(end64, _END64.size))
        if count > limits.ENTRIES or length > limits.SMALL_PART_BYTES:
            raise CannotRead("too-many-parts", count=count, limit=limits.ENTRIES)
        directory = self._read(offset, length)
        at = 0
        for _ in range(count):
            if at + _ENTRY.size > length or not directory.startswith(b"PK\1\2", at):
                raise CannotRead("damaged")
            fields = _ENTRY.unpack_from(directory, at)
            flags, method, crc, packed, size = fields[3], fields[4], fields[7], fields[8], fields[9]
            named, extra, comment, where = fields[10], fields[11], fields[12], fields[16]
            start = at + _ENTRY.size
            name = _decoded(directory[start : start + named], utf8=bool(flags & 0x800))
            if extra:
                size, packed, where = _long_sizes(
                    directory[start + named : start + named + extra], size, packed, where
                )
            yield ArchiveMember(name, method, crc, packed, size, where, encrypted=bool(flags & 1))
            at = start + named + extra + comment

    def packed(self, name: str, limit: int = limits.PACKED_BYTES) -> tuple[ArchiveMember, bytes]:
        """A part in its packed form, of ``limit`` bytes at most."""
        entry = self.entries.get(name.lower())
        if entry is None or entry.method not in (_STORED, _DEFLATED):
            raise CannotRead("damaged")
        if entry.encrypted:
            raise CannotRead("encrypted")
        if entry.packed > limit:
            raise _too_large(limit)
        head = _LOCAL.unpack(self._read(entry.offset, _LOCAL.size))
        if head[0] != b"PK\3\4":
            raise CannotRead("damaged")
        return entry, self._read(entry.offset + _LOCAL.size + head[-2] + head[-1], entry.packed)

    def chunks(self, name: str, limit: int) -> Iterator[bytes]:
        """A part, unpacked piece by piece.

        Raises:
            CannotRead: as ``packed``, or it unpacks to more than ``limit`` bytes, or all that was
                unpacked of this archive is too much, or its length or checksum is not what the zip says.
        """
        entry, packed = self.packed(name)
        total = checksum = 0
        for chunk in _inflate(packed, entry.method):
            total += len(chunk)
            self.budget.spend(len(chunk))
            if total > limit:
                raise _too_large(limit)
            checksum = zlib.crc32(chunk, checksum)
            yield chunk
        # Other programs refuse such a part, and what they cannot open we cannot write a copy of.
        if total != entry.size or checksum != entry.crc:
            raise CannotRead("damaged")

    def part(self, name: str, limit: int) -> bytes:
        """A part, unpacked."""
        chunks = self.chunks(name, limit)
        first, second = next(chunks, b""), next(chunks, b"")
        if not second:
            return first
        # A join would hold every piece twice.
        whole = BytesIO()
        for chunk in chain((first, second), chunks):
            whole.write(chunk)
        return whole.getvalue()


class Packer:
    """A zip in memory that holds nothing but the parts put into it."""

    def __init__(self) -> None:
        self._body = bytearray()
        self._directory = bytearray()
        self._count = 0

    def add(self, name: str, data: bytes) -> None:
        """Adds a part unpacked."""
        self._put(name, _STORED, zlib.crc32(data), data, len(data))

    def carry(self, name: str, archive: Archive, source: str, size: int) -> None:
        """Adds a part of another archive in its packed form; ``size`` is its measured size."""
        entry, packed = archive.packed(source)
        self._put(name, entry.method, entry.crc, packed, size)
        if len(self._body) > limits.PACKED_BYTES:
            raise _too_large(limits.PACKED_BYTES)

    def deflate(self, name: str, data: bytes) -> None:
        """Adds a part, packed."""
        engine = zlib.compressobj(wbits=-15)
        packed = engine.compress(data) + engine.flush()
        self._put(name, _DEFLATED, zlib.crc32(data), packed, len(data))

    def copy(self, name: str, archive: Archive, source: str) -> None:
        """Adds a part of another archive without inspecting it."""
        entry, packed = archive.packed(source, limits.PACKAGE_BYTES)
        self._put(name, entry.method, entry.crc, packed, entry.size)

    def _put(self, name: str, method: int, crc: int, packed: bytes, size: int) -> None:
        raw = name.encode()
        common = (20, 0x800, method, 0, 33, crc, len(packed), size, len(raw))
        self._directory += _ENTRY.pack(b"PK\1\2", 20, *common, 0, 0, 0, 0, 0, len(self._body))
        self._directory += raw
        self._body += _LOCAL.pack(b"PK\3\4", *common, 0)
        self._body += raw
        self._body += packed
        self._count += 1

    def finish(self) -> bytearray:
        """The bytes of the archive."""
        at, length = len(self._body), len(self._directory)
        self._body += self._directory
        self._body += _END.pack(b"PK\5\6", 0, 0, self._count, self._count, length, at, 0)
        return self._body


def _decoded(name: bytes, *, utf8: bool) -> str:
    """The name of a file in a zip. Macs write UTF-8 without declaring it."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError:
        return name.decode("utf-8" if utf8 else "cp437", "replace")


def _long_sizes(extra: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    """The sizes and the offset of an entry, from its zip64 field where the short fields overflow."""
    values = [size, packed, offset]
    at = 0
    while at + 4 <= len(extra):
        kind = int.from_bytes(extra[at : at + 2], "little")
        length = int.from_bytes(extra[at + 2 : at + 4], "little")
        if kind == 1:
            field = extra[at + 4 : at + 4 + length]
            for index, value in enumerate(values):
                if value == 0xFFFF_FFFF and len(field) >= 8:
                    values[index] = int.from_bytes(field[:8], "little")
                    field = field[8:]
        at += 4 + length
    return values[0], values[1], values[2]


def _inflate(packed: bytes, method: int) -> Iterator[bytes]:
    if method == _STORED:
        for at in range(0, len(packed), _CHUNK):
            yield packed[at : at + _CHUNK]
        return
    engine = zlib.decompressobj(-15)
    data = packed
    with damaged_by(zlib.error):
        while not engine.eof:
            chunk = engine.decompress(data, _CHUNK)
            data = engine.unconsumed_tail
            if not chunk and not data:
                raise CannotRead("damaged")
            yield chunk


def _too_large(limit: int) -> CannotRead:
    return CannotRead("unpacks-too-large", limit=limit // limits.MIB)
