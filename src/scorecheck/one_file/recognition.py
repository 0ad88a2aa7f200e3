"""Which game a table is of, and how it is read: the reading with the highest evidence, or a question.

Readings compete with each other and with the null model by their evidence, never by findings. The reading is
frozen before any check runs: a faulty sheet must not be read as another kind of sheet because that hides its
fault. A reading is taken at odds of 99 to 1 against all others together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, islice
from json import dumps
from math import comb, inf, log
from typing import TypeGuard

from scorecheck.checks.check import Rule
from scorecheck.checks.null import ODDS, log_sum
from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION, FOREIGN, MISSING_VALUE, NO_TABLE
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import plain
from scorecheck.games import registry
from scorecheck.layouts.cells import shown_name, written
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.locate import Cut, partitions, results_beside, turned_tables
from scorecheck.layouts.readings import SAMPLE, Reading, Sample, readings
from scorecheck.layouts.records import Nearly, may_be_records, nearly_records, record_readings
from scorecheck.layouts.vocabulary import common_headings
from scorecheck.model.budget import Budget, Pool
from scorecheck.model.cells import CellRef, value_text
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, ReadingEvidence, Sheet, Table
from scorecheck.model.terms import Param
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.evidence import UNSIGNED, Columns, Weighed, weigh

_ONE_SHEET, _EACH_SHEET, _OF_WORKBOOK = 8000, 500, 8000
"""How many rows are weighed: for one sheet at most; for each sheet of a workbook at least; and, in addition,
for all sheets of a workbook that gave no reading."""
_OF_TURNED = 1500
"""How many of these go to players one below the other: of many rows each may be somebody or not, and hardly a
list of games is kept so."""
_ALL_SHOWN = 5
_A_READING = 5
"""The cost of making a reading, in rows."""
FEWEST_TURNED = 3
"""The fewest games of a table with the players one below the other: one column of scores beside names is a
published list."""
_BESIDE = frozenset({"control", "aside", "unknown"})
"""The roles of columns of numbers beside the players'."""
_ENOUGH_ROWS, _USUAL_ROW, _TO_ONE = 7, -5.5, 12
"""Where so many rows all fit, and their mean log-probability is so high, no game further down comes near."""
_TWO = 2
"""With two players a row is one amount. Small amounts may be points or totals, so both are weighed."""
_HOPEFUL = 4
"""One row in so many must be a game, else learning how people play does not make the table one."""
_BEGINS = 8
"""So many rows show whether a reading is worth being weighed before the others."""
_NEVER_ALL_WRONG = 5
"""Nobody slips in each of so many rows: where none is a game, the table is of something else."""


class Doubt(NamedTuple):
    """Why a table could not be read."""

    rule: Rule
    variant: str
    params: Mapping[str, Param]
    beside: bool = False
    """It is not reported beside sheets that can be read: notes, statistics."""
    table: Table | None = None
    evidence: tuple[ReadingEvidence, ...] = ()
    """The readings that were weighed, the best one first."""
    cell: CellRef | None = None
    """The cell to look at, where it is known."""


def budgets_for(wanted: Wanted) -> Pool:
    """The budgets for the sheets of one workbook; larger where all readings are to be shown."""
    times = _ALL_SHOWN if wanted.weigh_all else 1
    return Pool(times * _ONE_SHEET, times * _EACH_SHEET, times * _OF_WORKBOOK)


