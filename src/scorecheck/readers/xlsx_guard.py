"""Guards a sheet of an xlsx file: finds its size, and what the engine cannot give, before it is read.

The sheet is scanned as bytes, not parsed: a million cells take a fraction of a second. What the scan cannot
interpret for certain it refuses, since the engine might take it for a cell at the other end of the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import repeat

from scorecheck.model.cells import CellError, Uncalculated
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sheet_walk import HiddenColumns, SheetFacts, SheetWalk

_ATTRIBUTES = rb"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*"
_PLAIN_CELL = re.compile(
    # Most cells are declared as numbers, or not at all.
    rb'<c r="([A-Z]{1,3}[1-9][0-9]{0,6})"(?: t="n"|(?: [a-qs-z]+="[^"<>]*")*)>(?!</c>)'
)
_LETTERS, _DIGITS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", b"0123456789"
_PLAIN_EMPTY = rb'<c r="[A-Z]{1,3}[1-9][0-9]{0,6}"(?: [a-qs-z]+="[^"<>]*")*(?: ?/>|></c>)'
_TOKEN = rb"<(/?)(?:[\w.-]+:)?(row|c)(" + _ATTRIBUTES + rb")\s*(/?)>"
_ANY_CELL = rb"<(?:[^\s<>/!?=]*:)?c(?=[\s/>])"
_ATTRIBUTE = rb"\s([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')"
_PLACE = rb"([A-Za-z]{1,3})([0-9]{1,7})"
_NOTHING = rb"\s*</"
_FORMULA = (
    rb"\s*<(?:[\w.-]+:)?f" + _ATTRIBUTES + rb"\s*(?:/>|>([^<]*)</[^>]*>)"
    rb"\s*(?:<(?:[\w.-]+:)?v\s*/>|<(?:[\w.-]+:)?v\s*>\s*</[^>]*>)?\s*</(?:[\w.-]+:)?c\s*>"
)
_RESULT = (
    rb"\s*(?:<(?:[\w.-]+:)?f" + _ATTRIBUTES + rb"\s*(?:/>|>[^<]*</[^>]*>))?\s*<(?:[\w.-]+:)?v\s*>([^<]*)<"
)
_PLAIN_FORMULA = rb'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"(?![^<>]* t="(?:str|e)")[^<>]*>' + _FORMULA
_PLAIN_ERROR = rb'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"[^<>]* t="e"[^<>]*>(?!</c>)(?<!/>)'
_PLAIN_HIDDEN = rb'<row ([^<>]*\bhidden="(?:1|true)"[^<>]*)>'
_PLAIN_ROW = rb' r="([1-9][0-9]{0,6})"'
_COLUMN = rb"<(?:[\w.-]+:)?col(" + _ATTRIBUTES + rb")\s*/?>"
_MERGE = rb"<(?:[\w.-]+:)?mergeCell\s+ref\s*=\s*[\"']([A-Za-z]+)([0-9]+):([A-Za-z]+)([0-9]+)[\"']"
_KNOWN_ERRORS = frozenset((b"#DIV/0!", b"#N/A", b"#NAME?", b"#NULL!", b"#NUM!", b"#REF!", b"#VALUE!"))
_ERROR_RESULT = rb"(<(?:[\w.-]+:)?v\s*>)(#[^<]*)(?=<)"
_BLOCK = 50_000
_CHUNK = 1 << 20


@cache
def _compiled(pattern: bytes) -> re.Pattern[bytes]:
    """A pattern, compiled on first use: most sheets need few."""
    return re.compile(pattern)


def refuse_document_type(data: bytes) -> None:
    """Refuses a part that defines entities, or whose encoding hides its tags."""
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data:
        raise CannotRead("damaged")


def scan_sheet(data: bytes) -> SheetFacts:
    """Scans the XML of a sheet."""
    refuse_document_type(data)
    start, end = data.find(b"sheetData"), data.rfind(b"sheetData")
    if start < 0:
        return SheetWalk(limits.CELLS).facts()
    end = end if end > start else len(data)
    prefixed = b":c" in data
    tags = data.count(b"<c", start, end)
    if prefixed:
        tags = sum(1 for _ in _compiled(_ANY_CELL).finditer(data, start, end))
    if tags > 2 * limits.CELLS:
        raise limits.too_many_cells(tags)
    prefix = prefix_of(data, b"sheetData")
    rows = data.count(b"<" + prefix + b"row", start, end)
    if rows > limits.ROWS:
        raise CannotRead("too-many-rows", rows=rows, limit=limits.ROWS)
    cell = b"<" + prefix + b"c"
    refuse_long_texts(data, start, end, cell + b" ", cell + b">", cell + b"/", b"<" + prefix + b"row")
    # Nearly all sheets are written as Excel does it.
    walk = None if prefixed else _scan_plain(data, start, end, tags)
    if walk is None:
        walk = _scan_tokens(data, start, end)
    _hide_columns(walk.hidden_columns, data, start)
    walk.merge(_merged(data, end))
    return walk.facts()


def refuse_long_texts(data: bytes, start: int, end: int, *marks: bytes) -> None:
    """Refuses a part with 50,000 bytes between two positions without any of the marks.

    Raises:
        CannotRead: there is such a stretch, or something in which marks could be faked.
    """
    if end - start <= _BLOCK:
        return
    if data.find(b"<!--", start, end) >= 0 or data.find(b"<![CDATA[", start, end) >= 0:
        raise CannotRead("damaged")
    for at in range(start, end - _BLOCK, _BLOCK):
        if all(data.find(mark, at, at + _BLOCK) < 0 for mark in marks):
            raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)


def prefix_of(data: bytes, name: bytes) -> bytes:
    """The namespace prefix of the first element of a name, with its colon."""
    found = re.search(rb"<([\w.-]+:)?" + name + rb"[\s/>]", data)
    return (found[1] or b"") if found else b""


def _scan_plain(data: bytes, start: int, end: int, tags: int) -> _Walk | None:
    """The facts of a sheet whose cells all begin with their place; ``None`` for others."""
    columns: set[bytes] = set()
    rows: set[bytes] = set()
    cells, at = 0, start
    while at < end:
        stop = min(end, at + _CHUNK)
        if stop < end:
            # A piece ends where a cell begins, so that no cell is cut.
            cut = data.rfind(b"<c ", at + 1, stop)
            stop = cut if cut > 0 else stop
        places = _PLAIN_CELL.findall(data, at, stop)
        columns.update(map(bytes.rstrip, places, repeat(_DIGITS)))
        rows.update(map(bytes.lstrip, places, repeat(_LETTERS)))
        cells += len(places)
        at = stop
    if cells != tags and cells + sum(1 for _ in _compiled(_PLAIN_EMPTY).finditer(data, start, end)) != tags:
        return None
    walk = _Walk()
    if cells:
        down = [int(digits) for digits in rows]
        walk.block(cells, down, [column_number(letters) for letters in columns])
        hidden = _hidden_rows(data, start, end)
        if hidden is None:
            return None
        walk.hidden_rows = hidden
        _mark_plain(walk, data, start, end)
    return walk


def _hidden_rows(data: bytes, start: int, end: int) -> set[int] | None:
    """The numbers of the hidden rows; ``None`` where one has no number."""
    hidden: set[int] = set()
    for match in _compiled(_PLAIN_HIDDEN).finditer(data, start, end) if b'hidden="' in data else ():
        number = _compiled(_PLAIN_ROW).search(b" " + match[1])
        if number is None:
            return None
        hidden.add(int(number[1]))
    return hidden


def _mark_plain(walk: _Walk, data: bytes, start: int, end: int) -> None:
    for match in _compiled(_PLAIN_FORMULA).finditer(data, start, end) if b"<f" in data else ():
        walk.formula(int(match[2]), column_number(match[1]), match[3])
    for match in _compiled(_PLAIN_ERROR).finditer(data, start, end) if b' t="e"' in data else ():
        walk.error(int(match[2]), column_number(match[1]), _compiled(_RESULT).match(data, match.end()))


class _Walk(SheetWalk):
    """The findings of a scan, with errors and formulas without a result as written in the XML."""

    def __init__(self) -> None:
        super().__init__(limits.CELLS)

    def formula(self, row: int, column: int, raw: bytes | None) -> None:
        self.mark(row, column, Uncalculated("=" + (_text(raw or b"") or "…")))

    def error(self, row: int, column: int, result: re.Match[bytes] | None) -> None:
        self.foreign_errors = self.foreign_errors or result is None or result[1] not in _KNOWN_ERRORS
        self.mark(row, column, CellError(_text(result[1]) if result and result[1] else "#VALUE!"))


def _scan_tokens(data: bytes, start: int, end: int) -> _Walk:
    """The facts of any sheet, tag by tag."""
    walk = _Walk()
    seen = 0
    for row, column, attributes, ended, at in _cells(data, start, end, walk.hidden_rows):
        seen += 1
        if ended or _compiled(_NOTHING).match(data, at):
            continue
        kind = attributes.get(b"t")
        if kind == b"e":
            walk.error(row, column, _compiled(_RESULT).match(data, at))
        elif kind != b"str" and (formula := _compiled(_FORMULA).match(data, at)):
            walk.formula(row, column, formula[1])
        walk.cells(row, column, column)
    if seen != sum(1 for _ in _compiled(_ANY_CELL).finditer(data, start, end)):
        raise CannotRead("damaged")
    return walk


def cell_styles(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The row, column and style of each cell with a style."""
    for row, column, attributes, _, _ in _cells(data, 0, len(data), set()):
        style = attributes.get(b"s", b"")
        if style.isdigit() and len(style) < 7:
            yield row, column, int(style)


