"""Recognises the tables of a sheet: for each the reading with the highest evidence, or a question.

Readings compete with each other and with the null model by evidence, never by findings. The reading is frozen
before any check runs: a faulty sheet must not be read as another kind because that hides its fault. A reading
is chosen at odds of 99 to 1 against all others together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeGuard

from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION, FOREIGN
from scorecheck.checks.words import plain
from scorecheck.games import registry
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.locate import results_beside
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.record_headings import nearly_records
from scorecheck.layouts.record_sketches import may_be_records
from scorecheck.layouts.sample import SAMPLE
from scorecheck.model.budget import Budget, Pool
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Places
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.column_evidence import Columns
from scorecheck.one_file.evidence import called, weigh
from scorecheck.one_file.points_tables import by_rows, named_apart
from scorecheck.one_file.questions import (
    TO_BE_NAMED,
    Doubt,
    games_by_kinds,
    lacking,
    naming,
    shipped_on,
    unsure,
)

_ONE_SHEET, _EACH_SHEET, _OF_WORKBOOK = 8000, 500, 8000
"""The numbers of rows that are weighed.

At most for one sheet; at least for each sheet of a workbook; and additionally for all sheets without a
reading.
"""
_ALL_SHOWN = 5


def budgets_for(wanted: Wanted) -> Pool:
    """The budgets for the sheets of one workbook; larger if all readings are shown."""
    times = _ALL_SHOWN if wanted.weigh_all else 1
    return Pool(times * _ONE_SHEET, times * _EACH_SHEET, times * _OF_WORKBOOK)


def recognise_sheet(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of the tables of a sheet: records by their headings, others by their rows.

    If the budget is exhausted before all readings were weighed, that is the doubt.
    """
    wanted = _with_said(wanted, grid.said)
    outcomes = _recognised(grid, path, wanted, budget)
    games = [one for one in outcomes if isinstance(one, Reading) and one.ruleset.game]
    if games and not any(one.sheet.notation != "plus-minus" and one.sheet.foot for one in games):
        return outcomes
    from scorecheck.one_file.sides import not_read, of_sides, with_both_sides

    if games:
        return [with_both_sides(one, grid, path, wanted, budget) for one in outcomes]
    sides = of_sides(grid, path, wanted, budget) or _laid_out(grid, path, wanted, budget)
    if sides is None and not any(isinstance(one, Reading) for one in outcomes):
        sides = not_read(grid)
    says_less = isinstance(sides, Doubt) and sides.variant != TO_BE_NAMED
    return outcomes if sides is None or (says_less and _are_explained(outcomes)) else [sides]


