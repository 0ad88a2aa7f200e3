"""The cells that the formulas of an old Excel workbook (BIFF8) read."""

from __future__ import annotations

from struct import error as struct_error
from struct import unpack_from

from scorecheck.model.cells import CellRef
from scorecheck.readers.compound import Compound
from scorecheck.readers.errors import damaged_by
from scorecheck.readers.source import FileContent
from scorecheck.readers.xls_reader import records, walk_globals

_FORMULA, _SHARED, _EOF = 0x0006, 0x04BC, 0x000A
_NO_SHEET = "'?'!"
"""Another sheet, under a name that none has: which one is not read."""
_LENGTHS = {
    **dict.fromkeys((0x1C, 0x1D), 1),
    **dict.fromkeys((0x1E, 0x21, 0x29), 2),
    **dict.fromkeys((0x19, 0x22), 3),
    **dict.fromkeys((0x01, 0x02, 0x23, 0x24, 0x2A, 0x2C), 4),
    **dict.fromkeys((0x26, 0x27, 0x28, 0x39, 0x3A, 0x3C), 6),
    **dict.fromkeys((0x1F, 0x25, 0x2B, 0x2D), 8),
    **dict.fromkeys((0x3B, 0x3D), 10),
    0x20: 7,
}
"""The length of the data behind each kind of token; others have none."""
_EXP = b"\x01"
"""A formula that is shared, and stands behind another cell."""
_TEXT, _ATTRIBUTE = 0x17, 0x19
_REFERENCES = {0x24: "<2H", 0x25: "<4H", 0x2C: "<2H", 0x2D: "<4H"}
_ELSEWHERE = frozenset((0x3A, 0x3B))


@damaged_by(struct_error, IndexError)
def formulas_of(source: FileContent, sheet: str) -> dict[CellRef, str]:
    """The formulas of a sheet by cell, as far as they name cells: ``=ANY(B2:B9,C4)``.

    Raises:
        KeyError: the workbook is of an older kind, or without that sheet.
    """
    stream = bytearray(Compound(source).stream("Workbook"))
    begin = {one.name: one.at for one in walk_globals(stream).sheets}[sheet]
    found: dict[CellRef, str] = {}
    shared: dict[CellRef, bytes] = {}
    waiting: dict[CellRef, CellRef] = {}
    cell = CellRef(0, 0)
    for kind, at, length in records(stream, begin):
        data = bytes(stream[at : at + length])
        if kind == _EOF:
            break
        if kind == _SHARED:
            shared[cell] = data[10:]
        elif kind == _FORMULA:
            cell, tokens = _cell(data), data[22 : 22 + unpack_from("<H", data, 20)[0]]
            if tokens[:1] == _EXP:
                waiting[cell] = _cell(tokens[1:])
            else:
                found[cell] = _text(tokens, cell)
    return found | {cell: _text(shared[first], cell) for cell, first in waiting.items() if first in shared}


def _cell(data: bytes) -> CellRef:
    row, column = unpack_from("<2H", data)
    return CellRef(row + 1, column + 1)


def _text(tokens: bytes, cell: CellRef) -> str:
    areas: list[str] = []
    at = 0
    while at < len(tokens):
        # Three classes of operands differ in two bits.
        kind = tokens[at] if tokens[at] < 0x20 else tokens[at] & 0x1F | 0x20
        if kind in _REFERENCES:
            areas.append(_area(unpack_from(_REFERENCES[kind], tokens, at + 1), cell, relative=kind > 0x2B))
        elif kind in _ELSEWHERE:
            areas.append(f"{_NO_SHEET}A1")
        at += 1 + _length(tokens, at, kind)
    return f"=ANY({','.join(areas)})"


def _length(tokens: bytes, at: int, kind: int) -> int:
    if kind == _TEXT:
        return 2 + tokens[at + 1] * (1 + (tokens[at + 2] & 1))
    chosen = kind == _ATTRIBUTE and tokens[at + 1] & 0x04
    return _LENGTHS.get(kind, 0) + (2 * unpack_from("<H", tokens, at + 2)[0] + 2 if chosen else 0)


def _area(ends: tuple[int, ...], cell: CellRef, *, relative: bool) -> str:
    """A cell or range as text; in shared formulas, columns mark what counts from the ``cell``."""
    half = len(ends) // 2
    places: list[str] = []
    for row, marked in zip(ends[:half], ends[half:], strict=True):
        down = cell.row - 1 if relative and marked & 0x8000 else 0
        along = cell.column - 1 if relative and marked & 0x4000 else 0
        places.append(CellRef(((row + down) & 0xFFFF) + 1, ((marked + along) & 0xFF) + 1).a1)
    return ":".join(places)
