"""TOML that others wrote, parsed within limits."""

from __future__ import annotations

import re
import tomllib
from typing import Any

_MOST_DOTS = 50
_CHAIN = re.compile(rf"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){{{_MOST_DOTS}}}")
"""A key of so many parts. The parser takes time by the square of their number: hours, for a small file."""


def parsed(text: str) -> dict[str, Any]:
    """What the text says.

    Raises:
        RecursionError: it is nested too deeply.
        ValueError: it is no TOML, or has a number that is too long; ``TOMLDecodeError`` in the first case.
    """
    if _CHAIN.search(text) is not None:
        raise RecursionError("a key of too many parts")
    return tomllib.loads(text)
