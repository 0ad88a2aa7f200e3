"""Binary Excel workbooks (xlsb): the records are walked and rewritten before the engine reads them.

The engine trusts lengths in these files, and loses track among unknown records. It gets new parts with only
what it needs: styles, shared texts and values.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from struct import error as struct_error
from struct import pack, unpack_from

from scorecheck.model.cells import CellError
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.archive import Archive, Packer
from scorecheck.readers.calamine_reader import DATE_FORMATS, Engine
from scorecheck.readers.errors import CannotRead, damaged_by
from scorecheck.readers.package import Link, links, part_of, with_cells
from scorecheck.readers.sheet_walk import ERRORS, SheetFacts, SheetWalk, formats_of, within_limits
from scorecheck.readers.source import FileContent

_ROW, _ERROR, _FORMULA_ERROR = 0, 3, 11
_SHARED, _TEXT, _FORMULA_TEXT = 7, 6, 8
_PLAIN = {2: (2, 12), 4: (4, 9), 10: (4, 9), 5: (5, 16), 9: (5, 16), 7: (7, 12)}
"""By type of cell the type without formula, and its length."""
_OTHER_CELLS = frozenset((_TEXT, _FORMULA_TEXT, _ERROR, _FORMULA_ERROR))
_COLUMN, _MERGED = 0x3C, 0xB0
_FORMATS, _FORMAT, _STYLES, _STYLES_END, _STYLE = 0x267, 0x2C, 0x269, 0x26A, 0x2F
_STYLES_AT_MOST = 0xFFFF
_STRINGS, _STRING = 0x9F, 0x13
_WORKBOOK, _SHEET, _SHEETS_END, _FILE = 0x99, 0x9C, 0x90, 0x9D
_SIZE, _CELLS, _CELLS_END = 0x94, 0x91, 0x92


class ListedSheet(NamedTuple):
    """A sheet in the list of the workbook."""

    name: str
    relation: str
    hidden: bool


class Styles(NamedTuple):
    """The number formats of the cell styles, and the part for the engine."""

    codes: list[tuple[int, str]]
    """For each style the number of its format, and its code if the file defines one."""
    part: bytes


class Strings(NamedTuple):
    """The lengths of the shared texts, and the part for the engine."""

    lengths: Sequence[int]
    part: bytes


def records(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The records of a part: type, start and end of the data."""
    at, size = 0, len(data)
    with damaged_by(IndexError):
        while at < size:
            kind = data[at]
            at += 1
            if kind & 0x80:
                kind = (kind & 0x7F) | (data[at] & 0x7F) << 7
                at += 1
            length = shift = 0
            while True:
                byte = data[at]
                at += 1
                length |= (byte & 0x7F) << shift
                shift += 7
                if not byte & 0x80 or shift == 28:
                    break
            if at + length > size:
                raise CannotRead("damaged")
            yield kind, at, at + length
            at += length


def record(kind: int, data: bytes = b"") -> bytes:
    """The bytes of a record."""
    head = bytes((kind,)) if kind < 0x80 else bytes((kind & 0x7F | 0x80, kind >> 7))
    length, size = b"", len(data)
    while size >= 0x80:
        length += bytes((size & 0x7F | 0x80,))
        size >>= 7
    return head + length + bytes((size,)) + data


def _wide(data: bytes, at: int, end: int) -> tuple[str, int]:
    """A UTF-16 text with its length before it, and its end."""
    length = unpack_from("<L", data, at)[0]
    stop = at + 4 + 2 * length
    if length == 0xFFFF_FFFF:
        return "", at + 4
    if stop > end:
        raise CannotRead("damaged")
    return data[at + 4 : stop].decode("utf-16-le", "replace"), stop


@damaged_by(struct_error)
def read_workbook(data: bytes) -> tuple[list[ListedSheet], bool]:
    """The sheets in their order, and whether dates are counted from 1904."""
    sheets: list[ListedSheet] = []
    from_1904 = False
    for kind, at, end in records(data):
        if kind == _WORKBOOK and end > at:
            from_1904 = bool(data[at] & 1)
        elif kind == _SHEET:
            state = unpack_from("<L", data, at)[0]
            relation, after = _wide(data, at + 8, end)
            sheets.append(ListedSheet(_wide(data, after, end)[0], relation, state != 0))
        elif kind == _SHEETS_END:
            break
    return sheets, from_1904


