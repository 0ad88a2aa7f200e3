"""The order in which a person lists names: ``Runde 2`` before ``Runde 10``."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile("([0-9]+)")


def natural_key(text: str) -> tuple[tuple[str, int, str], ...]:
    """Sorts texts with numbers by their value, ignoring case."""
    parts = _DIGITS.split(unicodedata.normalize("NFC", text).casefold())
    # Numbers are compared by length and digits, since names may hold more digits than `int` accepts.
    numbers = [digits.lstrip("0") for digits in (*parts[1::2], "")]
    return tuple((word, len(number), number) for word, number in zip(parts[::2], numbers, strict=True))


def path_key(path: str) -> tuple[tuple[tuple[tuple[str, int, str], ...], str], ...]:
    """Sorts paths in natural order, folder by folder."""
    return tuple([(natural_key(part), part) for part in path.split("/")])
