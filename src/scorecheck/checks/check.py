"""Rules and checks: a rule has a name, a severity and texts; a check is a function that finds violations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, Literal, Protocol, TypeAlias

from scorecheck.model.cells import CellRef, Number
from scorecheck.model.finding import Finding, Severity
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.runs import Run
from scorecheck.model.sheet import Entry, Sheet
from scorecheck.model.terms import Param

ERROR, WARNING, INFO = Severity.ERROR, Severity.WARNING, Severity.INFO

Scope: TypeAlias = Literal["row", "step", "column", "sheet"]
"""What a check looks at: one row; a row and the rows just before it; a column from the first row on; or the
whole sheet after its last row."""


@record
class Rule:
    """A rule that sheets are held to. Its texts stand in the ``messages`` beside its check."""

    name: str
    """``area/what-is-wrong``; once released it keeps its meaning."""
    severity: Severity
    absorbs: frozenset[str] = frozenset()
    """Rules whose findings on the same row this one replaces, because it says more."""
    tells_unchecked: frozenset[str] = frozenset()
    """Rules that its finding already reports as unchecked on the row."""
    doubtful: Severity | None = None
    """The severity of a doubtful hit, where the sheet may be read in another way; ``None``: the usual one."""

    of_foot: bool = False
    """It checks values derived from the rows (below the totals or beside the points), so its findings do not
    speak against the repair of a row."""
    foot_variants: frozenset[str] = frozenset()
    """Variants of its finding of which alone this holds."""
    has_repairs: bool = True
    """Repairs are searched for; ``False`` where no player's points are wrong."""
    mended_at_once: bool = False
    """All its faults on a sheet have one remedy, so they are one finding, at the first cell."""
    goes_on: Callable[[Hit, Hit], bool] | None = None
    """Whether a hit in the row below another shows that both rows are shifted; several are one finding."""
    left_open: frozenset[str] = frozenset()
    """Variants of its finding without repair: the sheet may be right if it is kept differently."""

    @property
    def area(self) -> str:
        """The part before the slash: the game, ``sheet`` or ``tournament``."""
        return self.name.partition("/")[0]

    def weight(self, *, doubtful: bool) -> Severity:
        """The severity of a hit."""
        return self.doubtful if doubtful and self.doubtful is not None else self.severity

    def finding(
        self,
        path: str,
        sheet: str | None = None,
        cell: CellRef | None = None,
        variant: str = "",
        params: Mapping[str, Param] = {},
    ) -> Finding:
        """A finding of this rule about a file, a sheet or a cell."""
        return Finding(self.name, self.severity, path, sheet, cell, variant=variant, params=params)


HEADINGS = -(1 << 30)
"""Stands for the line of headings where a row is expected."""


class Hit(NamedTuple):
    """A violation in coordinates of the table; the runner turns it into a finding at a cell.

    A check of scope ``row`` must not use the row's number: its result is cached for equal rows.
    """

    column: int | None = None
    """The table column to look at first; ``None``: the first column of points."""
    params: Mapping[str, Param] = {}
    variant: str = ""
    related: tuple[int | None, ...] = ()
    """Other table columns of the row that are involved; ``None`` for one that the sheet does not have."""
    off: Number | None = None
    """The difference from the right sum. On running totals, consecutive rows with the same difference are one
    fault; a row and a column total with the same difference are one fault in the cell where they cross."""
    doubtful: bool = False
    row: int | None = None
    """Set by checks of a column or sheet: the table row, ``HEADINGS``, or below 0 a line above the table."""
    rows: tuple[int, ...] = ()
    """Other table rows whose cells in the same column are involved."""


class Summary(NamedTuple):
    """The input of checks of the whole sheet, known after its last row."""

    entries: int
    last: Entry | None
    unreadable: frozenset[int]
    """The positions of players with values that cannot be read."""
    may_count: Mapping[int, tuple[str, ...]] = {}
    """The columns that are not known and may be the reason why games were not judged, with these games."""


class Watcher(Protocol):
    """Follows a column down a sheet.

    A watcher may collect the rows that it did not judge (as in ``Entry.row``) in an attribute ``unchecked``,
    or ``unread`` where a value could not be read; reports name them.
    """

    def see(self, entry: Entry) -> Iterable[Hit]:
        """Takes the next entry."""
        ...

    def finish(self) -> Iterable[Hit]:
        """Reports what shows only at the end of the column; each hit has its ``row``."""
        return ()


class Leaping(Watcher, Protocol):
    """A watcher that can skip rows without findings."""

    def is_indifferent(self, entry: Entry) -> bool:
        """Whether further rows like this entry, with consecutive game numbers, give no hits and change only a
        count.

        If so, the same holds for all rows to which the watcher was indifferent before, and for all rows that
        hold nothing but points.
        """
        ...

    def leap(self, run: Run) -> None:
        """Takes a run of rows that were skipped because the watcher is indifferent to them."""
        ...


Look: TypeAlias = "Callable[[Entry, Sequence[Entry], Sheet], Iterable[Hit]]"
"""Checks an entry; the second argument holds the entries before it, the nearest last."""
Watch: TypeAlias = "Callable[[Sheet], Watcher | None]"
"""Makes a watcher; ``None`` where the sheet has nothing for it to check."""
LookAtAll: TypeAlias = "Callable[[Sheet, Sequence[Entry]], Iterable[Hit]]"
"""Checks all rows of a sheet together; each hit has its ``row``."""
Review: TypeAlias = "Callable[[Summary, Sheet], Iterable[Hit]]"
"""Checks the whole sheet after its last row."""


