"""A scoresheet: a table on a sheet, and how it is read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from scorecheck.model.cells import CellRef, Number, Unreadable, Value, Written
from scorecheck.model.record import NamedTuple, field, record


@record
class Table:
    """A block of rows under a line of headings, and where it stands on its sheet.

    The rows are the sheet's own rows from column A on; ``rows[i][j]`` is the cell in row
    ``first_row + i`` and column ``j + 1``, unless ``order`` or ``places`` says otherwise. On a
    sheet that is kept the other way round, with the players one below the other, rows and columns
    have changed places: there ``rows`` are the sheet's columns, and ``turned`` is true.
    """

    sheet: str | None
    headings: tuple[str, ...]
    """One for every column from A on; empty where none stands, or where it is another table's."""
    heading_row: int
    first_row: int
    rows: Sequence[Sequence[Value]]
    first_column: int = 0
    """The columns of the sheet before this one belong to another table."""
    turned: bool = False
    joined: bool = False
    """Its columns are parts of what stands in one cell, in the first column of the sheet."""
    title: str = ""
    """What stands above the headings: often round and table."""
    title_words: tuple[tuple[int, str], ...] = ()
    """The words of the title, each with its column counted from 0, where the table may be cut further."""
    hidden: frozenset[int] = frozenset()
    """The rows of ``rows`` that the spreadsheet does not show."""
    struck: frozenset[CellRef] = frozenset()
    """The cells of the sheet whose content is crossed out."""
    part: str = ""
    """Which of several tables on the sheet it is: by its title, else by the cell it begins in."""
    moved: frozenset[CellRef] = frozenset()
    """The cells whose value stands in the column beside them, without its sign: what was lost, where what was
    won has a column of its own."""
    apart: Mapping[CellRef, tuple[Value, Value]] = field(
        default_factory=dict["CellRef", "tuple[Value, Value]"]
    )
    """The cells in which two names were put together, with what stands in them and in those beside them."""
    formats: Mapping[CellRef, str] = field(default_factory=dict["CellRef", str])
    """The number format of the cells of the sheet that hold a date."""

    order: Sequence[int] = ()
    """For each of ``rows`` how many lines below the first it stands, where the last game stands on top."""
    places: Sequence[Sequence[CellRef]] = ()
    """Where each value of ``rows`` stands on the sheet, where they were put together from other rows."""
    tops: tuple[CellRef, ...] = ()
    """Where the headings of such a table stand."""
    worked_out: bool = False
    """Its numbers but the totals were worked out from who won and how much: they prove nothing."""
    around: Sequence[Sequence[Value]] = ()
    """All rows of the sheet, where another table may stand below this one or beside it."""
    total_row: int | None = None
    """The row of ``rows`` with the column sums, where that is known whatever word stands before it."""

    def cell(self, row: int, column: int) -> CellRef:
        """The place of the value ``rows[row][column]`` on the sheet."""
        if self.places:
            return self.places[row][column]
        return self._place(self.line(row), column + 1)

    def heading_cell(self, column: int) -> CellRef:
        """The place of the heading of a column."""
        if self.tops:
            return self.tops[column]
        return self._place(self.heading_row, column + 1)

    def holds(self, cell: CellRef) -> bool:
        """Whether a cell of the sheet is one of this table."""
        row, column = self.place_of(cell)
        return 0 <= row < len(self.rows) and self.first_column <= column < len(self.headings)

    def place_of(self, cell: CellRef) -> tuple[int, int]:
        """The row and the column of ``rows`` at which a cell of the sheet stands; -1 for none.

        Where it stands at several, as for players who are not there, the last one that is filled.
        """
        if self.places:
            among = [
                (at, column)
                for at, row in enumerate(self.places)
                if cell in row
                for column, one in enumerate(row)
                if one == cell
            ]
            return max(among, key=lambda place: (self.value(*place) != "", place), default=(-1, -1))
        row, column = (cell.column, cell.row) if self.turned else cell
        at = row - self.first_row
        return self.order.index(at) if 0 <= at < len(self.order) else at, column - 1

    def line(self, row: int) -> int:
        """The number on the sheet of the line that ``rows[row]`` is: of its row or, turned, of its column."""
        if self.places:
            return self.places[row][-1].row
        return self.first_row + (self.order[row] if 0 <= row < len(self.order) else row)

    def _place(self, row: int, column: int) -> CellRef:
        column = 1 if self.joined else column
        return CellRef(column, row) if self.turned else CellRef(row, column)

    def value(self, row: int, column: int) -> Value:
        """What stands at ``rows[row][column]``, or around these rows, as at -1 the line before the first;
        empty where the row is shorter."""
        if row >= 0:
            try:
                return self.rows[row][column]
            except IndexError:
                pass
        line = self.first_row - 1 + row
        return self.around[line][column] if self._is_around(line, column) else ""

    def _is_around(self, line: int, column: int) -> bool:
        return 0 <= line < len(self.around) and column < len(self.around[line])

    def shown(self, row: int, column: int) -> Value:
        """What stands on the sheet at ``rows[row][column]``, where two names were put together as well."""
        first = self.first_of_pair(row, column)
        return self.value(row, column) if first is None else self.apart[self.cell(row, first)][column - first]

    def first_of_pair(self, row: int, column: int) -> int | None:
        """The first of the two columns whose names were put together, where a cell is one of them."""
        for first in (column, column - 1) if self.apart else ():
            if first >= 0 and self.cell(row, first) in self.apart:
                return first
        return None

    def format(self, row: int, column: int) -> str:
        """The number format of ``rows[row][column]``, where that is a date; empty where unknown."""
        return self.formats.get(self.cell(row, column), "") if self.formats else ""

    def of_row(self, row: int) -> Sequence[Value]:
        """The values of a row that belong to this table, from its first column on."""
        return self.rows[row][self.first_column : len(self.headings)]