def _cells(
    data: bytes, start: int, end: int, hidden: set[int]
) -> Iterator[tuple[int, int, Mapping[bytes, bytes], bool, int]]:
    """The cells of a sheet by their tags; hidden rows are added to ``hidden``.

    Yields the row, the column and the attributes, whether the cell is empty, and the start of its content.
    Missing places are counted as the engine does.
    """
    row_at = column_at = 0
    for match in _compiled(_TOKEN).finditer(data, start, end):
        closing, kind, raw, ended = match.groups()
        if kind == b"row":
            if not closing:
                row_at, is_hidden = _opened(raw, row_at)
                if is_hidden:
                    hidden.add(row_at + 1)
            if closing or ended:
                row_at, column_at = row_at + 1, 0
        elif not closing:
            attributes = _attributes(raw)
            row, column_at = _place(attributes[b"r"]) if b"r" in attributes else (row_at + 1, column_at + 1)
            yield row, column_at, attributes, bool(ended), match.end()


def known_errors(data: bytes) -> bytes:
    """The XML of a sheet, with unknown errors replaced by one that the engine knows."""

    def name(match: re.Match[bytes]) -> bytes:
        return match[0] if match[2] in _KNOWN_ERRORS else match[1] + b"#N/A"

    return _compiled(_ERROR_RESULT).sub(name, data)


