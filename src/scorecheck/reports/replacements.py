"""Repairs as replacements at positions in a text file, for formats with applicable suggestions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping

from scorecheck.model.finding import Edit, Finding, Fix
from scorecheck.model.record import NamedTuple
from scorecheck.reports.edited_files import CannotEdit, TextCells, TextFile
from scorecheck.reports.safe import plain

_LINE_ENDS = r"\r\n|\r|\n"


class Replacement(NamedTuple):
    """A replacement within a line. Lines and columns are counted from 1."""

    line: int
    start: int
    """The column of its first character."""
    stop: int
    """The column after its last character."""
    start_byte: int
    """``start`` in bytes of UTF-8."""
    stop_byte: int
    text: str


class Replacements:
    """The repairs of a run in text files."""

    def __init__(self, findings: Iterable[Finding], text_of: Callable[[str], TextFile | None]) -> None:
        """``text_of`` returns a text file by its path, or ``None``."""
        edits: dict[str, set[Edit]] = {}
        for finding in findings:
            # A sheet with a name is in a workbook.
            if finding.sheet is None:
                of_file = edits.setdefault(finding.path, set())
                of_file.update(edit for fix in finding.fixes for edit in fix.all_edits)
        self._placed = {path: _placed(text_of(path), some) for path, some in edits.items() if some}

    def of(self, finding: Finding, fix: Fix) -> tuple[Replacement, ...]:
        """The replacements for a repair; none if they cannot be complete, or the repair needs others."""
        if fix.together or finding.sheet is not None or finding.path not in self._placed:
            return ()
        placed = self._placed[finding.path]
        found = tuple(placed[edit] for edit in fix.all_edits if edit in placed)
        return found if len(found) == len(fix.all_edits) else ()


def _placed(file: TextFile | None, edits: Iterable[Edit]) -> Mapping[Edit, Replacement]:
    if file is None:
        return {}
    found: dict[Edit, Replacement] = {}
    cells = TextCells(file, {edit.cell.row for edit in edits})
    starts = [0, *(end.end() for end in re.finditer(_LINE_ENDS, cells.text))]
    for edit in edits:
        try:
            change = cells.change(edit)
        except CannotEdit:
            # The file has changed, or the reader made two cells of one.
            continue
        line = bisect_right(starts, change.begin)
        before = cells.text[starts[line - 1] : change.begin]
        inside = cells.text[change.begin : change.end]
        at, byte = len(before) + 1, _bytes(before) + 1
        after = plain(change.after)
        found[edit] = Replacement(line, at, at + len(inside), byte, byte + _bytes(inside), after)
    return found


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "surrogateescape"))