NOTATIONS = ("plus-minus", "plus-only", "minus-only", "losers-only")
"""``plus-minus``, or what alone is written: what was won, what was lost, or what the losers pay, without
a sign."""
GAMES_SUM = "games-sum"
"""The role of a column of a card that holds what all games of a player come to."""


class Column(NamedTuple):
    """What one column of a table was taken for.

    ``role`` is ``player``, ``score`` or what the game's ``columns.toml`` names; a column that
    nobody knows is ``unknown``.
    """

    at: int
    role: str
    heading: str


class Ignored(NamedTuple):
    """A row of ``table.rows`` that was left alone, and why: ``note``, ``names``, ``below-total``,
    ``subtotal``, ``carried``, ``hidden``, ``struck``, ``unfilled``."""

    row: int
    why: str


class Subtotal(NamedTuple):
    """A row among the entries that says what they add up to so far."""

    row: int
    """The row of ``table.rows``."""
    said: tuple[Written, ...]
    """What it says for each column of points."""


class Shown(NamedTuple):
    """A choice that the rules leave open and a sheet shows by itself, and the cell that shows it."""

    value: str | int | bool
    cell: CellRef
    asked: bool = False
    """The sheet only may be kept by it: it is asked, and the option keeps its value."""


class Substitute(NamedTuple):
    """A seat that changes its player in mid-sheet."""

    seat: int
    """The seat, counted among the sheet's players."""
    player: str
    """Who sits there from ``row`` of ``table.rows`` on."""
    row: int


class Start(NamedTuple):
    """The totals at the start of a sheet of running totals, by the sheet that it continues."""

    before: str
    """The sheet before: its name in the same workbook, else its file."""
    totals: Mapping[str, Number]
    """By the names on this sheet; whoever is not among them began at 0."""
    after: int
    """So many sheets came before, each going on from another."""


class ReadingEvidence(NamedTuple):
    """A reading that was weighed, and on how many of the rows looked at it keeps its game's rules."""

    game: str | None
    layout: str
    notation: str
    players: tuple[str, ...]
    rows: int
    fits: int


class Counted(NamedTuple):
    """Which evenings of a member a season adds up, where it leaves out the worst."""

    best: int | None = None
    """The best, so many at most; ``None``: all but the worst."""
    worst: int = 0
    """So many of those that somebody was there for do not."""

    def of(self, results: Iterable[Number]) -> list[Number]:
        """The results that count, the best first."""
        ranked = sorted(results, reverse=True)
        return ranked[: self.best if self.best is not None else max(0, len(ranked) - self.worst)]


