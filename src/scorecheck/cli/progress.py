"""A progress bar on standard error, for work on a terminal that takes more than a second."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from scorecheck.model.budget import Progress, Progressing
from scorecheck.reports.messages import Messages

_PATIENCE = 1.0
"""Seconds before the bar appears."""


def is_watched() -> bool:
    """Whether standard error is a terminal with cursor movement, and not CI."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


@contextmanager
def bar(messages: Messages) -> Generator[Progress]:
    """A bar without colours, which is finished on leaving the block."""
    one = _Bar(messages)
    try:
        yield one.told
    finally:
        one.finish()


class _Bar:
    def __init__(self, messages: Messages) -> None:
        self.messages = messages
        self.begun = time.monotonic()
        self.shown: Any = None
        self.of: tuple[Progressing, int] | None = None

    def told(self, counted: Progressing, done: int, total: int) -> None:
        """Updates the bar; each sheet begins a new one."""
        if self.of != (counted, total):
            if done >= total or time.monotonic() - self.begun < _PATIENCE:
                return
            self.finish()
            self.of = (counted, total)
            import typer

            # No remaining time: most of it is for repairs, which cannot be counted in advance.
            self.shown = typer.progressbar(
                length=total,
                label=self.messages.label(f"progress.{counted}"),
                file=sys.stderr,
                show_eta=False,
                show_percent=True,
                show_pos=True,
            )
        self.shown.update(done - self.shown.pos)

    def finish(self) -> None:
        """Finishes the bar with a line break."""
        if self.shown is not None:
            self.shown.render_finish()
            self.shown = self.of = None
