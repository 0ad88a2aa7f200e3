"""The texts of cells, with equal ones shared and counted."""

from __future__ import annotations

import sys

from scorecheck.readers import limits
from scorecheck.readers.errors import CannotRead

_REMEMBERED = 100_000


class Texts:
    """Shares equal texts, within a memory limit."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._memory = 0

    def keep(self, text: str) -> str:
        """The text, or an equal one from before."""
        known = self._known.get(text)
        if known is not None:
            return known
        if len(text) > limits.CELL_CHARACTERS:
            raise CannotRead("text-too-long", limit=limits.CELL_CHARACTERS)
        self._memory += sys.getsizeof(text)
        if self._memory > limits.TEXT_BYTES_KEPT:
            raise CannotRead("too-much-text", limit=limits.TEXT_BYTES_KEPT // limits.MIB)
        if len(self._known) < _REMEMBERED:
            self._known[text] = text
        return text