def recognise_sheet(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of the tables of a sheet: those of records by their headings, the others by their rows.

    Where the budget is exhausted before all ways to read a table were weighed, that is the doubt.
    """
    wanted = _with_said(wanted, grid.said)
    beside = results_beside(grid.rows)
    if beside is not None:
        return _with_results(grid, beside, path, wanted, budget)
    if wanted.beside and wanted.game is None:
        theirs = _of_clubs(grid, path, wanted, budget)
        if theirs is not None:
            return theirs
    rulesets = list(map(registry.load, _games_of_records(grid, wanted)))
    tables, first = record_readings(grid, path, rulesets, wanted)
    tables = [kept for found in tables if (kept := [one for one in found if _bears_headings_out(one)])]
    if not tables:
        return _without_records(grid, path, wanted, budget)
    return _with_records(tables, first, grid, path, wanted, budget)


def _with_said(wanted: Wanted, said: Mapping[str, str]) -> Wanted:
    """What is wanted, completed by what the file says of itself."""
    if said.get("game") not in registry.names():
        return wanted
    return wanted._replace(**{name: word for name, word in said.items() if not getattr(wanted, name)})


def _with_records(
    tables: Sequence[Sequence[Reading]], first: int, grid: Grid, path: str, wanted: Wanted, budget: Budget
) -> list[Reading | Doubt]:
    """The likeliest readings of tables of records, and of what stands above and below them on the sheet."""
    records = [_likeliest(found, wanted) for found in tables]
    games = {reading.sheet.game for reading in records}
    if wanted.game is None and len(games) == 1:
        # What stands beside records of a game is most likely of that game.
        wanted = wanted._replace(game=records[0].sheet.game)
    above = _by_rows(replace(grid, rows=grid.rows[:first]), path, wanted, budget)
    asked = [_unsure(*reading.unsure[0]) if reading.unsure else reading for reading in records]
    below = _below_records(records[-1], grid, path, wanted, budget)
    return _named_apart([*(one for one in above if isinstance(one, Reading)), *asked, *below])


def _below_records(
    last: Reading, grid: Grid, path: str, wanted: Wanted, budget: Budget
) -> list[Reading | Doubt]:
    """The tables below the last records of a sheet. The records end where another line of headings begins."""
    table = last.sheet.table
    end = table.first_row - 1 + len(table.rows)
    if not last.layout.required or end >= len(grid.rows):
        return []
    return _by_rows(replace(grid, rows=[*([()] * end), *grid.rows[end:]]), path, wanted, budget)


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
    results = _by_rows(right, path, wanted, budget)
    return _named_apart([*listed, *results])


def _without_records(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of a sheet without records by its rows; if none, the records that it nearly holds."""
    outcomes = _by_rows(grid, path, wanted, budget)
    if any(isinstance(outcome, Reading) for outcome in outcomes):
        return outcomes
    offered = [registry.load(game) for game in registry.asked_for(wanted.game)]
    nearly = nearly_records(grid, offered, wanted)
    return outcomes if nearly is None else [_lacking(nearly)]


def _bears_headings_out(one: Reading) -> bool:
    """Whether the rows below headings are records, where the headings alone do not prove it."""
    bears_out = one.layout.bears_out
    return bears_out is None or bears_out(one.sheet, list(islice(entries_of(one, one.sheet), SAMPLE)))


def _of_clubs(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt] | None:
    """What a sheet is by the files of games beside it; ``None`` where it is none of theirs.

    Of several games that whose rows they are, else the one that the sheet or its file is called by.
    """
    alone = wanted._replace(beside=())
    found: dict[str, tuple[int, list[Reading | Doubt]]] = {}
    rows_of_ours: int | None = None
    for game in wanted.beside:
        theirs = recognise_sheet(grid, path, alone._replace(game=game), budget)
        of_game = [one for one in theirs if isinstance(one, Reading) and one.ruleset.game]
        rows = _keep(of_game)
        if any(map(_is_card, of_game)):
            # A card of ours has words for some of its boxes in common with theirs.
            if rows_of_ours is None:
                ours = recognise_sheet(grid, path, alone, budget)
                rows_of_ours = sum(_keep(filter(_is_card, ours)))
            if sum(rows) < rows_of_ours:
                continue
        if of_game and 2 * sum(rows) >= len(rows):
            found[game] = sum(rows), theirs
    most = max((rows for rows, _ in found.values()), default=0)
    likely = [game for game, (rows, _) in found.items() if rows == most]
    title = plain(f"{grid.name} {path.rpartition('/')[2]}")
    called = [game for game in likely if any(name in title for name in registry.load(game).names)]
    chosen = called if len(called) == 1 else likely
    if len(chosen) > 1:
        return [Doubt(AMBIGUOUS_GAME, "", _naming(chosen))]
    return found[chosen[0]][1] if chosen else None


def _is_card(one: Reading | Doubt) -> TypeGuard[Reading]:
    return isinstance(one, Reading) and bool(one.layout.row_names)


def _keep(readings: Iterable[Reading]) -> Sequence[bool]:
    """For each row whether it keeps the invariant of its game."""
    return [
        one.layout.coherent(entry, (), one.sheet) for one in readings for entry in entries_of(one, one.sheet)
    ]


def _unsure(word: str, kinds: tuple[str, ...]) -> Doubt:
    """The question what a word before a row of a card means, where the shape of the card leaves it open."""
    line = f"categories.{dumps(word, ensure_ascii=False)} = {dumps(kinds[0])}"
    return Doubt(AMBIGUOUS_NOTATION, "row", {"word": word, "kinds": kinds, "line": line})


def _games_of_records(grid: Grid, wanted: Wanted) -> Iterable[str]:
    """The games whose records or cards may stand on a sheet: only these need to be imported for it."""
    games = registry.asked_for(wanted.game)
    mine = [sketch for sketch in registry.sketches() if sketch.game in games]
    maybe = may_be_records(grid, mine, wanted)
    return [game for game in registry.names() if any(sketch.game == game for sketch in maybe)]


def _lacking(nearly: Nearly) -> Doubt:
    params: dict[str, Param] = {"layout": nearly.layout, "missing": nearly.missing}
    variant = "heading"
    if len(nearly.missing) > 1:
        variant, params["headings"] = "headings-near", nearly.headings
    else:
        params["missing"] = next(iter(nearly.missing))
        for heading in nearly.headings:
            variant, params["heading"] = "heading-near", heading
    return Doubt(MISSING_VALUE, variant, params, cell=CellRef(nearly.row + 1, nearly.column + 1))


def _likeliest(found: Sequence[Reading], wanted: Wanted) -> Reading:
    """Of the layouts whose headings a table has, the one that asks for most, then that which its rows fit.

    Which columns are players' is weighed as on a table of points.
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


class _CutRead(NamedTuple):
    """A partition of a sheet into tables, their outcomes, and its evidence."""

    cut: Cut
    outcomes: list[Reading | Doubt]
    evidence: float

    @property
    def is_read(self) -> bool:
        """Whether one of the tables could be read."""
        return any(isinstance(outcome, Reading) for outcome in self.outcomes)


def _read(cut: Cut, path: str, wanted: Wanted, budget: Budget) -> _CutRead:
    found = [recognise(table, path, wanted, budget) for table in cut.tables]
    return _CutRead(cut, [outcome for outcome, _ in found], sum(evidence for _, evidence in found))


def _by_rows(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of the tables of points on a sheet, cut into tables so that most speaks for it.

    Whether the players stand one below the other is asked only where nothing else can be read.
    """
    cuts = [_read(cut, path, wanted, budget) for cut in partitions(grid)]
    read = any(cut.is_read for cut in cuts)
    turned = () if read or budget.exhausted else turned_tables(grid)
    if turned:
        cuts += _turned(turned, [table for cut in cuts for table in cut.cut.tables], path, wanted, budget)
    if not cuts:
        bare = _bare(grid, path, wanted)
        return [] if bare is None else [bare]
    taken = max(cuts, key=lambda cut: cut.evidence)
    listed = _with_lists(cuts[0] if not taken.is_read else taken, path, wanted)
    # A list of players that can be read is no question about games that stand side by side.
    if not listed.is_read and listed.cut is not taken.cut:
        listed = _with_lists(taken, path, wanted)
    if not listed.is_read:
        bare = _bare(grid, path, wanted)
        if bare is not None:
            return [bare]
    named = _named_apart(listed.outcomes)
    return named if listed.cut.whole else [*named, Doubt(NO_TABLE, "too-many", {"count": len(named)})]


def _turned(
    turned: tuple[Table, ...], upright: Iterable[Table], path: str, wanted: Wanted, budget: Budget
) -> Iterator[_CutRead]:
    """What a sheet gives with the players one below the other: games or rounds, whichever more speaks for,
    and rounds before a question; nothing where more speaks for a published list of its tables as they stand.
    """
    listed = max((_of_rounds(table, path, wanted) for table in upright), default=0.0)
    if listed == inf:
        return
    some = Budget(min(budget.left, _OF_TURNED))
    before = some.left
    games = _read(Cut(turned), path, wanted, some)
    budget.spend(before - some.left)
    rounds = [] if listed else _lists_of_rounds(turned, path, wanted)
    evidence = sum(one for one, _ in rounds)
    if rounds and (not games.is_read or evidence > games.evidence):
        yield _CutRead(Cut(turned), [reading for _, reading in rounds], evidence)
    elif games.evidence >= listed and (not listed or _is_mostly_games(games.outcomes)):
        yield games


def _is_mostly_games(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether half of the rows of what was read, or was asked about, are games: that somebody named the game
    says as much for a list of its rounds."""
    best = [(one.sheet.evidence if isinstance(one, Reading) else one.evidence)[:1] for one in outcomes]
    return all(2 * one.fits >= one.rows for found in best for one in found)


def _with_lists(read: _CutRead, path: str, wanted: Wanted) -> _CutRead:
    """What tables are, where those that are no game's are read as lists, if they can be."""
    pairs = zip(read.cut.tables, read.outcomes, strict=True)
    return read._replace(
        outcomes=[
            one if isinstance(one, Reading) else _as_list(table, one, path, wanted) for table, one in pairs
        ]
    )


def _as_list(table: Table, doubt: Doubt, path: str, wanted: Wanted) -> Reading | Doubt:
    from scorecheck.one_file.no_game import as_list

    return as_list(table, path, wanted, is_asked=doubt.rule in {AMBIGUOUS_GAME, AMBIGUOUS_NOTATION}) or doubt


def _of_rounds(table: Table, path: str, wanted: Wanted) -> float:
    from scorecheck.one_file.no_game import evidence_of_rounds

    return evidence_of_rounds(table, path, wanted)


def _lists_of_rounds(turned: Iterable[Table], path: str, wanted: Wanted) -> list[tuple[float, Reading]]:
    from scorecheck.one_file.no_game import list_of_rounds

    return list(filter(None, (list_of_rounds(table, path, wanted) for table in turned)))


def _bare(grid: Grid, path: str, wanted: Wanted) -> Reading | None:
    from scorecheck.one_file.no_game import bare

    return bare(grid, path, wanted)


def _named_apart(outcomes: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """Where a sheet has several tables, each with a name of its own: its title, else its first cell."""
    tables = [outcome.sheet.table for outcome in outcomes if isinstance(outcome, Reading)]
    if len(tables) < 2:
        return outcomes
    titles = [table.title for table in tables]
    apart = all(titles) and len(set(titles)) == len(titles)
    named: list[Reading | Doubt] = []
    for outcome in outcomes:
        if isinstance(outcome, Reading):
            table = outcome.sheet.table
            part = table.title if apart else table.heading_cell(table.first_column).a1
            sheet = replace(outcome.sheet, table=replace(table, part=part))
            named.append(outcome._replace(sheet=sheet))
        else:
            named.append(outcome)
    return named


def recognise(table: Table, path: str, wanted: Wanted, budget: Budget) -> tuple[Reading | Doubt, float]:
    """The reading of a table as a scoresheet of a game, or why none was chosen; and what speaks for it."""
    columns = Columns(table)
    decision = _decided(_weighed(table, path, wanted, columns, budget), columns, wanted)
    hopeful = any(_HOPEFUL * one.fits >= one.rows for one in decision.groups)
    if decision.margin < ODDS and hopeful and not budget.exhausted:
        # How this club plays may settle it.
        again = _weighed(table, path, wanted, columns, budget, learning=True)
        decision = _decided(again, columns, wanted)
    if budget.exhausted:
        return _cut_short(table)._replace(beside=False), 0.0
    if not decision.groups:
        return Doubt(NO_TABLE, "", {"players": 3}, beside=True, table=table), 0.0
    best, *others = decision.groups
    evidence = _evidence(best, decision.groups)
    told = any((wanted.game, wanted.layout, wanted.notation))
    in_parts = not told and _is_in_parts(best)
    if in_parts or best.rate > 1 or best.evidence < decision.null or _is_never_a_game(best):
        doubt = _foreign(decision.groups, columns, told=told)
        return doubt._replace(table=table, evidence=evidence), 0.0
    gain = max(0.0, best.evidence)
    if decision.margin < ODDS:
        return _question(best, others, decision.null)._replace(table=table, evidence=evidence), gain
    reading = best.reading
    silent = _silent_column(best, columns, wanted) or _nearly_silent(best, others, columns, wanted)
    if silent is not None:
        return silent._replace(table=table, evidence=evidence), gain
    decided_by = _decided_by(best, others, wanted)
    sheet = replace(reading.sheet, decided_by=decided_by, evidence=evidence)
    return reading._replace(sheet=sheet), gain


def _silent_column(best: Weighed, columns: Columns, wanted: Wanted) -> Doubt | None:
    """The question whose a column of zeros is under an unknown name: a player who won and lost nothing, or
    what the rows add up to. All rows fit either way, so nothing on the sheet can tell.

    One that is read as a player's is asked about where nothing else on the sheet is a check, and enough play
    without it, and where it stands behind the check: who plays stands before it.
    """
    sheet = best.reading.sheet
    needed = _has_check(best) or len(sheet.points_columns) <= best.reading.layout.min_players
    told = set(map(plain, wanted.headings))
    first = min(sheet.points_columns, default=0)
    checks = [column.at for column in sheet.columns if column.role == "control" and column.at > first]
    check = min(checks, default=len(sheet.table.headings))
    for column in sheet.columns:
        if column.role == "player" and _is_summed(sheet, column.at):
            # Marks, and a sum of 0 below them: who has nothing has a sum all the same.
            continue
        asked = column.role in _BESIDE or (column.role == "player" and (column.at > check or not needed))
        if not asked or not _could_be_somebody(best, column.at, columns):
            continue
        # Another column may say who this is.
        named = column.role == "player" and column.at in columns.named
        if not named and plain(column.heading) not in told:
            return Doubt(AMBIGUOUS_NOTATION, "zeros", _is_a_player(column.heading))
    return None


def _nearly_silent(
    best: Weighed, others: Iterable[Weighed], columns: Columns, wanted: Wanted
) -> Doubt | None:
    """The question whose a column is that stands under a name and holds hardly more than zeros.

    With it, too, the rows are games but for those in which it holds something: it is a player's, with slips,
    or a count. At a table that is full without it, it is a count.
    """
    first = best.reading.sheet
    told = set(map(plain, wanted.headings))
    full = best.reading.layout.at_table == len(first.points_columns)
    for other in () if full else others:
        second = other.reading.sheet
        more = set(second.points_columns) - set(first.points_columns)
        if (
            len(more) != 1
            or second.game != first.game
            or second.layout != first.layout
            or len(second.points_columns) != len(first.points_columns) + 1
            or other.evidence < max(0.0, other.alike)
        ):
            continue
        heading = first.table.headings[min(more)]
        said = [cell for cell in columns.said(min(more))[: first.stop] if cell]
        named = any(map(str.isalpha, heading)) and not _is_known(best, heading) and plain(heading) not in told
        if named and _HARDLY * len(said) <= best.rows:
            players: dict[str, Param] = {"first": first.players, "second": second.players}
            return Doubt(AMBIGUOUS_NOTATION, "columns", {**players, **_is_a_player(heading)})
    return None


_HARDLY = 5
"""One row in so many may hold something other than zeros."""


def _is_summed(sheet: Sheet, at: int) -> bool:
    """Whether a column holds no number but in the total row."""
    rows = range(min(SAMPLE, sheet.stop))
    return (
        sheet.total_row is not None
        and written(sheet.table.value(sheet.total_row, at)) is not None
        and all(written(sheet.table.value(row, at)) is None for row in rows if row != sheet.total_row)
    )


def _could_be_somebody(one: Weighed, at: int, columns: Columns) -> bool:
    """Whether a column of zeros stands under a name: a word that is not known for something else."""
    heading = one.reading.sheet.table.headings[at]
    return not columns.holds_points(at) and any(map(str.isalpha, heading)) and not _is_known(one, heading)


def _has_check(one: Weighed) -> bool:
    """Whether what the rows add up to has a column of its own."""
    columns = one.reading.sheet.columns
    return any(column.role == "control" and _is_known(one, column.heading) for column in columns)


def _is_known(one: Weighed, heading: str) -> bool:
    word = plain(heading)
    return word in common_headings() or word in one.reading.ruleset.headings


def _is_a_player(heading: str) -> Mapping[str, Param]:
    """What the question names whether a column is a player's: its heading, and each answer as a setting."""
    column = f"columns.{dumps(heading, ensure_ascii=False)}"
    return {"heading": heading, "yes": f'{column} = "player"', "no": f'{column} = "other"'}


def _cut_short(table: Table) -> Doubt:
    """That the budget was spent before all readings of a table were weighed."""
    return Doubt(NO_TABLE, "exhausted", {}, beside=True, table=table)


class _Decision(NamedTuple):
    """The readings of a table, and how certain the first is."""

    groups: Sequence[Weighed]
    """The best first; of those that come to the same, the best one."""
    null: float
    """The log-odds of the best foreign table: numbers of another kind than our games'."""
    margin: float
    """The log-odds of the first against all others together, the foreign table among them."""


def _decided(weighed: Sequence[Weighed], columns: Columns, wanted: Wanted) -> _Decision:
    groups = _alike(weighed, columns)
    beyond = _beyond_doubt(weighed)
    if beyond:
        # Game after game of just this kind: no table of others happens to hold that.
        sure, *rivals = beyond
        ordered = [*beyond, *(one for one in groups if one not in beyond)]
        margin = min(ODDS, sure.evidence - log_sum([one.evidence for one in rivals]))
        return _Decision(ordered, min(0.0, sure.evidence), margin)
    null = max([0.0, *(one.alike for one in weighed)])
    told = any((wanted.game, wanted.layout, wanted.notation))
    if told and groups and _bears_out(groups[0]):
        # Somebody said so, and half of the rows bear them out: nothing else is asked.
        null = -inf
    # What somebody said need only be likelier than a foreign table.
    rest = log_sum([null - ODDS * told, *(one.evidence for one in groups[1:])])
    return _Decision(groups, null, groups[0].evidence - rest if groups else 0.0)


def _weighed(
    table: Table, path: str, wanted: Wanted, columns: Columns, budget: Budget, *, learning: bool = False
) -> list[Weighed]:
    """The readings of a table, weighed; of more than two players none after one that is beyond doubt, and of
    those of which hardly a first row can be a game none where the others decide.

    They are not all where the budget is exhausted.
    """
    fewest = FEWEST_TURNED if table.turned else 1
    named = (wanted.game, wanted.preset, wanted.layout, wanted.notation)
    told = len(named) - named.count(None)
    said = _said(table, path)
    found: list[Weighed] = []
    hopeless: list[tuple[Reading, bool]] = []

    def one_a_row(least: int, fewest: int) -> bool:
        """Whether so many rows are one player's that it can be a game of that kind."""
        every = chain((one.reading for one in found), (reading for reading, _ in hopeless))
        sheets = {(reading.sheet.points_columns, reading.sheet.stop) for reading in every}
        return any(columns.change_one_at_a_time(points, stop, least, fewest) for points, stop in sheets)

    def weigh_one(reading: Reading, called: bool) -> Weighed:
        one = weigh(reading, columns, called=called, told=told, learning=learning)
        budget.spend(one.rows + _A_READING)
        if one.rows >= fewest:
            found.append(one)
        return one

    for ruleset in _rulesets(table.headings[table.first_column :], wanted, one_a_row):
        called = any(name in said for name in ruleset.names)
        possible = _wanted(columns.sample, path, ruleset, wanted)
        if registry.is_told_only(ruleset.game or "") and not ruleset.zero_sum:
            possible = _of_most_players(possible)
        for reading in possible:
            if budget.exhausted:
                return found
            if not wanted.weigh_all and _begins_otherwise(reading, columns):
                hopeless.append((reading, called))
                continue
            one = weigh_one(reading, called)
            settled = _is_beyond_doubt(one, found) and not _is_one_amount(one)
            # Points won without a sign are held against points lost.
            if settled and not wanted.weigh_all and one.reading.layout.notation != "plus-only":
                return found
    if hopeless and not _is_decided(found, columns, wanted):
        for reading, called in hopeless:
            if budget.exhausted:
                break
            weigh_one(reading, called)
    return found


def _begins_otherwise(reading: Reading, columns: Columns) -> bool:
    """Whether fewer than one in four of the first rows can be games."""
    layout, sheet = reading.layout, reading.sheet
    if layout.prior is None:
        return False
    prior, fits = layout.prior(len(sheet.points_columns)), 0
    steps = columns.first_steps(sheet.points_columns, min(sheet.stop, _BEGINS), running=sheet.running)
    enough = len(steps)
    for step in steps:
        fits += prior(step) > -inf
        if _HOPEFUL * fits >= enough:
            return False
    return enough >= _NEVER_ALL_WRONG


def _is_decided(weighed: Sequence[Weighed], columns: Columns, wanted: Wanted) -> bool:
    """Whether a reading is taken, and half of its rows fit."""
    if not weighed:
        return False
    decision = _decided(weighed, columns, wanted)
    return decision.margin >= ODDS and 2 * decision.groups[0].fits >= decision.groups[0].rows


def _of_most_players(possible: Iterable[Reading]) -> Iterable[Reading]:
    """The readings with the most players.

    Rows that need not add up cannot tell whose a column is, and who keeps a sheet of a club's own game marks
    a column that is nobody's by its heading.
    """
    found = list(possible)
    most = max((len(one.sheet.points_columns) for one in found), default=0)
    return [one for one in found if len(one.sheet.points_columns) == most]


def _said(table: Table, path: str) -> str:
    """What somebody called the sheet."""
    return plain(" ".join((table.title, table.sheet or "", path.rpartition("/")[2])))


def _is_never_a_game(one: Weighed) -> bool:
    """Whether not one of many rows is a game."""
    return one.rows >= _NEVER_ALL_WRONG and not one.fits


def _is_in_parts(one: Weighed) -> bool:
    """Whether every fourth row has parts of a point, in a game of whole ones: it is kept in another way."""
    table, points = one.reading.sheet.table, one.reading.sheet.points_columns
    rows = range(
        min(one.reading.sheet.stop, SAMPLE) if one.reading.layout.whole and one.fits < one.rows else 0
    )
    parted = sum(any(isinstance(written(table.value(row, at)), Fraction) for at in points) for row in rows)
    return _IN_PARTS * parted > len(rows)


_IN_PARTS = 4


def _bears_out(one: Weighed) -> bool:
    """Whether a table bears out what somebody said of it; of a club's own game hardly more is known than what
    its rows may be, so that half of them are enough."""
    own = registry.is_told_only(one.reading.sheet.game or "")
    return 2 * one.fits >= one.rows if own else one.borne_out


def _is_beyond_doubt(one: Weighed, weighed: Iterable[Weighed]) -> bool:
    """Whether a game is taken whatever the games further down would make of the table.

    No column is there that could bear another game's mark, and where a row does not fit, none that could be
    nobody's; a heading without a letter is no name. Nothing else that was ``weighed`` is as likely.
    """
    roles = {column.role for column in one.reading.sheet.columns}
    players, at_table = len(one.reading.sheet.players), one.reading.layout.at_table
    # Who sits out is anybody, and tells nothing of the game.
    who = log(comb(players, at_table)) if at_table and players > at_table else 0.0
    usual = one.moved >= _ENOUGH_ROWS and one.mean + who > _USUAL_ROW
    full = players == at_table
    fits = one.is_flawless or (full and _TO_ONE * (one.rows - one.fits) <= one.rows)
    named = all(any(map(str.isalpha, name)) for name in one.reading.sheet.players)
    others = one.won_by_one and not _is_one_amount(one) and one.evidence < one.alike + ODDS
    sure = fits and usual and named and one.rate == 1 and not others and roles <= {"number", "player"}
    return sure and not any(_is_rival(one, other) for other in weighed)


def _is_rival(one: Weighed, other: Weighed) -> bool:
    """Whether another reading is nearly as likely, or likelier, and gives other points for a row."""
    return other.evidence > one.evidence - ODDS and not (
        other is one or _is_unsigned(one, other) or _is_one_amount(one)
    )


def _is_one_amount(one: Weighed) -> bool:
    """Whether a row says nothing but who of two won how much of the other."""
    return len(one.reading.sheet.players) <= _TWO


def _beyond_doubt(weighed: Iterable[Weighed]) -> list[Weighed]:
    """The first reading that is beyond doubt, won or lost as is likelier where numbers bear no sign; of two
    players all that are, the likeliest first."""
    weighed = list(weighed)
    found = [one for one in weighed if _is_beyond_doubt(one, weighed)]
    if found and not _is_one_amount(found[0]):
        unsigned = [one for one in found if _is_unsigned(found[0], one)]
        return [max(unsigned, key=lambda one: one.evidence)] if unsigned else found[:1]
    return sorted(filter(_is_one_amount, found), key=lambda one: -one.evidence)


def _alike(weighed: Iterable[Weighed], columns: Columns) -> list[Weighed]:
    """The readings, the best first; of those that come to the same, the best one.

    Of one row, points and totals do; and it does not matter whose a column of zeros is. It is somebody's
    where a check of the rows stands beside it.
    """
    found: dict[object, Weighed] = {}
    for one in sorted(weighed, key=lambda one: -one.evidence):
        sheet, layout = one.reading.sheet, one.reading.layout
        kept = "" if one.rows == 1 else layout.name
        players = tuple(at for at in sheet.points_columns if columns.holds_points(at))
        same = sheet.game, kept, layout.notation, players
        first = found.setdefault(same, one)
        more = set(sheet.points_columns) - set(first.reading.sheet.points_columns)
        if more and _has_check(one) and all(_could_be_somebody(one, at, columns) for at in more):
            found[same] = one._replace(evidence=first.evidence)
    return list(found.values())


def _decided_by(best: Weighed, others: Iterable[Weighed], wanted: Wanted) -> str:
    """What decided for a reading: somebody said so, custom, a mark, the total row, or the rows."""
    if wanted.notation is not None:
        return "told"
    if any(_is_by_custom(best, other) for other in others):
        return "custom"
    if wanted.layout is not None:
        return "told"
    if best.foot > 0:
        return "total"
    return "marks" if best.reading.ruleset.telltale(best.reading.sheet) else "rows"


def _is_by_custom(best: Weighed, other: Weighed) -> bool:
    """Whether nothing but custom says that points without a sign were won, and not lost."""
    first, second = best.reading, other.reading
    in_order = (first.layout.notation, second.layout.notation) == ("plus-only", "losers-only")
    return in_order and _is_unsigned(best, other) and other.evidence - UNSIGNED > best.evidence - ODDS


def _is_unsigned(one: Weighed, other: Weighed) -> bool:
    """Whether two readings differ at most in whether points without a sign were won or lost."""
    first, second = one.reading, other.reading
    same = first.sheet.points_columns == second.sheet.points_columns
    return same and {first.layout.notation, second.layout.notation} <= {"plus-only", "losers-only"}


def _foreign(groups: Sequence[Weighed], columns: Columns, *, told: bool) -> Doubt:
    """The doubt that a table is of none of our games, with a hint what it may be."""
    best = groups[0]
    params: dict[str, Param] = {**_naming(one.reading.sheet.game for one in groups), "rate": best.rate}
    params |= {"rows": best.rows, "misses": best.rows - best.fits}
    evenings = _may_be_evenings(best.reading.sheet)
    if told and evenings and not best.settled:
        variant = "told-evenings"
    elif told:
        variant = "told-any" if best.settled and 2 * best.fits >= best.rows else "told"
    elif _pays_like_schafkopf(best.reading.sheet):
        variant = "schafkopf"
    elif best.rate > 1:
        variant = "rate"
    elif alike := _one_a_row_like(best.reading.sheet, columns):
        variant = "one-a-row" if len(best.reading.sheet.points_columns) > _TWO else "one-a-row-two"
        params |= _naming(alike)
    elif best.settled:
        variant = "settlement"
    else:
        variant = "evenings" if evenings else ""
    return Doubt(FOREIGN, variant, params, beside=not told)


def _may_be_evenings(sheet: Sheet) -> bool:
    """Whether rows have dates, and somebody stayed away."""
    cells = (sheet.table.value(row, at) for row in range(sheet.stop) for at in sheet.points_columns)
    return sheet.column("date") is not None and any(value_text(cell).strip() == "" for cell in cells)


def _one_a_row_like(sheet: Sheet, columns: Columns) -> list[str]:
    """The games whose rows are one player's each, as most rows of a sheet are."""
    known = {game: one for game in registry.GAMES if (one := registry.one_a_row(game))}
    return [
        game
        for game, one in known.items()
        if columns.change_one_at_a_time(sheet.points_columns, sheet.stop, one.one_a_row, one.fewest)
    ]


def _pays_like_schafkopf(sheet: Sheet) -> bool:
    """Whether in nearly all rows two win what two lose, or one three times what each of the rest does."""
    if len(sheet.points_columns) < _FOUR:
        return False
    rows = fits = 0
    for row in range(min(sheet.stop, SAMPLE)):
        said = [written(sheet.table.value(row, at)) for at in sheet.points_columns]
        amounts = sorted(one for one in said if isinstance(one, (int, Fraction)) and one)
        rows += bool(amounts)
        fits += len(amounts) == _FOUR and not sum(amounts) and len(set(map(abs, amounts))) == 1
        fits += len(amounts) == _FOUR and (
            amounts[:3] == [-amounts[3] / 3] * 3 or amounts[1:] == [-amounts[0] / 3] * 3
        )
    return rows >= _NEVER_ALL_WRONG and _MOSTLY * rows <= fits


_FOUR, _MOSTLY = 4, 0.8


def _question(best: Weighed, others: Sequence[Weighed], null: float) -> Doubt:
    """What separates the best reading from its rival, which may be a foreign table."""
    rival = others[0] if others and others[0].evidence > null else None
    first = best.reading
    if rival is None:
        near = [one for one in (best, *others) if one.evidence > best.evidence - ODDS]
        # A game of which no row is one would be no answer.
        fitting = [one for one in near if one.fits] or near
        variant = "one-or-evenings" if best.settled and _tells_evenings(first.sheet) else "one"
        return Doubt(AMBIGUOUS_GAME, variant, _naming_all(fitting, [best, *others]))
    second = rival.reading
    if first.sheet.game != second.sheet.game:
        near = [one for one in (best, rival, *others) if one.evidence > rival.evidence - ODDS]
        return Doubt(AMBIGUOUS_GAME, "", _naming_all(near, [best, *others]))
    one, other = set(first.sheet.points_columns), set(second.sheet.points_columns)
    if one != other:
        heading = shown_name(first.sheet.table.headings[min(one ^ other)])
        players: dict[str, Param] = {"first": first.sheet.players, "second": second.sheet.players}
        if heading:
            return Doubt(AMBIGUOUS_NOTATION, "columns", {**players, **_is_a_player(heading)})
        return Doubt(AMBIGUOUS_NOTATION, "columns-unnamed", players)
    return _undecided(best, rival, others)


def _tells_evenings(sheet: Sheet) -> bool:
    """Whether a column says of each row which evening it is, or which round."""
    return any(column.role in {"date", "evening", "round"} for column in sheet.columns)


def _undecided(best: Weighed, rival: Weighed, others: Iterable[Weighed]) -> Doubt:
    first, second = best.reading.layout, rival.reading.layout
    same_layout = first.name == second.name
    game = best.reading.sheet.game
    near = {one.reading.sheet.game for one in others if one.evidence > rival.evidence - ODDS}
    # Where another game is nearly as likely, it is asked about next: the answer names this one.
    said = f"{_naming([game])['option']} " if near - {game} else ""
    params: dict[str, Param] = {
        "first": first.notation if same_layout else first.name,
        "second": second.notation if same_layout else second.name,
        "first_option": said + _option(first, same_layout=same_layout),
        "second_option": said + _option(second, same_layout=same_layout),
        "rows": best.rows,
        "first_fits": best.fits,
        "second_fits": rival.fits,
    }
    return Doubt(AMBIGUOUS_NOTATION, "", params)


def _option(layout: Layout, *, same_layout: bool) -> str:
    return f"--notation {layout.notation}" if same_layout else f"--layout {layout.name}"


def _naming(games: Iterable[str | None]) -> Mapping[str, Param]:
    from scorecheck.checks.own import asked_for_by

    names = tuple(dict.fromkeys(map(str, games)))
    return {"games": names, "option": " / ".join(f"--game {asked_for_by(name)}" for name in names)}


def _naming_all(near: Sequence[Weighed], groups: Sequence[Weighed]) -> Mapping[str, Param]:
    """The games, and where one may be kept in several ways these as well: a single answer settles it.

    What is hardly likely is offered all the same: it costs a few words, and without it who knows better has
    no answer.
    """
    from scorecheck.checks.own import asked_for_by

    params = _naming(one.reading.sheet.game for one in near)
    ways: list[str] = []
    for game in dict.fromkeys(one.reading.sheet.game for one in near):
        mine = [one for one in groups if one.reading.sheet.game == game and one.fits]
        least = max((one.evidence for one in mine), default=0.0) - _OFFERED
        kept = [one.reading.layout for one in mine if one.evidence > least]
        several = {
            word: len({getattr(layout, field) for layout in kept}) > 1 for word, field in _ASKED_FOR.items()
        }
        ways += [
            " ".join(
                [
                    f"--game {asked_for_by(str(game))}",
                    *(f"--{word} {getattr(layout, _ASKED_FOR[word])}" for word in several if several[word]),
                ]
            )
            for layout in kept
        ] or [f"--game {asked_for_by(str(game))}"]
    return {**params, "option": " / ".join(dict.fromkeys(ways))}


_ASKED_FOR = {"layout": "name", "notation": "notation"}
_OFFERED = 2 * ODDS


def _evidence(best: Weighed, weighed: Iterable[Weighed]) -> tuple[ReadingEvidence, ...]:
    ordered = sorted(weighed, key=lambda one: (one is not best, -one.evidence))
    return tuple(
        ReadingEvidence(
            one.reading.ruleset.game,
            one.reading.layout.name,
            one.reading.layout.notation,
            one.reading.sheet.players,
            one.rows,
            one.fits,
        )
        for one in ordered
    )


def _rulesets(
    headings: Iterable[str], wanted: Wanted, one_a_row: Callable[[int, int], bool]
) -> Iterable[Ruleset]:
    """The games that a table of points has columns enough for.

    One whose rows are one player's each is asked for last, and only where the rows are so.
    """
    columns = len(list(filter(None, headings)))
    games = registry.asked_for(wanted.game)
    for game, fewest in registry.fewest_players().items():
        if columns < fewest or game not in games:
            continue
        known = None if wanted.game == game else registry.one_a_row(game)
        if known is None or one_a_row(known.one_a_row, fewest):
            yield registry.load(game)


def _wanted(sample: Sample, path: str, ruleset: Ruleset, wanted: Wanted) -> Iterable[Reading]:
    def is_wanted(layout: Layout) -> bool:
        named = not layout.told_only if wanted.layout is None else wanted.layout == layout.name
        return named and wanted.notation in (None, layout.notation)

    by_signs = wanted.notation is None
    return readings(
        sample.table, path, ruleset, wanted, is_wanted=is_wanted, by_signs=by_signs, sample=sample
    )


def settled(reading: Reading, options: Mapping[str, str | int | bool]) -> Sheet:
    """The sheet with all options of its rules: those said, those that it shows, else the defaults."""
    ruleset, sheet = reading.ruleset, reading.sheet
    known = {name: value for name, value in options.items() if name in ruleset.options}
    in_force = ruleset.settled_options(sheet.preset, known)
    noun, by_preset = reading.layout.noun or ruleset.noun, reading.layout.by_preset
    if ruleset.shown_options is None:
        return replace(sheet, options=in_force, noun=noun, by_preset=by_preset)
    seen = ruleset.shown_options(sheet, in_force, entries_of(reading, sheet))
    shown = {name: what for name, what in seen.items() if name not in known}
    in_force = {**in_force, **{name: what.value for name, what in shown.items()}}
    return replace(sheet, options=in_force, noun=noun, shown=shown, by_preset=by_preset)
