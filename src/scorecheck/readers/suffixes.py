"""How files are called that are taken from a folder or a zip."""

from __future__ import annotations

SUFFIXES = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".zip", ".sheet.json")
"""JSON is used for so much else that only what says it is a sheet is taken."""
TO_EXPORT = (".numbers", ".gsheet")
"""Sheets that cannot be read before they are exported: taken too, as they would seem to be checked."""


def may_be_a_list(name: str) -> bool:
    """Whether a file may be a list that somebody pasted, or any other text; what ``fix`` lists is none."""
    return name.lower().endswith(".txt") and not name.lower().endswith(".changes.txt")


def is_called_like_a_sheet(name: str) -> bool:
    """Whether a file is taken from a folder; one that is named is taken whatever it is called."""
    return name.lower().endswith((*SUFFIXES, *TO_EXPORT))
