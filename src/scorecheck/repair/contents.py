"""The content of a row, moved to another one, or removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.repair.hypothesis import CellEdit, Correction


def with_content(entry: Entry, other: Entry) -> Entry:
    """An entry with the content of another one; numbers in order stay where they are."""
    here, there = entry.number or 0, other.number or 0
    stays = "number" in entry.fields and (here < there) == (entry.row < other.row)
    kept = {"number": entry.fields["number"]} if stays else {}
    return entry._replace(
        written=other.written, fields={**other.fields, **kept}, numbers=other.numbers, dates=other.dates
    )


def edits_to(sheet: Sheet, said: Entry, meant: Entry) -> Iterator[CellEdit]:
    """The edits that give a row its meant content."""
    for column, old, new in zip(sheet.points_columns, said.written, meant.written, strict=True):
        if old != new:
            yield said.row, column, None if isinstance(new, Unreadable) else new
    for column in sheet.columns:
        if column.role in said.fields and said.fields[column.role] != meant.fields.get(column.role):
            yield said.row, column.at, value_text(meant.fields[column.role])


def row_taken(sheet: Sheet, entries: Sequence[Entry], at: int) -> Correction:
    """The repair that removes a duplicate row."""
    return Correction("row-twice", tuple((entries[at].row, column.at, "") for column in sheet.columns), at)
