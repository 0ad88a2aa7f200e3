"""The grounds of an ok: rules that were checked on the sheet and could have failed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence
from typing import TypeAlias

from scorecheck.checks.check import Check, Hit, Rule, Summary, sheet_check
from scorecheck.checks.rules import NOTHING_TO_CHECK, TOTAL_MISMATCH
from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.finding import Finding
from scorecheck.model.outcome import Held, Skipped
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet


class Ground(NamedTuple):
    """A rule that counts towards an ok, with the sheets on which it can fail."""

    key: str
    """The label under ``rests`` that names it; ``GAME.KEY`` of one in the game's own messages."""
    rule: Rule
    layouts: Sequence[str] = ()
    """The layouts that it applies to; empty: all."""
    held: Callable[[Sheet], object] | None = None
    """What a sheet has of what the rule needs, true if it has any; ``None``: every sheet has."""

    def is_of(self, sheet: Sheet) -> bool:
        """Whether the rule can fail on a sheet."""
        if sheet.table.worked_out and self.rule is not TOTAL_MISMATCH:
            return False
        return (not self.layouts or sheet.layout in self.layouts) and (
            self.held is None or bool(self.held(sheet))
        )


def grounds_of(
    sheet: Sheet, grounds: Iterable[Ground], asked: Container[str], entries: int, skipped: Iterable[Skipped]
) -> tuple[Held, ...]:
    """The grounds of an ok of a sheet among the rules ``asked`` for."""
    left: dict[str, int] = {}
    for one in skipped:
        left[one.rule] = left.get(one.rule, entries) - len(one.rows)
    held = [one for one in grounds if one.rule.name in asked and one.is_of(sheet)]
    found = (Held(one.key, one.rule.name, left.get(one.rule.name, entries)) for one in held)
    return tuple(one for one in found if one.rows > 0)


def grounds_without(
    grounds: Iterable[Held], findings: Iterable[Finding], absorbs: Absorbs
) -> tuple[Held, ...]:
    """Grounds without the rows of findings that are passed over, of their rule or one that absorbs it.

    What does not hold on its rows at all is no ground.
    """
    broken: dict[str, set[int | None]] = {}
    for finding in findings:
        for rule in (finding.rule, *absorbs(finding.rule)):
            broken.setdefault(rule, set()).add(finding.cell and finding.cell.row)
    by_rows = (one._replace(rows=one.rows - len(broken.get(one.rule, ()))) for one in grounds)
    of_columns = {TOTAL_MISMATCH.name} & broken.keys()
    return tuple(one for one in by_rows if one.rows > 0 and one.rule not in of_columns)


Absorbs: TypeAlias = "Callable[[str], Collection[str]]"
"""The rules that a rule absorbs, by its name."""


def nothing_to_check(grounds: Sequence[Ground], layouts: Iterable[str]) -> Check:
    """A check for sheets on which no rule can show that a number is wrong."""

    def review(summary: Summary, sheet: Sheet) -> Iterator[Hit]:
        if summary.entries and not any(ground.is_of(sheet) for ground in grounds):
            yield Hit(params={"scores": _scores(sheet)})

    return sheet_check(NOTHING_TO_CHECK, review, layouts=layouts)


def _scores(sheet: Sheet) -> int:
    """The number of cells with digits in the columns of points, without the total row."""
    rows = sheet.rows_of_games
    cells = (value_text(sheet.table.value(row, at)) for row in rows for at in sheet.points_columns)
    return sum(any(map(str.isdigit, cell)) for cell in cells)


def _has_totals(sheet: Sheet) -> bool:
    return any(said is not None and not isinstance(said, Unreadable) for said in sheet.foot)


TOTALS_AGREE = Ground("totals", TOTAL_MISMATCH, held=_has_totals)
"""The total row agrees with its columns."""
