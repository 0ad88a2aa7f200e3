"""The hits of a row and of a column total that are one fault."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from scorecheck.checks.check import Hit, LocatedHit
from scorecheck.model.cells import Number

_MOST_SEARCHED = 40
_MOST_TOGETHER = 4


def crossed(rows: list[LocatedHit], back: list[LocatedHit], unlisted: Number = 0) -> list[LocatedHit]:
    """Merges hits of rows and column totals with the same difference: each such pair is one fault.

    A column with the difference of one row, or of up to three rows together, locates them in that column. If
    the differences of all other columns add up to those of all other rows, these columns show the same
    faults and are dropped. ``unlisted`` is the sum of the differences of rows without a listed hit.
    """
    off_rows = {position: one.hit.off for position, one in enumerate(rows) if one.hit.off is not None}
    columns = [one for one in back if one.hit.off is not None]
    if not off_rows and len(columns) == 1:
        return _explained(rows, back, columns[0])
    if not off_rows or not columns:
        return rows + back
    joined, free = _pinned_where_they_cross(rows, columns, off_rows)
    left = [total for total in columns if id(total) not in joined]
    out = sum(total.hit.off or 0 for total in left)
    if left and out == unlisted + sum(off or 0 for off in free.values()):
        joined |= {id(total) for total in left}
    return rows + [one for one in back if id(one) not in joined]


def _pinned_where_they_cross(
    rows: list[LocatedHit], columns: Sequence[LocatedHit], off_rows: Mapping[int, Number | None]
) -> tuple[set[int], dict[int, Number | None]]:
    """Moves the hits of rows into the only column with their difference.

    Returns:
        The identities of those columns' hits, and the differences of the other rows.
    """
    joined: set[int] = set()
    free = dict(off_rows)
    for total in columns:
        same = sum(1 for other in columns if other.hit.off == total.hit.off)
        crossing = _one_way_to_make(total.hit.off, free) if same == 1 else None
        if crossing is None:
            continue
        joined.add(id(total))
        for position in crossing:
            del free[position]
            rows[position] = _pinned(rows[position], total, alone=len(crossing) == 1)
    return joined, free


def _explained(rows: list[LocatedHit], back: list[LocatedHit], total: LocatedHit) -> list[LocatedHit]:
    """Merges the only row that is no game with the only wrong column: the fault is where they cross."""
    odd = [position for position, one in enumerate(rows) if one.check.doubts and one.hit.related]
    if len(odd) != 1 or not rows[odd[0]].hit.variant.endswith("-only"):
        return rows + back
    at = odd[0]
    rows[at] = rows[at]._replace(hit=_moved(rows[at].hit, total))
    return rows + [one for one in back if one is not total]


def _moved(hit: Hit, total: LocatedHit) -> Hit:
    related = tuple(dict.fromkeys(c for c in (hit.column, *hit.related) if c is not None))
    return hit._replace(column=total.hit.column, related=related)


def _one_way_to_make(amount: Number | None, rows: Mapping[int, Number | None]) -> tuple[int, ...] | None:
    """The rows whose differences add up to an amount; ``None`` if there is no or more than one choice."""
    # Of many rows, some add up to any amount.
    sizes = () if len(rows) > _MOST_SEARCHED else (1, 2, 3) if len(rows) <= _MOST_TOGETHER else (1,)
    for size in sizes:
        ways = [chosen for chosen in combinations(rows, size) if sum(rows[p] or 0 for p in chosen) == amount]
        if ways:
            return ways[0] if len(ways) == 1 else None
    return None


def _pinned(row: LocatedHit, total: LocatedHit, *, alone: bool) -> LocatedHit:
    """The hit of a row, moved to the cell where the column crosses it; ``alone``: it has that difference."""
    hit = _moved(row.hit, total)
    if alone:
        params = {**hit.params, "player": total.hit.params["player"]}
        hit = hit._replace(params=params, variant="crossed")
    return row._replace(hit=hit)
