"""Reads sheets with amounts of money in the players' cells (1,20 € or -40 ct) as numbers of one unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from scorecheck.checks.null import multiples_of
from scorecheck.model.cells import Money, Number, NumberInText, Value, number_in, whole, written
from scorecheck.model.record import replace
from scorecheck.model.workbook import Grid

_EUROS, _CENTS = frozenset({"€", "eur", "euro", "euros"}), frozenset({"ct", "cts", "c", "¢", "cent", "cents"})
_UNIT = r"([€$£]|eur|euros?|kr|cts?|c|¢|cents?)"
_BEFORE = re.compile(rf"([+\-−–]?)\s*{_UNIT}\s*([+\-−–]?\s*\d.*)", re.IGNORECASE)
_BEHIND = re.compile(rf"(.*\d)(?:,[-–—]{{1,2}})?\s*{_UNIT}\.?", re.IGNORECASE)
_NUMBER = re.compile(r"\d[\d.,]*")
_LAST = re.compile(r"(?:[+\-−–]\s?)?\d[\d.,]*(?=\s?\)?$)")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:([.,'’ \u00a0\u202f])\d{3})+(?!\d)")
_SIGNS = re.compile(r"[+\-−–]\s*")


def with_amounts(grid: Grid) -> Grid | None:
    """A sheet with its amounts as numbers, in euros or all in cents; ``None`` without amounts."""
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
        rows[row][at] = Money(str(rows[row][at]), whole(Fraction(number) / parts), parts, in_euros=in_euros)
    return replace(grid, rows=rows)


def in_points(grid: Grid, *, whole_from: int = 0) -> Iterator[tuple[Fraction, Grid]]:
    """Converts a sheet of money to points: 0,60 € and -0,20 € at 20 cents a point are 3 and -1.

    The worth of a point is one of the usual amounts that nearly all cells are multiples of, the largest
    first; each result comes with that worth in euros. Multiples of ``whole_from`` without a unit are money as
    well; if all are, the worth is in their unit. Empty if fewer than three columns hold money.
    """
    said = _money_in(grid, whole_from)
    in_euros = any(unit not in _CENTS if unit else number.denominator > 1 for number, unit in said.values())
    a_unit = 100 if in_euros or any(unit for _, unit in said.values()) else 1
    cents = {
        place: 1 if unit in _CENTS or not (unit or in_euros) else 100 for place, (_, unit) in said.items()
    }
    amounts = [number * cents[place] for place, (number, _) in said.items() if number]
    # The stake may be another than the usual ones.
    usual = [one for one in _POINTS if _MOSTLY * len(amounts) <= sum(not amount % one for amount in amounts)]
    points = sorted({*usual, multiples_of([[one] for one in amounts])}, reverse=True)
    for point in points[: _MOST_TRIED if said else 0]:
        rows = [list(values) for values in grid.rows]
        for (row, at), (number, _) in said.items():
            a_point = Fraction(point, cents[row, at])
            rows[row][at] = Money(str(rows[row][at]), whole(number / a_point), a_point)
        yield Fraction(point, a_unit), replace(grid, rows=rows)


_POINTS = (500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1)
"""Possible worths of a point in cents."""
_MOSTLY, _MOST_TRIED = Fraction(9, 10), 3
_FEWEST_COLUMNS, _FEWEST_AMOUNTS, _TO_ONE = 3, 3, 3
_FEWEST_PARTS = 2
"""In each of three columns so many amounts in parts are no slips."""
_MOST_ROWS = 5000
"""Longer sheets are no evenings and take much memory."""


def _money_in(grid: Grid, whole_from: int) -> dict[tuple[int, int], tuple[Number, str]]:
    """The amounts in the columns of money, by row and column, with their units.

    Empty if these columns are too few, the sheet too long, or the amounts those of another kind of list.
    """
    said: dict[tuple[int, int], tuple[Number, str]] = {}
    columns = 0
    for at in range(max(map(len, grid.rows), default=0) if len(grid.rows) <= _MOST_ROWS else 0):
        found = {row: one for row, values in enumerate(grid.rows) if (one := _amount(values, at)) is not None}
        moved = [(number, unit) for number, unit in found.values() if number]
        money = sum(_is_money(number, unit, whole_from) for number, unit in moved)
        parts = sum(number.denominator > 1 for number, _ in moved)
        is_money = parts >= _FEWEST_PARTS or _TO_ONE * money >= len(moved) > 0
        if len(found) >= _FEWEST_AMOUNTS and is_money:
            said |= {(row, at): one for row, one in found.items()}
            columns += 1
    return {} if columns < _FEWEST_COLUMNS or _nobody_loses(said, columns) else said


def _nobody_loses(said: Mapping[tuple[int, int], tuple[Number, str]], columns: int) -> bool:
    """Whether in most rows nearly everybody has an amount, and nobody one below 0."""
    won = Counter(row for (row, _), (number, _) in said.items() if number > 0)
    lost = {row for (row, _), (number, _) in said.items() if number < 0}
    of_all = sum(_TO_ONE * (columns - count) < columns for row, count in won.items() if row not in lost)
    return 2 * of_all > len(won)


def _amount(values: Sequence[Value], at: int) -> tuple[Number, str] | None:
    """The number in a cell of a row, and its unit if it has one."""
    value = values[at] if at < len(values) else ""
    said = _said(value) if isinstance(value, str) else None
    number = number_in(value) if said is None else None
    return said if number is None else (number, "")


def _is_money(number: Number, unit: str, whole_from: int) -> bool:
    return bool(unit) or number.denominator != 1 or (whole_from > 0 and not number % whole_from)


def _said(text: str) -> tuple[Number, str] | None:
    """The number beside a unit, and the unit."""
    if not 1 < len(text) < _LONGEST or not any(map(str.isdigit, text)):
        return None
    text = text.strip()
    if before := _BEFORE.fullmatch(text):
        sign, unit, rest = before.groups()
        number = number_in(sign + rest)
    elif behind := _BEHIND.fullmatch(text):
        number, unit = number_in(behind[1].strip()), behind[2]
    else:
        return None
    return None if number is None else (number, unit.casefold())


_LONGEST = 24


def between_thousands(value: Value) -> str:
    """The sign between the thousands of a number in text; nothing without one."""
    found = _THOUSANDS.search(value) if isinstance(value, str) else None
    return str(found[1]) if found is not None and isinstance(written(value), int) else ""


def spelt_like(number: Number, value: Value) -> str:
    """A number in the style of its sheet: with its unit, decimal comma and dots between thousands."""
    text = str(value)
    stood = _LAST.search(text) if isinstance(value, NumberInText) else None
    said = text if stood is None or isinstance(value, Money) else stood[0]
    parts, in_euros = (value.parts, value.in_euros) if isinstance(value, Money) else (1, False)
    counts = abs(Fraction(number) * parts)
    comma = next((sign for sign in ",." if sign in said), "" if counts.denominator == 1 else ",")
    if isinstance(value, float):
        comma = "."
    hundredths = int(counts * 100)
    digits = f"{hundredths // 100}{comma}{hundredths % 100:02}" if comma else str(int(counts))
    between = between_thousands(value)
    if between and counts.denominator == 1:
        digits = f"{int(counts):,}".replace(",", between)
    sign = "-" if number < 0 else "+" if number > 0 and said.startswith("+") else ""
    if not isinstance(value, Money):
        return (
            NumberInText(_LAST.sub(sign + digits, text), number)
            if isinstance(value, NumberInText)
            else sign + digits
        )
    stood = _NUMBER.search(text)
    if stood is None:
        return sign + digits
    before = _SIGNS.sub("", text[: stood.start()])
    return Money(f"{sign}{before}{digits}{text[stood.end() :]}", number, parts, in_euros=in_euros)
