"""Checks a row of places (1st, 2nd …) below the table against the final scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from scorecheck.checks.check import Hit
from scorecheck.checks.money import amount
from scorecheck.model.cells import Number, value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet

_FEWEST = 3
"""With fewer players the places show little."""
_MOST_WRONG = 2
"""Two wrong places are two players mixed up; with more of them the row is about something else, such as the
season."""


class _Placed(NamedTuple):
    """A player's place in such a row."""

    column: int
    place: int
    score: Number


def misplaced(
    places: Sequence[int], others: Sequence[int], totals: Sequence[Number], sheet: Sheet
) -> Iterator[Hit]:
    """The places that do not follow from the final scores.

    Scores are ``totals`` (what the games give), the total row, or one of the other rows above the places.
    """
    for row, wrong in _of_these(places, others, [_said(totals, sheet), totals], sheet):
        for one, due in wrong:
            player = sheet.table.headings[one.column]
            params = {"player": player, "rank": one.place, "score": one.score, "due": due}
            yield Hit(one.column, params, row=row)


def follow(places: Sequence[int], others: Sequence[int], sheet: Sheet) -> bool:
    """Whether a row of places is about the numbers below the table."""
    rows = others if sheet.total_row is None else [sheet.total_row, *others]
    return any(_of_these(places, rows, [], sheet))


def _of_these(
    places: Sequence[int], others: Sequence[int], scores: Sequence[Sequence[Number]], sheet: Sheet
) -> Iterator[tuple[int, Sequence[tuple[_Placed, int]]]]:
    """The rows of places about some ``scores`` or the numbers of another row, each with the wrong places."""
    for row in places:
        # Places may follow the total row, the true totals, or a row above them such as the money: what was
        # written below them later is hardly what they rank.
        numbers = (_numbers(sheet, other) for other in others if other < row)
        every = [*scores, *(some for some in numbers if len(set(some)) > 1)]
        by_scores = [(at, _placed(sheet, row, some)) for at, some in enumerate(every)]
        wrong = [
            # Places nearly follow any other row, such as the evenings, by chance.
            (len(found) + (_MOST_WRONG if found and 0 < len(scores) <= at else 0), found)
            for at, placed in by_scores
            if len(placed) >= _FEWEST
            for found in (_wrong(placed, 1), _wrong(placed, -1))
        ]
        fewest = min(wrong, key=lambda one: one[0], default=(0, None))[1]
        if fewest is not None and len(fewest) <= _MOST_WRONG:
            yield row, fewest


def _said(totals: Sequence[Number], sheet: Sheet) -> Sequence[Number]:
    """The total row; where a cell of it is empty, what the games give."""
    foot = sheet.foot or (None,) * len(totals)
    return [said if isinstance(said, int) else total for said, total in zip(foot, totals, strict=True)]


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
