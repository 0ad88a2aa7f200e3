"""Why a file gave no Workbook."""

from __future__ import annotations

from scorecheck.model.error import Refusal


class CannotRead(Refusal):
    """A file could not be read; ``reason`` is a variant of ``sheet/unreadable``."""
