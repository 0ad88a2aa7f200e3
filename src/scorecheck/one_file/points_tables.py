"""Recognises the tables of points on a sheet, by their rows.

A sheet may be cut into tables in several ways, and may be transposed: the way with the highest evidence
counts. Tables of no game are read as lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from math import inf

from scorecheck.checks.rules import AMBIGUOUS_GAME, AMBIGUOUS_NOTATION, FOREIGN, NO_TABLE
from scorecheck.checks.words import plain
from scorecheck.games import registry
from scorecheck.layouts.locate import Cut, partitions, turned_tables
from scorecheck.layouts.readings import Reading
from scorecheck.layouts.vocabulary import common_headings
from scorecheck.layouts.wordy import has_words, holds_points
from scorecheck.model.budget import Budget
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Table
from scorecheck.model.wanted import Wanted
from scorecheck.model.workbook import Grid
from scorecheck.one_file.decision import recognise
from scorecheck.one_file.questions import Doubt, listed_if_told, naming

_OF_TURNED = 1500
"""The share of the budget for transposed tables.

With many rows, each may be a player's, and hardly a list of games is kept so.
"""
_FEWEST_NAMES = 3


class _CutRead(NamedTuple):
    """A partition of a sheet into tables, with their outcomes and its evidence."""

    cut: Cut
    outcomes: list[Reading | Doubt]
    evidence: float

    @property
    def is_read(self) -> bool:
        """Whether one of the tables could be read."""
        return any(isinstance(outcome, Reading) for outcome in self.outcomes)


def _read(cut: Cut, path: str, wanted: Wanted, budget: Budget) -> _CutRead:
    found = [recognise(table, path, wanted, budget) for table in cut.tables]
    outcomes = [outcome for outcome, _ in found]
    if len(found) > 1 and not budget.exhausted and any(isinstance(one, Doubt) for one in outcomes):
        from scorecheck.one_file.same_players import read_together

        outcomes = read_together(cut.tables, outcomes, path, wanted, budget)
    return _CutRead(cut, outcomes, sum(evidence for _, evidence in found))


def by_rows(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of the tables of points, for the partition of the sheet with the highest evidence.

    Transposed readings are only tried if nothing else can be read.
    """
    if not grid.rows:
        return []
    cuts = [_without_lists(_read(cut, path, wanted, budget), path, wanted) for cut in partitions(grid)]
    read = any(cut.is_read for cut in cuts)
    turned = () if read else turned_tables(grid)
    if turned:
        cuts += _turned(turned, [table for cut in cuts for table in cut.cut.tables], path, wanted, budget)
    if not cuts:
        return _bare(grid, path, wanted, budget) or [*listed_if_told(grid, wanted)]
    taken = max(cuts, key=lambda cut: (cut.evidence, cut.is_read))
    listed = _with_lists(cuts[0] if not taken.is_read else taken, path, wanted, budget)
    # A readable list of players is better than a question about games side by side.
    if not listed.is_read and listed.cut is not taken.cut:
        listed = _with_lists(taken, path, wanted, budget)
    outcomes = [_told(one, wanted) for one in listed.outcomes]
    if not listed.is_read:
        may_be_list = all(map(says_nothing, outcomes))
        bare = _bare(grid, path, wanted, budget) or (may_be_list and [*listed_if_told(grid, wanted)])
        if bare:
            return bare
    named = named_apart(outcomes)
    return named if listed.cut.whole else [*named, Doubt(NO_TABLE, "too-many", {"count": len(named)})]


def _told(one: Reading | Doubt, wanted: Wanted) -> Reading | Doubt:
    """An outcome; where a game is named, that the numbers of a table do not fit it."""
    table = one.table if isinstance(one, Doubt) and wanted.game and says_nothing(one) else None
    if (
        table is None
        or sum(holds_points(table.rows, at) for at in range(len(table.headings))) < _FEWEST_COLUMNS
    ):
        return one
    return Doubt(FOREIGN, "told-numbers", naming([wanted.game]), beside=True, table=table)


_FEWEST_COLUMNS = 2


def says_nothing(one: Reading | Doubt) -> bool:
    """Whether a table is in no doubt but that it is no scoresheet."""
    return isinstance(one, Doubt) and one.rule is NO_TABLE and not one.variant


def _without_lists(read: _CutRead, path: str, wanted: Wanted) -> _CutRead:
    """The outcomes, without tables read as games that are rather lists with rounds, by unknown headings."""
    if wanted.says_what:
        return read
    pairs = zip(read.cut.tables, read.outcomes, strict=True)
    listed = [_leaves_words(one) and _of_rounds(table, path, wanted) > read.evidence for table, one in pairs]
    both = zip(read.outcomes, listed, strict=True)
    return read._replace(outcomes=[Doubt(FOREIGN, "", {}) if is_list else one for one, is_list in both])


def _leaves_words(one: Reading | Doubt) -> bool:
    """Whether a table was read as a game's that does not know a column of words such as names."""
    if not isinstance(one, Reading):
        return False
    unknown = [column.at for column in one.sheet.columns if column.role == "unknown"]
    return any(has_words(one.sheet.table.rows, at, _FEWEST_NAMES) for at in unknown)


