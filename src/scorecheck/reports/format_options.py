"""How the reader of a text wants it."""

from __future__ import annotations

from scorecheck.model.record import NamedTuple


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


PLAIN = FormatOptions()
"""For a file, or for a reader of whose screen nothing is known."""
