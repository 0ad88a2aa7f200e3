"""The error for a broken file of a game, in a module of its own because every run imports it."""

from __future__ import annotations

from pathlib import Path

from scorecheck.model.error import Error


class BrokenGame(Error, ValueError):
    """A file that defines no game: ``cli.config.<reason>`` in the labels says why."""

    def __init__(self, reason: str, *at: str | int, **params: str | tuple[str, ...]) -> None:
        """``at`` is the path of the key at fault."""
        super().__init__(f"{'.'.join(map(str, at))}: {reason} {params}")
        self.reason = reason
        self.at = at
        self.params = params
        self.path: Path | None = None
        self.line: int | None = None
        """Set where no key can be named."""
        self.text = ""
        """The text of the file, to find the line of the key."""
