"""Untrusted TOML, parsed within limits."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypeAlias

from scorecheck.model.error import BrokenFile
from scorecheck.model.record import NamedTuple

TomlSlip: TypeAlias = Literal["value", "backslash", "twice", "end", "utf-8", "number", "nested", "other"]

_MOST_DOTS = 50
_CHAIN = re.compile(rf"(?<![\w\"'-])(?:[\w\"'-]++[ \t]*+\.[ \t]*+){{{_MOST_DOTS}}}")
"""The most parts of a key: the parser's time grows with the square of their number."""

_SLIPS: tuple[tuple[str, TomlSlip], ...] = (
    ("invalid value", "value"),
    ("unescaped '\\'", "backslash"),
    ("invalid hex value", "backslash"),
    ("overwrite", "twice"),
    ("twice", "twice"),
    ("duplicate", "twice"),
    ("redefine", "twice"),
)
"""Messages of the TOML parser for common slips, and our keys for them."""
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")


class NoToml(NamedTuple):
    """Why a text is no TOML: a key of the labels under ``toml``."""

    slip: TomlSlip
    line: int | None = None
    """Counted from 1; ``None``: the place is not known."""
    column: int | None = None


def why_not(error: Exception, data: bytes) -> NoToml:
    """The fault of a file that ``parsed`` refused, or that is no UTF-8."""
    if isinstance(error, UnicodeDecodeError):
        return NoToml("utf-8", data.count(b"\n", 0, error.start) + 1)
    if isinstance(error, RecursionError):
        return NoToml("nested")
    if not isinstance(error, tomllib.TOMLDecodeError):
        return NoToml("number")
    place = _PLACE.search(str(error))
    if place is None:
        return NoToml("end", data.rstrip().count(b"\n") + 1)
    slips: list[TomlSlip] = [slip for said, slip in _SLIPS if said in str(error).casefold()]
    return NoToml(slips[0] if slips else "other", int(place[1]), int(place[2]))


def parsed(text: str) -> dict[str, Any]:
    """What the text says.

    Raises:
        RecursionError: it is nested too deeply.
        ValueError: it is no TOML, or has a number that is too long; ``TOMLDecodeError`` in the first case.
    """
    if _CHAIN.search(text) is not None:
        raise RecursionError("a key of too many parts")
    return tomllib.loads(text)


def loaded(data: bytes, reason: str = "no-toml") -> tuple[str, dict[str, Any]]:
    """The text of a file and what it says.

    Raises:
        BrokenFile: it is no TOML, for this ``reason``.
    """
    try:
        text = data.decode("utf-8-sig")
        return text, parsed(text)
    except (ValueError, RecursionError) as error:
        why = why_not(error, data)
        broken = BrokenFile(reason, cause=why.slip)
        broken.line = why.line
        raise broken from error


@contextmanager
def located(path: Path, text: str = "", *above: str) -> Generator[None]:
    """Adds to a ``BrokenFile`` its path and the line of its key, which lies below ``above`` in the text."""
    try:
        yield
    except BrokenFile as broken:
        if broken.path is None and broken.line is None and text:
            from scorecheck.model.key_lines import key_lines, line_of

            broken.line = line_of(key_lines(text), (*above, *broken.at))
        raise broken.of(broken.path or path) from broken.__cause__
