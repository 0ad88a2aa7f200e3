"""Reads and writes the corrections of an event, ``corrections.csv`` beside its file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

from scorecheck.model.cells import CellRef, column_number
from scorecheck.model.correction import CorrectedCell
from scorecheck.reports.safe import csv_text, no_formula, plain

HEADER = ("file", "sheet", "cell", "from", "to", "rule", "why", "by", "when")
_LEAST = HEADER[:5]
"""The columns that a list written by hand needs."""
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_MOST_BYTES = 16 * 1024 * 1024
_TOO_WIDE = 1 << 14
"""No spreadsheet has more columns."""


class BrokenCorrections(ValueError):
    """A list of corrections that cannot be used; so nothing is ranked by half of it."""

    def __init__(self, line: int | None) -> None:
        """With the wrong line; ``None`` if it is no list of corrections."""
        super().__init__(line)
        self.line = line


def load(path: Path) -> tuple[CorrectedCell, ...]:
    """The corrections in a list; none without a list.

    Raises:
        BrokenCorrections: it is none of ours, or a line of it says nothing that can be done.
    """
    if not path.is_file():
        return ()
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise BrokenCorrections(None)
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise BrokenCorrections(None) from None
    # Excel writes semicolons where decimals have a comma.
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",")
    try:
        if not set(_LEAST) <= set(reader.fieldnames or ()):
            raise BrokenCorrections(None)
        return tuple(_read(row, reader.line_num) for row in reader if any(row.values()))
    except csv.Error:
        raise BrokenCorrections(reader.line_num) from None


def _read(row: dict[str, str | None], line: int) -> CorrectedCell:
    said = {name: _unmarked(row.get(name) or "") for name in HEADER}
    place = _CELL.fullmatch(said["cell"].strip().upper())
    if not said["file"] or place is None:
        raise BrokenCorrections(line)
    column = column_number(place[1])
    if column > _TOO_WIDE:
        raise BrokenCorrections(line)
    return CorrectedCell(
        said["file"].replace("\\", "/"),
        said["sheet"],
        CellRef(int(place[2]), column),
        said["from"],
        said["to"],
        *(said[name] for name in HEADER[5:]),
    )


def text_of(corrections: Iterable[CorrectedCell]) -> str:
    """The list as CSV, in which no cell is a formula to a spreadsheet."""
    lines = ((one.file, one.sheet, one.cell.a1, *one[3:]) for one in corrections)
    return csv_text([HEADER, *([_marked(plain(cell)) for cell in cells] for cells in lines)])


def _marked(text: str) -> str:
    """The text with a mark against formulas; one that starts with the mark gets another."""
    return f"'{text}" if text.startswith("'") else no_formula(text)


def _unmarked(text: str) -> str:
    bare = text[1:]
    return bare if text.startswith("'") and _marked(bare) == text else text
