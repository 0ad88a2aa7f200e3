"""Delimited text: detects the encoding and the delimiter, and keeps the values as they are."""

from __future__ import annotations

import codecs
import csv
import io
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from scorecheck.model.cells import BOLD, DRAWN
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import FileContent, refuse_size

if TYPE_CHECKING:
    from scorecheck.readers.aligned import Aligned
    from scorecheck.readers.chat import Chat

Row = Sequence[str]

_DELIMITERS = ("\t", ";", ",", "|")
"""Of two that fit equally, the earlier: a comma is often inside a value, a tab never."""
_RULES = "|+-:= \t\r\n"
"""The characters of ruled lines in a table drawn in text."""
_SAMPLE = 1 << 16
_BATCH = 1 << 14
_MEMO = 30000
_QUOTED_CHARACTERS = 1 << 16
"""The longest quoted cell; a longer one is a stray quote."""
_END = "\0end"
"""A line that no file contains, since NUL is dropped: it shows whether a quote is still open."""


def read(source: FileContent) -> tuple[Grid, ...]:
    """The grid of a text file; row ``i`` is line ``i + 1`` in an editor."""
    refuse_size(source.size, limits.TEXT_BYTES)
    encoding, nul = _encoding(source)
    source.stream.seek(0)
    # A replacement character for a broken byte is better than no file at all.
    text = io.TextIOWrapper(source.stream, encoding=encoding, errors="replace", newline="")
    try:
        return (Grid(None, _rows(text, nul=nul)),)
    finally:
        text.detach()


def dialect(data: bytes) -> tuple[str, str, Callable[[str], list[tuple[int, int]]] | None]:
    """The encoding and the delimiter of a text file, and the positions of its cells in messages or between
    blanks."""
    source = FileContent(io.BytesIO(data), len(data), "")
    encoding, _ = _encoding(source)
    text = data.decode(encoding, "replace")
    lines = text.splitlines(keepends=True)[:_SHOWN] or [""]
    delimiter, named = _delimiter(lines)
    aligned = None if named else _aligned(lines, delimiter)
    return encoding, delimiter, None if aligned is None else aligned.spans


def _encoding(source: FileContent) -> tuple[str, bool]:
    """The encoding of a file by its content, and whether it contains NUL characters."""
    head = source.head(_SAMPLE)
    wide = wide_encoding(head)
    if wide:
        return wide, True
    decoder = codecs.getincrementaldecoder("utf-8")()
    encoding, nul = "utf-8-sig", False
    source.stream.seek(0)
    while chunk := source.stream.read(limits.MIB):
        nul = nul or b"\0" in chunk
        if encoding == "utf-8-sig":
            try:
                decoder.decode(chunk)
            except UnicodeDecodeError:
                encoding = "mac_roman" if _is_mac_roman(chunk) else "cp1252"
    return encoding, nul


def _is_mac_roman(chunk: bytes) -> bool:
    """Whether the characters beyond ASCII are plausible letters only as Mac Roman."""
    sample = bytes(byte for byte in chunk if byte >= 0x80)[:_MOST_LETTERS]
    usual = [
        sum(map(_USUAL.__contains__, sample.decode(name, "replace"))) for name in ("mac_roman", "cp1252")
    ]
    return usual[0] > usual[1]


_MOST_LETTERS = 4096
_USUAL = frozenset("äöüÄÖÜßéèêáàâóôåæøÅÆØñçí–—„“”’½€°")


def wide_encoding(head: bytes) -> str | None:
    """The UTF-16 or UTF-32 encoding of a file, by its byte order mark or its zeros."""
    # One mark is the beginning of another, and no table begins with a NUL character.
    if head.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    sample = head[:2048]
    fours = len(sample) // 4
    if fours:
        # No character has more than 21 bits; western text has no more than eight.
        zeros = [sample[at : 4 * fours : 4].count(0) for at in range(4)]
        if zeros[2] + zeros[3] == 2 * fours and zeros[0] < fours:
            return "utf-32-le"
        if zeros[0] + zeros[1] == 2 * fours and zeros[3] < fours:
            return "utf-32-be"
    pairs = len(sample) // 2
    if pairs < 2:
        return None
    low, high = sample[0 : 2 * pairs : 2].count(0), sample[1 : 2 * pairs : 2].count(0)
    # Western text in UTF-16 has a zero in nearly every pair, always on the same side.
    if high >= 0.7 * pairs and low <= 0.05 * pairs:
        return "utf-16-le"
    if low >= 0.7 * pairs and high <= 0.05 * pairs:
        return "utf-16-be"
    return None


def _rows(text: io.TextIOWrapper, *, nul: bool) -> list[Row]:
    rows: list[Row] = []
    store = _Store()
    delimiter = ""
    aligned: Aligned | Chat | None = None
    carry: list[str] = []
    while True:
        fresh = list(_batch(text))
        lines = carry + ([line.replace("\0", "") for line in fresh] if nul else fresh)
        carry = []
        if not lines:
            return rows
        if not delimiter:
            delimiter, named = _delimiter(lines)
            if named:
                rows.append(())
                lines = lines[1:]
            aligned = None if named else _aligned(lines, delimiter)
        if delimiter == DRAWN or aligned is not None:
            # A line that is only drawn is no row.
            lines = [line if line.isspace() or line.strip(_RULES) else "\n" for line in lines]
        if delimiter == DRAWN:
            lines = [line.replace(BOLD, "") for line in lines]
        if aligned is not None:
            batch = list(map(aligned.cells, lines))
        else:
            batch, carry = _delimited(lines, delimiter, at_end=not fresh)
        rows.extend(store.keep(batch))
        store.check(len(rows))


