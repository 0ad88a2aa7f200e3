"""The options of output formats."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple

if TYPE_CHECKING:
    from scorecheck.reports.edited_files import TextFile


def no_text(_path: str) -> TextFile | None:
    """``None``: the files of the run are not available."""
    return None


class FormatOptions(NamedTuple):
    """The options of output formats, for a screen or a file."""

    color: bool = False
    width: int = 0
    """The columns of the terminal; 0: no line breaks."""
    only_findings: bool = False
    ascii_only: bool = False
    strict: bool = False
    """Warnings count as failures."""
    links: bool = False
    """Rules are hyperlinks to their pages."""
    text_of: Callable[[str], TextFile | None] = no_text
    """Returns a text file by its path, for formats that locate repairs in it."""


PLAIN = FormatOptions()
"""For files and unknown screens."""
