"""Finds rows and cells in the XML of a worksheet by their start tags, and styles in that of a workbook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from scorecheck.model.record import NamedTuple

_CELL = re.compile(r"<c\b(?P<attributes>[^<>]*)>")
PLACE = re.compile(r'\br="([A-Z]{1,3})(\d{1,7})"')
_STYLES = re.compile(r"<(?:\w+:)?cellXfs\b[^<>]*>(?P<all>.*?)(?=</(?:\w+:)?cellXfs>)", re.DOTALL)
_STYLE = re.compile(r"<(?P<p>\w+:)?xf\b[^<>]*(?:/>|(?<!/)>.*?</(?P=p)?xf>)", re.DOTALL)
FORMULA = re.compile(r"<f\b[^<>]*(?:/>|>[^<]*</f>)")


class Piece(NamedTuple):
    """A row or cell element with its position in the XML."""

    start: int
    stop: int
    attributes: str
    content: str


def cells_in(content: str) -> Iterator[Piece]:
    """The cells of a row."""
    begun = list(_CELL.finditer(content))
    for cell, following in zip_longest(begun, begun[1:]):
        yield piece_of(content, cell, "</c>", following.start() if following else len(content))


def piece_of(text: str, tag: re.Match[str], close: str, limit: int) -> Piece:
    """The element that begins with a start tag and ends before ``limit``."""
    attributes = tag["attributes"]
    if attributes.endswith("/"):
        return Piece(tag.start(), tag.end(), attributes[:-1], "")
    end = text.find(close, tag.end(), limit)
    if end < 0:
        # Without a closing tag it ends where the next element begins.
        return Piece(tag.start(), limit, attributes, text[tag.end() : limit])
    return Piece(tag.start(), end + len(close), attributes, text[tag.end() : end])


class NumberStyles:
    """The styles of a workbook, with more that look like one of them but show plain numbers."""

    def __init__(self, text: str) -> None:
        """Takes the XML that lists the styles."""
        self.text = text
        self._made: dict[int, int] = {}

    def like(self, style: int) -> int | None:
        """The style that looks like one, but shows plain numbers; ``None`` where there is no such style."""
        if style not in self._made:
            listed = _STYLES.search(self.text)
            all_of_them = [one[0] for one in _STYLE.finditer(listed["all"])] if listed else []
            if listed is None or style >= len(all_of_them):
                return None
            plain = re.sub(r'\bnumFmtId="\d+"', 'numFmtId="0"', all_of_them[style], count=1)
            start = re.sub(r'\bcount="\d+"', f'count="{len(all_of_them) + 1}"', listed[0], count=1)
            self.text = f"{self.text[: listed.start()]}{start}{plain}{self.text[listed.end() :]}"
            self._made[style] = len(all_of_them)
        return self._made[style]
