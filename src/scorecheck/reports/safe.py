"""Makes untrusted text harmless: names, cells and file names come from anybody."""

from __future__ import annotations

import re
from collections.abc import Iterable

_SPACES = "[\t\n\x0b\x0c\r\x85\u2028\u2029]+"
_CONTROLS = "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
# Half a surrogate pair cannot be written to any file: file names on Linux may hold one. And XML has no
# U+FFFE and U+FFFF, by which a file could say in which order its bytes come.
_UNWRITABLE = "[\ud800-\udfff\ufffe\uffff]"
# What stands on both sides of a hyphen are two words: a line may be broken there anyway.
_LONG_WORD = r"([^\s-]{20,})"
# A mark on a letter stays with it.
_LONG_WORD_PART = r"(?s).{6}[\u0300-\u036f]*(?=.{4})|.+"
# Excel in East Asian settings takes the wide forms for the start of a formula, too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def plain(text: str) -> str:
    """The text on one line, without characters that steer a terminal or turn its direction."""
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_UNWRITABLE, "\ufffd", re.sub(_CONTROLS, "", re.sub(_SPACES, " ", text)))


def shortened(text: str, length: int) -> str:
    """The text, cut with an ellipsis where it is longer than ``length`` characters."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def breakable(text: str) -> list[str]:
    """The text in parts between which a line may be broken, besides at its spaces and hyphens."""
    parts = [""]
    for at, piece in enumerate(re.split(_LONG_WORD, text)):
        first, *others = re.findall(_LONG_WORD_PART, piece) if at % 2 else [piece]
        parts[-1] += first
        parts += others
    return parts


def no_formula(text: str) -> str:
    """The text as a spreadsheet must not run it: marked as text where it looks like a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA_STARTS) else text


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV, each in a line of its own on any computer."""
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
