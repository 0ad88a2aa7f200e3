"""Columns that are not known, and may be the reason why points do not follow from the facts beside them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from math import log

from scorecheck.checks.null import SLIP
from scorecheck.model.cells import value_text
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Sheet

_COUNTS = log(0.05)
"""The log-probability that an unknown column says what games are worth."""
_AND_RIGHT = log(0.3)
"""The log-probability that a game with an entry in such a column is right without regard to it."""


class LeftColumn(NamedTuple):
    """An unknown column, and the wrong rows that it may explain."""

    column: int
    rows: frozenset[int]
    log_odds: float
    """For the column as the reason, against an independent slip in each of these rows."""


def left_columns(sheet: Sheet, wrong: Collection[int], unjudged: Collection[int] = ()) -> list[LeftColumn]:
    """The columns that may be the reason why rows are ``wrong``.

    ``unjudged`` rows are neither right nor wrong.
    """
    columns = [column.at for column in sheet.columns if column.role == "unknown"] if wrong else []
    filled = {column: _filled(sheet, column) for column in columns}
    right = {column: len(rows.difference(wrong, unjudged)) for column, rows in filled.items()}
    found: list[LeftColumn] = []
    open_ = frozenset(wrong)
    # Columns with something in few right rows are the likelier reason.
    for column in sorted(columns, key=lambda column: right[column]):
        explained = filled[column] & open_
        if explained:
            by_slips = len(explained) * (log(SLIP) + log(len(filled[column]) / max(1, sheet.stop)))
            odds = _COUNTS + right[column] * _AND_RIGHT - by_slips
            found.append(LeftColumn(column, explained, odds))
            if odds > 0:
                open_ -= explained
    return found


def may_count(
    sheet: Sheet, wrong: Collection[int], unjudged: Collection[int] = ()
) -> Mapping[int, frozenset[int]]:
    """The columns that are likelier than slips the reason why rows are ``wrong``, with these rows."""
    found = left_columns(sheet, wrong, unjudged)
    return {one.column: one.rows for one in found if one.log_odds > 0}


def _filled(sheet: Sheet, column: int) -> frozenset[int]:
    """The rows with something in a column: not a dash, not 0, and where no cell is empty, not the usual."""
    said = {row: value_text(sheet.table.value(row, column)).strip() for row in sheet.rows_of_games}
    nothing = {"0", "" if "" in said.values() else Counter(said.values()).most_common(1)[0][0]}
    return frozenset(row for row, text in said.items() if text not in nothing and any(map(str.isalnum, text)))
