"""Finds rows and cells in the XML of a worksheet by their start tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from scorecheck.model.record import NamedTuple

_CELL = re.compile(r"<c\b(?P<attributes>[^<>]*)>")
PLACE = re.compile(r'\br="([A-Z]{1,3})(\d{1,7})"')
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
