"""How much a check of a sheet notices: the share of the slips tried on it that give a finding."""

from __future__ import annotations

from collections.abc import Mapping

from scorecheck.model.record import NamedTuple

KINDS = ("number", "sign", "swap")
"""A wrong number, a lost minus sign, two values in each other's place."""
MOST_TRIED, FEWEST_TRIED = 30, 5
"""So many slips of each kind are tried on a sheet at most; where even the fewest are too many, none."""
_OF_RUN = 600
"""So many are tried in all files of a run, so that it takes no longer with many."""


def tried_on_file(files: int) -> int:
    """How many slips of each kind may be tried on each of so many files; 0 on more than we have time for."""
    of_each = _OF_RUN // max(files, 1)
    return of_each if of_each >= FEWEST_TRIED else 0


def tried_on_sheet(of_file: int, sheets: int) -> int:
    """How many on each of the sheets of a file."""
    return min(MOST_TRIED, max(FEWEST_TRIED, of_file // max(sheets, 1))) if of_file else 0


class Share(NamedTuple):
    """How many slips were tried, and how many were noticed."""

    noticed: int
    tried: int

    @property
    def all_of_them(self) -> bool:
        """Whether all were noticed."""
        return self.noticed == self.tried


class Noticed(NamedTuple):
    """How many slips a check of a sheet would notice, each made alone on a copy of it."""

    shares: Mapping[str, Share]
    """By the kind of the slip; a kind is left out for which the sheet has no room."""
    raised: Mapping[str, Mapping[str, Share]] = {}
    """The same of those kinds of which more would be noticed, by what would bring that about."""