@record
class Sheet:
    """A table with the reading that was chosen for it. Points at values, holds none of its own."""

    path: str
    table: Table
    game: str | None
    preset: str | None
    layout: str
    columns: tuple[Column, ...]
    players: tuple[str, ...]
    """The names as they stand in the headings, in their order; for a published list its names."""
    points_columns: tuple[int, ...]
    """The table columns that hold points: one a player, or the score of a published list."""
    running: bool
    """The cells hold running totals, not the points of each game."""
    notation: str = "plus-minus"
    """One of ``NOTATIONS``."""
    total_row: int | None = None
    """The row of ``table.rows`` that holds the column sums."""
    foot: tuple[Written, ...] = ()
    """What the row of the column sums says for each column of points."""
    left_out: frozenset[int] = frozenset()
    """Rows of ``table.rows`` that do not count: crossed out, or hidden and not in the sheet's own sums."""
    stop: int = 0
    """The rows of ``table.rows`` before this one can be entries."""
    counted: Counted | None = None
    """Which rows of each player the row of the column sums adds up, where it leaves out the worst: they are
    no ``foot``."""
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    shown: Mapping[str, Shown] = field(default_factory=dict[str, "Shown"])
    """Those of the options that the sheet shows by itself."""
    a_point: Number = 0
    """What a point is worth, in euros, where its cells hold money that stands for points."""
    ignored: tuple[Ignored, ...] = ()
    subtotals: tuple[Subtotal, ...] = ()
    """The column sums further up, among the entries."""
    substitutes: tuple[Substitute, ...] = ()
    """The seats that change their player in mid-sheet, in the order of the rows."""
    start: tuple[Number, ...] = ()
    """Where everybody stood before its first row, where it goes on from another sheet; else that is 0."""
    continues: Start | None = None
    """What it goes on from; ``None`` where it begins anew."""
    preset_said: bool = False
    """Somebody said which preset holds; else it is the game's first, or the one that the sheet shows."""
    by_preset: bool = True
    """Its preset makes a difference to what is checked."""
    at_table: int | None = None
    """The number of its table, where the event says it."""
    own_words: Mapping[str, str] = field(default_factory=dict[str, str])
    """What the words before its rows stand for that only this club uses, by their plain form."""
    by_shape: Mapping[str, str] = field(default_factory=dict[str, str])
    """Those of these words that nobody told: what they stand for shows by the shape of the card."""
    noun: str = "game"
    """What one entry is called: ``game``, ``entry``, ``round`` or ``row``."""
    decided_by: str = "rows"
    """What the reading was chosen by: ``told``, ``marks`` that only one game has, ``total`` (the total
    row), ``custom``, ``rows``, or the sheets ``beside`` it."""
    evidence: tuple[ReadingEvidence, ...] = ()
    """All readings that were weighed, the chosen one first."""

    @property
    def name(self) -> str | None:
        """The name of the sheet in its workbook."""
        return self.table.sheet

    @property
    def level(self) -> Number:
        """What the totals of all its players add up to in a zero-sum game: 0, unless players of the sheets
        before have no column on this one."""
        return sum(self.start)

    @property
    def says_totals(self) -> bool:
        """Whether it says where everybody stands at its end: the games of others may be in that, too."""
        return self.running or bool(self.foot)

    @property
    def shown_name(self) -> str | None:
        """The name of the sheet, with the part of it that the table is where there are several."""
        return " · ".join(filter(None, (self.table.sheet, self.table.part))) or None

    def column(self, role: str) -> int | None:
        """The table column that was taken for ``role``, or ``None``."""
        return next((c.at for c in self.columns if c.role == role), None)


_MOST_DIGITS = 18


class Entry(NamedTuple):
    """One row of a scoresheet: a game, or a payment.

    ``points`` is what the row changed and ``totals`` where everybody stands after it, whichever
    of the two the sheet holds. Where ``readable`` is false a cell could not be read and both count
    it as unchanged: no arithmetic may be built on them.
    """

    row: int
    """The row of ``table.rows``."""
    label: str
    """The game number on the sheet, else the ordinal of the entry."""
    written: tuple[Written, ...]
    """What stands in each player's cell."""
    points: tuple[Number, ...]
    totals: tuple[Number, ...]
    fields: Mapping[str, Value]
    """What stands in the other columns, by role."""
    numbers: Mapping[str, Written]
    """What those other columns say that hold numbers, by role."""
    readable: bool = True
    opening: bool = False
    """The first entry, where it holds or may hold totals carried in from before: no game."""
    dates: Mapping[str, Unreadable] = {}
    """Those of the other columns that hold a date, and what may have been typed there, by role."""

    @property
    def number(self) -> int | None:
        """The label as a number; ``None`` for a word, and for more digits than games are counted with."""
        label = self.label
        return int(label) if len(label) <= _MOST_DIGITS and label.isdecimal() else None
