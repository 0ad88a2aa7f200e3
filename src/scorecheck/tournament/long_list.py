"""Long lists: a row per player and evening, table or game; the rows of a group add up to 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from scorecheck.checks.check import ERROR, Hit, Rule, rows_check
from scorecheck.checks.common import CELL_CHECKS, missing_fact
from scorecheck.checks.rules import SIMILAR_NAME
from scorecheck.checks.ruleset import Ground, Layout, Ruleset, nothing_to_check
from scorecheck.checks.words import data, plain
from scorecheck.model.cells import Number, value_text
from scorecheck.model.names import clean_name, misspelt_names
from scorecheck.model.outcome import Listed, ListedPart, PlayerResult
from scorecheck.model.record import NamedTuple, replace
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.statistics import Played
from scorecheck.tournament.listed import has_scores_below_zero, part_in
from scorecheck.tournament.published import RULESET as PUBLISHED
from scorecheck.tournament.published import without

GROUP_SUM = Rule("tournament/group-sum", ERROR, absorbs=frozenset({"sheet/total-mismatch"}))

LAYOUT = "list"
_OWN_ROLES = frozenset({"evening", "round", "table", "game"})
PARTING = _OWN_ROLES | {"date"}
"""The roles of columns that may separate the groups."""
_MOST_PARTING = 5
"""At most this many such columns are considered, from the left."""

_SAMPLED = 2000
"""The number of rows that decide how the rows are grouped."""


class RowGroup(NamedTuple):
    """The rows that belong together: an evening, a table of a round, a game."""

    name: str
    """Its values under their headings: ``Round 2, Table 1``."""
    entries: list[Entry]

    @property
    def points(self) -> tuple[Number, ...]:
        """The points, row by row."""
        return tuple(entry.points[0] for entry in self.entries)

    @property
    def is_readable(self) -> bool:
        """Whether all its values can be read."""
        return all(entry.readable for entry in self.entries)

    def twice(self) -> Iterator[tuple[Entry, Entry]]:
        """Each repeated row of a player in the group, after the first one."""
        first: dict[str, Entry] = {}
        for entry in filter(name_in, self.entries):
            one = first.setdefault(name_in(entry).casefold(), entry)
            if one is not entry:
                yield one, entry


def ways_to_part(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[tuple[Sheet, list[RowGroup]]]:
    """A long list with each choice of grouping columns, most columns first, and its first groups."""
    names: dict[str, str] = {}
    for entry in rows:
        if name_in(entry):
            names.setdefault(name_in(entry).casefold(), name_in(entry))
    parting = [column for column in sheet.columns if column.role in PARTING][:_MOST_PARTING]
    for count in range(len(parting), 0, -1):
        for kept in combinations(parting, count):
            columns = tuple(
                column._replace(role="aside") if column.role in PARTING and column not in kept else column
                for column in sheet.columns
            )
            one = replace(sheet, columns=columns, players=tuple(names.values()))
            yield one, groups_of(one, rows[:_SAMPLED])


def groups_of(sheet: Sheet, rows: Iterable[Entry]) -> list[RowGroup]:
    """The rows of a long list by group. An empty cell repeats the one above."""
    parting = [column for column in sheet.columns if column.role in PARTING]
    above = [""] * len(parting)
    found: dict[tuple[str, ...], RowGroup] = {}
    for entry in rows:
        said = [value_text(sheet.table.value(entry.row, column.at)).strip() for column in parting]
        above = [now or before for now, before in zip(said, above, strict=True)]
        key = tuple(map(str.casefold, above))
        if key not in found:
            called = (f"{column.heading} {word}".strip() for column, word in zip(parting, above, strict=True))
            found[key] = RowGroup(", ".join(called), [])
        found[key].entries.append(entry)
    return list(found.values())


def name_in(entry: Entry) -> str:
    """The name in a row of a long list; empty without one."""
    return clean_name(value_text(entry.fields.get("name", "")))


def _group_sums(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[Hit]:
    """Groups that do not add up to 0.

    If a player has two rows and the sum is 0 without the second, that is the fault.
    """
    for group in _settled_groups(sheet, rows):
        total = sum(group.points)
        again = sum(entry.points[0] for _, entry in group.twice())
        if group.is_readable and total and (not again or total != again):
            params = {"group": group.name, "sum": total}
            row, *others = (entry.row for entry in group.entries)
            shown = tuple(others) if len(others) <= _MOST_SHOWN else ()
            yield Hit(sheet.points_columns[0], params, row=row, rows=shown)


def _unread(sheet: Sheet, rows: Sequence[Entry]) -> list[int]:
    """The rows of groups in which a value cannot be read."""
    groups = (group for group in _settled_groups(sheet, rows) if not group.is_readable)
    return [entry.row for group in groups for entry in group.entries]


def _settled_groups(sheet: Sheet, rows: Sequence[Entry]) -> list[RowGroup]:
    """The groups, if the losers of each pay its winners."""
    return groups_of(sheet, rows) if has_scores_below_zero(sheet) else []


_MOST_SHOWN = 15
"""The cells of larger groups are not listed."""


def _twice(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[Hit]:
    """Each repeated row of a player in a group, with the place of the first one.

    On one day many play more than once, with other points where nobody pays.
    """
    table, column = sheet.table, sheet.column("name")
    if column is None:
        return
    parting = {one.role for one in sheet.columns} & PARTING
    may_play_again = parting == {"date"} and not has_scores_below_zero(sheet)
    for group in groups_of(sheet, rows):
        for first, entry in group.twice():
            if may_play_again and first.points != entry.points:
                continue
            place = table.cell(first.row, column).a1
            yield Hit(column, {"group": group.name, "player": name_in(entry), "first": place}, row=entry.row)


def _spellings(sheet: Sheet, rows: Sequence[Entry]) -> Iterator[Hit]:
    """Names that are almost equal to others: in few groups, and in none together with the other."""
    column = sheet.column("name")
    if column is None or len(sheet.players) > _MOST_NAMES:
        return
    there: dict[str, set[int]] = {}
    first: dict[str, Entry] = {}
    for at, group in enumerate(groups_of(sheet, rows)):
        for entry in group.entries:
            there.setdefault(name_in(entry), set()).add(at)
            first.setdefault(name_in(entry), entry)
    for odd, name in misspelt_names(there).items():
        params = {"player": odd, "likely": name, "count": len(there[name])}
        yield Hit(column, params, row=first[odd].row)


_MOST_NAMES = 500
"""Lists with more names are not checked."""


def _result(sheet: Sheet, rows: Iterable[Entry]) -> tuple[PlayerResult, ...]:
    """Everybody's points in all groups, and the number of groups."""
    points = dict.fromkeys(map(str.casefold, sheet.players), 0)
    games: dict[str, int] = dict.fromkeys(points, 0)
    found: dict[str, Number] = dict(points)
    for group in groups_of(sheet, rows):
        named = list(filter(name_in, group.entries))
        for entry in named:
            found[name_in(entry).casefold()] += entry.points[0]
        for name in {name_in(entry).casefold() for entry in named}:
            games[name] += 1
    return tuple(PlayerResult(name, found[name.casefold()], games[name.casefold()]) for name in sheet.players)


