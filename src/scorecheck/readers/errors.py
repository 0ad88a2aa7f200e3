"""Why a file gave no Workbook."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from scorecheck.model.error import Refusal


class CannotRead(Refusal):
    """A file could not be read; ``reason`` is a variant of ``sheet/unreadable``."""


@contextmanager
def damaged_by(*errors: type[Exception]) -> Generator[None]:
    """Takes errors over which a reader stumbles for damage of the file.

    Raises:
        CannotRead: one of them was raised.
    """
    try:
        yield
    except errors as error:
        raise CannotRead("damaged") from error
