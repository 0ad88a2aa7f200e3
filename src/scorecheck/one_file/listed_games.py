"""Reads a long list whose groups are games as a table of points: a row per game, a column per player.

So the rules of the game are checked, and a slip can be found by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.unrolled import GAME
from scorecheck.model.budget import Budget
from scorecheck.model.cells import CellRef, Value
from scorecheck.model.record import replace
from scorecheck.model.sheet import Places, Table
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.decision import recognise
from scorecheck.tournament.long_list import PARTING, RowGroup, groups_of, name_in

_FEWEST_GAMES, _MOST_PLAYERS = 3, 40


def as_games(listed: Reading, path: str, wanted: Wanted, budget: Budget) -> Reading | None:
    """The reading of a long list as games, if they are parted by one column and surely of a known game."""
    sheet = listed.sheet
    parting = [column for column in sheet.columns if column.role in PARTING]
    if [column.role for column in parting] != ["game"] or len(sheet.players) > _MOST_PLAYERS:
        return None
    groups = groups_of(sheet, tuple(entries_of(listed, sheet)))
    often = Counter(name_in(entry).casefold() for group in groups for entry in group.entries)
    # A name that occurs once may be misspelt, and one that is twice in a game is an error of the list.
    if len(groups) < _FEWEST_GAMES or any(next(one.twice(), None) for one in groups) or 1 in often.values():
        return None
    outcome, _ = recognise(_by_player(listed, groups), path, wanted, budget)
    return outcome if isinstance(outcome, Reading) else None


def _by_player(listed: Reading, groups: Sequence[RowGroup]) -> Table:
    """The groups as rows of a table with a column per name; each value keeps its place on the sheet."""
    table, points = listed.sheet.table, listed.sheet.points_columns[0]
    (game, name) = (listed.sheet.column(role) or 0 for role in ("game", "name"))
    names = listed.sheet.players
    column = {name.casefold(): at for at, name in enumerate(names, start=1)}
    rows: list[list[Value]] = []
    places: list[list[CellRef]] = []
    for group in groups:
        first = group.entries[0].row
        row: list[Value] = [table.value(first, game), *([""] * len(names))]
        # Absent players have no cell: that of the game stands for it.
        place = [table.cell(first, game)] * len(row)
        for entry in group.entries:
            at = column[name_in(entry).casefold()]
            row[at], place[at] = table.value(entry.row, points), table.cell(entry.row, points)
        rows.append(row)
        places.append(place)
    tops = (table.heading_cell(game), *([table.heading_cell(name)] * len(names)))
    return replace(
        table, headings=(GAME, *names), rows=rows, places=Places(places), tops=tops, first_column=0
    )
