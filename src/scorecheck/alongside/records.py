"""Lists whose rows name the players, compared with other sheets of the same table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from scorecheck.alongside.align import RowToAlign, align
from scorecheck.model.cells import CellRef, Number
from scorecheck.model.finding import Finding, Param
from scorecheck.model.names import name_key
from scorecheck.model.outcome import CheckedSheet, ComparedRow, Rows, Together
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet
from scorecheck.tournament.checks import SHEETS_DIFFER


class _NamedGame(NamedTuple):
    """A game on one of the sheets: its table row, its name, and the points of the common players."""

    row: int
    label: str
    points: tuple[Number, ...]


def apart_from_records(sheets: Sequence[CheckedSheet]) -> Iterator[tuple[Together, Sequence[Finding]]]:
    """Each such list beside a sheet with a column per player, or another list, with the games in which they
    differ, reported on that sheet."""
    for one, other in combinations(sheets, 2):
        here, there = (other, one) if other.sheet.points_columns else (one, other)
        if not there.sheet.points_columns:
            yield from _beside(here, there)


def _beside(here: CheckedSheet, there: CheckedSheet) -> Iterator[tuple[Together, Sequence[Finding]]]:
    names = {name_key(name): at for at, name in enumerate(there.sheet.players)}
    keys = ((seat, name_key(name)) for seat, name in enumerate(here.sheet.players))
    seats = [(seat, names[key]) for seat, key in keys if key in names]
    mine = _games(here, [seat for seat, _ in seats])
    theirs = _games(there, [seat for _, seat in seats])
    told: list[Finding] = []
    lines: list[ComparedRow] = []
    for game, that in _paired(mine, theirs):
        if game is None or that is None:
            told += [_alone(here, game, there)] if game is not None else []
            told += [_alone(there, that, here)] if that is not None else []
            continue
        said = list(zip(game.points, that.points, strict=True))
        differs = tuple([one != other for one, other in said])
        cells = tuple(tuple(map(str, one.points)) for one in (game, that))
        rows = here.sheet.table.cell(game.row, 0).row, there.sheet.table.cell(that.row, 0).row
        lines.append(ComparedRow(game.label, cells, differs, rows))
        told += (
            _says_other((here, there), (game, that), seats[seat][0], said[seat])
            for seat in _to_be_told(here.sheet, game, differs)
        )
    if lines:
        places = tuple((one.sheet.path, one.sheet.shown_name) for one in (here, there))
        players = tuple(here.sheet.players[seat] for seat, _ in seats)
        yield Together(places, len(lines), len(told), players, tuple(lines)), told


def _paired(
    mine: Sequence[_NamedGame], theirs: Sequence[_NamedGame]
) -> Iterator[tuple[_NamedGame | None, _NamedGame | None]]:
    """The games of two sheets, from the first to the last one on both: one sheet may be an excerpt of the
    other."""
    found = align(*([RowToAlign(None, game.points) for game in games] for games in (mine, theirs)))
    pairs = [] if found is None or not mine or not theirs else list(found.pairs)
    both = [at for at, pair in enumerate(pairs) if None not in pair]
    for at, to in pairs[both[0] : both[-1] + 1] if both else ():
        yield None if at is None else mine[at], None if to is None else theirs[to]


def _to_be_told(sheet: Sheet, game: _NamedGame, differs: Iterable[bool]) -> list[int]:
    """The seats whose points are told to differ."""
    seats = [seat for seat, one in enumerate(differs) if one]
    # In a list the players share the cells of a row, and what one wins the others lose.
    return seats if sheet.points_columns else sorted(seats, key=lambda seat: -game.points[seat])[:1]


def _games(one: CheckedSheet, seats: Sequence[int]) -> list[_NamedGame]:
    rows = one.rows or Rows()
    given = zip(rows.at, rows.labels, rows.points, strict=False)
    return [_NamedGame(row, label, tuple(points[seat] for seat in seats)) for row, label, points in given]


def _alone(one: CheckedSheet, game: _NamedGame, other: CheckedSheet) -> Finding:
    """A game that only one of the sheets has."""
    params: dict[str, Param] = {"game": game.label, "what": one.sheet.noun, "other": other.sheet.called}
    return SHEETS_DIFFER.finding(one.sheet.path, one.sheet.name, _cell(one, game.row), "row", params)


def _says_other(
    sheets: tuple[CheckedSheet, CheckedSheet],
    games: tuple[_NamedGame, _NamedGame],
    seat: int,
    said: tuple[Number, Number],
) -> Finding:
    (here, there), (game, that), sheet = sheets, games, sheets[0].sheet
    # Who won is one cell, what the game is worth another.
    role = "value" if (said[0] > 0) == (said[1] > 0) else "winner"
    params: dict[str, Param] = {
        "game": game.label,
        "what": sheet.noun,
        "player": sheet.players[seat],
        "here": said[0],
        "there": said[1],
        "other": there.sheet.called,
        "other_cell": _cell(there, that.row, role).a1,
    }
    columns = sheet.points_columns
    cell = sheet.table.cell(game.row, columns[seat]) if columns else _cell(here, game.row, role)
    found = SHEETS_DIFFER.finding(sheet.path, sheet.name, cell, params=params)
    return replace(found, value=str(said[0]))


def _cell(one: CheckedSheet, row: int, role: str = "") -> CellRef:
    """A cell of a game: that of a column, else its number."""
    columns = one.sheet.column(role), one.sheet.column("number"), one.sheet.table.first_column
    return one.sheet.table.cell(row, next(at for at in columns if at is not None))
