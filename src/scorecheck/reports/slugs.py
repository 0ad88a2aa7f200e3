"""File names for the pages of sheets: readable, unique, and allowed on every system."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

_LENGTH = 60
_LETTERS = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "å": "aa", "ð": "d", "þ": "th"}
)
_RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def unique_slugs(names: Iterable[tuple[str, str | None]]) -> list[str]:
    """A slug for each sheet, by its path and its name in the workbook; the same for the same names."""
    used: set[str] = set()
    slugs: list[str] = []
    for path, sheet in names:
        base = _slug(path, sheet)
        slug, count = base, 1
        while slug in used:
            count += 1
            slug = f"{base}-{count}"
        used.add(slug)
        slugs.append(slug)
    return slugs


def _slug(path: str, sheet: str | None) -> str:
    # The last folder often says which round it is; those above it are nobody's business.
    *folders, name = [part for part in re.split(r"[/\\]", path) if part] or [""]
    stem = name.rpartition(".")[0] or name
    text = " ".join([*folders[-1:], stem, sheet or ""])
    text = unicodedata.normalize("NFKC", text).lower().translate(_LETTERS)
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_text)[:_LENGTH].strip("-")
    return f"sheet-{slug}" if slug in _RESERVED else slug or "sheet"
