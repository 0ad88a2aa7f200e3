"""The contents of cells, and their places."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from fractions import Fraction
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
