"""The order in which a person lists names, and items grouped in the order in which they come."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


def grouped(items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """The items by their key, in the order of their first appearance; unlike ``groupby``, of any order."""
    found: dict[K, list[T]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found


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
