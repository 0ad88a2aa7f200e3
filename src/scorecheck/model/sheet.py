"""A scoresheet: a table on a sheet, and how it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from types import NoneType
from typing import Self

from scorecheck.model.cells import CellRef, Number, Unreadable, Value, Written, column_letters, written
from scorecheck.model.record import NamedTuple, field, record


class Places(tuple["Sequence[CellRef]", ...]):
    """The place on the sheet of each value of a table whose rows were combined from other rows."""

    @cached_property
    def of_cell(self) -> Mapping[CellRef, Sequence[tuple[int, int]]]:
        """The rows and columns of the values that have a cell."""
        found: dict[CellRef, list[tuple[int, int]]] = {}
        for row, cells in enumerate(self):
            for column, cell in enumerate(cells):
                found.setdefault(cell, []).append((row, column))
        return found


class Apart(NamedTuple):
    """Cells of a row that are read as one: won and lost points, two names, marks beside some players."""

    columns: tuple[int, ...]
    values: tuple[Value, ...] = ()
    signed: bool = False
    """Won points, and lost ones, without a sign."""
    whose: tuple[str, ...] = ()
    """The player beside each cell, where these only mark players."""
    marks: tuple[Value, ...] = ()
    """What marks them, the usual one first."""
    blank: tuple[Value, ...] = ("",)
    """What stands beside the others, the usual one first."""

    def of(self, values: tuple[Value, ...]) -> Apart | None:
        """These cells with some content; ``None`` where it cannot be read as one."""
        if self.signed:
            fits = all(isinstance(written(value), (int, NoneType)) for value in values)
        else:
            fits = not self.whose or set(values) <= {*self.marks, *self.blank}
        return self._replace(values=values) if fits and any(map(str, values)) else None

    @property
    def read(self) -> Value:
        """What is read: the points with their sign, or names: where players are marked, theirs."""
        if self.signed:
            won, lost = map(written, self.values)
            return self.values[0] if not lost else _whole(won) - abs(_whole(lost))
        names = zip(self.whose or map(str, self.values), self.values, strict=True)
        return ", ".join(name for name, value in names if value not in self.blank)

    def saying(self, text: str) -> Apart | None:
        """The cells with something else to be read; ``None`` if there is no room for it."""
        if self.signed:
            said = written(text)
            lost = isinstance(said, int) and said < 0
            return self._replace(values=("", text.lstrip("-")) if lost else (text, ""))
        names = text.split(", ")
        if not self.whose:
            new = iter([name for name in names if name not in self.values])
            values = tuple(value if value in names else next(new, "") for value in self.values)
            return self._replace(values=values) if len(names) <= len(values) else None
        named = [any(name and one.startswith(name) for name in names) for one in self.whose]
        mark = next((value for value in self.values if value not in self.blank), self.marks[0])
        marked = (
            value if (value not in self.blank) == now else mark if now else self.blank[0]
            for value, now in zip(self.values, named, strict=True)
        )
        return self._replace(values=tuple(marked))


def _whole(cell: Written) -> int:
    return cell if isinstance(cell, int) else 0


@record
class Table:
    """A block of rows under a line of headings, and its place on the sheet.

    The rows are those of the sheet from column A on: ``rows[i][j]`` is the cell in row ``first_row + i`` and
    column ``j + 1``, unless ``order`` or ``places`` says otherwise. On a transposed sheet, with the players
    below one another, ``rows`` are the columns of the sheet, and ``turned`` is true.
    """

    sheet: str | None
    headings: tuple[str, ...]
    """One for each column from A on; empty where there is none, or it belongs to another table."""
    heading_row: int
    first_row: int
    rows: Sequence[Sequence[Value]]
    first_column: int = 0
    """The columns of the sheet before this one belong to another table."""
    turned: bool = False
    joined: bool = False
    """Its columns are parts of cells in one column, the first of the sheet."""
    title: str = ""
    """What stands above the headings: often round and table."""
    title_words: tuple[tuple[int, str], ...] = ()
    """The words of the title with their columns, counted from 0, where the table may be divided further."""
    hidden: frozenset[int] = frozenset()
    """The rows of ``rows`` that the spreadsheet does not show."""
    hidden_columns: frozenset[int] = frozenset()
    """The columns of ``rows`` that it does not show."""
    struck: frozenset[CellRef] = frozenset()
    """The cells of the sheet whose content is crossed out."""
    part: str = ""
    """The name of this table among several on the sheet: its title, else its first cell."""
    apart: Mapping[tuple[int, int], Apart] = field(default_factory=dict[tuple[int, int], "Apart"])
    """Cells that were joined in the first of them, each by its line and column."""
    shifted: Mapping[int, tuple[int, int]] = field(default_factory=dict[int, "tuple[int, int]"])
    """The rows of ``rows`` whose cells, from a column on, stand so many columns further right than their
    column: negative ones further left."""
    formats: Mapping[CellRef, str] = field(default_factory=dict["CellRef", str])
    """The number formats of cells with dates."""

    order: Sequence[int] = ()
    """For each of ``rows`` its line below the first, where the last game is on top."""
    places: Places = Places()
    """The place of each value of ``rows``, where they were combined from other rows."""
    tops: tuple[CellRef, ...] = ()
    """The places of the headings of such a table."""
    worked_out: bool = False
    """Its numbers, apart from totals, were calculated from the winners and the value: they prove nothing."""
    around: Sequence[Sequence[Value]] = ()
    """All rows of the sheet, where another table may be below this one or beside it."""
    total_row: int | None = None
    """The index of the row with the column sums, where it is known whatever its label says."""

    def cell(self, row: int, column: int) -> CellRef:
        """The place of the value ``rows[row][column]`` on the sheet."""
        if self.places:
            return self.places[row][column]
        start, by = self.shifted.get(row, (0, 0))
        return self._place(self.line(row), column + 1 + by * (column >= start))

    def heading_cell(self, column: int) -> CellRef:
        """The place of the heading of a column."""
        if self.tops:
            return self.tops[column]
        return self._place(self.heading_row, column + 1)

    def holds(self, cell: CellRef) -> bool:
        """Whether a cell of the sheet belongs to this table."""
        row, column = self.place_of(cell)
        return 0 <= row < len(self.rows) and self.first_column <= column < len(self.headings)

    def place_of(self, cell: CellRef) -> tuple[int, int]:
        """The row and column of ``rows`` for a cell of the sheet; -1 for none. If there are several, as for
        absent players, the last one that is filled."""
        if self.places:
            among = self.places.of_cell.get(cell, ())
            return max(among, key=lambda place: (self.value(*place) != "", place), default=(-1, -1))
        row, column = (cell.column, cell.row) if self.turned else cell
        at = row - self.first_row
        at = self.order.index(at) if 0 <= at < len(self.order) else at
        start, by = self.shifted.get(at, (0, 0))
        return at, column - 1 - by * (column - 1 - by >= start)

    def has_cell(self, row: int, column: int) -> bool:
        """Whether a value has a cell of its own, and not that of a game in which its player was absent."""
        return not self.places or self.place_of(self.places[row][column]) == (row, column)

    def line(self, row: int) -> int:
        """The number of ``rows[row]`` on the sheet: of its row or, transposed, of its column."""
        if self.places:
            return self.places[row][-1].row
        return self.first_row + (self.order[row] if 0 <= row < len(self.order) else row)

    def line_name(self, row: int) -> str:
        """The row of the sheet as a spreadsheet calls it; transposed, the column."""
        return column_letters(self.line(row)) if self.turned else str(self.line(row))

    def _place(self, row: int, column: int) -> CellRef:
        column = 1 if self.joined else column
        return CellRef(column, row) if self.turned else CellRef(row, column)

    def value(self, row: int, column: int) -> Value:
        """The value ``rows[row][column]``, also of rows around the table, such as -1 for the line above;
        empty beyond the end of a row."""
        if row >= 0:
            try:
                return self.rows[row][column]
            except IndexError:
                pass
        line = self.first_row - 1 + row
        is_there = 0 <= line < len(self.around) and column < len(self.around[line])
        return self.around[line][column] if is_there else ""

    def shown(self, row: int, column: int) -> Value:
        """The contents of ``rows[row][column]`` on the sheet, also where names marks or signs were joined."""
        apart = self.apart.get((self.line(row), column)) if self.apart else None
        return self.value(row, column) if apart is None else apart.values[apart.columns.index(column)]

    def sums_apart(self, row: int, column: int, rows: Iterable[int]) -> Sequence[tuple[int, int, int]]:
        """Of a total of won points and one of lost points beside it: the column of each, what it says, and
        the sum of those in some rows. Nothing where a total is one number."""
        here = self.apart.get((self.line(row), column))
        if here is None or not here.signed or "" in here.values:
            return ()
        above = (self.apart.get((self.line(one), column)) for one in rows)
        parts = [here.values, *(one.values for one in above if one)]
        sizes = [[abs(_whole(written(value))) for value in part] for part in zip(*parts, strict=True)]
        return [(at, one[0], sum(one[1:])) for at, one in zip(here.columns, sizes, strict=True)]

    def apart_at(self, row: int, column: int) -> Apart | None:
        """The cells that are read as one, if a cell is one of them, also where all of them are empty."""
        found = self.apart.get((self.line(row), column))
        if found is None and self.value(row, column) == "":
            others = (one for one in self.apart.values() if column in one.columns)
            found = next((one._replace(values=("",) * len(one.columns)) for one in others), None)
            if found and any(self.value(row, at) != "" for at in found.columns):
                return None
        return found

    def format(self, row: int, column: int) -> str:
        """The number format of ``rows[row][column]`` if it is a date; else empty."""
        return self.formats.get(self.cell(row, column), "") if self.formats else ""

    def of_row(self, row: int) -> Sequence[Value]:
        """The values of a row that belong to this table, from its first column on."""
        return self.rows[row][self.first_column : len(self.headings)]


NOTATIONS = ("plus-minus", "plus-only", "minus-only", "losers-only")
"""``plus-minus``, or the only kind that is written: gains, losses, or losses without a sign."""
GAMES_SUM = "games-sum"
"""The role of a column of a card with the sum of all games of a player."""


class Column(NamedTuple):
    """The role of a column of a table: ``player``, ``score``, one from the game's ``columns.toml``, or
    ``unknown``."""

    at: int
    role: str
    heading: str


class Ignored(NamedTuple):
    """A row of ``table.rows`` that is ignored, and why: ``note``, ``names``, ``below-total``, ``subtotal``,
    ``carried``, ``hidden``, ``struck``, ``unfilled``."""

    row: int
    why: str


class Subtotal(NamedTuple):
    """A row with column sums among the entries."""

    row: int
    """The row of ``table.rows``."""
    said: tuple[Written, ...]
    """Its value for each column of points."""


class Shown(NamedTuple):
    """The value of an option that the sheet itself shows, and the cell that shows it."""

    value: str | int | bool
    cell: CellRef
    asked: bool = False
    """The sheet shows it only as a possibility: the user is asked, and the option keeps its value."""


class Substitute(NamedTuple):
    """A seat that changes its player in mid-sheet."""

    seat: int
    """The seat, counted among the sheet's players."""
    player: str
    """The player from ``row`` of ``table.rows`` on."""
    row: int


