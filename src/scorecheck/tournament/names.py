"""Names: how they are compared, and how they are put in order."""

from __future__ import annotations

import re
import unicodedata

_DIGITS = re.compile("([0-9]+)")


def clean_name(name: str) -> str:
    """A name with its white space put in order, and each accented letter as one character."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def name_key(name: str) -> str:
    """What two spellings have in common that differ only in case and white space."""
    return unicodedata.normalize("NFC", clean_name(name).casefold())


def natural_key(text: str) -> tuple[tuple[str, int, str], ...]:
    """Sorts as people do: ``Runde 2`` before ``Runde 10``, and case does not matter."""
    parts = _DIGITS.split(unicodedata.normalize("NFC", text).casefold())
    # A number is compared by its length and its digits: names may hold more digits than `int` takes.
    numbers = [digits.lstrip("0") for digits in (*parts[1::2], "")]
    return tuple((word, len(number), number) for word, number in zip(parts[::2], numbers, strict=True))
