"""The changes of a repair as a unified diff: lines of a text file, or cells of a workbook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from difflib import unified_diff

from scorecheck.model.finding import Edit
from scorecheck.reports.safe import plain


def text_diff(before: bytes, after: bytes, encoding: str, name: str) -> Iterator[str]:
    """The lines of a text file that differ, with those around them."""
    old, new = (data.decode(encoding, "replace").splitlines() for data in (before, after))
    for line in unified_diff(old, new, name, name, lineterm=""):
        # `plain` would replace tabs, which may separate cells.
        yield "\t".join(map(plain, line.split("\t")))


def cells_diff(edits: Mapping[str, Sequence[Edit]], name: str) -> Iterator[str]:
    """The cells of a workbook that differ, sheet by sheet."""
    for sheet, ours in edits.items():
        where = plain(f"{name} {sheet}".rstrip())
        yield f"--- {where}"
        yield f"+++ {where}"
        for edit in sorted(ours):
            yield f"@@ {edit.cell.a1} @@"
            yield f"-{plain(edit.before)}"
            yield f"+{plain(edit.after)}"
