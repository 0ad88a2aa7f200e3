"""How files are called that are taken from a folder or a zip."""

from __future__ import annotations

SUFFIXES = (".csv", ".tsv", ".xlsx", ".xlsm", ".xls", ".xlsb", ".ods", ".zip", ".sheet.json")
"""JSON is used for so much else that only what says it is a sheet is taken."""


def is_called_like_a_sheet(name: str) -> bool:
    """Whether a file is taken from a folder; one that is named is taken whatever it is called."""
    return name.lower().endswith(SUFFIXES)
