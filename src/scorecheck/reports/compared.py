"""The differences between sheets of one table, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from scorecheck.model.outcome import Compared
from scorecheck.reports.describe import place
from scorecheck.reports.format_options import FormatOptions
from scorecheck.reports.json_report import checked_json, json_text
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain
from scorecheck.reports.text import checked_text


def compared_text(found: Compared, messages: Messages, look: FormatOptions) -> str:
    """The findings, then a line for each table and for each sheet without a counterpart."""
    return checked_text(found.checked, messages, look) + "".join(
        f"{plain(line)}\n" for line in _lines(found, messages)
    )


def _lines(found: Compared, messages: Messages) -> Iterator[str]:
    for table in found.tables:
        key = "compared.differ" if table.differences else "compared.same"
        names = tuple(_name(path, sheet) for path, sheet in table.sheets)
        yield messages.label(key, sheets=names, rows=table.rows, count=table.differences)
    for path, sheet in found.alone:
        yield messages.label("compared.alone", sheet=_name(path, sheet))


def _name(path: str, sheet: str | None) -> str:
    return place(path, sheet, None)


def compared_json(found: Compared, messages: Messages, *, ascii_only: bool = False) -> str:
    """The report of a check, with the compared sheets under ``compared``."""
    report = checked_json(found.checked, messages)
    report["compared"] = {
        "tables": [
            {
                "sheets": [{"path": path, "sheet": sheet} for path, sheet in table.sheets],
                "rows": table.rows,
                "differences": table.differences,
            }
            for table in found.tables
        ],
        "alone": [{"path": path, "sheet": sheet} for path, sheet in found.alone],
    }
    return json_text(report, ascii_only=ascii_only)