def write_workbook(sheets: int, *, from_1904: bool) -> bytes:
    """A list of sheets with new names and links."""
    body = record(_WORKBOOK, pack("<2L", int(from_1904), 0))
    for number in range(1, sheets + 1):
        link, name = f"r{number}".encode("utf-16-le"), f"s{number}".encode("utf-16-le")
        texts = pack("<L", len(link) // 2) + link + pack("<L", len(name) // 2) + name
        body += record(_SHEET, pack("<2L", 0, number) + texts)
    return body + record(_SHEETS_END) + record(_FILE)


@damaged_by(struct_error)
def rewrite_styles(data: bytes) -> Styles:
    """The styles, and a part with only their number formats."""
    formats: dict[int, str] = {}
    known, styles = bytearray(), bytearray()
    codes: list[int] = []
    inside = False
    for kind, at, end in records(data):
        if kind == _FORMAT and len(formats) < _STYLES_AT_MOST:
            number = unpack_from("<H", data, at)[0]
            code, end = _wide(data, at + 2, end)
            if number not in formats:
                formats[number] = code
                known += record(_FORMAT, data[at:end])
        elif kind in (_STYLES, _STYLES_END):
            inside = kind == _STYLES
        elif kind == _STYLE and inside and end - at >= 4 and len(codes) < _STYLES_AT_MOST:
            codes.append(unpack_from("<H", data, at + 2)[0])
            styles += record(_STYLE, data[at : at + 4])
    part = b"".join(
        (
            record(_FORMATS, pack("<L", len(formats))),
            known,
            record(_STYLES, pack("<L", len(codes))),
            styles,
            record(_STYLES_END),
        )
    )
    return Styles([(code, formats.get(code, "")) for code in codes], part)


@damaged_by(struct_error)
def rewrite_strings(data: bytes) -> Strings:
    """The shared texts, without their fonts."""
    body = bytearray()
    lengths = array("l")
    for kind, at, end in records(data):
        if kind == _STRING:
            length = unpack_from("<L", data, at + 1)[0]
            if at + 5 + 2 * length > end:
                raise CannotRead("damaged")
            if length > limits.CELL_CHARACTERS:
                raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)
            lengths.append(length)
            body += record(_STRING, data[at : at + 5 + 2 * length])
    return Strings(lengths, record(_STRINGS, pack("<2L", 0, len(lengths))) + bytes(body))


@damaged_by(struct_error)
def rewrite_sheet(data: bytes, strings: Sequence[int]) -> SheetFacts:
    """Walks a sheet, and writes one with only its values."""
    part = bytearray(record(_SIZE, bytes(16)) + record(_CELLS))
    walk = SheetWalk(limits.CELLS)
    row = 1
    for number, (kind, at, end) in enumerate(records(data)):
        if number > 2 * limits.CELLS:
            raise limits.too_many_cells(number)
        length = end - at
        if kind == _ROW and length >= 4:
            row = unpack_from("<L", data, at)[0] + 1
            part += record(_ROW, data[at : at + 4])
            if length >= 12 and data[at + 11] & 0x10 and row <= limits.ROWS:
                walk.hidden_rows.add(row)
        elif kind == _COLUMN and length >= 18:
            first, last = unpack_from("<2L", data, at)
            if data[at + 16] & 1:
                walk.hidden_columns.hide(first + 1, last + 1)
        elif kind == _MERGED and length >= 16:
            first, last, start, stop = unpack_from("<4L", data, at)
            walk.merge([(first + 1, start + 1, last + 1, stop + 1)])
        elif kind in _PLAIN or kind in _OTHER_CELLS:
            if length < 9:
                raise CannotRead("damaged")
            column = unpack_from("<L", data, at)[0] + 1
            walk.cells(row, column, column)
            if kind in (_ERROR, _FORMULA_ERROR):
                walk.mark(row, column, CellError(ERRORS.get(data[at + 8], "#VALUE!")))
            else:
                cell, characters = _rewrite_cell(data, kind, at, end, strings)
                part += cell
                walk.characters += characters
    part += record(_CELLS_END)
    return walk.facts(part=bytes(part))


