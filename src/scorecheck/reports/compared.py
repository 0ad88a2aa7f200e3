"""Sheets of one table: their differences and the alignment of their rows, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from scorecheck.model.outcome import Compared, ComparedRow, SheetId, Together
from scorecheck.reports.describe import place, ranges
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.json_report import checked_json, json_text
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain, shown_number
from scorecheck.reports.text import checked_text


def compared_text(found: Compared, messages: Messages, look: FormatOptions) -> str:
    """The findings, then a line for each table and for each sheet without a counterpart."""
    return checked_text(found.checked, messages, look) + "".join(
        f"{plain(line)}\n" for line in _lines(found, messages)
    )


def _lines(found: Compared, messages: Messages) -> Iterator[str]:
    for table in found.tables:
        key = "compared.differ" if table.differences else "compared.same"
        names = tuple(place(path, sheet, None) for path, sheet in table.sheets)
        yield messages.label(key, sheets=names, rows=table.rows, count=table.differences)
    for path, sheet in found.alone:
        yield messages.label("compared.alone", sheet=place(path, sheet, None))


def compared_json(found: Compared, messages: Messages, *, ascii_only: bool = False) -> str:
    """The report of a check, with the compared sheets under ``compared``."""
    report = checked_json(found.checked, messages)
    report["compared"] = {
        "tables": [
            {"sheets": _sheets_json(table.sheets), "rows": table.rows, "differences": table.differences}
            for table in found.tables
        ],
        "alone": _sheets_json(found.alone),
    }
    return json_text(report, ascii_only=ascii_only)


_NONE = "–"


def _sheets_json(sheets: Iterable[SheetId]) -> list[dict[str, Any]]:
    return [{"path": path, "sheet": sheet} for path, sheet in sheets]


def aligned_text(together: Iterable[Together], messages: Messages) -> str:
    """A block for each table: the ranges of equal rows, and the differences."""
    return "".join(
        "\n\n" + "".join(f"{plain(line)}\n" for line in _aligned(one, messages)) for one in together
    )


def _aligned(table: Together, messages: Messages) -> Iterator[str]:
    names = tuple(place(path, sheet, None) for path, sheet in table.sheets)
    yield messages.label("aligned.title", sheets=names)
    for same, group in groupby(table.lines, lambda line: None not in line.cells and not any(line.differs)):
        lines = list(group)
        if same:
            yield "  " + messages.label("aligned.same", rows=tuple(_rows(lines)), count=len(lines))
            continue
        yield from ("  " + _apart(line, table, messages) for line in lines)
    if len(table.lines) < table.rows:
        yield "  " + messages.label("aligned.more", count=table.rows - len(table.lines))


def _rows(lines: Sequence[ComparedRow]) -> Iterator[str]:
    """The rows of each sheet, as ranges."""
    for which in range(len(lines[0].rows)):
        yield ", ".join(ranges([row for line in lines if (row := line.rows[which]) is not None]))


def _apart(line: ComparedRow, table: Together, messages: Messages) -> str:
    rows = tuple(_NONE if row is None else str(row) for row in line.rows)
    lacking = [which for which, cells in enumerate(line.cells) if cells is None]
    if lacking:
        names = tuple(place(*table.sheets[which], None) for which in lacking)
        return messages.label("aligned.lacking", rows=rows, label=line.label, sheets=names)
    said = (
        f"{player} " + " | ".join(shown_number(cells[seat]) or _NONE for cells in line.cells if cells)
        for seat, player in enumerate(table.players)
        if line.differs[seat]
    )
    return messages.label("aligned.differ", rows=rows, label=line.label, what=tuple(said))


def aligned_json(together: Iterable[Together]) -> list[dict[str, Any]]:
    """The alignment as JSON: each row's position on each sheet, and the players for whom it differs."""
    return [
        {
            "sheets": _sheets_json(table.sheets),
            "rows": [
                {
                    "label": line.label,
                    "at": list(line.rows),
                    "differs": [name for name, so in zip(table.players, line.differs, strict=True) if so],
                }
                for line in table.lines
            ],
            "left_out": table.rows - len(table.lines),
        }
        for table in together
    ]
