"""Cells: their places and values, the numbers that are written in them, and scores that became dates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Self, TypeAlias

from scorecheck.model.record import NamedTuple


class CellError(str):
    """An error value of a spreadsheet, such as ``#REF!``, as it shows in the cell."""

    __slots__ = ()


class Uncalculated(str):
    """A formula that the file holds without its result; the text is the formula."""

    __slots__ = ()


DRAWN, BOLD = "|", "**"
"""The characters that separate the columns of a table drawn in text, such as Markdown; the marks of bold
words."""


class NumberInText(str):
    """A number with other words in a player's cell, such as ``Anna 12``."""

    number: Number
    """Its value in the unit of the sheet."""

    def __new__(cls, text: str, number: Number) -> Self:
        """The text of a cell with its number."""
        made = super().__new__(cls, text)
        made.number = number
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str | Number, ...], dict[str, bool]]:
        return (str(self), self.number), {}


class Money(NumberInText):
    """Money in a player's cell, as it is written: ``1,20 €``, ``-40 ct``."""

    parts: Number
    """The number of the sheet's units in one unit of the text: 100 cents in a euro, 1/5 euro in a point; else
    1."""
    in_euros: bool
    """The sheet is kept in euros."""

    def __new__(cls, text: str, number: Number, parts: Number = 1, *, in_euros: bool = False) -> Self:
        """The text of a cell with its number."""
        made = super().__new__(cls, text, number)
        made.parts, made.in_euros = parts, in_euros
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str, Number, Number], dict[str, bool]]:
        return (str(self), self.number, self.parts), {"in_euros": self.in_euros}


Value: TypeAlias = "str | int | float | bool | date | datetime | time | timedelta"
"""The raw value of a cell. The empty text is an empty cell."""

Number: TypeAlias = "int | Fraction"
"""An exact number of points."""


def whole(number: Number) -> Number:
    """A number without its denominator, where that is 1."""
    return int(number) if number.denominator == 1 else number


Points: TypeAlias = "tuple[Number, ...]"
"""A number for each player of a sheet, in the order of the columns."""


LONGEST_NUMBER = 40
"""Numbers with this many characters are no points, and sums of shorter ones fit into a float."""


def has_truth_value(values: Iterable[object]) -> bool:
    """Whether any value is a boolean. ``True`` equals 1, so a cache would confuse the two."""
    return bool in map(type, values)


class Unreadable(NamedTuple):
    """A cell that should hold points and does not.

    ``kind`` is one of ``text``, ``error``, ``date``, ``formula``, ``fraction``, ``missing``.
    """

    text: str
    kind: str
    originals: tuple[str, ...] = ()
    """What may have been typed where a spreadsheet made a date of it, likeliest first."""


Written: TypeAlias = "Number | Unreadable | None"
"""The meaning of a cell for points; ``None``: nothing, as an empty cell or a mark such as ``/``."""


class CellRef(NamedTuple):
    """The place of a cell on its sheet, counted from 1 as the spreadsheet shows it."""

    row: int
    column: int

    @property
    def a1(self) -> str:
        """The place as spreadsheets write it: ``C7``."""
        return f"{column_letters(self.column)}{self.row}"


def column_letters(column: int) -> str:
    """The letters of a column counted from 1: 1 is ``A``, 27 is ``AA``."""
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """The number of a column, counted from 1, by its capital letters: ``A`` is 1, ``AA`` is 27."""
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column


def value_text(value: Value) -> str:
    """A value as a person would read it off the cell: 5.0 is ``5``, and true ``TRUE``."""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return str(value)


def shortened(text: str, length: int) -> str:
    """The text, cut to ``length`` characters with an ellipsis."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


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


_MONTHS = (
    "january januar",
    "february februar",
    "march märz mrz mars",
    "april",
    "may mai",
    "june juni",
    "july juli",
    "august",
    "september",
    "october oktober",
    "november",
    "december dezember desember",
)


def month_of(word: str) -> int:
    """The month that a word of three letters or more begins to name, in any of the languages; 0 for none."""
    word = word.casefold()
    starts = (any(name.startswith(word) for name in names.split()) for names in _MONTHS)
    return next((at for at, names_it in enumerate(starts, start=1) if names_it), 0)


TEMPORAL = (date, time, timedelta)

_BY_COUNTRY = "mm-dd-yy"
"""Displayed in the order of the spreadsheet's country, whatever the format says."""
_COUNTRY = r"\[\$[^\]-]*-([0-9A-Za-z-]+)\]"
_MONTH_FIRST = frozenset({"409", "en-us", "3409", "en-ph"})
_NO_TOKENS = r"\"[^\"]*\"|\\.|\[[^\]]*\]"
_DAY_IN_WORDS = r"(?P<day>[0-9]{1,2})[.\- ]{1,2}(?P<month>[^\W\d_]{3,9})\.?"
_MONTH_IN_WORDS = r"(?P<month>[^\W\d_]{3,9})\.?[- ](?P<year>[0-9]{2})"
_LONGEST_MONTH = 31
_FIRST_DAY = date(1899, 12, 31)
"""A duration of more than a day, in a format for times of day, counts from here."""
_LAST_AS_LENGTH = date(1900, 12, 31)


