"""How the reader of a text wants it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from scorecheck.reports.mended import TextFile


def no_text(_path: str) -> TextFile | None:
    """Nothing: of a run whose files are not at hand."""
    return None


class FormatOptions(NamedTuple):
    """How the reader wants it: what only a screen, or only a file, can have."""

    color: bool = False
    width: int = 0
    """Columns of the terminal; 0: lines are not broken."""
    only_findings: bool = False
    ascii_only: bool = False
    strict: bool = False
    """Warnings fail, too."""
    links: bool = False
    """The terminal knows links: a rule leads to its page."""
    when: str = ""
    """The moment of the run, where the format tells it."""
    text_of: Callable[[str], TextFile | None] = no_text
    """What a text file holds, by its path, for formats that say where in it a repair belongs."""


PLAIN = FormatOptions()
"""For a file, or for a reader of whose screen nothing is known."""
