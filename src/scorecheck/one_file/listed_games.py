"""Reads a long list whose groups are games as a table of points: a row per game, a column per player.

So the rules of the game are checked, and a slip can be found by them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from scorecheck.games import registry
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.sample import Sample
from scorecheck.layouts.unrolled import GameRow, Seat, by_player, points_in
from scorecheck.layouts.wordy import holds_points
from scorecheck.model.budget import Budget
from scorecheck.model.cells import value_text
from scorecheck.model.record import replace
from scorecheck.model.sheet import Column, Entry, Table
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.decision import recognise
from scorecheck.tournament.long_list import PARTING, RowGroup, groups_of, name_in

_FEWEST_GAMES, _MOST_PLAYERS = 3, 40


def as_games(listed: Reading, path: str, wanted: Wanted, budget: Budget) -> Reading | None:
    """The reading of a long list as games, if they are numbered through and surely of a known game.

    A date may stand beside the number. A round of a club's own game is a row of it, as a game is.
    """
    sheet = listed.sheet
    parting = {column.role: column.at for column in sheet.columns if column.role in PARTING}
    parting.pop("date", None)
    numbered = {"game", "round"} if registry.is_told_only(wanted.game or "") else {"game"}
    if len(parting) != 1 or not numbered.issuperset(parting) or len(sheet.players) > _MOST_PLAYERS:
        return None
    groups = groups_of(sheet, tuple(entries_of(listed, sheet)))
    (game,) = parting.values()
    if len({value_text(sheet.table.value(group.entries[0].row, game)) for group in groups}) < len(groups):
        return None
    often = Counter(name_in(entry).casefold() for group in groups for entry in group.entries)
    # A name that occurs once may be misspelt; one missing, or twice in a game, is an error of the list.
    is_whole = "" not in often and not any(next(one.twice(), None) for one in groups)
    if len(groups) < _FEWEST_GAMES or not is_whole or 1 in often.values():
        return None
    outcome, _ = recognise(_with_totals(listed, groups, game), path, wanted, budget)
    return outcome if isinstance(outcome, Reading) else None


def _with_totals(listed: Reading, groups: Sequence[RowGroup], game: int) -> Table:
    """The groups as a table, with the column of the running totals, if the list has one.

    ``game``: the column of the numbers.
    """
    sheet = listed.sheet
    for beside in sheet.columns:
        if beside.role not in {*PARTING, "name", "score"} and holds_points(sheet.table.rows, beside.at):
            table = _by_player(listed, groups, game, beside)
            if 2 * len(Sample(table).running) > len(sheet.players):
                return table
    return _by_player(listed, groups, game)


def _by_player(listed: Reading, groups: Sequence[RowGroup], game: int, beside: Column | None = None) -> Table:
    """The groups as rows of a table with a column per name, and one for what is ``beside`` its points."""
    table, points = listed.sheet.table, listed.sheet.points_columns[0]
    name = listed.sheet.column("name") or 0
    called = {one.casefold(): one for one in listed.sheet.players}

    def seats(entry: Entry) -> Iterator[Seat]:
        at = entry.row
        who = called[name_in(entry).casefold()]
        said = Seat(who, table.cell(at, name), table.value(at, points), table.cell(at, points))
        yield said._replace(points=points_in(table.around, said))
        if beside is not None:
            cell = table.cell(at, beside.at)
            yield Seat(f"{who} {beside.heading}", cell, table.value(at, beside.at), cell)

    rows = [
        GameRow(
            table.value(first, game),
            table.cell(first, game),
            list(chain.from_iterable(map(seats, group.entries))),
        )
        for group in groups
        for first in [group.entries[0].row]
    ]
    names = listed.sheet.players
    if beside is None:
        return by_player(table, names, rows)
    made = by_player(table, [*names, *(f"{one} {beside.heading}" for one in names)], rows)
    return replace(made, headings=(*made.headings[: len(names) + 1], *(beside.heading for _ in names)))
