"""Old Excel workbooks (xls, BIFF5 and BIFF8): the records are walked before the engine reads them.

Records that would break the engine are removed: false sizes, formulas (whose text it builds at any length),
merged cells, and unknown errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from struct import error as struct_error
from struct import pack_into, unpack_from

from scorecheck.model.cells import CellError, Uncalculated
from scorecheck.model.record import NamedTuple
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import DATE_FORMATS, Engine
from scorecheck.readers.compound import Compound, pack_stream
from scorecheck.readers.errors import CannotRead, damaged_by
from scorecheck.readers.sheet_walk import ERRORS, SheetFacts, SheetWalk, formats_of, within_limits
from scorecheck.readers.source import FileContent

_BOF, _EOF, _CONTINUE = 0x0809, 0x000A, 0x003C
_FILEPASS, _BOUNDSHEET, _SST, _FORMAT, _XF = 0x002F, 0x0085, 0x00FC, 0x041E, 0x00E0
_FORMULA, _NUMBER, _BOOLERR = 0x0006, 0x0203, 0x0205
_LABELSST, _MULRK, _ROW, _COLINFO, _MERGED = 0x00FD, 0x00BD, 0x0208, 0x007D, 0x00E5
_CELLS = frozenset((_NUMBER, _BOOLERR, 0x0204, 0x00D6, 0x027E, _LABELSST, _FORMULA))
_NUMBERS = frozenset((_NUMBER, 0x027E))
_MOST_MOVED = 20_000_000
"""The list of shared texts in the largest allowed file takes a fifth of this."""
_NOTHING = 0xFFFF
"""An unused record type, which the engine skips."""
_DROPPED_GLOBALS = frozenset((0x0018, 0x0017, 0x00EB, 0x013D))
"""Names, links, drawings and the list of sheet numbers."""
_DROPPED_CELLS = frozenset((0x0200, _MERGED))


class SheetRecord(NamedTuple):
    """A sheet in the list of the workbook: the start of its records, and its kind."""

    at: int
    name: str
    hidden: bool
    cells: bool
    """It has cells, so it is no chart or macro."""


class Globals(NamedTuple):
    """The records before the sheets."""

    end: int
    sheets: list[SheetRecord]
    strings: list[int]
    """The lengths of the shared texts."""
    formats: dict[int, str]
    styles: list[int]
    """The number format of each cell style."""


def records(stream: bytes | bytearray, at: int) -> Iterator[tuple[int, int, int]]:
    """The records from a position on: type, start and length of the data."""
    count = 0
    while at + 4 <= len(stream):
        kind, length = unpack_from("<2H", stream, at)
        if at + 4 + length > len(stream):
            raise CannotRead("damaged")
        count += 1
        if count > limits.XLS_RECORDS:
            raise CannotRead("too-many-parts", count=count, limit=limits.XLS_RECORDS)
        yield kind, at + 4, length
        at += 4 + length


def _seldom_continued(stream: bytearray) -> Iterator[tuple[int, int, int]]:
    """All records, unless one has too many continuations.

    The engine removes these from the front of a list, in quadratic time.
    """
    continued = moved = 0
    for record in records(stream, 0):
        continued = continued + 1 if record[0] == _CONTINUE else 0
        moved += continued
        if moved > _MOST_MOVED:
            raise CannotRead("damaged")
        yield record


@damaged_by(struct_error, IndexError)
def walk_globals(stream: bytearray) -> Globals:
    """Walks the records before the sheets, and removes those that would break the engine."""
    sheets: list[SheetRecord] = []
    strings: list[int] = []
    formats: dict[int, str] = {}
    styles: list[int] = []
    end, wide = 0, True
    pieces: list[bytes] = []
    for kind, at, length in _seldom_continued(stream):
        end = at + length
        if kind == _CONTINUE:
            if pieces:
                pieces.append(bytes(stream[at:end]))
            continue
        if pieces:
            strings, pieces = _string_lengths(pieces), []
        if kind == _EOF:
            break
        if kind == _FILEPASS:
            raise CannotRead("encrypted")
        if kind == _BOF and length >= 2:
            wide = unpack_from("<H", stream, at)[0] == 0x0600
        elif kind == _BOUNDSHEET and length >= 8:
            sheets.append(_bound(stream, at, wide=wide))
        elif kind == _SST:
            pieces = [bytes(stream[at:end])]
        elif kind == _FORMAT and length >= 3:
            formats[unpack_from("<H", stream, at)[0]] = _short_text(stream, at + 2, end, wide=wide)
        elif kind == _XF and length >= 4:
            styles.append(unpack_from("<H", stream, at + 2)[0])
        elif kind in _DROPPED_GLOBALS:
            pack_into("<H", stream, at - 4, _NOTHING)
    if len(sheets) > limits.SHEETS:
        raise CannotRead("damaged")
    return Globals(end, sheets, strings, formats, styles)


def _bound(stream: bytearray, at: int, *, wide: bool) -> SheetRecord:
    start, state, kind, length = unpack_from("<L3B", stream, at)
    if wide:
        name = _characters(stream, at + 8, length, compressed=not stream[at + 7] & 1)
    else:
        name = stream[at + 7 : at + 7 + length].decode("cp1252", "replace")
    # The engine knows three states and four kinds, and fails on others.
    stream[at + 4] = 0 if state & 0x3F == 0 else 1
    stream[at + 5] = 0 if kind == 0 else 2
    return SheetRecord(start, name.replace("\0", ""), state & 0x3F != 0, kind == 0)


def _short_text(stream: bytearray, at: int, end: int, *, wide: bool) -> str:
    if not wide:
        return stream[at + 1 : end].decode("cp1252", "replace")
    length = unpack_from("<H", stream, at)[0]
    return _characters(
        stream[:end] if end - at < 3 else stream, at + 3, length, compressed=not stream[at + 2] & 1
    )


def _characters(stream: bytearray, at: int, length: int, *, compressed: bool) -> str:
    if compressed:
        return stream[at : at + length].decode("latin-1")
    return stream[at : at + 2 * length].decode("utf-16-le", "replace")


def _string_lengths(pieces: list[bytes]) -> list[int]:
    """The lengths of the shared texts, which span records."""
    lengths: list[int] = []
    number, at = 0, 8
    while True:
        while number < len(pieces) and at >= len(pieces[number]):
            number, at = number + 1, at - len(pieces[number])
        if number >= len(pieces):
            return lengths
        piece = pieces[number]
        length, flags = unpack_from("<HB", piece, at)
        at += 3
        extra = 0
        if flags & 8:
            extra += 4 * unpack_from("<H", piece, at)[0]
            at += 2
        if flags & 4:
            extra += unpack_from("<L", piece, at)[0]
            at += 4
        lengths.append(length)
        if len(lengths) > limits.CELLS:
            raise limits.too_many_cells(len(lengths))
        size = 2 if flags & 1 else 1
        left = length
        while left > (room := max(0, len(piece) - at) // size):
            left -= room
            number += 1
            if number >= len(pieces):
                raise CannotRead("damaged")
            piece = pieces[number]
            # A text that continues in the next record declares its character width anew.
            size = 2 if piece[0] & 1 else 1
            at = 1
        at += size * left + extra


@damaged_by(struct_error, IndexError)
def walk_sheet(
    stream: bytearray, bound: SheetRecord, stop: int, strings: list[int], *, calculated: bool
) -> SheetFacts:
    """Walks the records of a sheet, and removes those that would break the engine.

    Its records end before ``stop``, where those of another sheet begin. ``calculated``: the file comes from a
    program that calculates, so an empty result is one.
    """
    walk = _RecordWalk(stream, strings, calculated=calculated)
    depth, end, begun = 0, bound.at, False
    for kind, at, length in records(stream, bound.at):
        end = at + length
        if depth:
            depth += (kind == _BOF) - (kind == _EOF)
            continue
        if kind == _BOF:
            depth += begun
            begun = True
        elif kind == _EOF:
            break
        elif kind in _CELLS and length >= 8:
            walk.cell(kind, at, length)
        elif kind == _MULRK and length >= 6:
            walk.cells(*_several_numbers(stream, at, length))
        elif kind == _ROW and length >= 16:
            walk.row(at)
        elif kind == _COLINFO and length >= 10:
            walk.columns(at)
        elif kind in _DROPPED_CELLS:
            if kind == _MERGED:
                walk.merge(_merged(stream, at, length))
            pack_into("<H", stream, at - 4, _NOTHING)
        if end > stop:
            raise CannotRead("damaged")
    return walk.facts(end=end)


class _RecordWalk(SheetWalk):
    """The records of an old sheet, by the position of their data."""

    def __init__(self, stream: bytearray, strings: Sequence[int], *, calculated: bool) -> None:
        super().__init__(limits.XLS_CELLS)
        self._stream, self._strings, self._calculated = stream, strings, calculated

    def cell(self, kind: int, at: int, length: int) -> None:
        row, column = unpack_from("<2H", self._stream, at)
        value = _marked(self._stream, kind, at, length, calculated=self._calculated)
        if value is not None:
            self.mark(row + 1, column + 1, value)
        elif kind == _LABELSST and length >= 10:
            index = unpack_from("<L", self._stream, at + 6)[0]
            self.characters += self._strings[index] if index < len(self._strings) else 0
        self.cells(row + 1, column + 1, column + 1)

    def row(self, at: int) -> None:
        """The properties of a row: it may be hidden."""
        if unpack_from("<L", self._stream, at + 12)[0] & 0x20:
            self.hidden_rows.add(unpack_from("<H", self._stream, at)[0] + 1)

    def columns(self, at: int) -> None:
        first, last, _, _, flags = unpack_from("<5H", self._stream, at)
        if flags & 1:
            self.hidden_columns.hide(first + 1, last + 1)


def _several_numbers(stream: bytearray, at: int, length: int) -> tuple[int, int, int]:
    """The row of a record with several numbers, and its first and last column."""
    row, first = unpack_from("<2H", stream, at)
    last = unpack_from("<H", stream, at + length - 2)[0]
    # The engine computes the number of cells from the length, and trusts no field alone.
    if last < first or length != 6 + 6 * (last - first + 1):
        raise CannotRead("damaged")
    return row + 1, first + 1, last + 1


def numeric_styles(stream: bytearray, start: int, end: int) -> Iterator[tuple[int, int, int]]:
    """The row, column and style of each number in a walked sheet."""
    for kind, at, length in records(stream, start):
        if at + length > end:
            return
        if kind in _NUMBERS and length >= 6:
            row, column, style = unpack_from("<3H", stream, at)
            yield row + 1, column + 1, style
        elif kind == _MULRK:
            row, first = unpack_from("<2H", stream, at)
            for place in range(at + 4, at + length - 2, 6):
                yield row + 1, first + 1 + (place - at - 4) // 6, unpack_from("<H", stream, place)[0]


def _marked(
    stream: bytearray, kind: int, at: int, length: int, *, calculated: bool
) -> CellError | Uncalculated | None:
    """The content of a cell that the engine cannot give; formulas become their values."""
    if kind == _BOOLERR:
        if not stream[at + 7]:
            return None
        pack_into("<H", stream, at - 4, _NOTHING)
        return CellError(ERRORS.get(stream[at + 6], "#VALUE!"))
    if kind != _FORMULA or length < 20:
        return None
    if unpack_from("<H", stream, at + 12)[0] != 0xFFFF:
        # The number of a formula is at the position of that of a plain cell.
        pack_into("<H", stream, at - 4, _NUMBER)
        return None
    result, value = stream[at + 6], stream[at + 8]
    if result == 1:
        stream[at + 6], stream[at + 7] = value, 0
        pack_into("<H", stream, at - 4, _BOOLERR)
        return None
    if result == 0 and length >= 22:
        # The text is in the next record; without a body no formula is built.
        pack_into("<H", stream, at + 20, 0)
        return None
    pack_into("<H", stream, at - 4, _NOTHING)
    if result == 2:
        return CellError(ERRORS.get(value, "#VALUE!"))
    return None if calculated else Uncalculated("=…")


def _merged(stream: bytearray, at: int, length: int) -> list[tuple[int, int, int, int]]:
    found: list[tuple[int, int, int, int]] = []
    for place in range(at + 2, at + length - 7, 8):
        top, bottom, left, right = unpack_from("<4H", stream, place)
        found.append((top + 1, left + 1, bottom + 1, right + 1))
    return found


_STREAMS = ("Workbook", "Book", "WORKBOOK", "BOOK")


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheets with cells of an old Excel workbook."""
    compound = Compound(source)
    name = next(name for name in _STREAMS if name in compound.names)
    stream = bytearray(compound.stream(name))
    # Excel and LibreOffice name the program that wrote a file; libraries that write formulas without
    # calculating them do not.
    calculated = "\x05SummaryInformation" in compound.names
    del compound
    contents = walk_globals(stream)
    facts = _guard(stream, contents, calculated=calculated)
    engine = Engine(pack_stream(name, stream))
    names = engine.names
    if len(set(names)) != len(names) or len(names) != len(contents.sheets):
        raise CannotRead("damaged")
    codes = [contents.formats.get(one) or DATE_FORMATS.get(str(one), "") for one in contents.styles]
    grids: list[Grid] = []
    for name, sheet in zip(names, contents.sheets, strict=True):
        if sheet in facts:
            rows = engine.rows(name)
            formats = formats_of(engine, rows, numeric_styles(stream, sheet.at, facts[sheet].end), codes)
            grids.append(facts[sheet].grid(sheet.name, rows, formats, hidden=sheet.hidden))
    return tuple(grids)


def _guard(stream: bytearray, contents: Globals, *, calculated: bool) -> Mapping[SheetRecord, SheetFacts]:
    """The sheets with cells, each with the facts of its walk."""
    # A removed record must not be part of another sheet, so no sheet may overlap the next.
    begins = [*sorted(sheet.at for sheet in contents.sheets), len(stream)]
    stops = dict(pairwise(begins))
    if (
        len(set(begins)) != len(begins)
        or begins[0] < contents.end
        or max(begins[:-1], default=0) > begins[-1] - 4
    ):
        raise CannotRead("damaged")
    of_cells = [sheet for sheet in contents.sheets if sheet.cells]
    for sheet in contents.sheets:
        if not sheet.cells:
            # The engine would read the numbers of a chart as cells, so it finds an end at once.
            pack_into("<H", stream, sheet.at, _EOF)
    walked = (
        walk_sheet(stream, sheet, stops[sheet.at], contents.strings, calculated=calculated)
        for sheet in of_cells
    )
    return dict(zip(of_cells, within_limits(walked, limits.XLS_CELLS), strict=True))
