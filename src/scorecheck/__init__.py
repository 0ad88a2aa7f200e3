"""Checks the scoresheets of a games club and ranks its tournaments.

``validate`` checks sheets, ``standings`` ranks an event; what they raise is an ``Error``. See docs/api.md.
"""

from typing import TYPE_CHECKING

__version__ = "0.1.0"
__all__ = [
    "BrokenEvent",
    "BrokenSettings",
    "CannotRank",
    "Error",
    "Finding",
    "Fix",
    "NoSuchFile",
    "NotOpened",
    "Ranking",
    "Report",
    "Severity",
    "SheetChanged",
    "UnknownName",
    "__version__",
    "standings",
    "validate",
]

if TYPE_CHECKING:
    from scorecheck.api import (
        BrokenEvent,
        BrokenSettings,
        CannotRank,
        Error,
        Finding,
        Fix,
        NoSuchFile,
        NotOpened,
        Ranking,
        Report,
        Severity,
        SheetChanged,
        UnknownName,
        standings,
        validate,
    )
else:

    def __getattr__(name):
        """What ``scorecheck.api`` has, imported when it is asked for: the program needs none of it."""
        if name not in __all__:
            raise AttributeError(f"module 'scorecheck' has no attribute {name!r}")
        from importlib import import_module

        return getattr(import_module("scorecheck.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