def _batch(text: io.TextIOWrapper) -> Iterator[str]:
    """The next lines, of which there are few for any file."""
    length = 0
    while length < _BATCH and (line := text.readline(limits.LINE + 1)):
        if len(line) > limits.LINE:
            raise CannotRead("line-too-long", limit=limits.LINE)
        length += len(line)
        yield line


def _aligned(lines: list[str], delimiter: str) -> Aligned | Chat | None:
    """The positions of the cells in messages, or between blanks if no delimiter splits half of the lines."""
    if any(": " in line for line in lines[:_FIRST]):
        from scorecheck.readers.chat import Chat

        chat = Chat(lines[:_SHOWN])
        if not chat.few:
            return chat
    cut = sum([delimiter in line for line in lines])
    # Most tables are delimited throughout and need no check line by line.
    if 2 * cut > len(lines) or 2 * cut > sum(1 for line in lines if line.strip()):
        return None
    if not any(" " in line.strip() for line in lines):
        return None
    from scorecheck.readers.aligned import Aligned

    found = Aligned(lines[:_SHOWN])
    return None if found.few else found


_FIRST, _SHOWN = 20, 200
"""The numbers of lines that show whether they may be messages, and the alignment."""


def _delimited(lines: list[str], delimiter: str, *, at_end: bool) -> tuple[list[list[str]], list[str]]:
    """The rows of lines; a quoted cell may span several, counted as spreadsheets count them.

    Also returns the lines of a last row whose quote is still open.
    """
    rows: list[list[str]] = []
    at = 0
    while at < len(lines):
        reader = csv.reader(chain(lines[at:], (_END,)), delimiter=delimiter)
        while at < len(lines):
            before = reader.line_num
            try:
                row = next(reader)
            except csv.Error:
                break
            span = reader.line_num - before
            if at + span > len(lines):
                rest = lines[at:]
                if not at_end and sum(map(len, rest)) <= _QUOTED_CHARACTERS:
                    return rows, rest
                break
            rows.append(row)
            at += span
        if at < len(lines):
            # A quote that is never closed, most likely.
            rows.append(lines[at].rstrip("\r\n").split(delimiter))
            at += 1
    return rows, []


class _Store:
    """Shares equal texts, and counts the memory of all."""

    def __init__(self) -> None:
        self._memo: dict[str, str] = {}
        self._cells = 0
        self._texts = 0

    def keep(self, batch: list[list[str]]) -> list[Row]:
        """The rows as tuples of shared texts."""
        memo = self._memo
        keep = memo.setdefault
        widths = list(map(len, batch))
        if max(widths, default=0) > limits.COLUMNS:
            _refuse_wide_rows(batch)
        self._cells += sum(widths)
        kept: list[Row] = [tuple(map(keep, row, row)) for row in batch]
        if len(memo) > _MEMO:
            # Game numbers never recur; texts that do recur soon.
            self._texts += sum(map(sys.getsizeof, memo))
            memo.clear()
        return kept

    def check(self, rows: int) -> None:
        """Refuses rows that exceed the memory limit."""
        if 80 * rows + 8 * self._cells + self._texts > limits.TEXT_MEMORY:
            raise CannotRead("too-many-lines", rows=rows)


def _refuse_wide_rows(batch: list[list[str]]) -> None:
    """Refuses rows that are wider than any spreadsheet, not counting empty cells at the end."""
    for row in batch:
        if len(row) > limits.COLUMNS:
            width = max((at for at, value in enumerate(row, start=1) if value), default=0)
            if width > limits.COLUMNS:
                raise CannotRead("too-many-columns", columns=width, limit=limits.COLUMNS)
            del row[width:]


def _delimiter(lines: list[str]) -> tuple[str, bool]:
    """The delimiter, and whether the first line declares it (``sep=;``)."""
    first = lines[0].rstrip("\r\n")
    if len(first) == 5 and first.lower().startswith("sep="):
        return first[4], True
    if first.lower() == "sep=\\t":
        return "\t", True
    sample: list[str] = []
    length = 0
    for line in lines[:200]:
        length += len(line)
        if length > _SAMPLE and sample:
            break
        sample.append(line)
    there = [delimiter for delimiter in _DELIMITERS if any(delimiter in line for line in sample)]
    if there in ([], [","]):
        return ",", False
    scores = {delimiter: _fit(sample, delimiter) for delimiter in there}
    best = max(there, key=lambda delimiter: scores[delimiter])
    return (best if scores[best] > 0 else ","), False


def _fit(lines: list[str], delimiter: str) -> float:
    """How well a delimiter splits the lines into a table: the share of the most frequent width above one."""
    widths: dict[int, int] = {}
    filled = 0
    for row in _delimited(lines, delimiter, at_end=True)[0]:
        if not row or not any(map(str.strip, row)):
            continue
        filled += 1
        if len(row) > 1:
            widths[len(row)] = widths.get(len(row), 0) + 1
    return max(widths.values()) / filled if widths else 0.0
