"""The names of the months in the languages that sheets are kept in."""

from __future__ import annotations

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
