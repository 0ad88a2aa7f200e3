"""The evening of a sheet: the date in its name, or in that of its file or a folder."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from scorecheck.model.months import month_of

_YEAR = r"(?P<year>(?:19|20)\d\d)"
_PATTERNS = (
    re.compile(rf"(?<!\d){_YEAR}(?P<gap>[-_.]?)(?P<month>\d\d)(?P=gap)(?P<day>\d\d)(?!\d)"),
    re.compile(
        r"(?<![\d.])(?P<day>\d{1,2})(?:\. ?(?P<month>\d{1,2})\. ?|[-_](?P<month_too>\d{1,2})[-_])"
        r"(?P<year>(?:19|20)?\d\d)(?!\d)"
    ),
    re.compile(
        r"(?<!\d)(?P<day>\d{1,2})(?:\.|st|nd|rd|th)?[ _-]*"
        rf"(?P<month>[^\W\d_]{{3,}})\.?,?[ _-]*{_YEAR}(?!\d)"
    ),
)
"""``2026-01-15``, ``20260115``; ``15.1.2026``, ``15-01-26``; ``15. Januar 2026``."""


@lru_cache(maxsize=4096)
def evening_of(*names: str) -> date | None:
    """The day in the first of some names that contains one; a name with two days does not count."""
    for name in names:
        days = set(_days_in(name))
        if len(days) == 1:
            return days.pop()
    return None


def _days_in(name: str) -> Iterator[date]:
    for pattern in _PATTERNS:
        for found in pattern.finditer(name):
            said = found.groupdict()
            month = said["month"] or said.get("month_too") or ""
            year, number = int(said["year"]), int(month) if month.isdigit() else month_of(month)
            try:
                yield date(year if year > 99 else 2000 + year, number, int(said["day"]))
            except ValueError:
                # Numbers, but not a day.
                continue


def several(evenings: Iterable[date | None]) -> bool:
    """Whether sheets are of several evenings."""
    return len({one for one in evenings if one is not None}) > 1
