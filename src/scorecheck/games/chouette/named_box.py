"""Who was in the box, where a column names it: held against the points, and a help to repairs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import log

from scorecheck.checks.check import Hit
from scorecheck.checks.facts import Meant
from scorecheck.checks.sides import naming, only_one_in
from scorecheck.games.chouette.checks import BOX, extra_of, extras_count, is_marked_extra
from scorecheck.games.chouette.prior import box_shares
from scorecheck.model.sheet import Entry, Sheet

_MISNAMED = 0.02
"""The prior probability that somebody else is named than was in the box."""
_SURE = 0.95
"""The posterior probability from which a name is reported as wrong."""


def _named(entry: Entry, sheet: Sheet) -> int | None:
    """The position of the one player whom the column names."""
    return only_one_in(entry.fields.get(BOX, ""), sheet.players)


def _other_box(entry: Entry, sheet: Sheet) -> tuple[int, int] | None:
    """Who is named, and who else was in the box by the points."""
    named = _named(entry, sheet)
    if named is None or entry.opening or sum(entry.points) or is_marked_extra(entry):
        return None
    shares = box_shares(entry.points)
    right = (1 - _MISNAMED) * shares[named]
    others = {at: _MISNAMED / (len(shares) - 1) * share for at, share in enumerate(shares) if at != named}
    likeliest = max(others, key=others.__getitem__)
    if others[likeliest] <= _SURE * (right + sum(others.values())):
        return None
    return named, likeliest


def misnamed(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> Iterator[Hit]:
    """A box that does not settle with the others. In an extra and its settlement the taker does that."""
    found = _other_box(entry, sheet)
    column = sheet.column(BOX)
    if found is None or column is None or _is_of_extra(entry, past, sheet):
        return
    named, box = (sheet.players[at] for at in found)
    params = {"heading": sheet.table.headings[column], "named": named, "box": box}
    yield Hit(column, params, "", sheet.points_columns)


def _is_of_extra(entry: Entry, past: Sequence[Entry], sheet: Sheet) -> bool:
    if past and is_marked_extra(past[-1]):
        return True
    pairs = pairwise(one.points for one in (*past, entry))
    return extras_count(sheet) and any(extra_of(points, before) is not None for before, points in pairs)


def meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """The player who was in the box by the points, where another is named."""
    found, column = _other_box(entry, sheet), sheet.column(BOX)
    if found is not None and column is not None:
        yield Meant("name", ((0, BOX, naming(sheet, column, found[1:])),), len(sheet.players) - 1)


def likely(entries: Iterable[Entry], sheet: Sheet) -> float:
    """The log-likelihood ratio of the named boxes, against chance."""
    total = 0.0
    for entry in entries:
        named = _named(entry, sheet)
        if named is None or not entry.readable or entry.opening:
            continue
        shares = box_shares(entry.points)
        if any(shares):
            total += log((1 - _MISNAMED) * shares[named] * len(shares) + _MISNAMED)
    return total
