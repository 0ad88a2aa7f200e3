"""What a cell of an OpenDocument spreadsheet says, from its attributes and its text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta

from scorecheck.model.cells import CellError, Uncalculated, Value
from scorecheck.readers.calamine_reader import NOT_FINITE

_NUMBERS = frozenset(("float", "percentage", "currency"))
_DURATION = re.compile(r"(-?)P(?:(\d{1,6})D)?T?(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})(?:\.(\d+))?S)?")
_REFERENCE = re.compile(r"\[\.?([^\]]*)\]")
_MIDNIGHT = time()


def cell_value(attributes: Mapping[str, str], text: str) -> Value:
    """The value of a cell that shows ``text``."""
    kind = attributes.get("office:value-type", "")
    if attributes.get("calcext:value-type") == "error":
        return CellError(text or "#VALUE!")
    formula = attributes.get("table:formula")
    if not kind:
        if formula is not None and not text:
            return Uncalculated(_formula(formula))
        return text
    if kind in _NUMBERS:
        number = _number(attributes.get("office:value", ""), text)
        # LibreOffice keeps TRUE as the number 1; only what the cell shows tells it.
        return bool(number) if number in (0, 1) and text.isalpha() else number
    if kind == "boolean":
        return attributes.get("office:boolean-value") == "true"
    try:
        if kind == "date":
            return _date(attributes.get("office:date-value", ""))
        if kind == "time":
            return _time(attributes.get("office:time-value", ""))
    except (ValueError, OverflowError):
        # A date that no calendar has is shown as the text that stands in the cell.
        return text
    return attributes.get("office:string-value", text)


def _number(written: str, text: str) -> Value:
    try:
        number = float(written)
    except ValueError:
        return text
    if number - number != 0:
        return NOT_FINITE
    if number.is_integer() and abs(number) <= 2**53:
        return int(number)
    return number


def _date(written: str) -> Value:
    if "T" in written:
        return datetime.fromisoformat(written[:26]).replace(tzinfo=None)
    return date.fromisoformat(written)


def _time(written: str) -> Value:
    match = _DURATION.fullmatch(written)
    if match is None:
        raise ValueError(written)
    sign, days, hours, minutes, seconds, fraction = match.groups(default="0")
    length = timedelta(
        days=int(days),
        hours=int(hours),
        minutes=int(minutes),
        seconds=int(seconds),
        microseconds=int(fraction[:6].ljust(6, "0")),
    )
    if sign == "-":
        return -length
    if length < timedelta(days=1):
        # A time of day, as the other formats give it.
        return (datetime.combine(date(1, 1, 1), _MIDNIGHT) + length).time()
    return length


def _formula(written: str) -> str:
    """A formula as a spreadsheet shows it: without the name of its dialect, without brackets."""
    _, _, body = written.partition("=")
    return "=" + _REFERENCE.sub(lambda match: match[1].replace(":.", ":"), body)
