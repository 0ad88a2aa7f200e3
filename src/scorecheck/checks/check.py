"""Rules and checks: a rule has a name, severity and texts; a check is the function that finds breaches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Literal, Protocol, TypeAlias

from scorecheck.model.cells import CellRef, Number
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.runs import Run
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

Scope: TypeAlias = Literal["row", "step", "column", "sheet"]
"""What a check looks at: one row by itself; a row and those just before it; a column from the
first row on; the whole sheet when all rows have been seen."""


@record
class Rule:
    """A rule that sheets are held to. Its texts stand in the ``messages`` beside its check."""

    name: str
    """``area/what-is-wrong``; once released it keeps its meaning."""
    severity: Severity
    absorbs: frozenset[str] = frozenset()
    """Rules whose findings on the same row this one replaces, because it says more."""
    tells_unchecked: frozenset[str] = frozenset()
    """Rules of which its finding says itself that they were not checked on the row."""
    doubtful: Severity | None = None
    """The severity where the sheet leaves another reading open, if the rule knows such a case."""

    of_foot: bool = False
    """What it is about stands below the total row or beside the points, worked out from the rows, right or
    wrong: no repair of a row is the worse for it."""
    has_repairs: bool = True
    """Repairs are looked for; else it is held to what is nobody's points."""
    left_open: frozenset[str] = frozenset()
    """Variants of its finding in which the sheet may be kept in another way and right: they get no repair."""

    @property
    def area(self) -> str:
        """The part before the slash: the game, ``sheet`` or ``tournament``."""
        return self.name.partition("/")[0]

    def weight(self, *, doubtful: bool) -> Severity:
        """The severity of a finding, in the doubtful case where the rule knows one."""
        return self.doubtful if doubtful and self.doubtful is not None else self.severity

    def finding(
        self,
        path: str,
        sheet: str | None = None,
        cell: CellRef | None = None,
        variant: str = "",
        params: Mapping[str, Param] = {},
    ) -> Finding:
        """That a file, a sheet or a cell breaks the rule."""
        return Finding(self.name, self.severity, path, sheet, cell, variant=variant, params=params)


HEADINGS = -(1 << 30)
"""In the place of a row: the line of headings."""


class Hit(NamedTuple):
    """A breach as a check sees it: columns of the table, not yet a place on the sheet.

    A check of scope ``row`` puts nothing of the row's number into it, so that the verdict on equal
    rows can be remembered.
    """

    column: int | None = None
    """The table column to look at first; ``None``: the first one that holds points."""
    params: Mapping[str, Param] = {}
    variant: str = ""
    related: tuple[int, ...] = ()
    """Other table columns of the row that take part in it."""
    off: Number | None = None
    """By how much the row or column is out. On running totals, rows out by the same amount are one
    fault; and a row and a column total out by the same amount are one fault where they cross."""
    doubtful: bool = False
    row: int | None = None
    """The table row, from checks of the whole sheet, or ``HEADINGS``; below 0 a line before the first row."""
    rows: tuple[int, ...] = ()
    """Other table rows whose cells in the same column take part in it."""


class Summary(NamedTuple):
    """What is known of a sheet after its last row, for the checks of the whole sheet."""

    entries: int
    last: Entry | None
    unreadable: frozenset[int]
    """The players, by position, of whom some value could not be read."""


class Watcher(Protocol):
    """Follows a column down a sheet.

    One that has to leave rows unjudged has them, counted as in ``Entry.row``, in an attribute
    ``unchecked``, or in ``unread`` where a value could not be read: reports say so.
    """

    def see(self, entry: Entry) -> Iterable[Hit]:
        """Is shown one entry after the other."""
        ...

    def finish(self) -> Iterable[Hit]:
        """Says what only the end of the column tells; with ``row`` where it belongs."""
        ...


class Leaping(Watcher, Protocol):
    """A watcher that can skip rows without findings."""

    def is_indifferent(self, entry: Entry) -> bool:
        """Whether rows like this entry, with the next game numbers, change nothing but a count.

        The watcher tells nothing of them then. If so, it holds for all rows to which the watcher was
        indifferent before, too, and for all rows of points alone.
        """
        ...

    def leap(self, run: Run) -> None:
        """Is told of rows that were skipped; it was indifferent to rows like them."""
        ...


Look: TypeAlias = "Callable[[Entry, Sequence[Entry], Sheet], Iterable[Hit]]"
"""Looks at an entry and at the entries before it (the last is the nearest)."""
Watch: TypeAlias = "Callable[[Sheet], Watcher | None]"
"""Begins to watch a column; ``None`` where nothing on the sheet can ever be told of it."""
Review: TypeAlias = "Callable[[Summary, Sheet], Iterable[Hit]]"
"""Looks back over the whole sheet."""


@record
class Check:
    """How a breach of one rule is found, and on which sheets to look for it."""

    rule: Rule
    scope: Scope
    look: Look | None = None
    watch: Watch | None = None
    review: Review | None = None
    layouts: frozenset[str] = field(default_factory=frozenset[str])
    """The layouts that it is for; empty: all of the game's."""
    reach: int = 1
    """How many rows before its own a check of scope ``step`` wants to see."""
    arithmetic: bool = True
    """It builds on every number of the row: skipped, and said so, where one cannot be read."""
    of_change: bool = False
    """It judges what the row changed. On running totals it is silent where the row before is in
    doubt: that fault has been told, and the change only follows from it."""
    of_columns: bool = False
    """What it judges changed from the last totals of the columns that its hit names, however far above they
    were written: of a fault there it is silent, and of no other."""
    doubts: bool = False
    """Its finding casts doubt on the players' totals of the row."""
    of_unreadable: bool = False
    """It says nothing of a row that can be read."""
    needs: Callable[[Entry, Sheet], bool] | None = None
    """Whether a row says all that the check needs; else it is skipped there, and that is said."""

    def applies(self, layout: str) -> bool:
        """Whether the check is for sheets of this layout."""
        return not self.layouts or layout in self.layouts


def row_check(
    rule: Rule,
    look: Callable[[Entry, Sheet], Iterable[Hit]],
    *,
    layouts: Iterable[str] = (),
    arithmetic: bool = True,
    of_change: bool = False,
    doubts: bool = False,
    needs: Callable[[Entry, Sheet], bool] | None = None,
) -> Check:
    """A check that looks at one row by itself, and of the sheet at how it is kept."""
    return Check(
        rule,
        "row",
        look=lambda entry, _past, sheet: look(entry, sheet),
        layouts=frozenset(layouts),
        arithmetic=arithmetic,
        of_change=of_change,
        doubts=doubts,
        needs=needs,
    )


def step_check(
    rule: Rule, look: Look, *, layouts: Iterable[str] = (), reach: int = 1, doubts: bool = False
) -> Check:
    """A check of what a row changed that also looks at up to ``reach`` rows before it."""
    return Check(
        rule, "step", look=look, layouts=frozenset(layouts), reach=reach, of_change=True, doubts=doubts
    )


def column_check(rule: Rule, watch: Watch, *, layouts: Iterable[str] = ()) -> Check:
    """A check that follows a column down the sheet with a memory of its own."""
    return Check(rule, "column", watch=watch, layouts=frozenset(layouts), arithmetic=False)


def sheet_check(rule: Rule, review: Review, *, layouts: Iterable[str] = ()) -> Check:
    """A check of the whole sheet, after its last row."""
    return Check(rule, "sheet", review=review, layouts=frozenset(layouts), arithmetic=False)
