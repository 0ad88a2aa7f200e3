"""A bar for work that takes long: on a terminal, on standard error, from one second on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import typer

from scorecheck.model.budget import Counted, Progress
from scorecheck.reports.messages import Messages

_PATIENCE = 1.0
"""What is done in fewer seconds needs no bar."""


def is_watched() -> bool:
    """Whether somebody looks at standard error: a terminal that can go back in its line, and not CI."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("CI")


@contextmanager
def bar(messages: Messages) -> Generator[Progress]:
    """A bar for as long as the work lasts, however it ends. It has no colours."""
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
        self.of: tuple[Counted, int] | None = None

    def told(self, counted: Counted, done: int, total: int) -> None:
        """Shows how far the work is; a sheet after another begins anew."""
        if self.of != (counted, total):
            if done >= total or time.monotonic() - self.begun < _PATIENCE:
                return
            self.finish()
            self.of = (counted, total)
            # Without the time that is left: most of it lies in repairs, which no count foretells.
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
        """Leaves the bar as it is, and goes to the next line."""
        if self.shown is not None:
            self.shown.render_finish()
            self.shown = self.of = None