def column_number(letters: bytes) -> int:
    """The column of its letters, counted from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _opened(raw: bytes, row_at: int) -> tuple[int, bool]:
    """The row that a tag opens, counted from 0: ``row_at`` if it names none; and whether it is hidden."""
    attributes = _attributes(raw)
    if b"r" in attributes:
        row_at = _row_number(attributes[b"r"]) - 1
    return row_at, attributes.get(b"hidden") in (b"1", b"true")


def _attributes(raw: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for name, double, single in _compiled(_ATTRIBUTE).findall(raw):
        # Of two places the engine may take either.
        if name in found:
            raise CannotRead("damaged")
        found[name] = double or single
    return found


def _place(reference: bytes) -> tuple[int, int]:
    match = _compiled(_PLACE).fullmatch(reference)
    if match is None:
        raise CannotRead("damaged")
    return _row_number(match[2]), column_number(match[1])


def _row_number(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 7 or digits.strip(b"0") == b"":
        raise CannotRead("damaged")
    return int(digits)


def _hide_columns(hidden: HiddenColumns, data: bytes, end: int) -> None:
    if data.find(b"idden", 0, end) < 0:
        return
    for match in _compiled(_COLUMN).finditer(data, 0, end):
        attributes = _attributes(match[1])
        if attributes.get(b"hidden") in (b"1", b"true"):
            first, last = attributes.get(b"min", b""), attributes.get(b"max", b"")
            if first.isdigit() and last.isdigit():
                hidden.hide(int(first[:6]), int(last[:6]))


def _merged(data: bytes, start: int) -> tuple[tuple[int, int, int, int], ...]:
    named = data.count(b"mergeCell", start)
    # The element around them has a similar name and may give their number.
    if named > limits.MERGED + 2:
        raise limits.too_many_marked(limits.MERGED)
    if not named:
        return ()
    return tuple(
        (int(top), column_number(left), int(bottom), column_number(right))
        for left, top, right, bottom in _compiled(_MERGE).findall(data, start)
        if len(top) < 8 and len(bottom) < 8 and len(left) < 4 and len(right) < 4
    )


def _text(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace")
    if "&" in text:
        for name, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
            text = text.replace(name, sign)
    return text
