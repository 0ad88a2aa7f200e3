"""Sums that follow: total rows, controls and the sums of cards that a spreadsheet works out.

Whatever a slip does to the rows, such a cell says what the rows give. A formula and a plain number that
was copied from one are the same here: the values are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.slips.sheets import number
from benchmarks.slips.yatzy import bonus_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from benchmarks.slips.sheets import Place, Sheet

SUMS = ("hand", "computed", "mixed")
_ENOUGH = 63


def columns_that_follow(sheet: Sheet, sums: str, rng: Random) -> frozenset[int]:
    """The columns whose sums are worked out from the rows: none, all, or (``mixed``) each as often as not."""
    if sums == "hand":
        return frozenset()
    columns = [*sheet.shape.players, *([] if sheet.shape.control is None else [sheet.shape.control])]
    return frozenset(column for column in columns if sums == "computed" or rng.random() < 1 / 2)


def followed(sheet: Sheet, columns: frozenset[int]) -> Sheet:
    """The sheet with these columns' sums as its rows give them."""
    return sheet.with_cells(tuple(_worked_out(sheet, columns))) if columns else sheet


def _worked_out(sheet: Sheet, columns: frozenset[int]) -> Iterator[tuple[Place, str]]:
    shape = sheet.shape
    for column in columns:
        if column == shape.control:
            yield from _controls(sheet, column)
        elif shape.card:
            yield from _of_card(sheet, column, lambda row, at=column: number(sheet.rows[row][at]) or 0)
        elif sheet.kinds[-1] == "total":
            rows = zip(sheet.rows, sheet.kinds, strict=True)
            given = sum(number(row[column]) or 0 for row, kind in rows if kind == "entry")
            yield (len(sheet.rows) - 1, column), str(given)


def _controls(sheet: Sheet, column: int) -> Iterator[tuple[Place, str]]:
    """What all who are above zero have together, and all below."""
    totals = dict.fromkeys(sheet.shape.players, 0)
    for at, row in enumerate(sheet.rows):
        for player in totals:
            said = number(row[player])
            totals[player] = totals[player] if said is None else said
        if row[column] not in ("", sheet.shape.blank):
            above = sum(total for total in totals.values() if total > 0)
            below = -sum(total for total in totals.values() if total < 0)
            yield (at, column), f"{above}/{below}"


def _of_card(sheet: Sheet, column: int, said: Callable[[int], int]) -> Iterator[tuple[Place, str]]:
    summed = 0
    for row, kind in enumerate(sheet.kinds):
        if kind == "sum":
            yield (row, column), str(summed)
        elif kind == "bonus":
            bonus = bonus_of(sheet) if summed >= _ENOUGH else 0
            yield (row, column), str(bonus)
            summed += bonus
        elif kind == "total":
            yield (row, column), str(summed)
        else:
            summed += said(row)
