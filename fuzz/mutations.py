"""Files made of good ones by changes that keep their form: elements, records, rows and numbers.

A change of single bytes breaks a zip or a record before any reader has looked into it. Here the bytes of an
input are choices: which file is taken, what is repeated, how often, and which number becomes a huge one.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from functools import cache
from pathlib import Path
from struct import pack, unpack_from
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))
_LARGEST_BASE = 1 << 16
_LARGEST = 1 << 24
"""What is made of a workbook by repeats is no larger, unpacked."""
_LARGEST_TEXT = 1 << 20
"""And what is made of a text file: a million good games may take their time."""
_TIMES = (2, 3, 10, 300, 20_000, 1_000_000)
_HUGE = (
    "0", "-1", "1", "65535", "65536", "90000", "1048576", "16384", "999999999", "2147483647", "4294967295",
    "4294967296", "1" + "0" * 50, "9" * 310, "1e308", "1e999", "nan", "", "A1:XFD1048576", "XFD1048576",
    "\N{MINUS SIGN}5", "#REF!", "shared", "false", "x" * 5000,
)  # fmt: skip
_ENCODINGS = (
    "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "cp1252",
)  # fmt: skip


class Choices:
    """The bytes of an input, taken one after the other; when they are used up, zeros."""

    def __init__(self, data: bytes) -> None:
        """Begin with the first byte."""
        self._data = data
        self._at = 0

    @property
    def left(self) -> bool:
        """There are bytes that were not taken."""
        return self._at < len(self._data)

    def number(self, below: int) -> int:
        """A number from 0 on."""
        value = 0
        for _ in range(1 if below <= 256 else 2 if below <= 65_536 else 3):
            value = value << 8 | (self._data[self._at] if self.left else 0)
            self._at += 1
        return value % below

    def of(self, choices: Any) -> Any:
        """One of several."""
        return choices[self.number(len(choices))]

    def times(self, size: int, largest: int = _LARGEST) -> int:
        """How often something of this size is repeated."""
        return max(1, min(self.of(_TIMES), largest // max(1, size)))


def mutated(data: bytes) -> tuple[str, bytes]:
    """The name and the bytes of the file that these choices make."""
    choices = Choices(data)
    suffix = choices.of(sorted(_MAKERS))
    return f"x.{suffix}", _MAKERS[suffix](choices)


@cache
def _bases(suffix: str) -> list[bytes]:
    """Good files of a kind: the samples, the corpus, and small ones that tests make."""
    from unit.readers.builders import ods_table, xls_table, xlsb_table, xlsx_table

    table = [["Game", "Anna", "Bernd", "Chris", "Dora"], *([n, 2, 2, -2, -2] for n in range(1, 9))]
    table[4] = [4, 2, 2, -2, 2]
    own = {"xlsx": xlsx_table, "ods": ods_table, "xls": xls_table, "xlsb": xlsb_table}
    found = [own[suffix](table)] if suffix in own else []
    for folder in ("samples", "tests/corpus"):
        for path in sorted((ROOT / folder).rglob(f"*.{suffix}")):
            if path.stat().st_size < _LARGEST_BASE:
                found += [path.read_bytes()]
    return found


def _text(choices: Choices) -> bytes:
    lines = choices.of(_bases("csv")).decode("utf-8", "replace").splitlines()[:40]
    size = sum(map(len, lines)) + 1
    while choices.left:
        at = choices.number(len(lines))
        kind = choices.number(6)
        cells = lines[at].split(",")
        where = choices.number(len(cells))
        if kind == 0:
            lines[at : at + 1] = [lines[at]] * choices.times(len(lines[at]) + 1, _LARGEST_TEXT)
        elif kind == 1:
            cells[where : where + 1] = [cells[where]] * choices.times(len(cells[where]) + 1, _LARGEST_TEXT)
            lines[at] = ",".join(cells)
        elif kind == 2:
            cells[where] = choices.of(_HUGE)
            lines[at] = ",".join(cells)
        elif kind == 3:
            lines[at] += '"'
        elif kind == 4:
            del lines[at]
            lines = lines or [""]
        else:
            to = choices.number(len(lines))
            lines[at], lines[to] = lines[to], lines[at]
        size = sum(map(len, lines)) + 1
        if size > _LARGEST_TEXT:
            break
    encoding = _ENCODINGS[size % len(_ENCODINGS)]
    return "\n".join(lines).encode(encoding, "replace")


_ELEMENT = re.compile(r"<([\w:]+)([^<>]*)>")
_VALUE = re.compile(r'="([^"<>]*)"')


def _markup(text: str, choices: Choices) -> str:
    """A document with one of its elements repeated, taken out or changed."""
    tags = list(_ELEMENT.finditer(text[: 1 << 17]))
    if not tags:
        return text
    tag = choices.of(tags)
    start, end = tag.span()
    if not tag[2].endswith("/"):
        close = f"</{tag[1]}>"
        found = text.find(close, end)
        end = found + len(close) if found >= 0 else end
    kind = choices.number(6)
    if kind == 0:
        return text[:start] + text[start:end] * choices.times(len(text) + end - start) + text[end:]
    if kind == 1:
        return text[:start] + text[end:]
    if kind == 2:
        return text[:start] + text[tag.end() :]
    if kind == 3:
        return text[: tag.end()] + text[start : tag.end()] * choices.times(len(text)) + text[tag.end() :]
    values = list(_VALUE.finditer(text, start, tag.end()))
    if kind == 4 and values:
        value = choices.of(values)
        return text[: value.start(1)] + choices.of(_HUGE) + text[value.end(1) :]
    inside = text.find("<", tag.end())
    return text[: tag.end()] + choices.of(_HUGE) + text[inside:] if inside > 0 else text


def _zip(suffix: str) -> Callable[[Choices], bytes]:
    def make(choices: Choices) -> bytes:
        base = choices.of(_bases(suffix))
        with zipfile.ZipFile(io.BytesIO(base)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
        names = sorted(name for name in parts if name.endswith((".xml", ".rels", ".bin")))
        harm = choices.number(16)
        while choices.left and sum(map(len, parts.values())) < _LARGEST:
            name = choices.of(names)
            if name.endswith(".bin"):
                parts[name] = _joined(_changed(_split(parts[name]), choices))
            else:
                text = _markup(parts[name].decode("utf-8", "surrogateescape"), choices)
                parts[name] = text.encode("utf-8", "surrogateescape")
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, content in parts.items():
                archive.writestr(name, content)
        packed = bytearray(buffer.getvalue())
        if harm < 4:
            # The checksum, the packed or the unpacked size of a part, in the list or before the part.
            at = packed.find(b"PK\1\2" if harm % 2 else b"PK\3\4", len(packed) // 3)
            field = at + (16 if harm % 2 else 14) + 4 * (harm // 2)
            if at >= 0 and field < len(packed):
                packed[field] ^= 1
        return bytes(packed)

    return make


Record = tuple[int, bytes]


def _split(data: bytes) -> list[Record]:
    """The records of a part of a binary workbook."""
    from scorecheck.readers.errors import CannotRead
    from scorecheck.readers.xlsb_reader import records

    try:
        return [(kind, data[at:end]) for kind, at, end in records(data)]
    except CannotRead:
        return []


def _joined(found: list[Record]) -> bytes:
    from scorecheck.readers.xlsb_reader import record

    return b"".join(record(kind & 0x3FFF, data) for kind, data in found)


def _changed(found: list[Record], choices: Choices) -> list[Record]:
    """Records with one of them repeated, taken out or changed."""
    if not found:
        return found
    at = choices.number(len(found))
    kind, data = found[at]
    what = choices.number(6)
    if what == 0:
        size = sum(len(one) + 4 for _, one in found)
        return [*found[:at], *[found[at]] * choices.times(size // len(found) + len(data)), *found[at + 1 :]]
    if what == 1:
        return found[:at] + found[at + 1 :]
    if what == 2:
        # Continuations, most of them empty.
        more = (0x3C, b"\0" * choices.number(3))
        return [*found[: at + 1], *[more] * choices.times(40), *found[at + 1 :]]
    if what == 3:
        return [*found[:at], (choices.number(0x1000), data), *found[at + 1 :]]
    if what == 4:
        return [*found[:at], (kind, data[: choices.number(len(data) + 1)]), *found[at + 1 :]]
    where = choices.number(len(data) + 1)
    value = choices.of((0, 1, 0xFF, 0x7FFF, 0xFFFF, 0x7FFF_FFFF, 0xFFFF_FFFF))
    changed = data[:where] + pack("<L", value)[: choices.of((1, 2, 4))]
    return [*found[:at], (kind, changed + data[len(changed) :]), *found[at + 1 :]]


def _old_excel(choices: Choices) -> bytes:
    from scorecheck.readers.compound import Compound, pack_stream
    from scorecheck.readers.errors import CannotRead
    from scorecheck.readers.source import FileContent

    base = choices.of(_bases("xls"))
    try:
        compound = Compound(FileContent(io.BytesIO(base), len(base), ".xls"))
        name = next(name for name in ("Workbook", "Book") if name in compound.names)
        stream = compound.stream(name)
    except (CannotRead, StopIteration):
        return base
    found: list[Record] = []
    at = 0
    while at + 4 <= len(stream):
        kind, length = unpack_from("<2H", stream, at)
        found.append((kind, stream[at + 4 : at + 4 + length]))
        at += 4 + length
    while choices.left and len(found) < 2_000_000:
        found = _changed(found, choices)
    # The list of sheets names the places where they begin.
    begins = [0]
    for _, data in found:
        begins.append(begins[-1] + 4 + min(len(data), 0xFFFF))
    sheets = [at for at, (kind, _) in zip(begins, found, strict=False) if kind == 0x0809][1:]
    body = bytearray()
    for kind, data in found:
        if kind == 0x0085 and sheets and len(data) >= 4:
            data = pack("<L", sheets.pop(0)) + data[4:]
        body += pack("<2H", kind, min(len(data), 0xFFFF)) + data[:0xFFFF]
    if len(body) > 3 * _LARGEST // 2:
        return base
    return pack_stream("Workbook", body)


_SHEETS: tuple[dict[str, Any], ...] = (
    {
        "game": "doppelkopf",
        "layout": "points",
        "rows": [
            {"number": n, "points": {"Anna": 2, "Bernd": 2, "Chris": -2, "Dora": -2}} for n in range(1, 7)
        ],
    },
    {
        "game": "chouette",
        "layout": "points",
        "players": ["Ann", "Ben", "Cleo"],
        "rows": [{"number": n, "points": {"Ann": 2, "Ben": -1, "Cleo": -1}} for n in range(1, 7)],
        "total": {"Ann": 12, "Ben": -6, "Cleo": -6},
    },
)


def _tree(choices: Choices) -> bytes:
    document = json.loads(json.dumps(choices.of(_SHEETS)))
    huge: list[str] = []
    while choices.left:
        rows = document.get("rows")
        row = choices.of(rows) if isinstance(rows, list) and rows else document
        holder = choices.of((document, row, row.get("points", row) if isinstance(row, dict) else document))
        if not isinstance(holder, dict) or not holder:
            break
        key = choices.of(sorted(holder))
        kind = choices.number(6)
        if kind == 0 and isinstance(rows, list):
            rows *= min(choices.times(100 * len(rows)), 200_000)
            if len(rows) > 200_000:
                break
        elif kind == 1:
            del holder[key]
        elif kind == 2:
            huge.append(choices.of(_HUGE))
            holder[key] = f"HUGE{len(huge) - 1}-"
        elif kind == 3:
            holder[choices.of(_HUGE) or "x"] = holder[key]
        elif kind == 4:
            holder[key] = [holder[key]]
        else:
            holder[key] = {f"P{n}": n for n in range(choices.of((1, 30, 3000)))}
    text = json.dumps(document)
    for at, word in enumerate(huge):
        # Numbers that Python would not write.
        text = text.replace(f'"HUGE{at}-"', word or "null")
    return text.encode()


_MAKERS: dict[str, Callable[[Choices], bytes]] = {
    "csv": _text,
    "xlsx": _zip("xlsx"),
    "xlsb": _zip("xlsb"),
    "ods": _zip("ods"),
    "xls": _old_excel,
    "sheet.json": _tree,
}