def dated(value: Value, code: str, sign: str) -> Unreadable:
    """A cell that should hold numbers and holds a date or a time, with the number format ``code``.

    ``sign`` is the usual sign between two numbers in such a cell.
    """
    return Unreadable(shown(value, code), "date", originals_of(value, code, sign))


def shown(value: Value, code: str) -> str:
    """What a date says, as ISO 8601 writes it, with no more of it than its format shows.

    A day without a year is ``--03-07``, a month ``1945-03``, a length of time ``37:37``.
    """
    length = _length(value)
    if length is not None:
        return _clock(length)
    if not isinstance(value, date):
        return str(value)
    if isinstance(value, datetime) and value.time() != time():
        return value.isoformat(" ")
    has_day, has_year = _parts(code)
    if has_day and not has_year:
        return f"--{value.month:02}-{value.day:02}"
    if has_year and not has_day:
        return f"{value.year:04}-{value.month:02}"
    return f"{value.year:04}-{value.month:02}-{value.day:02}"


def originals_of(value: Value, code: str, sign: str = "/") -> tuple[str, ...]:
    """The pairs of numbers that may have been typed instead of a date or time, the likeliest first.

    Where the format does not show the country, month/day comes first, then day/month.
    """
    length = _length(value)
    if length is not None:
        # With seconds it is more than a pair.
        return (_clock(length),) if length >= timedelta() and _clock(length).count(":") == 1 else ()
    if not isinstance(value, date) or (isinstance(value, datetime) and value.time() != time()):
        return ()
    has_day, has_year = _parts(code)
    if has_year and not has_day:
        return (f"{value.month}{sign}{value.year % 100:02}",) if value.day == 1 else ()
    by_month, by_day = f"{value.month}{sign}{value.day}", f"{value.day}{sign}{value.month}"
    order = _order(code)
    if order == "month":
        return (by_month,)
    return (by_day,) if order == "day" else tuple(dict.fromkeys((by_month, by_day)))


def originals_in_words(text: str, sign: str = "/") -> tuple[str, ...]:
    """The same for a text such as ``04. Apr`` or ``Mar 45``: a date that was saved as displayed."""
    if not any(map(str.isdigit, text)):
        return ()
    found = re.fullmatch(_DAY_IN_WORDS, text)
    if found is not None:
        month = month_of(found["month"])
        pairs = (f"{month}{sign}{int(found['day'])}", f"{int(found['day'])}{sign}{month}")
        return tuple(dict.fromkeys(pairs)) if month and 1 <= int(found["day"]) <= _LONGEST_MONTH else ()
    found = re.fullmatch(_MONTH_IN_WORDS, text)
    month = 0 if found is None else month_of(found["month"])
    return (f"{month}{sign}{found['year']}",) if found is not None and month else ()


def dates_of(fields: Mapping[str, Value], codes: Mapping[str, str]) -> dict[str, Unreadable]:
    """The cells of a row that hold a date or a time, by role."""
    found: dict[str, Unreadable] = {}
    for role, value in fields.items():
        if isinstance(value, TEMPORAL):
            found[role] = dated(value, codes.get(role, ""), "/")
        elif isinstance(value, str) and (originals := originals_in_words(value.strip())):
            found[role] = Unreadable(value.strip(), "text", originals)
    return found


def may_be_dates(fields: Mapping[str, Value]) -> bool:
    """Whether a row may have dates: most have none, and rows are many."""
    control = fields.get("control", "")
    if isinstance(control, str) and control[:1].isalnum() and not control.replace("/", "").isdigit():
        return True
    # Only records have it, and they are short.
    return "to" in fields


def _length(value: Value) -> timedelta | None:
    """The hours and minutes of a time or of a length of time."""
    if isinstance(value, timedelta):
        return value
    if isinstance(value, time):
        return timedelta(hours=value.hour, minutes=value.minute, seconds=value.second)
    if (
        isinstance(value, datetime)
        and _FIRST_DAY <= value.date() <= _LAST_AS_LENGTH
        and value.time() != time()
    ):
        return value.replace(tzinfo=None) - datetime.combine(_FIRST_DAY, time())
    return None


def _clock(length: timedelta) -> str:
    sign, seconds = ("-", -length) if length < timedelta() else ("", length)
    minutes, rest = divmod(round(seconds.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if rest else f"{sign}{hours}:{minutes:02}"


def _parts(code: str) -> tuple[bool, bool]:
    """Whether a date format displays a day, and a year; an unknown format displays both."""
    plain = re.sub(_NO_TOKENS, "", code).casefold()
    if not plain or "m" not in plain:
        return True, True
    return "d" in plain or "t" in plain, any(sign in plain for sign in "yj")


def _order(code: str) -> str | None:
    """Whether the month or the day comes first, where the format shows it."""
    plain = re.sub(_NO_TOKENS, "", code).casefold()
    month, day = plain.find("m"), plain.find("d")
    told = plain != _BY_COUNTRY and "mmm" not in plain and min(month, day) >= 0
    # With the year first the format shows no country: ISO and programs write dates that way.
    if told and not -1 < plain.find("y") < min(month, day):
        return "month" if month < day else "day"
    country = re.search(_COUNTRY, code)
    if country is None:
        return None
    return "month" if country[1].casefold() in _MONTH_FIRST else "day"
