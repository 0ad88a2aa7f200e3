"""Readings of games with winners and a value, and of points won alone, as points of all players."""

from __future__ import annotations

from scorecheck.checks.rules import DUPLICATE_PLAYER, NO_TABLE, NOTHING_TO_CHECK
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.sided import names_pairs, sided, table_of, won_alone
from scorecheck.model.budget import Budget
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.decision import recognise
from scorecheck.one_file.questions import TO_BE_NAMED, Doubt


def of_sides(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> Reading | Doubt | None:
    """The readings of a sheet with winners and values; a doubt if no totals agree."""
    found = sided(grid)
    for name, cell in filter(None, (one.on_both for one in found)):
        return Doubt(DUPLICATE_PLAYER, "on-both-sides", {"player": name}, cell=cell)
    for table in filter(None, (table_of(one, grid) for one in found)):
        outcome, _ = recognise(table, path, wanted, budget)
        return outcome if isinstance(outcome, Reading) or outcome.variant == TO_BE_NAMED else None
    for told in (one for one in found if one.is_told):
        return Doubt(NOTHING_TO_CHECK, "pairs" if names_pairs(told, grid) else "sides", {}, beside=True)
    crosses = any(all(game.won and game.lost for game in one.games) for one in found)
    return Doubt(NO_TABLE, "crosses", {}, beside=True) if crosses and not wanted.says_what else None


def with_losses(
    one: Reading | Doubt, grid: Grid, path: str, wanted: Wanted, budget: Budget
) -> Reading | Doubt:
    """A reading with points won alone, with those lost if its totals include them; others unchanged."""
    if isinstance(one, Doubt) or one.sheet.notation != "plus-only":
        return one
    found = won_alone(one.sheet, entries_of(one, one.sheet), one.layout.at_table)
    table = None if found is None else table_of(found, grid)
    if table is None:
        return one
    both, _ = recognise(table, path, wanted._replace(game=one.sheet.game, notation=None), budget)
    return both if isinstance(both, Reading) else one
