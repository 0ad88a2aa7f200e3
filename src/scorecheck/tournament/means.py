"""Means, everybody's total divided by the number of games or evenings, on lists and below grids.

Below grids also the number of evenings, the best and the worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import log

from scorecheck.checks.check import Hit, Summary, sheet_check
from scorecheck.checks.null import ODDS, SLIP
from scorecheck.checks.words import plain, vocabulary
from scorecheck.model.cells import Number, value_text
from scorecheck.model.outcome import Listed
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Counted, Sheet
from scorecheck.model.terms import Param
from scorecheck.tournament.listed import (
    ROW_SCORE,
    ShownScore,
    has_score,
    numbers_in,
    score_in,
    shown,
    shown_score,
)

_FEWEST = 3
_ONE_IN = 4
"""One number in so many may be wrong; of few, one."""
_CALLED = log(500)
"""The log-odds of the word before a row for what it holds."""
_MOST_COLUMNS = 8
"""At most this many unknown columns are considered."""


class Mean(NamedTuple):
    """The columns of a mean and of its divisor."""

    at: int
    by: int


class Figure(NamedTuple):
    """What a number should be: a total by a number of games or evenings, or only that number."""

    by: Fraction
    total: Fraction | None = None

    @property
    def due(self) -> Fraction:
        """The number itself, unrounded."""
        return self.by if self.total is None else self.total / self.by

    def agrees(self, said: ShownScore) -> bool:
        """Whether a number is this, except for rounding."""
        return abs(self.due - said.amount) * 2 * 10**said.decimals <= 1

    def params(self) -> dict[str, Param]:
        """What a message says of it."""
        due: dict[str, Param] = {"due": shown(self.due)}
        return due if self.total is None else due | {"score": shown(self.total), "count": shown(self.by)}


def evidence_of(said: Mapping[int, ShownScore], figures: Mapping[int, Sequence[Figure]]) -> float:
    """The log-odds that numbers are these: any others of their size agree by chance only.

    Equal ones count once; with too many that disagree, they are something else. Where no figure is due, as
    the mean of somebody who never came, any number may stand.
    """
    due = {at: one for at, one in said.items() if figures[at]}
    right = {at for at, one in due.items() if any(figure.agrees(one) for figure in figures[at])}
    agree = {due[at].amount: log(1 + 2 * float(abs(due[at].amount)) * 10 ** due[at].decimals) for at in right}
    wrong = len(due) - len(right)
    if wrong > max(1, len(due) // _ONE_IN):
        return 0.0
    return sum(agree.values()) + wrong * log(SLIP)


def mean_of(sheet: Sheet) -> Mean | None:
    """The mean beside the scores: of two unknown columns, one is the score divided by the other.

    Requires odds of 99 to 1 against chance.
    """
    if not has_score(sheet):
        return None
    unknown = (one.at for one in sheet.columns if one.role == "unknown")
    numbers = [at for at in unknown if len(numbers_in(sheet, at)) >= _FEWEST]
    pairs = [Mean(*pair) for pair in permutations(numbers[:_MOST_COLUMNS], 2)]
    weighed = [(_evidence(sheet, pair), pair) for pair in pairs]
    evidence, best = max(weighed, default=(0.0, None))
    return best if evidence > ODDS + log(len(pairs) or 1) else None


def _evidence(sheet: Sheet, pair: Mean) -> float:
    """The log-odds that a column is a mean; that of one game says nothing."""
    lines = list(_lines(sheet, pair))
    if all(due.by == 1 for _, _, due in lines):
        return 0.0
    return evidence_of({row: said for row, said, _ in lines}, {row: [due] for row, _, due in lines})


def _lines(sheet: Sheet, mean: Mean) -> Iterator[tuple[int, ShownScore, Figure]]:
    """The rows with score, divisor and mean, what stands there and what is due."""
    for row in range(sheet.stop):
        said = shown_score(sheet.table.value(row, mean.at))
        score, by = (score_in(sheet.table.value(row, at)) for at in (sheet.points_columns[0], mean.by))
        if said is not None and score is not None and by is not None and by > 0:
            yield row, said, Figure(by, score)


def _wrong_means(_summary: Summary, sheet: Sheet) -> Iterator[Hit]:
    mean = mean_of(sheet)
    if mean is None:
        return
    names, score = sheet.column("name"), sheet.points_columns[0]
    for row, said, due in _lines(sheet, mean):
        if not due.agrees(said):
            player = "" if names is None else str(sheet.table.value(row, names))
            params = {"player": player, "said": said.amount} | due.params()
            yield Hit(mean.at, params, "mean", (score, mean.by), row=row)


mean_score = sheet_check(ROW_SCORE, _wrong_means, layouts=("standings",))


def wrong_below(sheet: Sheet, lines: Sequence[Listed]) -> Iterator[Hit]:
    """The figures below a grid that its ``lines`` do not give."""
    counted: dict[int, Fraction] = {}
    for row in range(sheet.stop, len(sheet.table.rows)):
        found = enumerate(shown_score(sheet.table.value(row, at)) for at in sheet.points_columns)
        said = {seat: one for seat, one in found if one is not None}
        if row == sheet.total_row or len(said) < _FEWEST:
            continue
        word = _word_before(sheet, row)
        weighed = [
            (evidence_of(said, due) + _CALLED * (word == kind), kind, due)
            for kind, due in _possible(sheet, lines, counted)
        ]
        evidence, kind, best = max(weighed, key=lambda one: one[0])
        if evidence <= ODDS + log(len(weighed)):
            continue
        if kind == "evenings":
            counted = {seat: one.amount for seat, one in said.items()}
        for seat, one in said.items():
            if best[seat] and not any(due.agrees(one) for due in best[seat]):
                params = {"player": sheet.players[seat], "said": shown(one.amount)} | best[seat][0].params()
                yield Hit(sheet.points_columns[seat], params, _VARIANTS[kind], row=row)


_VARIANTS = {"evenings": "count", "average": "mean", "best": "best", "worst": "worst"}


def _word_before(sheet: Sheet, row: int) -> str | None:
    """The meaning of the word before the numbers of a row."""
    said = (value_text(sheet.table.value(row, at)) for at in range(min(sheet.points_columns)))
    words = vocabulary("layouts", "words.toml", section="rows")
    return next(filter(None, (words.get(plain(text)) for text in said)), None)


def _possible(
    sheet: Sheet, lines: Sequence[Listed], counted: Mapping[int, Fraction]
) -> Iterator[tuple[str, Mapping[int, Sequence[Figure]]]]:
    """What a row may hold: the evenings of each seat, or means over those that count or over all evenings.

    Where somebody who stayed away has a 0, only other evenings are counted. A mean may be that of a wrong
    total, or of a wrong number of evenings ``counted`` on the sheet.
    """
    played = [[part.points for part in line.parts if part.points is not None] for line in lines]
    for count in (len, _others_than_zero):
        yield "evenings", {seat: [Figure(Fraction(count(there)))] for seat, there in enumerate(played)}
    for kind, of in (("best", max), ("worst", min)):
        yield (
            kind,
            {seat: [Figure(Fraction(of(there)))] if there else [] for seat, there in enumerate(played)},
        )
    foot = [None] * len(lines)
    if sheet.total_row is not None:
        foot = [score_in(sheet.table.value(sheet.total_row, at)) for at in sheet.points_columns]
    count = sheet.counted or Counted()
    added = [Fraction(len(count.of(there))) for there in played]
    for evenings in (added, [Fraction(len(line.parts)) for line in lines]):
        yield (
            "average",
            {
                seat: [
                    Figure(by, total)
                    for by in (evenings[seat], counted.get(seat))
                    for total in (Fraction(line.score), foot[seat])
                    if total is not None and by
                ]
                for seat, line in enumerate(lines)
            },
        )


def _others_than_zero(points: Iterable[Number]) -> int:
    return sum(map(bool, points))
