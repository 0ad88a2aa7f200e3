"""The sheets of one table side by side, with the cells marked in which they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorecheck.model.record import NamedTuple
from scorecheck.reports.safe import plain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorecheck.model.compared import ComparedRow, Together
    from scorecheck.reports.describe import Titles


class BesideCell(NamedTuple):
    """The value of a player in a row of one sheet."""

    text: str
    differs: bool


class BesideRow(NamedTuple):
    """A row of the table on all its sheets."""

    label: str
    cells: tuple[BesideCell, ...]
    """Those of the first sheet, then of the second."""


class BesideTable(NamedTuple):
    """Sheets of one table as they are shown."""

    titles: tuple[str, ...]
    players: tuple[str, ...]
    rows: tuple[BesideRow, ...]


def beside_tables(together: Sequence[Together], titles: Titles) -> tuple[BesideTable, ...]:
    """All tables of which there are several sheets that differ."""
    return tuple(
        BesideTable(
            tuple(titles(path, sheet) for path, sheet in one.sheets),
            tuple(map(plain, one.players)),
            tuple(_row(line, len(one.players)) for line in one.lines),
        )
        for one in together
        if one.differences
    )


def _row(line: ComparedRow, players: int) -> BesideRow:
    lacking = ("",) * players
    alone = None in line.cells
    return BesideRow(
        plain(line.label),
        tuple(
            BesideCell(plain(text), differs or alone)
            for cells in line.cells
            for text, differs in zip(cells or lacking, line.differs, strict=True)
        ),
    )
