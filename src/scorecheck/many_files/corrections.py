"""Reads and writes the corrections of an event, ``corrections.csv`` beside its file."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path

from scorecheck.model.against import CorrectedCell
from scorecheck.model.cells import CellRef, column_number
from scorecheck.reports.safe import csv_text, no_formula, plain
from scorecheck.tournament.problem import BrokenEvent, Problem

HEADER = ("file", "sheet", "cell", "from", "to", "rule", "why", "by", "when")
_LEAST = HEADER[:5]
"""The columns that a list written by hand needs."""
_CELL = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_MOST_BYTES = 16 * 1024 * 1024
_TOO_WIDE = 1 << 14
"""No spreadsheet has more columns."""


def load(path: Path) -> tuple[CorrectedCell, ...]:
    """The corrections in a list.

    Raises:
        BrokenEvent: it is none of ours, or a line of it says nothing that can be done.
    """
    try:
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
        text = data.decode("utf-8-sig") if len(data) <= _MOST_BYTES else ""
    except (OSError, UnicodeDecodeError):
        text = ""
    # Excel writes semicolons where decimals have a comma.
    first = text.partition("\n")[0]
    reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",")
    try:
        if not set(_LEAST) <= set(reader.fieldnames or ()):
            raise _broken(path, None)
        return tuple(_read(row, path, reader.line_num) for row in reader if any(row.values()))
    except csv.Error:
        raise _broken(path, reader.line_num) from None


def _broken(path: Path, line: int | None) -> BrokenEvent:
    return BrokenEvent([Problem(line, "", "corrections", {})], path)


def _read(row: dict[str, str | None], path: Path, line: int) -> CorrectedCell:
    said = {name: _unmarked(row.get(name) or "") for name in HEADER}
    place = _CELL.fullmatch(said["cell"].strip().upper())
    column = _TOO_WIDE + 1 if place is None else column_number(place[1])
    if not said["file"] or place is None or column > _TOO_WIDE:
        raise _broken(path, line)
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
