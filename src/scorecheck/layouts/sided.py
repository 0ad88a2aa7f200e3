"""Converts games with winners and a value to points: winners are named or marked, or one side has the value.

``Game, Won by, Value`` with ``Anna & Bernd``, or a mark below the name of each winner. Only the players'
totals, beside or below the games, show whether the values are right, and what a single winner gets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, combinations, takewhile
from typing import TypeAlias

from scorecheck.checks.words import names_in, plain
from scorecheck.layouts.locate import title_above
from scorecheck.layouts.vocabulary import words_for_losers, words_for_partners, words_for_winners
from scorecheck.model.cells import CellRef, Number, Value, value_text, whole_in, written
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Places, Sheet, Table
from scorecheck.model.workbook import Grid

_FURTHEST, _WIDEST = 30, 50
"""The headings are within this many rows and columns."""
_FEWEST = 3
_AT_TABLE = range(2, 8)
_WON = frozenset({"+", "x", "X", "✓", "✔", "*"})
_LOST = frozenset({"-", "−", "–"})
_TOTAL = "Total"
_WHETHER = frozenset({"ja", "nein", "yes", "no", "nei"})


class SidedGame(NamedTuple):
    """A game: its winners, and its value."""

    row: int
    """Counted from 0, as are columns."""
    won: frozenset[str]
    lost: frozenset[str]
    value: int
    cells: Mapping[str, CellRef]
    """The cell with the value of each player."""


_PayRule: TypeAlias = "Callable[[SidedGame], tuple[int, int]]"
"""What a winner of a game gets, and a loser pays."""


class Sided(NamedTuple):
    """The games of such a sheet."""

    heading: int
    """The row of the headings."""
    games: Sequence[SidedGame]
    names: Mapping[str, CellRef]
    """The players' names, and their cells."""
    totals: Sequence[CellRef]
    """The cells of the players' final totals; empty if there are none."""
    is_told: bool
    """Whether headings or signs leave no doubt about the winners."""
    on_both: tuple[str, CellRef] | None = None
    """Players named among winners and losers of one game, with the cell: then the sides are unknown."""
    ways: Sequence[_PayRule] = ()
    """What a game may pay, if not as usual."""
    is_valued: bool = True
    """Whether a column holds the values."""
    columns: Sequence[int] = ()
    """The columns of the winners, and of the losers if they have some."""


def sided(grid: Grid) -> list[Sided]:
    """The games of a sheet with winners in rows, for each column that may hold the values."""
    for heading, row in enumerate(grid.rows[:_FURTHEST]):
        words = [plain(value_text(value)).rstrip("0123456789") for value in row[:_WIDEST]]
        named = [at for at, word in enumerate(words) if word in words_for_winners()]
        named += [at for at, word in enumerate(words) if named and word in words_for_partners()]
        losers = [at for at, word in enumerate(words) if word in words_for_losers()]
        found = _by_names(grid, heading, named, losers) if named else _by_marks(grid, heading)
        if found is not None and len(found.games) >= _FEWEST:
            return list(_with_values(grid, found))
    return []