def _rewrite_cell(
    data: bytes, kind: int, at: int, end: int, strings: Sequence[int]
) -> tuple[bytes | bytearray, int]:
    """The record of a value without its formula, and the characters of its text."""
    if kind in (_TEXT, _FORMULA_TEXT):
        size = _text_size(data, at, end)
        return record(_TEXT, data[at : at + 12 + 2 * size]), size
    plain, size = _PLAIN[kind]
    if end - at < size:
        raise CannotRead("damaged")
    return record(plain, data[at : at + size]), _shared_size(data, at, strings) if kind == _SHARED else 0


def _text_size(data: bytes, at: int, end: int) -> int:
    """The number of characters of a text inside its cell."""
    size = unpack_from("<L", data, at + 8)[0]
    if at + 12 + 2 * size > end:
        raise CannotRead("damaged")
    if size > limits.CELL_CHARACTERS:
        raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)
    return size


def _shared_size(data: bytes, at: int, strings: Sequence[int]) -> int:
    """The number of characters of a shared text."""
    index = unpack_from("<L", data, at + 8)[0]
    if index >= len(strings):
        raise CannotRead("damaged")
    return strings[index]


def numeric_styles(data: bytes) -> Iterator[tuple[int, int, int]]:
    """The row, column and style of each number in a rewritten sheet."""
    row = 1
    for kind, at, _ in records(data):
        if kind == _ROW:
            row = unpack_from("<L", data, at)[0] + 1
        elif kind in (2, 5):
            column, style = unpack_from("<2L", data, at)
            yield row, column + 1, style & 0xFF_FFFF


_LINK = '<Relationship Id="r{0}" Target="worksheets/sheet{0}.bin"/>'


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheets of cells of a binary Excel workbook."""
    archive = source.archive
    main = source.main_part if "xl/workbook.bin" not in archive else "xl/workbook.bin"
    bounds, from_1904 = read_workbook(archive.part(main, limits.SMALL_PART_BYTES))
    linked = links(archive, main)
    styles, strings = Styles([], b""), Strings((), b"")
    if part := part_of(linked, "styles", archive):
        styles = rewrite_styles(archive.part(part, limits.SMALL_PART_BYTES))
    if part := part_of(linked, "sharedStrings", archive):
        strings = rewrite_strings(archive.part(part, limits.PACKED_BYTES))
    sheets = _guard(archive, bounds, linked, strings)
    packer = Packer()
    packer.add("xl/workbook.bin", write_workbook(len(sheets), from_1904=from_1904))
    listed = "".join(map(_LINK.format, range(1, len(sheets) + 1)))
    packer.add("xl/_rels/workbook.bin.rels", f"<Relationships>{listed}</Relationships>".encode())
    if styles.part:
        packer.add("xl/styles.bin", styles.part)
    if strings.part:
        packer.add("xl/sharedStrings.bin", strings.part)
    for number, (_, facts) in enumerate(sheets, start=1):
        packer.add(f"xl/worksheets/sheet{number}.bin", facts.part)
    engine = Engine(packer.finish())
    codes = [code or DATE_FORMATS.get(str(number), "") for number, code in styles.codes]
    grids: list[Grid] = []
    for number, (bound, facts) in enumerate(sheets, start=1):
        rows = engine.rows(f"s{number}")
        formats = formats_of(engine, rows, numeric_styles(facts.part), codes)
        grids.append(facts.grid(bound.name, rows, formats, hidden=bound.hidden))
    return tuple(grids)


def _guard(
    archive: Archive, bounds: list[ListedSheet], linked: Mapping[str, Link], strings: Strings
) -> list[tuple[ListedSheet, SheetFacts]]:
    sheets: list[tuple[ListedSheet, SheetFacts]] = []
    size = 0
    listed = list(with_cells(((bound, bound.relation) for bound in bounds), linked))
    rewritten = (
        rewrite_sheet(archive.part(part, limits.PACKED_BYTES), strings.lengths) for _, part in listed
    )
    for (bound, _), facts in zip(listed, within_limits(rewritten), strict=True):
        sheets.append((bound, facts))
        size += len(facts.part)
        if size > limits.PACKED_BYTES:
            raise CannotRead("unpacks-too-large", limit=limits.PACKED_BYTES // limits.MIB)
    return sheets
