"""What a check says: one fault, where it is, and how it can be mended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import IntEnum

from scorecheck.model.cells import CellRef
from scorecheck.model.record import NamedTuple, field, record
from scorecheck.model.terms import Param


class Severity(IntEnum):
    """How much a finding weighs. Belongs to the rule."""

    INFO = 0
    WARNING = 1
    ERROR = 2

    @property
    def word(self) -> str:
        """The severity as the reports write it: ``error``, ``warning``, ``info``."""
        return self.name.lower()


class Edit(NamedTuple):
    """One cell changed from what it says to what it should say."""

    cell: CellRef
    before: str
    after: str


@record
class Fix:
    """A repair: the edits that it takes, what slip it undoes, and how sure it is (0 to 1)."""

    edits: tuple[Edit, ...]
    kind: str
    confidence: float
    params: Mapping[str, Param] = field(default_factory=dict[str, "Param"])
    together: tuple[Edit, ...] = ()
    """What other findings' repairs change, without which this one is not right."""
    follows: tuple[Edit, ...] = ()
    """What was worked out from the wrong number, and is changed with it without being told: a control beside,
    and the totals below that agreed with their columns, known when the repair is made."""

    @property
    def all_edits(self) -> tuple[Edit, ...]:
        """All that is changed by the repair: what is told, and what follows."""
        return (*self.edits, *self.follows)


class Excerpt(NamedTuple):
    """The rows around a finding as they stand on the sheet, for showing where it is."""

    letters: tuple[str, ...]
    """Of the columns shown."""
    headings: tuple[str, ...]
    lines: tuple[tuple[int, tuple[str, ...]], ...]
    """Each row's number on the sheet, and its cells."""


class Waived(NamedTuple):
    """An exception that somebody looked at and accepted: the finding stays, as a remark."""

    reason: str
    by: str
    severity: Severity
    """What the finding would weigh."""


class Moved(NamedTuple):
    """A player or team whose rank a repair changes."""

    name: str
    before: int | None
    """The rank with the sheet as it stands; ``None``: not ranked."""
    after: int | None
    """The rank with the repair; ``None``: not ranked."""


class Impact(NamedTuple):
    """What one repair, by itself, would change in the standings."""

    changes: str
    """The most that it changes: ``ranks``, ``scores`` (of players, teams, the season, but no rank),
    ``nothing``; or ``unknown``."""
    ranks: tuple[Moved, ...] = ()
    """The players of the event, by the rank that they have without it."""
    teams: tuple[Moved, ...] = ()
    season: tuple[Moved, ...] = ()
    """The players of the season, where the event is ranked in one."""
    why: str = ""
    """Why it is unknown: ``no-edits`` (a row was left out, and nobody knows what would stand in it),
    ``not-looked-at`` (the budget was spent), ``cannot-rank`` (with it the sheets do not tell what the
    method asks for)."""


MORE = "more-like-it"
"""The variant of the finding that stands for those of its rule and sheet that are counted, not listed."""
MOST_LISTED = 200
"""So many findings of one rule on one sheet are listed."""
UNCHECKED = "sheet/nothing-to-check"
"""The rule that tells of a sheet which was read and on which nothing could be checked."""
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
    """Which of the rule's sentences says it; empty for its usual one."""
    value: str | None = None
    """What stands in the cell."""
    params: Mapping[str, Param] = field(default_factory=dict[str, "Param"])
    fixes: tuple[Fix, ...] = ()
    waived: Waived | None = None
    """Set where the event accepts it as an exception; then it weighs no more than a remark."""

    carried_to: CellRef | None = None
    """The last cell that carries the likeliest slip on."""
    excerpt: Excerpt | None = None
    impact: tuple[Impact, ...] = ()
    """What each of the fixes would change in the standings, in their order; empty where the sheet is in
    no ranking, or that was not asked."""

    @property
    def count(self) -> int:
        """How many findings it stands for."""
        count = self.params.get("count") if self.variant == MORE else 1
        return count if isinstance(count, int) else 1

    @property
    def sort_key(self) -> tuple[str, str, int, int, str, str]:
        """Findings are listed by path, sheet, row, column and rule; those that are only counted, last."""
        row, column = self.cell or (_LAST_ROW if self.variant == MORE else 0, 0)
        return (self.path, self.sheet or "", row, column, self.rule, self.variant)


def status_of(findings: Iterable[Finding]) -> str:
    """What the findings make of a sheet: ``ok``, ``read`` (nothing on it could be checked), ``warnings`` or
    ``errors``."""
    told = [finding for finding in findings if finding.severity > Severity.INFO]
    if any(finding.severity is Severity.ERROR for finding in told):
        return "errors"
    if any(finding.rule == UNCHECKED for finding in told):
        return "read"
    return "warnings" if told else "ok"


class Found(NamedTuple):
    """A finding, and where its check found it."""

    finding: Finding
    cell: CellRef | None
    """Where repairs are known, the finding may name another cell to look at first."""
