"""The base classes of the exceptions that callers and users see."""

from __future__ import annotations

from pathlib import Path


class Error(Exception):
    """The base class of all exceptions of the Python interface."""


class BrokenFile(Error, ValueError):
    """A file of settings or of a game that cannot be used: ``cli.config.<reason>`` in the labels says why."""

    def __init__(self, reason: str, *at: str | int, **params: str | tuple[str, ...]) -> None:
        """``at`` is the path of the key at fault."""
        super().__init__(f"{'.'.join(map(str, at))}: {reason} {params}")
        self.reason = reason
        self.at = at
        self.params = params
        self.path: Path | None = None
        self.line: int | None = None

    def of(self, path: Path) -> BrokenFile:
        """The same, about this file."""
        self.path = path
        return self


class Refusal(Exception):
    """A refusal that the user can act on: ``said`` and ``reason`` are the key of its sentence in the labels,
    ``params`` its parameters."""

    said = "cli."

    def __init__(self, reason: str, **params: str | int | tuple[str, ...]) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params

    @property
    def key(self) -> str:
        """The key of its sentence."""
        return self.said + self.reason

    def __str__(self) -> str:
        """For logs: users get the message."""
        words = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.reason} ({words})" if words else self.reason
