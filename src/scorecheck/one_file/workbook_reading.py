"""Reads the sheets of a workbook: first each alone, then open ones by the sheets beside them.

Money may stand for points on each of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, groupby
from typing import TypeAlias

from scorecheck.checks.rules import (
    AMBIGUOUS_GAME,
    AMBIGUOUS_NOTATION,
    FOREIGN,
    NO_TABLE,
    NOTHING_TO_CHECK,
    UNCALCULATED_FORMULA,
)
from scorecheck.checks.words import plain
from scorecheck.games.registry import in_money
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.sample import SAMPLE
from scorecheck.layouts.unfilled import is_unfilled, only_formulas
from scorecheck.model.budget import Budget, Pool
from scorecheck.model.cells import CellRef, Number, Unreadable
from scorecheck.model.fence import Fence
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Sheet, Table
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid, Workbook
from scorecheck.one_file.points_tables import named_apart, says_nothing
from scorecheck.one_file.questions import TO_BE_NAMED, WON_OR_LOST, Doubt, naming
from scorecheck.one_file.recognition import budgets_for, keep, named_on, recognise_sheet
from scorecheck.one_file.row_evidence import A_COIN


class _Asked(NamedTuple):
    """The settings for a workbook, and what its sheets share."""

    path: str
    wanted: Wanted
    fence: Fence
    budgets: Pool

    def outcomes(self, grid: Grid, kind: Mapping[str, str]) -> list[Reading | Doubt]:
        """The outcomes for a sheet whose game or layout is known."""
        return outcomes_on(grid, self.path, self.wanted._replace(**kind), self.budgets)


_Outcomes: TypeAlias = "list[tuple[Grid, list[Reading | Doubt]]]"


def outcomes_of(workbook: Workbook, wanted: Wanted, fence: Fence) -> _Outcomes:
    """The outcomes for the tables of each sheet; a sheet that is not empty has at least a doubt.

    Beside game sheets, a list of players with further columns is a published list if most of its scores agree
    with them, else a statistic. A sheet on which the program fails has only a crash in the ``fence``.
    """
    asked = _Asked(workbook.path, wanted, fence, budgets_for(wanted))
    found: _Outcomes = []
    for grid in workbook.grids:
        with fence.around("recognition", grid.name):
            found.append((grid, asked.outcomes(grid, {})))
    # Results of sheets beside it are better evidence than their game or layout.
    _lend_evenings(asked, found, [pair for pair in found if _leave_open(pair[1])])
    _lend(asked, found)
    _lend_to_same_headings(asked, found)
    games = [reading for reading in _readings(found) if reading.ruleset.game]
    if games:
        for _, outcomes in found:
            kept = _without_ends(outcomes) if len(outcomes) > 1 else outcomes
            told = (_STATISTICS if _is_statistics(outcome, games) else outcome for outcome in kept)
            outcomes[:] = [_beside(one, games) for one in told]
        _lend_names(asked, found, games)
    _lend_evenings(asked, found, found)
    return found


def _readings(found: _Outcomes) -> list[Reading]:
    return [one for _, outcomes in found for one in outcomes if isinstance(one, Reading)]


def _lend_evenings(asked: _Asked, found: _Outcomes, left: _Outcomes) -> None:
    """Reads sheets ``left`` that are a season table of the evenings on the sheets ``found``."""
    games = [reading for reading in _readings(found) if reading.ruleset.game and reading.ruleset.result]
    may_be = [
        (grid, outcomes, [at for at, one in enumerate(games) if one not in outcomes])
        for grid, outcomes in _may_be_evenings(games, found, left)
    ]
    tried = [one for one in may_be if one[2] or asked.wanted.evenings]
    if not tried:
        return
    from scorecheck.one_file.evenings_beside import given_by, of_evenings

    with asked.fence.around("recognition"):
        given = [tuple(given_by((game,))) for game in games]
        for grid, outcomes, others in tried:
            with asked.fence.around("recognition", grid.name):
                results = (*chain.from_iterable(given[at] for at in others), *asked.wanted.evenings)
                table = of_evenings(grid, asked.path, asked.wanted, results)
                outcomes[:] = outcomes if table is None else [table]


def _may_be_evenings(games: Iterable[Reading], found: _Outcomes, left: _Outcomes) -> _Outcomes:
    """The sheets ``left`` for which the numbers of others are better evidence than their own.

    They are unread, of a game that no other sheet is of, or have rows called like other sheets.
    """
    often = Counter(reading.ruleset.game for reading in games)
    names = {plain(grid.name) for grid, _ in found if grid.name}
    return [
        (grid, outcomes)
        for grid, outcomes in left
        if all(isinstance(one, Doubt) or often[one.ruleset.game] == 1 for one in outcomes)
        or _names_most(grid, names)
    ]


def _names_most(grid: Grid, names: Set[str]) -> bool:
    """Whether most sheets with these names, but for itself, are named on a sheet."""
    others = names - {plain(grid.name)}
    said = {plain(value) for row in grid.rows[:SAMPLE] for value in row if isinstance(value, str)}
    return 2 * len(others & said) > len(others)


def _lend_names(asked: _Asked, found: _Outcomes, games: Sequence[Reading]) -> None:
    """Reads lists without headings that agree with ``games`` for most of their players.

    They are beside the games or on a sheet of their own.
    """
    names = {player for one in games for player in one.sheet.players}
    for grid, outcomes in found:
        if any(isinstance(one, Doubt) and "kind" in one.params for one in outcomes):
            continue
        lists = _lists_left(grid, names, [one.sheet for one in outcomes if isinstance(one, Reading)])
        if not lists:
            continue
        with asked.fence.around("recognition", grid.name):
            theirs = _theirs(asked, lists, outcomes, games)
            kept = (one for one in outcomes if isinstance(one, Reading) or not _is_of_list(one, theirs))
            if theirs:
                outcomes[:] = named_apart([*(_without(one, theirs) for one in kept), *theirs])


def _theirs(
    asked: _Asked, lists: Iterable[Table], outcomes: Iterable[Reading | Doubt], games: Iterable[Reading]
) -> list[Reading]:
    """Those of the ``lists`` beside the ``outcomes`` of a sheet that agree with ``games``."""
    from scorecheck.one_file.evenings_beside import theirs_among
    from scorecheck.one_file.no_game import published

    readings = filter(None, (published(table, asked.path, asked.wanted) for table in lists))
    ranked = [game for game in games if game.ruleset.result]
    ways = [[*some] for _, some in groupby(readings, _first)]
    if any(one.ruleset.results_at(one.sheet) for one in outcomes if isinstance(one, Reading)):
        # The results of a sheet are checked with it.
        ways = [some for some in ways if len(some) == 1]
    return [one for one in (theirs_among(some, ranked) for some in ways) if one is not None]


def _is_of_list(doubt: Doubt, lists: Iterable[Reading]) -> bool:
    """Whether a doubt is about a list that was read, or says that there is no table."""
    table = doubt.table
    if table is None or doubt.rule == NO_TABLE:
        return doubt.rule == NO_TABLE
    places = (table.place_of(_first(one)) for one in lists)
    return any(-1 <= row < len(table.rows) and 0 <= at < len(table.headings) for row, at in places)


def _first(listed: Reading) -> CellRef:
    return listed.sheet.table.cell(0, listed.sheet.table.first_column)


def _lists_left(grid: Grid, names: set[str], read: Sequence[Sheet]) -> Sequence[Table]:
    """The lists of such names on a sheet, outside the tables that were read."""
    rows = [
        (at, row)
        for at, (row, nobody) in enumerate(zip(grid.rows, map(names.isdisjoint, grid.rows), strict=True))
        if not nobody
    ]
    if len(rows) < _FEWEST_NAMED:
        return ()
    taken = {cell for sheet in read for cell in _cells_of(sheet)}

    def is_left(row: int, column: int) -> bool:
        return (row + 1, column + 1) not in taken

    outside = [
        at
        for at, row in rows
        if any(name in names and is_left(at, beside) for beside, name in enumerate(row, start=1))
    ]
    if len(outside) < _FEWEST_NAMED:
        return ()
    from scorecheck.layouts.bare_list import lists_of

    return [*lists_of(grid, names, is_left)]


_FEWEST_NAMED = 3
"""The least number of rows of a list."""


def _without(outcome: Reading | Doubt, below: Sequence[Reading]) -> Reading | Doubt:
    """A table that ends where one of those ``below`` it starts, or its title."""
    if isinstance(outcome, Doubt) or outcome.sheet.table.turned:
        return outcome
    table = outcome.sheet.table
    ends = [
        other.first_row - table.first_row - bool(other.title)
        for other in (one.sheet.table for one in below)
        if table.first_column <= other.first_column < len(table.headings)
    ]
    rows = min((end for end in ends if end >= outcome.sheet.stop), default=len(table.rows))
    return outcome._replace(sheet=replace(outcome.sheet, table=replace(table, rows=table.rows[:rows])))


def _cells_of(sheet: Sheet) -> Iterator[CellRef]:
    """The cells of the rows of a table, and of its total row."""
    last = () if sheet.total_row is None else (sheet.total_row,)
    for at in (*range(sheet.stop), *last):
        for column in range(sheet.table.first_column, len(sheet.table.headings)):
            yield sheet.table.cell(at, column)


def _lend(asked: _Asked, found: _Outcomes) -> None:
    """Reads sheets whose game or layout is open: by the user's answer, else like the sheets beside them.

    These, in the workbook or in other files, must all be of one kind.
    """
    kinds = {
        (sheet.game, sheet.layout, sheet.notation) for one in _readings(found) if (sheet := one.sheet).game
    } or {asked.wanted.like or (None, "", "")}
    game, layout, notation = kinds.pop()
    beside = {"game": game, "layout": layout, "notation": notation} if game and not kinds else {}
    for grid, outcomes in found:
        told = {key: value for one in outcomes for key, value in _answer(one, asked.wanted.if_open).items()}
        for kind, decided_by in ((told, "told"), (beside, "beside")):
            if kind and (decided_by == "told" or _leave_open(outcomes)):
                with asked.fence.around("recognition", grid.name):
                    outcomes[:] = _settled_by(outcomes, asked.outcomes(grid, kind), decided_by)


def _answer(one: Reading | Doubt, said: Mapping[str, str]) -> Mapping[str, str]:
    """The part of some settings for open sheets that may answer what a table leaves open."""
    if isinstance(one, Doubt):
        return one.answer_in(said)
    notation = said.get("notation")
    if notation in WON_OR_LOST and one.sheet.decided_by == "custom":
        return {"notation": notation}
    return {}


def _lend_to_same_headings(asked: _Asked, found: _Outcomes) -> None:
    """Reads foreign tables with the headings of a scoresheet beside them like that one.

    They are no table of something else: if no row is a game, that is reported.
    """
    kinds: dict[frozenset[str], dict[str, str]] = {}
    for sheet in (one.sheet for one in _readings(found)):
        words = frozenset(plain(one.heading) for one in sheet.columns if one.role != "player") - {""}
        if sheet.game and len(words) >= _FEWEST_WORDS:
            kinds[words] = {"game": sheet.game, "layout": sheet.layout, "notation": sheet.notation}
    for grid, outcomes in found if kinds else ():
        foreign = [one.table for one in outcomes if isinstance(one, Doubt) and one.rule == FOREIGN]
        if len(foreign) != 1 or len(outcomes) > 1 or foreign[0] is None:
            continue
        here = frozenset(map(plain, foreign[0].headings))
        kind = next((kind for words, kind in kinds.items() if words <= here), None)
        if kind is not None:
            with asked.fence.around("recognition", grid.name):
                outcomes[:] = [_decided(one, "beside") for one in asked.outcomes(grid, kind)]


def _decided(one: Reading | Doubt, by: str) -> Reading | Doubt:
    """An outcome, with what decided its reading."""
    return one if isinstance(one, Doubt) else one._replace(sheet=replace(one.sheet, decided_by=by))


_FEWEST_WORDS = 4
"""With this many unusual columns beside the players', no table is of something else."""


