"""Readings of games with winners and a value, and of points of one side alone, as points of all players."""

from __future__ import annotations

from scorecheck.checks.rules import AMBIGUOUS_GAME, DUPLICATE_PLAYER, NO_TABLE, NOTHING_TO_CHECK
from scorecheck.games import registry
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.not_read import sides_without_winner, two_numbers_in_cells
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.records import record_readings
from scorecheck.layouts.sided import (
    Pair,
    Sided,
    is_loser_first,
    is_net,
    one_sided,
    pair_of,
    sided,
    table_of,
    with_losers,
)
from scorecheck.model.budget import Budget
from scorecheck.model.cells import CellRef, value_text
from scorecheck.model.record import replace
from scorecheck.model.sheet import Places
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.decision import recognise
from scorecheck.one_file.evidence import called
from scorecheck.one_file.questions import TO_BE_NAMED, Doubt, naming


def of_sides(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> Reading | Doubt | None:
    """The reading of a sheet that says who won or played; a doubt if that does not give anybody's points."""
    found = sided(grid)
    for name, cell in filter(None, (one.on_both for one in found)):
        return Doubt(DUPLICATE_PLAYER, "on-both-sides", {"player": name}, cell=cell)
    valued = [one for one in found if one.is_valued]
    for table in filter(None, (table_of(one, grid) for one in valued)):
        outcome, _ = recognise(table, path, wanted, budget)
        return outcome if isinstance(outcome, Reading) or outcome.variant == TO_BE_NAMED else None
    for told in (one for one in valued if one.is_told):
        pair = pair_of(told, grid)
        if pair is None:
            return Doubt(NOTHING_TO_CHECK, "sides", {}, beside=True)
        return _of_pairs(told, pair, grid, path, wanted)
    for one in found:
        if one.is_told and not one.is_valued:
            return Doubt(NOTHING_TO_CHECK, "no-value", {}, beside=True)
        if all(game.won and game.lost for game in one.games):
            return Doubt(NO_TABLE, "crosses" if one.is_valued else "crosses-alone", {}, beside=True)
    return None


def _of_pairs(found: Sided, pair: Pair, grid: Grid, path: str, wanted: Wanted) -> Reading | Doubt:
    """The reading of games with two players and the winner: the other one has lost."""
    if pair.stranger is not None:
        name = value_text(grid.rows[pair.stranger.row - 1][pair.stranger.column - 1])
        return Doubt(NOTHING_TO_CHECK, "neither", {"player": name}, cell=pair.stranger)
    headings = [value_text(grid.rows[found.heading][at]) for at in (pair.first, pair.second)]
    told = wanted._replace(
        headings={**dict(zip(headings, ("remark", "loser"), strict=True)), **wanted.headings}
    )
    rulesets = map(registry.load, registry.asked_for(wanted.game))
    tables, _ = record_readings(with_losers(found, pair, grid), path, list(rulesets), told)
    reading = next((one for readings in tables for one in readings), None)
    if reading is None:
        return Doubt(NOTHING_TO_CHECK, "pairs", {}, beside=True)
    table = reading.sheet.table
    if wanted.game is None and not called(reading.ruleset, table, path):
        # Other games have two players and a winner, too.
        return Doubt(AMBIGUOUS_GAME, "one", naming([reading.sheet.game]), table=table)
    places = [
        [CellRef(table.line(row), at + 1) for at in range(len(table.headings))]
        for row in range(len(table.rows))
    ]
    for game in found.games:
        if is_loser_first(game, pair, grid):
            here = places[game.row + 1 - table.first_row]
            here[pair.first], here[pair.second] = here[pair.second], here[pair.first]
    return reading._replace(sheet=replace(reading.sheet, table=replace(table, places=Places(places))))


def not_read(grid: Grid) -> Doubt | None:
    """The doubt for a sheet in a form that is known but not read."""
    if (text := two_numbers_in_cells(grid)) is not None:
        return Doubt(NO_TABLE, "two-numbers", {"text": text}, beside=True)
    text = sides_without_winner(grid)
    return None if text is None else Doubt(NO_TABLE, "against", {"text": text}, beside=True)


def with_both_sides(
    one: Reading | Doubt, grid: Grid, path: str, wanted: Wanted, budget: Budget
) -> Reading | Doubt:
    """A reading with the points of one side, with those of both if the totals show them; others unchanged.

    Totals of both that nothing else on the sheet gives are no sums of its rows.
    """
    if isinstance(one, Doubt) or one.sheet.notation == "plus-minus":
        return one
    found = one_sided(one.sheet, entries_of(one, one.sheet), one.layout.at_table)
    table = None if found is None else table_of(found, grid)
    if table is not None:
        both, _ = recognise(table, path, wanted._replace(game=one.sheet.game, notation=None), budget)
        if isinstance(both, Reading):
            return both
    return one._replace(sheet=replace(one.sheet, foot=())) if is_net(one.sheet) else one