def _with_values(grid: Grid, found: Sided) -> Iterator[Sided]:
    """The games for each column that may hold their values; one without values if none holds most of them.

    Without values, words of which none stands anywhere else may be anything.
    """
    rows, won = [game.row for game in found.games], [name for game in found.games for name in game.won]
    cells = [plain(value_text(cell)) for row in grid.rows for cell in row]
    are_names = len({*won}) < len(won) or any(cells.count(name) > 1 for name in won)
    if are_names and not list(_value_columns(grid, rows, found.columns, len(rows) // 2)):
        yield found._replace(totals=(), on_both=None, columns=(), is_valued=False)
    for at in _value_columns(grid, rows, found.columns, len(rows)):
        games = [
            game._replace(
                value=whole_in(_value(grid, game.row, at)),
                cells=dict.fromkeys(found.names, CellRef(game.row + 1, at + 1)),
            )
            for game in found.games
        ]
        yield found._replace(games=games)


def one_sided(sheet: Sheet, rows: Iterable[Entry], at_table: int | None) -> Sided | None:
    """The games of a sheet with the points of one side alone; ``None`` if others may have got nothing.

    Each player of that side must have the same, and the totals show what the others got or paid.
    """
    table, columns = sheet.table, sheet.points_columns
    names = {player: table.heading_cell(at) for player, at in zip(sheet.players, columns, strict=True)}
    if sheet.total_row is None or table.turned or len(names) != (at_table or len(columns)):
        return None
    entries = list(rows)
    games = [_of_one_side(entry, sheet) for entry in entries if any(entry.points)]
    if not games or not all(entry.readable and _is_one_amount(entry.points) for entry in entries):
        return None
    totals = [table.cell(sheet.total_row, at) for at in columns]
    ways = (_written_alone, _shared, _lost) if sheet.notation == "plus-only" else (_written_alone, _shared)
    return Sided(table.heading_row - 1, games, names, totals, is_told=True, ways=ways)


def _is_one_amount(points: Iterable[Number]) -> bool:
    """Whether nobody has points, or all of one side the same whole number."""
    amounts = {*points} - {0}
    return len(amounts) < _PARTIES and all(isinstance(one, int) for one in amounts)


def _of_one_side(entry: Entry, sheet: Sheet) -> SidedGame:
    """The game of a row with the points of one side alone."""
    table, side = sheet.table, [at for at, points in enumerate(entry.points) if points]
    cells = [table.cell(entry.row, at) for at in sheet.points_columns]
    at_first = [cell if at in side else cells[side[0]] for at, cell in enumerate(cells)]
    written = frozenset(plain(sheet.players[at]) for at in side)
    others = frozenset(map(plain, sheet.players)) - written
    value = int(entry.points[side[0]])
    placed = dict(zip(sheet.players, at_first, strict=True))
    return SidedGame(table.line(entry.row) - 1, written, others, value, placed)


def is_net(sheet: Sheet) -> bool:
    """Whether the totals cannot be sums of points of one sign: some have the other, and most are no sum."""
    numbers = [one if isinstance(one, int) else 0 for one in sheet.foot]
    written_sign = -1 if sheet.notation == "minus-only" else 1
    cells = (
        [written(sheet.table.value(row, at)) for row in range(sheet.stop)] for at in sheet.points_columns
    )
    sums = [sum(one for one in column if isinstance(one, int)) for column in cells]
    agree = sum(abs(total) == abs(due) for total, due in zip(numbers, sums, strict=True))
    return 2 * agree < len(numbers) and any(one * written_sign < 0 for one in numbers)


def table_of(found: Sided, grid: Grid) -> Table | None:
    """The games as a table with a column per player, by what the totals show.

    ``None`` if they show no rule for what a game pays.
    """
    said = [written(_value(grid, cell.row - 1, cell.column - 1)) for cell in found.totals]
    totals = [one for one in said if isinstance(one, int)]
    if not totals or len(totals) < len(said):
        return None
    ways = [[_paid(game, found.names, way) for game in found.games] for way in found.ways or _WAYS]
    rows = max(ways, key=lambda rows: (_bear_out(rows, totals), _off(rows, totals).count(0)))
    if not _bear_out(rows, totals) or (found.ways and rows is ways[0]):
        # As it stands, nothing has to be converted.
        return None
    cells = [[game.cells[name] for name in found.names] for game in found.games]
    return Table(
        grid.name,
        ("#", *found.names),
        found.heading + 1,
        found.heading + 2,
        [*([at, *row] for at, row in enumerate(rows, start=1)), [_TOTAL, *totals]],
        title=title_above(grid.rows, found.heading),
        places=Places(
            [*([CellRef(of_game[0].row, 1), *of_game] for of_game in cells), [found.totals[0], *found.totals]]
        ),
        tops=(CellRef(found.heading + 1, 1), *found.names.values()),
        worked_out=True,
        around=grid.rows,
    )


class Pair(NamedTuple):
    """The columns with the two players of each game, and the cell of the first winner who is neither."""

    first: int
    second: int
    stranger: CellRef | None


def pair_of(found: Sided, grid: Grid) -> Pair | None:
    """The columns that name the players of each game, one of whom won it; a game in four may be wrong."""
    games = [([plain(value_text(said)) for said in grid.rows[one.row][:_WIDEST]], one) for one in found.games]
    wide = range(min(len(names) for names, _ in games))
    # Neither is the column of the winners itself.
    players = [at for at in wide if any(names[at] not in one.won for names, one in games)]

    def strangers(two: tuple[int, int]) -> list[SidedGame]:
        return [
            one for names, one in games if len(one.won) != 1 or not one.won < {names[two[0]], names[two[1]]}
        ]

    pairs = {two: strangers(two) for two in combinations(players, 2)}
    best = min(pairs, key=lambda two: len(pairs[two]), default=None)
    if best is None or 4 * len(pairs[best]) > len(games):
        return None
    strange = next(iter(pairs[best]), None)
    return Pair(*best, None if strange is None else CellRef(strange.row + 1, found.columns[0] + 1))


def is_loser_first(game: SidedGame, pair: Pair, grid: Grid) -> bool:
    """Whether the loser of a game stands in the first column of the pair."""
    return plain(value_text(grid.rows[game.row][pair.first])) not in game.won


def with_losers(found: Sided, pair: Pair, grid: Grid) -> Grid:
    """The sheet with the winner of each game in the first column of the pair, and the loser in the second."""
    rows = [list(row) for row in grid.rows]
    for game in found.games:
        row = rows[game.row]
        if is_loser_first(game, pair, grid):
            row[pair.first], row[pair.second] = row[pair.second], row[pair.first]
    return replace(grid, rows=rows)


def _by_names(grid: Grid, heading: int, columns: Sequence[int], losers: Sequence[int]) -> Sided | None:
    """The sides below headings for winners, and for losers if there are any."""
    below = range(heading + 1, len(grid.rows))
    rows = list(takewhile(lambda row: _value(grid, row, columns[0]) != "", below))
    won, lost = ([_names_in(grid, row, some) for row in rows] for some in (columns, losers))
    several = not losers and all(won)
    parties = _parties(grid, heading, set(map(plain, chain(*won)))) if several else dict[str, int]()
    if len(parties) == _PARTIES:
        losers = [*parties.values()]
        first = [(row, parties[plain(one[0])]) for row, one in zip(rows, won, strict=True)]
        won = [_names_in(grid, row, [at]) for row, at in first]
        lost = [_names_in(grid, row, {*losers} - {at}) for row, at in first]
    named = [*chain(*won, *lost)]
    ever = set(map(plain, named))
    if not _are_names(ever, grid.rows[heading]):
        return None
    of_games = {CellRef(row + 1, at + 1) for row in rows for at in (*columns, *losers)}
    places, totals = _players(grid, named, CellRef(heading + 1, columns[0] + 1), of_games)
    if len(places) not in _AT_TABLE and not losers:
        # Of so many it is not known who lost.
        return None
    everybody = frozenset(map(plain, places))
    winners, named_losers = ([frozenset(map(plain, names)) for names in side] for side in (won, lost))
    others = named_losers if losers else [everybody - one for one in winners]
    games = [SidedGame(*game, 0, {}) for game in zip(rows, winners, others, strict=True)]
    on_both = _on_both(games, lost, losers)
    columns = [*columns, *losers]
    return Sided(heading, games, places, totals, is_told=True, on_both=on_both, columns=columns)


def _on_both(
    games: Iterable[SidedGame], lost: Iterable[Sequence[str]], losers: Sequence[int]
) -> tuple[str, CellRef] | None:
    """The first player who is among the winners and the losers of a row."""
    found = (
        (name, CellRef(game.row + 1, losers[0] + 1))
        for game, names in zip(games, lost, strict=True)
        for name in names
        if plain(name) in game.won
    )
    return next(found, None)


def _are_names(words: Set[str], headings: Iterable[Value]) -> bool:
    """Whether words are names of players without a column each of points, or of the number of won games, and
    not whether somebody won."""
    headed = {plain(value_text(value)) for value in headings}
    return (
        not words <= headed
        and words.isdisjoint(_WHETHER)
        and all(any(map(str.isalpha, word)) for word in words)
    )


def _parties(grid: Grid, heading: int, won: Set[str]) -> Mapping[str, int]:
    """The columns with the members of the parties that won, if these are words such as Re and Kontra."""
    heads = [(at, plain(value_text(value))) for at, value in enumerate(grid.rows[heading])]
    # Of several headings that begin so, the first.
    found = {word: at for word in won for at, head in reversed(heads) if word and head.startswith(word)}
    return found if found.keys() == won else {}


_PARTIES = 2


def _players(
    grid: Grid, named: Sequence[str], heading: CellRef, of_games: Set[CellRef]
) -> tuple[Mapping[str, CellRef], Sequence[CellRef]]:
    """All players at a table, with the cells of their names, and of their totals if there are any.

    Winners with the values of their games beside them are no list of totals.
    """
    ever = set(map(plain, named))
    lists = (one for one in _lists(grid) if of_games.isdisjoint(name for name, _ in one.values()))
    listed = next((one for one in lists if ever <= set(map(plain, one))), None)
    if listed is None:
        # Without a list, players without a win are unknown.
        return dict.fromkeys(named, heading), ()
    return {name: cell for name, (cell, _) in listed.items()}, [total for _, total in listed.values()]


def _names_in(grid: Grid, row: int, columns: Iterable[int]) -> list[str]:
    return [name for at in columns for name in names_in(_value(grid, row, at))]


def _by_marks(grid: Grid, heading: int) -> Sided | None:
    """The sides below names with marks: a plus or a cross for winners."""
    wide = range(min(_WIDEST, len(grid.rows[heading])))
    below = range(heading + 1, len(grid.rows))
    rows = list(takewhile(lambda row: any(_mark(grid, row, at) in _WON for at in wide), below))
    players = [at for at in wide if value_text(grid.rows[heading][at]).strip() and _is_marked(grid, rows, at)]
    if len(players) not in _AT_TABLE:
        return None
    names = {value_text(grid.rows[heading][at]).strip(): CellRef(heading + 1, at + 1) for at in players}
    if len(set(map(plain, names)) - {""}) < len(players):
        # Marks are not names, and equal names cannot be distinguished.
        return None
    marked = any(_mark(grid, row, at) in _LOST for row in rows for at in players)
    games: list[SidedGame] = []
    for row in rows:
        marks = {plain(name): _mark(grid, row, cell.column - 1) for name, cell in names.items()}
        won = frozenset(name for name, mark in marks.items() if mark in _WON)
        # Where a minus stands for losers, an empty cell stands for a player who sat out.
        lost = frozenset(name for name, mark in marks.items() if mark in _LOST or (not marked and not mark))
        games.append(SidedGame(row, won, lost, 0, {}))
    totals = _totals_below(grid, rows[-1], players)
    return Sided(heading, games, names, totals, is_told=marked, columns=players)


def _is_marked(grid: Grid, rows: Iterable[int], at: int) -> bool:
    """Whether a column holds marks and nothing else."""
    marks = {_mark(grid, row, at) for row in rows}
    return marks <= _MARKS and bool(marks - {""})


def _totals_below(grid: Grid, last: int, players: Sequence[int]) -> list[CellRef]:
    """The cells of the first row below the games with a number for every player, if there is one."""
    ends = range(last + 1, min(last + 1 + _FURTHEST, len(grid.rows)))
    total = next((row for row in ends if all(_is_whole(grid, row, at) for at in players)), None)
    return [] if total is None else [CellRef(total + 1, at + 1) for at in players]


_MARKS = _WON | _LOST | {""}


def _mark(grid: Grid, row: int, at: int) -> str:
    return value_text(_value(grid, row, at)).strip()


def _value(grid: Grid, row: int, at: int) -> Value:
    return grid.rows[row][at] if at < len(grid.rows[row]) else ""


def _is_whole(grid: Grid, row: int, at: int) -> bool:
    return isinstance(written(_value(grid, row, at)), int)


def _value_columns(grid: Grid, rows: Sequence[int], others: Sequence[int], least: int) -> Iterator[int]:
    """The columns beside some others with a value in ``least`` rows, without those that count rows."""
    wide = min((len(grid.rows[row]) for row in rows), default=0)
    for at in range(wide):
        said = [whole_in(_value(grid, row, at)) for row in rows]
        if (
            at not in others
            and sum(one > 0 for one in said) >= least
            and said != list(range(1, len(rows) + 1))
        ):
            yield at


def _lists(grid: Grid) -> Iterator[dict[str, tuple[CellRef, CellRef]]]:
    """Names below each other, with a whole number beside each."""
    for at in range(max(map(len, grid.rows), default=0)):
        run: dict[str, tuple[CellRef, CellRef]] = {}
        for row in range(len(grid.rows) + 1):
            name = value_text(_value(grid, row, at)).strip() if row < len(grid.rows) else ""
            if name and any(map(str.isalpha, name)) and _is_whole(grid, row, at + 1):
                run[name] = CellRef(row + 1, at + 1), CellRef(row + 1, at + 2)
            elif run:
                if len(run) in _AT_TABLE:
                    yield run
                run = {}


def _balanced(game: SidedGame) -> tuple[int, int]:
    """What each winner gets and each loser pays, where one player alone plays for as many as the others."""
    won, lost = len(game.won), len(game.lost)
    return game.value * (lost if won == 1 else 1), game.value * (won if lost == 1 else 1)


def _written_alone(game: SidedGame) -> tuple[int, int]:
    return game.value, 0


def _shared(game: SidedGame) -> tuple[int, int]:
    """Each player of the side that is written has the value; the others bear that in equal parts."""
    return game.value, game.value * len(game.won) // max(1, len(game.lost))


def _lost(game: SidedGame) -> tuple[int, int]:
    """The same where what is written was lost."""
    plus, minus = _shared(game)
    return -plus, -minus


_WAYS: Sequence[_PayRule] = (
    _balanced,
    lambda game: (game.value, game.value),
    lambda game: (_balanced(game)[0], 0),
    _written_alone,
)
"""The rules for what a game pays, the usual one first."""


def _paid(game: SidedGame, names: Iterable[str], way: _PayRule) -> list[int]:
    """The points of each player in a game."""
    plus, minus = way(game)
    return [plus if plain(name) in game.won else -minus if plain(name) in game.lost else 0 for name in names]


def _off(rows: Iterable[Sequence[int]], totals: Iterable[int]) -> list[int]:
    """The error of each total."""
    return [said - sum(column) for said, column in zip(totals, zip(*rows, strict=True), strict=True)]


def _bear_out(rows: Sequence[Sequence[int]], totals: Sequence[int]) -> bool:
    """Whether half of the totals agree with the games, or all do with another value of one game."""
    off = _off(rows, totals)
    if 2 * off.count(0) >= len(off):
        return True
    return any(
        all(a * row[0] == b * off[0] for a, b in zip(off, row, strict=True)) for row in rows if any(row)
    )
