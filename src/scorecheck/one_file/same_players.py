"""Combines tables of the same players on a sheet: the evidence of all counts for each.

A single one may be too short or too faulty to show its notation.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION, NO_TABLE
from scorecheck.checks.words import plain
from scorecheck.layouts.called import columns_beside, word_of_row
from scorecheck.layouts.readings import Reading, readings
from scorecheck.model.budget import Budget
from scorecheck.model.cells import Value
from scorecheck.model.record import replace
from scorecheck.model.sheet import Table
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.column_evidence import Columns
from scorecheck.one_file.decision import recognise
from scorecheck.one_file.evidence import weigh
from scorecheck.one_file.questions import Doubt

_FEWEST = 2
_QUESTIONS = (AMBIGUOUS_GAME, AMBIGUOUS_NOTATION)


def read_together(
    tables: Sequence[Table], outcomes: Sequence[Reading | Doubt], path: str, wanted: Wanted, budget: Budget
) -> list[Reading | Doubt]:
    """The outcomes of tables, with the same reading for all under the same headings.

    It is the reading of all as one table; else that of the longest readable one. A question about them as one
    becomes that of all.
    """
    found = list(outcomes)
    alike: dict[tuple[str, ...], list[int]] = {}
    for at, (table, one) in enumerate(zip(tables, outcomes, strict=True)):
        if not (isinstance(one, Doubt) and one.rule is NO_TABLE):
            alike.setdefault(_headings(table), []).append(at)
    for group in alike.values():
        read = [one for at in group if isinstance(one := outcomes[at], Reading)]
        if len(group) < _FEWEST or (len(read) == len(group) and len({_kind(one) for one in read}) == 1):
            continue
        together, _ = recognise(_joined([tables[at] for at in group]), path, wanted, budget)
        if isinstance(together, Doubt):
            if not read:
                for at in group if together.rule in _QUESTIONS else ():
                    found[at] = together._replace(table=tables[at])
                continue
            together = max(read, key=lambda one: one.sheet.stop)
        for at in group:
            found[at] = _read_as(together, tables[at], path, wanted) or outcomes[at]
    return found


def _headings(table: Table) -> tuple[str, ...]:
    words = tuple(map(plain, table.headings[table.first_column :]))
    filled = [at for at, word in enumerate(words) if word]
    return words[: filled[-1] + 1] if filled else ()


def _kind(reading: Reading) -> tuple[object, ...]:
    sheet = reading.sheet
    columns = tuple(at - sheet.table.first_column for at in sheet.points_columns)
    return sheet.game, sheet.layout, sheet.notation, columns


def _joined(tables: Sequence[Table]) -> Table:
    """The rows of tables with the same headings as the first, without sums."""
    first, width = tables[0], len(_headings(tables[0]))
    rows: list[Sequence[Value]] = []
    for table in tables:
        start, beside = table.first_column, columns_beside(table, ())
        rows += (
            (*([""] * first.first_column), *row[start : start + width])
            for at, row in enumerate(table.rows)
            if word_of_row(table, at, beside) is None
        )
    headings = first.headings[: first.first_column + width]
    return Table(first.sheet, headings, first.heading_row, first.first_row, rows, first.first_column)


def _read_as(together: Reading, table: Table, path: str, wanted: Wanted) -> Reading | None:
    """A table with the columns, layout and notation of a similar one's reading."""
    kind, name = _kind(together), together.layout.name
    for one in readings(table, path, together.ruleset, wanted, is_wanted=lambda layout: layout.name == name):
        if _kind(one) == kind:
            read = weigh(one, Columns(table)).completed()
            sheet = replace(read.sheet, decided_by="beside", evidence=together.sheet.evidence)
            return read._replace(sheet=sheet)
    return None