def _turned(
    turned: tuple[Table, ...], upright: Iterable[Table], path: str, wanted: Wanted, budget: Budget
) -> Iterator[_CutRead]:
    """The readings of a transposed sheet, as games or rounds; nothing if a published list is likelier.

    A reading as rounds is better than a question.
    """
    from scorecheck.one_file.no_game import list_of_rounds

    listed = max((_of_rounds(table, path, wanted) for table in upright), default=0.0)
    if listed == inf:
        return
    # However many ways there were to read the columns as players, the rows are tried as well.
    with budget.part(_OF_TURNED) as some:
        games = _read(Cut(turned), path, wanted, some)
    if registry.is_told_only(wanted.game or "") and games.is_read and _is_mostly_games(games.outcomes):
        # A round of a club's own game is one of its rows, and its file says which there are.
        yield games
        return
    lists = () if listed else (list_of_rounds(table, path, wanted) for table in turned)
    rounds = [*filter(None, lists)]
    evidence = sum(one for one, _ in rounds)
    if rounds and (not games.is_read or evidence > games.evidence):
        yield _CutRead(Cut(turned), [reading for _, reading in rounds], evidence)
    elif games.evidence >= listed and (not listed or _is_mostly_games(games.outcomes)):
        yield games


def _is_mostly_games(outcomes: Iterable[Reading | Doubt]) -> bool:
    """Whether half of the rows that were read or are in question are games.

    That the user named the game is equal evidence for a list of its rounds.
    """
    best = [(one.sheet.evidence if isinstance(one, Reading) else one.evidence)[:1] for one in outcomes]
    return all(2 * one.fits >= one.rows for found in best for one in found)


def _with_lists(read: _CutRead, path: str, wanted: Wanted, budget: Budget) -> _CutRead:
    """The outcomes, with tables of no game, or of nobody's points, read as lists if possible."""
    if all(isinstance(one, Reading) and not _names_nobody(one) for one in read.outcomes):
        return read
    from scorecheck.one_file.listed_games import as_games
    from scorecheck.one_file.no_game import as_list, by_content

    outcomes = [*read.outcomes]
    for at, (table, one) in enumerate(zip(read.cut.tables, outcomes, strict=True)):
        # Where only a column of zeros is in question, the game is not.
        if not one.are_games and one.variant != "zeros" if isinstance(one, Doubt) else _names_nobody(one):
            asked = isinstance(one, Doubt) and one.rule in {AMBIGUOUS_GAME, AMBIGUOUS_NOTATION}
            listed = _as_listed(as_list(table, path, wanted, is_asked=asked), path, wanted, budget)
            unnamed = None if listed or asked else by_content(table, path, wanted)
            games = unnamed and as_games(unnamed, path, wanted, budget)
            outcomes[at] = listed or games or one
    return read._replace(outcomes=outcomes)


def _names_nobody(one: Reading) -> bool:
    """Whether each name of a player is a word for another column: ``Round`` and ``Points`` of a long list."""
    names = {*map(plain, one.sheet.players)}
    if names.isdisjoint(common_headings()):
        return False
    from scorecheck.tournament.long_list import RULESET

    return names <= common_headings().keys() | RULESET.headings.keys()


def _as_listed(listed: Reading | None, path: str, wanted: Wanted, budget: Budget) -> Reading | None:
    """A list; as a table of points, if its rows are the games of a known game."""
    if listed is None or wanted.layout is not None or not listed.layout.names_repeat:
        return listed
    from scorecheck.one_file.listed_games import as_games

    return as_games(listed, path, wanted, budget) or listed


def _of_rounds(table: Table, path: str, wanted: Wanted) -> float:
    from scorecheck.one_file.no_game import evidence_of_rounds

    return evidence_of_rounds(table, path, wanted)


def _bare(grid: Grid, path: str, wanted: Wanted, budget: Budget) -> list[Reading | Doubt]:
    """The readings of a sheet without headings: games below each other, or a list."""
    from scorecheck.layouts.bare_list import games_of_names
    from scorecheck.one_file.no_game import as_list, bare

    games = games_of_names(grid)
    if games is not None:
        outcome, _ = recognise(games, path, wanted, budget)
        is_open = isinstance(outcome, Doubt) and outcome.rule in (AMBIGUOUS_GAME, AMBIGUOUS_NOTATION)
        listed = as_list(games, path, wanted, is_asked=is_open) if isinstance(outcome, Doubt) else outcome
        if listed or is_open:
            return [listed or outcome]
    lists = (_as_listed(one, path, wanted, budget) for one in bare(grid, path, wanted))
    return named_apart([*filter(None, lists)])


def named_apart(outcomes: list[Reading | Doubt]) -> list[Reading | Doubt]:
    """The tables of a sheet; if there are several, each named by its title, else by its first cell."""
    titles = Counter(one.sheet.table.title for one in outcomes if isinstance(one, Reading))
    if titles.total() < 2:
        return outcomes

    def named(one: Reading) -> Reading:
        table = one.sheet.table
        is_title = bool(table.title) and titles[table.title] == 1
        first, *others = range(table.first_column, len(table.headings))
        filled = (at for at in (first, *others) if table.headings[at] or table.value(0, at) != "")
        part = table.title if is_title else table.heading_cell(next(filled, first)).a1
        return one._replace(sheet=replace(one.sheet, table=replace(table, part=part)))

    return [named(one) if isinstance(one, Reading) else one for one in outcomes]
