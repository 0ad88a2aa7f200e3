"""The grounds of an ok: rules that were checked on the sheet and could have failed."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence

from scorecheck.checks.check import Check, Hit, Rule, Summary, sheet_check
from scorecheck.checks.rules import NOTHING_TO_CHECK, TOTAL_MISMATCH
from scorecheck.model.cells import Unreadable, value_text
from scorecheck.model.outcome import Skipped
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet


class Ground(NamedTuple):
    """A rule that counts towards an ok, with the sheets on which it can fail."""

    key: str
    """The label under ``rests`` that names it."""
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
) -> dict[str, int]:
    """The grounds of an ok of a sheet among the rules ``asked`` for, each with the number of rows checked."""
    left: dict[str, int] = {}
    for one in skipped:
        left[one.rule] = left.get(one.rule, entries) - len(one.rows)
    held = [ground for ground in grounds if ground.rule.name in asked and ground.is_of(sheet)]
    rows = {ground.key: left.get(ground.rule.name, entries) for ground in held}
    return {key: number for key, number in rows.items() if number > 0}


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