@record
class Check:
    """How violations of one rule are found, and in which layouts."""

    rule: Rule
    scope: Scope
    look: Look | None = None
    watch: Watch | None = None
    review: Review | None = None
    layouts: frozenset[str] = field(default_factory=frozenset[str])
    """The layouts that it applies to; empty: all of the game's."""
    beside: frozenset[str] = field(default_factory=frozenset[str])
    """The roles of columns beside the points, one of which the sheet must have; empty: it need not."""
    reach: int = 1
    """How many earlier rows a check of scope ``step`` needs."""
    arithmetic: bool = True
    """It needs every number of the row: where one cannot be read, it is skipped and reported as skipped."""
    of_change: bool = False
    """It judges what the row changed. On running totals it is silent after a row in doubt, which has a
    finding of its own."""
    of_columns: bool = False
    """It compares with the last totals in the columns of its hit, however far above they are, so only doubt
    about those totals silences it."""
    doubts: bool = False
    """Its finding puts the players' totals of the row in doubt."""
    of_unreadable: bool = False
    """It has hits only in rows with a value that cannot be read."""
    of_numbers: bool = False
    """It has hits only in rows with numbers beside the points, and in a first row of carried totals."""
    of_facts: bool = False
    """It holds the points of a row against all that stands beside them: what stands in a column that is not
    known may be the reason of its hit."""
    needs: Callable[[Entry, Sheet], bool] | None = None
    """Whether a row has all that the check needs; elsewhere it is skipped and reported as skipped."""

    def applies(self, sheet: Sheet) -> bool:
        """Whether a sheet is of its layouts, and has a column that it looks at."""
        if self.layouts and sheet.layout not in self.layouts:
            return False
        return not self.beside or any(column.role in self.beside for column in sheet.columns)


class LocatedHit(NamedTuple):
    """A hit with its check and row."""

    check: Check
    hit: Hit
    row: int | None
    label: str

    @property
    def columns(self) -> frozenset[int]:
        """The columns of the hit."""
        return frozenset(one for one in (self.hit.column, *self.hit.related) if one is not None)


def row_check(
    rule: Rule,
    look: Callable[[Entry, Sheet], Iterable[Hit]],
    *,
    layouts: Iterable[str] = (),
    beside: Iterable[str] = (),
    arithmetic: bool = True,
    of_change: bool = False,
    of_columns: bool = False,
    of_facts: bool = False,
    doubts: bool = False,
    needs: Callable[[Entry, Sheet], bool] | None = None,
) -> Check:
    """A check of single rows; of the sheet it uses only how it is kept."""
    return Check(
        rule,
        "row",
        look=lambda entry, _past, sheet: look(entry, sheet),
        layouts=frozenset(layouts),
        beside=frozenset(beside),
        arithmetic=arithmetic,
        of_change=of_change,
        of_columns=of_columns,
        of_facts=of_facts,
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
    """A check with state that follows a column down the sheet."""
    return Check(rule, "column", watch=watch, layouts=frozenset(layouts), arithmetic=False)


def rows_check(
    rule: Rule,
    look: LookAtAll,
    *,
    layouts: Iterable[str] = (),
    where: Callable[[Sheet], bool] = lambda _sheet: True,
    unread: Callable[[Sheet, Sequence[Entry]], Iterable[int]] | None = None,
) -> Check:
    """A check of all rows together, after the last of them.

    ``where``: whether a sheet has what it looks at; ``unread`` gives rows that it cannot judge.
    """
    return column_check(
        rule, lambda sheet: _Collected(sheet, look, unread) if where(sheet) else None, layouts=layouts
    )


class _Collected(Watcher):
    """Keeps the rows of a sheet for a check of all of them."""

    def __init__(
        self, sheet: Sheet, look: LookAtAll, unread: Callable[[Sheet, Sequence[Entry]], Iterable[int]] | None
    ) -> None:
        self._sheet, self._look, self._unread = sheet, look, unread
        self._rows: list[Entry] = []
        self.unread: Iterable[int] = ()

    def see(self, entry: Entry) -> Iterable[Hit]:
        self._rows.append(entry)
        return ()

    def finish(self) -> Iterable[Hit]:
        if self._unread is not None:
            self.unread = self._unread(self._sheet, self._rows)
        return self._look(self._sheet, self._rows)


def sheet_check(rule: Rule, review: Review, *, layouts: Iterable[str] = ()) -> Check:
    """A check of the whole sheet, after its last row."""
    return Check(rule, "sheet", review=review, layouts=frozenset(layouts), arithmetic=False)


class UnclearFact(NamedTuple):
    """A fact of a row that is missing, cannot be read, or contradicts another."""

    role: str
    """Its column."""
    why: str
    """The variant of the message."""
    text: str = ""
    near: str | None = None
    """The likely meaning."""

    def hit(self, sheet: Sheet) -> Hit:
        """What is reported of it."""
        params: dict[str, Param] = (
            {"text": self.text} if self.near is None else {"text": self.text, "near": self.near}
        )
        return Hit(sheet.column(self.role), params, self.why if self.near is None else f"{self.why}-near")


def late(module: str, name: str) -> Callable[..., Any]:
    """A function of a module of scorecheck, which is imported by its first call: few sheets need it."""

    def call(*values: object) -> Any:
        return getattr(import_module(f"scorecheck.{module}"), name)(*values)

    return call
