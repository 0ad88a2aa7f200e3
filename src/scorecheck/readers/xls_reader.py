"""Old Excel workbooks (xls, BIFF5 and BIFF8): guarded, repacked and read by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from struct import pack_into

from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.calamine_reader import DATE_FORMATS, Engine
from scorecheck.readers.compound import Compound, pack_stream
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.sheet_walk import SheetFacts, formats_of, within_limits
from scorecheck.readers.source import FileContent
from scorecheck.readers.xls_guard import Globals, SheetRecord, numeric_styles, walk_globals, walk_sheet

_STREAMS = ("Workbook", "Book", "WORKBOOK", "BOOK")
_EOF = 0x000A


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
