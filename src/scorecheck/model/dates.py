"""Dates that a spreadsheet made of a score: how they are displayed, and what may have been typed.

Who types 3/7 or 3-7 gets 7 March or 3 July, depending on the spreadsheet's country; 37:37 becomes a duration,
and 3/45 a month of 1945.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta

from scorecheck.model.cells import Unreadable, Value

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
