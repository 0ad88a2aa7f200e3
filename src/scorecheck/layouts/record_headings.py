"""Heading lines of records: the role of each column, and headings that are missing."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from itertools import islice
from typing import Protocol

from scorecheck.checks.ruleset import Layout, Ruleset
from scorecheck.checks.words import nearest, plain
from scorecheck.layouts.locate import title_above
from scorecheck.layouts.sample import counts_up
from scorecheck.layouts.vocabulary import SIGN_ENDS, common_headings, with_sign
from scorecheck.model.cells import Value, shown_name, written
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Table
from scorecheck.model.wanted import ANYTHING, Wanted
from scorecheck.model.workbook import Grid

FURTHEST = 200
"""The first heading line of records is within this many rows; after it, all rows are searched."""
FEWEST_OF_NEARLY = 2
_OF_ANY_LIST = frozenset({"date", "remark", "aside"})
"""The roles of columns that any list may have, and more than one of them."""


class RecordSketch(Protocol):
    """The parts of a layout of records or cards that show whether a sheet may be one."""

    @property
    def required(self) -> frozenset[str]:
        """The roles that a heading line must have; none for a card."""
        ...

    @property
    def headings(self) -> Mapping[str, str]:
        """The meaning of its headings."""
        ...

    @property
    def row_names(self) -> Mapping[str, str]:
        """The meaning of the names of its rows; empty unless it is a card."""
        ...

    @property
    def steps(self) -> Sequence[int]:
        """Adjacent rows of a card hold multiples of these."""
        ...


class Nearly(NamedTuple):
    """A heading line that lacks one column of a layout of records; or several, each misspelt."""

    layout: str
    missing: tuple[str, ...]
    row: int
    """The row, counted from 0, as is the column."""
    column: int
    headings: tuple[str, ...] = ()
    """The unknown headings that may be the missing ones; the first is at this place."""


def nearly_records(grid: Grid, rulesets: Iterable[Ruleset], wanted: Wanted = ANYTHING) -> Nearly | None:
    """The first line that has all headings of a layout of records except one, or except misspelt ones.

    Of several games, the one that knows most of the headings.
    """
    told = by_plain_form(wanted.headings)
    every = [one for ruleset in rulesets for one in ruleset.layouts]
    layouts = _that_may_lack_headings(every, wanted)
    for row in range(min(len(grid.rows), FURTHEST)):
        line = Line(grid.rows[row], told)
        if len(line.words) >= FEWEST_OF_NEARLY and _has_rows(grid.rows, row):
            each = (_nearly_of(grid.rows, row, line, one, every) for one in layouts)
            if found := next(filter(None, each), None):
                return found
    return None


def _nearly_of(
    rows: Sequence[Sequence[Value]], row: int, line: Line, one: Layout, every: Sequence[Layout]
) -> Nearly | None:
    """A line as that of a layout, of ``every`` one, with a heading missing, or with misspelt ones."""
    roles = line.roles(one.headings)
    missing = tuple(sorted(one.required - set(roles.values())))
    if not 1 <= len(missing) < len(one.required):
        return None
    unknown = {at: shown_name(rows[row][at]) for at in sorted(line.words.keys() - roles.keys())}
    meant = _meant(unknown, missing, one)
    # Two columns under one word are not two misspelt ones.
    apart = {plain(unknown[at]) for at in meant}
    if len(meant) == len(missing) == len(apart):
        inside = tuple(meant[at] for at in sorted(meant))
        return Nearly(one.name, inside, row, min(meant), tuple(unknown[at] for at in sorted(meant)))
    # ``Was`` and ``Wer`` are also on a shopping list, and a date: two known headings are no evidence.
    telling = sum(role not in _OF_ANY_LIST for role in roles.values())
    if len(missing) > 1 or telling <= FEWEST_OF_NEARLY:
        return None
    if len(roles) < max(len(line.roles(other.headings)) for other in every):
        return None
    # The only unknown heading may be the missing one; a counter is not, nor who won and somebody else.
    only = unknown if len(unknown) == 1 and not _says_others(rows, row, min(unknown), roles) else {}
    return Nearly(one.name, missing, row, min(only or line.words), tuple(only.values()))


def _has_rows(rows: Sequence[Sequence[Value]], heading: int) -> bool:
    """Whether the first line below a heading line has several cells, as no text has, or there is none."""
    below = (sum(value != "" for value in row) for row in islice(rows, heading + 1, None))
    return next(filter(None, below), FEWEST_OF_NEARLY) >= FEWEST_OF_NEARLY


def _says_others(rows: Sequence[Sequence[Value]], heading: int, at: int, others: Mapping[int, str]) -> bool:
    """Whether a column below a heading numbers its rows, or holds in each all that another one does."""
    below = [row for row in islice(rows, heading + 1, FURTHEST) if at < len(row) and row[at] != ""]
    if counts_up(written(row[at]) for row in below):
        return True
    for other in others:
        beside = [(row[at], row[other]) for row in below if other < len(row)]
        words = [
            (plain(one), plain(two)) for one, two in beside if isinstance(two, str) and not two.isdecimal()
        ]
        if len(words) == len(below) > 1 and all(two in one != two for one, two in words):
            return True
    return False


def _that_may_lack_headings(every: Sequence[Layout], wanted: Wanted) -> list[Layout]:
    """The layouts of records that are asked about if headings are missing; one of those with the same."""
    apart = {
        # Headings do not depend on points or totals.
        (one.name, one.required, id(one.headings)): one
        for one in reversed(every)
        if len(one.required) > FEWEST_OF_NEARLY and one.asks_for_missing and wanted.layout in (None, one.name)
    }
    return [*reversed(apart.values())]


def _meant(unknown: Mapping[int, str], missing: Sequence[str], layout: Layout) -> dict[int, str]:
    """The columns whose unknown headings are similar to those of missing columns: one for each, or none."""
    found: dict[int, str] = {}
    for role in missing if len(missing) <= len(unknown) else ():
        words = [word for word, meaning in layout.headings.items() if meaning == role]
        like = (at for at, heading in unknown.items() if at not in found and nearest(heading, words))
        at = next(like, None)
        if at is None:
            return {}
        found[at] = role
    return found


def by_plain_form(said: Mapping[str, str]) -> dict[str, str]:
    """Headings that the user names, by their plain form."""
    return {plain(word): meaning for word, meaning in said.items()}


def plain_words(row: Sequence[Value]) -> dict[int, str]:
    """The words of a row in their plain form, by column."""
    return {at: plain(value) for at, value in enumerate(row) if value.__class__ is str and value != ""}


class Line:
    """A heading line."""

    def __init__(self, row: Sequence[Value], told: Mapping[str, str]) -> None:
        self.words = plain_words(row)
        self._signed = {at for at in self.words if str(row[at])[-1:] in SIGN_ENDS}
        self._row, self._told = row, told
        self._found: dict[int, tuple[Mapping[str, str], dict[int, str]]] = {}

    def most_roles(self, headings: Collection[Container[str]]) -> int:
        """The largest number of columns with a role under any layout with some of these ``headings``."""
        known = (self._told, common_headings(), *headings)
        return sum(at in self._signed or any(word in one for one in known) for at, word in self.words.items())

    def roles(self, headings: Mapping[str, str]) -> Mapping[int, str]:
        """The role of each column by ``headings``; of two columns with the same role, the first has it.

        A heading may stand for either of two roles: then the column has the first that no other has.
        """
        # Many layouts share the same headings, and each requires others.
        if id(headings) not in self._found:
            self._found[id(headings)] = headings, self._roles(headings)
        return self._found[id(headings)][1]

    def _roles(self, headings: Mapping[str, str]) -> dict[int, str]:
        meant: dict[int, str] = {}
        for at, word in self.words.items():
            said = self._told.get(word) or headings.get(word) or common_headings().get(word, "")
            if at in self._signed and word not in self._told:
                said = with_sign(said, str(self._row[at])) or ""
            if said:
                meant[at] = "aside" if said == "other" else said
        roles: dict[int, str] = {}
        taken: set[str] = set()
        for at, said in sorted(meant.items(), key=lambda one: " or " in one[1]):
            free = (role for role in said.split(" or ") if role not in taken or role in _OF_ANY_LIST)
            role = next(free, "")
            if role:
                roles[at] = role
                taken.add(role)
        return roles


def table_below(
    grid: Grid, heading: int, body: Sequence[Sequence[Value]], width: int, first_column: int
) -> Table:
    """The table of some rows below a row of headings; -1 stands for none."""
    line = grid.rows[heading] if heading >= 0 else ()
    return Table(
        grid.name,
        tuple(shown_name(line[at]) if at < len(line) else "" for at in range(width)),
        heading + 1,
        heading + 2,
        body,
        first_column=first_column,
        title=title_above(grid.rows, max(heading, 0)),
        hidden=frozenset(row - heading - 2 for row in grid.hidden_rows),
        struck=grid.struck,
        formats=grid.formats,
        around=grid.rows,
    )
