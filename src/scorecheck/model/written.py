"""The meaning of a cell: a number, nothing, or something that is none. All readings use this."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache

from scorecheck.model.cells import (
    LONGEST_NUMBER,
    CellError,
    Number,
    NumberInText,
    Uncalculated,
    Unreadable,
    Value,
    Written,
    whole,
)
from scorecheck.model.dates import dated, originals_in_words

NOTHING_MARKS = frozenset({"", "/", "-", "–", "—", "−", "―", "─", "--", "---", "x", "X", "×", "✗", "✘", "."})
"""Marks for "nothing happened": slash, any dash, a cross, a dot."""
_STRUCK = frozenset({"gestrichen", "gestr.", "struck", "struck out", "nil", "strøket", "struket"})
"""Words for a box that was struck out."""
_ZEROS = frozenset({"±0", "+/-0", "+/−0", "+-0"})

_MINUS = str.maketrans({"−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "‒": "-", "﹣": "-", "-": "-"})
_NOTE = (
    r"(?i)(?<=\d)\s*(?:\([^\W\d_][^()\d]*\)|p|pkte?|punkte?|pts?|points?|poeng"
    r"|(?-i:[SBKHR])|solo|bock|box|boks|hochzeit|[kc]ontra|kon?|re|!|,[-–—]{1,2})$"
)
"""Additions to a number that change nothing: a word in brackets, the unit of points, a soloist or box
mark."""
_RAISED = r"(?<=\d)[¹²³⁰⁴⁵⁶⁷⁸⁹]+$"
"""The raised number of a footnote."""
_BEGIN_NUMBERS = frozenset("0123456789+-−–—")
_DAY = r"[0-9]{1,2}\.\s?[0-9]{1,2}\."
_LARGEST = 10.0 ** (LONGEST_NUMBER - 1)
_HALVES = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4)}


def written(value: Value, code: str = "") -> Written:
    """The meaning of a cell for points: an exact number, ``None`` for nothing, or why it is unreadable.

    ``code`` is the number format of a cell with a date.
    """
    if type(value) is int:
        return value
    if type(value) is str:
        return _remembered(value) if len(value) < LONGEST_NUMBER else _written_text(value)
    if isinstance(value, bool):
        return Unreadable(str(value).upper(), "text")
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return exact(value) if abs(value) < _LARGEST else Unreadable(str(value), "text")
    if isinstance(value, CellError):
        return Unreadable(str(value), "error")
    if isinstance(value, Uncalculated):
        return Unreadable(str(value), "formula")
    if isinstance(value, NumberInText):
        return value.number
    if isinstance(value, str):
        return _written_text(value)
    return dated(value, code, "-")


def number_in(value: Value, code: str = "") -> Number | None:
    """The number in a cell; ``None`` for nothing, and for what is no number."""
    said = written(value, code)
    return None if isinstance(said, Unreadable) else said


def whole_in(value: Value) -> int:
    """The whole number in a cell; 0 for anything else."""
    said = written(value)
    return said if isinstance(said, int) else 0


def exact(value: float) -> Number:
    """A spreadsheet's number without the rounding errors that binary fractions gather in its sums."""
    if value.is_integer():
        return int(value)
    return whole(Fraction(f"{value:.{_DIGITS}g}"))


_DIGITS, _DIGITS_OF_BINARY = 12, 16
"""The digits that count, and so many as a program writes of a binary fraction that is none in decimals."""


@lru_cache(maxsize=1 << 15)
def _remembered(text: str) -> Written:
    """The meaning of a short text, cached: sheets repeat their texts."""
    return _written_text(text)


