"""Binary Excel workbooks (xlsb): rewritten by the guard, then read by the engine."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.archive import Archive, Packer
from scorecheck.readers.calamine_reader import DATE_FORMATS, Engine
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.package import Link, links, part_of, with_cells
from scorecheck.readers.sheet_walk import SheetFacts, formats_of, within_limits
from scorecheck.readers.source import FileContent
from scorecheck.readers.xlsb_guard import (
    ListedSheet,
    Strings,
    Styles,
    numeric_styles,
    read_workbook,
    rewrite_sheet,
    rewrite_strings,
    rewrite_styles,
    write_workbook,
)

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
