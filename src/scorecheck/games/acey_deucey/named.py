"""Who is named beside the points of a game: who won, and who lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import log

from scorecheck.checks.check import Hit
from scorecheck.checks.facts import Meant
from scorecheck.checks.sides import named_in, naming
from scorecheck.games.acey_deucey.scoring import NAMES, pair_of
from scorecheck.model.record import NamedTuple
from scorecheck.model.sheet import Entry, Sheet


class _Misnamed(NamedTuple):
    """A column that names somebody else than the points say."""

    role: str
    column: int
    named: frozenset[int]
    due: int


def _misnamed(entry: Entry, sheet: Sheet) -> Iterator[_Misnamed]:
    pair = None if entry.opening else pair_of(entry.points, sheet.notation)
    for role, due in () if pair is None else zip(NAMES, (pair.winner, pair.loser), strict=True):
        named = named_in(entry.fields.get(role, ""), sheet.players)
        column = sheet.column(role)
        if named and column is not None and named != frozenset({due}):
            yield _Misnamed(role, column, named, due)


def bears_out(entries: Iterable[Entry], sheet: Sheet) -> float:
    """The log-odds that entries gain by who is named to have won or lost, against anybody by chance."""
    held = [
        next(_misnamed(entry, sheet), None) is None
        for entry in entries
        if any(named_in(entry.fields.get(role, ""), sheet.players) for role in NAMES)
    ]
    right, players = sum(held), len(sheet.players)
    return right * log((1 - _SLIP) * players) + (len(held) - right) * log(_SLIP * players / (players - 1))


_SLIP = 0.03
"""Who is named wrongly, as often as numbers are wrong."""


def misnamed(entry: Entry, sheet: Sheet) -> Iterator[Hit]:
    """Who won, or else who lost, by a column of names and by the points."""
    for one in _misnamed(entry, sheet):
        params = {
            "heading": sheet.table.headings[one.column],
            "named": tuple(sheet.players[at] for at in sorted(one.named)),
            "player": sheet.players[one.due],
        }
        yield Hit(one.column, params, f"named-{one.role}", sheet.points_columns)
        return


def named_meant(entry: Entry, sheet: Sheet) -> Iterator[Meant]:
    """What the columns of names may have meant where they do not fit the points: one of them, or both in
    each other's place."""
    wrong = list(_misnamed(entry, sheet))
    edits = tuple((entry.row, one.role, naming(sheet, one.column, {one.due})) for one in wrong)
    if len(edits) == len(NAMES):
        yield Meant("swapped", edits)
    elif edits:
        yield Meant("name", edits, len(sheet.players) - 1)
