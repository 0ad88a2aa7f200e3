"""A sheet in its plain form: the JSON that can be handed in instead of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorecheck.model.cells import Unreadable, value_text
from scorecheck.reports.json_report import FORMAT_VERSION, number_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.cells import Written
    from scorecheck.model.inspected import ReadTable
    from scorecheck.model.sheet import Entry, Sheet

NO_FACTS = frozenset({"player", "unknown", "tag", "running"})
"""Columns of points, and those that nothing is known of."""


def sheet_json(read: ReadTable) -> dict[str, Any]:
    """The sheet as ``schemas/<game>.schema.json`` describes it: each row with its facts by name.

    What could not be read stands there as it is on the sheet.
    """
    sheet = read.sheet
    document: dict[str, Any] = {"version": FORMAT_VERSION, "game": sheet.game, "layout": sheet.layout}
    if sheet.preset:
        document["preset"] = sheet.preset
    if sheet.notation != "plus-minus":
        document["notation"] = sheet.notation
    if sheet.shown_name:
        document["name"] = sheet.shown_name
    document["players"] = list(sheet.players)
    document["rows"] = [_row(entry, sheet) for entry in read.entries]
    if sheet.total_row is not None:
        document["total"] = _cells(sheet.total_row, sheet.foot, sheet)
    return document


def _row(entry: Entry, sheet: Sheet) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for role, value in entry.fields.items():
        if role in NO_FACTS or value == "":
            continue
        if role in entry.dates and entry.dates[role].originals:
            row[role] = entry.dates[role].originals[0]
        elif role in entry.numbers:
            number = _number(entry.numbers[role])
            # A mark such as - says that nothing came of it: that is not the same as no word of it.
            row[role] = value_text(value).strip() if number is None else number
        else:
            row[role] = value_text(value).strip()
    if sheet.points_columns:
        row["points"] = _cells(entry.row, entry.written, sheet)
    return row


def _cells(row: int, cells: Sequence[Written], sheet: Sheet) -> dict[str, Any]:
    """The cells of the players in a row, by name, without the empty ones."""
    return {
        sheet.table.headings[at]: value_text(sheet.table.value(row, at)).strip()
        if cell is None or isinstance(cell, Unreadable)
        else number_json(cell)
        for at, cell in zip(sheet.points_columns, cells, strict=True)
        if sheet.table.value(row, at) != ""
    }


def _number(cell: Written) -> Any:
    if cell is None:
        return None
    return cell.text if isinstance(cell, Unreadable) else number_json(cell)