class Start(NamedTuple):
    """The totals at the start of a sheet of running totals that continues another."""

    before: str
    """The earlier sheet: its name in the same workbook, else its file."""
    totals: Mapping[str, Number]
    """By the names on this sheet; players without an entry start at 0."""
    after: int
    """The number of earlier sheets in the chain."""


class ReadingEvidence(NamedTuple):
    """A reading that was weighed, and the number of rows that fit it."""

    game: str | None
    layout: str
    notation: str
    players: tuple[str, ...]
    rows: int
    fits: int


class Counted(NamedTuple):
    """The evenings of a member that a season adds up, where the worst are left out."""

    best: int | None = None
    """The number of best evenings; ``None``: all but the worst."""
    worst: int = 0
    """The number of worst evenings, among those attended, that are left out."""

    def of(self, results: Iterable[Number]) -> list[Number]:
        """The results that count, the best first."""
        ranked = sorted(results, reverse=True)
        return ranked[: self.best if self.best is not None else max(0, len(ranked) - self.worst)]

    @classmethod
    def ways(cls, many: int) -> list[Self]:
        """The ways to leave out the worst of so many evenings."""
        least = max(1, many - _MOST_LEFT_OUT)
        best = [cls(best=best) for best in range(many - 1, least - 1, -1)]
        return best + [cls(worst=worst) for worst in range(1, many - least + 1)]


