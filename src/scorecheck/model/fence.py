"""Isolates each step: a step that fails becomes a ``Crash``, and all others are done.

A crash is a fault in scorecheck, never in a sheet. Faults of a sheet are findings, or exceptions of their own
(``CannotRead``, ``CannotRank``), which a fence lets through on request.
"""

from __future__ import annotations

import os
from types import TracebackType

from scorecheck.model.outcome import Crash
from scorecheck.model.record import NamedTuple, field, record

_LONGEST_CAUSE = 300
_MOST_KEPT = 200
"""The most crashes that are kept per file: a check that fails on each of a million rows fails in one way."""


@record
class Fence:
    """Isolates the steps on one file, or on one output, from each other."""

    path: str
    """The file, or the output that could not be made."""
    lets_through: tuple[type[Exception], ...] = ()
    crashes: list[Crash] = field(default_factory=list[Crash])

    def around(self, step: str, sheet: str | None = None, rule: str | None = None) -> Guard:
        """A block that ends early if it fails; execution continues after it.

        ``step`` is a key of the labels under ``step``: what was not done then.
        """
        return Guard(self, step, sheet, rule)

    def fell(
        self,
        cause: Exception,
        step: str,
        sheet: str | None = None,
        rule: str | None = None,
        row: int | None = None,
    ) -> None:
        """Records the failure of a step, for loops in which a block per iteration would be too slow."""
        if len(self.crashes) < _MOST_KEPT:
            crash = crash_of(cause, self.path, step)
            self.crashes.append(crash._replace(sheet=sheet, rule=rule, row=row))


class Guard(NamedTuple):
    """The block of ``Fence.around``."""

    fence: Fence
    step: str
    sheet: str | None
    rule: str | None

    def __enter__(self) -> None:
        """Does nothing."""

    def __exit__(
        self, kind: type[BaseException] | None, cause: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Records a failure; Ctrl-C and the end of the program are none."""
        if not isinstance(cause, Exception) or isinstance(cause, self.fence.lets_through):
            return False
        self.fence.fell(cause, self.step, self.sheet, self.rule)
        return True


def crash_of(cause: Exception, path: str, step: str) -> Crash:
    """The record of a failure; with a traceback only if ``SCORECHECK_DEBUG`` is set."""
    try:
        said = str(cause)
    except Exception as worse:  # noqa: BLE001 - what cannot even be said is still a crash to be told
        said = type(worse).__name__
    if len(said) > _LONGEST_CAUSE:
        said = said[:_LONGEST_CAUSE] + "…"
    trace = ""
    if os.environ.get("SCORECHECK_DEBUG"):
        import traceback

        trace = "".join(traceback.format_exception(cause))
    return Crash(None, path, None, f"{type(cause).__name__}: {said}", step, trace=trace)
