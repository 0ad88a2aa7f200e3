"""Why a file gave no Workbook."""

from __future__ import annotations


class CannotRead(Exception):  # noqa: N818 (it is raised and caught by what it says)
    """A file could not be read, and a person can do something about it.

    ``reason`` names the sentence (a variant of ``sheet/unreadable``), ``params`` are its words.
    """

    def __init__(self, reason: str, **params: int | str) -> None:
        """Name the sentence and its words."""
        super().__init__(reason, params)
        self.reason = reason
        self.params: dict[str, int | str] = params

    def __str__(self) -> str:
        """For a log: people get the sentence."""
        words = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.reason} ({words})" if words else self.reason
