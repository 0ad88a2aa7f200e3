"""The alignment of the rows of sheets of one table, as text and as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from scorecheck.model.outcome import ComparedRow, Together
from scorecheck.reports.describe import place, ranges
from scorecheck.reports.messages import Messages
from scorecheck.reports.safe import plain, shown_number

_NONE = "–"


def aligned_text(together: Iterable[Together], messages: Messages) -> str:
    """A block for each table: the ranges of equal rows, and the differences."""
    return "".join("\n\n" + "".join(f"{plain(line)}\n" for line in _lines(one, messages)) for one in together)


def _lines(table: Together, messages: Messages) -> Iterator[str]:
    names = tuple(place(path, sheet, None) for path, sheet in table.sheets)
    yield messages.label("aligned.title", sheets=names)
    for same, group in groupby(table.lines, key=_same):
        lines = list(group)
        if same:
            yield "  " + messages.label("aligned.same", rows=tuple(_rows(lines)), count=len(lines))
            continue
        yield from ("  " + _apart(line, table, messages) for line in lines)
    if len(table.lines) < table.rows:
        yield "  " + messages.label("aligned.more", count=table.rows - len(table.lines))


def _same(line: ComparedRow) -> bool:
    return None not in line.cells and not any(line.differs)


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
            "sheets": [{"path": path, "sheet": sheet} for path, sheet in table.sheets],
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
