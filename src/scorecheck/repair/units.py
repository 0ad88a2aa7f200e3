"""Repairs on sheets in hundredths, or with amounts of money in cells."""

from __future__ import annotations

from fractions import Fraction

from scorecheck.checks.ruleset import Layout
from scorecheck.layouts.amounts import between_thousands, spelt_like
from scorecheck.model.cells import Money, NumberInText, Unreadable, Value, Written, whole, written
from scorecheck.model.finding import Edit, Fix
from scorecheck.model.record import replace
from scorecheck.model.sheet import Sheet

_LARGE = 1000
"""From here on numbers have thousands."""


class Units:
    """A sheet in the units of its game: whole numbers, euros as cents; and how its numbers are written."""

    def __init__(self, sheet: Sheet) -> None:
        """For the sheet as written."""
        self._sheet = sheet
        self._columns = (*sheet.points_columns, *(one.at for one in sheet.columns if one.role == "control"))
        cells = [sheet.table.value(row, at) for row in range(sheet.stop) for at in self._columns]
        in_euros = any(isinstance(one, Money) and one.in_euros for one in cells)
        in_parts = in_euros or any(isinstance(written(one), Fraction) for one in cells)
        self._parts = 100 if in_parts and not sheet.a_point else 1

    @property
    def counted(self) -> Sheet:
        """The sheet with whole numbers in its cells."""
        rows = [list(values) for values in self._sheet.table.rows]
        for values in rows:
            for at in self._columns:
                number = written(values[at]) if at < len(values) else None
                counted = number * self._parts if isinstance(number, int | Fraction) else None
                if counted is not None and counted.denominator == 1:
                    values[at] = int(counted)
        table = replace(self._sheet.table, rows=rows)
        foot = tuple(map(self._of_foot, self._sheet.foot))
        start = tuple(whole(one * self._parts) for one in self._sheet.start)
        return replace(self._sheet, table=table, foot=foot, start=start)

    def _of_foot(self, said: Written) -> Written:
        return said if said is None or isinstance(said, Unreadable) else whole(said * self._parts)

    def can_be_written(self, fix: Fix) -> bool:
        """Whether all changes of a repair are numbers with a cell of their own.

        In lists below each other, absent players have none; nor has a player if others are in the same cell.
        """
        table = self._sheet.table
        if not table.places:
            return True
        for edit in (*fix.edits, *fix.follows, *fix.together):
            row, at = table.place_of(edit.cell)
            here = (column for column in self._columns if table.cell(row, column) == edit.cell)
            shared = sum(table.value(row, column) != "" for column in here) > 1
            if shared or not (edit.before and edit.after and at in self._columns):
                return False
        return True

    def as_written(self, fix: Fix) -> Fix:
        """A repair with numbers in the style of the sheet."""
        return fix.with_each(self._edit)

    def _edit(self, edit: Edit) -> Edit:
        row, at = self._sheet.table.place_of(edit.cell)
        if at not in self._columns:
            return edit
        stands, after = self._sheet.table.value(row, at), written(edit.after)
        before = str(stands).strip()
        if not isinstance(after, int | Fraction):
            return edit._replace(before=before) if edit.before else edit
        number = whole(Fraction(after) / self._parts)
        return Edit(
            edit.cell, before, spelt_like(number, self._model(stands, at, large=abs(number) >= _LARGE))
        )

    def _model(self, stands: Value, at: int, *, large: bool) -> Value:
        """A cell whose style a new number has: what stands there, or another of the column or the sheet."""
        table = self._sheet.table
        column = (table.value(row, at) for row in range(self._sheet.stop))
        numbers = [one for one in (stands, *column) if isinstance(written(one), int | Fraction)]
        every = (one for row in (numbers, *table.rows) for one in row) if large else ()
        return next(filter(between_thousands, every), next(iter(numbers), ""))


def units_of(sheet: Sheet, layout: Layout) -> Units | None:
    """The units of a sheet; ``None`` if its numbers are in those of its game."""
    cells = [sheet.table.value(row, at) for row in range(sheet.stop) for at in sheet.points_columns]
    in_units = any(isinstance(one, NumberInText) for one in cells)
    in_units |= any(between_thousands(one) for row in sheet.table.rows for one in row)
    if layout.hundredths or sheet.a_point:
        in_units |= any(isinstance(written(one), Fraction) for one in cells)
    return Units(sheet) if in_units else None
