"""Checks the scoresheets of a games club and ranks its tournaments."""

from typing import Any

__version__ = "0.1.0"
_API = ("validate", "standings")


def __getattr__(name: str) -> Any:
    """The functions of ``scorecheck.api``, imported when they are asked for: the program needs none."""
    if name not in _API:
        raise AttributeError(f"module 'scorecheck' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("scorecheck.api"), name)
