"""What the generators give: a sheet as rows of cells, and what it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

Cell = int | float | str
Rows = list[list[Cell]]


class Made(NamedTuple):
    """A sheet, and how it must be read; ``game`` is empty where it is no scoresheet of ours."""

    rows: Rows
    game: str = ""
    layouts: frozenset[str] = frozenset()
    """The layouts that are right."""
    players: tuple[str, ...] = ()
    games: int = 0
    points: tuple[tuple[int, int], ...] = ()
    """Rows and columns of ``rows`` with points, where slips may be made."""
    words: tuple[tuple[str, str], ...] = ()
    """Words before the rows of a card, each with the box that it is."""
    beside: str = ""
    """A club's own game whose file lies beside the sheet: of ``samples/own-games``, or one of ours."""


class Kind(NamedTuple):
    """One way in which people keep a table."""

    name: str
    make: Callable[[Random], Made]
    held_out: bool = False
    """Modelled on public sheets that the others do not use; run for totals only."""

    @property
    def own(self) -> bool:
        """Whether it is a scoresheet of ours, by its name."""
        return not self.name.startswith("foreign")
