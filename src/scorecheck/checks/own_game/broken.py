"""What is wrong with the file of a game: apart, since every run can name it."""

from __future__ import annotations

from pathlib import Path

from scorecheck.model.error import Error


class BrokenGame(Error, ValueError):
    """A file that says no game: ``cli.config.<reason>`` in the labels says why."""

    def __init__(self, reason: str, *at: str | int, **params: str | tuple[str, ...]) -> None:
        """What is wrong with which key."""
        super().__init__(f"{'.'.join(map(str, at))}: {reason} {params}")
        self.reason = reason
        self.at = at
        self.params = params
        self.path: Path | None = None
        self.line: int | None = None
        """Where no key can be named."""
        self.text = ""
        """What the file holds, in which the key has a line."""
