"""Tables of no game: published standings, long lists, grids of evenings, lists of rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import partial
from itertools import chain, islice, zip_longest
from math import exp, inf, lgamma, log
from string import digits
from typing import TYPE_CHECKING

from scorecheck.checks.null import MARK, ODDS, by_itself, of_fits, out_of_order
from scorecheck.checks.ruleset import Ruleset
from scorecheck.checks.words import plain
from scorecheck.games import registry
from scorecheck.layouts.entries import entries_of
from scorecheck.layouts.readings import Reading, readings
from scorecheck.layouts.sample import counts_up
from scorecheck.layouts.unrolled import Unrolled, pairs_in_cells, unrolled
from scorecheck.layouts.vocabulary import common_headings, row_words, words_that_part
from scorecheck.layouts.wordy import has_words, holds_points
from scorecheck.model.cells import Number, Value, value_text, written
from scorecheck.model.record import replace
from scorecheck.model.sheet import Entry, Sheet, Table
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.evidence import (
    CALLED,
    REPEATED,
    TOLD,
    UNKNOWN,
    called,
    headings_of,
    of_elsewhere,
)
from scorecheck.one_file.row_evidence import GROUPED, SLIP, RowAmounts, weigh_groups, won_by_one

if TYPE_CHECKING:
    from scorecheck.tournament.listed import Rounds
    from scorecheck.tournament.long_list import RowGroup


def as_list(table: Table, path: str, wanted: Wanted, *, is_asked: bool) -> Reading | None:
    """The table read as published standings, a long list or a grid of evenings.

    ``is_asked``: it may be a game's and is in question.
    """
    listed = published(table, path, wanted)
    found = (
        (listed and (_by_rounds(listed, path, wanted) or listed))
        or _long_list(table, path, wanted)
        or _likeliest(unrolled(table), path, wanted)
    )
    return found if found is not None else _grid(table, path, wanted, is_asked=is_asked)


def published(table: Table, path: str, wanted: Wanted) -> Reading | None:
    """The table read as a published list: one row per player, with a score."""
    from scorecheck.tournament.published import RULESET, WITHOUT_SUM, has_scores
    from scorecheck.tournament.seeger import ends_of

    if wanted.layout not in (None, RULESET.layouts[0].name):
        return None
    settles = wanted.game is None or registry.load(wanted.game).zero_sum
    found = next(readings(table, path, RULESET if settles else WITHOUT_SUM, wanted), None)
    if found is None or not has_scores(found.sheet):
        return _by_sums(table, path, wanted)
    ends = ends_of(found.sheet)
    score = found.sheet.points_columns[0]
    if ends is not None and ends.end != score and table.headings[ends.end] != table.headings[score]:
        # The points of the games stand before the final results, which are the scores.
        told = {**wanted.headings, table.headings[score]: "other", table.headings[ends.end]: "score"}
        return published(table, path, wanted._replace(headings=told))
    if wanted.layout is None and (of_elsewhere(found.sheet) or _of_columns(found, path, wanted) < ODDS):
        return None
    sheet = replace(found.sheet, decided_by="marks" if wanted.layout is None else "told")
    if wanted.game is not None:
        sheet = replace(sheet, game=wanted.game, preset=wanted.preset)
    return found._replace(sheet=sheet)


def _by_sums(table: Table, path: str, wanted: Wanted) -> Reading | None:
    """The table read as a published list whose score is the sum of its rounds, under any word."""
    from scorecheck.tournament.listed import rounds_give_most
    from scorecheck.tournament.published import RULESET

    known = [common_headings().get(plain(one)) or RULESET.headings.get(plain(one)) for one in table.headings]
    if wanted.layout is not None or "name" not in known or "score" in {*known, *wanted.headings.values()}:
        return None
    free = [at for at, role in enumerate(known) if role is None and holds_points(table.rows, at)]
    for at in reversed(free[_FEWEST_ROUNDS:][-_MOST_BEHIND:]):
        told = wanted._replace(headings={**wanted.headings, table.headings[at]: "score"})
        found = published(table, path, told)
        if found is not None and rounds_give_most(found.sheet):
            return found
    return None


_MOST_BEHIND = 3
"""The columns that are tried as the sum: it, and means and counts behind it."""


def _by_rounds(listed: Reading, path: str, wanted: Wanted) -> Reading | None:
    """A published list with rounds that give its scores, read as a grid of evenings.

    So wins and losses of each round must add up to 0, and a slip is where a line and a round cross.
    """
    from scorecheck.tournament.listed import rounds_of

    sheet = listed.sheet
    rounds = rounds_of(sheet)
    if wanted.layout is not None or wanted.notation or rounds is None or rounds.games or rounds.mean:
        return None
    table, roles = turned_list(sheet, rounds)
    told = {**wanted.headings, **roles}
    _, best = _rounds(table, path, wanted._replace(headings=told))
    if best is None or len(best.sheet.players) < [*roles.values()].count("player"):
        return None
    return best._replace(sheet=replace(best.sheet, game=sheet.game, preset=sheet.preset, decided_by="rows"))


def _long_list(table: Table, path: str, wanted: Wanted) -> Reading | None:
    """The table read as a long list, a row per player and game, with the grouping of the highest evidence."""
    from scorecheck.tournament.long_list import LAYOUT, RULESET

    if wanted.layout not in (None, LAYOUT):
        return None
    ways = islice(readings(table, path, RULESET, wanted), 1)
    of_games = not _OF_GAMES.isdisjoint(RULESET.headings.get(plain(one)) for one in table.headings)
    played = 0.0 if of_games else _of_anybody(table.headings, table.headings, wanted)
    played += _of_named_game((), table, path, wanted)
    return _best_parted([*ways], wanted, played)


def _best_parted(ways: Sequence[Reading], wanted: Wanted, played: float) -> Reading | None:
    """The likeliest of some readings as a long list, with the grouping of the highest evidence.

    ``played``: the log-odds that numbers, none of them below 0, are points.
    """
    from scorecheck.tournament.listed import has_scores_below_zero
    from scorecheck.tournament.long_list import WITHOUT_SUM, ways_to_part

    # Where points need not add up to 0, who is in each group tells.
    signed = any(has_scores_below_zero(found.sheet) for found in ways)
    settles = registry.load(wanted.game).zero_sum if wanted.game else signed
    named = -inf if settles else played
    weighed = [
        (max(by_sums, _of_names(groups, len(sheet.players)) + named) + gaps, by_sums, found, sheet)
        for found in ways
        for rows in [tuple(entries_of(found, found.sheet))]
        for gaps in [_of_gaps(rows)]
        for sheet, groups in ways_to_part(found.sheet, rows)
        for by_sums in [weigh_groups([(one.points, next(one.twice(), None) is None) for one in groups])]
    ]
    if not weighed:
        return None
    evidence, by_sums, found, sheet = max(weighed, key=lambda one: one[0])
    if wanted.layout is None and evidence < ODDS:
        return None
    ruleset = found.ruleset if settles or by_sums >= ODDS else WITHOUT_SUM
    decided_by = "rows" if wanted.layout is None else "told"
    return found._replace(ruleset=ruleset, sheet=replace(sheet, decided_by=decided_by))


def _of_gaps(rows: Sequence[Entry]) -> float:
    """The log-odds that so many rows name nobody by slips, against a column of words with any gaps."""
    from scorecheck.tournament.long_list import name_in

    gaps = sum(not name_in(entry) for entry in rows)
    ways = lgamma(len(rows) + 1) - lgamma(gaps + 1) - lgamma(len(rows) - gaps + 1)
    return min(0.0, ways + gaps * log(SLIP))


def _of_names(groups: Iterable[RowGroup], names: int) -> float:
    """The log-odds by the headings, and that nobody is in a group twice, against any name in each row."""
    total = GROUPED
    for group in groups:
        rows = len(group.entries)
        apart = -inf if rows > names else lgamma(names + 1) - lgamma(names - rows + 1) - rows * log(names)
        if next(group.twice(), None) is None:
            total += log(1 - SLIP) - apart
        else:
            total += log(SLIP) - log(1 - exp(apart))
    return total


def by_content(table: Table, path: str, wanted: Wanted) -> Reading | None:
    """The table read as a long list with names and points under any words: only its games show them."""
    from scorecheck.tournament.long_list import PARTING, RULESET

    known = {**common_headings(), **RULESET.headings}
    roles = [known.get(plain(heading)) for heading in table.headings]
    if wanted.layout is not None or PARTING.isdisjoint(filter(None, roles)):
        return None
    free = [at for at, role in enumerate(roles) if table.headings[at] and role in {None, "name", "score"}]
    columns = (
        (name, score)
        for name in free
        if has_words(table.rows, name, _FEWEST_NAMES)
        for score in free
        if holds_points(table.rows, score)
    )
    pairs = islice(columns, _MOST_PAIRS)
    told = ({table.headings[name]: "name", table.headings[score]: "score"} for name, score in pairs)
    ways = (readings(table, path, RULESET, wanted._replace(headings=one)) for one in told)
    found = [*chain.from_iterable(islice(one, 1) for one in ways)]
    return _best_parted(found, wanted, 0.0 if wanted.game else -inf)


_FEWEST_NAMES, _MOST_PAIRS = 2, 8
_OF_GAMES = frozenset({"round", "table", "game"})
"""What groups rows of games alone; evenings are days and weeks as well."""


def _likeliest(tables: Iterable[Unrolled], path: str, wanted: Wanted) -> Reading | None:
    """The first of some converted tables that is a long list."""
    for table, roles in tables:
        found = _long_list(table, path, wanted._replace(headings={**wanted.headings, **roles}))
        if found is not None:
            return found
    return None


def _grid(table: Table, path: str, wanted: Wanted, *, is_asked: bool) -> Reading | None:
    """The table read as a grid of evenings, with the members of the highest evidence."""
    from scorecheck.tournament.evenings_grid import LAYOUT

    if wanted.layout not in (None, LAYOUT):
        return None
    told = wanted.notation or (wanted.game and not wanted.in_no_round)
    # What evenings gave in money adds up to 0 in such a game, too.
    in_money = wanted.layout is None and wanted.game and registry.load(wanted.game).may_score
    if in_money or wanted.layout is not None or not told:
        of_any = wanted._replace(game=None) if in_money else wanted
        found = _grid_by_rows(table, path, of_any, is_asked=is_asked)
        if found is not None:
            return found
    return _grid_by_headings(table, path, wanted, is_asked=is_asked)


def _grid_by_rows(table: Table, path: str, wanted: Wanted, *, is_asked: bool) -> Reading | None:
    """A grid of evenings that is recognised by its rows, or by the user's word.

    If the rows may be games, they must be called evenings.
    """
    from scorecheck.tournament.evenings_grid import (
        OF_ANY_SIZE,
        RULESET,
        WITHOUT_SUM,
        is_of_evenings,
        names_evenings,
    )

    ruleset = RULESET if wanted.layout is None else OF_ANY_SIZE
    if wanted.game and not registry.load(wanted.game).zero_sum:
        ruleset = WITHOUT_SUM
    evidence, best = _likeliest_grid(table, path, wanted, ruleset)
    if best is None or (of_elsewhere(best.sheet) and not wanted.says_what and wanted.layout is None):
        return None
    rows = best.entries or ()
    shown = evidence >= ODDS + max(0.0, _paid_to_one(rows)) and is_of_evenings(best.sheet, rows)
    if is_asked:
        shown = shown and names_evenings(best.sheet, rows)
    return _decided(best, wanted) if shown or wanted.layout is not None else None


def _paid_to_one(rows: Iterable[Entry]) -> float:
    """The log-odds of bills that one paid for the others, and of transfers, against independent numbers."""
    amounts = RowAmounts([entry.points for entry in rows if any(entry.points)])
    numbers = [float(number) for step in amounts.steps for number in step]
    return won_by_one(amounts.steps, amounts.spread) - by_itself(numbers, numbers)


def _grid_by_headings(table: Table, path: str, wanted: Wanted, *, is_asked: bool) -> Reading | None:
    """A grid of evenings of a game without losers, recognised by headings and names of evenings.

    The game is named as one of these, or a column names the winners by the points, or totals under the names
    are right. Totals so far are none.
    """
    from scorecheck.tournament.evenings_grid import WITHOUT_SUM, are_points, words_for_sides

    evenings = _called_evenings(table, wanted)
    if wanted.notation or not evenings:
        return None
    need_not = _that_need_not_settle(table, path, wanted)
    if need_not and not any(map(_has_a_card_each, need_not)):
        # A row is a game.
        evenings -= {"game"}
    by_totals = bool(evenings & {"round", "game"}) and not (is_asked or wanted.says_what or need_not)
    sides = words_for_sides() & {*map(plain, table.headings)}
    if not evenings or not (need_not or sides or by_totals):
        return None
    are_evenings = partial(_are_evenings, evenings)
    _, best = _likeliest_grid(table, path, wanted._replace(game=None), WITHOUT_SUM, are_evenings)
    if best is None or not are_points(best.sheet, best.entries or ()):
        return None
    shown = _of_its_games(best, path, wanted) if need_not else _names_its_winners(best)
    return _decided(best, wanted) if shown or (by_totals and _totals_agree(best)) else None


def _has_a_card_each(game: Ruleset) -> bool:
    """Whether a game is kept on a card for each player, of which only the end stands in a grid."""
    return all(one.row_names or one.required for one in game.layouts)


def _of_its_games(grid: Reading, path: str, wanted: Wanted) -> bool:
    """Whether what evenings gave may be of the game that the user or the sheet names."""
    from scorecheck.tournament.evenings_grid import of_those_there

    rounds = [*map(of_those_there, grid.entries or ())]
    return _of_named_game(rounds, grid.sheet.table, path, wanted) > 0


def _names_its_winners(grid: Reading) -> bool:
    """Whether a column names the winners by the points, at odds of 99 to 1."""
    from scorecheck.tournament.evenings_grid import winners_named

    return sum(named.log_odds for named in winners_named(grid.sheet)) >= ODDS


def _totals_agree(grid: Reading) -> bool:
    """Whether totals are the sums of rows without losers, at odds of 99 to 1 against any numbers."""
    from scorecheck.tournament.evenings_grid import lines_of

    rows = grid.entries or ()
    evidence = _of_sums((line.score, written(line.said)) for line in lines_of(grid.sheet, rows))
    return evidence >= ODDS and all(min(entry.points) >= 0 for entry in rows)


def _called_evenings(table: Table, wanted: Wanted) -> Set[str]:
    """The roles of columns that may name the evening of each row, by their headings."""
    from scorecheck.tournament.evenings_grid import RULESET

    words = {**common_headings(), **RULESET.headings}
    named = {words.get(plain(one)) for at, one in enumerate(table.headings) if _names_apart(table, at)}
    # A round of a club's own game is one of its rows.
    of_club = registry.is_told_only(wanted.game or "")
    return {*filter(None, named)} & (_EVENINGS - {"round"} if of_club else {*_EVENINGS, "game"})


def _of_named_game(rounds: Sequence[Sequence[Number]], table: Table, path: str, wanted: Wanted) -> float:
    """The log-odds that each round is of the game that the user or the sheet names; 0 where none is named."""
    named = map(registry.load, registry.asked_for(wanted.game))
    ways = [_as_of_game(game, rounds) for game in named if wanted.game or called(game, table, path)]
    return (TOLD if wanted.game else CALLED) + max(ways) if ways else 0.0


def _as_of_game(game: Ruleset, rounds: Sequence[Sequence[Number]]) -> float:
    """The log-odds that what each round gave is of a game, against any numbers."""
    if game.zero_sum:
        settled = sum(not sum(each) for each in rounds)
        return _UNSETTLED * (2 * settled < len(rounds))
    fits = [] if game.may_score is None else [all(map(game.may_score, each)) for each in rounds]
    return of_fits(fits.count(True), fits.count(False))


_UNSETTLED = log(0.002)
"""A list that leaves out guests, so that its rounds do not add up to 0 although those of its game do."""


def _that_need_not_settle(table: Table, path: str, wanted: Wanted) -> Sequence[Ruleset]:
    """The named games in which nobody loses what others win, so that evenings need not add up to 0."""
    games = map(registry.load, registry.asked_for(wanted.game))
    return [game for game in games if not game.zero_sum and (wanted.game or called(game, table, path))]


def _names_apart(table: Table, column: int) -> bool:
    """Whether most cells of a column differ, as names of evenings do, but for rows below them."""
    said = [*filter(None, (value_text(table.value(row, column)).strip() for row in range(len(table.rows))))]
    return 2 * len({*said}) > len(said)


def _are_evenings(roles: Set[str | None], reading: Reading) -> bool:
    """Whether a column with one of some roles gives each row a different name."""
    from scorecheck.tournament.evenings_grid import names_evenings

    rows = reading.entries or ()
    return names_evenings(reading.sheet, rows, roles) and all(entry.readable for entry in rows)


_EVENINGS = frozenset({"evening", "date", "round"})
_SILENT = log(1e-4)
"""Somebody who was there on each evening and always came out even."""


def _likeliest_grid(
    table: Table,
    path: str,
    wanted: Wanted,
    ruleset: Ruleset,
    may_be: Callable[[Reading], bool] = lambda _: True,
) -> tuple[float, Reading | None]:
    """The grid with the likeliest choice of members, and its evidence.

    If sums of rows do not show the members, every possible column is one.
    """
    from scorecheck.tournament.evenings_grid import of_those_there

    best: tuple[float, Reading | None] = 0.0, None
    widest = best
    for reading in readings(table, path, ruleset, wanted):
        if _names_members_in_rows(reading.sheet):
            continue
        rows = tuple(entries_of(reading, reading.sheet))
        found = reading._replace(entries=rows)
        if not may_be(found):
            continue
        groups = [(of_those_there(entry), entry.readable) for entry in rows]
        # A column of zeros beside the members' is rather the sum of each row than a member's.
        silent = sum(
            all(cell == 0 for cell in cells) for cells in zip(*(one.written for one in rows), strict=True)
        )
        one = weigh_groups(groups, headings_of(reading) + _SILENT * silent), found
        best = max(best, one, key=lambda weighed: (weighed[1] is not None, weighed[0]))
        widest = max(widest, one, key=_width)
    return best if best[1] is None or best[0] >= ODDS else widest


def _names_members_in_rows(sheet: Sheet) -> bool:
    """Whether the columns are called as evenings are, or a column of names stands beside them."""
    from scorecheck.tournament.published import RULESET
    from scorecheck.tournament.rounds import names_a_round

    if all(map(names_a_round, sheet.players)):
        return True
    table = sheet.table
    if table.turned:
        return False
    beside = (at for at in range(len(table.headings)) if at not in sheet.points_columns)
    names = (at for at in beside if RULESET.headings.get(plain(table.headings[at])) == "name")
    said = [table.value(row, at) for at in names for row in range(sheet.stop)]
    words = [one for one in said if isinstance(one, str) and any(map(str.isalpha, one))]
    return 2 * sum(not names_a_round(one) for one in words) > len(said) > 0


def _width(weighed: tuple[float, Reading | None]) -> tuple[int, int, float]:
    """Most members under no word for something else and fewest under one; of these, the likeliest."""
    evidence, reading = weighed
    if reading is None:
        return -1, 0, evidence
    words = common_headings().keys() | reading.ruleset.headings.keys()
    known = [plain(one) in words for one in reading.sheet.players]
    return known.count(False), -known.count(True), evidence


def _decided(reading: Reading, wanted: Wanted) -> Reading:
    decided_by = "rows" if wanted.layout is None else "told"
    return reading._replace(sheet=replace(reading.sheet, decided_by=decided_by))


def list_of_rounds(table: Table, path: str, wanted: Wanted) -> tuple[float, Reading] | None:
    """A table with a row per player and a column per round, as a grid of evenings, and its evidence.

    The evidence is that of headings that name rounds, less for names that recur; cells may hold any numbers.
    Where the user calls the columns evenings, their numbers may be all that they are called.
    """
    from scorecheck.tournament.evenings_grid import LAYOUT, are_points, settles

    if not table.turned or wanted.layout not in (None, LAYOUT) or wanted.notation:
        return None
    is_round = partial(_is_round, told=wanted.layout is not None)
    said = {at: [table.value(row, at) for row in range(len(table.rows))] for at in range(len(table.headings))}
    label = next((at for at in said if sum(map(is_round, said[at])) >= _FEWEST_ROUNDS), None)
    if label is None:
        return None
    told = {**_roles_beside(label, table), **wanted.headings}
    evidence, best = _rounds(table, path, wanted._replace(headings=told))
    entries = (best and best.entries) or ()
    rounds = [said[label][entry.row] for entry in entries]
    apart = len(set(rounds)) == len(rounds) >= _FEWEST_ROUNDS
    if best is None or not apart or not all(map(is_round, rounds)) or not are_points(best.sheet, entries):
        return None
    players = best.sheet.players
    named = MARK + REPEATED * (len(players) - len({*players}))
    if not settles(best.sheet):
        headings = [*map(value_text, said[label])]
        named += _of_anybody([table.headings[label], *headings], map(value_text, rounds), wanted)
        named += _of_named_game([entry.points for entry in entries], table, path, wanted)
    return None if named < ODDS else (named + max(0.0, evidence), _decided(best, wanted))


def _is_round(said: Value, *, told: bool) -> bool:
    """Whether a cell names a round; of columns that the user calls evenings, by its number alone."""
    from scorecheck.tournament.rounds import names_a_round

    return names_a_round(said) or (told and value_text(said).isdecimal())


def _roles_beside(label: int, table: Table) -> Mapping[str, str]:
    """The roles of columns that are called rounds, beside the one that names each round.

    A further word for a round counts them, or is a name: Dag.
    """
    from scorecheck.tournament.evenings_grid import LIST_OF_ROUNDS

    rows = range(len(table.rows))
    roles = {
        heading: "other" if counts_up(written(table.value(row, at)) for row in rows) else "player"
        for at, heading in enumerate(table.headings)
        if at != label
        and LIST_OF_ROUNDS.headings.get(plain(heading)) in _CALL_ROUNDS
        and holds_points(table.rows, at)
    }
    if corner := table.headings[label]:
        roles[corner] = "other"
    return roles


def _rounds(table: Table, path: str, wanted: Wanted) -> tuple[float, Reading | None]:
    """The rounds of a list as a grid of evenings; if hardly one adds up to 0, of a game without losers."""
    from scorecheck.tournament.evenings_grid import LIST_OF_ROUNDS, LIST_WITHOUT_SUM, settles

    evidence, best = _likeliest_grid(table, path, wanted, LIST_OF_ROUNDS)
    if best is None or settles(best.sheet):
        return evidence, best
    return _likeliest_grid(table, path, wanted, LIST_WITHOUT_SUM)


_FEWEST_ROUNDS = 2
_CALL_ROUNDS = frozenset({"evening", "round"})


def evidence_of_rounds(table: Table, path: str, wanted: Wanted) -> float:
    """The evidence for a published list whose headings name rounds: the headings, and each agreeing score.

    If they are points and games of a round, no game below them is one of a sheet.
    """
    from scorecheck.tournament.listed import rounds_of, scores_due
    from scorecheck.tournament.rounds import names_a_round

    found = published(table, path, wanted)
    rounds = rounds_of(found.sheet) if found else None
    if found is None or rounds is None:
        return 0.0
    if rounds.games:
        return inf
    if not all(names_a_round(table.headings[at]) for at in rounds.points):
        return 0.0
    return max(0.0, MARK + _of_sums(scores_due(found.sheet, rounds)))


def _of_sums(pairs: Iterable[tuple[Number, object]]) -> float:
    """The log-odds that scores are sums, ``pairs`` of the sum and what stands there, against any numbers of
    that size."""
    return sum(log(1 + 2 * abs(due)) if due == said else log(SLIP) for due, said in pairs)


def _of_anybody(headings: Sequence[str], rounds: Iterable[str], told: Wanted) -> float:
    """The log-odds of rounds that do not add up to 0, against marks, sales or hours, by the words there."""
    from scorecheck.tournament.published import RULESET

    played = words_that_part().keys() | {"r"}
    if told.layout or played >= {plain(one).strip(digits) for one in rounds}:
        return 0.0
    words = {*map(plain, headings)} - {"nr", "no", "#"}
    ranked = any(RULESET.headings.get(word) == "rank" for word in words)
    return _ANYBODYS + _PLAYED * (ranked + any(word.startswith(_PLAYERS) for word in words))


_ANYBODYS, _PLAYED = log(1e-4), log(25)
"""Figures of each person under dates or words of their own; places or players among the headings."""
_PLAYERS = ("player", "game", "spiel", "spill")


def _of_columns(found: Reading, path: str, wanted: Wanted) -> float:
    """The log-odds that the headings are those of a list, with a name and a score.

    Where names recur, rows are games or evenings. Further unknown columns of numbers are rare, but for rounds
    that add up to the score.
    """
    from scorecheck.tournament.listed import rounds_of
    from scorecheck.tournament.seeger import ends_of

    sheet = found.sheet
    if len({name.casefold() for name in sheet.players}) < len(sheet.players):
        return -inf
    rows = sheet.table.rows[: sheet.stop]
    rounds = rounds_of(sheet)
    ends = ends_of(sheet)
    known = (
        ends[:4] if ends else (() if rounds is None else range(rounds.points[0] - 1, rounds.points[-1] + 1))
    )
    words, headings = row_words(), sheet.table.headings
    unknown = (
        one.at
        for one in sheet.columns
        if one.role == "unknown" and one.at not in known and plain(headings[one.at]) not in words
    )
    evidence = MARK + UNKNOWN * sum(holds_points(rows, at) for at in unknown)
    if ends is None and rounds is None:
        return evidence + _of_places(found)
    if ends is not None or rounds is None or rounds.games:
        return evidence
    return evidence + _of_rounds(sheet, rounds.points, path, wanted)


def _of_places(found: Reading) -> float:
    """The log-odds that places are those of the scores, against any order, where they are less likely so."""
    from scorecheck.tournament.listed import lines_of

    lines = lines_of(found.sheet, entries_of(found, found.sheet))
    placed = sorted((-line.rank, line.score) for line in lines if line.rank is not None)
    scores = [score for _, score in placed]
    out = min(out_of_order(scores), out_of_order(scores[::-1]))
    return min(0.0, lgamma(len(scores) + 1) + out * (log(SLIP) - 2 * log(max(1, len(scores)))))


def _of_rounds(sheet: Sheet, points: Sequence[int], path: str, wanted: Wanted) -> float:
    """The log-odds that columns of a list are rounds, by their headings and by what they give."""
    from scorecheck.tournament.listed import numbers_in
    from scorecheck.tournament.rounds import names_a_round

    headings, numbers = sheet.table.headings, [numbers_in(sheet, at) for at in points]
    even = sum(any(each) and not sum(each) for each in numbers)
    said = [headings[at] for at in points if 2 * even < len(points)]
    strange = sum(any(map(str.isalpha, one)) and not names_a_round(one) for one in said if wanted.game)
    evidence = UNKNOWN * strange + _of_named_game(numbers, sheet.table, path, wanted)
    return evidence + _of_anybody(headings, said, wanted)


def bare(grid: Grid, path: str, wanted: Wanted) -> Sequence[Reading]:
    """A sheet without headings read as published lists, or as names with points in cells."""
    from scorecheck.layouts.bare_list import WIDEST, bare_lists
    from scorecheck.tournament.listed import rounds_give_most

    def read(ways: Iterable[Table]) -> Reading | None:
        found = filter(None, (published(table, path, wanted) for table in ways))
        narrow = (
            one for one in found if len(one.sheet.table.headings) <= WIDEST or rounds_give_most(one.sheet)
        )
        return next(narrow, None)

    lists = [*filter(None, map(read, bare_lists(grid, told=wanted.layout is not None)))]
    return lists or [*filter(None, [_likeliest(pairs_in_cells(grid), path, wanted)])]


def turned_list(sheet: Sheet, rounds: Rounds) -> tuple[Table, Mapping[str, str]]:
    """A list as a table with a row per round and a column per player, and its headings.

    Scores are above or below the rounds, as they are before or after them on the list. Columns behind
    a score, such as games, means and places, are below it; of others, only the heading is left.
    """
    table = sheet.table
    name, score = next(one.at for one in sheet.columns if one.role == "name"), sheet.points_columns[0]
    first = min(*rounds.points, score)
    behind = range(score + 1, len(table.headings) if score > max(rounds.points) else 0)
    top, kept = table.heading_row - 1, {name, score, *rounds.points, *behind}
    before: list[Value] = [""] * top

    def turned(at: int) -> tuple[Value, ...]:
        """A column of the list, without rows that are no line of it."""
        cells = (table.value(row, at) if at in kept else "" for row in range(sheet.stop))
        return (*before, table.headings[at], *cells)

    headings = tuple(map(value_text, turned(name)))

    def is_aside(row: int) -> bool:
        """Whether a line only counts the rounds, or is a note with nothing beside it."""
        said = [table.value(row, at) for at in (*rounds.points, score)]
        return said[-1] == "" and (counts_up(map(written, said)) or not any(map(value_text, said)))

    words = {**row_words(), **{one: role for one, role in common_headings().items() if role == "control"}}
    kinds = {"total": "control", "control": "control", None: "player"}
    roles = {
        one: "other" if is_aside(row) else kinds.get(words.get(plain(one)), "other")
        for row, one in enumerate(headings[top + 1 :])
        if one
    }
    return Table(
        table.sheet,
        headings,
        name + 1,
        first + 1,
        tuple(map(turned, range(first, len(table.headings)))),
        first_column=top,
        turned=True,
        formats=table.formats,
        around=tuple(zip_longest(*table.around, fillvalue="")),
        total_row=score - first,
    ), {headings[top]: "other", **roles}