def _are_explained(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether a misspelt heading, words of a game, or the question which it is, is in doubt.

    These explain more than missing columns do.
    """
    return any(
        one.variant.endswith(("heading-near", "kinds")) or one.rule is AMBIGUOUS_GAME
        for one in outcomes
        if isinstance(one, Doubt)
    )


def _laid_out(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> Reading | None:
    """The reading of a sheet with points and running total in one cell, ``+4 (12)``, or a row per player and
    category: as one with a cell for each number, or a column for each card."""
    from scorecheck.layouts.not_read import two_numbers_in_cells, with_numbers_parted
    from scorecheck.layouts.unrolled import crossed

    two = two_numbers_in_cells(grid) is not None
    for made, places in [with_numbers_parted(grid)] if two else crossed(grid):
        for one in _recognised(made, path, wanted, budget):
            if isinstance(one, Reading) and not one.sheet.table.turned:
                table, sheet = one.sheet.table, one.sheet
                totals = sum(column.role == "running" for column in sheet.columns)
                fits = one.ruleset.game and len(sheet.players) == totals if two else _is_card(one)
                if fits:
                    kept = places[table.first_row - 1 :][: len(table.rows)]
                    tops = tuple(places[table.heading_row - 1])
                    table = replace(table, places=Places(kept), tops=tops, around=grid.rows)
                    return one._replace(sheet=replace(sheet, table=table))
    return None


def named_on(outcomes: Sequence[Reading | Doubt], path: str, grid: Grid) -> Iterator[str]:
    """The games that the title or the name of a sheet names, where only the game is in doubt; or its kinds.

    The name of the file settles a question. If another game is likelier than the one in the name, which was
    weighed, the question stays. Games that ship as files are not weighed unless they are named.
    """
    if not any(isinstance(one, Reading) and one.ruleset.game for one in outcomes):
        yield from shipped_on(grid)
    for one in outcomes:
        if isinstance(one, Doubt) and one.variant == "kinds":
            yield from one.games
        if isinstance(one, Doubt) and one.variant == TO_BE_NAMED and one.table is not None:
            # "Sauspiel" and "Wenz" are words of one game only.
            games = games_by_kinds(one.table.rows)
            yield from games if len(games) == 1 else ()
        if isinstance(one, Doubt) and one.rule in {AMBIGUOUS_GAME, FOREIGN} and one.table is not None:
            others, file = ((), path) if one.rule is AMBIGUOUS_GAME else (registry.asked_for(None), "")
            likeliest = {found.game for found in one.evidence[:1] if one.rule is AMBIGUOUS_GAME}
            for game in dict.fromkeys((*one.games, *others)):
                if likeliest <= {game} and called(registry.load(game), one.table, file):
                    yield game


def _recognised(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of a sheet whose columns are the players', or whose rows are records."""
    beside = results_beside(grid.rows)
    if beside is not None:
        return _with_results(grid, beside, path, wanted, budget)
    if wanted.beside and wanted.game is None:
        return _with_clubs(grid, path, wanted, budget)
    rulesets = list(map(registry.load, _games_of_records(grid, wanted)))
    if not rulesets:
        return _without_records(grid, path, wanted, budget)
    from scorecheck.layouts.records import record_readings

    tables, first = record_readings(grid, path, rulesets, wanted)
    if wanted.layout is None:
        tables = [kept for found in tables if (kept := [one for one in found if _bears_headings_out(one)])]
    if not tables:
        return _without_records(grid, path, wanted, budget)
    return _with_records((tables, first), grid, path, wanted, budget)


def _with_said(wanted: Wanted, said: Mapping[str, str]) -> Wanted:
    """The wanted settings, completed by what the file contains."""
    if said.get("game") not in registry.names():
        return wanted
    return wanted._replace(**{name: word for name, word in said.items() if not getattr(wanted, name)})


def _with_records(
    found: tuple[Sequence[Sequence[Reading]], int], grid: Grid, path: str, wanted: Wanted, budget: Budget
) -> list[Reading | Doubt]:
    """The likeliest readings of the tables of records ``found``, and of the sheet above and below them.

    ``found`` is as ``record_readings`` gives them.
    """
    tables, first = found
    records = [_likeliest(found, wanted) for found in tables]
    # Beside records of another game, a table belongs to these: the end of a list.
    alone = len({one.sheet.game for one in records}) == 1
    asked = [
        unsure(*one.unsure[0]) if one.unsure else (_asked_about(one, path, wanted) if alone else None) or one
        for one in records
    ]
    games = {one.sheet.game if isinstance(one, Reading) else None for one in asked}
    if wanted.game is None and len(games) == 1:
        # A table beside records is most likely of the same game.
        wanted = wanted._replace(game=games.pop())
    above = by_rows(replace(grid, rows=grid.rows[:first]), path, wanted, budget)
    below = _below_records(records[-1], grid, path, wanted, budget)
    return named_apart([*(one for one in above if isinstance(one, Reading)), *asked, *below])


def _asked_about(reading: Reading, path: str, wanted: Wanted) -> Doubt | None:
    """The doubt about the game of records, if other games have the same headings."""
    speaks_for, sheet, ruleset = reading.layout.speaks_for, reading.sheet, reading.ruleset
    if speaks_for is None or wanted.says_what or called(ruleset, sheet.table, path):
        return None
    entries = list(islice(entries_of(reading, sheet), SAMPLE))
    if speaks_for(sheet, entries) >= 0:
        return None
    fits = sum(reading.layout.coherent(entry, (), sheet) for entry in entries)
    may_be = 2 * fits > len(entries)
    return Doubt(AMBIGUOUS_GAME if may_be else FOREIGN, "one" if may_be else "", naming([ruleset.game]))


def _below_records(
    last: Reading, grid: Grid, path: str, wanted: Wanted, budget: Budget
) -> list[Reading | Doubt]:
    """The tables below the last records of a sheet, which end at another heading line."""
    table = last.sheet.table
    end = table.first_row - 1 + len(table.rows)
    if not last.layout.required or end >= len(grid.rows):
        return []
    below = by_rows(replace(grid, rows=[*([()] * end), *grid.rows[end:]]), path, wanted, budget)
    return [_of_same_game(one, wanted) for one in below]


def _of_same_game(outcome: Reading | Doubt, wanted: Wanted) -> Reading | Doubt:
    """A table below records of a game: foreign where few rows are such games, as its name is no answer."""
    if isinstance(outcome, Doubt):
        if outcome.rule is AMBIGUOUS_GAME and outcome.games == [wanted.game]:
            return outcome._replace(rule=FOREIGN, variant="", beside=True)
        return outcome._replace(beside=True) if outcome.rule is FOREIGN else outcome
    sheet = outcome.sheet
    if sheet.game is None or all(2 * one.fits >= one.rows for one in sheet.evidence[:1]):
        return outcome
    return Doubt(FOREIGN, "", naming([sheet.game]), beside=True, table=sheet.table, evidence=sheet.evidence)


def _with_results(grid: Grid, start: int, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of a sheet with results beside a list, from the column ``start`` on: two tables."""
    left = replace(grid, rows=[row[:start] for row in grid.rows])
    right = replace(grid, rows=[(*([""] * start), *row[start:]) for row in grid.rows])
    listed = [
        one._replace(sheet=replace(one.sheet, table=replace(one.sheet.table, around=grid.rows)))
        if isinstance(one, Reading)
        else one
        for one in recognise_sheet(left, path, wanted, budget)
    ]
    results = by_rows(right, path, wanted, budget)
    return named_apart([*listed, *results])


def _without_records(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of a sheet without records by its rows; if none, the records that it nearly holds."""
    outcomes = by_rows(grid, path, wanted, budget)
    if any(isinstance(outcome, Reading) or outcome.variant == TO_BE_NAMED for outcome in outcomes):
        return outcomes
    offered = [registry.load(game) for game in registry.asked_for(wanted.game)]
    nearly = nearly_records(grid, offered, wanted)
    return outcomes if nearly is None else [lacking(nearly, grid.rows, wanted)]


def _bears_headings_out(one: Reading) -> bool:
    """Whether the rows below headings are records, if the headings alone do not prove it."""
    bears_out, rows = one.layout.bears_out, islice(entries_of(one, one.sheet), _ENOUGH_RECORDS)
    return bears_out is None or bears_out(one.sheet, list(rows))


_ENOUGH_RECORDS = 60
"""So many rows tell whether they are records, by odds of 99 to 1; there may be hundreds of readings."""


class _ByGamesBeside(NamedTuple):
    """The readings of a sheet by the game files beside it."""

    found: Mapping[str, tuple[Sequence[bool], list[Reading | Doubt]]]
    """For each game that most rows fit: whether each does, and the readings."""
    hardly: Sequence[str]
    """The games that few of its rows fit."""
    strange: Sequence[Doubt]
    """The doubts whether it is of one of the games at all."""

    def likeliest(self, title: str) -> Sequence[str]:
        """The games that most rows fit; of several, the one in the ``title``."""
        settled = [
            game for game, (rows, _) in self.found.items() if registry.load(game).zero_sum and _told(rows)
        ]
        fits = {game: sum(self.found[game][0]) for game in settled or self.found}
        likely = [game for game, count in fits.items() if count == max(fits.values())]
        named = [game for game in likely if any(name in title for name in registry.load(game).names)]
        return named if len(named) == 1 else likely


_ENOUGH_SUMS, _TO_ONE = 6, 2
"""At least so many rows must be games that add up to 0, in all and for each that is none, to be games of ours
and not of a file beside the sheet."""


def _with_clubs(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of a sheet by the game files beside it, else by the built-in games.

    Of several such files, the one that the rows fit, else the one that the sheet or file is named after. If
    no built-in game fits either, the question is about the files.
    """
    # However many ways there are to read a sheet as a built-in game, the files are tried as well.
    with budget.part(budget.left // 2) as some:
        sure = _recognised(grid, path, wanted._replace(beside=(), only_sure=True), some)
    wanted = wanted._replace(beside=_open_to(dict.fromkeys((*wanted.beside, *shipped_on(grid))), sure))
    if not wanted.beside:
        return sure
    beside = _by_games_beside(grid, path, wanted, budget)
    chosen = beside.likeliest(plain(f"{grid.name} {path.rpartition('/')[2]}"))
    if chosen:
        likely = _or_ours(chosen[0], beside, sure)
        return likely if likely is sure or len(chosen) == 1 else [Doubt(AMBIGUOUS_GAME, "", naming(chosen))]
    ours = _recognised(grid, path, wanted._replace(beside=()), budget)
    doubts = [one for one in ours if isinstance(one, Doubt)]
    # Right totals alone do not tell whether rows are of the game of a file.
    if any(isinstance(one, Reading) and (one.ruleset.game or one.layout.settles) for one in ours):
        return ours
    if beside.hardly and doubts:
        return [_asked_of(one, beside.hardly) for one in doubts]
    # The number of rows that break its rules helps the author of the only game file.
    told = len(beside.strange) == 1 and bool(ours) and all(one.rule is FOREIGN for one in doubts)
    return [beside.strange[0]._replace(beside=True)] if told else ours


def _open_to(games: Iterable[str], sure: Sequence[Reading | Doubt]) -> tuple[str, ...]:
    """Those of the games beside a sheet that it may be of, by its readings as a built-in game, where certain.

    A card is no table of points, as the names of its boxes say. Rows do not all add up by chance, so they are
    not of games whose rows need not.
    """
    ours = [one for one in sure if isinstance(one, Reading) and one.ruleset.game]
    if any(isinstance(one, Doubt) and one.variant == TO_BE_NAMED for one in sure):
        return _that_settle(games)
    if len(ours) < len(sure) or not ours:
        return tuple(games)
    if any(map(_is_card, ours)):
        cards = [game for game in games if any(one.row_names for one in registry.load(game).layouts)]
        return tuple(cards if all(map(_is_card, ours)) else games)
    return _that_settle(games) if _surely_settle(ours) else tuple(games)


def _that_settle(games: Iterable[str]) -> tuple[str, ...]:
    return tuple(game for game in games if registry.load(game).zero_sum)


def _surely_settle(ours: Sequence[Reading]) -> bool:
    """Whether the rows of some readings do not add up to 0 by chance, or marks tell the game."""
    settle = all(one.ruleset.zero_sum and one.layout.notation == "plus-minus" for one in ours)
    return (settle and _told(keep(ours))) or any(one.ruleset.telltale(one.sheet) for one in ours)


def _told(rows: Sequence[bool]) -> bool:
    """Whether rows that fit a game, and so add up to 0, tell that others need not be thought of."""
    return sum(rows) >= _ENOUGH_SUMS and _TO_ONE * rows.count(False) <= sum(rows)


def _or_ours(game: str, beside: _ByGamesBeside, every: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """The readings of a sheet by a game beside it, or by a built-in game.

    ``every``: the readings by the built-in games. Rows of a game that is certain rarely fit another one as
    well: then the question is which game it is. Records under their headings are ours. Where the rows of both
    add up to 0, ours fits better if rows are shared out as in none of theirs: their values may be wrong.
    """
    rows_of_theirs, theirs = beside.found[game]
    ours = [one for one in every if isinstance(one, Reading) and one.ruleset.game]
    if len(ours) < len(every) or not ours or any(map(_is_card, ours)):
        return theirs
    misses, of_theirs = keep(ours).count(False), rows_of_theirs.count(False)
    if _has_a_column_of(theirs, ours):
        return theirs
    if any(one.layout.required for one in ours):
        return every
    if registry.load(game).zero_sum:
        of_ours = _slips(ours, lambda one: keep((one,)).count(False))
        return every if _slips(theirs, _unpaid) > of_ours else theirs
    if misses > of_theirs:
        return theirs
    if misses < of_theirs:
        return every
    return [Doubt(AMBIGUOUS_GAME, "", naming((game, *(one.sheet.game for one in ours))))]


def _unpaid(one: Reading) -> int:
    """How many rows are shared out as in no game of a file."""
    pays = one.ruleset.pays
    return 0 if pays is None else sum(not pays(entry, one.sheet) for entry in entries_of(one, one.sheet))


def _slips(readings: Iterable[Reading | Doubt], wrong: Callable[[Reading], int]) -> int:
    """How many slips it takes that so many rows are wrong: a wrong total spoils two, but the last one."""
    counts = [(wrong(one), one.layout.running) for one in readings if isinstance(one, Reading)]
    return sum((count + 1) // 2 if running else count for count, running in counts)


def _has_a_column_of(theirs: Iterable[Reading | Doubt], ours: Iterable[Reading]) -> bool:
    """Whether a column of a player is under a heading for something else in one of the other readings."""
    players = {(one.sheet.table.first_row, at) for one in ours for at in one.sheet.points_columns}
    return any(
        (one.sheet.table.first_row, column.at) in players and column.role not in {"player", "unknown"}
        for one in theirs
        if isinstance(one, Reading)
        for column in one.sheet.columns
    )


def _by_games_beside(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> _ByGamesBeside:
    """The readings of a sheet by each game beside it, except cards that rather fit a built-in game."""
    alone = wanted._replace(beside=())
    found: dict[str, tuple[Sequence[bool], list[Reading | Doubt]]] = {}
    hardly: list[str] = []
    strange: list[Doubt] = []
    rows_of_ours: int | None = None
    for game in wanted.beside:
        theirs = recognise_sheet(grid, path, alone._replace(game=game), budget)
        of_game = [one for one in theirs if isinstance(one, Reading) and one.ruleset.game]
        doubts = [one for one in theirs if isinstance(one, Doubt)]
        rows = keep(of_game) or [kept for one in doubts for kept in _kept(one)]
        if any(map(_is_card, of_game)):
            # A built-in card shares words for some of its boxes.
            if rows_of_ours is None:
                ours = recognise_sheet(grid, path, alone, budget)
                rows_of_ours = sum(keep(filter(_is_card, ours)))
            if sum(rows) < rows_of_ours:
                continue
        if rows and 2 * sum(rows) >= len(rows):
            found[game] = rows, theirs
        elif rows:
            hardly.append(game)
        strange += (one for one in doubts if one.rule is FOREIGN)
    return _ByGamesBeside(found, hardly, strange)


def _kept(doubt: Doubt) -> Sequence[bool]:
    """For each row whether it fits the likeliest game, if only the layout is in question."""
    best = next(iter(doubt.evidence), None) if doubt.rule is AMBIGUOUS_NOTATION else None
    return () if best is None else [at < best.fits for at in range(best.rows)]


def _asked_of(doubt: Doubt, games: Sequence[str]) -> Doubt:
    """The question whether a sheet is of one of some games, instead of possible built-in games."""
    if doubt.rule not in {AMBIGUOUS_GAME, FOREIGN} or doubt.variant == TO_BE_NAMED:
        return doubt
    return doubt._replace(rule=AMBIGUOUS_GAME, variant="one", params=naming(games))


def _is_card(one: Reading | Doubt) -> TypeGuard[Reading]:
    return isinstance(one, Reading) and bool(one.layout.row_names)


def keep(readings: Iterable[Reading]) -> Sequence[bool]:
    """For each row whether it fits the invariant of its game."""
    return [
        one.layout.coherent(entry, (), one.sheet) for one in readings for entry in entries_of(one, one.sheet)
    ]


def _games_of_records(grid: Grid, wanted: Wanted) -> Iterable[str]:
    """The games whose records or cards a sheet may contain: only these are imported."""
    games = registry.asked_for(wanted.game)
    mine = [sketch for sketch in registry.sketches() if sketch.game in games]
    maybe = {sketch.game for sketch in may_be_records(grid, mine, wanted)}
    return [game for game in registry.names() if game in maybe] if maybe else []


def _likeliest(found: Sequence[Reading], wanted: Wanted) -> Reading:
    """The likeliest of the layouts whose headings a table has: most required headings, then fitting rows.

    The players' columns are weighed as on a table of points.
    """

    def order(reading: Reading) -> tuple[int, int]:
        past: list[Entry] = []
        fits = 0
        for entry in islice(entries_of(reading, reading.sheet), SAMPLE):
            fits += reading.layout.coherent(entry, past, reading.sheet)
            past = [entry]
        return len(reading.layout.required), fits

    best = found[0]
    if len(found) > 1:
        by_layout: dict[str, list[Reading]] = {}
        for reading in found:
            by_layout.setdefault(reading.layout.name, []).append(reading)
        best = max(map(_of_likeliest_players, by_layout.values()), key=order)
    sheet = replace(best.sheet, decided_by="headings" if wanted.layout is None else "told")
    return best._replace(sheet=sheet)


def _of_likeliest_players(found: Sequence[Reading]) -> Reading:
    """The reading with the highest evidence, of several of a table under one layout."""
    if len(found) == 1:
        return found[0]
    columns = Columns(found[0].sheet.table)
    return max(found, key=lambda reading: weigh(reading, columns).evidence)