def lines_of(sheet: Sheet, rows: Iterable[Entry]) -> tuple[Listed, ...]:
    """Everybody's points in each group and in total, as a published list; none for a very long one."""
    groups = groups_of(sheet, rows)
    if len(groups) * len(sheet.players) > _MOST_PARTS:
        return ()
    column = sheet.points_columns[0]
    heading = sheet.table.heading_cell(column)
    said = [{name_in(entry).casefold(): entry for entry in group.entries} for group in groups]
    found: list[Listed] = []
    for name in sheet.players:
        mine = [of_group.get(name.casefold()) for of_group in said]
        parts = tuple(
            ListedPart(group.name, None, heading)
            if entry is None
            else part_in(sheet.table, group.name, entry.points[0], entry.row, column)
            for group, entry in zip(groups, mine, strict=True)
        )
        found.append(Listed(name, sum(part.points or 0 for part in parts), 0, None, heading, parts))
    return tuple(found)


_MOST_PARTS = 20_000


def _as_data(sheet: Sheet, rows: Iterable[Entry]) -> Iterator[Played]:
    for group in groups_of(sheet, rows):
        points: dict[str, Number] = {}
        for entry in filter(name_in, group.entries):
            points[name_in(entry)] = points.get(name_in(entry), 0) + entry.points[0]
        yield Played(group.name, points)


def _headings() -> Mapping[str, str]:
    """The role for each heading in its plain form."""
    words = data("tournament", "columns.toml")["groups"]
    named = {word: role for word, role in PUBLISHED.headings.items() if role in {"name", "score"}}
    return {**named, **{plain(word): role for role, aliases in words.items() for word in aliases}}


_LIST = Layout(
    name=LAYOUT,
    running=False,
    roles=_OWN_ROLES | {"name", "score"},
    coherent=lambda entry, _past, _sheet: entry.readable,
    whole=False,
    min_players=1,
    list_of="name",
    names_repeat=True,
    noun="row",
)
GROUNDS = (Ground("groups", GROUP_SUM, held=has_scores_below_zero),)
"""The checks that are behind an OK of a long list."""

RULESET = Ruleset(
    game=None,
    layouts=(_LIST,),
    presets=(),
    checks=(
        *CELL_CHECKS,
        rows_check(GROUP_SUM, _group_sums, unread=_unread),
        rows_check(Rule("tournament/twice-in-group", ERROR), _twice),
        rows_check(SIMILAR_NAME, _spellings),
        missing_fact("name", layouts=(LAYOUT,)),
        nothing_to_check(GROUNDS, (LAYOUT,)),
    ),
    result=_result,
    headings=_headings(),
    is_game=lambda _entry, _sheet: False,
    as_data=_as_data,
    grounds=GROUNDS,
    telltale=lambda sheet: any(column.role in PARTING for column in sheet.columns),
)
"""Long lists, read and checked like the sheets of a game, which they are not."""

WITHOUT_SUM = without(GROUP_SUM, RULESET)
