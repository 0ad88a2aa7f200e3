"""Makes untrusted text harmless, such as names, cells and file names."""

from __future__ import annotations

import re
from collections.abc import Iterable

from scorecheck.model.cells import Number

_SPACES = "[\t\n\x0b\x0c\r\x85\u2028\u2029]+"
_CONTROLS = "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
# Lone surrogates, which occur in file names on Linux, cannot be encoded; XML forbids U+FFFE and U+FFFF.
_UNWRITABLE = "[\ud800-\udfff\ufffe\uffff]"
# Lines break at hyphens anyway.
_LONG_WORD = r"([^\s-]{20,})"
# Combining marks stay with their letters.
_LONG_WORD_PART = r"(?s).{6}[\u0300-\u036f]*(?=.{4})|.+"
# Excel in East Asian locales accepts fullwidth forms at the start of a formula, too.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def plain(text: str) -> str:
    """The text on one line, without control characters and direction marks."""
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_UNWRITABLE, "\ufffd", re.sub(_CONTROLS, "", re.sub(_SPACES, " ", text)))


MINUS = "\N{MINUS SIGN}"
NUMBER = re.compile("[+−–-]?[0-9]{1,15}([.,][0-9]{1,6})?")


def shown_number(text: str) -> str:
    """A number with a typographic minus; any other text as it is."""
    return MINUS + text[1:] if text.startswith("-") and NUMBER.fullmatch(text) else text


def breakable(text: str) -> list[str]:
    """The text in parts between which lines may break, besides at spaces and hyphens."""
    parts = [""]
    for at, piece in enumerate(re.split(_LONG_WORD, text)):
        first, *others = re.findall(_LONG_WORD_PART, piece) if at % 2 else [piece]
        parts[-1] += first
        parts += others
    return parts


def soft(text: str) -> str:
    """The text with invisible break opportunities in long words, so that no name stretches a table."""
    return "\u200b".join(breakable(text))


def no_formula(text: str) -> str:
    """The text, marked with an apostrophe where a spreadsheet would take it for a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA_STARTS) else text


def sheet_number(number: Number) -> int | float:
    """A number for a spreadsheet: an int if whole, else the nearest float."""
    return int(number) if number.denominator == 1 else float(number)


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV with ``\\n`` as line end on all systems."""
    import csv
    import io

    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()
