"""Means on a published list: everybody's total divided by the number of games or evenings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations
from math import log

from scorecheck.checks.check import Hit, Summary, sheet_check
from scorecheck.checks.null import ODDS
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet
from scorecheck.tournament.listed import ROW_SCORE, has_score, numbers_in, score_in, shown, shown_score

_FEWEST = 3
_SLIP = 0.03
"""The probability of a slip in a number, as in the rows of games."""
_MOST_COLUMNS = 8
"""At most this many unknown columns are considered."""


class Mean(NamedTuple):
    """The columns of a mean and of its divisor."""

    at: int
    by: int


class _Line(NamedTuple):
    """A line with a mean."""

    row: int
    by: Fraction
    said: Fraction
    decimals: int
    due: Fraction

    @property
    def agrees(self) -> bool:
        """Whether the mean is right, except for rounding."""
        return abs(self.due - self.said) * 2 * 10**self.decimals <= 1


def mean_of(sheet: Sheet) -> Mean | None:
    """The mean beside the scores: of two unknown columns, one is the score divided by the other.

    Requires odds of 99 to 1 against chance.
    """
    if not has_score(sheet):
        return None
    unknown = (one.at for one in sheet.columns if one.role == "unknown")
    numbers = [at for at in unknown if len(numbers_in(sheet, at)) >= _FEWEST]
    pairs = [Mean(*pair) for pair in permutations(numbers[:_MOST_COLUMNS], 2)]
    weighed = [(_evidence(list(_lines(sheet, pair))), pair) for pair in pairs]
    evidence, best = max(weighed, default=(0.0, None))
    return best if evidence > ODDS + log(len(pairs) or 1) else None


def _evidence(lines: Sequence[_Line]) -> float:
    """The log-odds that a column is a mean: any other number of its size agrees by chance only."""
    if all(line.by == 1 for line in lines):
        return 0.0
    return sum(
        log(1 + 2 * float(abs(line.said)) * 10**line.decimals) if line.agrees else log(_SLIP)
        for line in lines
    )


def _lines(sheet: Sheet, mean: Mean) -> Iterator[_Line]:
    """The lines with score, divisor and mean."""
    for row in range(sheet.stop):
        said = shown_score(sheet.table.value(row, mean.at))
        score, by = (score_in(sheet.table.value(row, at)) for at in (sheet.points_columns[0], mean.by))
        if said is not None and score is not None and by is not None and by > 0:
            yield _Line(row, by, *said, score / by)


def _wrong_means(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    mean = mean_of(sheet)
    if mean is None:
        return
    names, score = sheet.column("name"), sheet.points_columns[0]
    for line in _lines(sheet, mean):
        if not line.agrees:
            player = "" if names is None else str(sheet.table.value(line.row, names))
            params = {
                "player": player,
                "score": shown(score_in(sheet.table.value(line.row, score)) or 0),
                "count": shown(line.by),
                "due": shown(line.due),
                "said": line.said,
            }
            yield Hit(mean.at, params, "mean", (score, mean.by), row=line.row)


def has_mean(sheet: Sheet) -> bool:
    """Whether a mean is beside the scores of a list."""
    return mean_of(sheet) is not None


mean_score = sheet_check(ROW_SCORE, _wrong_means, layouts=("standings",))
