"""The share of slips that a check of a sheet detects, measured by making slips on it."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.record import NamedTuple

KINDS = ("number", "sign", "swap")
"""A wrong number, a lost minus sign, two swapped values."""
MOST_TRIED, FEWEST_TRIED = 30, 5
"""The most slips of each kind that are tried on a sheet; if even the fewest are too many, none."""
_OF_RUN = 600
"""The most slips tried in all files of a run, which bounds its time."""


def tried_on_file(files: int) -> int:
    """The number of slips of each kind to try on each of some files; 0 if there are too many files."""
    of_each = _OF_RUN // max(files, 1)
    return of_each if of_each >= FEWEST_TRIED else 0


def tried_on_sheet(of_file: int, sheets: int) -> int:
    """The same for each sheet of a file."""
    return min(MOST_TRIED, max(FEWEST_TRIED, of_file // max(sheets, 1))) if of_file else 0


class Share(NamedTuple):
    """The numbers of slips tried and detected."""

    noticed: int
    tried: int

    @property
    def all_of_them(self) -> bool:
        """Whether all were detected."""
        return self.noticed == self.tried


class Noticed(NamedTuple):
    """The shares of slips on a sheet that its check would detect, each slip made alone on a copy."""

    shares: Mapping[str, Share]
    """By the kind of slip, without kinds that are impossible on the sheet."""
    raised: Mapping[str, Mapping[str, Share]] = {}
    """Higher shares, by what would raise them."""
