"""Findings: one fault each, its place, and its repairs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum

from scorecheck.model.cells import CellRef
from scorecheck.model.record import NamedTuple, field, record, replace
from scorecheck.model.terms import Param


class Severity(IntEnum):
    """The severity of a finding. It belongs to the rule."""

    INFO = 0
    WARNING = 1
    ERROR = 2

    @property
    def word(self) -> str:
        """The severity as the reports write it: ``error``, ``warning``, ``info``."""
        return self.name.lower()


class Edit(NamedTuple):
    """A change of one cell."""

    cell: CellRef
    before: str
    after: str


@record
class Fix:
    """A repair: its edits, the slip that it undoes, and the confidence (0 to 1)."""

    edits: tuple[Edit, ...]
    kind: str
    confidence: float
    params: Mapping[str, Param] = field(default_factory=dict[str, "Param"])
    together: tuple[Edit, ...] = ()
    """Edits of other findings' repairs without which this one is not right."""
    follows: tuple[Edit, ...] = ()
    """Consequential edits that are made but not reported: of a control beside, and of totals below that
    agreed with their columns."""

    @property
    def all_edits(self) -> tuple[Edit, ...]:
        """All edits of the repair, with the consequential ones."""
        return (*self.edits, *self.follows)

    def with_each(self, change: Callable[[Edit], Edit]) -> Fix:
        """The repair with each of its edits changed."""
        each = (self.edits, self.follows, self.together)
        edits, follows, together = (tuple(map(change, some)) for some in each)
        return replace(self, edits=edits, follows=follows, together=together)


class Excerpt(NamedTuple):
    """The rows around a finding as they stand on the sheet."""

    letters: tuple[str, ...]
    """The letters of the columns shown."""
    headings: tuple[str, ...]
    lines: tuple[tuple[int, tuple[str, ...]], ...]
    """Each row's number on the sheet, and its cells."""


class Waived(NamedTuple):
    """An exception that the event accepts: the finding stays, as a remark."""

    reason: str
    by: str
    severity: Severity
    """The severity of the finding itself."""


class Moved(NamedTuple):
    """A player or team whose rank a repair changes."""

    name: str
    before: int | None
    """The rank without the repair; ``None``: not ranked."""
    after: int | None
    """The rank with the repair; ``None``: not ranked."""


class Impact(NamedTuple):
    """The effect of one repair alone on the standings."""

    changes: str
    """The greatest change: ``ranks``, ``scores`` (of players, teams or the season, but no rank), ``nothing``;
    or ``unknown``."""
    ranks: tuple[Moved, ...] = ()
    """The players of the event, by their ranks without the repair."""
    teams: tuple[Moved, ...] = ()
    season: tuple[Moved, ...] = ()
    """The players of the season, where the event is ranked in one."""
    why: str = ""
    """Why it is unknown: ``no-edits`` (the contents of a missing row are not known), ``not-looked-at`` (the
    budget was exhausted), ``cannot-rank`` (with it the sheets lack what the method needs)."""


MORE = "more-like-it"
"""The variant of the finding that counts the unlisted ones of a rule on a sheet."""
MOST_LISTED = 200
"""The most findings of one rule on one sheet that are listed."""
UNCHECKED = "sheet/nothing-to-check"
"""The rule for sheets that were read but offer nothing to check."""
_LAST_ROW = 1 << 40


@record
class Finding:
    """One fault. Its text is made in the reports, from the rule, the variant and the params."""

    rule: str
    severity: Severity
    path: str
    sheet: str | None = None
    cell: CellRef | None = None
    """The cell to look at first; ``None`` where the finding is about a whole file or sheet."""
    related: tuple[CellRef, ...] = ()
    variant: str = ""
    """The variant of the rule's message; empty for the usual one."""
    value: str | None = None
    """The contents of the cell."""
    params: Mapping[str, Param] = field(default_factory=dict[str, "Param"])
    fixes: tuple[Fix, ...] = ()
    waived: Waived | None = None
    """Set where the event accepts it as an exception; its severity is then that of a remark."""

    carried_to: CellRef | None = None
    """The last cell to which the likeliest slip is carried on."""
    excerpt: Excerpt | None = None
    impact: tuple[Impact, ...] = ()
    """The effect of each fix on the standings, in their order; empty where the sheet is in no ranking, or it
    was not asked for."""

    @property
    def count(self) -> int:
        """The number of findings that it stands for."""
        count = self.params.get("count") if self.variant == MORE else 1
        return count if isinstance(count, int) else 1

    @property
    def sort_key(self) -> tuple[str, str, int, int, str, str]:
        """Findings are sorted by path, sheet, row, column and rule; those that only count others come
        last."""
        row, column = self.cell or (_LAST_ROW if self.variant == MORE else 0, 0)
        return (self.path, self.sheet or "", row, column, self.rule, self.variant)


def status_of(findings: Iterable[Finding]) -> str:
    """The status of a sheet with these findings: ``ok``, ``read`` (nothing to check), ``warnings`` or
    ``errors``."""
    told = [finding for finding in findings if finding.severity > Severity.INFO]
    if any(finding.severity is Severity.ERROR for finding in told):
        return "errors"
    if any(finding.rule == UNCHECKED for finding in told):
        return "read"
    return "warnings" if told else "ok"


class Found(NamedTuple):
    """A finding, and the cell in which its check found it."""

    finding: Finding
    cell: CellRef | None
    """Where repairs are known, the finding itself may name another cell."""
