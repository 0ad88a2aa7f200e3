"""Repairs of games with winners and a value, by the players' totals: one value or one total is wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import exp

from scorecheck.model.cells import CellRef, value_text, whole_in
from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.repair.channel import added_up, read_as
from scorecheck.repair.slips import as_sure

_KNOWN = 0.97
"""The probability that it is one of these two: otherwise a player is on the wrong side."""


class _Cause(NamedTuple):
    """A single cell behind all wrong totals."""

    cell: CellRef
    who: tuple[str, ...]
    """The heading above each edit."""
    game: str
    """Empty for a total."""
    edits: tuple[Edit, ...]
    kind: str
    weight: float


def told_once(sheet: Sheet, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings about totals with repairs; as one, if the value of one game causes all.

    Unchanged if no single number does.
    """
    table = sheet.table
    rows = [[whole_in(table.value(row, at)) for at in sheet.points_columns] for row in range(sheet.stop)]
    said = [one for one in sheet.foot if isinstance(one, int)]
    if len(said) < len(sheet.points_columns):
        return tuple(findings)
    off = [one - sum(column) for one, column in zip(said, zip(*rows, strict=True), strict=True)]
    causes = [*_values(sheet, rows, off), *_total(sheet, said, off)]
    whole = sum(cause.weight for cause in causes)
    causes.sort(key=lambda cause: -cause.weight)
    fixes = tuple(
        Fix(
            cause.edits,
            cause.kind,
            as_sure(_KNOWN * cause.weight / whole),
            {
                "who": cause.who,
                "roles": ("fact" if cause.game else "total",) * len(cause.edits),
                "what": sheet.noun,
                "place": "total",
            },
        )
        for cause in causes
    )
    if not causes or not causes[0].game:
        return tuple(replace(finding, fixes=fixes) for finding in findings)
    games = tuple(cause.game for cause in causes if cause.game)
    cells = tuple(cell for one in findings for cell in (one.cell, *one.related) if cell is not None)
    once = replace(findings[0], cell=causes[0].cell, related=cells, value=causes[0].edits[0].before)
    return (replace(once, variant="value", params={"what": sheet.noun, "games": games}, fixes=fixes),)


def _values(sheet: Sheet, rows: Sequence[Sequence[int]], off: Sequence[int]) -> Iterator[_Cause]:
    """The games with another value of which all totals are right."""
    table = sheet.table
    for at, row in enumerate(rows):
        times = {Fraction(out, paid) for out, paid in zip(off, row, strict=True) if paid}
        if len(times) != 1 or any(out and not paid for out, paid in zip(off, row, strict=True)):
            continue
        cell = table.cell(at, 1)
        stands = table.around[cell.row - 1][cell.column - 1]
        value = whole_in(stands)
        due = value * (1 + times.pop())
        if due * value > 0 and due.denominator == 1 and due != value:
            kind, chance = read_as(value, int(due))
            cells = sorted({table.cell(at, column) for column in sheet.points_columns})
            edits = tuple(Edit(one, value_text(stands), str(due)) for one in cells)
            headings = table.around[table.heading_row - 1]
            who = tuple(value_text(headings[one.column - 1]) for one in cells)
            yield _Cause(cell, who, str(table.rows[at][0]), edits, kind, exp(chance))


def _total(sheet: Sheet, totals: Sequence[int], off: Sequence[int]) -> Iterator[_Cause]:
    """The only wrong total."""
    wrong = [at for at, out in enumerate(off) if out]
    if len(wrong) == 1 and sheet.total_row is not None:
        (at,) = wrong
        column, said, due = sheet.points_columns[at], totals[at], totals[at] - off[at]
        cell, who = sheet.table.cell(sheet.total_row, column), sheet.table.headings[column]
        edit = Edit(cell, str(said), str(due))
        yield _Cause(cell, (who,), "", (edit,), "added-up", added_up(said, due))
