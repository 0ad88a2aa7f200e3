"""Sheets whose players' cells hold money with its unit, 1,20 € or -40 ct, read as numbers of one unit."""

from __future__ import annotations

import re
from fractions import Fraction

from scorecheck.layouts.cells import written
from scorecheck.model.cells import Money, Number, Unreadable, Value
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid

_EUROS, _CENTS = frozenset({"€", "eur", "euro", "euros"}), frozenset({"ct", "cts", "c", "¢", "cent", "cents"})
_UNIT = r"(€|eur|euros?|cts?|c|¢|cents?)"
_BEFORE = re.compile(rf"([+\-−–]?)\s*{_UNIT}\s*([+\-−–]?\s*\d.*)", re.IGNORECASE)
_BEHIND = re.compile(rf"(.*\d)\s*{_UNIT}\.?", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,]*")
_SIGNS = re.compile(r"[+\-−–]\s*")


def with_amounts(grid: Grid) -> Grid | None:
    """A sheet whose money counts as numbers: in euros, or in cents where nothing else is there; ``None``
    where there is no money in its cells."""
    said = {
        (row, at): found
        for row, values in enumerate(grid.rows)
        for at, value in enumerate(values)
        if value.__class__ is str and (found := _said(str(value))) is not None
    }
    if not said:
        return None
    in_euros = any(unit in _EUROS for _, unit in said.values())
    rows = [list(values) for values in grid.rows]
    for (row, at), (number, unit) in said.items():
        parts = 100 if in_euros and unit in _CENTS else 1
        rows[row][at] = Money(str(rows[row][at]), _plain(Fraction(number) / parts), parts, in_euros=in_euros)
    return replace(grid, rows=rows)


def _said(text: str) -> tuple[Number, str] | None:
    """The number that stands beside a unit, and the unit."""
    if not 1 < len(text) < _LONGEST or not any(map(str.isdigit, text)):
        return None
    text = text.strip()
    if before := _BEFORE.fullmatch(text):
        sign, unit, rest = before.groups()
        number = written(sign + rest)
    elif behind := _BEHIND.fullmatch(text):
        number, unit = written(behind[1].strip()), behind[2]
    else:
        return None
    return None if number is None or isinstance(number, Unreadable) else (number, unit.casefold())


_LONGEST = 24


def _plain(number: Fraction) -> Number:
    return int(number) if number.denominator == 1 else number


def spelt_like(number: Number, value: Value) -> str:
    """A number as a cell of its sheet would say it: with its unit and its decimal comma."""
    text = str(value)
    parts, in_euros = (value.parts, value.in_euros) if isinstance(value, Money) else (1, False)
    counts = abs(Fraction(number) * parts)
    comma = next((sign for sign in ",." if sign in text), "" if counts.denominator == 1 else ",")
    if isinstance(value, float):
        comma = "."
    hundredths = int(counts * 100)
    digits = f"{hundredths // 100}{comma}{hundredths % 100:02}" if comma else str(int(counts))
    sign = "-" if number < 0 else "+" if number > 0 and text.startswith("+") else ""
    stood = _NUMBER.search(text) if isinstance(value, Money) else None
    if stood is None:
        return sign + digits
    before = _SIGNS.sub("", text[: stood.start()])
    return Money(f"{sign}{before}{digits}{text[stood.end() :]}", number, parts, in_euros=in_euros)
