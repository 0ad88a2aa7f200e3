"""The page of one sheet: the table as it was read, with findings at their cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime

from scorecheck.model.cells import CellRef, Value, column_letters, value_text
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.outcome import CheckedSheet
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet, Table
from scorecheck.reports.course_view import Chart, sheet_chart
from scorecheck.reports.describe import Titles, checked_as, counts_by_severity, value_and_related
from scorecheck.reports.messages import Messages
from scorecheck.reports.repairs import help_lines, impact_lines, values_due
from scorecheck.reports.safe import MINUS, NUMBER, plain, shown_number

MAX_ROWS = 2_000
MAX_COLUMNS = 100


class FindingText(NamedTuple):
    """A finding in words."""

    severity: str
    severity_word: str
    cell: str
    """The cell; empty for a finding about a whole sheet."""
    row: int
    sentence: str
    more: str
    rule: str
    repairs: tuple[str, ...] = ()
    """The repairs, likeliest first, and the question that would decide between equal ones."""
    impact: tuple[str, ...] = ()
    """The changes of ranks by the repairs."""


class SheetCell(NamedTuple):
    """A cell with its marks."""

    text: str
    number: bool = False
    mark: str = ""
    """The greatest severity of a finding at this cell."""
    mark_word: str = ""
    related: bool = False
    should: str = ""
    """The value of the likeliest repair."""
    kind: str = ""
    """The kind of its column in a transposed table: ``head``, ``ignored``, ``total`` or empty."""


class SheetRow(NamedTuple):
    """A row of a sheet. ``kind`` is empty, ``ignored`` or ``total``; ``why`` is the reason for ignoring
    it."""

    row: int
    cells: tuple[SheetCell, ...]
    kind: str = ""
    why: str = ""
    said: tuple[FindingText, ...] = ()


class SheetPage(NamedTuple):
    """A table as it was read, in the orientation of its sheet."""

    slug: str
    title: str
    path: str
    name: str
    status: str
    status_word: str
    recognised: str
    found: str
    said: tuple[FindingText, ...]
    """Findings without a shown row."""
    letters: tuple[str, ...]
    headings: SheetRow | None
    """``None`` for a transposed table, whose headings begin the lines."""
    lines: tuple[SheetRow, ...]
    whys: tuple[str, ...]
    """For a transposed table, the reasons for ignoring columns; else empty."""
    cuts: tuple[str, ...]
    """Notes on rows and columns that are not shown."""
    chart: Chart | None = None
    players: tuple[str, ...] = ()

    @property
    def why_column(self) -> bool:
        """Whether a row has a reason for ignoring it."""
        return any(line.why for line in self.lines)


class _Oriented(NamedTuple):
    """The part of a page that depends on the orientation of the table."""

    letters: tuple[str, ...]
    headings: SheetRow | None
    lines: tuple[SheetRow, ...]
    whys: tuple[str, ...]
    rows: int
    """The numbers of all rows and columns, shown or not."""
    columns: int


def finding_text(finding: Finding, messages: Messages) -> FindingText:
    """A finding in words."""
    sentence = plain(messages.text(finding))
    return FindingText(
        finding.severity.word,
        messages.label(f"severity.{finding.severity.word}"),
        finding.cell.a1 if finding.cell else "",
        finding.cell.row if finding.cell else 0,
        sentence,
        plain(" ".join(value_and_related(finding, sentence, messages))),
        finding.rule,
        tuple(map(plain, help_lines(finding, messages))),
        tuple(map(plain, impact_lines(finding, messages))),
    )


def sheet_page(
    checked: CheckedSheet, slug: str, titles: Titles, messages: Messages, *, most_rows: int = MAX_ROWS
) -> SheetPage:
    """The page of one table, with at most ``most_rows`` of its rows."""
    sheet = checked.sheet
    most_rows = min(most_rows, MAX_ROWS)
    marks = _CellMarks(checked.findings, messages)
    part = (_turned if sheet.table.turned else _upright)(sheet, marks, messages, most_rows)
    rows = {line.row for line in (part.headings, *part.lines) if line is not None}
    cuts: list[str] = []
    if part.rows > len(part.lines):
        cuts.append(messages.label("report.cut_rows", shown=len(part.lines), rows=part.rows))
    if part.columns > len(part.letters):
        cuts.append(messages.label("report.cut_columns", shown=len(part.letters), columns=part.columns))
    status = checked.status
    return SheetPage(
        slug,
        titles(sheet.path, sheet.shown_name),
        titles(sheet.path),
        plain(sheet.shown_name or ""),
        status,
        messages.label(f"status.{status}"),
        plain(checked_as(checked, messages)),
        counts_by_severity(checked.findings, messages),
        tuple(one for one in marks.all if one.row not in rows),
        part.letters,
        part.headings,
        part.lines,
        part.whys,
        tuple(cuts),
        sheet_chart(checked, messages),
        tuple(plain(name) for name in sheet.players),
    )


def _upright(sheet: Sheet, marks: _CellMarks, messages: Messages, most_rows: int) -> _Oriented:
    """A table whose rows are the sheet's rows."""
    table = sheet.table
    rows = _filled(sheet)
    columns = range(table.first_column, len(table.headings))
    shown = columns[:MAX_COLUMNS]
    ignored = {one.row: one.why for one in sheet.ignored}
    points = set(sheet.points_columns)
    lines = tuple(
        SheetRow(
            table.line(at),
            tuple(_box(table.shown(at, column), table.cell(at, column), marks, messages) for column in shown),
            _kind(at, sheet, ignored),
            messages.label(f"ignored.{ignored[at]}") if at in ignored else "",
            tuple(marks.by_row.get(table.line(at), ())),
        )
        for at in rows[:most_rows]
    )
    headings = SheetRow(
        table.heading_row,
        tuple(
            _heading(table, column, marks, messages)._replace(
                number=column in points or bool(lines and lines[0].cells[at].number)
            )
            for at, column in enumerate(shown)
        ),
        said=tuple(marks.by_row.get(table.heading_row, ())),
    )
    letters = tuple(column_letters(table.heading_cell(column).column) for column in shown)
    return _Oriented(letters, headings, lines, (), len(rows), len(columns))


