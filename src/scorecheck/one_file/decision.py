"""Chooses the reading of a table: the one with the highest evidence, at odds of 99 to 1 against all others.

If the odds are lower, the user is asked; if the null model is likelier, the table is of no known game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from itertools import chain
from math import comb, inf, log

from scorecheck.checks.null import ODDS, SLIP, log_sum
from scorecheck.checks.rules import NO_TABLE
from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.sketch import Known, headings_of
from scorecheck.checks.words import plain
from scorecheck.games import registry
from scorecheck.layouts.readings import Reading, readings
from scorecheck.layouts.sample import Sample
from scorecheck.layouts.vocabulary import common_headings
from scorecheck.model.budget import Budget
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Column, ReadingEvidence, Table
from scorecheck.model.wanted import Wanted
from scorecheck.one_file.column_evidence import Columns
from scorecheck.one_file.evidence import (
    KNOWN,
    NEVER_ALL_WRONG,
    UNSIGNED,
    Weighed,
    called,
    of_elsewhere,
    weigh,
)
from scorecheck.one_file.questions import (
    Doubt,
    could_be_somebody,
    cut_short,
    foreign,
    has_check,
    nearly_silent,
    of_zeros,
    question,
    silent_columns,
)
from scorecheck.one_file.row_evidence import rows_prior

_A_READING = 5
"""The cost of a reading, in rows."""
_FEWEST_TURNED = 3
"""The least number of games in a transposed table: one column of scores beside names is a published list."""
_ENOUGH_ROWS, _USUAL_ROW, _TO_ONE = 7, -5.5, 12
"""After this many rows that fit, with this mean log-probability, no later game can compete."""
_HOPEFUL = 4
"""At least one row in this many must be a game; learning from the rows alone does not make it one."""
_BEGINS = 8
"""The number of rows that decide whether a reading is weighed first."""


def recognise(table: Table, path: str, wanted: Wanted, budget: Budget) -> tuple[Reading | Doubt, float]:
    """The reading of a table as a scoresheet of a game, or why there is none; and the evidence."""
    columns = Columns(table)
    decision = _decided(_weighed(columns, path, wanted, budget), columns, wanted)
    hopeful = any(
        _HOPEFUL * one.fits >= one.rows
        for one in decision.groups
        if one.reading.layout.notation == "plus-minus" or not wanted.only_sure
    )
    if decision.margin < ODDS and hopeful and not budget.exhausted:
        # Learning how this club plays may decide.
        again = _weighed(columns, path, wanted, budget, learning=True)
        decision = _decided(again, columns, wanted)
    if budget.exhausted:
        return cut_short(table, told=wanted.game is not None)._replace(beside=False), 0.0
    if wanted.only_sure and decision.margin < ODDS:
        return Doubt(NO_TABLE, "", {"players": 3}, beside=True, table=table), 0.0
    is_foreign = not decision.groups or _is_foreign(decision, wanted)
    if is_foreign and not wanted.game and (alone := _of_one_player(columns, path, wanted, budget)):
        return question(alone[0], alone[1:], inf)._replace(beside=True, table=table), 0.0
    if not decision.groups:
        return Doubt(NO_TABLE, "", {"players": 3}, beside=True, table=table), 0.0
    best, *others = decision.groups
    evidence = tuple(map(_evidence, decision.groups))
    open_ = decision.margin < ODDS
    if is_foreign:
        doubt = foreign(decision.groups, columns, told=wanted.says_what)
        return doubt._replace(table=table, evidence=evidence), 0.0
    gain = max(0.0, best.evidence)
    if open_:
        doubt = question(best, others, decision.null)
        are_games = best.evidence > decision.null + ODDS
        return doubt._replace(table=table, evidence=evidence, are_games=are_games), gain
    found = _with_its_check(best, others, columns, path, wanted, budget)
    if isinstance(found, Doubt):
        return found._replace(table=table, evidence=evidence), gain
    return found._replace(sheet=replace(found.sheet, evidence=evidence)), gain


def _with_its_check(
    best: Weighed, others: Sequence[Weighed], columns: Columns, path: str, wanted: Wanted, budget: Budget
) -> Reading | Doubt:
    """The best reading, with a column of zeros as a check; or the question whether such a column, or one of
    hardly more, is a player's."""
    silent = silent_columns(best, columns, wanted)
    check = _without_zeros(best, silent, columns, path, wanted, budget) if len(silent) == 1 else None
    doubt = of_zeros(silent[0]) if silent and check is None else nearly_silent(best, others, columns, wanted)
    if doubt is not None:
        return doubt
    reading = (check or best).completed()
    decided_by = _decided_by(best, others, wanted)
    zeros = silent[0].at if silent else None
    return reading._replace(sheet=replace(reading.sheet, decided_by=decided_by, check_of_zeros=zeros))


