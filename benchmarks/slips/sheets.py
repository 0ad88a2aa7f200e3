"""A scoresheet as the benchmark makes it: text cells, and what the rows and columns are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from scorecheck.model.cells import CellRef
from scorecheck.model.workbook import Grid, Workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shape:
    """What all sheets of a layout have in common."""

    game: str
    layout: str
    """As scorecheck calls it."""
    players: tuple[int, ...]
    """The columns that hold points, from the left."""
    running: bool = False
    """The cells hold running totals."""
    blank: str = ""
    """What stands where nothing is to be said: nothing, or a slash."""
    number: int | None = 0
    """The column of the game numbers."""
    dealer: int | None = None
    control: int | None = None
    """The column of a chouette's controls."""
    card: bool = False
    """A Yatzy card: the rows are categories, and only columns add up."""
    adds_up: bool = True
    """What the players of a row get adds up to 0."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scoresheet. ``rows`` do not count the line of headings: ``rows[i]`` is the sheet's row ``i + 2``."""

    shape: Shape
    headings: Row
    rows: tuple[Row, ...]
    kinds: tuple[str, ...]
    """What each row is: ``entry``; or ``total``, ``sum``, ``bonus``, which are worked out from others."""

    @property
    def entries(self) -> int:
        """How many rows are entries; on sheets of games they stand before all others."""
        return sum(1 for kind in self.kinds if kind == "entry")

    def with_cells(self, cells: Cells) -> Sheet:
        """The sheet with some cells changed."""
        rows = list(self.rows)
        for (row, column), text in cells:
            line = rows[row]
            rows[row] = (*line[:column], text, *line[column + 1 :])
        return Sheet(self.shape, self.headings, tuple(rows), self.kinds)

    def with_rows(self, rows: tuple[Row, ...], kinds: tuple[str, ...]) -> Sheet:
        """The sheet with other rows."""
        return Sheet(self.shape, self.headings, rows, kinds)

    def workbook(self, name: str = "sheet.csv") -> Workbook:
        """The sheet as scorecheck's readers would give it from a CSV file."""
        return Workbook(name, "csv", (Grid(None, (self.headings, *self.rows)),))

    def text(self) -> str:
        """The sheet as aligned text, with the letters of its columns and the numbers of its rows."""
        lines = [self.headings, *self.rows]
        lines = [(*line, *[""] * (len(self.headings) - len(line))) for line in lines]
        widths = [max(len(line[column]) for line in lines) for column in range(len(self.headings))]
        return "\n".join(
            f"{at:3} " + "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
            for at, line in enumerate(lines, 1)
        )


Place = tuple[int, int]
Cells = tuple[tuple[Place, str], ...]
"""Cells by row and column of ``Sheet.rows``, each with what it shall say."""


def ref(place: Place) -> CellRef:
    """The place of a cell as scorecheck's findings name it."""
    return CellRef(place[0] + 2, place[1] + 1)


@lru_cache(maxsize=100_000)
def number(text: str) -> int | None:
    """The number that a cell says; ``None`` where it says none."""
    try:
        return int(text)
    except ValueError:
        return None


class Step(NamedTuple):
    """What a row says: the number in each player's cell, carried forward where it says nothing new."""

    totals: tuple[int | None, ...]
    changes: tuple[int | None, ...]


class Generator(Protocol):
    """Makes valid sheets of one layout, and knows how likely each is."""

    @property
    def name(self) -> str:
        """What the layout is called here."""
        ...

    @property
    def shared(self) -> bool:
        """Whether rows of it can be left out, doubled and swapped."""
        ...

    def generate(self, rng: Random) -> Sheet:
        """A valid sheet."""
        ...

    def log_prior(self, sheet: Sheet) -> float:
        """The logarithm of the chance of a sheet, up to what slips leave alone.

        Minus infinity if it is never made.
        """
        ...

    def suspects(self, sheet: Sheet) -> Sequence[int]:
        """The rows of which one is the first that a single slip can have changed."""
        ...

    def missing_row(self, sheet: Sheet, at: int) -> float:
        """As ``log_prior``, of the sheets with one more row before ``at``, whatever stands in it."""
        ...


@runtime_checkable
class Undoes(Protocol):
    """A generator of sheets whose rows need not add up, so that nothing in a row tells what is out."""

    def undone(self, sheet: Sheet, row: int) -> Iterator[Cells]:
        """What may have stood in a row before one of its numbers was changed, or lost."""
        ...
