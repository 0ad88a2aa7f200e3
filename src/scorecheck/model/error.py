"""The base classes of the exceptions that callers and users see."""

from __future__ import annotations


class Error(Exception):
    """The base class of all exceptions of the Python interface."""


class Refusal(Exception):
    """A refusal that the user can act on.

    ``reason`` is the key of the message, ``params`` are its parameters.
    """

    def __init__(self, reason: str, **params: str | int | tuple[str, ...]) -> None:
        super().__init__(reason, params)
        self.reason = reason
        self.params = params

    def __str__(self) -> str:
        """For logs: users get the message."""
        words = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.reason} ({words})" if words else self.reason
