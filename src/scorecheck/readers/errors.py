"""Why a file gave no Workbook."""

from __future__ import annotations


class CannotRead(Exception):
    """A file could not be read, and a person can do something about it.

    ``reason`` names the sentence (a variant of ``sheet/unreadable``), ``params`` are its words.
    """

    def __init__(self, reason: str, **params: int | str) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params: dict[str, int | str] = params

    def __str__(self) -> str:
        words = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.reason} ({words})" if words else self.reason
