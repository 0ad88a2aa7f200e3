"""Why a file could not be read."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from scorecheck.model.error import Refusal


class CannotRead(Refusal):
    """A file could not be read; ``reason`` is a variant of ``sheet/unreadable``."""


@contextmanager
def damaged_by(*errors: type[Exception]) -> Generator[None]:
    """Turns errors that a reader meets in broken files into "damaged".

    Raises:
        CannotRead: one of them was raised.
    """
    try:
        yield
    except errors as error:
        raise CannotRead("damaged") from error
