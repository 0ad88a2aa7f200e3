"""A sheet in normal form: JSON that can be checked instead of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorecheck.model.cells import Unreadable, Written, value_text
from scorecheck.model.inspected import ReadTable
from scorecheck.model.sheet import GAMES_SUM, Entry, Sheet
from scorecheck.reports.json_report import FORMAT_VERSION, number_json

NO_FACTS = frozenset({"player", "unknown", "tag", "running", GAMES_SUM})
"""The roles of columns that are no facts: points, unknown ones, and sums."""


def sheet_json(read: ReadTable) -> dict[str, Any]:
    """The sheet in the form of ``schemas/<game>.schema.json``: each row with its facts by name.

    Unreadable values are kept as text.
    """
    sheet = read.sheet
    document: dict[str, Any] = {"version": FORMAT_VERSION, "game": sheet.game, "layout": sheet.layout}
    open_ = sheet.shown.get("preset")
    if sheet.preset and not (open_ is not None and open_.asked):
        document["preset"] = sheet.preset
    if sheet.notation != "plus-minus":
        document["notation"] = sheet.notation
    if sheet.shown_name:
        document["name"] = sheet.shown_name
    document["players"] = list(_names(sheet).values()) if _has_games(sheet) else list(sheet.players)
    document["rows"] = [_row(entry, sheet) for entry in read.entries]
    if sheet.total_row is not None and sheet.foot:
        # Without columns of points the totals follow from the rows; those of both sides stand for no column.
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
            # A mark such as - is a value, unlike an empty cell.
            row[role] = value_text(value).strip() if number is None else number
        else:
            row[role] = value_text(value).strip()
    if sheet.points_columns:
        row["points"] = _cells(entry.row, entry.written, sheet)
    return row


def _has_games(sheet: Sheet) -> bool:
    """Whether a sheet is a card with several games per player."""
    names = {name.casefold() for name in sheet.players}
    return sheet.column("category") is not None and 0 < len(names) < len(sheet.points_columns)


def _names(sheet: Sheet) -> dict[int, str]:
    """The names of the columns of points; with several games per player, also of the columns of sums."""
    if not _has_games(sheet):
        return {at: sheet.table.headings[at] for at in sheet.points_columns}
    owners = dict(zip(sheet.points_columns, sheet.players, strict=True))
    found: dict[int, str] = {}
    for column in sheet.columns:
        if column.at not in owners and column.role != GAMES_SUM:
            continue
        owner = owners.get(column.at) or next(
            (owners[at] for at in sorted(owners, reverse=True) if at < column.at), ""
        )
        heading = sheet.table.headings[column.at]
        if heading in {"", owner}:
            # Cards under the same name are told apart by their number.
            heading = f"{owner} {1 + sum(name.startswith(f'{owner} ') for name in found.values())}"
        found[column.at] = heading if heading.startswith(f"{owner} ") else f"{owner} ({heading})"
    return found


def _cells(row: int, cells: Sequence[Written], sheet: Sheet) -> dict[str, Any]:
    """The players' filled cells in a row, by name."""
    said = dict(zip(sheet.points_columns, cells, strict=True))
    found: dict[str, Any] = {}
    for at, name in _names(sheet).items():
        value, cell = sheet.table.value(row, at), said.get(at)
        if value != "":
            if cell is None or isinstance(cell, Unreadable):
                found[name] = value_text(value).strip()
            else:
                found[name] = number_json(cell)
    return found


def _number(cell: Written) -> Any:
    if cell is None:
        return None
    return cell.text if isinstance(cell, Unreadable) else number_json(cell)
