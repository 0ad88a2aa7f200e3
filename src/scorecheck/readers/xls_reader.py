"""Old Excel workbooks (xls, BIFF5 and BIFF8): guarded, packed anew and read by the engine."""

from __future__ import annotations

from itertools import pairwise
from struct import pack_into

from scorecheck.model.cells import CellRef
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import DATE_FORMATS, Engine, dated_cells, put
from scorecheck.readers.compound import Compound, pack_stream
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.source import FileContent
from scorecheck.readers.xls_guard import (
    Globals,
    SheetRecord,
    XlsSheetFacts,
    numeric_styles,
    walk_globals,
    walk_sheet,
)

_STREAMS = ("Workbook", "Book", "WORKBOOK", "BOOK")
_EOF = 0x000A


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheets of cells of an old Excel workbook.

    Raises:
        CannotRead: it is damaged, encrypted or too large.
    """
    compound = Compound(source)
    name = next(name for name in _STREAMS if name in compound.names)
    stream = bytearray(compound.stream(name))
    # Excel and LibreOffice say who has written a file; libraries that write formulas without
    # calculating them do not.
    calculated = "\x05SummaryInformation" in compound.names
    del compound
    contents = walk_globals(stream)
    facts = _guard(stream, contents, calculated=calculated)
    engine = Engine(pack_stream(name, stream))
    names = engine.names
    if len(set(names)) != len(names) or len(names) != len(contents.sheets):
        raise CannotRead("damaged")
    return tuple(
        _grid(stream, contents, sheet, found, engine, name)
        for name, sheet, found in zip(names, contents.sheets, facts, strict=True)
        if found is not None
    )


def _guard(stream: bytearray, contents: Globals, *, calculated: bool) -> list[XlsSheetFacts | None]:
    facts: list[XlsSheetFacts | None] = []
    # What is taken out under one reading must not be something else under another: no sheet may
    # reach into the next.
    begins = [*sorted(sheet.at for sheet in contents.sheets), len(stream)]
    stops = dict(pairwise(begins))
    if (
        len(set(begins)) != len(begins)
        or begins[0] < contents.end
        or max(begins[:-1], default=0) > begins[-1] - 4
    ):
        raise CannotRead("damaged")
    cells = area = characters = 0
    for sheet in contents.sheets:
        if not sheet.cells:
            # The engine would read the numbers of a chart as cells: it finds an end at once.
            pack_into("<H", stream, sheet.at, _EOF)
            facts.append(None)
            continue
        found = walk_sheet(stream, sheet, stops[sheet.at], contents.strings, calculated=calculated)
        facts.append(found)
        cells, area, characters = cells + found.cells, area + found.area, characters + found.characters
        if cells > limits.XLS_CELLS:
            raise limits.too_many_cells(cells, limits.XLS_CELLS)
        if area > limits.AREA:
            raise CannotRead("too-many-cells", cells=area, limit=limits.AREA)
        if characters > limits.TEXT_CHARACTERS:
            raise CannotRead("too-much-text", limit=limits.TEXT_CHARACTERS // limits.MIB)
    return facts


def _grid(
    stream: bytearray, contents: Globals, sheet: SheetRecord, facts: XlsSheetFacts, engine: Engine, name: str
) -> Grid:
    rows = engine.rows(name)
    formats: dict[CellRef, str] = {}
    dated = dated_cells(rows) if engine.dated else set[CellRef]()
    if dated:
        for row, column, style in numeric_styles(stream, sheet.at, facts.end):
            if (row, column) in dated and style < len(contents.styles):
                number = contents.styles[style]
                code = contents.formats.get(number) or DATE_FORMATS.get(str(number))
                if code:
                    formats[CellRef(row, column)] = code
    put(rows, facts.overlay)
    height, width = len(rows), max(map(len, rows), default=0)
    return Grid(
        sheet.name,
        rows,
        hidden=sheet.hidden,
        hidden_rows=frozenset(row for row in facts.hidden_rows if row <= height),
        hidden_columns=frozenset(column for column in facts.hidden_columns if column <= width),
        merged=facts.merged,
        formats=formats,
    )
