"""Checks a row of places (1st, 2nd …) below the table against the final scores.

Such a row is weighed as places by each of the scores and rows that it may be about, with slips, and as places
of something else, such as the season, which can be in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import lgamma, log

from scorecheck.checks.check import Hit
from scorecheck.checks.money import amount
from scorecheck.checks.null import SLIP, out_of_order
from scorecheck.model.cells import Number, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet

_FEWEST = 3
"""With fewer players the places show little."""
_MIXED_UP = 2
"""Two wrong places are two players mixed up; more may be a player who stands too high or too low."""
_ELSEWHERE, _OTHER_ROW, _FEWEST_WIN = log(0.01), log(0.05), log(0.1)
"""Places of something else below the table, of another row than the totals, and of a game in which the
fewest points win."""


class _Placed(NamedTuple):
    """A player's place in such a row."""

    column: int
    place: int
    score: Number


def misplaced(
    places: Sequence[int], others: Sequence[int], totals: Sequence[Number], sheet: Sheet
) -> Iterator[Hit]:
    """The places that do not follow from the final scores; where one moved several players, the furthest.

    Scores are ``totals`` (what the games give), the total row, or one of the other rows above the places.
    """
    for row, wrong in _of_these(places, others, totals, sheet):
        told = wrong if len(wrong) <= _MIXED_UP else [max(wrong, key=lambda one: abs(one[0].place - one[1]))]
        for one, due in told:
            player = sheet.table.headings[one.column]
            params = {"player": player, "rank": one.place, "score": one.score, "due": due}
            related = tuple(other.column for other, _ in wrong if other is not one and len(wrong) > _MIXED_UP)
            yield Hit(one.column, params, "", related, row=row)


def follow(places: Sequence[int], others: Sequence[int], sheet: Sheet) -> bool:
    """Whether a row of places is about the numbers below the table."""
    return any(_of_these(places, others, (), sheet))


def _of_these(
    places: Sequence[int], others: Sequence[int], totals: Sequence[Number], sheet: Sheet
) -> Iterator[tuple[int, Sequence[tuple[_Placed, int]]]]:
    """The rows of places about the scores or the numbers of another row, each with the wrong places."""
    said: Sequence[Number] = () if sheet.total_row is None else _numbers(sheet, sheet.total_row)
    for row in places:
        # Places may follow the total row, the true totals, or a row above them such as the money: what was
        # written below them later is hardly what they rank.
        numbers = (_numbers(sheet, other) for other in others if other < row)
        ways = [(0.0, said), (0.0, totals), *((_OTHER_ROW, some) for some in numbers if len(set(some)) > 1)]
        found = [
            (prior + likely + _evidence(placed, wrong, sign), wrong)
            for prior, some in ways
            if some
            for placed in [_placed(sheet, row, some)]
            if len(placed) >= _FEWEST
            for sign, likely in ((1, 0.0), (-1, _FEWEST_WIN))
            for wrong in [_wrong(placed, sign)]
        ]
        best, wrong = max(found, key=lambda one: one[0], default=(0.0, None))
        if wrong is not None and best > _ELSEWHERE - lgamma(len(sheet.points_columns) + 1):
            yield row, wrong


def _evidence(placed: Sequence[_Placed], wrong: Sequence[object], sign: int) -> float:
    """The log-likelihood of places by these scores: of equal ones in any order, with slips.

    A slip is a wrong place, two players mixed up, or one who stands too high or too low for all others.
    """
    any_order = sum(lgamma(many + 1) for many in Counter(one.score for one in placed).values())
    slips = (len(wrong) + 1) // _MIXED_UP
    if len({one.place for one in placed}) == len(placed):
        ranked = sorted(placed, key=lambda one: one.place, reverse=True)
        slips = min(slips, out_of_order([sign * one.score for one in ranked]))
    return slips * (log(SLIP) - 2 * log(len(placed) - 1)) - any_order


def _numbers(sheet: Sheet, row: int) -> Sequence[Number]:
    """The numbers of another row, one a player; empty where a cell holds no number."""
    said = [amount(sheet.table.value(row, column)) for column in sheet.points_columns]
    return [] if None in said else [number for number in said if number is not None]


def _placed(sheet: Sheet, row: int, scores: Sequence[Number]) -> list[_Placed]:
    """The players with a place; none where a cell holds something else."""
    found: list[_Placed] = []
    for column, score in zip(sheet.points_columns, scores, strict=True):
        place = value_text(sheet.table.value(row, column)).strip().rstrip(".")
        if not place:
            continue
        if not (place.isdecimal() and place.isascii()):
            return []
        found.append(_Placed(column, int(place[:9]), score))
    return found


def _wrong(placed: Sequence[_Placed], sign: int) -> list[tuple[_Placed, int]]:
    """The players with a wrong place, each with the right one; ``sign`` is −1 where the fewest points win.

    Players with equal scores may share a place or stand one behind the other.
    """
    found: list[tuple[_Placed, int]] = []
    for one in placed:
        better = [other.score for other in placed if sign * other.score > sign * one.score]
        alike = sum(other.score == one.score for other in placed)
        if not len(set(better)) < one.place <= len(better) + alike:
            found.append((one, len(better) + 1))
    return found
