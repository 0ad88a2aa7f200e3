"""Reads the tables of one sheet, also where money stands for points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scorecheck.checks.null import LEAST_RATE
from scorecheck.checks.rules import AMBIGUOUS_GAME, NO_TABLE, NOTHING_TO_CHECK, UNCALCULATED_FORMULA
from scorecheck.games.registry import in_money
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.unfilled import is_unfilled, only_formulas
from scorecheck.model.budget import Budget, Pool
from scorecheck.model.cells import Number, Unreadable
from scorecheck.model.record import replace
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.questions import TO_BE_NAMED, Doubt, naming
from scorecheck.one_file.recognition import keep, named_on, recognise_sheet


def outcomes_on(grid: Grid, path: str, wanted: Wanted, budgets: Pool) -> list[Reading | Doubt]:
    """A reading of each table of a sheet, or why it has none; empty for an empty sheet."""
    budget = budgets.part()
    outcomes = recognise_sheet(grid, path, wanted, budget)
    if not any(isinstance(one, Reading) for one in outcomes) or (wanted.game and _in_parts(outcomes)):
        outcomes = _of_amounts(grid, path, wanted, outcomes, budget) or outcomes
    for game in named_on(outcomes, path) if wanted.game is None else ():
        named = outcomes_on(grid, path, wanted._replace(game=game), budgets)
        if any(isinstance(one, Reading) for one in named):
            return named
    if _nothing_stands(grid, outcomes):
        lacking = only_formulas(grid)
        return [
            Doubt(UNCALCULATED_FORMULA, "all", {}, cell=lacking)
            if lacking
            else Doubt(NOTHING_TO_CHECK, "blank", {}, beside=True)
        ]
    if not any(isinstance(outcome, Reading) for outcome in outcomes):
        budgets.settle(budget)
        from scorecheck.layouts.one_column import delimiter_in_cells

        delimiter = delimiter_in_cells(grid)
        if delimiter is not None:
            return [Doubt(NO_TABLE, "one-column", {"delimiter": delimiter})]
    if not outcomes and any(any(value != "" for value in row) for row in grid.rows):
        return [Doubt(NO_TABLE, "", {"players": 3}, beside=True)]
    return outcomes


def _in_parts(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether a sheet of a game with whole points has fractions, which may be money."""
    return any(
        isinstance(cell, Unreadable) and cell.kind == "fraction"
        for one in outcomes
        if isinstance(one, Reading)
        for entry in one.entries or ()
        for cell in entry.written
    )


def _of_amounts(
    grid: Grid, path: str, wanted: Wanted, before: Sequence[Reading | Doubt], budget: Budget
) -> list[Reading | Doubt]:
    """The outcomes for a sheet with amounts of money, if these make it a game's or show which it is."""
    from scorecheck.layouts.amounts import with_amounts

    amounts = with_amounts(grid)
    outcomes = before if amounts is None else recognise_sheet(amounts, path, wanted, budget)
    if any(isinstance(one, Reading) and one.layout.hundredths for one in outcomes):
        return [*outcomes]
    in_points = _in_points(grid, path, wanted, budget)
    if in_points and wanted.game is not None:
        return in_points
    if any(isinstance(one, Reading) and one.ruleset.game for one in outcomes):
        # Whole amounts that are a game's points as they are.
        return [*outcomes]
    told = [one for one in outcomes if isinstance(one, Doubt) and one.variant == TO_BE_NAMED]
    readings = [one for one in in_points if isinstance(one, Reading)]
    if readings:
        return [_which_game(readings, told)]
    return [*outcomes] if told else []


def _which_game(readings: Sequence[Reading], told: Iterable[Doubt]) -> Doubt:
    """The question of the game of a sheet of money: one where it stands for points, or one to be named."""
    games = {*(one.sheet.game for one in readings), *(game for one in told for game in one.games)}
    variant = "one" if len(games) == 1 else ""
    return Doubt(AMBIGUOUS_GAME, variant, naming(sorted(map(str, games))), table=readings[0].sheet.table)


def _in_points(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The outcomes for a sheet with money for points: at the worth of a point that most rows fit.

    At least half of them must fit, since only the rows show it.
    """
    from scorecheck.layouts.amounts import in_points

    games = in_money(wanted.game)
    found: list[tuple[int, list[Reading | Doubt]]] = []
    whole_from = LEAST_RATE if wanted.game else 0
    for a_point, points in in_points(grid, whole_from=whole_from) if games else ():
        outcomes = recognise_sheet(points, path, wanted, budget)
        if any(isinstance(one, Reading) and one.sheet.game in games for one in outcomes):
            fits = keep(one for one in outcomes if isinstance(one, Reading))
            if 2 * sum(fits) >= len(fits):
                found.append((sum(fits), [_at(one, a_point) for one in outcomes]))
    return max(found, key=lambda one: one[0])[1] if found else []


def _at(outcome: Reading | Doubt, a_point: Number) -> Reading | Doubt:
    """A table at this worth of a point."""
    if isinstance(outcome, Doubt):
        return outcome
    return outcome._replace(sheet=replace(outcome.sheet, a_point=a_point))


def _nothing_stands(grid: Grid, outcomes: Sequence[Reading | Doubt]) -> bool:
    """Whether a sheet without a reading, or with one table, is empty so far."""
    readings = [outcome for outcome in outcomes if isinstance(outcome, Reading)]
    if len(readings) > 1 or any(reading.ruleset.game is None for reading in readings):
        return False
    if any(isinstance(one, Doubt) and one.variant == "crosses-alone" for one in outcomes):
        return False
    return is_unfilled(grid, readings[0].sheet.table if readings else None)
