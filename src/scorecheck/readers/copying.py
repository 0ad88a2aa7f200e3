"""The parts of a workbook for copies, and whether openpyxl may open it.

openpyxl makes objects of about a kilobyte of everything in a workbook, and expands merged ranges and shared
formulas. So a workbook is inspected before, as before the engine.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from io import BytesIO

from scorecheck.readers import limits
from scorecheck.readers.archive import Archive, Packer, UnpackingBudget
from scorecheck.readers.errors import CannotRead
from scorecheck.readers.markup import elements
from scorecheck.readers.package import links, main_part, part_of
from scorecheck.readers.source import FileContent
from scorecheck.readers.xlsx_guard import column_number

CELLS = 150_000
"""Cells of a copy, including those with only a format: openpyxl takes 400 bytes and 25 µs for each."""
_ROWS = 200_000
_OTHERS = 40_000
"""Tags of a sheet other than cells, and of all parts that are no sheets: links, formats, drawings."""
_RUNS = 20_000
"""Pieces of text with a font of their own."""
_UNFOLDED = 16 * limits.MIB
"""Characters of shared formulas, after expansion."""
_MEDIA = 32 * limits.MIB
_PART = 24 * limits.MIB
_KEPT_AS_THEY_ARE = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8")
"""Pictures that openpyxl writes unchanged; it would decode and encode others."""
_CELL = re.compile(rb"<(?:\w+:)?c[\s/>]")
_ROW = re.compile(rb"<(?:\w+:)?row[\s/>]")
_RUN = re.compile(rb"<(?:\w+:)?rPr[\s/>]")
_SHARED = re.compile(rb"t\s*=\s*[\"']shared[\"']")
_FORMULA = re.compile(rb"<(?:\w+:)?f\b[^<>]*>([^<]*)")
_MERGED = re.compile(
    rb"\bmergeCell\b[^<>]*\bref\s*=\s*[\"']\$?([A-Za-z]{1,3})\$?([0-9]{1,7}):\$?([A-Za-z]{1,3})\$?([0-9]{1,7})"
)


class WorkbookParts:
    """The parts of an Excel workbook, for a copy."""

    def __init__(self, data: bytes) -> None:
        self._archive = _archive_of(data)
        self.book = main_part(self._archive)
        """The part that lists the sheets."""
        linked = links(self._archive, self.book)
        self.styles = part_of(linked, "styles", self._archive) or ""
        """The part that lists the styles of cells; empty if there is none."""
        self.sheets: dict[str, str] = {}
        """The parts that hold the sheets, by their names."""
        for element in elements(self._archive.part(self.book, limits.SMALL_PART_BYTES)):
            link = linked.get(element.attributes.get("id", "")) if element.name == "sheet" else None
            if link is not None:
                self.sheets.setdefault(element.attributes.get("name", ""), link.part)

    @property
    def names(self) -> Collection[str]:
        """The names of the parts, in lower case."""
        return self._archive.entries.keys()

    def text(self, name: str) -> str:
        """The text of a part; undecodable bytes survive a round trip.

        Raises:
            KeyError: it is not there, or damaged, or too large to be changed.
        """
        if name not in self._archive:
            raise KeyError(name)
        self._archive.budget = UnpackingBudget(limits.UNPACKED_BYTES)
        try:
            return self._archive.part(name, _PART).decode("utf-8", "surrogateescape")
        except CannotRead as problem:
            raise KeyError(name) from problem

    def with_parts(self, changed: Mapping[str, bytes]) -> bytes:
        """The workbook with some parts changed or added; all others keep their packed form."""
        packer = Packer()
        left = {name.lower(): (name, data) for name, data in changed.items()}
        for name, entry in self._archive.entries.items():
            if name in left:
                packer.deflate(entry.name, left.pop(name)[1])
            else:
                packer.copy(entry.name, self._archive, name)
        for name, data in left.values():
            packer.deflate(name, data)
        return bytes(packer.finish())


def is_light(data: bytes) -> bool:
    """Whether openpyxl can open and write a workbook within the limits of memory and time."""
    try:
        archive = _archive_of(data)
        return _is_light(archive)
    except CannotRead:
        return False


def _archive_of(data: bytes) -> Archive:
    return FileContent(BytesIO(data), len(data), ".xlsx").archive


def _is_light(archive: Archive) -> bool:
    cells = rows = others = runs = unfolded = media = 0
    for name, entry in archive.entries.items():
        if entry.name.endswith("/"):
            continue
        if not name.endswith((".xml", ".rels", ".vml")):
            part = archive.part(name, _MEDIA)
            media += len(part)
            if media > _MEDIA or ("/media/" in name and not part.startswith(_KEPT_AS_THEY_ARE)):
                return False
            continue
        part = archive.part(name, _PART)
        start, end = part.find(b"sheetData"), part.rfind(b"sheetData")
        inside = part[start:end] if 0 <= start < end else b""
        cells += len(_CELL.findall(inside))
        rows += len(_ROW.findall(inside))
        runs += len(_RUN.findall(part))
        unfolded += _unfolded_formulas(inside)
        others += 0 if name.endswith("sharedstrings.xml") else part.count(b"<") - inside.count(b"<")
        cells += _merged_cells(part)
        if cells > CELLS or rows > _ROWS or others > _OTHERS or runs > _RUNS or unfolded > _UNFOLDED:
            return False
    return True


def _merged_cells(part: bytes) -> int:
    """The number of cells in merged ranges: openpyxl makes an object of each."""
    return sum(
        (abs(int(bottom) - int(top)) + 1) * (abs(column_number(right) - column_number(left)) + 1)
        for left, top, right, bottom in _MERGED.findall(part)
    )


def _unfolded_formulas(part: bytes) -> int:
    """The greatest number of characters of the shared formulas after expansion."""
    shared = len(_SHARED.findall(part))
    return shared * max(map(len, _FORMULA.findall(part)), default=0) if shared else 0
