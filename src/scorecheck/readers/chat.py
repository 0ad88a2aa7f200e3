"""Messages as a messenger exports them: each begins with when and by whom it was written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

_STAMP = re.compile(
    "[\u200e\u200f]?"
    r"\[?(?P<when>\d{1,4}[./-]\d{1,2}[./-]\d{2,4},? \d{1,2}[.:]\d\d(?:[.:]\d\d)?(?:\s[AaPp]\.?[Mm]\.?)?)"
    r"\]?(?: [-–])? [^:\r\n]{1,40}: "
)
_PAIR = re.compile(
    r"(?:(?:und|and|og)\s+)?(?P<name>[^\W\d_](?:[^\d:=,;()+−–\r\n]{0,38}[^\W\d_.])?)\.?(?:\s*[:=]\s*|\s+|(?=[-−–+]))"
    r"(?P<number>[-−–+]\s?\w{1,6}|\d[\dlIOo]{0,5})(?![\w.:])"
)
_BETWEEN = re.compile(r"[\s,;|/&]*")
_FEWEST = 2
"""The least number of names with numbers in a game."""


class Chat:
    """Where the cells of messages begin and end: when, then names and numbers, or else the text."""

    def __init__(self, lines: Sequence[str]) -> None:
        stamped = [line for line in lines if _STAMP.match(line)]
        games = sum(len(self.spans(line)) > 2 * _FEWEST for line in stamped)
        self.few = not games or 2 * len(stamped) <= sum(1 for line in lines if line.strip())
        """Most lines are no messages, or none has points."""

    def cells(self, line: str) -> list[str]:
        """The cells of a line."""
        return [line[begin:end] for begin, end in self.spans(line)]

    def spans(self, line: str) -> list[tuple[int, int]]:
        """Where the cells of a line begin and end."""
        stamp = _STAMP.match(line)
        spans = [] if stamp is None else [stamp.span("when")]
        begin = 0 if stamp is None else stamp.end()
        pairs = list(_PAIR.finditer(line, begin))
        gaps = pairwise(pairs)
        if len(pairs) < _FEWEST or not all(_BETWEEN.fullmatch(line, a.end(), b.start()) for a, b in gaps):
            return [*spans, *_filled(line, begin, len(line))]
        spans += _filled(line, begin, pairs[0].start())
        spans += (one.span(part) for one in pairs for part in ("name", "number"))
        return [*spans, *_filled(line, pairs[-1].end(), len(line))]


def _filled(line: str, begin: int, end: int) -> list[tuple[int, int]]:
    """A part of a line without the blanks around it; nothing if that is all."""
    text = line[begin:end]
    begin += len(text) - len(text.lstrip())
    return [(begin, begin + len(text.strip()))] if text.strip(" \t\r\n.,;") else []
