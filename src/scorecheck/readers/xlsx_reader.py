"""Excel workbooks (xlsx, xlsm): guarded, repacked, read by the engine, and completed."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from scorecheck.model.cells import CellRef
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.workbook import Grid
from scorecheck.readers import limits
from scorecheck.readers.archive import Archive, Packer
from scorecheck.readers.calamine_reader import DATE_FORMATS, Engine
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.markup import Element, elements
from scorecheck.readers.package import Link, links, part_of, with_cells
from scorecheck.readers.sheet_walk import SheetFacts, formats_of
from scorecheck.readers.source import FileContent
from scorecheck.readers.xlsx_guard import (
    cell_styles,
    known_errors,
    prefix_of,
    refuse_document_type,
    refuse_long_texts,
    scan_sheet,
)

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PROPERTIES = "docProps/core.xml"
_SAID = re.compile(
    rb"<(?:\w+:)?keywords\b[^<>]*>\s*scoresheet ((?:\s*(?:game|preset|layout)=[a-z0-9-]+)+)\s*<"
)
"""The declaration in our own blank sheets, for what their numbers cannot show."""
_STRING_INDEX = rb"t\s*=\s*[\"']s[\"'][^<]*<(?:[\w.-]+:)?v\s*>\s*([0-9]{1,9})"


class _TextLengths(NamedTuple):
    """The lengths of the shared texts, in bytes of their XML; empty where they are not certain."""

    lengths: Sequence[int]
    longest: int


class _SheetPart(NamedTuple):
    name: str
    part: str
    hidden: bool
    facts: SheetFacts


def read(source: FileContent) -> tuple[Grid, ...]:
    """The sheets with cells of an Excel workbook, without chart sheets."""
    archive, main = source.archive, source.main_part
    workbook = elements(archive.part(main, limits.SMALL_PART_BYTES))
    linked = links(archive, main)
    packer = Packer()
    sheets, styles = _guard(archive, workbook, linked, packer)
    looks = _Looks(styles)
    engine = Engine(packer.finish())
    said = _said(archive)
    return tuple(
        replace(_grid(archive, looks, sheet, engine, f"s{number}"), said=said)
        for number, sheet in enumerate(sheets, start=1)
    )


def _said(archive: Archive) -> dict[str, str]:
    try:
        data = archive.part(_PROPERTIES, limits.SMALL_PART_BYTES) if _PROPERTIES in archive else b""
    except CannotRead:
        # Nothing there is needed for cells.
        return {}
    found = _SAID.search(data)
    return dict(word.split("=") for word in found[1].decode().split()) if found else {}


def _guard(
    archive: Archive, workbook: Sequence[Element], linked: Mapping[str, Link], packer: Packer
) -> tuple[list[_SheetPart], bytes]:
    """Inspects all parts with cells, and packs those for the engine; also gives the part with the styles."""
    strings = _guard_strings(archive, part_of(linked, "sharedStrings", archive), packer)
    named = part_of(linked, "styles", archive)
    styles = archive.part(named, limits.SMALL_PART_BYTES) if named else b""
    if named:
        refuse_document_type(styles)
        packer.carry("xl/styles.xml", archive, named, len(styles))
    dates_from = {e.attributes.get("date1904") for e in workbook if e.name == "workbookPr"}
    from_1904 = not dates_from.isdisjoint({"1", "true"})
    sheets: list[_SheetPart] = []
    total = limits.Total()
    named_sheets = ((one.attributes, one.attributes.get("id", "")) for one in workbook if one.name == "sheet")
    for attributes, part in with_cells(named_sheets, linked):
        data = archive.part(part, limits.PART_BYTES)
        facts = scan_sheet(data)
        if len(sheets) >= limits.SHEETS:
            raise limits.too_many_cells(facts.cells)
        # The greatest number of cells with a shared text.
        shared = data.count(b'"s"') + data.count(b"'s'")
        total.add(facts.cells, facts.area, _shown_characters(data, shared, strings))
        hidden = attributes.get("state", "visible") != "visible"
        sheets.append(_SheetPart(attributes.get("name", ""), part, hidden, facts))
        own = f"xl/worksheets/sheet{len(sheets)}.xml"
        if facts.foreign_errors:
            packer.add(own, known_errors(data))
        else:
            packer.carry(own, archive, part, len(data))
    _pack_contents(packer, len(sheets), from_1904=from_1904)
    return sheets, styles


def _guard_strings(archive: Archive, part: str | None, packer: Packer) -> _TextLengths:
    if part is None:
        return _TextLengths((), 0)
    data = archive.part(part, limits.PART_BYTES // 2)
    refuse_document_type(data)
    prefix = prefix_of(data, b"sst")
    close, single = b"</" + prefix + b"si>", b"<" + prefix + b"si/>"
    refuse_long_texts(data, 0, len(data), close, single)
    declared = re.search(rb"uniqueCount\s*=\s*[\"']\s*([0-9]*)", data)
    # The engine allocates as many as the part claims.
    if declared and (len(declared[1]) > 9 or int(declared[1] or b"0") > data.count(b"si") + limits.CELLS):
        raise CannotRead("damaged")
    packer.carry("xl/sharedStrings.xml", archive, part, len(data))
    lengths = array("l")
    at = 0
    while (end := data.find(close, at)) >= 0:
        lengths.append(end - at)
        at = end + len(close)
    longest = max(lengths, default=0)
    return _TextLengths(() if single in data else lengths, longest)


def _shown_characters(data: bytes, shared: int, strings: _TextLengths) -> int:
    """The length of the shared texts, each as often as cells show it; an upper bound."""
    if shared * strings.longest <= limits.TEXT_CHARACTERS // 4:
        return shared * strings.longest
    total = 0
    for match in re.finditer(_STRING_INDEX, data):
        index = int(match[1])
        if index < len(strings.lengths):
            total += strings.lengths[index]
            shared -= 1
    return total + max(0, shared) * strings.longest


def _pack_contents(packer: Packer, sheets: int, *, from_1904: bool) -> None:
    """Writes a list of sheets for the engine, with new names and links."""
    numbers = range(1, sheets + 1)
    links = "".join(
        f'<Relationship Id="r{n}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    listed = "".join(f'<sheet name="s{n}" sheetId="{n}" r:id="r{n}"/>' for n in numbers)
    epoch = '<workbookPr date1904="1"/>' if from_1904 else ""
    office = f'<Relationship Id="r" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
    packer.add("_rels/.rels", f"<Relationships>{office}</Relationships>".encode())
    packer.add("xl/_rels/workbook.xml.rels", f"<Relationships>{links}</Relationships>".encode())
    packer.add("xl/workbook.xml", f"<workbook>{epoch}<sheets>{listed}</sheets></workbook>".encode())


class _Looks:
    """The styles of the cells of a workbook."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self.crossed_out = frozenset(self._crossed_out()) if b"strike" in data else frozenset[int]()
        """The styles that cross cells out."""

    @cached_property
    def codes(self) -> Sequence[str]:
        """The number format of each style, if it is one for dates."""
        codes: dict[str, str] = {}
        for _, name, attributes in self._elements():
            if name == "numFmt":
                codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        numbers = (
            one.get("numFmtId", "") for inside, name, one in self._elements() if (inside, name) == _STYLE
        )
        return [codes.get(number) or DATE_FORMATS.get(number, "") for number in numbers]

    def _crossed_out(self) -> Iterator[int]:
        fonts: list[bool] = []
        count = 0
        for inside, name, attributes in self._elements():
            if (inside, name) == ("fonts", "font"):
                fonts.append(False)
            elif (inside, name) == ("fonts", "strike") and fonts:
                fonts[-1] = attributes.get("val", "1") in ("1", "true", "on")
            elif (inside, name) == _STYLE:
                font = attributes.get("fontId", "")
                if font.isdecimal() and len(font) < 7 and int(font) < len(fonts) and fonts[int(font)]:
                    yield count
                count += 1

    def _elements(self) -> Iterator[tuple[str, str, Mapping[str, str]]]:
        """The elements of the part, each with the list around it."""
        inside = ""
        for name, attributes in elements(self._data) if self._data else ():
            if name in _STYLE_LISTS:
                inside = name
            yield inside, name, attributes


_STYLE_LISTS = frozenset({"fonts", "cellXfs", "cellStyleXfs", "cellStyles", "dxfs"})
_STYLE = ("cellXfs", "xf")


def _grid(archive: Archive, looks: _Looks, sheet: _SheetPart, engine: Engine, name: str) -> Grid:
    rows = engine.rows(name)

    def styled() -> Iterator[tuple[int, int, int]]:
        return cell_styles(archive.part(sheet.part, limits.PART_BYTES))

    formats = formats_of(engine, rows, styled(), looks.codes) if engine.dated else {}
    out = looks.crossed_out
    struck = (CellRef(row, column) for row, column, style in (styled() if out else ()) if style in out)
    facts = sheet.facts._replace(struck=frozenset(islice(struck, limits.MARKED_CELLS)))
    return facts.grid(sheet.name, rows, formats, hidden=sheet.hidden)