def _turned(sheet: Sheet, marks: _CellMarks, messages: Messages, most_rows: int) -> _Oriented:
    """A table whose rows are the sheet's columns."""
    table = sheet.table
    games = _filled(sheet)
    rows = range(table.first_column, len(table.headings))
    shown = games[: MAX_COLUMNS - 1]
    ignored = {one.row: one.why for one in sheet.ignored}
    kinds = {at: _kind(at, sheet, ignored) for at in shown}
    lines = tuple(
        SheetRow(
            row + 1,
            (
                _heading(table, row, marks, messages)._replace(kind="head"),
                *(
                    _box(table.shown(at, row), table.cell(at, row), marks, messages)._replace(kind=kinds[at])
                    for at in shown
                ),
            ),
            said=tuple(marks.by_row.get(row + 1, ())),
        )
        for row in rows[:most_rows]
    )
    letters = tuple(column_letters(column) for column in (table.heading_row, *map(table.line, shown)))
    whys = ("", *(messages.label(f"ignored.{ignored[at]}") if at in ignored else "" for at in shown))
    return _Oriented(letters, None, lines, whys if any(whys) else (), len(rows), len(games) + 1)


class _CellMarks:
    """The findings of a sheet by cell."""

    def __init__(self, findings: Sequence[Finding], messages: Messages) -> None:
        ordered = sorted(findings, key=lambda finding: finding.sort_key)
        self.cells: dict[CellRef, Severity] = {}
        self.related: set[CellRef] = set()
        self.all: list[FindingText] = []
        self.by_row: dict[int, list[FindingText]] = {}
        self.should: dict[CellRef, str] = {}
        for finding in ordered:
            one = finding_text(finding, messages)
            self.all.append(one)
            self.related.update(finding.related)
            self.should |= values_due(finding)
            if finding.cell is not None:
                worst = max(finding.severity, self.cells.get(finding.cell, Severity.INFO))
                self.cells[finding.cell] = worst
                self.by_row.setdefault(finding.cell.row, []).append(one)


def _heading(table: Table, column: int, marks: _CellMarks, messages: Messages) -> SheetCell:
    word = table.headings[column] if column < len(table.headings) else ""
    return _box(word, table.heading_cell(column), marks, messages)


def _box(value: Value, cell: CellRef, marks: _CellMarks, messages: Messages) -> SheetCell:
    text, number = _shown(value, messages)
    severity = marks.cells.get(cell)
    should = marks.should.get(cell, "")
    if severity is None:
        return SheetCell(text, number, related=cell in marks.related, should=should)
    return SheetCell(text, number, severity.word, messages.label(f"severity.{severity.word}"), should=should)


def _shown(value: Value, messages: Messages) -> tuple[str, bool]:
    """A value as the page shows it, and whether it is a number."""
    if isinstance(value, date) and not isinstance(value, datetime):
        return messages.day(value), False
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value_text(value).replace("-", MINUS).replace(".", messages.decimal), True
    text = plain(value_text(value))
    # In a CSV file numbers are texts.
    return shown_number(text), NUMBER.fullmatch(text) is not None


def _kind(at: int, sheet: Sheet, ignored: Mapping[int, str]) -> str:
    if at == sheet.total_row:
        return "total"
    return "ignored" if at in ignored or at >= sheet.stop else ""


def _filled(sheet: Sheet) -> Sequence[int]:
    """The filled rows of a table, without prepared rows that wait for a game.

    A transposed table keeps empty ones between others.
    """
    table = sheet.table
    waiting = {one.row for one in sheet.ignored if one.why == "unfilled"}
    written = [any(value != "" for value in table.of_row(row)) for row in range(len(table.rows))]
    last = max((row for row, some in enumerate(written) if some), default=-1)
    return [row for row in range(last + 1) if row not in waiting and (written[row] or table.turned)]
