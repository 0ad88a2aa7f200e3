"""Untrusted compound files (OLE2), the container of old Excel files, and their repacking."""

from __future__ import annotations

from array import array
from struct import Struct, error, pack

from scorecheck.model.record import NamedTuple
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead, damaged_by
from scorecheck.readers.source import FileContent

_SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_HEADER = Struct("<8s16x5H6x9L")
_LAST = 0xFFFF_FFFA
_END = 0xFFFF_FFFE
_FREE = 0xFFFF_FFFF
_FAT = 0xFFFF_FFFD
_MINI_LIMIT = 4096
_ENTRY = 128


class _Stream(NamedTuple):
    start: int
    size: int


class Compound:
    """A compound file whose directory has been read."""

    def __init__(self, source: FileContent) -> None:
        self._data = source.all(limits.XLS_BYTES)
        with damaged_by(error):
            fields = _HEADER.unpack_from(self._data)
        shift, directory, mini_at, difat_at = fields[4], fields[8], fields[11], fields[13]
        if shift not in (9, 12):
            raise CannotRead("damaged")
        self._sector = 1 << shift
        self._count = len(self._data) // self._sector
        self._fat = self._allocation(difat_at)
        self._streams: dict[str, _Stream] = {}
        root = _Stream(_END, 0)
        entries = self._chain(directory, self._fat)
        for at in range(0, len(entries) - _ENTRY + 1, _ENTRY):
            entry = entries[at : at + _ENTRY]
            length, kind = int.from_bytes(entry[64:66], "little"), entry[66]
            name = entry[: max(0, min(length, 64) - 2)].decode("utf-16-le", "replace")
            size = int.from_bytes(entry[120 : 128 if shift == 12 else 124], "little")
            stream = _Stream(int.from_bytes(entry[116:120], "little"), size)
            if kind == 5:
                root = stream
            elif kind == 2:
                self._streams.setdefault(name, stream)
        self._mini = self._chain(root.start, self._fat)
        self._mini_fat = _numbers(self._chain(mini_at, self._fat))

    @property
    def names(self) -> frozenset[str]:
        """The names of the streams, whatever folder they are in."""
        return frozenset(self._streams)

    def stream(self, name: str) -> bytes:
        """The bytes of a stream."""
        start, size = self._streams[name]
        if size > len(self._data):
            raise CannotRead("damaged")
        if size >= _MINI_LIMIT:
            return self._chain(start, self._fat)[:size]
        return self._mini_chain(start)[:size]

    def _read(self, number: int) -> bytes:
        at = (number + 1) * self._sector
        data = self._data[at : at + self._sector]
        if not data:
            raise CannotRead("damaged")
        return data

    def _allocation(self, difat_at: int) -> array[int]:
        listed = _numbers(self._data[76:512])
        seen = 0
        while difat_at < _LAST:
            sector = _numbers(self._read(difat_at))
            listed.extend(sector[:-1])
            difat_at = sector[-1] if len(sector) * 4 == self._sector else _END
            seen += 1
            if seen > self._count:
                raise CannotRead("damaged")
        fat = array("I")
        for number in listed:
            if number < _LAST:
                fat.extend(_numbers(self._read(number)))
            if len(fat) > 2 * self._count + self._sector:
                break
        return fat

    def _chain(self, number: int, fat: array[int]) -> bytes:
        pieces: list[bytes] = []
        while number < _LAST:
            pieces.append(self._read(number))
            if len(pieces) > self._count or number >= len(fat):
                raise CannotRead("damaged")
            number = fat[number]
        return b"".join(pieces)

    def _mini_chain(self, number: int) -> bytes:
        pieces: list[bytes] = []
        while number < _LAST:
            pieces.append(self._mini[64 * number : 64 * number + 64])
            if len(pieces) > _MINI_LIMIT // 64 or number >= len(self._mini_fat):
                raise CannotRead("damaged")
            number = self._mini_fat[number]
        return b"".join(pieces)


def pack_stream(name: str, data: bytes | bytearray) -> bytes:
    """A compound file with a single stream."""
    sector = 4096
    stream = -(-max(len(data), _MINI_LIMIT) // sector)
    tables = 1
    while tables * (sector // 4) < stream + 1 + tables:
        tables += 1
    fat = array("I", [_END])
    fat.extend([_FAT] * tables)
    fat.extend(range(tables + 2, tables + 1 + stream))
    fat.append(_END)
    fat.extend([_FREE] * (tables * (sector // 4) - len(fat)))
    header = _SIGNATURE + bytes(16) + pack("<5H6x", 0x3E, 4, 0xFFFE, 12, 6)
    header += pack("<9L", 1, tables, 0, 0, _MINI_LIMIT, _END, 0, _END, 0)
    listed = [*range(1, tables + 1), *[_FREE] * (109 - tables)]
    header += pack("<109L", *listed)
    # The engine takes a root without a start for an empty file.
    directory = _entry("Root Entry", 5, 1, 0, 0)
    directory += _entry(name, 2, _FREE, tables + 1, stream * sector)
    body = b"".join((header.ljust(sector, b"\0"), directory.ljust(sector, b"\0"), fat.tobytes(), data))
    return body.ljust((2 + tables + stream) * sector, b"\0")


def _entry(name: str, kind: int, child: int, start: int, size: int) -> bytes:
    raw = name.encode("utf-16-le")
    return raw.ljust(64, b"\0") + pack(
        "<H2B3L16xL16xLQ", len(raw) + 2, kind, 1, _FREE, _FREE, child, 0, start, size
    )


def _numbers(data: bytes) -> array[int]:
    numbers = array("I")
    numbers.frombytes(data[: len(data) // 4 * 4])
    return numbers
