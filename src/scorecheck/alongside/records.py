"""Lists whose rows name the players, compared with sheets of the same table with a column per player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.alongside.align import RowToAlign, align
from scorecheck.model.cells import Number
from scorecheck.model.finding import Finding, Param
from scorecheck.model.names import name_key
from scorecheck.model.outcome import CheckedSheet
from scorecheck.model.record import replace
from scorecheck.tournament.checks import SHEETS_DIFFER


def apart_from_records(sheets: Sequence[CheckedSheet]) -> Iterator[Finding]:
    """The games in which such a list differs from a sheet with a column per player."""
    records = [one for one in sheets if not one.sheet.points_columns]
    for here in sheets:
        for there in records if here.sheet.points_columns else ():
            yield from _rows_apart(here, there)


def _rows_apart(here: CheckedSheet, there: CheckedSheet) -> Iterator[Finding]:
    if here.rows is None or there.rows is None or not (here.rows.games and there.rows.games):
        return
    names = {name_key(name): at for at, name in enumerate(there.sheet.players)}
    keys = ((seat, name_key(name)) for seat, name in enumerate(here.sheet.players))
    seats = [(seat, names[key]) for seat, key in keys if key in names]
    points, others = (
        [tuple(row[pair[which]] for pair in seats) for row in rows.points]
        for which, rows in enumerate((here.rows, there.rows))
    )
    found = align([RowToAlign(None, row) for row in points], [RowToAlign(None, row) for row in others])
    for mine, other in () if found is None else found.pairs:
        if mine is None or other is None:
            continue
        games = here.rows.games[mine], there.rows.games[other]
        for (seat, _), *said in zip(seats, points[mine], others[other], strict=True):
            if said[0] != said[1]:
                yield _says_other(here, there, games, seat, said)


def _says_other(
    here: CheckedSheet,
    there: CheckedSheet,
    games: tuple[tuple[int, str], tuple[int, str]],
    seat: int,
    said: Sequence[Number],
) -> Finding:
    sheet, other = here.sheet, there.sheet
    (row, label), (row_there, _) = games
    column = other.column("number")
    params: dict[str, Param] = {
        "game": label,
        "what": sheet.noun,
        "player": sheet.players[seat],
        "here": said[0],
        "there": said[1],
        "other": other.path if other.shown_name is None else f"{other.path} ({other.shown_name})",
        "other_cell": other.table.cell(row_there, other.table.first_column if column is None else column).a1,
    }
    cell = sheet.table.cell(row, sheet.points_columns[seat])
    found = SHEETS_DIFFER.finding(sheet.path, sheet.name, cell, params=params)
    return replace(found, value=str(said[0]))