def _without_zeros(
    best: Weighed, silent: Sequence[Column], columns: Columns, path: str, wanted: Wanted, budget: Budget
) -> Weighed | None:
    """The best reading with a column of zeros as a check behind all players, if hardly anybody who plays has
    0 in each of these rows; else ``None``."""
    sheet, at = best.reading.sheet, silent[0].at
    players = {one for one in sheet.points_columns if one != at}
    if at < max(players):
        return None
    same = wanted._replace(game=sheet.game, layout=sheet.layout, notation=sheet.notation, weigh_all=True)
    found: dict[bool, Weighed] = {}
    for one in _weighed(columns, path, same, budget):
        left = set(one.reading.sheet.points_columns) - players
        if players <= {*one.reading.sheet.points_columns} and left <= {at}:
            found[bool(left)] = max(found.get(bool(left), one), one, key=lambda each: each.evidence)
    plays, check = found.get(True), found.get(False)
    return check if plays and check and check.evidence > plays.evidence + ODDS else None


def _of_one_player(columns: Columns, path: str, wanted: Wanted, budget: Budget) -> Sequence[Weighed]:
    """The readings of a table in which only one of the players has numbers yet, if all rows fit.

    Each is far likelier than a foreign table. Only a game in which a row has points of one player can be so.
    """
    silent = sum(not any(columns.said(at)) for at, name in enumerate(columns.sample.table.headings) if name)
    games = [
        one for one in registry.GAMES if (known := registry.one_a_row(one)) and silent > known.fewest - 2
    ]
    weighed = (_weighed(columns, path, wanted._replace(game=game), budget) for game in games)
    found = (one for one in chain.from_iterable(weighed) if one.is_flawless and one.moved)
    return _alike((one for one in found if one.evidence >= ODDS), columns)


def _is_foreign(decision: _Decision, wanted: Wanted) -> bool:
    """Whether a table is of no known game, although a reading of one is the best."""
    best, told = decision.groups[0], wanted.says_what
    by_itself = not told and (best.in_part or of_elsewhere(best.reading.sheet))
    # That no row fits may be slips where the user or a mark names the game.
    open_ = decision.margin < ODDS
    marked = told or (not open_ and best.reading.ruleset.telltale(best.reading.sheet))
    never = not best.fits and (best.rows >= NEVER_ALL_WRONG or not marked)
    return bool(by_itself) or best.rate > 1 or best.evidence < decision.null or never


class _Decision(NamedTuple):
    """The readings of a table, and how certain the first is."""

    groups: Sequence[Weighed]
    """The best first; of equivalent ones only the best."""
    null: float
    """The log-odds of the best foreign table, one whose numbers are not those of a known game."""
    margin: float
    """The log-odds of the first against all others together, including the foreign table."""


def _decided(weighed: Sequence[Weighed], columns: Columns, wanted: Wanted) -> _Decision:
    groups = _alike(_by_players(weighed, wanted), columns)
    groups = _without_left_out(groups, columns)
    sure = _beyond_doubt(weighed)
    if sure is not None:
        # All rows are games of just this kind, which is no chance.
        ordered = [sure, *(one for one in groups if one is not sure)]
        return _Decision(ordered, min(0.0, sure.evidence), ODDS)
    null = max([0.0, *(one.alike for one in weighed)])
    if groups and wanted.says_what and _bears_out(groups[0]):
        # Where losers pay, other tables whose rows are so still compete.
        null = max(one.as_rows for one in weighed) if groups[0].reading.ruleset.zero_sum else -inf
    # What the user says must only be likelier than a foreign table.
    rest = log_sum([null - ODDS * wanted.says_what, *(one.evidence for one in groups[1:])])
    return _Decision(groups, null, groups[0].evidence - rest if groups else 0.0)