def _written_text(text: str) -> Written:
    if not text:
        return None
    try:
        return int(text) if len(text) < LONGEST_NUMBER and "_" not in text else Unreadable(text, "text")
    except ValueError:
        pass
    if not text.isascii():
        text = _seen(text)
    text = text.strip()
    if text[:1] == "[" and text[-1:] == "]":
        text = text[1:-1].strip()
    plain = text if text.isascii() else unicodedata.normalize("NFKC", re.sub(_RAISED, "", text)).strip()
    if text in NOTHING_MARKS or plain in NOTHING_MARKS or plain.casefold() in _STRUCK:
        return None
    if plain in _ZEROS:
        return 0
    # "5." is a number, and so is "2*" with a footnote; "3.1." is a day.
    plain = plain if re.fullmatch(_DAY, plain) else plain.removesuffix(".")
    number = _number(text, plain.strip("*").strip())
    if number is None and plain[:1] in _BEGIN_NUMBERS:
        number = _number(text, re.sub(_NOTE, "", plain))
    return Unreadable(text, "text", originals_in_words(text, "-")) if number is None else number


def _seen(text: str) -> str:
    """A text without the invisible characters that come with copying."""
    return "".join(c for c in text if unicodedata.category(c) != "Cf")


def _number(text: str, plain: str) -> Number | None:
    """The number in a text, with the minus signs and brackets that people use."""
    if len(plain) >= LONGEST_NUMBER:
        return None
    half = Fraction(0)
    if text[-1:] in _HALVES:
        half, plain = _HALVES[text[-1]], text[:-1].strip()
        if not plain.strip("+-−–—"):
            plain += "0"
    plain = plain.translate(_MINUS).replace(" ", "").replace("'", "").replace("’", "")
    negative = False
    if plain.startswith("(") and plain.endswith(")"):
        negative, plain = True, plain[1:-1]
    elif plain.endswith(("-", "+")) and not plain.startswith(("-", "+")):
        negative, plain = plain[-1] == "-", plain[:-1]
    elif plain.startswith(("-", "+")):
        negative, plain = plain[0] == "-", plain[1:]
    number = _digits(plain)
    if number is None:
        return None
    number = whole(number + half)
    return -number if negative else number


def _digits(plain: str) -> Number | None:
    """An unsigned number; groups of three digits are thousands."""
    if plain.isdigit() and plain.isascii():
        return int(plain)
    for separator, other in ((",", "."), (".", ",")):
        head, found, tail = plain.rpartition(separator)
        if not found or not (tail.isdigit() and tail.isascii()) or separator in tail:
            continue
        groups = head.replace(other, separator).split(separator)
        if not all(group.isdigit() and group.isascii() for group in groups):
            return None
        grouped = len(groups[0]) <= 3 and all(len(group) == 3 for group in groups[1:])
        if not grouped:
            return _with_decimals(groups[0], tail) if len(groups) == 1 else None
        if len(tail) == 3 and other not in head and groups[0] != "0":
            return int("".join(groups) + tail)
        return _with_decimals("".join(groups), tail) if separator not in head else None
    return None


def _with_decimals(units: str, decimals: str) -> Number:
    if len(units) + len(decimals) >= _DIGITS_OF_BINARY:
        return exact(float(f"{units}.{decimals}"))
    return int(units) + Fraction(int(decimals), 10 ** len(decimals))


def shown_name(value: Value) -> str:
    """A name as it stands in a cell, with its white space normalised."""
    text = str(value)
    return " ".join((text if text.isascii() else _seen(text)).split())


def swapped(said: Sequence[Written], points: Sequence[Written]) -> Iterator[int]:
    """The rows of a column of totals beside points that go on right if each changes places with the next."""
    numbers, steps = (
        [0 if isinstance(cell, Unreadable) else cell or 0 for cell in cells] for cells in (said, points)
    )
    for at in range(len(numbers) - 1):
        before = numbers[at - 1] if at else 0
        one, other = numbers[at : at + 2]
        goes_on = at + 2 == len(numbers) or numbers[at + 2] - one == steps[at + 2]
        if goes_on and other - before == steps[at + 1] and one - other == steps[at] != one - before:
            yield at