_MOST_LEFT_OUT = 5


class Formulas(NamedTuple):
    """The cells of a table that a spreadsheet works out, by row and column, and which of them read a cell."""

    cells: frozenset[tuple[int, int]] = frozenset()
    read_by: Mapping[tuple[int, int], Collection[tuple[int, int]]] = {}
    copies: Mapping[CellRef, tuple[str, CellRef]] = {}
    """The cells that only repeat one of another sheet."""

    def following(self, cells: Iterable[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        """The cells worked out from some, directly or through others."""
        found: set[tuple[int, int]] = set()
        left = list(cells)
        while left:
            new = set(self.read_by.get(left.pop(), ())) - found
            found |= new
            left += new
        return frozenset(found)


@record
class Sheet:
    """A table with its chosen reading. It refers to values of the table and holds none of its own."""

    path: str
    table: Table
    game: str | None
    preset: str | None
    layout: str
    columns: tuple[Column, ...]
    players: tuple[str, ...]
    """The names as they stand in the headings, in their order; for a published list its names."""
    points_columns: tuple[int, ...]
    """The table columns with points: one per player, or the score of a published list."""
    running: bool
    """The cells hold running totals, not the points of each game."""
    notation: str = "plus-minus"
    """One of ``NOTATIONS``."""
    total_row: int | None = None
    """The row of ``table.rows`` that holds the column sums."""
    foot: tuple[Written, ...] = ()
    """The values of the row of column sums, for each column of points."""
    left_out: frozenset[int] = frozenset()
    """Rows of ``table.rows`` that do not count: crossed out, or hidden and not in the sheet's own sums."""
    stop: int = 0
    """Entries are above this row of ``table.rows``."""
    counted: Counted | None = None
    """The rows of each player that the column sums include, where the worst are left out; such sums are no
    ``foot``."""
    options: Mapping[str, str | int | bool] = field(default_factory=dict[str, "str | int | bool"])
    shown: Mapping[str, Shown] = field(default_factory=dict[str, "Shown"])
    """The options that the sheet itself shows."""
    a_point: Number = 0
    """The value of a point in euros, where cells hold money for points."""
    ignored: tuple[Ignored, ...] = ()
    subtotals: tuple[Subtotal, ...] = ()
    """The column sums among the entries."""
    substitutes: tuple[Substitute, ...] = ()
    """The seats that change their player, in the order of the rows."""
    check_of_zeros: int | None = None
    """The column under an unknown word that is taken for a check, as nobody who plays has 0 in each game."""
    start: tuple[Number, ...] = ()
    """The totals before its first row, where it continues another sheet; else 0."""
    continues: Start | None = None
    """The sheet that it continues; ``None``: it starts anew."""
    preset_said: bool = False
    """The user named the preset; else it is the game's first, or the one that the sheet shows."""
    by_preset: bool = True
    """The preset affects the checks."""
    at_table: int | None = None
    """The number of its table in the event file."""
    own_words: Mapping[str, str] = field(default_factory=dict[str, str])
    """The user's meanings of row labels, by their plain form."""
    by_shape: Mapping[str, str] = field(default_factory=dict[str, str])
    """The row labels whose meaning is known by the shape of the card alone."""
    noun: str = "game"
    """What one entry is called: ``game``, ``entry``, ``round`` or ``row``."""
    decided_by: str = "rows"
    """The reason for the reading: ``told`` (by the user), ``marks`` that only one game has, ``total`` (the
    total row), ``custom``, ``rows``, or other sheets ``beside`` it."""
    evidence: tuple[ReadingEvidence, ...] = ()
    """All readings that were weighed, the chosen one first."""
    formulas: Formulas = Formulas()
    """Known only where repairs are sought."""

    @property
    def name(self) -> str | None:
        """The name of the sheet in its workbook."""
        return self.table.sheet

    @property
    def level(self) -> Number:
        """The sum of all totals in a zero-sum game: 0, unless players of earlier sheets have no column
        here."""
        return sum(self.start)

    @property
    def rows_of_games(self) -> Iterator[int]:
        """The rows of ``table.rows`` that count, whatever they hold: neither the total row nor left out."""
        return (row for row in range(self.stop) if row != self.total_row and row not in self.left_out)

    @property
    def says_totals(self) -> bool:
        """Whether its end shows players' totals, which may include games of other sheets."""
        return self.running or bool(self.foot)

    @property
    def shown_name(self) -> str | None:
        """The name of the sheet, with that of the table where there are several."""
        return " · ".join(filter(None, (self.table.sheet, self.table.part))) or None

    @property
    def called(self) -> str:
        """Its name in messages about several."""
        return self.path if self.shown_name is None else f"{self.path} ({self.shown_name})"

    def column(self, role: str) -> int | None:
        """The table column with a role; ``None``: there is none."""
        return next((c.at for c in self.columns if c.role == role), None)


class _OptionsInForce(dict[str, "str | int | bool"]):
    """The options in force on a sheet. Those of many sheets are one object, also from another process."""

    def __reduce__(self) -> tuple[object, ...]:
        return options_of, (tuple(self.items()),)


@lru_cache(maxsize=100)
def options_of(items: tuple[tuple[str, str | int | bool], ...]) -> Mapping[str, str | int | bool]:
    """The options of a sheet, by name."""
    return _OptionsInForce(items)


_MOST_DIGITS = 18


def number_of_game(label: str) -> int | None:
    """The label of a game as a number; ``None`` for a word, or for more digits than game numbers have."""
    return int(label) if len(label) <= _MOST_DIGITS and label.isdecimal() else None


class Entry(NamedTuple):
    """One row of a scoresheet: a game, or a payment.

    ``points`` is the change and ``totals`` are the totals after it, whichever of the two the sheet holds. If
    ``readable`` is false, a cell could not be read, and both count it as unchanged: no arithmetic may use
    them.
    """

    row: int
    """The row of ``table.rows``."""
    label: str
    """The game number on the sheet, else the ordinal of the entry."""
    written: tuple[Written, ...]
    """The meaning of each player's cell."""
    points: tuple[Number, ...]
    totals: tuple[Number, ...]
    fields: Mapping[str, Value]
    """The contents of the other columns, by role."""
    numbers: Mapping[str, Written]
    """The numbers in those columns, by role."""
    readable: bool = True
    opening: bool = False
    """The first entry where it holds, or may hold, totals carried in: it is no game."""
    dates: Mapping[str, Unreadable] = {}
    """The dates in those columns, and what may have been typed instead, by role."""

    @property
    def number(self) -> int | None:
        """See ``number_of_game``."""
        return number_of_game(self.label)


def excess(entry: Entry, sheet: Sheet) -> Number:
    """By how much the numbers of a row miss the sum that they have in a game that adds up to 0.

    Totals add up to what they did at the start of the sheet.
    """
    totals = sheet.running or (entry.opening and bool(sheet.start))
    return sum(entry.totals) - sheet.level if totals else sum(entry.points)
