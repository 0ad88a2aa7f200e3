"""Text with columns aligned by blanks, as pasted from a page, a mail or a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

_APART = re.compile(r"[ \xa0]{2,}")
_PIECE, _WORD = re.compile(r"\S+(?: \S+)*"), re.compile(r"\S+")
_NUMBER = re.compile(r"[-+−–]?\d+(?:[.,]\d+)?[.):]?")


class Aligned:
    """The positions of the cells in a line."""

    def __init__(self, lines: Sequence[str]) -> None:
        """Takes the first lines of a file, of which those with several cells show the positions."""
        rows = [line for line in map(_blank, lines) if len(_cut(line)) > 1]
        widths = {len(_cut(line)) for line in rows}
        single = {len(line.split()) for line in rows} if rows else _words_of_each(lines)
        self.few = not (single and not rows) and 2 * len(rows) <= sum(map(bool, map(str.strip, lines)))
        """Most lines are a single cell: blanks separate nothing here."""
        self._words = next(iter(single)) if len(single) == 1 and len(widths) != 1 else 0
        """The number of words in a line of cells; 0: words are no cells."""
        self._spans = _spans(rows) if len(widths) > 1 and not self._words else ()

    def cells(self, line: str) -> list[str]:
        """The cells of a line; a title is one."""
        text = _blank(line)
        return [text[begin:end].strip() for begin, end in self.spans(line)]

    def spans(self, line: str) -> list[tuple[int, int]]:
        """The start and end of each cell of a line."""
        text = _blank(line)
        apart = [found.span() for found in _PIECE.finditer(text)]
        words = [found.span() for found in _WORD.finditer(text)]
        if self._words == len(words):
            return words
        if len(apart) < 2:
            return apart
        return [(begin, len(text) if end is None else end) for begin, end in self._spans] or apart


def _words_of_each(lines: Sequence[str]) -> set[int]:
    """The number of words in lines of numbers, if it is the same in all of them and in a line above."""
    words = [line.split() for line in lines if line.strip()]
    held = [at for at, line in enumerate(words) if len(line) > 2 and all(map(_NUMBER.fullmatch, line[1:]))]
    if len(held) < _FEWEST:
        return set()
    counts = {len(line) for line in words[max(0, held[0] - 1) : held[-1] + 1]}
    return counts if len(counts) == 1 else set()


_FEWEST = 3
"""The least number of lines of numbers that show that single blanks separate cells."""


def _blank(line: str) -> str:
    return line.rstrip("\r\n").replace("\xa0", " ")


def _cut(text: str) -> list[str]:
    """The cells of a line between runs of two blanks or more."""
    return [cell for cell in _APART.split(text.strip()) if cell]


def _spans(rows: Sequence[str]) -> tuple[tuple[int, int | None], ...]:
    """The columns between the positions where all lines are blank.

    A single blank separates a column only from numbers: elsewhere it may be inside a name.
    """
    width = max(map(len, rows))
    filled = [any(at < len(row) and row[at] != " " for row in rows) for at in range(width)]
    begins = [at for at in range(width) if filled[at] and (not at or not filled[at - 1])]
    kept: list[int] = []
    for begin, after in zip(begins, [*begins[1:], width], strict=True):
        wide = begin < 2 or not filled[begin - 2]
        below = [row[begin:after].strip() for row in rows[1:]]
        if not kept or wide or all(not cell or _NUMBER.fullmatch(cell) for cell in below):
            kept.append(begin)
    # The last column extends to the end of each line.
    return tuple(zip(kept, [*kept[1:], None], strict=True))
