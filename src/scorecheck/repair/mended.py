"""A sheet with edits in its table; and the names of its cells."""

from __future__ import annotations

from collections.abc import Iterable

from scorecheck.model.cells import Value, value_text
from scorecheck.model.finding import Edit
from scorecheck.model.record import replace
from scorecheck.model.sheet import Sheet
from scorecheck.model.written import written


def named_above(sheet: Sheet, row: int, column: int) -> str:
    """The name of a number beside the games: the word before it below a player's column, else that above."""
    table = sheet.table
    if column in sheet.points_columns:
        before = (value_text(table.value(row, at)).strip() for at in range(min(sheet.points_columns)))
        word = next(filter(None, before), "")
        if word not in sheet.players:
            return word
    elif row < sheet.stop and column < len(table.headings) and table.headings[column]:
        return table.headings[column]
    # What stands in a row of games is none of its column's names.
    lines = table.around[: max(0, table.first_row - 1 + (0 if row < sheet.stop else row))]
    above = [value_text(line[column]).strip() for line in reversed(lines) if column < len(line)]
    return next((text for text in above if text and not isinstance(written(text), int)), "")


def edited(sheet: Sheet, edits: Iterable[Edit]) -> Sheet:
    """The sheet with edits in its table, read with the same columns."""
    table = sheet.table
    rows = list(table.rows)
    copies: dict[int, list[Value]] = {}
    apart, around = dict(table.apart), table.around
    for cell, _, after in edits:
        row, column = table.place_of(cell)
        if row >= len(rows) or column >= len(table.headings):
            # Results beside the table: only for these is the whole sheet copied.
            at = table.first_row - 1 + row
            line = list(around[at])
            line[column] = _as_stood(after, line[column])
            around = [*around[:at], line, *around[at + 1 :]]
            continue
        first = table.first_of_pair(row, column)
        if first is not None:
            # Two names were joined in the first of their cells.
            one, other = apart[table.cell(row, first)]
            both = (after, other) if column == first else (one, after)
            apart[table.cell(row, first)] = both
            column, after = first, ", ".join(str(name) for name in both if name != "")
        if row not in copies:
            copies[row] = [*rows[row], *([""] * (len(table.headings) - len(rows[row])))]
            rows[row] = copies[row]
        copies[row][column] = _as_stood(after, copies[row][column])
    table = replace(table, rows=rows, apart=apart, around=around)
    foot = sheet.foot
    if foot and sheet.total_row is not None:
        total = sheet.total_row
        foot = tuple(written(table.value(total, at), table.format(total, at)) for at in sheet.points_columns)
    return replace(sheet, table=table, foot=foot)


def _as_stood(after: str, stood: Value) -> Value:
    """The content of a cell, as a number if it was one."""
    number = written(after)
    return number if isinstance(number, int) and not isinstance(stood, str) else after
