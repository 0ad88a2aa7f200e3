"""Slips that have to do with two rows: they changed places, or a value stands in the row below its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorecheck.model.cells import Written
    from scorecheck.model.sheet import Entry, Sheet
    from scorecheck.repair.unit import CellEdit


class TwoRows(NamedTuple):
    """How two rows that follow each other may have been meant."""

    kind: str
    here: Entry
    there: Entry
    share: float = 1.0
    """How much of the kind is just this: the others are in other columns."""
    lost: int | None = None
    """The player whose value in the second row was written over."""


MOST_APART = 3
_NEXT = (0.8, 0.13, 0.07)
"""How often two rows that got mixed up are next to each other, or further apart."""


_MOST_SEATS = 12


def concerned(*rows: Entry) -> Sequence[int]:
    """The players whose cells may have got mixed up: all, and on a sheet of very many those who have
    points in one of the rows, if they are few."""
    seats = range(len(rows[0].points))
    if len(seats) <= _MOST_SEATS:
        return seats
    playing = [position for position in seats if any(row.points[position] for row in rows)]
    return playing if len(playing) <= _MOST_SEATS else ()


def two_rows(here: Entry, there: Entry, far: int) -> Iterator[TwoRows]:
    """The ways in which two rows may have got mixed up that are so many rows apart."""
    apart = _NEXT[far - 1]
    yield TwoRows("rows-swapped", _with_content(here, there), _with_content(there, here), apart)
    share = apart / (2 * len(here.written))
    for position in concerned(here, there):
        above, below = here.written[position], there.written[position]
        if above == below:
            continue
        up = _with_cell(here, position, below)
        if above is None and far == 1:
            yield TwoRows("other-row", up, there, share, lost=position)
        elif above is not None:
            yield TwoRows("other-row", up, _with_cell(there, position, above), share)


def _with_content(entry: Entry, other: Entry) -> Entry:
    """An entry with all that stands in another one but its number."""
    kept = {"number": entry.fields["number"]} if "number" in entry.fields else {}
    return entry._replace(
        written=other.written, fields={**other.fields, **kept}, numbers=other.numbers, dates=other.dates
    )


def _with_cell(entry: Entry, position: int, cell: Written) -> Entry:
    return entry._replace(written=(*entry.written[:position], cell, *entry.written[position + 1 :]))


def edits_to(sheet: Sheet, said: Entry, meant: Entry) -> Iterator[CellEdit]:
    """What must be written for a row to be meant so."""
    for column, old, new in zip(sheet.points_columns, said.written, meant.written, strict=True):
        if old != new:
            yield said.row, column, None if isinstance(new, Unreadable) else new
    for column in sheet.columns:
        if column.role in said.fields and said.fields[column.role] != meant.fields.get(column.role):
            yield said.row, column.at, value_text(meant.fields[column.role])
