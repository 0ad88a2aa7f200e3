"""Finds the lines of keys in a TOML text, which the parser does not tell."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping
from typing import TypeAlias

KeyPath: TypeAlias = "tuple[str | int, ...]"
"""The keys from the top of a file down to a value; numbers are positions in lists, from 0."""

_BLANK = re.compile(r"[ \t]*")
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_LIST_GAP = re.compile(r"(?:[ \t\r\n,]|#[^\n]*)*")
_KEY_PART = re.compile(r"""'[^'\n]*'|"(?:[^"\\\n]|\\.)*"|[^\s=.\]"']+""")
_SCALAR = re.compile(
    r'''"""(?:[^\\]|\\.)*?""""{0,2}'''
    r"""|'''.*?''''{0,2}"""
    r'''|"(?:[^"\\\n]|\\.)*"'''
    r"""|'[^'\n]*'"""
    r"""|[^,\]}#\n]+""",
    re.DOTALL,
)


def key_lines(text: str) -> Mapping[KeyPath, int]:
    """The line, counted from 1, of every table, key and list entry.

    ``text`` must be valid TOML; for other text the result means nothing. The line of a table with several
    headers is that of the first.
    """
    scan = _Scan(text)
    scan.document()
    breaks = [at for at, character in enumerate(text) if character == "\n"]
    return {key: bisect_right(breaks, offset - 1) + 1 for key, offset in scan.offsets.items()}


def line_of(lines: Mapping[KeyPath, int], at: KeyPath) -> int | None:
    """The line of a key; if the key is missing, that of the nearest key around it."""
    for length in range(len(at), 0, -1):
        if at[:length] in lines:
            return lines[at[:length]]
    return None


class _Scan:
    """One pass through the text, from key to key."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.offsets: dict[KeyPath, int] = {}
        self.lengths: dict[KeyPath, int] = {}

    def document(self) -> None:
        table: KeyPath = ()
        while self.skip(_GAP):
            if self.text[self.at] == "[":
                table = self.header()
            else:
                self.pair(table)

    def skip(self, pattern: re.Pattern[str]) -> bool:
        """Skips a pattern; whether there is still text after it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return self.at < len(self.text)

    def header(self) -> KeyPath:
        """``[table]`` or ``[[list of tables]]``; the key path of the table."""
        start = self.at
        in_list = self.text.startswith("[[", start)
        self.at += 2 if in_list else 1
        parts = self.key()
        self.at += 2 if in_list else 1
        path: KeyPath = ()
        for position, part in enumerate(parts):
            path = (*path, part)
            self.note(path, start)
            if in_list and position == len(parts) - 1:
                self.lengths[path] = self.lengths.get(path, 0) + 1
            if path in self.lengths:
                path = (*path, self.lengths[path] - 1)
                self.note(path, start)
        return path

    def pair(self, table: KeyPath) -> None:
        """``key = value``, where the key may have dots."""
        start = self.at
        path = table
        for part in self.key():
            path = (*path, part)
            self.note(path, start)
        self.at += 1
        self.value(path)

    def key(self) -> list[str]:
        """The parts of a key, up to ``=`` or ``]``."""
        parts: list[str] = []
        while self.skip(_BLANK):
            found = _KEY_PART.match(self.text, self.at)
            if found is None:
                break
            self.at = found.end()
            part = found.group()
            parts.append(tomllib.loads(f"k = {part}")["k"] if part[0] in "\"'" else part)
            self.skip(_BLANK)
            if not self.text.startswith(".", self.at):
                break
            self.at += 1
        return parts

    def value(self, path: KeyPath) -> None:
        self.skip(_BLANK)
        opening = self.text[self.at : self.at + 1]
        if opening not in {"[", "{"}:
            self.skip(_SCALAR)
            return
        self.at += 1
        entry = 0
        while self.skip(_LIST_GAP) and self.text[self.at] not in "]}":
            if opening == "[":
                self.note((*path, entry), self.at)
                self.value((*path, entry))
                entry += 1
            else:
                self.pair(path)
        self.at += 1

    def note(self, path: KeyPath, offset: int) -> None:
        self.offsets.setdefault(path, offset)