def _weighed(
    columns: Columns, path: str, wanted: Wanted, budget: Budget, *, learning: bool = False
) -> list[Weighed]:
    """The readings of a table with their evidence.

    None is weighed after one that is beyond doubt, for more than two players; nor those of which hardly a
    first row can be a game, if others decide. Readings are missing if the budget is exhausted.
    """
    table = columns.sample.table
    fewest = _FEWEST_TURNED if table.turned else 1
    named = (wanted.game, wanted.preset, wanted.layout, wanted.notation)
    told = len(named) - named.count(None)
    found: list[Weighed] = []
    hopeless: list[tuple[Reading, bool]] = []

    def weigh_one(reading: Reading, by_name: bool) -> Weighed:
        one = weigh(reading, columns, called=by_name, told=told, learning=learning)
        budget.spend(one.rows + _A_READING)
        if one.rows >= fewest and not one.is_empty:
            found.append(one)
        return one

    for ruleset in _rulesets(columns, path, wanted):
        by_name = called(ruleset, table, path)
        possible = _wanted(columns.sample, path, ruleset, wanted, by_name=by_name)
        for reading in possible:
            if budget.exhausted:
                return found
            if not wanted.weigh_all and _begins_otherwise(reading, columns):
                # Fewer players are tried where columns beside them may spoil the rows, not all of them.
                if not any(one.layout is reading.layout for one, _ in hopeless if one.layout.takes_all):
                    hopeless.append((reading, by_name))
                continue
            if _ends_the_search(weigh_one(reading, by_name), found) and not wanted.weigh_all:
                return found
    if hopeless and not wanted.only_sure and not _is_decided(found, columns, wanted):
        for reading, by_name in hopeless:
            if budget.exhausted:
                break
            weigh_one(reading, by_name)
    return found


def _ends_the_search(one: Weighed, found: Sequence[Weighed]) -> bool:
    """Whether no further reading needs to be weighed.

    Points won without a sign compete with points lost, and those of a club's own game with totals, whose
    steps its file may allow as well.
    """
    own = registry.is_told_only(one.reading.ruleset.game or "")
    competes = one.is_one_amount or own or one.reading.layout.notation == "plus-only"
    return not competes and _is_beyond_doubt(one, found)


def _change_one_at_a_time(columns: Columns, path: str, game: str, known: Known, wanted: Wanted) -> bool:
    """Whether in enough rows the points of one player alone change, as in a game that is not imported yet."""
    headings = headings_of(game)
    # Whom a column names is of no matter here.
    roles = frozenset(headings.values()) - {"party"}
    of_any = Layout("points", running=False, roles=roles, coherent=lambda _entry, _past, _sheet: True)
    layouts = [replace(of_any, takes_all=True, notation=one) for one in ("plus-minus", "plus-only")]
    ruleset = Ruleset(game, tuple(layouts), presets=(), checks=(), result=None, headings=headings)
    sample = columns.sample
    possible = readings(sample.table, path, ruleset, wanted, by_signs=True, sample=sample)
    sheets = {(one.sheet.points_columns, one.sheet.stop) for one in possible}
    return any(
        count > 1 and 2 * fits >= count
        for points, stop in sheets
        for fits, count in columns.one_at_a_time(points, stop, known.one_a_row, known.fewest)
    )


def _begins_otherwise(reading: Reading, columns: Columns) -> bool:
    """Whether less than a quarter of the first rows can be games."""
    layout, sheet = reading.layout, reading.sheet
    if layout.prior is None:
        return False
    prior, fits = rows_prior(layout.prior, len(sheet.points_columns)), 0
    steps = columns.first_steps(sheet.points_columns, min(sheet.stop, _BEGINS), running=sheet.running)
    count = len(steps)
    for step in steps:
        fits += prior(step) > -inf
        if _HOPEFUL * fits >= count:
            return False
    return count >= NEVER_ALL_WRONG


def _is_decided(weighed: Sequence[Weighed], columns: Columns, wanted: Wanted) -> bool:
    """Whether a reading is chosen and fits half of its rows."""
    if not weighed:
        return False
    decision = _decided(weighed, columns, wanted)
    best = decision.groups[0]
    taken = decision.margin >= ODDS and not _is_foreign(decision, wanted)
    return taken and 2 * best.fits >= best.rows


