"""The page of one sheet: the table as it was read, with what is wrong at the cells where it is."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, NamedTuple

from scorecheck.model.cells import column_letters, value_text
from scorecheck.model.finding import Severity
from scorecheck.reports.describe import found, recognised, status_of, unsaid
from scorecheck.reports.messages import MINUS
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scorecheck.model.cells import CellRef, Value
    from scorecheck.model.finding import Finding
    from scorecheck.model.outcome import CheckedSheet
    from scorecheck.model.sheet import Sheet
    from scorecheck.reports.describe import Titles
    from scorecheck.reports.messages import Messages

MAX_ROWS = 2_000
MAX_COLUMNS = 100


class Said(NamedTuple):
    """A finding in words."""

    severity: str
    severity_word: str
    cell: str
    """Where it is on its sheet; empty where it is about the whole."""
    row: int
    sentence: str
    more: str
    rule: str


class Box(NamedTuple):
    """A cell: what stands in it, and whether somebody should look at it."""

    text: str
    number: bool = False
    mark: str = ""
    """The severity of the heaviest finding at this cell."""
    mark_word: str = ""
    related: bool = False


class Line(NamedTuple):
    """A row of a sheet. ``kind`` is empty, ``ignored`` or ``total``; ``why`` it was left alone."""

    row: int
    cells: tuple[Box, ...]
    kind: str = ""
    why: str = ""
    said: tuple[Said, ...] = ()


class SheetPage(NamedTuple):
    """A sheet as it was read."""

    slug: str
    title: str
    path: str
    name: str
    status: str
    status_word: str
    recognised: str
    found: str
    said: tuple[Said, ...]
    """Findings that are at no row that is shown."""
    letters: tuple[str, ...]
    headings: Line
    lines: tuple[Line, ...]
    cuts: tuple[str, ...]
    """What is not shown."""


def said(finding: Finding, messages: Messages) -> Said:
    """A finding in words."""
    sentence = plain(messages.text(finding))
    return Said(
        finding.severity.word,
        messages.label(f"severity.{finding.severity.word}"),
        finding.cell.a1 if finding.cell else "",
        finding.cell.row if finding.cell else 0,
        sentence,
        plain(" ".join(unsaid(finding, sentence, messages))),
        finding.rule,
    )


def sheet_page(checked: CheckedSheet, slug: str, titles: Titles, messages: Messages) -> SheetPage:
    """The page of one sheet."""
    sheet = checked.sheet
    table = sheet.table
    rows = _without_empty_end(table.rows)
    width, all_columns = _width(sheet, rows[:MAX_ROWS])
    marks = _Marks(checked.findings, messages)
    ignored = {one.row: one.why for one in sheet.ignored}
    points = set(sheet.points_columns)
    lines = tuple(
        Line(
            table.cell(at, 0).row,
            tuple(
                _box(table.value(at, column), table.cell(at, column), marks, messages)
                for column in range(width)
            ),
            _kind(at, sheet, ignored),
            messages.label(f"ignored.{ignored[at]}") if at in ignored else "",
            tuple(marks.by_row.get(table.cell(at, 0).row, ())),
        )
        for at in range(len(rows[:MAX_ROWS]))
    )
    headings = Line(
        table.heading_row,
        tuple(
            _box(
                table.headings[column] if column < len(table.headings) else "",
                table.heading_cell(column),
                marks,
                messages,
            )._replace(number=column in points or bool(lines and lines[0].cells[column].number))
            for column in range(width)
        ),
        said=tuple(marks.by_row.get(table.heading_row, ())),
    )
    shown = {line.row for line in lines} | {table.heading_row}
    cuts: list[str] = []
    if len(rows) > MAX_ROWS:
        cuts.append(messages.label("report.cut_rows", shown=MAX_ROWS, rows=len(rows)))
    if all_columns > width:
        cuts.append(messages.label("report.cut_columns", shown=width, columns=all_columns))
    status = status_of(checked.findings)
    return SheetPage(
        slug,
        titles(sheet.path, sheet.shown_name),
        titles(sheet.path),
        plain(sheet.name or ""),
        status,
        messages.label(f"status.{status}"),
        plain(recognised(checked, messages)),
        found(checked.findings, messages),
        tuple(one for one in marks.all if one.row not in shown),
        tuple(column_letters(column + 1) for column in range(width)),
        headings,
        lines,
        tuple(cuts),
    )


class _Marks:
    """The findings of a sheet, by the cells that they are about."""

    def __init__(self, findings: Sequence[Finding], messages: Messages) -> None:
        ordered = sorted(findings, key=lambda finding: finding.sort_key)
        self.cells: dict[CellRef, Severity] = {}
        self.related: set[CellRef] = set()
        self.all: list[Said] = []
        self.by_row: dict[int, list[Said]] = {}
        for finding in ordered:
            one = said(finding, messages)
            self.all.append(one)
            self.related.update(finding.related)
            if finding.cell is not None:
                worst = max(finding.severity, self.cells.get(finding.cell, Severity.INFO))
                self.cells[finding.cell] = worst
                self.by_row.setdefault(finding.cell.row, []).append(one)


def _box(value: Value, cell: CellRef, marks: _Marks, messages: Messages) -> Box:
    severity = marks.cells.get(cell)
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if number:
        text = value_text(value).replace("-", MINUS).replace(".", messages.label("number.decimal"))
    elif isinstance(value, date) and not isinstance(value, datetime):
        text = messages.day(value)
    else:
        text = plain(value_text(value))
    if severity is None:
        return Box(text, number, related=cell in marks.related)
    return Box(text, number, severity.word, messages.label(f"severity.{severity.word}"))


def _kind(at: int, sheet: Sheet, ignored: Mapping[int, str]) -> str:
    if at == sheet.total_row:
        return "total"
    return "ignored" if at in ignored or at >= sheet.stop else ""


def _without_empty_end(rows: Sequence[Sequence[Value]]) -> Sequence[Sequence[Value]]:
    end = len(rows)
    while end and all(value == "" for value in rows[end - 1]):
        end -= 1
    return rows[:end]


def _width(sheet: Sheet, rows: Sequence[Sequence[Value]]) -> tuple[int, int]:
    """How many columns are shown, and how many there are."""
    filled = [len(sheet.table.headings)]
    for row in rows:
        end = len(row)
        while end > filled[-1] and row[end - 1] == "":
            end -= 1
        if end > filled[-1]:
            filled.append(end)
    return min(filled[-1], MAX_COLUMNS), filled[-1]