def _leave_open(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether the game or the layout of one of some tables is in question."""
    return any(isinstance(one, Doubt) and one.rule in _LEFT_OPEN for one in outcomes)


def _settled_by(
    before: list[Reading | Doubt], again: list[Reading | Doubt], decided_by: str
) -> list[Reading | Doubt]:
    """The outcomes for open tables after an answer; unchanged if no fewer are open."""
    first, left = ([one.rule for one in outcomes if isinstance(one, Doubt)] for outcomes in (before, again))
    # The answer led to another question.
    asked = [
        {(one.rule, one.variant) for one in outcomes if isinstance(one, Doubt)}
        for outcomes in (before, again)
    ]
    answered = not asked[0] & asked[1] and all(rule in _LEFT_OPEN for rule in left)
    if len(left) >= len(first) and not answered:
        return before
    return [_lent(one, decided_by) for one in again]


def _lent(one: Reading | Doubt, decided_by: str) -> Reading | Doubt:
    """A reading by an answer or by other sheets; if no row of several fits, the table is foreign.

    It may be of evenings of a season, say, whose sums are right as well.
    """
    chosen = one.sheet.evidence[0] if isinstance(one, Reading) and one.sheet.evidence else None
    if isinstance(one, Reading) and decided_by == "beside" and chosen and chosen.rows > 1 and not chosen.fits:
        params = {"games": (str(one.sheet.game),)}
        return Doubt(FOREIGN, "", params, beside=True, table=one.sheet.table, evidence=one.sheet.evidence)
    return _decided(one, decided_by)


_LEFT_OPEN = (AMBIGUOUS_GAME, AMBIGUOUS_NOTATION)


def _without_ends(outcomes: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """The outcomes without the tables of results that a sheet above or beside is checked against."""
    held = {one.ruleset.results_at(one.sheet) for one in outcomes if isinstance(one, Reading)} - {None}
    return [one for one in outcomes if _begins_at(one) not in held]


def _begins_at(outcome: Reading | Doubt) -> CellRef | None:
    """The cell of the first heading of a table, if known."""
    table = outcome.sheet.table if isinstance(outcome, Reading) else outcome.table
    at = None if table is None else next((at for at, word in enumerate(table.headings) if word), None)
    return None if table is None or at is None else table.heading_cell(at)


def _beside(one: Reading | Doubt, games: Iterable[Reading]) -> Reading | Doubt:
    """A table that is not of the named game: none of it beside games of others, who are not named there."""
    if isinstance(one, Reading) or one.rule is not FOREIGN or one.table is None:
        return one
    theirs = {plain(player) for game in games for player in game.sheet.players}
    return one._replace(beside=True) if theirs.isdisjoint(map(plain, one.table.headings)) else one


_STATISTICS = Doubt(NO_TABLE, "statistics", {}, beside=True)


def _is_statistics(outcome: Reading | Doubt, games: Sequence[Reading]) -> bool:
    """Whether a list has several unknown columns besides rounds, and most scores disagree with ``games``."""
    if isinstance(outcome, Doubt) or outcome.ruleset.game is not None:
        return False
    if sum(1 for column in outcome.sheet.columns if column.role == "unknown") < _FEWEST_OF_STATISTICS:
        return False
    from scorecheck.tournament.listed import rounds_of

    if rounds_of(outcome.sheet) is not None:
        return False
    from scorecheck.one_file.evenings_beside import is_theirs

    return not is_theirs(outcome, (one for one in games if one.ruleset.result))


_FEWEST_OF_STATISTICS = 2


def outcomes_on(grid: Grid, path: str, wanted: Wanted, budgets: Pool) -> list[Reading | Doubt]:
    """A reading of each table of a sheet, or why it has none; empty for an empty sheet."""
    budget = budgets.part()
    outcomes = recognise_sheet(grid, path, wanted, budget)
    if not _have_reading(outcomes) or _in_parts(outcomes):
        outcomes = _of_amounts(grid, path, wanted, outcomes, budget) or outcomes
    may_be_list = _have_reading(outcomes)
    for game in named_on(outcomes, path, grid) if wanted.game is None else ():
        named = outcomes_on(grid, path, wanted._replace(game=game), budgets)
        read = [one.sheet.evidence for one in named if isinstance(one, Reading)]
        # A row fits the game that the sheet is named after, or most do of what is a list of evenings as well;
        # of lists and cards that is not known.
        if any(not weighed or weighed[0].fits > may_be_list * weighed[0].rows / 2 for weighed in read):
            return named
    if _nothing_stands(grid, outcomes):
        lacking = only_formulas(grid)
        if lacking:
            return [Doubt(UNCALCULATED_FORMULA, "all", {}, cell=lacking)]
        return [Doubt(NOTHING_TO_CHECK, "blank", {}, beside=True)]
    if _have_reading(outcomes):
        return outcomes
    budgets.settle(budget)
    called = _called(outcomes, grid)
    return [_with_hints_that_lead(one, grid, path, wanted, budgets) for one in called]


def _called(outcomes: Sequence[Reading | Doubt], grid: Grid) -> Sequence[Reading | Doubt]:
    """The outcomes of a sheet without a reading, with what its tables may be; nothing for an empty sheet."""
    from scorecheck.layouts.not_read import delimiter_in_cells

    delimiter = delimiter_in_cells(grid)
    if delimiter is not None:
        return [Doubt(NO_TABLE, "one-column", {"delimiter": delimiter})]
    empty = all(value == "" for row in grid.rows for value in row)
    found = outcomes or ([] if empty else [Doubt(NO_TABLE, "", {"players": 3}, beside=True)])
    # What could not be looked at to its end says less than what could.
    found = [one for one in found if isinstance(one, Reading) or "exhausted" not in one.variant] or found
    return [one.called(grid) if isinstance(one, Doubt) else one for one in found]


def _with_hints_that_lead(
    one: Reading | Doubt, grid: Grid, path: str, wanted: Wanted, budgets: Pool
) -> Reading | Doubt:
    """A table that is not read, with the games and the layout in its hint that make a scoresheet of it."""
    if isinstance(one, Reading):
        return one

    def read(**named: str) -> Iterator[Reading]:
        found = outcomes_on(grid, path, wanted._replace(**named), budgets)
        return (each for each in found if isinstance(each, Reading))

    if one.hints_at_evenings and wanted.layout is None:
        from scorecheck.tournament.evenings_grid import makes_sense

        evenings = ((each.sheet, tuple(entries_of(each, each.sheet))) for each in read(layout="evenings"))
        return one if any(makes_sense(*each) for each in evenings) else one.without_hint()
    if one.rule is not FOREIGN or not one.asks_for_game or wanted.game is not None:
        return one
    games = [game for game in one.games if any(read(game=game))]
    return one._replace(params={**one.params, **naming(games)}) if games else one.without_hint()


def _have_reading(outcomes: Iterable[Reading | Doubt]) -> bool:
    return any(isinstance(one, Reading) for one in outcomes)


def _in_parts(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether a sheet of a game with whole points has fractions, which may be money."""
    return any(
        isinstance(cell, Unreadable) and cell.kind == "fraction"
        for one in outcomes
        if isinstance(one, Reading)
        for entry in one.entries or ()
        if not entry.readable
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
    if in_points and (wanted.game is not None or _fit_better(in_points, outcomes)):
        return in_points
    if any(isinstance(one, Reading) and one.ruleset.game for one in outcomes):
        # Whole amounts that are a game's points as they are.
        return [*outcomes]
    told = [one for one in outcomes if isinstance(one, Doubt) and one.variant == TO_BE_NAMED]
    readings = [one for one in in_points if isinstance(one, Reading)]
    if readings:
        return [_which_game(readings, told)]
    # Numbers say more than the texts that they were.
    return [*outcomes] if told or all(map(says_nothing, before)) else []


def _fit_better(outcomes: Iterable[Reading | Doubt], before: Iterable[Reading | Doubt]) -> bool:
    """Whether the tables are of the same game as before, and rows that did not fit it do."""
    now, then = ([one for one in each if isinstance(one, Reading)] for each in (outcomes, before))
    same = [one.sheet.game for one in now] == [one.sheet.game for one in then]
    return same and _in_parts(then) and not _in_parts(now)


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
    whole_from = A_COIN if wanted.game else 0
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