def _bears_out(one: Weighed) -> bool:
    """Whether the rows are what the user says, so that only tables with such rows compete.

    The file of a club's own game says which rows it has, not how often: half of them are enough. Rows without
    any points are those of any table.
    """
    own = registry.is_told_only(one.reading.sheet.game or "")
    return (one.is_flawless and 2 * one.moved > one.rows) or (own and 2 * one.fits >= one.rows)


def _is_beyond_doubt(one: Weighed, weighed: Sequence[Weighed]) -> bool:
    """Whether a game is chosen whatever later games would make of the table.

    No column may hold another game's marks, and where a row does not fit, none may be no player's; a heading
    without a letter is no name. Nothing else that was ``weighed`` and gives other points is as likely, nor a
    foreign table.
    """
    roles = {column.role for column in one.reading.sheet.columns}
    players, at_table = len(one.reading.sheet.players), one.reading.layout.at_table
    # Players who sit out are no evidence for a game.
    who = log(comb(players, at_table)) if at_table and players > at_table else 0.0
    usual = one.moved >= _ENOUGH_ROWS and one.mean + who > _USUAL_ROW
    full = players == at_table
    fits = one.is_flawless or (full and _TO_ONE * (one.rows - one.fits) <= one.rows)
    named = all(any(map(str.isalpha, name)) for name in one.reading.sheet.players)
    foreign = one.evidence < max([one.alike, *(other.alike for other in weighed)]) + ODDS
    sure = fits and usual and named and one.rate == 1 and not foreign and roles <= {"number", "player"}
    return sure and not any(
        other.evidence > one.evidence - ODDS and other is not one and not _is_unsigned(one, other)
        for other in weighed
    )


def _beyond_doubt(weighed: Sequence[Weighed]) -> Weighed | None:
    """The first reading beyond doubt, with the likelier sign of unsigned numbers; none for two players."""
    found = [one for one in weighed if not one.is_one_amount and _is_beyond_doubt(one, weighed)]
    unsigned = [one for one in found if _is_unsigned(found[0], one)]
    return max(unsigned or found[:1], key=lambda one: one.evidence, default=None)


def _alike(weighed: Iterable[Weighed], columns: Columns) -> list[Weighed]:
    """The readings, the best first; of equivalent ones only the best.

    Points and totals are equivalent if nobody has two numbers. So are the choices for a column of zeros:
    beside a column that checks the rows it is a player's.
    """
    found: dict[object, Weighed] = {}
    for one in sorted(weighed, key=lambda one: -one.evidence):
        sheet, layout = one.reading.sheet, one.reading.layout
        kept = "" if columns.once_each(sheet.points_columns, sheet.stop) else layout.name
        players = tuple(at for at in sheet.points_columns if columns.holds_points(at))
        same = sheet.game, kept, layout.notation, players
        first = found.setdefault(same, one)
        more = set(sheet.points_columns) - set(first.reading.sheet.points_columns)
        if more and has_check(one) and all(could_be_somebody(one, at, columns) for at in more):
            found[same] = one._replace(evidence=first.evidence)
    return list(found.values())


def _without_left_out(weighed: Sequence[Weighed], columns: Columns) -> list[Weighed]:
    """The readings, without those that leave out a player's column of another one.

    Such a column has no points in the games, and all results below these have a number there, as for each
    player. Who never played alone has an end all the same.
    """
    alike: dict[object, list[set[int]]] = {}

    def those_like(one: Weighed) -> list[set[int]]:
        """The players' columns of the readings that differ at most in columns without points."""
        sheet = one.reading.sheet
        loud = frozenset(at for at in sheet.points_columns if any(columns.said(at)[: sheet.stop]))
        return alike.setdefault((sheet.game, sheet.layout, sheet.notation, sheet.stop, loud), [])

    for one in weighed:
        those_like(one).append(set(one.reading.sheet.points_columns))
    return [one for one in weighed if not any(_has_results(one, more, columns) for more in those_like(one))]


def _has_results(one: Weighed, more: Set[int], columns: Columns) -> bool:
    """Whether all results below the games of a reading have a number in each column of a larger one."""
    sheet = one.reading.sheet
    players = sheet.points_columns
    if not set(players) < more:
        return False
    left = more - set(players)
    below = zip(*(columns.said(at)[sheet.stop :] for at in (*players, *left)), strict=True)
    results = [row for row in below if None not in row[: len(players)]]
    return len(results) >= _FEWEST_RESULTS and all(None not in row for row in results)


