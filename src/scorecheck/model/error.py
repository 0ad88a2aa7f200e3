"""The root of the exceptions that callers of scorecheck meet, and of those that people are told of."""

from __future__ import annotations


class Error(Exception):
    """What scorecheck cannot do, and why: every exception of its Python interface is one."""


class Refusal(Exception):
    """Something cannot be done, and a person can do something about it.

    ``reason`` names the sentence that says why, ``params`` are its words.
    """

    def __init__(self, reason: str, **params: str | int | tuple[str, ...]) -> None:
        """Name the sentence and its words."""
        super().__init__(reason, params)
        self.reason = reason
        self.params = params

    def __str__(self) -> str:
        """For a log: people get the sentence."""
        words = ", ".join(f"{name}={value}" for name, value in self.params.items())
        return f"{self.reason} ({words})" if words else self.reason
