"""Examples of the rules: a sheet that breaks a rule and one that keeps it.

They are data in ``examples.toml`` beside the checks. The tests run each of them; ``explain`` and the pages of
the rules show them.
"""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from typing import Any

from scorecheck.checks.sketch import folder_of
from scorecheck.model.cells import column_letters
from scorecheck.model.record import field, record
from scorecheck.reports.describe import aligned
from scorecheck.reports.safe import plain
from scorecheck.resources import EVENT_FILE, package_file

_ONLY = "sheet.csv"
_FOLDERS = {"sheet": "checks", "tournament": "tournament"}


@record
class Example:
    """A rule broken and kept. Sheets are CSV text by file name, an event file among them is TOML.

    A file named ``.xlsx`` is a workbook of these cells; in it ``=`` begins a formula whose result
    is not stored.
    """

    rule: str
    fails: Mapping[str, str]
    passes: Mapping[str, str]
    cell: str | None = None
    """The cell of the finding."""
    file: str = _ONLY
    """The file of the finding."""
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """``game``, ``preset``, ``layout``, ``notation``, as on the command line."""
    hidden_rows: Sequence[int] = ()
    """The hidden rows of the workbook that breaks the rule."""


def examples(area: str) -> Mapping[str, Example]:
    """The examples of an area's rules, by rule; none where there is no file of them."""
    import tomllib

    path = package_file(*_folder(area), "examples.toml")
    if not path.is_file():
        return {}
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return {rule: Example(rule, **_by_file(table)) for rule, table in found.items()}


def _folder(area: str) -> tuple[str, ...]:
    folder = _FOLDERS.get(area)
    return (folder,) if folder else ("games", folder_of(area))


def _by_file(table: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of an example; a sheet without a name is the only one."""
    named = {key: {_ONLY: said} for key in ("fails", "passes") if isinstance(said := table[key], str)}
    return {**table, **named}


def drawn(files: Mapping[str, str]) -> str:
    """Sheets as text, with column letters and row numbers."""
    parts: list[str] = []
    for name, text in files.items():
        body = text.strip("\n") if name == EVENT_FILE or "," not in text else _grid(text)
        parts.append(body if len(files) == 1 else f"{plain(name)}\n{body}")
    return "\n\n".join(parts)


def _grid(text: str) -> str:
    rows = [[plain(cell.strip()) for cell in row] for row in csv.reader(text.strip("\n").splitlines())]
    width = max(map(len, rows), default=0)
    lines = [["", *(column_letters(at + 1) for at in range(width))]]
    lines += [[str(at), *row, *[""] * (width - len(row))] for at, row in enumerate(rows, start=1)]
    words = [
        at + 1 for at in range(width) if not all(_is_figure(row[at]) for row in rows[1:] if at < len(row))
    ]
    return "\n".join(aligned(lines, words))


def _is_figure(cell: str) -> bool:
    return cell.lstrip("+-−").isdecimal() or not any(map(str.isalpha, cell))


def as_block(text: str) -> str:
    """A drawn sheet, indented."""
    return "\n".join(f"    {line}".rstrip() for line in text.splitlines())