_FEWEST_RESULTS = 2


def _by_players(weighed: Iterable[Weighed], wanted: Wanted) -> list[Weighed]:
    """The readings, those with fewer players weighed against those with more.

    Where rows need not add up, the sizes of numbers do not show whose a column is. Headings do, and rows that
    are games only without it: by slips, or by chance.
    """
    found: dict[tuple[int, ...], list[Weighed]] = {}
    for one in weighed:
        players = one.reading.sheet.points_columns if one.reading.layout.takes_all else ()
        found.setdefault(players, []).append(one)
    told = set(map(plain, wanted.headings))
    for players in sorted(found, key=len, reverse=True):
        few = found[players]
        best = max(one.evidence for one in few)
        most = best
        for more, them in found.items():
            if players and set(players) < set(more):
                headings = few[0].reading.sheet.table.headings
                left = [plain(headings[at]) for at in more if at not in players]
                known = sum(word in common_headings() and word not in told for word in left)
                gain = _gained(few, them) - known * KNOWN + (len(left) - known) * _STRANGER
                most = min(most, max(one.evidence for one in them) + gain)
        found[players] = [one._replace(evidence=one.evidence + most - best) for one in few]
    return list(chain.from_iterable(found.values()))


def _gained(few: Sequence[Weighed], most: Sequence[Weighed]) -> float:
    """The log-odds of a column that happens to spoil some rows, against slips in these."""
    rows = max(one.rows for one in most)
    better = max(0, max(one.fits for one in few) - max(one.fits for one in most))
    slips = better * log(SLIP) + (rows - better) * log(1 - SLIP)
    return -log((rows + 1) * comb(rows, better)) - slips


_STRANGER = log(0.005)
"""A column that is no player's under an unknown heading, though the file of the game may name it."""


def _decided_by(best: Weighed, others: Iterable[Weighed], wanted: Wanted) -> str:
    """The reason for a reading: the user, custom, a mark, the total row, or the rows."""
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
    """Whether only custom says that points without a sign were won, not lost."""
    first, second = best.reading, other.reading
    in_order = (first.layout.notation, second.layout.notation) == ("plus-only", "losers-only")
    return in_order and _is_unsigned(best, other) and other.evidence - UNSIGNED > best.evidence - ODDS


def _is_unsigned(one: Weighed, other: Weighed) -> bool:
    """Whether two readings differ at most in whether points without a sign were won or lost."""
    first, second = one.reading, other.reading
    same = first.sheet.points_columns == second.sheet.points_columns
    return same and {first.layout.notation, second.layout.notation} <= {"plus-only", "losers-only"}


def _evidence(one: Weighed) -> ReadingEvidence:
    game, layout, players = one.reading.ruleset.game, one.reading.layout, one.reading.sheet.players
    return ReadingEvidence(game, layout.name, layout.notation, players, one.rows, one.fits)


def _rulesets(columns: Columns, path: str, wanted: Wanted) -> Iterable[Ruleset]:
    """The games for which a table of points has enough columns.

    A game with one player per row is imported only if the rows are so, which no other game decides.
    """
    table = columns.sample.table
    count = len(list(filter(None, table.headings[table.first_column :])))
    games = registry.asked_for(wanted.game)
    for game, fewest in registry.fewest_players().items():
        if count < fewest or game not in games:
            continue
        known = None if wanted.game == game else registry.one_a_row(game)
        if known is None or _change_one_at_a_time(columns, path, game, known, wanted):
            yield registry.load(game)


def _wanted(
    sample: Sample, path: str, ruleset: Ruleset, wanted: Wanted, *, by_name: bool
) -> Iterable[Reading]:
    enough = {"", "game"} if by_name or wanted.game == ruleset.game else {""}

    def is_wanted(layout: Layout) -> bool:
        named = layout.told_only in enough if wanted.layout is None else wanted.layout == layout.name
        return named and wanted.notation in (None, layout.notation)

    by_signs = wanted.notation is None
    return readings(
        sample.table, path, ruleset, wanted, is_wanted=is_wanted, by_signs=by_signs, sample=sample
    )
