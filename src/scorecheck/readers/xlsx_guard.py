"""The look at a sheet of an xlsx file before the engine has it: how large, and what it does not tell.

The sheet is scanned as bytes, not parsed: a document of a million cells is looked at in a fraction
of a second. What the scan cannot take for certain it refuses, since the engine might take it for
a cell at the other end of the sheet.
"""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.model.cells import CellError, CellRef, Uncalculated
from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_ATTRIBUTES = rb"(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"<]*\"|'[^'<]*'))*"
_PLAIN_CELL = re.compile(rb'<c r="([A-Z]{1,3})([1-9][0-9]{0,6})"(?: [a-qs-z]+="[^"<>]*")*>(?!</c>)')
_PLAIN_EMPTY = re.compile(rb'<c r="[A-Z]{1,3}[1-9][0-9]{0,6}"(?: [a-qs-z]+="[^"<>]*")*(?: ?/>|></c>)')
_TOKEN = re.compile(rb"<(/?)(?:[\w.-]+:)?(row|c)(" + _ATTRIBUTES + rb")\s*(/?)>")
_USUAL = re.compile(
    rb' r="([A-Z]{1,3})([1-9][0-9]{0,6})"(?: s="[0-9]+")?(?: t="([a-zA-Z]+)")?(?: s="[0-9]+")?'
)
_ANY_CELL = re.compile(rb"<(?:[^\s<>/!?=]*:)?c(?=[\s/>])")
_ATTRIBUTE = re.compile(rb"\s([\w:.-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_PLACE = re.compile(rb"([A-Za-z]{1,3})([0-9]{1,7})")
_NOTHING = re.compile(rb"\s*</")
_FORMULA = re.compile(
    rb"\s*<(?:[\w.-]+:)?f" + _ATTRIBUTES + rb"\s*(?:/>|>([^<]*)</[^>]*>)"
    rb"\s*(?:<(?:[\w.-]+:)?v\s*/>|<(?:[\w.-]+:)?v\s*>\s*</[^>]*>)?\s*</(?:[\w.-]+:)?c\s*>"
)
_RESULT = re.compile(rb"<(?:[\w.-]+:)?v\s*>([^<]*)<")
_COLUMN = re.compile(rb"<(?:[\w.-]+:)?col(" + _ATTRIBUTES + rb")\s*/?>")
_MERGE = re.compile(rb"<(?:[\w.-]+:)?mergeCell\s+ref\s*=\s*[\"']([A-Za-z]+)([0-9]+):([A-Za-z]+)([0-9]+)[\"']")
_KNOWN_ERRORS = frozenset((b"#DIV/0!", b"#N/A", b"#NAME?", b"#NULL!", b"#NUM!", b"#REF!", b"#VALUE!"))
_ERROR_RESULT = re.compile(rb"(<(?:[\w.-]+:)?v\s*>)(#[^<]*)(?=<)")
_BLOCK = 50_000
_CHUNK = 1 << 20


class SheetFacts(NamedTuple):
    """What the scan of a sheet found out. Rows and columns are counted from 1."""

    cells: int = 0
    """Cells with content."""
    area: int = 0
    """Cells of the smallest rectangle that holds the content."""
    shared: int = 0
    """Cells that show a shared text, at most."""
    overlay: Mapping[int, list[tuple[int, CellError | Uncalculated]]] = MappingProxyType({})
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    merged: tuple[tuple[int, int, int, int], ...] = ()
    foreign_errors: bool = False
    """Some cell shows an error that the engine does not know."""


def refuse_document_type(data: bytes) -> None:
    """Refuse a part that defines entities, or is in an encoding that hides its tags.

    Raises:
        CannotRead: it does or is.
    """
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data or data[:2] in (b"\xff\xfe", b"\xfe\xff") or b"\0" in data:
        raise CannotRead("damaged")


def scan_sheet(data: bytes) -> SheetFacts:
    """Look through the XML of a sheet.

    Raises:
        CannotRead: there is too much in it, or it is not what spreadsheets write.
    """
    refuse_document_type(data)
    start, end = data.find(b"sheetData"), data.rfind(b"sheetData")
    if start < 0:
        return SheetFacts()
    tags = data.count(b"<c", start, end)
    prefixed = b":c" in data
    if prefixed:
        tags = sum(1 for _ in _ANY_CELL.finditer(data, start, end))
    if tags > 2 * limits.CELLS:
        raise too_many_cells(tags)
    prefix = prefix_of(data, b"sheetData")
    rows = data.count(b"<" + prefix + b"row", start, end)
    if rows > limits.ROWS:
        raise CannotRead("too-many-rows", rows=rows, limit=limits.ROWS)
    refuse_long_texts(data, start, end, b"</" + prefix + b"c>", b"<" + prefix + b"row")
    # Most sheets hold neither errors nor formulas, and are written the way Excel does.
    marked = prefixed or b"<f" in data or b'"e"' in data or b"idden" in data
    facts = None if marked else _scan_plain(data, start, end, tags)
    if facts is None:
        facts = _scan_tokens(data, start, end)
    return facts._replace(
        shared=data.count(b'"s"') + data.count(b"'s'"),
        hidden_columns=_hidden_columns(data[:start]),
        merged=_merged(data, end),
    )


def refuse_long_texts(data: bytes, start: int, end: int, *marks: bytes) -> None:
    """Refuse a part in which 50,000 bytes between two places hold none of the marks.

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
    """The namespace prefix, with its colon, that the first element of a name is written with."""
    found = re.search(rb"<([\w.-]+:)?" + name + rb"[\s/>]", data)
    return (found[1] or b"") if found else b""


def _scan_plain(data: bytes, start: int, end: int, tags: int) -> SheetFacts | None:
    """The facts of a sheet whose every cell names its place first; ``None`` for any other."""
    columns: set[bytes] = set()
    rows: set[bytes] = set()
    cells, at = 0, start
    while at < end:
        stop = end if end - at <= _CHUNK else max(data.rfind(b"<c ", at + 1, at + _CHUNK), at + 1)
        places = _PLAIN_CELL.findall(data, at, stop)
        if places:
            letters, digits = zip(*places, strict=True)
            columns.update(letters)
            rows.update(digits)
            cells += len(places)
        at = stop
    if cells != tags and cells + sum(1 for _ in _PLAIN_EMPTY.finditer(data, start, end)) != tags:
        return None
    if not cells:
        return SheetFacts()
    across = [column_number(letters) for letters in columns]
    down = [int(digits) for digits in rows]
    return SheetFacts(cells, extent(min(down), max(down), min(across), max(across)))


def _scan_tokens(data: bytes, start: int, end: int) -> SheetFacts:
    """The facts of any sheet, tag by tag; places that are not named are counted as the engine does."""
    overlay: dict[int, list[tuple[int, CellError | Uncalculated]]] = {}
    hidden: list[int] = []
    foreign = False
    row_at, column_at, seen, cells, marked = 0, 0, 0, 0, 0
    top, bottom, left, right = limits.ROWS + 1, 0, limits.COLUMNS + 1, 0
    for match in _TOKEN.finditer(data, start, end):
        closing, kind, raw, ended = match.groups()
        if kind == b"row":
            attributes = {} if closing else _attributes(raw)
            if b"r" in attributes:
                row_at = _row_number(attributes[b"r"]) - 1
            if attributes.get(b"hidden") in (b"1", b"true"):
                hidden.append(row_at + 1)
            if closing or ended:
                row_at, column_at = row_at + 1, 0
            continue
        if closing:
            continue
        seen += 1
        usual = _USUAL.fullmatch(raw)
        if usual:
            letters, digits, kind = usual.groups()
            row, column = int(digits), column_number(letters)
        else:
            attributes = _attributes(raw)
            row, column = _place(attributes[b"r"]) if b"r" in attributes else (row_at + 1, column_at + 1)
            kind = attributes.get(b"t")
        column_at = column
        if ended or _NOTHING.match(data, match.end()):
            continue
        formula = _FORMULA.match(data, match.end()) if kind != b"str" else None
        if formula:
            value: CellError | Uncalculated = Uncalculated("=" + (_text(formula[1] or b"") or "…"))
        elif kind == b"e":
            shown = _RESULT.search(data, match.end())
            foreign = foreign or not shown or shown[1] not in _KNOWN_ERRORS
            value = CellError(_text(shown[1]) if shown and shown[1] else "#VALUE!")
        else:
            value = CellError()
        if value:
            marked += 1
            if marked > limits.MARKED_CELLS:
                raise CannotRead("too-many-marked", limit=limits.MARKED_CELLS)
            overlay.setdefault(row, []).append((column, value))
        cells += 1
        top, bottom = min(top, row), max(bottom, row)
        left, right = min(left, column), max(right, column)
    if seen != sum(1 for _ in _ANY_CELL.finditer(data, start, end)):
        raise CannotRead("damaged")
    area = extent(top, bottom, left, right) if cells else 0
    inside = frozenset(row for row in hidden if row <= bottom)
    return SheetFacts(cells, area, 0, overlay, inside, foreign_errors=foreign)


def cell_styles(data: bytes) -> Iterator[tuple[CellRef, int]]:
    """The cells of a sheet that name a style, with its number."""
    row_at = column_at = 0
    for match in _TOKEN.finditer(data):
        closing, kind, raw, ended = match.groups()
        if kind == b"row":
            attributes = {} if closing else _attributes(raw)
            if b"r" in attributes:
                row_at = _row_number(attributes[b"r"]) - 1
            if closing or ended:
                row_at, column_at = row_at + 1, 0
        elif not closing:
            attributes = _attributes(raw)
            row, column = _place(attributes[b"r"]) if b"r" in attributes else (row_at + 1, column_at + 1)
            column_at = column
            style = attributes.get(b"s", b"")
            if style.isdigit() and len(style) < 7:
                yield CellRef(row, column), int(style)


def extent(top: int, bottom: int, left: int, right: int) -> int:
    """The cells of a rectangle that lies on a sheet.

    Raises:
        CannotRead: it does not, or is too large.
    """
    if bottom > limits.ROWS:
        raise CannotRead("too-many-rows", rows=bottom, limit=limits.ROWS)
    if right > limits.COLUMNS:
        raise CannotRead("too-many-columns", columns=right, limit=limits.COLUMNS)
    area = (bottom - top + 1) * (right - left + 1)
    if area > limits.AREA:
        raise CannotRead("too-many-cells", cells=area, limit=limits.AREA)
    return area


def too_many_cells(cells: int) -> CannotRead:
    """The refusal of too many cells with content."""
    return CannotRead("too-many-cells", cells=cells, limit=limits.CELLS)


def known_errors(data: bytes) -> bytes:
    """The XML of a sheet with every error that the engine does not know named as one that it does."""

    def name(match: re.Match[bytes]) -> bytes:
        return match[0] if match[2] in _KNOWN_ERRORS else match[1] + b"#N/A"

    return _ERROR_RESULT.sub(name, data)


def column_number(letters: bytes) -> int:
    """The column of its letters, counted from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + letter - 64
    return number


def _attributes(raw: bytes) -> dict[bytes, bytes]:
    found: dict[bytes, bytes] = {}
    for name, double, single in _ATTRIBUTE.findall(raw):
        # Which of two the engine would take is its own secret.
        if name in found:
            raise CannotRead("damaged")
        found[name] = double or single
    return found


def _place(reference: bytes) -> tuple[int, int]:
    match = _PLACE.fullmatch(reference)
    if match is None:
        raise CannotRead("damaged")
    return _row_number(match[2]), column_number(match[1])


def _row_number(digits: bytes) -> int:
    if not digits.isdigit() or len(digits) > 7 or digits.strip(b"0") == b"":
        raise CannotRead("damaged")
    return int(digits)


def _hidden_columns(head: bytes) -> frozenset[int]:
    hidden: set[int] = set()
    if b"idden" in head:
        for match in _COLUMN.finditer(head):
            attributes = _attributes(match[1])
            if attributes.get(b"hidden") in (b"1", b"true"):
                first, last = attributes.get(b"min", b""), attributes.get(b"max", b"")
                if first.isdigit() and last.isdigit():
                    hidden.update(range(int(first[:6]), min(int(last[:6]), limits.COLUMNS) + 1))
    return frozenset(hidden)


def _merged(data: bytes, start: int) -> tuple[tuple[int, int, int, int], ...]:
    if data.count(b"mergeCell", start) > limits.MARKED_CELLS:
        raise CannotRead("too-many-marked", limit=limits.MARKED_CELLS)
    return tuple(
        (int(top), column_number(left), int(bottom), column_number(right))
        for left, top, right, bottom in _MERGE.findall(data, start)
        if len(top) < 8 and len(bottom) < 8 and len(left) < 4 and len(right) < 4
    )


def _text(raw: bytes) -> str:
    text = raw.decode("utf-8", "replace")
    if "&" in text:
        for name, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&apos;", "'"), ("&amp;", "&")):
            text = text.replace(name, sign)
    return text
